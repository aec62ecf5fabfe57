"""`pbm`, whose writer waits at each mail while another process locks a file of its folder."""

import fcntl
from pathlib import Path

from commands.__main__ import main
from commands.inbound.mail_handler import MailHandler

LOCK_FILE = "stuck"

_handle = MailHandler.handle


def _wait_and_handle(handler, work, mail):
    with Path(LOCK_FILE).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
    return _handle(handler, work, mail)


if __name__ == "__main__":
    MailHandler.handle = _wait_and_handle
    main()

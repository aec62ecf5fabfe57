"""`pbm`, which soon takes its writer for one that hangs.

The writer waits at each mail while another process locks a file of its folder.
"""

import fcntl
from pathlib import Path

from commands.__main__ import main
from commands.inbound.mail_handler import MailHandler
from commands.server.supervision import liveness

LOCK_FILE = "stuck"
HANG_SECONDS = 5
"""The silence after which it hangs; waiting for a database usually takes far longer."""

_handle = MailHandler.handle


def _wait_and_handle(*given):
    with Path(LOCK_FILE).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
    return _handle(*given)


if __name__ == "__main__":
    MailHandler.handle = _wait_and_handle
    liveness.MIN_SILENT_SECONDS = HANG_SECONDS
    main()

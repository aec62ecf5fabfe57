"""An IMAP server with so many old mails that their numbers fill a long line."""

import re
import socket
import threading
from contextlib import contextmanager

ANSWERS = {
    "CAPABILITY": "* CAPABILITY IMAP4rev1 UIDPLUS",
    "SELECT": "* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT {next}]\r\n* OK [READ-WRITE]",
}


@contextmanager
def many_mails(number, recent):
    """Yields the port, and the commands as they come; `recent`: the UIDs of mails of 2026."""
    commands = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        work = threading.Thread(target=_serve, args=(listener, number, recent, commands))
        work.start()
        yield listener.getsockname()[1], commands
        work.join()


def _serve(listener, number, recent, commands):
    client, _ = listener.accept()
    with client, client.makefile("rwb") as stream:
        stream.write(b"* OK ready\r\n")
        stream.flush()
        for line in stream:
            tag, _, command = line.decode().strip().partition(" ")
            commands.append(command)
            answer = _answer(command.removeprefix("UID "), number, recent)
            stream.write(f"{answer}\r\n{tag} OK done\r\n".lstrip().encode())
            stream.flush()
            if command == "LOGOUT":
                return


def _answer(command, number, recent):
    name, _, rest = command.partition(" ")
    if name == "SEARCH":
        uids = recent if "SINCE" in rest else range(1, number + 1)
        return f"* SEARCH {' '.join(map(str, uids))}"
    if name == "FETCH":
        uids = map(int, re.findall(r"\d+", rest.partition(" ")[0]))
        return "\r\n".join(_date(uid, 2026 if uid in recent else 2020) for uid in uids)
    return ANSWERS.get(name, "").replace("{next}", str(number + 1))


def _date(uid, year):
    return f'* {uid} FETCH (UID {uid} INTERNALDATE "01-Mar-{year} 12:00:00 +0000")'

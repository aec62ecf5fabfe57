"""A scripted IMAP server on loopback, for one connection."""

import socket
import threading
from contextlib import contextmanager, suppress

CAPABLE = {"CAPABILITY": "* CAPABILITY IMAP4rev1"}


@contextmanager
def imap_server(answer, *, challenges=1):
    """Yields the port of an IMAP server for one connection.

    `answer` returns the lines before the tagged one to a command, or, if it begins with NO, that.
    `challenges`: how often AUTHENTICATE asks for an answer; `answer` gets the last one.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_serve, args=(listener, answer, challenges))
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def _serve(listener, answer, challenges):
    client, _ = listener.accept()
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with suppress(OSError), client, client.makefile("rwb", buffering=0) as stream:
        stream.write(b"* OK ready\r\n")
        for line in stream:
            tag, _, command = line.decode().strip().partition(" ")
            if command.startswith("AUTHENTICATE"):
                for _ in range(challenges):
                    stream.write(b"+ \r\n")
                    command = stream.readline().decode().strip()
            said = answer(command) or CAPABLE.get(command, "")
            said = f"{tag} {said}" if said.startswith("NO ") else f"{said}\r\n{tag} OK done"
            client.sendall(f"{said}\r\n".lstrip().encode())


def select_answer(*, mails, uid_next):
    """Returns the answer to SELECT of a folder with so many mails, and the UID of the next one."""
    numbers = f"* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT {uid_next}]"
    return f"* {mails} EXISTS\r\n{numbers}\r\n* OK [READ-WRITE]"


class Mails:
    """A folder with these UIDs, which are searched by number and by UID."""

    def __init__(self, uids):
        self.uids = uids
        self.searches = []

    def answer(self, command):
        name, _, rest = command.removeprefix("UID ").partition(" ")
        if name == "SELECT":
            return select_answer(mails=len(self.uids), uid_next=self.uids[-1] + 1)
        if name == "SEARCH":
            self.searches.append([*self._found(rest)])
            return f"* SEARCH {' '.join(map(str, self.searches[-1]))}"
        return "* CAPABILITY IMAP4rev1 UIDPLUS" if name == "CAPABILITY" else ""

    def _found(self, criteria):
        _, by_uid, range_ = criteria.rpartition("UID ")
        wanted = (range_ if by_uid else criteria).split()[0]
        for part in wanted.split(","):
            first, _, last = part.replace("*", str(self.uids[-1])).partition(":")
            last = last or first
            for number, uid in enumerate(self.uids, 1):
                if int(first) <= (uid if by_uid else number) <= int(last):
                    yield uid

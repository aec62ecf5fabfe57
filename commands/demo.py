"""`pbm demo`: a short game between two players, by real mail, on a server of its own."""

import mailbox
import os
import re
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

ADDRESS = "pbm@localhost"
LISTENING = re.compile(r"event='listening'.*port=(\d+)")
PATIENCE_SECONDS = 30

PLAYERS = {"alice": "alice@example.org", "bob": "bob@example.org"}
GAME = (
    ("alice", "knightpanic challenge alice bob", "", 2),
    ("alice", "knightpanic move 101 alice PASSWORD a1-c5#1", "Good luck, Bob!", 2),
    ("bob", "knightpanic move 101 bob PASSWORD e7-c3#2", "And to you.", 2),
    ("alice", "knightpanic move 101 alice PASSWORD c1 to g3", "", 2),
    ("bob", "knightpanic move 101 bob PASSWORD g7-e3", "", 2),
    ("alice", "knightpanic move 101 alice PASSWORD g1-e5", "Got you at a7.", 2),
)
"""Who sends what: subject, body, and the number of mails that it brings."""

NEXT = """\
That was a whole game, by mail. Now type, for a server of your own:

  pbm serve            takes mail on 127.0.0.1, port 2525
  pbm help tutorial    in another shell: a first game, line by line
  pbm help             what can be said, by mail and in the shell
"""


def demo() -> None:
    """Plays the game, and shows each mail as it comes."""
    console = Console(width=min(Console().width, 90))
    with TemporaryDirectory(prefix="pbm-demo-") as folder, _server(Path(folder)) as port:
        console.print(f"[bold]A server listens on port {port}. Two players sign up.[/bold]\n")
        postbox = _Postbox(Path(folder) / "pbm-data" / "outbox", port, console)
        for name in PLAYERS:
            postbox.exchange(name, f"signup {name} PASSWORD", "", 1)
        for name, subject, body, expected in GAME:
            postbox.exchange(name, subject, body, expected)
    console.print(Text(NEXT))


class _Postbox:
    """Sends the players' mails, and shows what the server sends."""

    def __init__(self, outbox: Path, port: int, console: Console) -> None:
        self._outbox, self._port, self._console = outbox, port, console
        self._shown: set[str] = set()

    def exchange(self, name: str, subject: str, body: str, expected: int) -> None:
        """Sends a mail, with a password made up on the spot, and waits for what it brings."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = PLAYERS[name], ADDRESS, subject
        message["Message-ID"] = make_msgid(domain="example.org")
        message.set_content(body)
        self._show(message, "cyan")
        message.replace_header("Subject", subject.replace("PASSWORD", f"secret-of-{name}"))
        with smtplib.SMTP("127.0.0.1", self._port) as server:
            server.send_message(message)
        for answer in self._arrivals(expected):
            self._show(answer, "green")

    def _arrivals(self, expected: int) -> list[mailbox.MaildirMessage]:
        deadline = time.monotonic() + PATIENCE_SECONDS
        found: dict[str, mailbox.MaildirMessage] = {}
        while len(found) < expected and time.monotonic() < deadline:
            time.sleep(0.02)
            if self._outbox.exists():
                folder = mailbox.Maildir(self._outbox)
                new = set(folder.keys()) - self._shown - found.keys()
                found |= {key: folder[key] for key in new}
        if len(found) < expected:
            raise RuntimeError(f"{expected} mails should have come, and {len(found)} did")
        self._shown |= found.keys()
        return list(found.values())

    def _show(self, message: "mailbox.MaildirMessage | EmailMessage", colour: str) -> None:
        parts = (part for part in message.walk() if part.get_content_type() == "text/plain")
        content = next(parts).get_payload(decode=True)
        text = content.decode() if isinstance(content, bytes) else ""
        head = f"To: {message['To']}\nSubject: {message['Subject']}"
        title = f"{message['From']}"
        self._console.print(Panel(Text(f"{head}\n\n{text}".strip()), title=title, style=colour))


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    """A server in this folder, on a free port; stopped at the end."""
    environment = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
    process = subprocess.Popen(
        [sys.executable, "-m", "commands", "serve"],
        cwd=folder,
        env=environment | {"PBM_SMTP_PORT": "0", "PBM_ADDRESS": ADDRESS, "PBM_CONFIRM": "off"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None  # noqa: S101 - a pipe was asked for
        yield _port(process.stderr)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)


def _port(log: IO[str]) -> int:
    said = []
    for line in log:
        if found := LISTENING.search(line):
            return int(found[1])
        said.append(line)
    raise RuntimeError(f"the server didn't start:\n{''.join(said)}")

"""Implements `pbm demo`, which plays a short game by real email on a temporary server."""

import os
import re
import smtplib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from commands.cli.arguments import known_games
from mail.reading.body.flowed_text import unflowed
from pbm import games
from pbm.clock import SystemClock
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.packages.catalogue import VARIABLE

Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="name of a game", autocompletion=known_games),
]

ADDRESS = "pbm@localhost"
LISTENING = re.compile(r"event='listening'.*port=(\d+)")
PATIENCE_SECONDS = 120

PLAYERS = {name: f"{name}@example.org" for name in ("alice", "bob", "carol", "dave", "erin")}
Replies = Sequence[tuple[str, str]]
"""Pairs of a player and the text of that player's reply."""
KNIGHTPANIC = "knightpanic"
GAME: Replies = (
    ("alice", "a1-c5\n\nGood luck, Bob."),
    ("bob", "Hi Alice,\ne7-c3\nAnd to you."),
    ("alice", "c1 to g3"),
    ("bob", "g7-e3"),
    ("alice", "g1-e5\nGot you at a7."),
)
"""The replies in a game of Knight Panic. The server reads the moves and ignores the other text."""

NEXT = """\
That was a whole game by email. To try your own server, run:

  pbm serve            accept emails on 127.0.0.1, port 2525
  pbm help tutorial    play your first game step by step (in another shell)
  pbm help             list all commands, for emails and the shell
"""


def demo(game: Game = KNIGHTPANIC) -> None:
    """Play a short game on a temporary server, and show the emails.

    With --game, it plays the example from the help page of that game.

    Example: pbm demo
    """
    kind = games.find(game)
    is_first = kind.name == KNIGHTPANIC
    options, replies = ("", GAME) if is_first else _example(kind)
    # Emails for newcomers are about the first game served, so no other game is served.
    choice = "" if is_first else kind.name
    players = [*PLAYERS][: len(kind.seats)]
    console = Console(width=min(Console().width, 90))
    with TemporaryDirectory(prefix="pbm-demo-") as folder, _server(Path(folder), choice) as port:
        begin = f"A server is running on port {port}. {len(players)} players sign up."
        console.print(f"[bold]{begin}[/bold]\n")
        client = _MailClient(Path(folder) / "pbm-data" / "outbox", port, console)
        for name in players:
            client.write(name, f"signup {name} PASSWORD", 1)
        challenge = f"{kind.name} challenge {options} {' '.join(players)}"
        client.write(players[0], " ".join(challenge.split()), len(players))
        console.print("[bold]From now on, the players just reply.[/bold]\n")
        for name, body in replies:
            client.reply(name, body, len(players))
    console.print(Text(NEXT))


def _example(game: AnyGame) -> tuple[str, Replies]:
    """Returns the options and the replies of the example on a game's help page."""
    options, moves = game.example
    read = game.read_options(options.split())
    match, replies = Match.begin(game, game.resolve(read, 0)), list[tuple[str, str]]()
    for move in moves:
        replies.append(([*PLAYERS][match.to_move or 0], move))
        match = match.play(move, SystemClock().now(), "-")
    return options, replies


class _MailClient:
    """Sends the players' emails and prints the emails of the server."""

    def __init__(self, outbox: Path, port: int, console: Console) -> None:
        self._outbox, self._port, self._console = outbox, port, console
        self._shown: set[str] = set()
        self._last: dict[str, EmailMessage] = {}
        """The last email to each address."""

    def write(self, name: str, subject: str, expected: int) -> None:
        """Sends a command email and prints the emails that follow.

        The password is made from the player's name.

        `expected`: the number of emails that the server must send.
        """
        message = _message(name, ADDRESS, subject, "")
        self._show(message, "cyan")
        message.replace_header("Subject", subject.replace("PASSWORD", f"secret-of-{name}"))
        self._exchange(message, expected)

    def reply(self, name: str, body: str, expected: int) -> None:
        """Replies to the last email to a player and prints the emails that follow.

        `expected`: the number of emails that the server must send.
        """
        last = self._last[PLAYERS[name]]
        message = _message(name, last["Reply-To"], f"Re: {last['Subject']}", body)
        message["In-Reply-To"] = last["Message-ID"]
        self._show(message, "cyan")
        self._exchange(message, expected)

    def _exchange(self, message: EmailMessage, expected: int) -> None:
        with smtplib.SMTP("127.0.0.1", self._port) as server:
            server.send_message(message)
        for received in self._wait_for_mails(expected):
            self._last[received["To"]] = received
            self._show(received, "green")

    def _wait_for_mails(self, expected: int) -> list[EmailMessage]:
        """Returns new emails from the outbox.

        Raises RuntimeError if fewer than `expected` arrive in time.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        names: set[str] = set()
        while len(names) < expected and time.monotonic() < deadline:
            time.sleep(0.02)
            names = {path.name for path in self._outbox.glob("new/*")} - self._shown
        if len(names) < expected:
            raise RuntimeError(f"expected {expected} emails, but only {len(names)} arrived")
        self._shown |= names
        contents = [(self._outbox / "new" / name).read_bytes() for name in sorted(names)]
        return [message_from_bytes(content, policy=default) for content in contents]

    def _show(self, message: EmailMessage, colour: str) -> None:
        body = message.get_body(("plain",))
        sent = body.get_content().replace("\r\n", "\n") if body else ""
        text = unflowed(sent, delete_space=False)
        headers = f"To: {message['To']}\nSubject: {message['Subject']}"
        title = f"{message['From']}"
        self._console.print(Panel(Text(f"{headers}\n\n{text}".strip()), title=title, style=colour))


def _message(name: str, recipient: str, subject: str, body: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = PLAYERS[name], recipient, subject
    message["Message-ID"] = make_msgid(domain="example.org")
    message.set_content(body)
    return message


@contextmanager
def _server(folder: Path, choice: str) -> Iterator[int]:
    """Runs a server in this folder on a free port and yields the port.

    `choice`: the value of the setting that selects the games.
    """
    # The user's own settings must not apply to the demo server.
    environment = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
    settings = {
        "PBM_SMTP_PORT": "0",
        "PBM_ADDRESS": ADDRESS,
        "PBM_CONFIRM": "off",
        VARIABLE: choice,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "commands", "serve"],
        cwd=folder,
        env=environment | settings,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None  # noqa: S101 - for mypy: it is a pipe
        yield _read_port(process.stderr)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)


def _read_port(log: IO[str]) -> int:
    """Returns the port from the server's log.

    Raises RuntimeError if the server doesn't start.
    """
    lines = []
    for line in log:
        if match := LISTENING.search(line):
            return int(match[1])
        lines.append(line)
    raise RuntimeError(f"the server didn't start:\n{''.join(lines)}")

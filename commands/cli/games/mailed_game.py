"""Plays a random game by email on a temporary server and saves some of the emails as files."""

import time
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from commands.cli.games.demo import PLAYERS
from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.settings import Settings
from mail.reading.incoming import read_incoming_mail
from pbm.games import AnyGame
from pbm.laws.game_laws import allowed_options, random_game
from pbm.match.match import Match
from pbm.options import write_options

ADDRESS = "pbm@localhost"

MAX_MOVES = 60
"""Maximum number of moves played by email."""


def mails(game: AnyGame, folder: Path) -> Iterator[tuple[str, str]]:
    """Plays a random game by email and yields the result.

    The emails from its middle and its end are written as files.
    """
    players = [*PLAYERS][: len(game.seats)]
    with TemporaryDirectory(prefix="pbm-check-") as data, _server(Path(data)) as app:
        mailer = _Mailer(app, Path(data) / "outbox")
        for name in players:
            mailer.send(name, ADDRESS, f"signup {name} secret-of-{name}")
        options = allowed_options(game, ())
        words = (game.name, "challenge", *write_options(options), *players)
        mailer.send(players[0], ADDRESS, " ".join(words))
        match, began = Match.begin(game, options), time.perf_counter()
        moves = random_game(game, options, 2)[:MAX_MOVES]
        for ply, move in enumerate(moves, 1):
            name = players[match.to_move or 0]
            match = match.continued([f"move {move}"])
            mailer.reply(name, move)
            if ply in (max(len(moves) // 2, 1), len(moves)):
                _write(folder, f"move-{ply}", [mailer.last[PLAYERS[each]] for each in players])
        milliseconds = (time.perf_counter() - began) * 1000 / max(len(moves), 1)
    ended = "complete game" if match.outcome else f"first {len(moves)} moves"
    yield "played by email", f"{ended}, {milliseconds:.0f} ms per move including emails"


def _write(folder: Path, name: str, mails: Sequence[EmailMessage]) -> None:
    """Writes emails as files, and their HTML parts as pages for a browser."""
    for mail in mails:
        file = f"{name}-{mail['To'].partition('@')[0]}"
        (folder / f"{file}.eml").write_bytes(mail.as_bytes())
        if (body := mail.get_body(("html",))) is not None:
            (folder / f"{file}.html").write_text(body.get_content(), encoding="utf-8")


def _server(folder: Path) -> Any:
    """Opens a temporary server that writes its emails to files."""
    settings = Settings.model_construct(
        data=folder, address=ADDRESS, relay=f"maildir:{folder / 'outbox'}", confirm=False
    )
    return open_app(settings)


class _Mailer:
    """Passes emails to a server directly, and collects the emails that it sends."""

    def __init__(self, app: App, outbox: Path) -> None:
        self._app, self._outbox = app, outbox
        self.last: dict[str, EmailMessage] = {}
        """The last email to each address."""

    def send(self, name: str, recipient: str, subject: str, body: str = "") -> None:
        """Sends an email.

        Raises RuntimeError if the server sends nothing in response.
        """
        sender = PLAYERS[name]
        content = f"From: {sender}\nTo: {recipient}\nSubject: {subject}\n\n{body}\n".encode()
        mail = read_incoming_mail(sender, (recipient,), content)
        with self._app.database.work() as work, work.savepoint():
            self._app.mail.handler.handle(work, mail)
        self._app.mail.deliver_now()
        files = list(self._outbox.glob("new/*"))
        for file in files:
            received = message_from_bytes(file.read_bytes(), policy=default)
            self.last[received["To"]] = received
            file.unlink()
        if not files:
            raise RuntimeError(f"the server sent no email after {subject}: {body}")

    def reply(self, name: str, move: str) -> None:
        """Replies to the last email to a player.

        Raises RuntimeError unless all players get an email about the move.
        """
        last = self.last[PLAYERS[name]]
        before = dict(self.last)
        self.send(name, last["Reply-To"], f"Re: {last['Subject']}", move)
        for address, mail in before.items():
            if self.last[address] is mail:
                answer = self.last[PLAYERS[name]].get_body(("plain",))
                raise RuntimeError(f"the server refused {move}: {answer and answer.get_content()}")

"""The command `pbm check-game`: what holds of a game, and what it looks like."""

import importlib
import inspect
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from markupsafe import Markup, escape

from commands.cli.games.demo import PLAYERS
from commands.cli.games.served_games import conflicts
from commands.cli.output_files import check_outside
from commands.cli.terminal import print_line, print_table
from commands.server.app.app import App, open_app
from commands.settings import Settings
from commands.system.data_folder import DEFAULT, named_data_folder
from commands.system.logs.logging import configure_logging
from commands.views.board_view import highlights_of
from commands.views.svg.drawing import Drawing
from commands.views.svg.stylesheet import stylesheet
from commands.views.text.ascii_diagram import render_ascii
from mail.reading.incoming import read_incoming_mail
from pbm import games
from pbm.errors import GameFailedError, NotFoundError, UserError
from pbm.game import perft
from pbm.games import AnyGame
from pbm.laws.game_laws import LAWS, allowed_options, check_law, random_game
from pbm.match.match import Match
from pbm.options import Number, kinds, write_options
from pbm.packages.offers import Offer, Package, games_in
from pbm.robots.levels import rated_levels
from pbm.wording import counted

HOLDS = "holds"
ADDRESS = "pbm@localhost"
PERFT_SECONDS = 1.0
"""The time for counts of lines: each length takes some times longer than the one before."""
MOST_MAILED = 60
"""The most moves by mail."""
WIDTH = 80
"""The most characters of a line of a text drawing."""
PAGE = """\
<!DOCTYPE html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style} body {{ max-width: 40em; margin: auto; padding: 1em; font: 1em sans-serif }}</style>
{definitions}
<h1>{title}</h1>
{boards}
"""
NOW = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of moves that are only looked at."""
Rows = Iterator[tuple[str, str]]
"""The names of checks, each with its finding."""


def check_game(
    name: Annotated[
        str, typer.Argument(metavar="NAME|MODULE", help="a game's name, or a module with a game")
    ],
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="FOLDER", help="where to write the files")
    ] = None,
) -> None:
    """Check a game: its laws, its drawings, and a game by mail.

    A module needn't be installed: it is looked for in the present folder, too. Three boards and
    the mails of a random game are written as files, to be looked at. The exit status is 1 if
    something doesn't hold.

    Example: pbm check-game knightpanic
    """
    configure_logging(quiet=True)
    game = _find(name)
    target = folder or Path(f"check-{game.name}")
    check_outside(target, Path(named_data_folder() or DEFAULT))
    target.mkdir(parents=True, exist_ok=True)
    rows = [*_rows(game, target)]
    package = games.package_of(game)
    origin = f"of {package}" if package.version else f"in {package.name}, not installed"
    print_table(f"{game.title}, {origin}", ("check", "result"), rows)
    print_line(f"The game was read from {inspect.getfile(type(game))}.")
    print_line(f"Look at the files in {target}.")
    if any(found.startswith(("broken: ", "failed: ")) for _, found in rows):
        raise typer.Exit(1)


def _rows(game: AnyGame, folder: Path) -> Rows:
    for check in (_names, _laws, _counts, _time, _drawings, _mails):
        try:
            yield from check(game, folder)
        except Exception as error:  # noqa: BLE001 - whatever a game does, the other checks are made
            cause = error.cause if isinstance(error, GameFailedError) else f"{error!r}"
            yield check.__name__.strip("_"), f"failed: {cause}"


def _find(name: str) -> AnyGame:
    """Returns a game by its name, or the one in a module; raises UserError."""
    module_name, _, kind_name = name.partition(":")
    if games.plain(name) not in games.names() and name not in games.catalogue().failed:
        offer = _offer(module_name, kind_name)
        games.try_out(offer)
        name = offer.name
    if found := games.catalogue().failed.get(name):
        raise NotFoundError(f"{name} of {found[0]} can't be loaded: {found[1]}")
    if name not in games.games() and (problems := conflicts()):
        raise NotFoundError("\n".join(problems))
    return games.find(name)


def _offer(module_name: str, kind_name: str) -> Offer:
    """Returns the game that a module defines, under the name that it has there."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name.removesuffix(".py"))
    except ImportError as error:
        raise NotFoundError(
            f'There is no game and no module "{module_name}" here: {error}. '
            f"Games: {', '.join(games.games())}."
        ) from error
    found = [kind for kind in games_in(module) if kind_name in ("", kind.__name__)]
    if len(found) != 1:
        names = ", ".join(kind.__name__ for kind in found) or "none"
        raise NotFoundError(f"One game is needed; {module_name} has {names}. Name it MODULE:CLASS.")
    package = Package(module.__name__, "")
    return Offer(str(getattr(found[0], "name", "")), package, lambda: found[0])


def _names(game: AnyGame, _folder: Path) -> Rows:
    problems = " ".join(conflicts())
    yield "names", f"broken: {problems}" if problems else HOLDS
    own = rated_levels(game.name)[1].game == game.name
    yield "robots' levels", "its own" if own else "as of games that weren't measured"


def _laws(game: AnyGame, _folder: Path) -> Rows:
    for name, law in LAWS.items():
        try:
            check_law(game, law)
            found = HOLDS
        except AssertionError as broken:
            found = f"broken: {broken}"
        except GameFailedError as failed:
            found = f"broken: {failed.cause}"
        except UserError as refused:
            found = f"broken: it refuses with: {refused.text}"
        yield name.replace("_", " "), found


def _counts(game: AnyGame, _folder: Path) -> Rows:
    """Yields the number of lines of each length, for a table to compare with."""
    position, counts, began = game.start(_options(game, "")), list[int](), time.monotonic()
    while time.monotonic() < began + PERFT_SECONDS and (not counts or counts[-1]):
        counts.append(perft(game, position, len(counts) + 1))
    yield "lines of 1, 2, ... moves", " ".join(map(str, counts))


def _time(game: AnyGame, _folder: Path) -> Rows:
    options = _options(game, "")
    began = time.perf_counter()
    moves = random_game(game, options, 0)
    milliseconds = (time.perf_counter() - began) * 1000 / max(len(moves), 1)
    yield "a random game", f"{counted(len(moves), 'move')}, {milliseconds:.2f} ms each in the rules"
    small = _options(game, "low")
    yield "an example", " ".join((*write_options(small), *random_game(game, small, 0, MOST_MAILED)))


def _drawings(game: AnyGame, folder: Path) -> Rows:
    """Yields how wide the boards are, and writes a page with all of them."""
    boards, diagrams = list[str](), []
    for size in ("low", "", "high"):
        options = _options(game, size)
        match = Match.begin(game, options)
        for move in random_game(game, options, 1, 6):
            match = match.play(move, NOW, "-")
        diagram, words = match.diagram, " ".join(write_options(options))
        title, text = words or "no options", render_ascii(diagram)
        picture = Drawing.picture(
            diagram,
            highlights_of(match),
            key=f"b{len(boards)}",
            title=title,
            description=f"{title}, after {counted(match.ply, 'move')}",
        )
        boards.append(f"<h2>{escape(title)}</h2>{picture}<pre>{escape(text)}</pre>")
        diagrams.append(diagram)
        width = max(map(len, text.splitlines()))
        wide = "broken: " if width > WIDTH else ""
        yield f"board {title}", f"{wide}{counted(width, 'character')} wide"
    page = PAGE.format(
        title=escape(game.title),
        style=stylesheet(),
        definitions=Drawing(tuple(diagrams)).definitions(),
        boards=Markup("").join(map(Markup, boards)),
    )
    (folder / "boards.html").write_text(page, encoding="utf-8")


def _options(game: AnyGame, size: str) -> Any:
    """Returns complete options: the usual ones, or with all numbers at their `low` or `high`."""
    words = [
        f"-{name}={kind.low if size == 'low' else kind.high or game.largest}"
        for name, kind in kinds(game.options).items()
        if isinstance(kind, Number) and size
    ]
    return allowed_options(game, words)


def _mails(game: AnyGame, folder: Path) -> Rows:
    """Yields how a random game went by mail; writes the mails of its middle, and of its end."""
    players = [*PLAYERS][: len(game.seats)]
    with TemporaryDirectory(prefix="pbm-check-") as data, _server(Path(data)) as app:
        mailer = _Mailer(app, Path(data) / "outbox")
        for name in players:
            mailer.send(name, ADDRESS, f"signup {name} secret-of-{name}")
        options = _options(game, "")
        words = (game.name, "challenge", *write_options(options), *players)
        mailer.send(players[0], ADDRESS, " ".join(words))
        match, began = Match.begin(game, options), time.perf_counter()
        moves = random_game(game, options, 2)[:MOST_MAILED]
        for ply, move in enumerate(moves, 1):
            name = players[match.to_move or 0]
            match = match.play(move, NOW, "-")
            mailer.reply(name, move)
            if ply in (max(len(moves) // 2, 1), len(moves)):
                _write(folder, f"move-{ply}", [mailer.last[PLAYERS[each]] for each in players])
        milliseconds = (time.perf_counter() - began) * 1000 / max(len(moves), 1)
    ended = "to its end" if match.outcome else f"its first {len(moves)} moves"
    yield "played by mail", f"{ended}; {milliseconds:.0f} ms a move, with its mails"


def _write(folder: Path, name: str, mails: Sequence[EmailMessage]) -> None:
    """Writes mails, and what of them a browser shows."""
    for mail in mails:
        file = f"{name}-{mail['To'].partition('@')[0]}"
        (folder / f"{file}.eml").write_bytes(mail.as_bytes())
        if (body := mail.get_body(("html",))) is not None:
            (folder / f"{file}.html").write_text(body.get_content(), encoding="utf-8")


def _server(folder: Path) -> Any:
    """Opens a server of its own, whose mails are files."""
    settings = Settings.model_construct(
        data=folder, address=ADDRESS, relay=f"maildir:{folder / 'outbox'}", confirm=False
    )
    return open_app(settings)


class _Mailer:
    """Hands mails to a server, and takes its own."""

    def __init__(self, app: App, outbox: Path) -> None:
        self._app, self._outbox = app, outbox
        self.last: dict[str, EmailMessage] = {}
        """The last mail to each address."""

    def send(self, name: str, recipient: str, subject: str, body: str = "") -> None:
        """Sends a mail; raises RuntimeError if nothing comes back."""
        sender = PLAYERS[name]
        content = f"From: {sender}\nTo: {recipient}\nSubject: {subject}\n\n{body}\n".encode()
        mail = read_incoming_mail(sender, (recipient,), content)
        with self._app.database.work() as work, work.savepoint():
            self._app.mail_handler.handle(work, mail)
        self._app.deliver_now()
        files = list(self._outbox.glob("new/*"))
        for file in files:
            received = message_from_bytes(file.read_bytes(), policy=default)
            self.last[received["To"]] = received
            file.unlink()
        if not files:
            raise RuntimeError(f"no mail came after {subject}: {body}")

    def reply(self, name: str, move: str) -> None:
        """Replies to the last mail to a player; raises RuntimeError unless all get the move."""
        last = self.last[PLAYERS[name]]
        before = dict(self.last)
        self.send(name, last["Reply-To"], f"Re: {last['Subject']}", move)
        for address, mail in before.items():
            if self.last[address] is mail:
                shown = self.last[PLAYERS[name]].get_body(("plain",))
                raise RuntimeError(f"{move} was answered: {shown and shown.get_content()}")

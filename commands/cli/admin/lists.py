"""Implements `pbm admin games`, `players` and `board`."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import read_only
from commands.cli.admin.formatting import (
    State,
    board_data,
    board_status,
    entry_row,
    is_in,
    mail_status,
    player_data,
    terms,
    title,
)
from commands.cli.arguments import AsJson, GameName, Number, known_games
from commands.cli.terminal import (
    format_minute,
    format_recent,
    print_blank,
    print_json,
    print_line,
    print_section,
    print_table,
)
from pbm import games as served
from pbm.errors import NotFoundError
from pbm.match.match import Event
from pbm.wording import counted
from storage.admin.overview import BoardSummary, MailSummary, PlayerSummary
from storage.unit_of_work import UnitOfWork

SomeGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="name of a game", autocompletion=known_games),
]
OfPlayer = Annotated[
    str | None, typer.Option("--player", metavar="USERID", help="only this player's boards")
]
InState = Annotated[State | None, typer.Option("--state", help="only boards in this state")]
Since = Annotated[
    datetime | None,
    typer.Option(
        metavar="DATE", formats=["%Y-%m-%d"], help="only boards changed since this day (UTC)"
    ),
]

PER_PAGE = 200
"""Number of boards or players on a page."""
Page = Annotated[int, typer.Option(metavar="N", help="page number", min=1, max=10**6)]


def games(
    game: SomeGame = None,
    player: OfPlayer = None,
    state: InState = None,
    since: Since = None,
    *,
    page: Page = 1,
    as_json: AsJson = False,
) -> None:
    """List boards, newest first, 200 per page.

    Without --state, this includes removed boards. A board is overdue if the player to move has had
    the turn for longer than the --nagtime of the game.

    Example: pbm admin games knightpanic --state overdue
    """
    with read_only() as (work, context):
        userid = context.player(player).userid if player else ""
        now = context.now()
        matching = (
            board for board in _newest(work, game, userid, since) if is_in(board, state, now)
        )
        boards = list(islice(matching, (page - 1) * PER_PAGE, page * PER_PAGE + 1))
    _show_boards(boards, now, page, as_json=as_json)


def _newest(
    work: UnitOfWork, game: str | None, userid: str, since: datetime | None
) -> Iterator[BoardSummary]:
    """Yields boards, newest first. Reads boards from the database only as the caller needs them."""
    name = served.find(game).name if game else ""
    moment = since.replace(tzinfo=UTC) if since else None
    last = None
    while boards := work.overview.boards(name, userid, moment, before=last, most=PER_PAGE + 1):
        yield from boards
        last = boards[-1]


def _show_boards(
    boards: Sequence[BoardSummary], now: datetime, page: int, *, as_json: bool
) -> None:
    listed, more = boards[:PER_PAGE], len(boards) > PER_PAGE
    if as_json:
        print_json({"boards": [board_data(board, now) for board in listed], "more": more})
        return
    rows = [_board_row(board, now) for board in listed]
    head = ("board", "players", "state", "changed")
    print_table(_page_title(len(listed), "board", page, more=more), head, rows)


def players(*, page: Page = 1, as_json: AsJson = False) -> None:
    """List players by name, 200 per page.

    Example: pbm admin players
    """
    with read_only() as (work, context):
        now = context.now()
        summaries = work.overview.players((page - 1) * PER_PAGE, PER_PAGE + 1)
    listed, more = summaries[:PER_PAGE], len(summaries) > PER_PAGE
    if as_json:
        print_json({"players": [player_data(player) for player in listed], "more": more})
        return
    head = ("userid", "addresses", "active", "finished", "joined")
    rows = [_player_row(player, now) for player in listed]
    title = _page_title(len(listed), "player", page, more=more)
    print_table(title, head, rows, right=("active", "finished"))


def _page_title(number: int, name: str, page: int, *, more: bool) -> str:
    """Returns the title of a page, with the option for the next page if there is one."""
    pages = f", page {page}" if more or page > 1 else ""
    following = f" (next page: --page {page + 1})" if more else ""
    return f"{counted(number, name)}{pages}{following}"


def board(game: GameName, number: Number) -> None:
    """Show a board with its log, its emails and admin actions.

    This also works for removed and frozen boards. Times are in UTC.

    Example: pbm admin board knightpanic 101
    """
    with read_only() as (work, context):
        kind = served.find(game)
        summary = work.overview.board(kind.name, number)
        if summary is None:
            raise NotFoundError(f"{kind.title} board {number} doesn't exist.")
        _show_summary(work, summary, context.now())
        name = f"{summary.game} {summary.number}"
        log, mails = work.overview.log(summary.id), work.overview.mails(name)
        entries = work.audit_log.entries(name)
    rows = [_log_row(*line) for line in enumerate(log, 1)]
    print_section("Log", ("#", "when", "by", "what"), rows, right=("#",))
    print_section("Emails", ("when", "to", "state"), [_mail_row(mail) for mail in mails])
    print_section(
        "Audit", ("when", "admin", "what", "why"), [entry_row(entry) for entry in entries]
    )


def _show_summary(work: UnitOfWork, summary: BoardSummary, now: datetime) -> None:
    print_line(f"{title(summary)}: {' - '.join(summary.players)}")
    print_blank()
    problem = work.board_logs.damage(summary.game, summary.number)
    lines = [
        ("state", board_status(summary, now)),
        ("begun", format_minute(summary.begun)),
        ("changed", format_minute(summary.changed)),
        *(("player", _player_line(work, userid)) for userid in summary.players),
        ("options", " ".join(summary.options)),
        ("terms", terms(summary)),
        ("epoch", str(summary.epoch)),
        ("replay", f"frozen: {problem}" if problem else "matches the stored position"),
    ]
    for name, value in lines:
        print_line(f"{name:8} {value}")


def _player_line(work: UnitOfWork, userid: str) -> str:
    player = work.players.find(userid)
    addresses = ", ".join(player.addresses) if player else ""
    return f"{userid}{' (banned)' if player and player.banned else ''}, {addresses or 'no address'}"


def _board_row(board: BoardSummary, now: datetime) -> tuple[str, ...]:
    name, versus = f"{board.game} {board.number}", " - ".join(board.players)
    return name, versus, board_status(board, now), format_recent(board.changed, now)


def _player_row(summary: PlayerSummary, now: datetime) -> tuple[str, ...]:
    player = summary.player
    name = f"{player.userid}{' (banned)' if player.banned else ''}"
    addresses = ", ".join(player.addresses)
    active, finished = str(summary.active), str(summary.finished)
    return name, addresses, active, finished, format_recent(summary.joined, now)


def _log_row(number: int, line: str) -> tuple[str, ...]:
    """Returns the table row of an event.

    A damaged line of the log freezes its board. It is shown as it is stored.
    """
    try:
        event = Event.read(line)
    except ValueError:
        return str(number), "", "", line
    return str(number), format_minute(event.at), event.author, event.text


def _mail_row(mail: MailSummary) -> tuple[str, ...]:
    return format_minute(mail.date), mail.recipient, mail_status(mail)

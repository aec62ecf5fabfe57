"""Boards, players' names and opponents as rows of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from commands.accounts.robots import NAMED_ROBOTS
from commands.play.seeking import terms_in_words
from commands.site import paths
from commands.site.source import Site, Source
from commands.views.html.links import Link, mailto
from commands.views.json.data import status
from commands.views.reply_target import ReplyTarget
from pbm import games
from pbm.games import AnyGame
from pbm.wording import listing
from storage.boards.public.listings import ListedBoard, ListedPlayer
from storage.boards.public.players import Results

# Players' names in lists.


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name, and the link to the player's page."""

    words: str
    href: str = ""
    """Empty for a player who has signed off."""
    robot: bool = False


def name_of(player: ListedPlayer, page: str) -> Name:
    """Returns a player's name as it stands on the page with this path."""
    href = "" if player.gone else paths.link(paths.player(player.userid), page)
    return Name(player.userid, href, player.robot)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board as a row of a list."""

    words: str
    """The number, or game and number in a list of several games."""
    href: str
    players: Sequence[Name]
    options: str
    state: str
    """The player to move or the result, in words."""
    at: datetime
    """The time of the last move, of the end, or of the start."""
    move: str = ""
    """The last move."""


def current_row(board: ListedBoard, page: str, *, titled: bool = False, move: str = "") -> BoardRow:
    """Returns a board as it is now, with the time of its last change.

    `titled`: True if the row names the game.
    """
    return _row(board, page, status(board.line), board.line.changed, titled=titled, move=move)


def lasting_row(board: ListedBoard, page: str, *, titled: bool = False) -> BoardRow:
    """Returns a board by what moves don't change: its start while it runs, else its end."""
    if board.over:
        return current_row(board, page, titled=titled)
    return _row(board, page, "running", board.begun, titled=titled)


def _row(
    board: ListedBoard, page: str, state: str, at: datetime, *, titled: bool, move: str = ""
) -> BoardRow:
    line = board.line
    title = f"{games.stored(line.game).title} " if titled else ""
    return BoardRow(
        words=f"{title}{line.number}",
        href=paths.link(paths.board(line.game, line.number), page),
        players=[name_of(player, page) for player in board.players],
        options=options_of(board),
        state=state,
        at=at,
        move=move,
    )


def options_of(board: ListedBoard) -> str:
    """Returns the options of a board as phrases, such as `4x4, flat`."""
    words = games.describe_options(board.line.game, board.options)
    return f"{words}, unrated" if board.unrated else words


# A player's opponents as rows of a list.

FIRST_OPPONENTS = 20
"""The number of opponents on the player's own page; if there are more, a list has all."""


class OpponentRow(NamedTuple):
    """An opponent, and the player's results against them."""

    name: Name
    results: Results


def opponent_rows(
    opponents: Sequence[tuple[ListedPlayer, Results]], page: str
) -> list[OpponentRow]:
    """Returns opponents with a player's results, as they stand on the page with this path."""
    return [OpponentRow(name_of(player, page), results) for player, results in opponents]


# Links that open a mail to the server, ready to be completed and sent.

NEWCOMER = """\
(In the subject, put a name of your own in place of USERID, and a password of\r
your own in place of PASSWORD. The reply yes to the answer confirms it.)"""
YOU, OPPONENT = "USERID", "OPPONENT"
"""Words that the reader replaces by userids; while they stay, the server refuses the line."""
ROBOTS = [*NAMED_ROBOTS][1:]
"""The robots against which newcomers are invited to play."""


def join_link(site: Site) -> Link:
    """Returns the link that signs somebody up."""
    return _link(site, "Join by mail", f"signup {YOU} PASSWORD", NEWCOMER)


def help_link(site: Site) -> Link:
    """Returns the link that asks for the overview of the server's help."""
    return _link(site, "Help by mail", "help", quiet=True)


def robot_link(site: Site, game: AnyGame) -> Link:
    """Returns the link that starts a game against robots."""
    robots = ROBOTS[: len(game.seats) - 1]
    return challenge_link(site, game, f"Play against {listing(robots)}", robots)


def challenge_link(
    site: Site, game: AnyGame, words: str, opponents: list[str], *, quiet: bool = False
) -> Link:
    """Returns the link that starts a game; the reader names the opponents that are missing."""
    missing = [OPPONENT] * (len(game.seats) - 1 - len(opponents))
    subject = f"{game.name} challenge {' '.join([YOU, *opponents, *missing])}"
    return _link(site, words, subject, quiet=quiet)


def tournament_link(site: Site, name: str, *, joins: bool) -> Link:
    """Returns the link that joins a tournament, or the quiet one that asks for its table."""
    if joins:
        return _link(site, "Join by mail", f"tournament {name} join {YOU} -")
    return _link(site, "Get the table by mail", f"tournament {name}", quiet=True)


class SoughtRow(NamedTuple):
    """Games that a player seeks."""

    userid: str
    terms: str
    until: datetime
    join: Link


class Sought(NamedTuple):
    """The first seeks, and the number of others."""

    rows: Sequence[SoughtRow]
    more: int


MOST_SOUGHT = 20


def sought(source: Source, game: str = "") -> Sought:
    """Returns what is sought by players whom everybody may see, at one game if it is given."""
    found = source.work.public_listings.sought(source.clock.now(), game)
    rows = [
        SoughtRow(
            userid,
            f"{terms_in_words(games.stored(seek.game), seek)},",
            seek.until,
            _link(source.site, f"Join {userid}", f"{seek.game} join {seek.number} {YOU} -"),
        )
        for seek, userid in found[:MOST_SOUGHT]
    ]
    return Sought(rows, len(found) - len(rows))


def _link(site: Site, words: str, subject: str, body: str = "", *, quiet: bool = False) -> Link:
    return Link(words, mailto(ReplyTarget(site.address), subject, body), quiet=quiet)

"""The players of a board, as its page shows them."""

from dataclasses import dataclass

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.boards.facts import BoardFacts
from commands.views.html.chips import seat_pieces
from commands.views.svg.pieces import icon
from commands.views.text.clocks import duration
from pbm.clock import MINUTE
from pbm.diagram import Diagram

SEPARATOR = "\N{NO-BREAK SPACE}\N{MIDDLE DOT} "
"""Between facts: a line may end with it, but none begins with it."""


@dataclass(frozen=True, slots=True)
class PlayerChip:
    """A player with the piece of the seat."""

    piece: Markup
    name: str
    href: str
    """The link to the player's page; empty for a former player."""
    is_robot: bool
    facts: str
    """Seat, ratings and time used."""
    to_move: bool


def player_chips(facts: BoardFacts, diagram: Diagram) -> list[PlayerChip]:
    """Returns a chip for each player, by seat."""
    match = facts.board.match
    pieces = seat_pieces(match, diagram)
    return [
        PlayerChip(
            piece=icon(pieces[seat]),
            name=player.userid,
            href="" if player.gone else _href(facts, player.userid),
            is_robot=bool(player.robot),
            facts=SEPARATOR.join(_facts(facts, seat)),
            to_move=seat == match.to_move,
        )
        for seat, player in enumerate(facts.board.players)
    ]


def _href(facts: BoardFacts, userid: str) -> str:
    return paths.link(paths.player(userid), paths.board(facts.board.game.name, facts.board.number))


def _facts(facts: BoardFacts, seat: int) -> list[str]:
    match = facts.board.match
    side = match.game.seats[seat].name
    left = not match.outcome and seat not in match.game.remaining(match.state.position)
    return [
        *([side] if side != facts.names[seat] else []),
        *_ratings(facts, seat),
        *_time(facts, seat),
        *(["out"] if left else []),
    ]


def _ratings(facts: BoardFacts, seat: int) -> list[str]:
    """Returns the change of the rating; none before the end, as ratings change by other games."""
    if not facts.board.ratings:
        return []
    change = facts.board.ratings[seat]
    provisional = " (provisional)" if change.after.provisional else ""
    arrow = "\N{RIGHTWARDS ARROW}"
    return [f"{change.before.points} {arrow} {change.after.points}{provisional}"]


def _time(facts: BoardFacts, seat: int) -> list[str]:
    used = facts.board.clock.used[seat]
    return [f"{duration(used)} used"] if used >= MINUTE else []

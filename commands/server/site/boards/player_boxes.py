"""The box on a board's page for each player: piece, name, rating and time."""

from dataclasses import dataclass

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.boards.board_facts import BoardFacts
from commands.views.html.player_chips import seat_pieces
from commands.views.svg.pieces import icon
from commands.views.text.clocks import duration
from pbm.clock import MINUTE
from pbm.diagram import Diagram

SEPARATOR = "\N{NO-BREAK SPACE}\N{MIDDLE DOT} "
"""Separates facts. A line may end with it, but the space prevents one from starting with it."""


@dataclass(frozen=True, slots=True)
class PlayerChip:
    """A player and the piece of the player's seat."""

    piece: Markup
    name: str
    href: str
    """Link to the player's page. Empty for a former player."""
    is_robot: bool
    facts: str
    """Seat, ratings and time used."""
    to_move: bool


def player_chips(facts: BoardFacts, diagram: Diagram) -> list[PlayerChip]:
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
    is_out = not match.outcome and seat not in match.game.remaining(match.state.position)
    return [
        *([side] if side != facts.names[seat] else []),
        *_ratings(facts, seat),
        *_time(facts, seat),
        *(["out"] if is_out else []),
    ]


def _ratings(facts: BoardFacts, seat: int) -> list[str]:
    """Returns the change of the rating. Empty before the end, because other games may change it."""
    if not facts.board.ratings:
        return []
    change = facts.board.ratings[seat]
    provisional = " (provisional)" if change.after.provisional else ""
    arrow = "\N{RIGHTWARDS ARROW}"
    return [f"{change.before.points} {arrow} {change.after.points}{provisional}"]


def _time(facts: BoardFacts, seat: int) -> list[str]:
    used = facts.board.clock.used[seat]
    return [f"{duration(used)} used"] if used >= MINUTE else []

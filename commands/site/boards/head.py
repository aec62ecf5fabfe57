"""The head of a board's page: its state, its players, and links that open mails."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from commands.play.challenge_rules import challenge_options
from commands.site import paths
from commands.site.boards.facts import BoardFacts
from commands.site.lists.board_rows import OPPONENT, YOU
from commands.views.analysis.proofs import start_text
from commands.views.board_parts import reason
from commands.views.clocks import duration
from commands.views.html.colours import seat_pieces
from commands.views.html.links import mailto
from commands.views.reply_target import ReplyTarget
from commands.views.svg.pieces import icon
from pbm.clock import MINUTE
from pbm.diagram import Diagram
from pbm.game import Outcome
from pbm.match.match import Match
from pbm.proofs.starts.proved_starts import proved_start
from pbm.wording import listing


@dataclass(frozen=True, slots=True)
class Status:
    """The first lines of a board's page."""

    summary: str
    """A short sentence: the player to move, or the result."""
    lines: Sequence[str]
    mistake: str = ""
    """A sentence on the decisive mistake; empty if none is known."""
    mistake_ply: int = 0


def status(facts: BoardFacts) -> Status:
    """Returns the player to move or the result, and how it came to that."""
    match = facts.board.match
    if match.outcome:
        return Status(
            _result(facts, match.outcome),
            [
                *_last_move(facts),
                reason(match.outcome),
                *_places(facts, match.outcome),
                *_start(match),
            ],
            *_mistake(facts),
        )
    if match.to_move is None:
        return Status("Nobody is to move.", [])
    lines = [*_last_move(facts), *_start(match)]
    return Status(f"{facts.names[match.to_move]} is to move.", lines)


def _result(facts: BoardFacts, outcome: Outcome) -> str:
    winners = [facts.names[seat] for seat in outcome.winners]
    return f"{listing(winners)} won." if winners else "The game is drawn."


def _places(facts: BoardFacts, outcome: Outcome) -> list[str]:
    """Returns the places of three players or more."""
    if len(facts.names) == 2 or not outcome.winners:
        return []
    ranked = sorted(zip(outcome.places, facts.names, strict=True))
    return [", ".join(f"{place}. {name}" for place, name in ranked)]


def _mistake(facts: BoardFacts) -> tuple[str, int]:
    index = facts.review.mistake
    if index is None:
        return "", 0
    state = facts.board.match.state.played[index]
    player = facts.names[state.mover or 0]
    return f"The decisive mistake was {player}'s {state.move}, move #{state.ply}.", state.ply


def _last_move(facts: BoardFacts) -> list[str]:
    match = facts.board.match
    if match.state.mover is None:
        return []
    mover = facts.mover_words(match.ply, match.state.mover)
    return [f"{mover} played {match.last_move}, move #{match.ply}."]


def _start(match: Match) -> list[str]:
    """Returns a sentence on the value of the start if it is shipped as proved."""
    start = proved_start(match.game, match.options)
    return [start_text(Match.begin(match.game, match.options), start.proof)] if start else []


# The players of a board, as its page shows them.

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


# Links of a board's page that open mails to the server.


class Action(NamedTuple):
    """A link that opens a mail."""

    words: str
    href: str
    asks: bool
    """True if the reader replaces words of its subject before it is sent."""


def actions(facts: BoardFacts) -> list[Action]:
    """Returns links to watch a game that goes on, or to challenge the players of one that is over.

    Anybody may send the line that shows the board; the other lines are for registered players.
    """
    board = facts.board
    show = _action(facts, "Get this board by mail", f"{board.game.name} show {board.number}")
    if board.match.outcome:
        return [*_challenges(facts), show]
    line = f"{board.game.name} subscribe {board.number} {YOU} PASSWORD"
    return [_action(facts, "Watch by mail", line), show]


def _challenges(facts: BoardFacts) -> Iterator[Action]:
    board = facts.board
    missing = [OPPONENT] * (len(board.players) - 2)
    for player in board.players:
        if not player.gone:
            options = challenge_options(board.match, board.terms)
            words = (board.game.name, "challenge", *options, YOU, player.userid, *missing)
            line = " ".join(words)
            yield _action(facts, f"Challenge {player.userid}", line)


def _action(facts: BoardFacts, words: str, line: str) -> Action:
    href = mailto(ReplyTarget(facts.site.address), line, "")
    return Action(words, href, YOU in line.split())

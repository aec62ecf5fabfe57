"""The part of a board's view that is the same for all readers, cached between emails."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple

from commands.content.messages import LISTED_ROUNDS, BoardSnapshot
from commands.views.highlights import Highlights, PlayedMove, changed_squares, played_moves
from commands.views.move_choices import Placements, placements_of
from commands.views.text.ascii_diagram import render_ascii
from commands.views.text.tables import table
from pbm import games
from pbm.diagram import Diagram
from pbm.game import Seat
from pbm.match.checkpoint import Checkpoint, resumed_match
from pbm.match.match import Match

SHARED_BOARDS = 64
"""Number of boards whose views are cached. Emails about the same board follow one another in the
outbox, so a small cache is enough.
"""


@dataclass(frozen=True, eq=False)
class BoardView:
    """A match with its diagram, last moves and highlights, the same for all readers of a side.

    Views are compared by identity.
    """

    match: Match
    players: tuple[str, ...]
    robots: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]
    """The squares that each seat's piece has occupied, in games whose pieces leave trails."""

    @cached_property
    def turned(self) -> "BoardView":
        """The view from the side of the second seat."""
        return TurnedView(self.match, self.players, self.robots, self.paths, self)

    @cached_property
    def diagram(self) -> Diagram:
        return self.match.diagram

    @cached_property
    def ascii(self) -> str:
        """The diagram as plain text."""
        return render_ascii(self.diagram)

    @cached_property
    def latest(self) -> Sequence[PlayedMove]:
        """The last moves: at most two per player, oldest first."""
        return played_moves(self.match, 2 * len(self.match.game.seats))

    @cached_property
    def highlights(self) -> Highlights:
        """The squares of the last move, the trails, and the trapped pieces."""
        before = self.latest[-1].before.diagram if self.latest else self.diagram
        return Highlights(
            last=changed_squares(before, self.diagram),
            trails=self.paths,
            trapped=frozenset(self.match.game.trapped(self.match.state.position)),
        )

    @cached_property
    def rounds(self) -> Sequence[Sequence[str]]:
        """Table rows with the players' last moves, each beginning with the round number."""
        rounds = self.match.rounds(LISTED_ROUNDS)
        return [[str(number), *(move or "" for move in row)] for number, row in rounds]

    @cached_property
    def placements(self) -> Placements | None:
        """The moves that put pieces on empty squares, in a game of such moves."""
        return placements_of(self.match, self.diagram)

    @cached_property
    def moves_table(self) -> str:
        """A text table of the last moves, with a column for each player."""
        remaining = self.match.game.remaining(self.match.state.position)
        seated = enumerate(zip(self.players, self.match.game.seats, strict=True))
        head = [
            f"{player} ({self._facts(player, seat, out=number not in remaining)})"
            for number, (player, seat) in seated
        ]
        return table(("", *head), self.rounds, right=(0,))

    def _facts(self, player: str, seat: Seat, *, out: bool) -> str:
        """Returns the facts in parentheses after a player's name, such as the seat."""
        marks = [*(["robot"] if player in self.robots else []), *(["out"] if out else [])]
        return ", ".join([seat.name, seat.sign, *marks])


@dataclass(frozen=True, eq=False)
class TurnedView(BoardView):
    """A view from the side of the second seat."""

    straight: BoardView
    """The view from the side of the first seat."""

    @cached_property
    def diagram(self) -> Diagram:
        return self.straight.diagram.turn()

    @cached_property
    def latest(self) -> Sequence[PlayedMove]:
        return self.straight.latest

    @cached_property
    def highlights(self) -> Highlights:
        return self.straight.highlights


class _Key(NamedTuple):
    """The fields of a snapshot that determine its view."""

    game: str
    options: tuple[str, ...]
    checkpoint: Checkpoint | None
    log: tuple[str, ...]
    players: tuple[str, ...]
    robots: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]


_KEY_OF = attrgetter(*_Key._fields)


def board_view(content: BoardSnapshot) -> BoardView:
    """Returns the cached view of the board in a snapshot, from the reader's side."""
    view = keyed_view(_Key(*_KEY_OF(content)))
    is_second = (content.acts_for or content.side_of) in content.players[1:]
    return view.turned if view.match.game.perspective and is_second else view


def replayed(content: BoardSnapshot) -> Match:
    """Returns the match in a snapshot."""
    return board_view(content).match


def highlights_of(match: Match, *, targets: frozenset[str] = frozenset()) -> Highlights:
    """Returns the highlights of a match in its current position.

    `targets`: the squares to highlight as possible moves.
    """
    return replace(BoardView(match, (), (), match.paths).highlights, targets=targets)


def targets_of(match: Match, piece: str = "") -> frozenset[str]:
    """Returns the squares to highlight, because the player to move can move to them.

    Empty if a piece can be put on almost any empty square.

    `piece`: the square of the piece, in games where a player has several.
    """
    moves = match.legal_by_piece.get(piece, ())
    placements = None if piece or not moves else placements_of(match, match.diagram)
    if placements and placements.are_usual:
        return frozenset()
    return frozenset(move.removeprefix(f"{piece}-") for move in moves)


@lru_cache(SHARED_BOARDS)
def keyed_view(key: _Key) -> BoardView:
    game = games.stored(key.game)
    options = game.read_options(key.options)
    if key.checkpoint is None:
        match = Match.replay_texts(game, options, key.log)
    else:
        match = resumed_match(game, options, key.checkpoint).continued(key.log)
    return BoardView(match, key.players, key.robots, key.paths)

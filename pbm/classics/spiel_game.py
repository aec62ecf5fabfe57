"""The base class of classic games, which leaves the rules to OpenSpiel.

A subclass declares the name of the game in OpenSpiel, the facts that every game declares, how moves
are written, the diagram, and the reasons for results.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from pbm.classics.chess.engine import best_move, estimates
from pbm.classics.engine import chosen_move
from pbm.classics.material import Material
from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.errors import IllegalError
from pbm.game import Game, Outcome
from pbm.search.effort import Effort
from pbm.wording import listing

Options = TypeVar("Options")
Move = Actions
"""The actions of a move. Most games of OpenSpiel have one action for each move."""
Spellings = dict[str, tuple[Move, ...]]

MAX_TEXT = 60
"""Maximum number of characters of a move in any spelling."""
BETWEEN_SQUARES = re.compile(
    r"\b(?:to|takes|captures|from)\b|[\s:>\u2192\u00d7()\[\],.!?-]|(?<=\d)x"
)
"""Words and signs that people write between squares."""
MAX_KNOWN_TEXTS = 4096
"""Maximum number of notations of moves that a process remembers."""
MAX_CHOICES = 6
"""Maximum number of moves that the error about an ambiguous move lists."""


class SpielGame(Game[Position, Move, Options]):
    """A game with the rules of OpenSpiel."""

    spiel: ClassVar[str]
    """The name of the game in OpenSpiel."""
    players: ClassVar[tuple[int, ...]] = (0, 1)
    """The player in OpenSpiel of each seat."""
    plies: ClassVar[int]
    """An upper bound for the plies of a game."""
    material: ClassVar[Material | None] = None
    """The values of the pieces if robots search by them. Others search by simulated games."""

    def setup(self, options: Options) -> str:
        """Returns the game in OpenSpiel, such as `go(board_size=9)`."""
        return self.spiel

    def opening(self, options: Options) -> Actions:
        """Returns the actions before the first move, such as handicap stones."""
        return ()

    @abstractmethod
    def reason(self, position: Position, winner: int | None) -> str:
        """Returns the reason for the result. `winner`: a seat, or None if the game is drawn."""

    @abstractmethod
    def example_move(self, position: Position) -> str:
        """Returns how a move is written, for the error about text that isn't one."""

    @abstractmethod
    def looks_like_move(self, key: str) -> bool:
        """Whether the result of `key` is a move, legal or not."""

    def key(self, text: str) -> str:
        """Returns a text without the differences between spellings of the same move."""
        return BETWEEN_SQUARES.sub("", text.lower())

    def spellings(self, position: Position, move: Move) -> Iterable[str]:
        """Returns the keys of all spellings of a legal move."""
        return (self.key(self.write(position, move)),)

    def why_illegal(self, position: Position, key: str) -> str:
        """Returns why a move isn't legal, as a sentence."""
        return ""

    def start(self, options: Options) -> Position:
        return Position(self.setup(options), self.opening(options))

    def to_move(self, position: Position) -> int | None:
        if position.left is not None:
            return None
        player = position.state.current_player()
        return self.players.index(player) if player >= 0 else None

    def moves(self, position: Position) -> Iterator[Move]:
        if position.left is None:
            yield from ((action,) for action in position.state.legal_actions())

    def whole_moves(self, position: Position) -> Iterator[Move]:
        """Yields the moves of a game in which a move can have several actions.

        A player's actions belong to one move until the turn passes.
        """
        if position.left is None:
            yield from _actions_of_turn(position.state, ())

    def play(self, position: Position, move: Move) -> Position:
        return position._replace(actions=position.actions + move)

    def leave(self, position: Position, seat: int) -> Position:
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        if position.left is not None:
            left = f"{self.seats[position.left].name} left the game"
            return Outcome.won_by(1 - position.left, left)
        state = position.state
        if not state.is_terminal():
            return None
        returns = state.returns()
        first, second = (returns[player] for player in self.players)
        if first == second:
            return Outcome((1, 1), self.reason(position, None))
        winner = 0 if first > second else 1
        return Outcome.won_by(winner, self.reason(position, winner))

    def write(self, position: Position, move: Move) -> str:
        """Returns the move in OpenSpiel's notation."""
        state = position.state
        return str(state.action_to_string(state.current_player(), move[0]))

    def read(self, position: Position, text: str) -> Move:
        """Reads a move in the canonical notation, or in any spelling that fits one legal move."""
        text = text.strip()
        key = self.key(text) if len(text) <= MAX_TEXT else ""
        if not key or not self.looks_like_move(key):
            raise self.unreadable(text, self.example_move(position))
        self.check_ongoing(position)
        moves = [*self.moves(position)]
        known = _moves_written(self.name, self.to_move(position), text)
        for move in (*known.intersection(moves), *moves):
            if self.write(position, move) == text:
                known.add(move)
                return move
        exact, in_lower_case = _spellings(self, position)
        found = exact.get(key) or in_lower_case.get(key.lower(), ())
        if len(found) == 1:
            return found[0]
        raise IllegalError(self._refusal(position, text, key, found))

    def write_position(self, position: Position) -> Any:
        return [list(position.actions), position.left]

    def read_position(self, options: Options, value: Any) -> Position:
        actions, left = value
        return Position(self.setup(options), tuple(actions), left)

    def longest(self, options: Options) -> int | None:
        return self.plies

    def choose(self, position: Position, effort: Effort) -> Move | None:
        moves = [*self.moves(position)]
        if self.material:
            return best_move(self.material, position, moves, effort)
        return chosen_move(position, moves, effort)

    def estimate(
        self, position: Position, moves: Sequence[Move], effort: Effort
    ) -> Sequence[float] | None:
        return estimates(self.material, position, moves, effort) if self.material else None

    def _refusal(self, position: Position, text: str, key: str, found: Iterable[Move]) -> str:
        choices = [self.write(position, move) for move in found][:MAX_CHOICES]
        if choices:
            return f'"{text}" could mean {listing(choices, "or")}. Write one of these.'
        return self.why_illegal(position, key) or f"{text} isn't a legal move here."


@lru_cache(MAX_KNOWN_TEXTS)
def _moves_written(_game: str, _seat: int | None, _text: str) -> set[Move]:
    """Returns the moves that were written so in other positions, to be tried first."""
    return set()


def _actions_of_turn(state: Any, before: Move) -> Iterator[Move]:
    player = state.current_player()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        move = (*before, action)
        if after.current_player() == player:
            yield from _actions_of_turn(after, move)
        else:
            yield move


@lru_cache(64)
def _spellings(game: SpielGame[Any], position: Position) -> tuple[Spellings, Spellings]:
    """Returns the legal moves by their keys, and by their keys in lower case."""
    exact: dict[str, dict[Move, None]] = {}
    for move in game.moves(position):
        for key in game.spellings(position, move):
            exact.setdefault(key, {})[move] = None
    lower: dict[str, dict[Move, None]] = {}
    for key, moves in exact.items():
        lower.setdefault(key.lower(), {}).update(moves)
    return _frozen(exact), _frozen(lower)


def _frozen(spellings: dict[str, dict[Move, None]]) -> Spellings:
    return {key: tuple(moves) for key, moves in spellings.items()}

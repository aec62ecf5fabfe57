"""A match: options, and an append-only log of events from which the position is replayed."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self

from pbm.adjudication import adjudicated, rolled_back
from pbm.errors import IllegalError, ParseError, UnreadableMoveError
from pbm.game import Game, Outcome, legal
from pbm.options import write_options

MAX_MOVE_WORDS = 5
"""The most words in a move: `Move Right to (0, 1)`."""

GUARD = re.compile(r"# ?([0-9]+)[.,;:!]*(?: (.*))?")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log: what happened, when, and who caused it.

    The text is `move MOVE`, `leave SEAT WHY`, `draw`, `undo`, or an admin's decision:
    `adjudicate PLACES... REASON`, `rollback PLY`.
    """

    text: str
    at: datetime
    author: str

    def write(self) -> str:
        """Returns the line: time in UTC, author, text; the inverse of `read`."""
        return f"{self.at.astimezone(UTC).isoformat()} {self.author} {self.text}"

    @classmethod
    def read(cls, line: str) -> Self:
        """Returns the event in a line."""
        at, author, text = line.split(" ", 2)
        return cls(text, datetime.fromisoformat(at), author)


@dataclass(frozen=True, slots=True)
class State:
    """The state to which a log leads."""

    position: Any
    outcome: Outcome | None
    moves: tuple[str, ...] = ()
    """The moves played, in canonical notation."""
    movers: tuple[int, ...] = ()
    """The seats that made the moves."""
    effective: tuple[str, ...] = ()
    """The texts of the events that no undo or rollback has cancelled."""
    epoch: int = 0
    """Increased by every undo and rollback, which invalidate earlier references to a ply."""


@dataclass(frozen=True)
class Match:
    """A game being played. Every change returns a new match with a longer log."""

    game: Game[Any, Any, Any]
    options: Any
    state: State
    events: tuple[Event, ...] = ()
    checksum: str = ""
    """SHA-256 over game, rules version, options and the log, chained event by event."""

    @classmethod
    def begin(cls, game: Game[Any, Any, Any], options: Any) -> Self:
        """Returns a match with an empty log; the options must be resolved."""
        start = " ".join((game.name, str(game.version), *write_options(options)))
        return cls(game, options, _first(game, options), checksum=_sha256(start))

    @classmethod
    def replay(cls, game: Game[Any, Any, Any], options: Any, events: Sequence[Event]) -> "Match":
        """Returns the match with this log; refuses a log the rules don't allow."""
        match = Match.begin(game, options)
        for event in events:
            match = match.add(event)
        return match

    @classmethod
    def replay_texts(cls, game: Game[Any, Any, Any], options: Any, texts: Sequence[str]) -> "Match":
        """Returns a match of which only the texts of its events are known."""
        return Match(game, options, _replay(game, options, texts))

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.state.moves)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played, in canonical notation."""
        return self.state.moves

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None."""
        return self.state.outcome

    @cached_property
    def to_move(self) -> int | None:
        """The seat to move, or None when the match is over."""
        return None if self.outcome else self.game.to_move(self.state.position)

    @cached_property
    def legal(self) -> list[str]:
        """The legal moves in canonical notation, sorted; none when the match is over."""
        return [] if self.outcome else legal(self.game, self.state.position)

    @cached_property
    def legal_by_piece(self) -> dict[str, list[str]]:
        """The legal moves, sorted, by the square of the piece that makes them."""
        position, found = self.state.position, dict[str, list[str]]()
        for move in () if self.outcome else self.game.moves(position):
            square = self.game.mover_square(position, move)
            found.setdefault(square, []).append(self.game.write(position, move))
        return {square: sorted(moves) for square, moves in found.items()}

    def add(self, event: Event) -> "Match":
        """Returns the match after one more event."""
        state = _step(self.game, self.options, self.state, event.text)
        checksum = _sha256(f"{self.checksum}\n{event.write()}")
        return replace(self, state=state, events=(*self.events, event), checksum=checksum)

    def play(self, move: str, at: datetime, author: str) -> "Match":
        """Returns the match after a move in any notation."""
        return self.add(Event(f"move {self.canonical(move)}", at, author))

    def canonical(self, move: str) -> str:
        """Returns a legal move in canonical notation; refuses any other, with a legal example."""
        if self.outcome:
            raise IllegalError("The game is over.")
        position = self.state.position
        try:
            return self.game.write(position, self.game.read(position, move))
        except UnreadableMoveError as error:
            raise UnreadableMoveError(error.problem, f"{self.legal[0]}.") from None

    def describe_move(self, move: str) -> str:
        """Returns the predicate of a sentence on a legal move, to follow the player's name."""
        position = self.state.position
        return self.game.describe_move(position, self.game.read(position, move))

    def rounds(self) -> list[list[str | None]]:
        """Returns the moves in rounds, one entry per seat; None for a seat without a move in it."""
        seats = len(self.game.seats)
        rounds: list[list[str | None]] = []
        last = seats
        for seat, move in zip(self.state.movers, self.moves, strict=True):
            if seat <= last:
                rounds.append([None] * seats)
            rounds[-1][seat] = move
            last = seat
        return rounds

    def split(self, text: str) -> tuple[str, int | None, str]:
        """Splits `MOVE#PLY COMMENT` into the longest words that are a move, ply, and comment."""
        words = text.replace("#", " #").split()
        for count in range(min(len(words), MAX_MOVE_WORDS), 0, -1):
            move = " ".join(words[:count])
            if "#" not in move and self.reads(move):
                ply, comment = _guard(" ".join(words[count:]))
                return move, ply, comment if ply else " ".join(text.split()[count:])
        return text, None, ""

    def at(self, ply: int) -> "Match":
        """Returns the match as it was after this many moves."""
        effective = list(self.state.effective)
        extra = self.ply - ply
        while extra > 0:
            extra -= _is_move(effective.pop())
        return Match.replay_texts(self.game, self.options, effective)

    def reads(self, move: str) -> bool:
        """Returns True if this is the notation of a move, legal or not."""
        try:
            self.game.read(self.state.position, move)
        except ParseError:
            return False
        except IllegalError:
            return True
        return True


def _first(game: Game[Any, Any, Any], options: Any) -> State:
    position = game.start(options)
    return State(position, game.outcome(position))


def _replay(game: Game[Any, Any, Any], options: Any, texts: Sequence[str]) -> State:
    state = _first(game, options)
    for text in texts:
        state = _step(game, options, state, text)
    return state


def _step(game: Game[Any, Any, Any], options: Any, state: State, text: str) -> State:
    kind, _, rest = text.partition(" ")
    if kind == "undo":
        return _undo(game, options, state)
    if kind == "rollback":
        return _with_new_epoch(game, options, state, rolled_back(state.effective, rest))
    if state.outcome:
        raise IllegalError(f'The game was over before "{text}".')
    effective = (*state.effective, text)
    if kind == "move":
        return replace(_move(game, state, rest), effective=effective)
    if kind == "leave":
        return replace(_leave(game, state, rest), effective=effective)
    if kind == "draw" and game.drawn_by_agreement:
        drawn = Outcome((1,) * len(game.seats), "the players agreed on a draw")
        return replace(state, outcome=drawn, effective=effective)
    if kind == "adjudicate":
        decided = adjudicated(len(game.seats), rest)
        return replace(state, outcome=decided, effective=effective)
    raise ParseError(f'"{text}" isn\'t an event of a match of {game.title}.')


def _move(game: Game[Any, Any, Any], state: State, text: str) -> State:
    seat = game.to_move(state.position)
    if seat is None:
        raise IllegalError(f"Nobody is to move before {text}.")
    position = game.play(state.position, game.read(state.position, text))
    moves, movers = (*state.moves, text), (*state.movers, seat)
    return replace(
        state, position=position, outcome=game.outcome(position), moves=moves, movers=movers
    )


def _leave(game: Game[Any, Any, Any], state: State, rest: str) -> State:
    seat, _, why = rest.partition(" ")
    position = game.leave(state.position, int(seat))
    outcome = game.outcome(position)
    if outcome:
        outcome = replace(outcome, reason=f"{game.seats[int(seat)].name} {why}")
    return replace(state, position=position, outcome=outcome)


def _undo(game: Game[Any, Any, Any], options: Any, state: State) -> State:
    effective = list(state.effective)
    while effective and not _is_move(effective[-1]):
        effective.pop()
    if not effective:
        raise IllegalError("There is no move to take back.")
    return _with_new_epoch(game, options, state, effective[:-1])


def _with_new_epoch(
    game: Game[Any, Any, Any], options: Any, state: State, effective: Sequence[str]
) -> State:
    """Returns the state after these events, in the next epoch."""
    return replace(_replay(game, options, effective), epoch=state.epoch + 1)


def _guard(text: str) -> tuple[int | None, str]:
    """Returns the ply before the comment, if there is one, and the comment."""
    if not text.startswith("#"):
        return None, text
    found = GUARD.fullmatch(text)
    if not found:
        raise ParseError("After the # stands the number of the move, such as #3.")
    return int(found[1][:9]), found[2] or ""


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _is_move(text: str) -> bool:
    return text.startswith("move ")

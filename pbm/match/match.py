"""A match: options, and an append-only log of events. The position is the result of replaying them.

Undo, `show 101#2`, `preview`, import and `pbm admin verify` all use the same replay.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self

from pbm.clock import read_moment
from pbm.diagram import Diagram
from pbm.errors import IllegalError, ParseError, UnreadableMoveError
from pbm.game import Game, Outcome
from pbm.match.event_authors import FOR
from pbm.match.match_state import MAX_PLIES, State, first_state, next_state, repetitions
from pbm.options import write_options
from pbm.wording import listing

MAX_MOVE_WORDS = 5
"""Maximum number of words in a move, as in `Move Right to (0, 1)`."""

MAX_LISTED_MOVES = 8
"""Maximum number of legal moves that an error lists."""
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Time of moves that aren't played, but only explored."""
MATE = re.compile(r"(?<=\w)#(?! ?\d)")
GUARD = re.compile(r"# ?([0-9]+)[.,;:!]*(?: (.*))?")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log: an event, its time and its author.

    The text is `move MOVE`, `leave SEAT WHY`, `draw` or `undo`. Decisions of an admin are
    `adjudicate PLACES... REASON` and `rollback PLY`. The end of a tournament's round is `close
    PLACES... WHY`.
    """

    text: str
    at: datetime
    author: str

    def write(self) -> str:
        """Returns the line: time in UTC, author, text. `read` is the inverse."""
        return f"{self.at.astimezone(UTC).isoformat()} {self.author} {self.text}"

    @classmethod
    def read(cls, line: str) -> Self:
        at, author, text = line.split(" ", 2)
        return cls(text, read_moment(at), author)


@dataclass(frozen=True)
class Match:
    """A game being played. Every change returns a new match with a longer log."""

    game: Game[Any, Any, Any]
    options: Any
    state: State
    events: tuple[Event, ...] = ()
    checksum: str = ""
    """SHA-256 of game, rules version, options and log, chained event by event."""

    @classmethod
    def begin(cls, game: Game[Any, Any, Any], options: Any) -> Self:
        """Returns a match with an empty log. `options`: resolved options."""
        checksum = log_checksum(game.name, game.version, write_options(options), ())
        return cls(game, options, first_state(game, options), checksum=checksum)

    @classmethod
    def replay(cls, game: Game[Any, Any, Any], options: Any, events: Sequence[Event]) -> "Match":
        """Returns the match with this log. Raises UserError if the rules don't allow the log."""
        begun = Match.begin(game, options)
        state, checksum = begun.state, begun.checksum
        for event in events:
            state = next_state(game, state, event.text)
            checksum = _next_checksum(checksum, event)
        return Match(game, options, state, tuple(events), checksum)

    @classmethod
    def replay_texts(cls, game: Game[Any, Any, Any], options: Any, texts: Sequence[str]) -> "Match":
        """Returns a match made from the texts of its events, without their times and authors."""
        return Match(game, options, first_state(game, options)).continued(texts)

    def continued(self, texts: Sequence[str]) -> "Match":
        """Returns the match after further events, given only by their texts."""
        state = self.state
        for text in texts:
            state = next_state(self.game, state, text)
        return Match(self.game, self.options, state)

    @property
    def ply(self) -> int:
        return self.state.ply

    @property
    def diagram(self) -> Diagram:
        return self.game.diagram(self.state.position)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves in canonical notation.

        A match that began at a checkpoint doesn't contain earlier moves.
        """
        return self.state.moves

    @property
    def last_move(self) -> str:
        """The last move in canonical notation, or an empty string."""
        return next((state.move for state in self.state.backwards() if state.is_move), "")

    @cached_property
    def deputies(self) -> dict[int, tuple[str, str]]:
        """Userids of deputy and player for each move by a deputy that wasn't taken back, by ply."""
        if not any(FOR in event.author for event in self.events):
            return {}
        authors: list[str] = []
        for event in self.events:
            kind, _, rest = event.text.partition(" ")
            if kind == "move":
                authors.append(event.author)
            elif kind in ("undo", "rollback"):
                del authors[int(rest) if rest else -1 :]
        split = enumerate((author.partition(FOR) for author in authors), 1)
        return {ply: (deputy, player) for ply, (deputy, _, player) in split if player}

    @property
    def paths(self) -> tuple[tuple[str, ...], ...]:
        """The squares that each seat's piece has occupied, in order.

        Empty if pieces leave no trails.
        """
        if not self.game.leaves_trails:
            return ()
        start = self.game.diagram(self.game.start(self.options))
        played = self.state.played
        return tuple(
            (piece.square, *(state.move for state in played if state.mover == piece.seat))
            for piece in start.pieces()
        )

    @cached_property
    def repetitions(self) -> int:
        """How often the current position has occurred.

        Always 1 in games that end by their rules.
        """
        return repetitions(self.game, self.state) if self.endless else 1

    @property
    def endless(self) -> bool:
        """Whether the rules don't guarantee that the game ends."""
        return self.game.longest(self.options) is None

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @cached_property
    def to_move(self) -> int | None:
        """The seat to move, or None if the match is over."""
        return None if self.outcome else self.game.to_move(self.state.position)

    @cached_property
    def legal(self) -> list[str]:
        """The legal moves in canonical notation, sorted. Empty if the match is over."""
        return sorted(move for _, move in self._written_moves)

    @cached_property
    def legal_by_piece(self) -> dict[str, list[str]]:
        """The legal moves, sorted, by the square of the piece that makes them."""
        by_square = dict[str, list[str]]()
        for square, move in self._written_moves:
            by_square.setdefault(square, []).append(move)
        return {square: sorted(moves) for square, moves in by_square.items()}

    @cached_property
    def _written_moves(self) -> Sequence[tuple[str, str]]:
        """The legal moves, each with the square of its piece. Empty if the match is over."""
        return () if self.outcome else [*self.game.written_moves(self.state.position)]

    def add(self, event: Event) -> "Match":
        state = next_state(self.game, self.state, event.text)
        events, checksum = (*self.events, event), _next_checksum(self.checksum, event)
        return Match(self.game, self.options, state, events, checksum)

    def play(self, move: str, at: datetime, author: str) -> "Match":
        """Returns the match after a move in any notation.

        If the match may never end and has reached the maximum length, it is drawn.
        """
        after = self.add(Event(f"move {self.canonical(move)}", at, author))
        too_long = after.endless and after.ply >= MAX_PLIES and not after.outcome
        return after.add(Event("draw length", at, author)) if too_long else after

    def canonical(self, move: str) -> str:
        """Returns a legal move in canonical notation.

        Raises UserError for any other text, and lists the legal moves. The error doesn't contain an
        example of a move, because hasty readers would send the example.
        """
        if self.outcome:
            raise IllegalError("The game is over.")
        position = self.state.position
        try:
            return self.game.write(position, self._read(move))
        except UnreadableMoveError as error:
            raise UnreadableMoveError(error.problem, self.legal_list()) from None

    def legal_list(self) -> str:
        """Returns a line with the legal moves, shortened if there are many.

        Empty if there are none.
        """
        more = ["..."] if len(self.legal) > MAX_LISTED_MOVES else []
        listed = ", ".join([*self.legal[:MAX_LISTED_MOVES], *more])
        return f"\nLegal moves: {listed}" if listed else ""

    def describe_move(self, move: str) -> str:
        """Returns the predicate of a sentence about a legal move. The player's name precedes it."""
        described = self._described_moves.get(move)
        if described is None:
            described = self.game.describe_move(self.state.position, self._read(move))
            self._described_moves[move] = described
        return described

    def rounds(self, most: int | None = None) -> list[tuple[int, list[str | None]]]:
        """Returns the moves by round, numbered from 1.

        `most`: return only this many of the last rounds.

        A round has an entry for each seat. It is None if the seat made no move in that round.
        """
        rounds: dict[int, list[str | None]] = {}
        for state in self.state.backwards():
            if state.is_move and state.mover is not None:
                if len(rounds) == most and state.round not in rounds:
                    break
                row = rounds.setdefault(state.round, [None] * len(self.game.seats))
                row[state.mover] = state.move
        return [*rounds.items()][::-1]

    def split(self, text: str) -> tuple[str, int | None, str]:
        """Splits `MOVE#PLY COMMENT` into move, ply and comment. The move is as long as possible.

        In games with the notation of chess, a `#` without a number means mate.
        """
        text = MATE.sub("", text) if self.game.piece_words else text
        words = text.replace("#", " #").split()
        for count in range(min(len(words), MAX_MOVE_WORDS), 0, -1):
            move = " ".join(words[:count])
            if "#" not in move and self.reads(move):
                ply, comment = _guard(" ".join(words[count:]))
                return move, ply, comment if ply else " ".join(text.split()[count:])
        return text, None, ""

    def at(self, ply: int) -> "Match":
        """Returns the match as it was after this many moves."""
        return Match(self.game, self.options, self.state.at(ply))

    def reads(self, move: str) -> bool:
        """Whether the text is a move in some notation, legal or not."""
        try:
            self._read(move)
        except ParseError:
            return False
        except IllegalError:
            return True
        return True

    def moves_like(self, text: str) -> Sequence[str]:
        """Returns the legal moves that differ from the text only in capitals, if these matter."""
        return self._moves_in_lower_case.get(text.lower(), ())

    def _read(self, move: str) -> Any:
        """Returns the move in a text.

        It is remembered because each move is read several times: to find it, and to play it.
        """
        parsed_move = self._parsed_moves.get(move)
        if parsed_move is None:
            parsed_move = self._parsed_moves[move] = self._parse(move)
        return parsed_move

    def _parse(self, text: str) -> Any:
        game, position = self.game, self.state.position
        try:
            return game.read(position, text)
        except (ParseError, IllegalError) as error:
            if isinstance(error, ParseError) and game.reads_any_case:
                raise
            moves = self.moves_like("".join(text.split()))
            if not moves:
                raise
        if len(moves) > 1:
            raise IllegalError(f'"{text}" could mean {listing(moves, "or")}. Write one of these.')
        return game.read(position, moves[0])

    @cached_property
    def _moves_in_lower_case(self) -> dict[str, list[str]]:
        """The legal moves by their notation in lower case, if capitals matter in this game."""
        by_text = dict[str, list[str]]()
        for move in self.legal if self.game.case_matters else ():
            by_text.setdefault(move.lower(), []).append(move)
        return by_text

    @cached_property
    def _parsed_moves(self) -> dict[str, Any]:
        """The moves that were read so far, by their text."""
        return {}

    @cached_property
    def _described_moves(self) -> dict[str, str]:
        """The sentences about the moves that were described so far, by the text of the move."""
        return {}


def _guard(text: str) -> tuple[int | None, str]:
    """Splits `#PLY COMMENT` into ply and comment. The ply is None if the text has none."""
    if not text.startswith("#"):
        return None, text
    match = GUARD.fullmatch(text)
    if not match:
        raise ParseError("Write the number of the move after #, such as #3.")
    return int(match[1][:9]), match[2] or ""


def log_checksum(game: str, version: int, options: Sequence[str], events: Sequence[Event]) -> str:
    """Returns the checksum of a match. This doesn't need the rules of the game."""
    checksum = _sha256(" ".join((game, str(version), *options)))
    for event in events:
        checksum = _next_checksum(checksum, event)
    return checksum


def _next_checksum(checksum: str, event: Event) -> str:
    return _sha256(f"{checksum}\n{event.write()}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

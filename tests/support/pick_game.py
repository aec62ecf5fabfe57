"""A small game whose moves differ in capitals, with positions of any type."""

import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Outcome, Seat
from pbm.options import NoOptions


class Pick(Game[Any, str, NoOptions]):
    """Players take turns to pick a card. The player who picks the last one wins."""

    name = "pick"
    title = "Pick"
    summary = "Pick the last card."
    rules = "White and Black pick cards in turn. If you pick the last card, you win."
    example = ("", ("Nf3", "bxc3", "Bxc3", "O-O"))
    seats = (Seat("White", "o"), Seat("Black", "x"))
    drawn_by_agreement = True
    case_matters = True
    cards = ("bxc3", "Bxc3", "Nf3", "O-O")

    def make(self, picked: tuple[str, ...], left: int | None = None) -> Any:
        """Returns the position after these cards were picked, and a seat has left."""
        return picked, left

    def see(self, position: Any) -> tuple[tuple[str, ...], int | None]:
        """Returns the picked cards, and the seat that has left."""
        picked, left = position
        return picked, left

    def start(self, options: NoOptions) -> Any:
        return self.make(())

    def to_move(self, position: Any) -> int | None:
        picked, left = self.see(position)
        return None if left is not None or len(picked) == len(self.cards) else len(picked) % 2

    def moves(self, position: Any) -> Iterator[str]:
        picked, left = self.see(position)
        yield from (card for card in self.cards if left is None and card not in picked)

    def longest(self, options: NoOptions) -> int:
        return len(self.cards)

    def play(self, position: Any, move: str) -> Any:
        return self.make((*self.see(position)[0], move))

    def leave(self, position: Any, seat: int) -> Any:
        return self.make(self.see(position)[0], seat)

    def outcome(self, position: Any) -> Outcome | None:
        picked, left = self.see(position)
        if left is not None:
            return Outcome.won_by(1 - left, f"{self.seats[left].name} has left the game")
        if len(picked) < len(self.cards):
            return None
        return Outcome.won_by((len(picked) - 1) % 2, "all cards are picked")

    def read(self, position: Any, text: str) -> str:
        card = text.strip()
        if card not in self.cards:
            raise self.unreadable(text, "Nf3")
        self.check_ongoing(position)
        if card in self.see(position)[0]:
            raise IllegalError(f"{card} is already picked.")
        return card

    def write(self, position: Any, move: str) -> str:
        return move

    def diagram(self, position: Any) -> Diagram:
        picked = self.see(position)[0]
        columns = tuple(string.ascii_lowercase[: len(self.cards)])
        cells = tuple(
            Cell(f"{column}1", *((".",) if card in picked else ("c", "card")))
            for column, card in zip(columns, self.cards, strict=True)
        )
        return Diagram((Layer(columns, ("1",), (cells,)),))


class Cards(NamedTuple):
    """A position with text."""

    picked: tuple[str, ...]
    left: int | None


@dataclass(frozen=True)
class Table:
    """A position as a dataclass."""

    picked: tuple[str, ...]
    left: int | None


class Opaque:
    """A position that can only be compared and hashed, except by its game."""

    __slots__ = ("content",)

    def __init__(self, content: Any) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


class LongPick(Pick):
    """Pick with enough cards for a game of ten rounds. Its positions are tuples."""

    name = "longpick"
    title = "Long Pick"
    cards = tuple(f"{letter}{number}" for letter in "abBN" for number in range(1, 6))
    example = ("", cards)


class PickWithNamedTuples(LongPick):
    """Its positions are named tuples with text."""

    def make(self, picked: tuple[str, ...], left: int | None = None) -> Any:
        return Cards(picked, left)


class PickWithDataclasses(LongPick):
    """Its positions are frozen dataclasses."""

    def make(self, picked: tuple[str, ...], left: int | None = None) -> Any:
        return Table(picked, left)

    def see(self, position: Any) -> tuple[tuple[str, ...], int | None]:
        return position.picked, position.left


class PickWithObjects(LongPick):
    """Its positions are opaque objects."""

    def make(self, picked: tuple[str, ...], left: int | None = None) -> Any:
        return Opaque((picked, left))

    def see(self, position: Any) -> tuple[tuple[str, ...], int | None]:
        picked, left = position.content
        return picked, left


class PickWithStoredObjects(PickWithObjects):
    """Its positions are opaque objects, which the game writes and reads itself."""

    def write_position(self, position: Any) -> Any:
        picked, left = self.see(position)
        return ["-".join(picked), left]

    def read_position(self, options: NoOptions, value: Any) -> Any:
        picked, left = value
        return self.make(tuple(filter(None, picked.split("-"))), left)


class ChessPick(Pick):
    """Its cards are moves in the notation of chess, also as coordinates."""

    name = "chesspick"
    title = "Chess Pick"
    cards = (
        *("bxc3", "Bxc3", "Bxe5", "f3", "f4", "Nf3", "Nxe5", "Nbd2", "Nh3", "O-O", "e8=Q", "e8=N"),
        *("N@g6", "Rae1", "Qh5", "Bb5"),
    )
    example = ("", cards)
    coordinates: ClassVar = {"g1h3": "Nh3", "f2f4": "f4", "d1h5": "Qh5"}
    piece_words: ClassVar = {
        "K": "king",
        "Q": "queen dame",
        "R": "rook tower",
        "B": "bishop",
        "N": "knight springer",
        "": "pawn bauer",
    }

    def read(self, position: Any, text: str) -> str:
        card = text.strip()
        return super().read(position, self.coordinates.get(card, card))

"""A small game whose moves differ in capitals, with positions of any type."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Outcome, Seat


@dataclass(frozen=True)
class Options:
    """None."""


class Pick(Game[Any, str, Options]):
    """Players take turns to pick a card. The player who picks the last one wins."""

    name = "pick"
    title = "Pick"
    summary = "Pick the last card."
    rules = "White and Black pick cards in turn. If you pick the last card, you win."
    example = ("", ("Nf3", "bxc3", "Bxc3", "O-O"))
    seats = (Seat("White", "o"), Seat("Black", "x"))
    options = Options
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

    def start(self, options: Options) -> Any:
        return self.make(())

    def to_move(self, position: Any) -> int | None:
        picked, left = self.see(position)
        return None if left is not None or len(picked) == len(self.cards) else len(picked) % 2

    def moves(self, position: Any) -> Iterator[str]:
        picked, left = self.see(position)
        yield from (card for card in self.cards if left is None and card not in picked)

    def longest(self, options: Options) -> int:
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
            raise self.unreadable(text, "Nf3.")
        self.check_ongoing(position)
        if card in self.see(position)[0]:
            raise IllegalError(f"{card} is already picked.")
        return card

    def write(self, position: Any, move: str) -> str:
        return move

    def diagram(self, position: Any) -> Diagram:
        picked = self.see(position)[0]
        columns = tuple("abcd"[: len(self.cards)])
        cells = tuple(
            Cell(f"{column}1", *((".",) if card in picked else ("c", "card")))
            for column, card in zip(columns, self.cards, strict=True)
        )
        return Diagram((Layer(columns, ("1",), (cells,)),))

"""The facts from which the pages of a board are made."""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.server.site.source import Site
from pbm.board.board import Board
from pbm.board.record import SIGNATURE, Document
from pbm.solver.prover import GameReview
from storage.boards.public.boards import PublicBoard, PublishedComment


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """A board that everybody may see, and all that its pages tell of it."""

    site: Site
    public: PublicBoard
    record: Document
    """Its signed record."""
    review: GameReview
    """The proved values of a finished game."""

    @property
    def board(self) -> Board:
        """The board."""
        return self.public.board

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.userid for player in self.board.players)

    def mover_words(self, ply: int, seat: int) -> str:
        """Returns who made a move, such as `alice` or `carol for alice`."""
        deputy, _ = self.board.match.deputies.get(ply, ("", ""))
        return f"{deputy} for {self.names[seat]}" if deputy else self.names[seat]

    @property
    def signature(self) -> Mapping[str, str]:
        """The public key (`key`) and the signature (`value`) of the record."""
        signature: Mapping[str, str] = self.record["header"][SIGNATURE]
        return signature

    def comments_by_ply(self) -> dict[int, list[PublishedComment]]:
        """Returns the comments by the number of moves played when they were written.

        Comments on moves that were taken back belong to the last move that stands.
        """
        found: dict[int, list[PublishedComment]] = {}
        for comment in self.public.comments:
            found.setdefault(min(comment.ply, self.board.match.ply), []).append(comment)
        return found

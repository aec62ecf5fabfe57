"""The facts from which all pages of a board are made."""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.server.site.page_data import Site
from pbm.board.board import Board
from pbm.board.records.record import SIGNATURE, Document
from pbm.solver.prover import GameReview
from storage.boards.public.published_boards import PublicBoard, PublishedComment


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """A board that everybody may see, with everything that its pages show."""

    site: Site
    public: PublicBoard
    record: Document
    """The signed record of the board."""
    review: GameReview
    """The proved values of the positions, once the game is finished."""

    @property
    def board(self) -> Board:
        return self.public.board

    @property
    def names(self) -> tuple[str, ...]:
        """The players' userids, by seat."""
        return tuple(player.userid for player in self.board.players)

    def mover_words(self, ply: int, seat: int) -> str:
        """Returns the userid of the player who made a move, or words such as `carol for alice`."""
        deputy, _ = self.board.match.deputies.get(ply, ("", ""))
        return f"{deputy} for {self.names[seat]}" if deputy else self.names[seat]

    @property
    def signature(self) -> Mapping[str, str]:
        """The public key (`key`) and the signature (`value`) of the record."""
        signature: Mapping[str, str] = self.record["header"][SIGNATURE]
        return signature

    def comments_by_ply(self) -> dict[int, list[PublishedComment]]:
        """Returns the comments by the number of moves that had been played when they were written.

        Comments on moves that were taken back belong to the last move in force.
        """
        comments: dict[int, list[PublishedComment]] = {}
        for comment in self.public.comments:
            comments.setdefault(min(comment.ply, self.board.match.ply), []).append(comment)
        return comments

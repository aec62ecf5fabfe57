"""The source of pages: one state of the database, as far as everybody may see it."""

from dataclasses import dataclass, field

from commands.security.record_signing import Signer
from commands.site.page import Site
from commands.solver.prover import Prover
from storage.boards.public.boards import PublicBoard
from storage.unit_of_work import UnitOfWork


@dataclass
class Source:
    """One state of the database, and the facts that all pages share.

    Pages read nothing but what is public from `work`: its repositories whose names begin so.
    """

    site: Site
    work: UnitOfWork
    signer: Signer = field(repr=False)
    """Signs records."""
    prover: Prover = field(default_factory=Prover, repr=False)
    """Proves the values of finished games."""
    _last: tuple[tuple[str, int], PublicBoard | None] | None = None

    def board(self, game: str, number: int) -> PublicBoard | None:
        """Returns a board; None unless everybody may see it. The files about it share one."""
        if self._last is None or self._last[0] != (game, number):
            self._last = (game, number), self.work.public_boards.find(game, number)
        return self._last[1]

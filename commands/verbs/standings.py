"""Listing who is best."""

from dataclasses import dataclass
from typing import Any, ClassVar

from commands.answer import Answer, plain
from commands.command import GameCommand
from commands.pages import PER_PAGE, Page, page_note, skipped
from commands.session import Session
from commands.views.ratings import UNCERTAIN, footnote
from commands.views.tables import table
from pbm.ratings import Standing, ranked
from pbm.wording import counted

HEAD = ("rank", "name", "rating", "won", "lost", "drawn", "active/limit", "seeking")
NOT_SET = "-"


@dataclass(frozen=True)
class Standings(GameCommand):
    """The players of a game by rating, with what they won, lost and drew in rated games.

    Active are the boards that they have running. Long lists come in pages. "help ratings"
    explains the ratings.
    """

    names: ClassVar = ("standings", "ratings")
    example: ClassVar = "{game} standings"

    page: Page

    def run(self, session: Session) -> Answer:
        """A table, and the same as data."""
        everybody = ranked(session.work.ratings.standings(self.game.name))
        note = page_note(self.page, len(everybody), f"{self.game.name} standings")
        first = skipped(self.page)
        shown = everybody[first : first + PER_PAGE]
        heading = f"{counted(len(everybody), 'player')} rated at {self.game.title}"
        parts = [heading, _table(shown), _footnote(shown), note]
        data = {"standings": [_data(rank, standing) for rank, standing in shown]}
        return plain(f"{self.game.title} Standings", "\n\n".join(filter(None, parts)), data)


def _table(shown: list[tuple[int, Standing]]) -> str:
    rows = [_row(rank, standing) for rank, standing in shown]
    return table(HEAD, rows, right=(0, 3, 4, 5, 6, 7)) if rows else ""


def _row(rank: int, standing: Standing) -> tuple[str, ...]:
    rating = standing.rating
    limit, seeking = _wishes(standing)
    return (
        str(rank),
        standing.userid,
        rating.write() + (UNCERTAIN if rating.provisional else ""),
        str(standing.won),
        str(standing.lost),
        str(standing.drawn),
        f"{standing.active}/{_shown(limit)}",
        _shown(seeking),
    )


def _wishes(_standing: Standing) -> tuple[int | None, int | None]:
    """How many boards the player plays at once at most, and how many more are sought."""
    return None, None  # players can't say so yet


def _shown(number: int | None) -> str:
    return NOT_SET if number is None else str(number)


def _footnote(shown: list[tuple[int, Standing]]) -> str:
    return footnote() if any(standing.rating.provisional for _, standing in shown) else ""


def _data(rank: int, standing: Standing) -> dict[str, Any]:
    limit, seeking = _wishes(standing)
    return {
        "rank": rank,
        "userid": standing.userid,
        "rating": standing.rating.points,
        "margin": standing.rating.margin,
        "provisional": standing.rating.provisional,
        "won": standing.won,
        "lost": standing.lost,
        "drawn": standing.drawn,
        "active": standing.active,
        "limit": limit,
        "seeking": seeking,
    }

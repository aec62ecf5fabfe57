"""Listing finished games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.paging import PER_PAGE, Page, page_note, skipped
from commands.messages.response import Answer, plain
from commands.views.board_lines import line_data, names, state
from commands.views.tables import table
from pbm.board import BoardLine
from pbm.wording import counted


@dataclass(frozen=True)
class History(GameCommand):
    """The finished games, those that ended last first, with the day (in UTC) on which they did.

    Long lists come in pages.
    """

    names: ClassVar = ("history",)
    example: ClassVar = "{game} history"

    page: Page

    def run(self, session: Session) -> Answer:
        """A table, and the same as data."""
        boards = session.work.boards
        count, lines = boards.finished(self.game.name, PER_PAGE, skipped(self.page))
        note = page_note(self.page, count, f"{self.game.name} history")
        heading = counted(count, f"finished {self.game.title} game")
        text = "\n\n".join(filter(None, [heading, _table(lines), note]))
        data = {"finished": count, "boards": [_data(line) for line in lines]}
        return plain(f"{self.game.title} History", text, data)


def _table(lines: Sequence[BoardLine]) -> str:
    rows = [(str(line.number), _day(line), names(line), state(line)) for line in lines]
    return table(("board", "ended", "players", ""), rows, right=(0,)) if rows else ""


def _day(line: BoardLine) -> str:
    return line.changed.astimezone(UTC).date().isoformat()


def _data(line: BoardLine) -> dict[str, Any]:
    return line_data(line) | {"ended": line.changed.astimezone(UTC).isoformat()}

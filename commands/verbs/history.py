"""The command `history`, which lists the finished boards of a game."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any, ClassVar

from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.paging import PER_PAGE, Page, offset_of, page_note
from commands.views.board_summaries import line_data, names, status
from commands.views.text.tables import table
from pbm.board.board import BoardLine
from pbm.wording import short_date, total


class History(GameCommand):
    """Lists the finished games, the latest first, with the day (in UTC) on which they ended.

    For the next page of a long list, add its number.
    """

    example: ClassVar = "{game} history"

    page: Page

    def run(self, context: Context) -> Response:
        """Returns a page of the list as a table, and as data for programs."""
        boards = context.work.boards
        count, lines = boards.finished(
            self.game.name, PER_PAGE, offset_of(self.page), context.viewer
        )
        note = page_note(self.page, count, f"{self.game.name} history")
        heading = total(count, f"finished {self.game.title} game")
        text = "\n\n".join(filter(None, [heading, _table(lines), note]))
        data = {"finished": count, "boards": [_data(line) for line in lines]}
        return text_response(f"{self.game.title} History", text, data)


def _table(lines: Sequence[BoardLine]) -> str:
    rows = [(str(line.number), _day(line), names(line), status(line)) for line in lines]
    return table(("board", "ended", "players", ""), rows, right=(0,)) if rows else ""


def _day(line: BoardLine) -> str:
    return short_date(line.changed.astimezone(UTC))


def _data(line: BoardLine) -> dict[str, Any]:
    return line_data(line) | {"ended": line.changed.astimezone(UTC).isoformat()}

"""Lines of moves that players save on boards."""

from collections.abc import Sequence

from sqlalchemy import Row, delete, insert, select

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.saved_lines import SavedLine
from storage.sql.repository import Repository
from storage.tables.boards import boards, saved_lines


class SavedLineRepository(Repository):
    """Saved lines. Only its author may see a line."""

    def of(self, board: Board, player: Player) -> Sequence[SavedLine]:
        """Returns a player's lines on a board, sorted by name."""
        mine = saved_lines.c.board_id == board.id, saved_lines.c.player_id == player.id
        query = select(saved_lines).where(*mine).order_by(saved_lines.c.name)
        return [_line(row) for row in self._connection.execute(query)]

    def save(self, board: Board, player: Player, line: SavedLine) -> None:
        """Saves a line on a locked board, and replaces the one with its name."""
        self.delete(board, player, line.name)
        row = {"board_id": board.id, "player_id": player.id, "moves": " ".join(line.moves)}
        row |= {"name": line.name, "start": line.start, "before": line.before}
        self._connection.execute(insert(saved_lines).values(row))

    def delete(self, board: Board, player: Player, name: str) -> bool:
        """Deletes the line with this name. Returns whether there was one."""
        mine = saved_lines.c.board_id == board.id, saved_lines.c.player_id == player.id
        gone = delete(saved_lines).where(*mine, saved_lines.c.name == name)
        return bool(self._connection.execute(gone).rowcount)

    def by(self, player: Player) -> Sequence[tuple[str, int, SavedLine]]:
        """Returns all lines of a player. Each is a tuple of game, board number and line."""
        query = (
            select(boards.c.game, boards.c.number, saved_lines)
            .join(boards, boards.c.id == saved_lines.c.board_id)
            .where(saved_lines.c.player_id == player.id)
            .order_by(boards.c.id, saved_lines.c.name)
        )
        rows = self._connection.execute(query)
        return [(row.game, row.number, _line(row)) for row in rows]


def _line(row: Row[tuple[object, ...]]) -> SavedLine:
    return SavedLine(row.name, row.start, row.before, tuple(row.moves.split()))

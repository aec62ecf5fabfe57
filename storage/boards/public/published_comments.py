"""Comments that their authors publish on the site."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Integer, String, and_, bindparam, delete, insert, select

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import COMMENTS, PUBLISHED
from storage.boards.visibility import is_public
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.boards import boards, published_comments
from storage.tables.columns import Moment
from storage.tables.players import preferences

SHOWN = ("ply", "text", "at")
COLUMNS = ("board_id", "player_id", *SHOWN)
_PUBLISHES = and_(
    preferences.c.game == "", preferences.c.name == COMMENTS, preferences.c.value == PUBLISHED
)
INSERT_PUBLISHED = Prepared(
    insert(published_comments).from_select(
        COLUMNS,
        select(
            boards.c.id,
            preferences.c.player_id,
            bindparam("ply", type_=Integer),
            bindparam("text", type_=String),
            bindparam("at", type_=Moment),
        )
        .join(preferences, preferences.c.player_id == bindparam("player"))
        .where(boards.c.id == bindparam("board"), is_public(few=True), _PUBLISHES),
    )
)
"""Inserts a comment if its author publishes comments and the board is public."""


class PublishedCommentRepository(Repository):
    """Comments by board and author."""

    def add(self, board: Board, player: Player, text: str, at: datetime) -> None:
        """Stores a comment if the board is public and its author publishes comments."""
        values = {
            "board": board.id,
            "player": player.id,
            "ply": board.match.ply,
            "text": text,
            "at": at,
        }
        self._connection.queue(INSERT_PUBLISHED, values)

    def by(self, player: Player) -> Sequence[tuple[str, int, int, str, datetime]]:
        """Returns game, board number, ply, text and time of a player's published comments."""
        query = (
            select(boards.c.game, boards.c.number, *(published_comments.c[name] for name in SHOWN))
            .join(boards, boards.c.id == published_comments.c.board_id)
            .where(published_comments.c.player_id == player.id)
            .order_by(published_comments.c.id)
        )
        return [tuple(row) for row in self._connection.execute(query)]

    def withdraw(self, player: Player) -> int:
        """Deletes a player's published comments. Returns how many there were."""
        theirs = published_comments.c.player_id == player.id
        return self._connection.execute(delete(published_comments).where(theirs)).rowcount

    def take_back(self, board: Board) -> None:
        """Deletes the comments that came with moves that were taken back."""
        here = published_comments.c.board_id == board.id
        later = published_comments.c.ply > board.match.ply
        self._connection.execute(delete(published_comments).where(here, later))

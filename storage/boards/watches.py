"""Players who watch boards that they don't play on."""

from collections.abc import Sequence

from sqlalchemy import Integer, and_, bindparam, delete, insert, select

from pbm.board.board import Board
from pbm.board.players import Player
from storage.players.players import PlayerRepository
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.boards import boards, watches

ALL = 0
"""The stored board number for watching all boards of a game."""

WATCHING = Prepared(
    select(watches.c.player_id).where(
        watches.c.game == bindparam("game"),
        watches.c.board.in_((bindparam("board"), bindparam("or_board"))),
        watches.c.end_only == bindparam("end_only"),
    )
)
_WATCHED = bindparam("numbers", expanding=True, type_=Integer)
WATCHING_ANY = Prepared(select(watches).where(watches.c.board.in_(_WATCHED)))
"""The watchers of boards with these numbers, of any game."""


class WatchRepository:
    """Watchers of every move, and watchers of only the end of a game."""

    def __init__(self, connection: WorkConnection, players: PlayerRepository) -> None:
        self._connection = connection
        self._players = players
        self._prefetched: Prefetched[tuple[int, bool], set[int]] = connection.prefetched(
            WATCHING_ANY
        )
        """The ids of watchers, by board id and by whether they watch only the end."""

    def prefetch(self, boards: Sequence[Board]) -> dict[int, Sequence[Player]]:
        """Reads and caches the watchers of these boards.

        Returns the watchers of every move, by board id.
        """
        if not boards:
            return {}
        numbers = [ALL, *{board.number for board in boards}]
        rows = self._connection.rows(WATCHING_ANY, {"numbers": numbers})
        watchers: dict[tuple[int, bool], set[int]] = {
            (board.id, end_only): {
                row.player_id
                for row in rows
                if row.game == board.game.name
                and row.board in (board.number, ALL)
                and row.end_only == end_only
            }
            for board in boards
            for end_only in (False, True)
        }
        self._prefetched.add(watchers)
        everybody = sorted(set[int]().union(*watchers.values()))
        watching = {player.id: player for player in self._players.prefetch((), everybody, ())}
        return {
            board.id: [watching[id] for id in watchers[board.id, False]]
            for board in boards
            if watchers[board.id, False]
        }

    def add(self, player: Player, game: str, board: int | None, *, end_only: bool) -> bool:
        """Adds a watcher. Returns whether the player is a new one.

        `board`: its number, or None for all boards of the game.
        """
        if player.id in self._ids(game, board or ALL, board or ALL, end_only=end_only):
            return False
        values = {"player_id": player.id, "game": game, "board": board or ALL}
        self._connection.execute(insert(watches).values(values | {"end_only": end_only}))
        return True

    def remove(self, player: Player, game: str, board: int | None) -> bool:
        """Removes a watcher of every move. Returns whether the player was one."""
        watched = (
            watches.c.player_id == player.id,
            watches.c.game == game,
            watches.c.board == (board or ALL),
            ~watches.c.end_only,
        )
        return self._connection.execute(delete(watches).where(*watched)).rowcount > 0

    def of(self, board: Board, *, end_only: bool) -> tuple[Player, ...]:
        """Returns the watchers of this board or of its whole game. A private board has none."""
        if board.is_private:
            return ()
        key = board.id, end_only
        if key in self._prefetched:
            watcher_ids = self._prefetched[key]
        else:
            watcher_ids = self._ids(board.game.name, board.number, ALL, end_only=end_only)
        return self._players.by_ids(sorted(watcher_ids)) if watcher_ids else ()

    def by(self, player: Player) -> list[tuple[str, int, bool]]:
        """Returns tuples of game, board number (0 for all), and whether only the end is watched."""
        query = select(watches.c.game, watches.c.board, watches.c.end_only)
        theirs = query.where(watches.c.player_id == player.id).order_by(*query.selected_columns)
        return [(row.game, row.board, row.end_only) for row in self._connection.execute(theirs)]

    def leave(self, player: int, board: int) -> list[tuple[str, int, bool]]:
        """Removes all of a player's watches that include this board. Returns them like `by`.

        `board`: its id.
        """
        row = self._connection.execute(select(boards).where(boards.c.id == board)).first()
        if row is None:
            return []
        here = and_(watches.c.game == row.game, watches.c.board.in_((row.number, ALL)))
        ended = delete(watches).where(watches.c.player_id == player, here)
        rows = self._connection.execute(ended.returning(watches))
        return sorted((each.game, each.board, each.end_only) for each in rows)

    def _ids(self, game: str, board: int, or_board: int, *, end_only: bool) -> set[int]:
        values = {"game": game, "board": board, "or_board": or_board, "end_only": end_only}
        return {row.player_id for row in self._connection.rows(WATCHING, values)}

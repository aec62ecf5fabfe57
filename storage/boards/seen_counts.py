"""Numbers of boards and of rated players, as a viewer sees them, from the kept counts."""

from collections import Counter

from sqlalchemy import func, select

from pbm.visibility import VISIBILITIES, Viewer
from storage.boards.kept_counts import FINISHED, RATED, RUNNING, current_counts
from storage.boards.visibility import is_own, is_seen_by_others
from storage.players.visibility import is_player_seen_by_others
from storage.sql.connection import WorkConnection
from storage.tables import boards, players, ratings


def board_counts(connection: WorkConnection, viewer: Viewer) -> dict[str, tuple[int, int]]:
    """Returns the numbers of unfinished and finished boards that a viewer sees, by game."""
    found = Counter[tuple[str, str]]()
    for group, number in current_counts(connection).items():
        if group.visibility in _seen(viewer):
            found[group.game, group.kind] += number
    found += _own_boards(connection, viewer)
    names = {game for (game, kind), number in found.items() if kind != RATED and number}
    return {name: (found[name, RUNNING], found[name, FINISHED]) for name in sorted(names)}


def rated_count(connection: WorkConnection, game: str, viewer: Viewer) -> int:
    """Returns the number of players rated at a game whom a viewer sees."""
    seen = sum(
        number
        for group, number in current_counts(connection).items()
        if (group.game, group.kind) == (game, RATED) and group.visibility in _seen(viewer)
    )
    if viewer.admin or not viewer.players:
        return seen
    query = (
        select(func.count())
        .select_from(ratings)
        .join(players, players.c.id == ratings.c.player_id)
        .where(ratings.c.game == game, players.c.id.in_(sorted(viewer.players)))
        .where(~is_player_seen_by_others(viewer))
    )
    return seen + int(connection.execute(query).scalar_one())


def _seen(viewer: Viewer) -> tuple[str, ...]:
    """Returns the visibilities of what is seen by all who are like this viewer."""
    if viewer.admin:
        return VISIBILITIES
    return VISIBILITIES[:2] if viewer.member else VISIBILITIES[:1]


def _own_boards(connection: WorkConnection, viewer: Viewer) -> Counter[tuple[str, str]]:
    """Returns the numbers of boards that the viewer alone of all alike sees, by game and kind."""
    own = is_own(viewer)
    if viewer.admin or own is None:
        return Counter()
    over = boards.c.places.is_not(None)
    hidden = own, boards.c.removed == "", ~is_seen_by_others(viewer, few=True)
    query = select(boards.c.game, over, func.count()).where(*hidden).group_by(boards.c.game, over)
    return Counter(
        {
            (game, FINISHED if finished else RUNNING): number
            for game, finished, number in connection.execute(query)
        }
    )

"""The repository of engines that nodes can't start because their machines lack something."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, or_, select

from storage.sql.repository import Repository
from storage.tables.nodes import engine_absences, nodes


class EngineAbsenceRepository(Repository):
    """The repository of what is missing of engines, by node."""

    def put(self, holder: str, missing: Mapping[str, str]) -> None:
        """Stores what is missing at a node, by userid; forgets nodes that are no more."""
        known = select(nodes.c.incarnation)
        stale = or_(engine_absences.c.holder == holder, engine_absences.c.holder.not_in(known))
        self._connection.execute(delete(engine_absences).where(stale))
        rows = [
            {"holder": holder, "userid": userid, "detail": detail}
            for userid, detail in missing.items()
        ]
        if rows:
            self._connection.execute(insert(engine_absences), rows)

    def by_userid(self) -> dict[str, dict[str, str]]:
        """Returns what is missing, by userid and by the incarnation of the node."""
        found: dict[str, dict[str, str]] = {}
        for row in self._connection.execute(select(engine_absences)):
            found.setdefault(row.userid, {})[row.holder] = row.detail
        return found

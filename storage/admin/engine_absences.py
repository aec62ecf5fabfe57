"""Engines that some nodes can't start, because a program or file is missing on their machines."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, or_, select

from storage.sql.repository import Repository
from storage.tables.nodes import engine_absences, nodes


class EngineAbsenceRepository(Repository):
    """The missing parts of engines, by node."""

    def put(self, holder: str, missing: Mapping[str, str]) -> None:
        """Stores the engines that are missing on a node, and deletes the rows of former nodes.

        `holder`: the node's incarnation. `missing`: a description for each engine's userid.
        """
        incarnations = select(nodes.c.incarnation)
        stale = or_(
            engine_absences.c.holder == holder, engine_absences.c.holder.not_in(incarnations)
        )
        self._connection.execute(delete(engine_absences).where(stale))
        rows = [
            {"holder": holder, "userid": userid, "detail": detail}
            for userid, detail in missing.items()
        ]
        if rows:
            self._connection.execute(insert(engine_absences), rows)

    def by_userid(self) -> dict[str, dict[str, str]]:
        """Returns the descriptions by the engine's userid, then by the node's incarnation."""
        absences: dict[str, dict[str, str]] = {}
        for row in self._connection.execute(select(engine_absences)):
            absences.setdefault(row.userid, {})[row.holder] = row.detail
        return absences

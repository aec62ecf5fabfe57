"""Report which engines can't start on this machine, because other nodes may have their programs."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pbm.engines.accounts import EngineAccount
from pbm.engines.command_line import missing_part
from storage import Database
from storage.unit_of_work import UnitOfWork

CHECK_SECONDS = 20.0


@dataclass
class EngineAbsences:
    """Reports the engines whose programs or files are missing on this machine."""

    database: Database
    holder: str
    clock: Callable[[], float] = time.monotonic
    _reported: dict[str, str] | None = field(default=None, init=False)
    _due: float = field(default=0.0, init=False)

    def check(self) -> None:
        """Checks the engines' files every CHECK_SECONDS, and reports changes."""
        if self._reported is not None and self.clock() < self._due:
            return
        self._due = self.clock() + CHECK_SECONDS
        with self.database.work() as work:
            missing = _missing(work)
            if missing != self._reported:
                work.engine_absences.put(self.holder, missing)
        self._reported = missing


def _missing(work: UnitOfWork) -> dict[str, str]:
    engines = {player.userid: EngineAccount.read(player.robot) for player in work.players.engines()}
    missing = {name: missing_part(engine.command) for name, engine in engines.items() if engine}
    return {name: text for name, text in missing.items() if text}

"""Check the server's health regularly, log problems, and email each to the admin once a day."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from commands.content.response import Notification
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.server.health.admin_mail import admin_mail
from commands.server.health.check import Examined, Finding
from commands.server.health.registry import find_problems, find_without_database, is_found
from commands.settings import Settings
from pbm.clock import DAY
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import IncidentKind
from storage import Database
from storage.admin.problems import StoredProblem
from storage.unit_of_work import UnitOfWork

log = get_logger()
MAX_UNSTORED = 1000
"""Maximum number of incidents kept in memory while the database can't store them."""


@dataclass
class HealthMonitor:
    """Monitors the server's health.

    The database records which problems were emailed, so a restart repeats none of them. While the
    database fails, problems are only logged.
    """

    database: Database
    services: Services
    mailer: Mailer
    settings: Settings
    _incidents: deque[tuple[IncidentKind, str, str, datetime]] = field(
        default_factory=lambda: deque(maxlen=MAX_UNSTORED)
    )
    """Kind, subject, detail and time of each incident that isn't stored yet."""
    _logged: dict[str, datetime] = field(default_factory=dict)
    """Time at which each current problem was last logged, by name."""

    def record(self, kind: IncidentKind, subject: str, detail: str) -> None:
        """Records an incident, which the next check stores."""
        self._incidents.append((kind, subject, detail, self.services.clock.now()))

    def check(self, *, leads: bool = True) -> None:
        """Runs the checks, stores their changes, and emails new problems to the admin.

        `leads`: run all checks. Otherwise, run only the checks of this machine, because another
        node runs the shared ones.
        """
        now = self.services.clock.now()
        try:
            self._check(now, leads=leads)
        except Exception as error:  # noqa: BLE001 - whatever the error is, the admin must hear of it
            self._log(find_without_database(self.settings, error), now)

    def _check(self, now: datetime, *, leads: bool) -> None:
        self._store_incidents()
        with self.database.snapshot() as work:
            findings = find_problems(Examined(self.settings, now, work), leads=leads)
            stored = {problem.name: problem for problem in work.problems.all()}
        self._log(findings, now)
        changed = _changes(findings, stored, now, leads=leads)
        due = [name for name in findings if _is_email_due(stored.get(name), now)]
        if changed or due:
            with self.database.work() as work:
                self._store(work, findings, {**stored, **changed}, due, now)

    def _store_incidents(self) -> None:
        waiting = list(self._incidents)
        if not waiting:
            return
        with self.database.work() as work:
            for incident in waiting:
                work.incidents.add(*incident)
        for _ in waiting:
            self._incidents.popleft()

    def _log(self, findings: Mapping[str, Finding], now: datetime) -> None:
        """Logs each problem when it begins, and once a day while it lasts."""
        for name, problem in findings.items():
            if name not in self._logged or not self._logged[name] <= now < self._logged[name] + DAY:
                log.warning(
                    "health problem", problem=name, text=problem.text, advice=problem.advice
                )
                self._logged[name] = now
        for name in [name for name in self._logged if name not in findings]:
            log.info("health problem solved", problem=name)
            del self._logged[name]

    def _store(
        self,
        work: UnitOfWork,
        findings: Mapping[str, Finding],
        stored: Mapping[str, StoredProblem],
        due: Sequence[str],
        now: datetime,
    ) -> None:
        """Stores all problems, and queues an email about the ones that are due to be reported."""
        for problem in stored.values():
            is_emailed = problem.name in due and bool(self.settings.admin)
            work.problems.put(replace(problem, told=now) if is_emailed else problem)
        if due and self.settings.admin:
            content = admin_mail(self.services.site, [findings[name] for name in due], stored)
            notification = Notification((self.settings.admin,), content, immediate=True)
            self.mailer.publish(self.services.server_context(work), [notification])


def _changes(
    findings: Mapping[str, Finding],
    stored: Mapping[str, StoredProblem],
    now: datetime,
    *,
    leads: bool,
) -> dict[str, StoredProblem]:
    """Returns the problems that are new, have changed their text, or are over."""
    changed = {}
    for name, problem in findings.items():
        old = stored.get(name)
        if old is None or old.ended:
            emailed = old.told if old else None
            changed[name] = StoredProblem(name, problem.text, now, emailed)
        elif old.text != problem.text:
            changed[name] = replace(old, text=problem.text)
    for name, old in stored.items():
        if name not in findings and not old.ended and is_found(name, leads=leads):
            changed[name] = replace(old, ended=now)
    return changed


def _is_email_due(old: StoredProblem | None, now: datetime) -> bool:
    """Whether a problem should be emailed: it hasn't been within a day."""
    return old is None or old.told is None or not old.told <= now < old.told + DAY

"""The health checks, by name: mails to the admin, `pbm status` and `pbm doctor` use them all."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from commands.health.disk_checks import HERE, check_disks, disk_problems
from commands.health.engine_checks import check_engines
from commands.health.problem import Problem
from commands.health.relay_check import check_relay
from commands.health.work_checks import (
    check_clock,
    check_files,
    check_processes,
    check_queue,
    check_ticks,
)
from commands.settings import Settings
from pbm.errors import UsageError
from storage.error_kinds import error_reason
from storage.unit_of_work import SqlUnitOfWork

HealthCheck = Callable[[Settings, SqlUnitOfWork, datetime], Iterator[Problem]]

HEALTH_CHECKS: Mapping[str, HealthCheck] = {
    "disk": check_disks,
    "clock": check_clock,
    "clocks": check_ticks,
    "queue": check_queue,
    "relay": check_relay,
    "processes": check_processes,
    "files": check_files,
    "robots": check_engines,
}
"""All checks, in the order in which they are shown."""


def find_problems(settings: Settings, work: SqlUnitOfWork, now: datetime) -> dict[str, Problem]:
    """Returns all problems by name: that of the check, and the subject if there is one."""
    return {
        f"{name} {problem.subject}".strip(): problem
        for name, check in HEALTH_CHECKS.items()
        for problem in check(settings, work, now)
    }


def is_seen_here(name: str) -> bool:
    """Returns True if a problem of this name can be found on this machine."""
    return not name.startswith("disk ") or name.endswith(HERE)


def find_without_database(settings: Settings, error: Exception) -> dict[str, Problem]:
    """Returns the problems that show while the database fails by this error."""
    reason = error_reason(error).rstrip(".")
    told = reason if isinstance(error, UsageError) else f"The database can't be used: {reason}"
    text = f"{told}. Until it works again mails are deferred."
    advice = "See that the database, its disk and the way to it are there; then pbm doctor."
    disks = {f"disk {problem.subject}": problem for problem in disk_problems(settings)}
    return {"database": Problem(text, advice), **disks}

"""The health checks, by name: mails to the admin, `pbm status` and `pbm doctor` use them all."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from commands.health.disk_checks import HERE, check_disks, disk_problems
from commands.health.engine_checks import check_engines
from commands.health.mailbox_checks import check_mailbox
from commands.health.node_checks import check_nodes
from commands.health.problem import Problem
from commands.health.relay_check import check_relay
from commands.health.site_checks import check_site
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
from storage.unit_of_work import UnitOfWork

HealthCheck = Callable[[Settings, UnitOfWork, datetime], Iterator[Problem]]

HEALTH_CHECKS: Mapping[str, HealthCheck] = {
    "disk": check_disks,
    "nodes": check_nodes,
    "clock": check_clock,
    "clocks": check_ticks,
    "mailbox": check_mailbox,
    "queue": check_queue,
    "relay": check_relay,
    "processes": check_processes,
    "files": check_files,
    "robots": check_engines,
    "site": check_site,
}
"""All checks, in the order in which they are shown."""
OF_MACHINE = "disk"
"""The check of the machine on which it runs; the others find the same on all nodes."""


def find_problems(
    settings: Settings, work: UnitOfWork, now: datetime, *, leads: bool = True
) -> dict[str, Problem]:
    """Returns the problems by name: that of the check, and the subject if there is one.

    `leads`: True for those of all checks; False for those of this machine alone.
    """
    return {
        f"{name} {problem.subject}".strip(): problem
        for name, check in HEALTH_CHECKS.items()
        if leads or name == OF_MACHINE
        for problem in check(settings, work, now)
    }


def is_found(name: str, *, leads: bool) -> bool:
    """Returns True if these checks would find a problem of this name on this machine."""
    is_of_machine = name.startswith(f"{OF_MACHINE} ")
    return name.endswith(HERE) if is_of_machine else leads


def find_without_database(settings: Settings, error: Exception) -> dict[str, Problem]:
    """Returns the problems that show while the database fails by this error."""
    reason = error_reason(error).rstrip(".")
    told = reason if isinstance(error, UsageError) else f"The database can't be used: {reason}"
    text = f"{told}. Until it works again mails are deferred."
    advice = "See that the database, its disk and the way to it are there; then pbm doctor."
    disks = {f"disk {problem.subject}": problem for problem in disk_problems(settings)}
    return {"database": Problem(text, advice), **disks}

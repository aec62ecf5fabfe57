"""All health checks in their order.

`pbm doctor`, `pbm status` and the emails to admins share it.
"""

from collections.abc import Iterable, Sequence

from commands.server.health.check import Check, Examined, Finding, State, broken
from commands.server.health.disk_space import ON_HOST, check_disks
from commands.server.health.engines import check_engines
from commands.server.health.failed_mail import check_failed_mail
from commands.server.health.mail import check_mail_in, check_mail_out
from commands.server.health.nodes import check_nodes
from commands.server.health.work import (
    check_files,
    check_jumps,
    check_pages,
    check_processes,
    check_queue,
    check_ticks,
)
from commands.settings import Settings
from commands.settings.stored_settings import DifferentSettingError
from pbm.clock import SystemClock
from pbm.errors import UsageError
from storage.error_kinds import error_reason

DISK = Check(
    "disk",
    check_disks,
    "There is enough disk space for the data, the database and outgoing mail.",
    needs=("data", "database", "relay"),
)
"""The check of the machine that it runs on. It needs no database."""
SHARED: Sequence[Check] = (
    Check("nodes", check_nodes, "All nodes are sending heartbeats, or have been stopped."),
    Check("clock jumps", check_jumps, "The machine's clock hasn't jumped in the last 24 hours."),
    Check("last tick", check_ticks),
    Check("mail in", check_mail_in, "There is no problem reading incoming mail."),
    Check("failed mail", check_failed_mail, "No incoming email has failed."),
    Check("queue", check_queue),
    Check("mail out", check_mail_out, "The relay isn't refusing any emails."),
    Check(
        "processes",
        check_processes,
        "No process has failed repeatedly in the last 24 hours.",
    ),
    Check("open files", check_files, "No process has recently reached its limit on open files."),
    Check(
        "robots",
        check_engines,
        "All engines are installed, and none has failed repeatedly in the last 24 hours.",
    ),
    Check("web pages", check_pages, "The web pages are up to date, if the server writes any."),
)
"""Checks that read only the database, and so find the same on every node."""


def find_problems(examined: Examined, *, leads: bool = True) -> dict[str, Finding]:
    """Runs the checks and returns the problems by name.

    `leads`: run all checks. Otherwise, run only the checks of this machine.
    """
    return {
        name: finding
        for check in (DISK, *(SHARED if leads else ()))
        for name, finding in check.findings(examined).items()
        if finding.state is not State.OK
    }


def count_by_check(names: Iterable[str]) -> dict[str, int]:
    """Returns how many of these problems each check has found, including zeros."""
    counts = dict.fromkeys((check.name for check in (DISK, *SHARED)), 0)
    for name in names:
        for check in counts:
            counts[check] += f"{name} ".startswith(f"{check} ")
    return counts


def is_found(name: str, *, leads: bool) -> bool:
    """Whether a problem of this name would be found by the checks that run on this machine."""
    return name.endswith(ON_HOST) if name.startswith(f"{DISK.name} ") else leads


def find_without_database(settings: Settings, error: Exception) -> dict[str, Finding]:
    """Returns the problems to report while the database fails with this error."""
    reason = error_reason(error).rstrip(".")
    if isinstance(error, DifferentSettingError):
        database = broken(f"{reason}.", error.text.partition("\n")[2])
    else:
        text = reason if isinstance(error, UsageError) else f"The database can't be used: {reason}"
        database = broken(
            f"{text}. Until it works again, pbm defers incoming mail.",
            "Check the database, its disk and the connection to it. Then run: pbm doctor",
        )
    examined = Examined(settings, SystemClock().now(), reason)
    return {"database": database, **find_problems(examined, leads=False)}

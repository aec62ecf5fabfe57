"""The health checks of the running server, as checks of `pbm doctor`."""

from collections.abc import Mapping
from datetime import datetime

from commands.accounts.role_addresses import RoleAddresses
from commands.cli.doctor.database_checks import open_if_usable
from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.health.checks import HEALTH_CHECKS
from commands.health.disk_checks import disk_problems
from commands.health.problem import Problem
from commands.settings import Settings
from pbm.wording import counted, local_time
from storage.unit_of_work import UnitOfWork

OTHER_NAMES = {
    "clock": "clock jumps",
    "clocks": "last tick",
    "files": "open files",
    "mailbox": "mail in",
    "relay": "mail out",
    "site": "site's pages",
}
"""The names that health checks have here, where they differ: other checks are called so."""
NAMES = {name: OTHER_NAMES.get(name, name) for name in HEALTH_CHECKS if name != "disk"}
FINE = {
    "nodes": "All nodes give signs of life, or were stopped.",
    "clock": "The machine's clock hasn't jumped within a day.",
    "relay": "The relay has refused no login or sender of the server lately.",
    "processes": "No process of the server has failed often within a day.",
    "files": "No process of the server was short of open files lately.",
    "site": "No site has failed to be kept up to date lately.",
    "robots": "The programs of all robots are there, and haven't failed often within a day.",
}


def check_disk(settings: Settings) -> Finding:
    """Checks that the disks can be written to, and aren't nearly full."""
    file = settings.database_file
    if not settings.data.exists() and not (file and file.exists()):
        return ok(f"{settings.data}: not made yet.")
    if found := list(disk_problems(settings)):
        return _finding(found)
    return ok("The disks of the data, the database and outgoing mail have room.")


def check_health(settings: Settings) -> Mapping[str, Finding]:
    """Tells the problems that `pbm status` shows, each check apart."""
    with open_if_usable(settings) as app, app.database.snapshot() as work:
        now = app.clock.now()
        found = {name: list(HEALTH_CHECKS[name](app.settings, work, now)) for name in NAMES}
        fine = FINE | {"clocks": _last_tick(work), "queue": _queue(work, now)}
    return {
        NAMES[name]: _finding(problems) if problems else ok(fine.get(name, "Nothing is wrong."))
        for name, problems in found.items()
    }


def check_admin(settings: Settings) -> Finding:
    """Checks that problems, and mail to postmaster and abuse, reach somebody."""
    if not settings.admin and settings.outbox_folder and not settings.mailbox:
        return ok("PBM_ADMIN is empty, and no mail leaves this machine: pbm status tells problems.")
    if not settings.admin:
        return consider(
            "PBM_ADMIN is empty: nobody is told of problems, and mail to postmaster@ and abuse@ "
            "is refused.",
            "Set PBM_ADMIN to your own address.",
        )
    if not RoleAddresses(settings.address).reachable_admin(settings.admin):
        return broken(
            f"PBM_ADMIN is {settings.admin}, which is this server's own: nobody reads it.",
            "Set it to an address at another host, or to another name.",
        )
    return ok(f"Problems, and mail to postmaster@ and abuse@, reach {settings.admin}.")


def _finding(problems: list[Problem]) -> Finding:
    text, advice = " ".join(each.text for each in problems), " ".join(e.advice for e in problems)
    stops = any(problem.stops for problem in problems)
    return broken(text, advice) if stops else consider(text, advice)


def _last_tick(work: UnitOfWork) -> str:
    last = work.clocks.last_heartbeat()
    return f"The players' clocks were last run at {local_time(last)}." if last else "Never yet."


def _queue(work: UnitOfWork, now: datetime) -> str:
    waiting = work.outbox_admin.count(["waiting"])
    oldest = work.outbox_admin.oldest_untried(now)
    since = f", the oldest to be tried since {local_time(oldest.since)}" if oldest else ""
    return f"{counted(waiting, 'mail')} to send{since}."

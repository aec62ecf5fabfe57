"""The health checks of the running server, as checks of `pbm doctor`."""

from commands.accounts.role_addresses import RoleAddresses
from commands.app import was_made
from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.cli.opening import open_for_command
from commands.health.checks import HEALTH_CHECKS, find_problems
from commands.health.disk_checks import disk_problems
from commands.settings import Settings
from pbm.clock import SystemClock
from pbm.errors import UsageError
from pbm.wording import listing


def check_health(settings: Settings) -> Finding:
    """Tells the problems that `pbm status` shows."""
    if not was_made(settings):
        found = list(disk_problems(settings)) if settings.data.exists() else []
    else:
        try:
            with (
                open_for_command(settings, new=False, force=True) as app,
                app.database.snapshot() as work,
            ):
                now = SystemClock().now()
                found = list(find_problems(app.settings, work, now).values())
        except UsageError:
            return consider(
                "It can't be checked as long as the database can't be opened.", "Mend that first."
            )
    if found:
        return consider(
            " ".join(each.text for each in found), " ".join(each.advice for each in found)
        )
    return ok(f"Nothing is wrong with {listing(list(HEALTH_CHECKS))}.")


def check_admin(settings: Settings) -> Finding:
    """Checks that problems, and mail to postmaster and abuse, reach somebody."""
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

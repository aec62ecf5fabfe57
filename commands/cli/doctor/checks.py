"""The checks of `pbm doctor`, by name."""

from collections.abc import Callable, Mapping

from commands.cli.doctor.data_checks import check_database, check_kept_settings, check_privacy
from commands.cli.doctor.engine_checks import check_isolation, check_user
from commands.cli.doctor.finding import Finding
from commands.cli.doctor.health_checks import check_admin, check_health
from commands.settings import Settings

Check = Callable[[Settings], Finding]

CHECKS: Mapping[str, Check] = {
    "data": check_privacy,
    "database": check_database,
    "settings": check_kept_settings,
    "health": check_health,
    "admin": check_admin,
    "engines": check_isolation,
    "engines' user": check_user,
}
"""All checks, in the order in which they run."""

"""The examination of a server: all checks, in their order."""

from commands.cli.doctor.checks import LAST_CHECKS, LOCAL_CHECKS, NETWORK_CHECKS
from commands.cli.doctor.database_checks import with_kept_settings
from commands.cli.doctor.runner import Report, Runner
from commands.cli.doctor.settings_check import read_and_check


def examine(*, mend: bool, offline: bool) -> Report:
    """Returns the results of all checks."""
    read = read_and_check()
    report = Report({"settings": read.finding})
    Runner(read.settings, read.unusable, offline=offline, mend=mend).run(LOCAL_CHECKS, report)
    settings = with_kept_settings(read.settings)
    runner = Runner(settings, read.unusable, offline=offline, mend=False)
    runner.run_together(NETWORK_CHECKS, report)
    runner.run(LAST_CHECKS, report)
    return report

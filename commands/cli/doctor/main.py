"""The command `pbm doctor`."""

from typing import Annotated

import typer

from commands.cli.arguments import AsJson
from commands.cli.doctor.checks import LOCAL_CHECKS, NETWORK_CHECKS, TRIALS
from commands.cli.doctor.database_checks import with_kept_settings
from commands.cli.doctor.finding import State
from commands.cli.doctor.report import print_report, print_report_as_json
from commands.cli.doctor.runner import Report, Runner
from commands.cli.doctor.settings_check import read_and_check
from commands.system.logging import configure_logging

Mend = Annotated[bool, typer.Option("--mend", help="mend what can be mended")]
Offline = Annotated[bool, typer.Option("--offline", help="connect to no other machine")]


def doctor(*, mend: Mend = False, offline: Offline = False, as_json: AsJson = False) -> None:
    """Check settings, data, machine, mailbox and relay, and say what to do.

    A mail to the server itself is sent, and waited for, for a minute at most. Each finding is ok,
    something to consider, or broken. Nothing is mended without --mend. The exit status is 1 if
    something is broken.

    Example: pbm doctor
    """
    configure_logging(quiet=True)
    report = _examine(mend=mend, offline=offline)
    (print_report_as_json if as_json else print_report)(report)
    if report.names(State.BROKEN):
        raise typer.Exit(1)


def _examine(*, mend: bool, offline: bool) -> Report:
    """Returns the results of all checks."""
    read = read_and_check()
    report = Report({"settings": read.finding})
    Runner(read.settings, read.unusable, offline=offline, mend=mend).run(LOCAL_CHECKS, report)
    settings = with_kept_settings(read.settings)
    runner = Runner(settings, read.unusable, offline=offline, mend=False)
    runner.run_together(NETWORK_CHECKS, report)
    runner.run(TRIALS, report)
    return report

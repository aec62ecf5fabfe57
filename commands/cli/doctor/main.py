"""The command `pbm doctor`."""

from typing import Annotated

import typer

from commands.cli.arguments import AsJson
from commands.cli.doctor.finding import State
from commands.system.logging import configure_logging

Mend = Annotated[bool, typer.Option("--mend", help="mend what can be mended")]
Offline = Annotated[bool, typer.Option("--offline", help="connect to no other machine")]


def doctor(*, mend: Mend = False, offline: Offline = False, as_json: AsJson = False) -> None:
    """Check all that a server needs, and say what to do.

    Settings, data, machine, mailbox, relay and DNS are checked. Mails to the server itself are
    sent, and waited for, for a minute at most. Each finding is ok, something to consider, or
    broken. Nothing is mended without --mend. The exit status is 1 if something is broken.

    Example: pbm doctor
    """
    from commands.cli.doctor.examination import examine  # noqa: PLC0415 - slow to load
    from commands.cli.doctor.report import print_report, print_report_as_json  # noqa: PLC0415

    configure_logging(quiet=True)
    report = examine(mend=mend, offline=offline)
    (print_report_as_json if as_json else print_report)(report)
    if report.names(State.BROKEN):
        raise typer.Exit(1)

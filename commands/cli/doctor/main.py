"""Implements `pbm doctor`, which reports findings as a table or as JSON."""

from typing import TYPE_CHECKING, Annotated

import typer

from commands.cli.arguments import AsJson
from commands.cli.terminal import clean, print_json, print_section, print_table
from commands.server.health.check import State, sentence
from commands.system.logs.logging import configure_logging
from pbm.wording import counted

if TYPE_CHECKING:
    from commands.cli.doctor.examination import Report

Fix = Annotated[bool, typer.Option("--fix", help="fix the problems that pbm can fix")]
Offline = Annotated[bool, typer.Option("--offline", help="don't connect to other machines")]
WORST_FIRST = (State.BROKEN, State.CONSIDER, State.OK)


def doctor(*, fix: Fix = False, offline: Offline = False, as_json: AsJson = False) -> None:
    """Check everything that a server needs, and suggest fixes.

    pbm checks the settings, data, machine, mailbox, relay and DNS. It also sends two emails to the
    server itself and waits up to a minute for them. The state of each check is ok, consider or
    broken. pbm changes nothing without --fix. The exit status is 1 if anything is broken.

    Example: pbm doctor
    """
    from commands.cli.doctor.examination import examine  # noqa: PLC0415 - slow to load

    configure_logging(quiet=True)
    report = examine(fix=fix, offline=offline)
    (_print_as_json if as_json else _print)(report)
    if report.names(State.BROKEN):
        raise typer.Exit(1)


def _print(report: "Report") -> None:
    """Prints a line for each broken thing, then a table of all findings, worst first.

    A finding's sentence already names its subject, so the table omits it.
    """
    by_state = {
        state: [
            (name.removesuffix(finding.subject).strip(), finding)
            for name, finding in report.found.items()
            if finding.state is state
        ]
        for state in WORST_FIRST
    }
    for name, finding in by_state[State.BROKEN]:
        typer.echo(f"broken: {name}: {clean(finding.text)}")
    counts = [f"{len(findings)} {state}" for state, findings in by_state.items()]
    title = f"{counted(len(report.found), 'check')}: {', '.join(counts)}"
    rows = [
        (str(state), name, f"{finding.text} {finding.advice}".strip())
        for state, findings in by_state.items()
        for name, finding in findings
    ]
    print_table(title, ("state", "check", "finding"), rows)
    by_reason: dict[str, list[str]] = {}
    for name, reason in report.skipped.items():
        by_reason.setdefault(reason, []).append(name)
    skipped = [(", ".join(names), sentence(reason)) for reason, names in by_reason.items()]
    if skipped:
        print_section("Skipped", ("checks", "reason"), skipped)


def _print_as_json(report: "Report") -> None:
    """Prints the findings as JSON, in the order of the checks."""
    checks = [
        {"check": name, "state": each.state, "text": each.text, "advice": each.advice}
        for name, each in report.found.items()
    ]
    skipped = [{"check": name, "reason": reason} for name, reason in report.skipped.items()]
    ok = not report.names(State.BROKEN)
    print_json({"ok": ok, "checks": checks, "skipped": skipped})

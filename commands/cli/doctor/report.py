"""The report of `pbm doctor`: what is broken first, then everything in a table, or JSON."""

import typer

from commands.cli.doctor.finding import Finding, State
from commands.cli.doctor.runner import Report
from commands.cli.terminal import clean, print_json, print_section, print_table
from pbm.wording import counted

WORST_FIRST = (State.BROKEN, State.CONSIDER, State.OK)


def print_report(report: Report) -> None:
    """Prints a line for each thing that is broken, and a table of all findings, worst first."""
    for name in report.names(State.BROKEN):
        typer.echo(f"broken: {name}: {clean(report.found[name].text)}")
    counts = [f"{len(report.names(state))} {state}" for state in WORST_FIRST]
    title = f"{counted(len(report.found), 'check')}: {', '.join(counts)}"
    rows = [
        (str(state), name, _cell(report.found[name]))
        for state in WORST_FIRST
        for name in report.names(state)
    ]
    print_table(title, ("state", "check", "finding"), rows)
    by_reason: dict[str, list[str]] = {}
    for name, reason in report.left_out.items():
        by_reason.setdefault(reason, []).append(name)
    left_out = [(", ".join(names), f"{reason}.") for reason, names in by_reason.items()]
    if left_out:
        print_section("Left out", ("checks", "reason"), left_out)


def print_report_as_json(report: Report) -> None:
    """Prints the same as JSON, in the order of the checks."""
    checks = [
        {"check": name, "state": each.state, "text": each.text, "advice": each.advice}
        for name, each in report.found.items()
    ]
    left_out = [{"check": name, "reason": reason} for name, reason in report.left_out.items()]
    ok = not report.names(State.BROKEN)
    print_json({"ok": ok, "checks": checks, "left_out": left_out})


def _cell(finding: Finding) -> str:
    return f"{finding.text} {finding.advice}".strip()

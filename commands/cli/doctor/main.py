"""The command `pbm doctor`."""

from typing import Annotated

import typer

from commands.cli.arguments import AsJson
from commands.cli.doctor.checks import CHECKS
from commands.cli.doctor.finding import Finding, State
from commands.cli.terminal import print_json, print_table
from commands.settings import Settings, read_settings
from commands.system.logging import configure_logging
from pbm.wording import counted

Mend = Annotated[bool, typer.Option("--mend", help="mend what can be mended")]


def doctor(*, mend: Mend = False, as_json: AsJson = False) -> None:
    """Check settings, data and machine, and say what is wrong.

    Nothing is mended without --mend. The exit status is 1 if something is broken.

    Example: pbm doctor
    """
    configure_logging(quiet=True)
    settings = read_settings()
    found = {name: _run(name, settings, mend=mend) for name in CHECKS}
    wrong = [name for name, finding in found.items() if finding.state is State.BROKEN]
    if as_json:
        checks = [
            {"check": name, "state": each.state, "text": each.text, "advice": each.advice}
            for name, each in found.items()
        ]
        print_json({"ok": not wrong, "checks": checks})
    else:
        rows = [
            (name, each.state, f"{each.text} {each.advice}".strip()) for name, each in found.items()
        ]
        title = f"{counted(len(found), 'check')}, {len(wrong)} broken"
        print_table(title, ("check", "state", "finding"), rows)
    if wrong:
        raise typer.Exit(1)


def _run(name: str, settings: Settings, *, mend: bool) -> Finding:
    """Returns the finding of a check; with `mend`, that after the mending."""
    finding = CHECKS[name](settings)
    if mend and finding.mend:
        finding.mend()
        return CHECKS[name](settings)
    return finding

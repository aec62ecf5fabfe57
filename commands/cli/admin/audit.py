"""Implements `pbm admin audit`, which lists the actions of admins."""

from dataclasses import asdict

from commands.cli.admin.admin_actions import read_only
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import AsJson
from commands.cli.terminal import print_json, print_table
from pbm.wording import counted


def audit(as_json: AsJson = False) -> None:
    """List all admin actions, oldest first.

    Times are in UTC.

    Example: pbm admin audit --json
    """
    with read_only() as (work, _):
        entries = work.audit_log.entries()
    if as_json:
        print_json({"acts": [asdict(entry) for entry in entries]})
        return
    rows = [entry_row(entry) for entry in entries]
    print_table(counted(len(entries), "action"), ("when", "admin", "what", "why"), rows)

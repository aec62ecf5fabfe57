"""Implements `pbm status`, which shows the state of the server and its problems."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

import typer
from sqlalchemy.exc import DBAPIError

from commands.cli.arguments import AsJson
from commands.cli.open_database import (
    missing_database,
    open_for_command,
    tell_missing_database,
)
from commands.cli.server.status_data import status_data
from commands.cli.terminal import (
    format_minute,
    print_blank,
    print_json,
    print_line,
    print_section,
    print_table,
)
from commands.cli.typer_app import is_forced
from commands.server.app.opening import was_made
from commands.server.health.check import Finding
from commands.server.health.nodes import NodeStatus
from commands.server.health.registry import find_without_database
from commands.server.health.status import ServerStatus, read_status
from commands.server.site.updating.summary import SiteSummary, read_summary
from commands.settings import Settings, read_settings
from commands.system.logs.log_values import duration
from commands.system.logs.logging import configure_logging
from pbm.errors import UsageError
from pbm.wording import counted, listing
from storage.admin.server_processes import ServerProcess
from storage.mail.overflow_emails import OverflowState

NODE_HEAD = ("node", "state", "roles", "leases", "version", "since", "seen")
SECOND = timedelta(seconds=1)
NOT_MADE = (
    "If this installation is new, start the server: pbm serve",
    "Otherwise, mount the disk with the data, or set PBM_DATA to the data folder.",
)
"""Lines of advice that `pbm status` prints if there is no database."""
MAX_OVER = 10
"""Maximum number of past problems in the list."""


def status(as_json: AsJson = False) -> None:
    """Show the server's status and how to fix any problems.

    pbm also emails each problem to PBM_ADMIN, at most once a day. Times are in UTC. The exit status
    is 1 if there are any problems.

    Example: pbm status
    """
    configure_logging(quiet=True)
    settings = read_settings()
    if not as_json and not was_made(settings):
        for line in (missing_database(settings), *NOT_MADE):
            print_line(line)
        raise typer.Exit(1)
    try:
        with open_for_command(settings, new=False, force=is_forced()) as app:
            tell_missing_database(settings)
            now = app.services.clock.now()
            server, settings = read_status(app.database, app.settings, now), app.settings
    except (UsageError, DBAPIError) as error:
        _show_without_database(find_without_database(settings, error), as_json=as_json)
        raise typer.Exit(1) from None
    site = read_site(settings)
    if as_json:
        print_json(status_data(server, server.problems, site))
    else:
        _print(server, settings, site, now)
    if server.problems:
        raise typer.Exit(1)


def node_row(status: NodeStatus, now: datetime) -> tuple[str, ...]:
    """Returns a node as a table row with the columns of NODE_HEAD."""
    node = status.node
    leases = ", ".join(status.leases)
    times = format_minute(node.since), f"{duration(max(now - node.seen, SECOND))} ago"
    return node.name, status.state, status.roles, leases, node.version, *times


def _show_without_database(problems: Mapping[str, Finding], *, as_json: bool) -> None:
    """Shows the problems that can be determined without opening the database."""
    if as_json:
        print_json(status_data(None, problems))
        return
    rows = [("now", f"{each.text} {each.advice}") for each in problems.values()]
    print_table(counted(len(rows), "problem"), ("since", "problem"), rows)


def read_site(settings: Settings) -> SiteSummary | None:
    """Returns the state of the site that the server updates, or None if there is no such site."""
    if not settings.site:
        return None
    return read_summary(settings.data, Path(settings.site).expanduser().resolve())


def _print(
    server: ServerStatus, settings: Settings, site: SiteSummary | None, now: datetime
) -> None:
    lines = [
        ("address", settings.address),
        ("server", _server_line(server)),
        *(("", line) for line in _process_lines(server.processes)),
        ("clocks", f"last checked: {_minute(server.last_tick)}"),
        ("boards", _board_line(server)),
        ("players", str(server.players)),
        ("queue", _queue_line(server)),
        ("mail", _mail_line(server)),
        *([("site", _site_line(site))] if site else []),
        ("admin", settings.admin or "not set (set PBM_ADMIN to get emails about problems)"),
    ]
    for name, value in lines:
        print_line(f"{name:8} {value}")
    if server.nodes and settings.database_file is None:
        nodes = [node_row(each, now) for each in server.nodes]
        print_section(counted(len(nodes), "node"), NODE_HEAD, nodes)
    print_blank()
    rows = [
        (_minute(stored.since) if (stored := server.stored.get(name)) else "now", text)
        for name, problem in server.problems.items()
        for text in [f"{problem.text} {problem.advice}"]
    ]
    title = counted(len(rows), "problem") if rows else "No problems."
    print_table(title, ("since", "problem"), rows)
    if past := [(_minute(each.since), _minute(each.ended), each.text) for each in server.over]:
        print_section("Past problems", ("since", "until", "problem"), past[:MAX_OVER])


def _server_line(server: ServerStatus) -> str:
    if server.last_tick is None:
        return "has never run"
    return "running" if server.is_running else "stopped"


def _process_lines(processes: Sequence[ServerProcess]) -> Iterator[str]:
    """Yields a line for each server, followed by its processes.

    Processes started in the same minute share a line.
    """
    for server, ours in groupby(processes, lambda each: each.server):
        host, _, pid = server.rpartition(" ")
        yield f"process {pid} on {host}"
        for start, together in groupby(ours, lambda each: format_minute(each.since)):
            yield f"  {listing([each.name for each in together])} since {start}"


def _board_line(server: ServerStatus) -> str:
    boards = f"{server.boards_running} running, {server.boards_finished} finished"
    return f"{boards}, {counted(server.moves_today, 'move')} today"


def _queue_line(server: ServerStatus) -> str:
    since = f" since {format_minute(server.oldest_due)}" if server.oldest_due else ""
    oldest = server.oldest_untried
    untried = f", some untried since {format_minute(oldest)}" if oldest else ""
    queue = server.queue
    waiting = f"{queue['waiting']} waiting{untried} ({queue['due']} due{since})"
    held = f", {overflow_words(server.overflow)}" if server.overflow.mails else ""
    return f"{waiting}, {queue['paused']} paused, {queue['failed']} failed{held}"


def overflow_words(overflow: OverflowState) -> str:
    """Returns a phrase on emails that wait to be merged because their addresses get too many."""
    due = f", next {format_minute(overflow.due)}" if overflow.due else ""
    addresses = counted(overflow.recipients, "address", "addresses")
    return f"{overflow.mails:,} held back for {addresses}{due}"


def _mail_line(server: ServerStatus) -> str:
    return f"last in: {_minute(server.last_mail_in)}, last out: {_minute(server.last_mail_out)}"


def _site_line(site: SiteSummary) -> str:
    due = f", {counted(site.due, 'subject')} to update" if site.due else ""
    return f"{site.folder}: {counted(site.files, 'file')}{due}, updated {_minute(site.updated)}"


def _minute(at: datetime | None) -> str:
    return format_minute(at) if at else "never"

"""The command `pbm status`."""

from collections.abc import Mapping
from datetime import datetime

import typer
from sqlalchemy.exc import DBAPIError

from commands.cli.arguments import AsJson
from commands.cli.forced import is_forced
from commands.cli.opening import open_for_command, tell_missing_database
from commands.cli.terminal import (
    format_minute,
    print_blank,
    print_json,
    print_line,
    print_section,
    print_table,
)
from commands.health.checks import find_without_database
from commands.health.problem import Problem
from commands.health.status import ServerStatus, read_status
from commands.settings import Settings, read_settings
from commands.system.logging import configure_logging
from pbm.errors import UsageError
from pbm.wording import counted

MAX_OVER = 10
"""The past problems that are listed."""


def status(as_json: AsJson = False) -> None:
    """Show how the server is, its problems, and what to do.

    The same problems are mailed to PBM_ADMIN, each once a day at most. The exit status is 1 if
    there are any. Times are in UTC.

    Example: pbm status
    """
    configure_logging(quiet=True)
    settings = read_settings()
    try:
        with open_for_command(settings, new=False, force=is_forced()) as app:
            tell_missing_database(settings)
            now = app.services.clock.now()
            found, settings = read_status(app.database, app.settings, now), app.settings
    except (UsageError, DBAPIError) as error:
        _show_without_database(find_without_database(settings, error), as_json=as_json)
        raise typer.Exit(1) from None
    if as_json:
        print_json(_data(found))
    else:
        _print(found, settings)
    if found.problems:
        raise typer.Exit(1)


def _show_without_database(problems: Mapping[str, Problem], *, as_json: bool) -> None:
    """Shows what can be known while the database can't be opened."""
    if as_json:
        found = [
            {"name": name, "text": each.text, "advice": each.advice}
            for name, each in problems.items()
        ]
        print_json({"ok": False, "problems": found})
        return
    rows = [("now", f"{each.text} {each.advice}") for each in problems.values()]
    print_table(counted(len(rows), "problem"), ("since", "problem"), rows)


def _print(found: ServerStatus, settings: Settings) -> None:
    lines = [
        ("address", settings.address),
        ("server", _server_line(found)),
        ("boards", f"{found.boards_running} running, {found.boards_finished} finished"),
        ("players", str(found.players)),
        ("mail", _mail_line(found)),
        ("admin", settings.admin or "nobody is told by mail: PBM_ADMIN is empty"),
    ]
    for name, value in lines:
        print_line(f"{name:8} {value}")
    print_blank()
    rows = [
        (_minute(stored.since) if (stored := found.stored.get(name)) else "now", text)
        for name, problem in found.problems.items()
        for text in [f"{problem.text} {problem.advice}"]
    ]
    title = counted(len(rows), "problem") if rows else "No problems."
    print_table(title, ("since", "problem"), rows)
    if past := [(_minute(each.since), _minute(each.ended), each.text) for each in found.over]:
        print_section("Over", ("since", "until", "problem"), past[:MAX_OVER])


def _server_line(found: ServerStatus) -> str:
    if found.last_tick is None:
        return "has never run"
    word = "runs" if found.is_running else "doesn't run"
    return f"{word}; the clocks were last run at {format_minute(found.last_tick)}"


def _mail_line(found: ServerStatus) -> str:
    waiting, paused, failed = (found.mails[each] for each in ("waiting", "paused", "failed"))
    since = f", since {format_minute(found.oldest_mail)}" if found.oldest_mail else ""
    return f"{waiting} waiting{since}, {paused} paused, {failed} failed"


def _minute(at: datetime | None) -> str:
    return format_minute(at) if at else ""


def _data(found: ServerStatus) -> dict[str, object]:
    return {
        "ok": not found.problems,
        "running": found.is_running,
        "last_tick": found.last_tick,
        "boards": {"running": found.boards_running, "finished": found.boards_finished},
        "players": found.players,
        "mails": dict(found.mails),
        "oldest_mail": found.oldest_mail,
        "problems": [
            {
                "name": name,
                "text": problem.text,
                "advice": problem.advice,
                "since": found.stored[name].since if name in found.stored else None,
                "told": found.stored[name].told if name in found.stored else None,
            }
            for name, problem in found.problems.items()
        ],
        "over": [
            {"name": each.name, "text": each.text, "since": each.since, "until": each.ended}
            for each in found.over
        ],
    }

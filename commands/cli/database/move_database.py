"""Implements `pbm move-database`, which copies all data into another database."""

from typing import Annotated

import typer

from commands.cli.admin.verify import print_damage, progress_bar
from commands.cli.open_database import missing_database, open_for_command
from commands.cli.terminal import print_line
from commands.cli.typer_app import is_forced
from commands.settings import Settings, read_settings
from commands.settings.sources import Source, read_given
from commands.system.logs.logging import configure_logging
from pbm.errors import NotFoundError, UsageError
from pbm.wording import counted

Target = Annotated[
    str,
    typer.Argument(metavar="URL", help="URL of an empty database, in the format of PBM_DATABASE"),
]
NEXT = """\
The old database {old} hasn't changed. Don't use it anymore.
On every machine that runs pbm, {change}. Then start the server: pbm serve"""


def move_database(target: Target) -> None:
    """Move all data to another, empty database.

    You can move from SQLite to PostgreSQL or back. Stop all servers first. During the move, "pbm
    receive" asks mail servers to try again later.

    pbm copies everything in one transaction. Before it commits, it reads back each row and replays
    each board. If the move is interrupted, the new database stays empty. The old database doesn't
    change. At the end, pbm prints which setting to change.

    Don't write a password in URL, because other users of the machine could see it. Use PGPASSWORD
    or ~/.pgpass.

    Example: pbm move-database postgresql+psycopg://pbm@localhost/pbm
    """
    configure_logging(quiet=True)
    url = _checked(target)
    settings = read_settings()
    if missing := missing_database(settings):
        raise NotFoundError(missing)
    if settings.database_url == "sqlite://":
        raise UsageError("PBM_DATABASE is an in-memory database, so there is nothing to move.")
    _move(settings, url)


def _checked(url: str) -> str:
    from storage.opening import check_url  # noqa: PLC0415 - slow to load

    try:
        check_url(url)
    except ValueError as error:
        raise UsageError(
            f"pbm can't use this URL: {error}. Give the URL of an empty database."
        ) from error
    return url


def _move(settings: Settings, url: str) -> None:
    from commands.cli.database.moving import move_database as move  # noqa: PLC0415 - slow to load
    from storage.backup.copying import masked_url  # noqa: PLC0415

    with open_for_command(settings, new=False, force=is_forced()) as app:
        moved = move(app.database, app.settings, url, progress_bar)
    rows, tables = counted(moved.rows, "row"), counted(moved.tables, "table")
    print_line(f"Copied {rows} in {tables} to {masked_url(url)} and checked them.")
    boards = counted(moved.boards, "board")
    whole = f"{boards} replayed, no differences found."
    damaged = f"{boards} replayed, {{}} damaged (also in the old database)"
    print_damage(moved.damaged, whole, damaged, "board")
    old = masked_url(settings.database_url)
    for line in NEXT.format(old=old, change=_change(settings, url)).splitlines():
        print_line(line)


def _change(settings: Settings, url: str) -> str:
    """Returns words that name the setting to change and its location."""
    from storage.backup.copying import masked_url  # noqa: PLC0415 - slow to load

    setting = read_given(Settings).get("database")
    default = settings.model_copy(update={"database": ""}).database_url
    if setting and url == default:
        return f"remove PBM_DATABASE from {_place(setting.source, setting.place)}"
    place = f" ({_place(setting.source, setting.place)})" if setting else ""
    return f"set PBM_DATABASE{place} to {masked_url(url)}"


def _place(source: Source, place: str) -> str:
    return "the environment" if source is Source.ENVIRONMENT else place

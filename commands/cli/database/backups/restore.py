"""Implements `pbm restore`, which restores a backup and begins a new generation."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.cli.database.backups.new_generation import (
    NewGeneration,
    begin_new_generation,
    report_lines,
)
from commands.cli.database.backups.restoring import StagedBackup, staged_backup
from commands.cli.database.identity_checks import identity_damage, key_damage
from commands.cli.terminal import print_line
from commands.cli.typer_app import is_forced
from commands.settings import SETTINGS_FILE, Settings, read_settings
from commands.system.logs.logging import configure_logging
from commands.system.users import real_user
from pbm.errors import NotAllowedError
from pbm.wording import counted, local_time
from storage.admin.audit_log import AuditEntry

if TYPE_CHECKING:
    from commands.server.app.app import App

Backup = Annotated[Path, typer.Argument(metavar="FILE", help='backup written by "pbm backup"')]
WithSettings = Annotated[
    bool, typer.Option("--settings", help="write the backup's settings to pbm.toml")
]
LAST_LINES = """\
The server's address is {address}, and its relay is {relay}. To use the values in your settings
instead, run: pbm serve --force
Make sure that no other server runs these games, then start this one: pbm serve"""


def restore(file: Backup, settings: WithSettings = False) -> None:
    """Restore a backup into an empty data folder and database.

    pbm restores to PBM_DATA and PBM_DATABASE. PBM_DATA must not contain a database or a file named
    "last-commit". A PostgreSQL database must be empty. If the restore fails, nothing changes.

    pbm lists the settings that have different values in the backup. With --settings, it writes them
    to a new pbm.toml in the current folder. Backups don't contain passwords and certificates, so
    pbm lists the files that are missing.

    The server continues as a new generation. Replies to earlier emails still reach their games, and
    no board number is used twice. pbm pauses the emails that were waiting in the backup, because
    they may have been sent since. It gives the players back the time from the backup until the
    server starts. It then emails all players with games in progress. The email shows the state of
    their games, and asks the players to send again what they sent after the backup.

    Example: pbm restore /var/backups/pbm/pbm-20260502-030000.tar.gz
    """
    from commands.cli.database.backups.restored_settings import (  # noqa: PLC0415 - slow to load
        check_no_file,
        missing_files,
        missing_lines,
        read_backup_settings,
        write_settings,
    )

    configure_logging(quiet=True)
    here = read_settings()
    if settings:
        check_no_file()
    with staged_backup(here, file) as staged:
        values = read_backup_settings(staged.settings.data)
        begun, stored = _go_on(staged, file)
    in_force = stored.model_copy(update={"master_key_file": here.master_key_file})
    print_line(f"Restored {file} (backup from {local_time(staged.manifest.moment)}).")
    if settings:
        write_settings(values, here)
        lines = [f"Wrote {counted(len(values), 'setting')} to {SETTINGS_FILE}."]
    else:
        lines = [*missing_lines(values, in_force)]
    ways = {name: getattr(stored, name) for name in ("address", "relay")}
    last = LAST_LINES.format(**ways | (dict(values) if settings else {})).splitlines()
    for line in (*report_lines(begun), *lines, *missing_files(values), *last):
        print_line(line)


def _go_on(staged: StagedBackup, file: Path) -> tuple[NewGeneration, Settings]:
    """Begins a new generation in the staged database. Returns it and the settings in effect."""
    from commands.server.app.opening import open_app  # noqa: PLC0415 - slow to load

    settings = staged.settings
    with open_app(settings, force=is_forced(), may_be_older=True, check_key=False) as app:
        _check_identity(app, staged, file)
        with app.database.work() as work:
            context = app.services.server_context(work)
            moment = staged.manifest.moment
            begun = begin_new_generation(app.database, work, context, app.mailer, moment)
            detail = f"backup of {local_time(moment)}, generation {begun.generation.number}"
            entry = AuditEntry(
                context.now(), real_user(), "restore", "database", detail, f"from {file.name}"
            )
            work.audit_log.add(entry)
        return begun, app.settings


def _check_identity(app: "App", staged: StagedBackup, file: Path) -> None:
    """Raises NotAllowedError if the database isn't the manifest's or its keys are unusable."""
    with app.database.snapshot() as work:
        damages = [*identity_damage(work, staged.manifest)]
    for where, problem in damages or key_damage(app.database, app.master_key, app.clock):
        raise NotAllowedError(
            f"pbm can't restore {file} because of {where}: {problem}. Nothing has been changed."
        )

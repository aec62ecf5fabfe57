"""The command `pbm restore`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.backup.identity_check import identity_damage, key_damage
from commands.backup.manifest import Manifest
from commands.backup.new_generation import NewGeneration, begin_new_generation, report_lines
from commands.backup.restoring import StagedBackup, staged_backup
from commands.cli.terminal import print_line
from commands.cli.typer_app import is_forced
from commands.settings import read_settings
from commands.system.logging import configure_logging
from commands.system.users import real_user
from pbm.errors import NotAllowedError
from pbm.wording import local_time
from storage.admin.audit_log import AuditEntry

if TYPE_CHECKING:
    from commands.app import App

Backup = Annotated[Path, typer.Argument(metavar="FILE", help="a file that pbm backup made")]

LAST_LINES = """\
Mails come from {address} and go to {relay}; other ones need pbm serve --force.
Make sure that no other server runs on the same games, then start this one: pbm serve"""


def restore(file: Backup) -> None:
    """Restore a backup into an empty place.

    The server goes on from there as a new generation.

    PBM_DATA and PBM_DATABASE say where: without a database, keys and "last-commit" there, and for
    PostgreSQL into an empty database. It is done completely or not at all.

    No mail that waited in the backup is sent, as it may have been sent since: such mails are
    paused. The time from the backup until the server starts is given back to the players. Reply
    addresses of boards that are in the backup go on working, and no board number is used twice.
    Each player with a running game is told once how the boards stand, and asked to send once more
    what came after the backup; these mails leave when the server starts.

    Example: pbm restore /var/backups/pbm/pbm-20260502-030000.tar.gz
    """
    configure_logging(quiet=True)
    settings = read_settings()
    with staged_backup(settings, file) as staged:
        begun, kept = _go_on(staged, file)
    print_line(f"{file}: {_state(staged.manifest)} is restored.")
    for line in report_lines(begun):
        print_line(line)
    for line in LAST_LINES.format(**kept).splitlines():
        print_line(line)


def _go_on(staged: StagedBackup, file: Path) -> tuple[NewGeneration, dict[str, str]]:
    """Begins the new generation in the staged database; returns it, and the settings kept there."""
    from commands.app import open_app  # noqa: PLC0415 - slow to load

    settings = staged.settings
    with open_app(settings, force=is_forced(), may_be_older=True, check_key=False) as app:
        _check_identity(app, staged, file)
        with app.database.work() as work:
            context = app.services.server_context(work)
            moment = staged.manifest.moment
            begun = begin_new_generation(app.database, work, context, app.mailer, moment)
            detail = f"the state of {local_time(moment)}, generation {begun.generation.number}"
            entry = AuditEntry(
                context.now(), real_user(), "restore", "database", detail, f"from {file.name}"
            )
            work.audit_log.add(entry)
        return begun, {"address": app.settings.address, "relay": app.settings.relay}


def _check_identity(app: "App", staged: StagedBackup, file: Path) -> None:
    """Raises NotAllowedError if the database isn't the manifest's, or its keys can't be used."""
    with app.database.snapshot() as work:
        found = [*identity_damage(work, staged.manifest)]
    for where, problem in found or key_damage(app.database, app.site_key, app.clock):
        raise NotAllowedError(f"{file} can't be used: {where}: {problem}. Nothing was restored.")


def _state(manifest: Manifest) -> str:
    return f"the state of {local_time(manifest.moment)}"

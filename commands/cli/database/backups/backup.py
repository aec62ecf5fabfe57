"""Implements `pbm backup`, which writes, prunes and verifies backups."""

from pathlib import Path
from typing import Annotated

import typer

from commands.cli.admin.verify import print_damage
from commands.cli.database.backups.backup_pruning import delete_older
from commands.cli.open_database import missing_database
from commands.cli.output_files import check_outside
from commands.cli.terminal import print_line
from commands.settings import Settings, read_settings
from commands.system.logs.logging import configure_logging
from pbm.clock import SystemClock
from pbm.errors import NotFoundError, UsageError
from pbm.process.files import give_to_owner
from pbm.wording import counted, local_time

Target = Annotated[
    str, typer.Argument(metavar="FILE|DIR", help="file to write, or folder to write it to")
]
Verify = Annotated[bool, typer.Option("--verify", help="check this backup instead of writing one")]
Scratch = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help=(
            "with --verify: empty PostgreSQL database (needed only for a backup made by an older "
            "version of pbm)"
        ),
    ),
]
Keep = Annotated[
    int,
    typer.Option(min=0, metavar="N", help="keep only the newest N backups in DIR (0 keeps all)"),
]


def backup(target: Target, verify: Verify = False, scratch: Scratch = "", keep: Keep = 0) -> None:
    """Back up the database, keys and settings. The server can keep running.

    The backup is one file. If you give a folder (an existing one, or a name that ends in /), pbm
    names the file after the current time. pbm never overwrites a file. Only its owner can read the
    backup, because it contains the keys. It doesn't contain emails in a Maildir, tablebases or the
    database's password.

    --verify checks a backup instead. pbm unpacks it into a temporary folder, compares checksums,
    reads all rows and keys, and replays all boards. It also signs the record of each finished game
    and checks the signature. The exit status is 1 if anything is damaged. To check a PostgreSQL
    dump, pbm needs pg_restore, but no database. Only a dump by an older pbm also needs an empty
    database (--scratch URL).

    Example: pbm backup /var/backups/pbm/ --keep 30
    """
    configure_logging(quiet=True)
    if verify:
        _verify(Path(target), scratch)
        return
    if scratch:
        raise UsageError("Use --scratch only with --verify.")
    _write(read_settings(), target, keep)


def _write(settings: Settings, path: str, keep: int) -> None:
    from commands.server.app.backup_before_upgrade import FOLDER, size_in_words  # noqa: PLC0415
    from commands.server.app.backup_writing import file_name, write_backup  # noqa: PLC0415

    target = Path(path)
    is_folder = target.is_dir() or path.endswith("/")
    if keep and not is_folder:
        raise UsageError(
            "--keep deletes older backups from a folder. Give a folder instead of a file."
        )
    if missing := missing_database(settings):
        raise NotFoundError(missing)
    file = target / file_name(SystemClock().now()) if is_folder else target
    check_outside(file, settings.data, except_in=FOLDER)
    if is_folder and not target.is_dir():
        target.mkdir(mode=0o700, parents=True)
        give_to_owner(target)
    manifest = write_backup(settings, file)
    size = size_in_words(file.stat().st_size)
    print_line(f"Backed up to {file} ({size}, {local_time(manifest.moment)}).")
    if keep:
        deleted = delete_older(target, keep, file)
        if deleted:
            print_line(f"Deleted {counted(len(deleted), 'older backup')}.")


def _verify(file: Path, scratch: str) -> None:
    from commands.cli.database.verifying import verify_backup  # noqa: PLC0415 - slow to load

    settings = read_settings()
    result = verify_backup(
        file, scratch, settings.master_key_path if settings.master_key_file else None
    )
    if result.manifest:
        origin = f"made by pbm {result.manifest.pbm}, {result.manifest.database_product}"
        print_line(f"{file}: backup from {local_time(result.manifest.moment)}, {origin}")
    for note in result.notes:
        print_line(note)
    replayed, signed = counted(result.boards, "board"), counted(result.records, "record")
    whole = f"{replayed} replayed, {signed} signed and checked, no damage found."
    print_damage(result.damaged, whole, f"{file}: {{}} damaged", "where")
    if result.damaged:
        raise typer.Exit(1)

"""Delete old backups in a folder, as `pbm backup --keep` asks."""

import re
from pathlib import Path

NAMES = re.compile(r"pbm-\d{8}-\d{6}\.tar\.gz")
"""Matches the names of files that `pbm backup DIR` makes. Other files are never deleted."""


def delete_older(folder: Path, keep: int, newest: Path) -> list[Path]:
    """Deletes all backups in a folder except the newest `keep`, and returns the deleted ones.

    `newest`: the backup that was just made. It is never deleted.
    """
    backups = sorted(path for path in folder.iterdir() if NAMES.fullmatch(path.name))
    older = [path for path in backups[:-keep] if path.name != newest.name]
    for path in older:
        path.unlink(missing_ok=True)
    return older

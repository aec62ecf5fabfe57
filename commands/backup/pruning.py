"""Delete old backups in a folder."""

import re
from pathlib import Path

NAME = re.compile(r"pbm-\d{8}-\d{6}\.tar\.gz")
"""The names of the files that `pbm backup DIR` makes; no others are deleted."""


def delete_older(folder: Path, keep: int, newest: Path) -> list[Path]:
    """Deletes all backups in a folder but the newest `keep`; returns those deleted.

    `newest`: the one that was just made, which stays in any case.
    """
    found = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    older = [path for path in found[:-keep] if path.name != newest.name]
    for path in older:
        path.unlink(missing_ok=True)
    return older

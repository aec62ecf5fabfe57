"""Read a summary of a site for `pbm status`, even while the site is being updated."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from commands.server.site.updating.state import COUNTS, UPDATED
from commands.server.site.updating.state_file import state_file


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """The number of a site's files, and how far its pages are up to date."""

    folder: Path
    files: int
    due: int
    """Number of subjects whose pages must be made."""
    updated: datetime | None
    """Time at which all pages were last up to date, or None."""


def read_summary(data: Path, folder: Path) -> SiteSummary:
    """Returns the state of the site in a folder, if this data folder has a record of it."""
    file = state_file(data, folder)
    unknown = SiteSummary(folder, 0, 0, None)
    if not file.exists():
        return unknown
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            files, due = opened.execute(COUNTS).fetchone()
            query = "SELECT value FROM fact WHERE name = ?"
            row = opened.execute(query, (UPDATED,)).fetchone()
    except sqlite3.Error:  # the file is just being created
        return unknown
    return SiteSummary(folder, files, due, datetime.fromisoformat(row[0]) if row else None)

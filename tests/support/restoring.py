"""Copies of a test server's database, put in its place later as a backup is."""

import sqlite3
from contextlib import closing
from pathlib import Path

from commands.cli.database.backups.new_generation import begin_new_generation
from tests.support.database_copies import open_copy


def backup(site):
    """Returns a copy of a server's database as it is now, without its file of the last commit."""
    path = Path(f"{_path(site)}.backup")
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(_path(site))) as database:
        database.execute("VACUUM INTO ?", (str(path),))
    return path


def restore(site, path, since=None):
    """Replaces a server's database by a copy made at `since`, and begins a new generation of it."""
    replace_database(site, path)
    with site.database.work() as work:
        site.database.begin_generation(work, site.clock.now(), since)


def go_on(site, path, since):
    """Replaces a server's database by a copy made at `since`, and goes on as `pbm restore` does."""
    replace_database(site, path)
    with site.database.work() as work:
        context = site.services.server_context(work)
        return begin_new_generation(site.database, work, context, site.mailer, since)


def replace_database(site, path):
    """Puts a copy in the place of a server's database."""
    target = _path(site)
    site.database.close()
    for file in target.parent.glob(f"{target.name}*"):
        if file != path:
            file.unlink()
    target.write_bytes(path.read_bytes())
    site.database = site.queue.database = open_copy(site.url)


def _path(site):
    return Path(site.database.engine.url.database)

"""Backups made under load are whole, and go on elsewhere: see `tests/crash/backups.py`."""

import secrets

import pytest

from tests.crash.backups import backup_test


@pytest.mark.slow
def test_backups_under_load(tmp_path):
    """Every acknowledged move is there, every board replays, and nothing is sent twice."""
    backup_test(tmp_path, secrets.randbelow(10**6), 3, 30)


@pytest.mark.slow
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_backups_of_postgresql_under_load(tmp_path, database_url, new_databases):
    """The same by pg_dump, into databases of their own."""
    seed, urls = secrets.randbelow(10**6), new_databases(2)
    backup_test(tmp_path, seed, 2, 20, url=database_url, urls=urls)

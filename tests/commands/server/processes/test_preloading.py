"""The modules that all processes of a server share."""

import subprocess
import sys

import pytest

from commands.server.processes.preloading import (
    MAILBOX,
    METRICS,
    POSTGRESQL,
    SITE,
    UNSUBSCRIBING,
    modules_for,
)
from commands.settings import Settings
from tests.support.cases import cases

SELDOM_USED = {"imapclient", "imaplib", "sqlalchemy.dialects.postgresql", "psycopg", "rich"}
LOAD = """
import sys
from commands.server.supervision.supervisor import modules_for
from commands.server.processes.fork_server import preload
from commands.settings import Settings
preload(modules_for(Settings()))
print(*sys.modules)
"""


@cases(
    ("settings", "modules"),
    [
        ({"metrics": "127.0.0.1:0"}, {METRICS}),
        ({"site": "/srv/site"}, {SITE}),
        ({"unsubscribe_listen": "127.0.0.1:0"}, {UNSUBSCRIBING}),
        ({"mailbox": "imaps://pbm@mail.example.org"}, {MAILBOX}),
        ({"database": "postgresql+psycopg:///pbm"}, {*POSTGRESQL}),
    ],
)
def test_what_some_need_is_loaded_there_alone(settings, modules):
    """A process that a setting asks for, or a database, brings its modules."""
    usual = set(modules_for(Settings()))
    chosen = Settings().model_copy(update=settings)
    assert set(modules_for(chosen)) - usual == modules


@pytest.mark.slow
def test_nothing_else_loads_it():
    """Neither does it come with the other modules of a server."""
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD], check=True, capture_output=True, text=True
    )
    assert {"storage", "aiosmtpd"} <= set(loaded.stdout.split())
    assert not SELDOM_USED & set(loaded.stdout.split())

"""The layers of the program, to which the benchmark of profiles assigns processor time."""

import sysconfig
from collections.abc import Mapping
from functools import cache

from tests.support.paths import ROOT

PLACES = [sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib", "platstdlib")]
"""The folders of libraries."""

LAYERS: Mapping[str, tuple[str, ...]] = {
    "event loop (asyncio)": ("asyncio/",),
    "SMTP protocol (aiosmtpd)": ("aiosmtpd/",),
    "SMTP, ours": ("mail/smtp/",),
    "reading the mail": ("mail/reading/", "email/", "selectolax/"),
    "passing it on": (
        "commands/server/",
        "multiprocessing/",
        "concurrent/futures/",
        "threading.py",
        "queue.py",
    ),
    "understanding it": (
        "commands/inbound/",
        "commands/replies/",
        "commands/language/",
        "commands/context/",
        "commands/players/",
    ),
    "keys, tokens, limits": ("commands/security/",),
    "commands": ("commands/verbs/", "commands/boards/", "commands/outbound/notifications/"),
    "rules, matches, clocks": ("pbm/",),
    "values: snapshots, JSON": (
        "commands/content/",
        "commands/outbound/mailer.py",
        "json/",
        "pydantic",
    ),
    "storage, ours": ("storage/",),
    "SQLAlchemy": ("sqlalchemy/",),
    "driver: statements": (
        "sqlalchemy/engine/default.py:DefaultDialect.do_execute",
        "sqlalchemy/engine/cursor.py:CursorFetchStrategy.",
        "storage/sql/connection.py:WorkConnection._give",
        "sqlite3/",
        "psycopg/",
    ),
    "driver: commit": (
        "sqlalchemy/engine/default.py:DefaultDialect.do_commit",
        "sqlalchemy/engine/default.py:DefaultDialect.do_rollback",
    ),
    "rendering": ("commands/views/", "jinja2/", "commands/outbound/", "icalendar/"),
    "MIME": ("mail/composing/",),
    "delivery": ("mail/delivery/", "aiosmtplib/"),
    "logging, counts": ("structlog/", "logging/", "commands/system/", "pbm/process/counters.py"),
}
"""By layer, the beginnings of `FILE:FUNCTION`; the longest that fits decides."""
OTHER = "other"


def layer_of(stack):
    """Returns the layer of a stack of `FUNCTION (FILE:LINE)`, the outermost function first."""
    for frame in reversed(stack):
        if layer := _layer(frame):
            return layer
    return OTHER


@cache
def _layer(frame: str) -> str:
    """Returns the layer of a function, by the longest of the names that fit."""
    function, _, place = frame.rstrip(")").partition(" (")
    name = f"{_short(place.rpartition(':')[0])}:{function}"
    fitting = [
        (len(each), layer)
        for layer, names in LAYERS.items()
        for each in names
        if name.startswith(each)
    ]
    return max(fitting, default=(0, ""))[1]


def _short(file: str) -> str:
    """Returns the name of a file from its package on."""
    for folder in (*(f"{path}/" for path in PLACES), f"{ROOT}/"):
        if file.startswith(folder):
            return file.removeprefix(folder)
    return file

"""Choose the modules that the fork server loads for all processes, depending on the settings."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from commands.settings import Settings

ALWAYS = (
    "commands.server.delivery_process",
    "commands.server.smtp.worker",
    "commands.server.background",
    # The modules above import these only when they first use them.
    "commands.outbound.relay_settings",
    "commands.views.html.compiled_templates",
    "cryptography.hazmat.primitives.ciphers.aead",
    "mail.delivery.smtp.smtp_relay",
)
"""Modules that are always loaded. They take 60 MB, which all processes share, and a second to load.
"""
MAILBOX = "commands.server.mailbox.worker"
SITE = "commands.server.site_process"
METRICS = "commands.server.metrics.metrics_process"
UNSUBSCRIBING = "commands.server.unsubscribing"
POSTGRESQL = ("psycopg", "sqlalchemy.dialects.postgresql.psycopg")


@dataclass(frozen=True)
class LateWorker:
    """A worker function in a module that only its own process imports, unless it is preloaded."""

    module: str
    name: str

    def __call__(self, *args: Any, **options: Any) -> None:
        run: Callable[..., None] = getattr(import_module(self.module), self.name)
        run(*args, **options)


def modules_for(settings: Settings) -> tuple[str, ...]:
    """Returns the names of the modules that the processes of a server with these settings use."""
    return (
        *ALWAYS,
        *([MAILBOX] if settings.mailbox else []),
        *([SITE] if settings.site else []),
        *([METRICS] if settings.metrics else []),
        *([UNSUBSCRIBING] if settings.unsubscribe_listen else []),
        *(POSTGRESQL if not settings.database_file and find_spec("psycopg") else []),
    )

"""Check that the limit of open files allows the configured number of connections."""

import resource

from commands.settings import Settings
from pbm.errors import UsageError

OWN_FILES = 40
"""Files that a server process has open in addition to connections: database, pipes and log."""
FILES_PER_PROCESS = 2
"""Files that the main process has open for each additional SMTP process: its pipes."""


def check_descriptors(settings: Settings) -> None:
    """Raises the soft limit of open files if it is too low for the settings.

    Raises UsageError if the hard limit is also too low.
    """
    needed = _own_files(settings) + settings.max_connections * _listeners(settings)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _is_enough(soft, needed):
        return
    if not _is_enough(hard, needed):
        raise UsageError(_advice(settings, hard, needed))
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def _own_files(settings: Settings) -> int:
    return OWN_FILES + FILES_PER_PROCESS * (settings.smtp_workers - 1)


def _listeners(settings: Settings) -> int:
    """Returns the number of protocols (SMTP, LMTP) that may each have PBM_MAX_CONNECTIONS."""
    return (settings.smtp_port is not None) + bool(settings.lmtp)


def _is_enough(limit: int, needed: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= needed


def _advice(settings: Settings, limit: int, needed: int) -> str:
    possible = (limit - _own_files(settings)) // max(_listeners(settings), 1)
    lower = f", or set PBM_MAX_CONNECTIONS to at most {possible}" if possible > 0 else ""
    return (
        f"The limit of {limit} open files is too low. PBM_MAX_CONNECTIONS="
        f"{settings.max_connections} needs at least {needed}. Raise the limit (`ulimit -n "
        f"{needed}`, or LimitNOFILE= in a systemd unit){lower}."
    )

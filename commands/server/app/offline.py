"""Objects for commands that don't open a database: a dispatcher, and the public keys of records."""

from collections.abc import Sequence

from commands.language.dispatcher import Dispatcher
from commands.security.keys.key_ring import KeyRing
from commands.security.record_signing import Signer
from commands.server.app.foundation import make_services
from commands.server.app.opening import was_made
from commands.settings import Settings
from pbm.clock import SystemClock
from pbm.errors import UsageError


def make_dispatcher(settings: Settings) -> Dispatcher:
    clock = SystemClock()
    keys = KeyRing(tuple, clock)
    signer = Signer(bytes, lambda: next(iter(record_keys(settings)), ""))
    return Dispatcher(make_services(settings, keys, signer, clock))


def record_keys(settings: Settings) -> Sequence[str]:
    """Returns the public keys that sign this server's records, the current key first."""
    from storage.reading import read_record_keys  # noqa: PLC0415 - slow to load

    try:
        return read_record_keys(settings.database_url) if was_made(settings) else ()
    except ConnectionError as error:
        raise UsageError(str(error)) from error

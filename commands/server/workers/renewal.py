"""The renewal of a lease while the work under it goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from pbm.leases import RENEW_SECONDS
from pbm.process.lazy_logger import get_logger

log = get_logger()


@contextmanager
def renewed(renew: Callable[[], object]) -> Iterator[None]:
    """Calls `renew` every RENEW_SECONDS in another thread, as long as the work within goes on."""
    done = Event()
    thread = Thread(target=_renew_until, args=(done, renew), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renew_until(done: Event, renew: Callable[[], object]) -> None:
    while not done.wait(RENEW_SECONDS):
        try:
            renew()
        except Exception as error:  # noqa: BLE001 - there is time for another attempt
            log.warning("lease not renewed", error=type(error).__name__)

"""The check of the machine's clock, without asking another machine."""

import ctypes
from datetime import datetime, timedelta
from pathlib import Path

from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.settings import LAST_COMMIT_FILE, Settings
from pbm.clock import SystemClock
from pbm.wording import local_time

TOLERANCE = timedelta(minutes=5)
UNSYNCHRONIZED = 5
"""The kernel's TIME_ERROR (adjtimex(2)): no program sets the clock by the network."""
TIMEX_BYTES = 512
"""More than the size of struct timex on any machine."""
ADVICE = "Let the machine set its clock by the network: chrony and systemd-timesyncd do so."


def check_clock(settings: Settings) -> Finding:
    """Checks that the clock isn't behind what was stored, and is set by the network."""
    now = SystemClock().now()
    latest, file = max(_written(settings))
    if latest > now + TOLERANCE:
        return broken(
            f"This machine's clock is behind: it says {local_time(now)}, and {file} was written "
            f"at {local_time(latest)}.",
            ADVICE,
        )
    state = _kernel_state()
    if state == UNSYNCHRONIZED:
        return consider(
            f"Nothing sets this machine's clock by the network, as its kernel says; the clock says "
            f"{local_time(now)}.",
            ADVICE,
        )
    how = "" if state is None else ", and is set by the network"
    return ok(f"It says {local_time(now)}{how}.")


def _written(settings: Settings) -> list[tuple[datetime, Path]]:
    """Returns files that were written in the past, with the time."""
    files = (Path(__file__), settings.data / LAST_COMMIT_FILE)
    zone = SystemClock().now().tzinfo
    return [
        (datetime.fromtimestamp(file.stat().st_mtime, zone), file)
        for file in files
        if file.exists()
    ]


def _kernel_state() -> int | None:
    """Returns the state of the kernel's clock; None where it can't be told."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    except (AttributeError, OSError):
        return None
    return int(state) if state >= 0 else None

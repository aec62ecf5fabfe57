"""Checks this machine: Python, the clock, the sandbox, and the user that engines run as."""

import ctypes
import os
import platform
import sys
import sysconfig
from datetime import datetime, timedelta
from pathlib import Path

from commands.server.health.check import Finding, broken, consider, ok
from commands.server.health.work import CLOCK_ADVICE
from commands.settings import LAST_COMMIT_FILE, Settings, engine_limits
from pbm.clock import SystemClock
from pbm.engines.isolation import find_isolation
from pbm.errors import UserError
from pbm.wording import local_time

TOLERANCE = timedelta(minutes=5)
UNSYNCHRONIZED = 5
"""The kernel's TIME_ERROR (adjtimex(2)), which means that no program synchronizes the clock."""
TIMEX_BYTES = 512
"""Larger than struct timex on any machine."""


def check_python(_settings: Settings) -> Finding:
    """Checks that the running Python is the version that pbm was installed for."""
    running = platform.python_version()
    made_for = _venv_version()
    if made_for and made_for.split(".")[:2] != running.split(".")[:2]:
        return broken(
            f"pbm runs on Python {running}, but its virtual environment {sys.prefix} was created "
            f"with Python {made_for}.",
            "Create the virtual environment again with this version of Python, and install pbm in "
            "it.",
        )
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return consider(
            f"Python {running} is a free-threaded build. pbm isn't tested on it.",
            "Use the standard build.",
        )
    return ok(f"Python {running} in {sys.prefix}.")


def _venv_version() -> str:
    """Returns the version of Python that made the virtual environment. Empty if it is unknown."""
    file = Path(sys.prefix) / "pyvenv.cfg"
    if not file.exists():
        return ""
    lines = (line.partition("=") for line in file.read_text("utf-8", "replace").splitlines())
    values = {name.strip().lower(): value.strip() for name, _, value in lines}
    return values.get("version") or values.get("version_info", "")


def check_clock(settings: Settings) -> Finding:
    """Checks that the clock isn't behind the time of stored data and is synchronized."""
    now = SystemClock().now()
    latest, file = max(_written(settings))
    if latest > now + TOLERANCE:
        return broken(
            f"This machine's clock is wrong: it shows {local_time(now)}, but {file} was written "
            f"at {local_time(latest)}.",
            CLOCK_ADVICE,
        )
    state = kernel_state()
    if state == UNSYNCHRONIZED:
        return consider(
            f"No program is synchronizing this machine's clock. It shows {local_time(now)}.",
            CLOCK_ADVICE,
        )
    how = "" if state is None else " and is synchronized"
    return ok(f"The clock shows {local_time(now)}{how}.")


def _written(settings: Settings) -> list[tuple[datetime, Path]]:
    """Returns the modification times of files that were certainly written in the past."""
    files = (Path(__file__), settings.data / LAST_COMMIT_FILE)
    zone = SystemClock().now().tzinfo
    return [
        (datetime.fromtimestamp(file.stat().st_mtime, zone), file)
        for file in files
        if file.exists()
    ]


def kernel_state() -> int | None:
    """Returns the state of the kernel's clock, or None if it is unknown."""
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    except (AttributeError, OSError):
        return None
    return int(state) if state >= 0 else None


def check_isolation(_settings: Settings) -> Finding:
    """Reports how engines are isolated from each other and from the server."""
    isolation = find_isolation()
    sentence = f"Each engine runs {isolation.sentence}."
    if isolation.complete:
        return ok(sentence)
    return consider(sentence, "Don't run strangers' programs on this machine. See docs/bots.md.")


def check_user(settings: Settings) -> Finding:
    """Reports which users engines run as."""
    try:
        user = engine_limits(settings).user
    except UserError as error:
        return broken(error.text, "Set PBM_BOT_USER to a user without special permissions.")
    if user and user[0] == 0:
        return consider(
            "All engines run as root, because PBM_BOT_USER is root.",
            "Set it to a user without special permissions.",
        )
    if user:
        return ok(f"All engines run as {settings.bot_user} (PBM_BOT_USER).")
    if os.geteuid() == 0:
        return ok("Each engine runs under a user ID of its own.")
    return ok(
        "All engines run as the user that runs pbm. If you run pbm as root, each engine gets its "
        "own user."
    )

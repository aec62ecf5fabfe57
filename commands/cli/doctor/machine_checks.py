"""Checks of Python."""

import platform
import sys
import sysconfig
from pathlib import Path

from commands.cli.doctor.finding import Finding, broken, consider, ok
from commands.settings import Settings


def check_python(_settings: Settings) -> Finding:
    """Checks that Python is the one for which pbm was installed."""
    running = platform.python_version()
    made_for = _venv_version()
    if made_for and made_for.split(".")[:2] != running.split(".")[:2]:
        return broken(
            f"Python {running} runs pbm, whose environment {sys.prefix} was made by {made_for}.",
            "Make the environment again with this Python, and install pbm into it.",
        )
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return consider(
            f"Python {running} is a build without the GIL, with which pbm isn't tested.",
            "Use the usual build.",
        )
    return ok(f"Python {running} in {sys.prefix}.")


def _venv_version() -> str:
    """Returns the version of Python that made the virtual environment; empty if it isn't told."""
    file = Path(sys.prefix) / "pyvenv.cfg"
    if not file.exists():
        return ""
    lines = (line.partition("=") for line in file.read_text("utf-8", "replace").splitlines())
    values = {name.strip().lower(): value.strip() for name, _, value in lines}
    return values.get("version") or values.get("version_info", "")

"""The machine's users."""

import os
import pwd
from pathlib import Path

LOGIN = Path("/proc/self/loginuid")
"""The user who logged in, whom neither sudo nor su changes; of a kernel with auditing."""
NOBODY_LOGGED_IN = 2**32 - 1


def real_user() -> str:
    """Returns the name of the user at the shell, such as `alice`, or `alice as root` after sudo.

    The kernel says it, not the environment: $LOGNAME and $SUDO_USER are whatever somebody sets.
    """
    user, login = os.getuid(), _login_user()
    return _name(user) if login in (user, None) else f"{_name(login)} as {_name(user)}"


def _login_user() -> int | None:
    try:
        login = int(LOGIN.read_text())
    except (OSError, ValueError):
        return None
    return None if login == NOBODY_LOGGED_IN else login


def _name(user: int | None) -> str:
    try:
        return pwd.getpwuid(user or 0).pw_name
    except KeyError:  # a container's user may have no name
        return f"uid {user}"

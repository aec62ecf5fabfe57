"""The machine's users: who runs pbm, and another user's groups and environment.

This module imports hardly anything, because every start of the program needs it.
"""

import os
import pwd

ROOT = 0
KEPT_VARIABLES = frozenset(
    {
        *("PATH", "LANG", "LANGUAGE", "TERM", "TZ", "COLUMNS", "LINES", "NO_COLOR"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "CREDENTIALS_DIRECTORY"),
    }
)
"""Root's variables that programs of another user get, besides variables of pbm and the locale."""
LOGIN = "/proc/self/loginuid"
"""The user who logged in, even after sudo or su. It requires a kernel with auditing."""
NOBODY_LOGGED_IN = 2**32 - 1


def real_user() -> str:
    """Returns the name of the user at the shell, such as `alice`, or `alice as root` after sudo.

    It comes from the kernel, because users can set $LOGNAME and $SUDO_USER to anything.
    """
    user, login = os.getuid(), _login_user()
    return user_name(user) if login in (user, None) else f"{user_name(login)} as {user_name(user)}"


def _login_user() -> int | None:
    try:
        with open(LOGIN) as file:  # noqa: PTH123 - pathlib takes longer to load
            login = int(file.read())
    except (OSError, ValueError):
        return None
    return None if login == NOBODY_LOGGED_IN else login


def user_name(user: int | None) -> str:
    """Returns the name of a user, or `uid 1234` if there is none, as in containers."""
    try:
        return pwd.getpwuid(user or ROOT).pw_name
    except KeyError:
        return f"uid {user}"


def groups_of(user: int, group: int) -> list[int]:
    """Returns the ids of all groups of a user. `group`: the id of the main group."""
    try:
        return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    except KeyError:
        return [group]


def environment_of(user: int) -> dict[str, str]:
    """Returns the environment for programs that root runs as another user."""
    try:
        home = pwd.getpwuid(user).pw_dir
    except KeyError:
        home = "/"
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in KEPT_VARIABLES or name.startswith(("PBM_", "LC_"))
    }
    return environment | {"HOME": home, "USER": user_name(user), "LOGNAME": user_name(user)}

"""Shows values of settings without anything that could be a secret."""

import re
from pathlib import PurePath
from typing import Any

MASK = "***"
COMMANDS = frozenset({"mailbox_token_command", "relay_token_command"})
"""Settings that are commands, whose arguments may contain secrets."""
SERVERS = frozenset({"database", "mailbox", "relay"})
"""Settings that are addresses of servers. A misplaced password may be anywhere in them."""
_SCHEME = r"[a-z0-9+.-]+://"
_PASSWORD = re.compile(rf"^((?:{_SCHEME}|(?!{_SCHEME}|maildir:))[^:/?]*):.*@", re.IGNORECASE)
"""Everything up to the last "@", because passwords and users may contain any character."""
_PORT = re.compile(rf"^({_SCHEME}(?:[^/?]*@)?[^:/?@\[]*):(?!\d*(?:[/?]|$)|\*\*\*).*", re.IGNORECASE)
"""Text in the position of a port. It may be a part of a password."""
_PARAMETER = re.compile(
    r"((?:^|[?&\s])[^=&]*(?:pass|pwd|secret|token|key)[^=&]*=)[^&\s]*", re.IGNORECASE
)


def shown_value(name: str, value: Any) -> str:
    """Returns the value of a setting in the notation of `pbm.toml`, with masked secrets."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    if name in COMMANDS:
        return _program(text)
    return _without_password(text) if name in SERVERS else text


def _without_password(address: str) -> str:
    masked = _PORT.sub(rf"\1:{MASK}", _PASSWORD.sub(rf"\1:{MASK}@", address))
    return _PARAMETER.sub(rf"\1{MASK}", masked)


def _program(command: str) -> str:
    """Returns the name of the program that a command runs, because its arguments may be secrets."""
    program, *words = command.split() or [""]
    # The word may assign a variable, whose value may be secret.
    program = MASK if "=" in program else program
    return " ".join([PurePath(program).name, *(["..."] if words else [])])

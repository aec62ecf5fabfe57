"""Values of settings as they may be shown: without what could be a secret."""

import re
from pathlib import PurePath
from typing import Any

MASK = "***"
COMMANDS = frozenset({"mailbox_token_command", "relay_token_command"})
"""Settings that are commands, whose words may hold secrets."""

_PASSWORD = re.compile(r"(://[^:@/?]*):.*@")
"""All up to the last @, as a password may have any letter in it."""
_PARAMETER = re.compile(r"([?&][^=&]*(?:pass|pwd|secret|token|key)[^=&]*=)[^&]*", re.IGNORECASE)


def shown_value(name: str, value: Any) -> str:
    """Returns the value of a setting as it is written in `pbm.toml`, with secrets masked."""
    if value is None:
        return "off"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    if name in COMMANDS:
        return _program(text)
    return _PARAMETER.sub(rf"\1{MASK}", _PASSWORD.sub(rf"\1:{MASK}@", text))


def _program(command: str) -> str:
    """Returns the name of the program that a command runs; its words may be secrets."""
    program, *words = command.split() or [""]
    return " ".join([PurePath(program).name, *(["..."] if words else [])])

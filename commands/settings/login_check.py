"""Checks the settings for a login at a mail server."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit


def check_login(server: str, settings: Mapping[str, Any], token_command: str) -> None:
    """Raises ValueError unless the user at a server has exactly one secret.

    `server`: the name of the setting with the server's address, such as `mailbox`.
    """
    name = f"PBM_{server.upper()}"
    both = f"{name}_PASSWORD_FILE", f"{name}_TOKEN_COMMAND"
    password_file = settings.get(f"{server}_password_file", "")
    if password_file and token_command:
        raise ValueError(f"set only one of {both[0]} and {both[1]}")
    has_user = bool(urlsplit(settings.get(server, "")).username)
    if has_user and not (password_file or token_command):
        raise ValueError(f"the password for the user in {name} is missing: set {both[0]}")
    if (password_file or token_command) and not has_user:
        raise ValueError(f"the user is missing from {name}: use SCHEME://USER@HOST")

"""Checks the settings for a login at a mail server."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic_core import ErrorDetails, PydanticCustomError


def check_login(server: str, settings: Mapping[str, Any], token_command: str) -> None:
    """Raises ValueError unless the user at a server has exactly one secret.

    pydantic calls this for the last of the three settings, so the error names the wrong one itself.

    `server`: the name of the setting with the server's address, such as `mailbox`.
    """
    name = f"PBM_{server.upper()}"
    both = f"{name}_PASSWORD_FILE", f"{name}_TOKEN_COMMAND"
    password_file = settings.get(f"{server}_password_file", "")
    if password_file and token_command:
        raise ValueError(f"set only one of {both[0]} and {both[1]}")
    has_user = bool(urlsplit(settings.get(server, "")).username)
    if has_user and not (password_file or token_command):
        raise _wrong(server, f"the user's password is missing: set {both[0]} or {both[1]}")
    if (password_file or token_command) and not has_user:
        raise _wrong(server, "the username is missing: use SCHEME://USER@HOST")


def _wrong(setting: str, text: str) -> PydanticCustomError:
    return PydanticCustomError("wrong_login", "{text}", {"text": text, "setting": setting})


def wrong_setting(error: ErrorDetails) -> str:
    """Returns the name of the setting that an error is about."""
    return str(error.get("ctx", {}).get("setting", error["loc"][0]))

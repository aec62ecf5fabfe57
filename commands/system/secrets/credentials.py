"""Reads settings from credentials. These are files in a folder from systemd or a container."""

import errno
import os
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, SecretsSettingsSource, SettingsError

from commands.system.data_folder import CREDENTIALS
from pbm.errors import UsageError


def credential_names() -> Iterable[str]:
    """Returns the names of all credentials. Raises UsageError if they can't be read."""
    folder = credentials_folder()
    try:
        return [path.name for path in folder.iterdir()] if folder else []
    except OSError as error:
        raise UsageError(_reason(error)) from error


def credentials_folder() -> Path | None:
    """Returns the folder of the credentials, or None if there is none."""
    folder = Path(os.environ.get(CREDENTIALS) or os.devnull)
    return folder if folder.is_dir() else None


class CredentialsSource(SecretsSettingsSource):
    """Reads settings from files such as `pbm_database`.

    If a setting names a file, its value is the credential's path, and not its content.
    """

    def __init__(self, settings: type[BaseSettings], files: AbstractSet[str]) -> None:
        """`files`: the settings that name a file."""
        super().__init__(settings, secrets_dir=credentials_folder())
        self._files = files

    def __call__(self) -> dict[str, Any]:
        """Returns the settings. Raises UsageError, whose message doesn't quote them."""
        try:
            return super().__call__()
        except SettingsError as error:  # the library wraps our error
            if not isinstance(error.__cause__, OSError):
                raise
            raise UsageError(_reason(error.__cause__)) from None

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Returns the value of a field, its key, and False because no value is JSON.

        The library's method would silently use the default if a credential were invalid.
        """
        name = f"{self.env_prefix}{field_name}"
        paths = (
            self.find_case_path(folder, name, self.case_sensitive) for folder in self.secrets_paths
        )
        path = next(filter(None, paths), None)
        if path is None:
            return None, field_name, False
        if not path.is_file():
            raise OSError(errno.EINVAL, "it isn't a file", str(path))
        if field_name in self._files:
            return str(path), field_name, False
        try:
            return path.read_text("utf-8").strip(), field_name, False
        except UnicodeDecodeError:
            raise OSError(errno.EINVAL, "it isn't text", str(path)) from None


def _reason(error: OSError) -> str:
    return f"The credential {error.filename} can't be read: {error.strerror}."

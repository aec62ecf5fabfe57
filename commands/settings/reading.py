"""Reading of the settings, and its errors."""

import os

from pydantic import ValidationError

from commands.settings.settings import PREFIX, Settings
from commands.system.credentials import credential_names
from commands.system.logging import use_log_style
from pbm.errors import UsageError
from pbm.game import Game
from pbm.suggestions import did_you_mean


def read_settings() -> Settings:
    """Returns the settings; raises UsageError, which names the wrong ones."""
    wrong = _misnamed()
    try:
        settings = Settings()
    except ValidationError as error:
        wrong += [_wrong(str(part["loc"][0]), part["type"], part["msg"]) for part in error.errors()]
    except ValueError as error:
        raise UsageError(f"pbm.toml can't be read: {error}") from None
    if wrong:
        raise UsageError("\n".join(["These settings can't be used:", *wrong]))
    Game.largest = settings.largest_board
    use_log_style(settings.log_style)
    return settings


def _misnamed() -> list[str]:
    """Returns errors for unknown names in the environment and of credentials."""
    variables = {name for name in os.environ if name.startswith(PREFIX)}
    credentials = {name for name in credential_names() if name.upper().startswith(PREFIX)}
    given = {name[len(PREFIX) :].lower() for name in variables | credentials}
    known = Settings.model_fields
    return [
        f"  PBM_{name.upper()}: there is no such setting.{did_you_mean(name, known)}"
        for name in sorted(given - set(known))
    ]


def _wrong(name: str, kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return (
            f'  pbm.toml: there is no setting "{name}".{did_you_mean(name, Settings.model_fields)}'
        )
    return f"  PBM_{name.upper()}: {message.removeprefix('Value error, ')}"

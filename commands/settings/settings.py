"""All settings together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import BaseModel
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from commands.engines.resource_limits import EngineLimits, find_user
from commands.security.policy import Policy
from commands.security.site_key import NO_FILE, SITE_KEY
from commands.settings.health import HealthSettings, InsightSettings
from commands.settings.mail_in import MailInSettings
from commands.settings.mail_out import MailOutSettings
from commands.settings.nodes import NodeSettings
from commands.settings.robots import RobotSettings, SolverSettings
from commands.settings.server import ServerSettings
from commands.settings.sources import PREFIX, SETTINGS_FILE, setting_sources
from commands.system.credentials import credentials_folder
from commands.system.logging import LogStyle
from pbm.errors import UsageError

LAST_COMMIT_FILE = "last-commit"
"""The name of the file with the number of the last commit."""


GROUPS: tuple[type[BaseModel], ...] = (
    ServerSettings,
    MailInSettings,
    MailOutSettings,
    Policy,
    RobotSettings,
    SolverSettings,
    HealthSettings,
    InsightSettings,
    NodeSettings,
)
"""The settings by subject, in the order of the documentation."""


class Settings(
    ServerSettings,
    MailInSettings,
    MailOutSettings,
    Policy,
    RobotSettings,
    SolverSettings,
    HealthSettings,
    InsightSettings,
    NodeSettings,
    BaseSettings,
):
    """The settings: PBM_NAME in the environment, a credential pbm_name, or name in pbm.toml."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, toml_file=SETTINGS_FILE, extra="forbid")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Returns the sources by precedence: arguments, environment, credentials, the file."""
        return init_settings, *setting_sources(settings_cls).values()

    @property
    def of_roles(self) -> Self:
        """The settings with those ways of mail in alone that are among the roles."""
        off: dict[str, object] = {"smtp_port": None, "lmtp": "", "mailbox": ""}
        ways = {"smtp_port": "smtp", "lmtp": "lmtp", "mailbox": "mailbox"}
        update = {name: off[name] for name, role in ways.items() if role not in self.role_set}
        return self.model_copy(update=update)

    @property
    def to_keep(self) -> dict[str, str]:
        """The settings that all commands must have in common with the server, by name."""
        return {"address": self.address, "relay": self._fixed_relay}

    def with_kept(self, kept: Mapping[str, str], *, force: bool) -> Self:
        """Returns the settings with those that are kept with the data.

        Raises UsageError for others, unless `force`: then they hold for this command.
        """
        given = {
            name: value for name, value in self.to_keep.items() if name in self.model_fields_set
        }
        for name, value in given.items() if not force else ():
            if kept.get(name, value) != value:
                raise UsageError(
                    f"PBM_{name.upper()} is {value}, but the server of this data uses "
                    f"{kept[name]}.\nLeave it out or set it to that; --force uses {value} all the "
                    "same, and keeps it\nif the command is serve."
                )
        return self.model_copy(update=dict(kept) | (given if force else {}))

    @property
    def _fixed_relay(self) -> str:
        """The relay, with its folder spelt out unless that is in the same folder as the data."""
        _, maildir, folder = self.relay.partition("maildir:")
        within = self.database_file and self.database_file.parent == self.data
        if not maildir or (within and not folder):
            return self.relay
        return f"maildir:{Path(folder or self.data / 'outbox').absolute()}"

    @property
    def outbox_folder(self) -> Path | None:
        """The Maildir of outgoing mail; None if a mail server takes it."""
        _, maildir, folder = self.relay.partition("maildir:")
        return Path(folder or self.data / "outbox") if maildir else None

    @property
    def private_paths(self) -> list[Path]:
        """The files and folders that other users of the machine mustn't read."""
        file = self.database_file
        return [self.data, *([file] if file and file.parent != self.data else [])]

    @property
    def secret_files(self) -> list[Path]:
        """The files with passwords and keys, which their group may read: root often lends them."""
        named = self.mailbox_password_file, self.relay_password_file, self.tls_key
        site_key = self.site_key_path if self.site_key_file else None
        return [*(Path(name) for name in named if name), *([site_key] if site_key else [])]

    @property
    def site_key_path(self) -> Path | None:
        """The file with the site's key; None if the signing keys aren't encrypted."""
        if self.site_key_file == NO_FILE:
            return None
        return Path(self.site_key_file) if self.site_key_file else self.data / SITE_KEY

    @property
    def log_style(self) -> LogStyle:
        """The form of the log."""
        level = self.log_level if "log_level" in self.model_fields_set else None
        return LogStyle(self.log, level)

    @property
    def policy(self) -> Policy:
        """The settings that commands ask about."""
        return Policy(**{name: getattr(self, name) for name in Policy.model_fields})


def engine_limits(settings: Settings) -> EngineLimits:
    """Returns the limits of every engine that this server runs.

    Raises NotAllowedError if engines would have to run as root, without that being said.
    """
    private = [settings.data, Path(SETTINGS_FILE), *settings.secret_files]
    private += filter(None, [settings.database_file, credentials_folder()])
    return EngineLimits(
        memory=settings.bot_memory,
        user=find_user(settings.bot_user),
        hidden=tuple(str(path.resolve()) for path in private),
    )

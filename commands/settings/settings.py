"""Combines all settings, and compares them with the stored settings."""

from pathlib import Path
from typing import Any, Self

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from commands.security.keys.master_key import MASTER_KEY, NO_FILE
from commands.security.player_limits import PlayerSettings, Policy
from commands.settings.groups.mail_in import MailInSettings
from commands.settings.groups.mail_out import MailOutSettings
from commands.settings.groups.metrics_and_log import MetricsSettings
from commands.settings.groups.nodes import NodeSettings
from commands.settings.groups.retention import HousekeepingSettings
from commands.settings.groups.robots import RobotSettings, SolverSettings
from commands.settings.groups.server import ServerSettings
from commands.settings.groups.site import SiteSettings
from commands.settings.groups.tournaments import TournamentSettings
from commands.settings.sources import how_to_unset, setting_sources
from commands.settings.stored_settings import (
    DIFFERENT,
    FIXED,
    NOT_SHARED,
    SHARED,
    DifferentSettingError,
    StoredSettings,
    read_shared,
    written,
)
from commands.system.data_folder import PREFIX
from commands.system.logs.logging import LogStyle
from commands.system.secrets.credentials import credentials_folder
from commands.system.setting_groups import SettingGroup
from commands.system.settings_file import SETTINGS_FILE
from pbm.engines.limits import EngineLimits, find_user
from pbm.errors import UsageError
from pbm.wording import listing

LAST_COMMIT_FILE = "last-commit"
"""The name of the file with the number of the last commit."""


GROUPS: tuple[type[SettingGroup], ...] = (
    ServerSettings,
    MailInSettings,
    MailOutSettings,
    PlayerSettings,
    RobotSettings,
    SolverSettings,
    TournamentSettings,
    HousekeepingSettings,
    MetricsSettings,
    SiteSettings,
    NodeSettings,
)
"""The settings by subject, in the order of the documentation."""


class Settings(
    ServerSettings,
    MailInSettings,
    MailOutSettings,
    PlayerSettings,
    RobotSettings,
    SolverSettings,
    TournamentSettings,
    HousekeepingSettings,
    MetricsSettings,
    SiteSettings,
    NodeSettings,
    BaseSettings,
):
    """The settings: PBM_NAME in the environment, a credential pbm_name, or name in pbm.toml."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid")

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
        """The settings without ways of incoming mail that this node's roles exclude."""
        off: dict[str, object] = {"smtp_port": None, "lmtp": "", "mailbox": ""}
        ways = {"smtp_port": "smtp", "lmtp": "lmtp", "mailbox": "mailbox"}
        update = {name: off[name] for name, role in ways.items() if role not in self.role_set}
        return self.model_copy(update=update)

    @property
    def values_to_store(self) -> dict[str, str]:
        """Text forms of the settings that all commands and nodes must share, by name."""
        shared = {name: written(getattr(self, name)) for name in SHARED}
        return {"address": self.address, "relay": self._fixed_relay} | shared

    def with_stored(self, stored: StoredSettings, *, force: bool, serving: bool = False) -> Self:
        """Returns the settings with the values of the stored settings.

        Raises UsageError if given settings differ from stored ones. If `force` is set, the given
        settings apply to this command instead.

        `serving`: whether this is a server. Its given settings for players apply while no other
        node runs.
        """
        given_values = self._given_values
        if not force:
            self._check_fixed(stored)
        if serving and not force and stored.nodes and (lines := self.differences(stored)):
            raise UsageError(NOT_SHARED.format(listing(stored.nodes), "\n  ".join(lines)))
        fixed = {name: text for name, text in stored.values.items() if name in FIXED}
        held = {name: given_values[name] for name in FIXED if name in given_values} if force else {}
        shared = self._shared(stored, force=force, serving=serving)
        return self.model_copy(update=fixed | held | shared)

    def differences(self, stored: StoredSettings) -> list[str]:
        """Returns a line about each given setting for players that differs from the stored one."""
        ours = self._given_values
        names = (name for name in SHARED if name in ours and name in stored.values)
        return [
            f"PBM_{name.upper()} is {ours[name] or 'empty'} on this node, but "
            f"{stored.values[name] or 'empty'} on the others"
            for name in names
            if stored.values[name] != ours[name]
        ]

    def fixed_differences(self, stored: StoredSettings) -> dict[str, tuple[str, str]]:
        """Returns the given and the stored value of each setting that only --force changes.

        Contains only settings whose values differ, by name.
        """
        ours = self._given_values
        return {
            name: (ours[name], stored.values[name])
            for name in FIXED
            if name in ours and name in stored.values and ours[name] != stored.values[name]
        }

    def _check_fixed(self, stored: StoredSettings) -> None:
        for name, values in self.fixed_differences(stored).items():
            advice = how_to_unset(Settings, name)
            raise DifferentSettingError(DIFFERENT.format(name.upper(), *values, advice))

    @property
    def _given_values(self) -> dict[str, str]:
        """Text forms of the given settings that all commands and nodes must share, by name."""
        return {
            name: text
            for name, text in self.values_to_store.items()
            if name in self.model_fields_set
        }

    def _shared(self, stored: StoredSettings, *, force: bool, serving: bool) -> dict[str, Any]:
        """Returns the settings for players, combined from our own and the stored ones."""
        ours = {name: getattr(self, name) for name in SHARED}
        if serving and not stored.nodes:
            return ours
        stored_values = read_shared(Settings, stored.values)
        if stored.nodes and not force:
            return ours | stored_values
        return ours | {
            name: stored_values[name] for name in stored_values if name not in self.model_fields_set
        }

    @property
    def _fixed_relay(self) -> str:
        """The relay, with the path of its folder unless the folder is next to the data."""
        _, maildir, folder = self.relay.partition("maildir:")
        within = self.database_file and self.database_file.parent == self.data
        if not maildir or (within and not folder):
            return self.relay
        return f"maildir:{Path(folder or self.data / 'outbox').absolute()}"

    @property
    def outbox_folder(self) -> Path | None:
        """The Maildir for outgoing mail, or None if it is sent to a mail server."""
        _, maildir, folder = self.relay.partition("maildir:")
        return Path(folder or self.data / "outbox") if maildir else None

    @property
    def private_paths(self) -> list[Path]:
        """Files and folders that other users of the machine mustn't read."""
        file = self.database_file
        return [self.data, *([file] if file and file.parent != self.data else [])]

    @property
    def secret_files(self) -> list[Path]:
        """Files with passwords and keys.

        Their group may read them, because root often shares them.
        """
        named = self.mailbox_password_file, self.relay_password_file, self.tls_key
        master_key = self.master_key_path if self.master_key_file else None
        return [*(Path(name) for name in named if name), *([master_key] if master_key else [])]

    @property
    def master_key_path(self) -> Path | None:
        """The file with the master key, or None if the signing keys aren't encrypted."""
        if self.master_key_file == NO_FILE:
            return None
        return Path(self.master_key_file) if self.master_key_file else self.data / MASTER_KEY

    @property
    def log_style(self) -> LogStyle:
        level = self.log_level if "log_level" in self.model_fields_set else None
        return LogStyle(self.log, level)

    @property
    def policy(self) -> Policy:
        """The settings and limits on which commands depend."""
        return Policy(**{name: getattr(self, name) for name in PlayerSettings.model_fields})


def engine_limits(settings: Settings) -> EngineLimits:
    """Returns the limits of every engine that this server runs.

    Raises NotAllowedError if engines would run as root, and the settings don't allow that
    explicitly.
    """
    private = [settings.data, Path(SETTINGS_FILE), *settings.secret_files]
    private += filter(None, [settings.database_file, credentials_folder()])
    return EngineLimits(
        memory=settings.bot_memory,
        user=find_user(settings.bot_user),
        hidden=tuple(str(path.resolve()) for path in private),
    )

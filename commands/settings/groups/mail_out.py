"""The settings of outgoing mail."""

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from commands.settings.groups.login_check import check_login
from commands.system.setting_groups import SettingGroup
from mail.delivery.relay_address import TlsPolicy, check_relay

MAX_NAME_LENGTH = 60
MAX_DELIVERY_WORKERS = 16


class MailOutSettings(SettingGroup):
    """Outgoing mail."""

    relay: str = "maildir:"
    """Where outgoing mail goes: `maildir:` (the folder `outbox` in the data folder),
    `maildir:PATH`, `smtp://HOST:PORT`, `submissions://USER@HOST[:465]` or
    `submission://USER@HOST[:587]`.
    """
    relay_password_file: str = ""
    """The file whose first line is the password for the relay."""
    relay_token_command: str = Field(default="", validate_default=True)
    """A command that prints an access token for the relay, to use instead of a password. pbm runs
    it again when the token has expired.
    """
    relay_tls: TlsPolicy = Field(default="verify", validate_default=True)
    """TLS for `smtp://` relays on other machines. `verify` requires a valid certificate,
    `opportunistic` accepts any certificate or none, and `off` never uses TLS.
    """
    relay_per_minute: int = Field(default=0, ge=0)
    """Maximum emails sent per minute. `0` means no limit."""
    relay_per_day: int = Field(default=0, ge=0)
    """Maximum emails sent in 24 hours. `0` means no limit."""
    delivery_workers: int = Field(default=1, ge=1, le=MAX_DELIVERY_WORKERS)
    """The number of processes that render and deliver emails."""
    envelope_sender: Literal["verp", "address", "null"] = "verp"
    """The envelope sender, to which bounces go. `verp` uses a plus address for each notification,
    and an empty sender for replies to commands. `address` always uses the server's address. `null`
    always uses an empty sender.
    """
    replies: Literal["address", "reference", "both"] = "both"
    """How pbm finds the game that a reply belongs to: by the plus `address` of the reply, by its
    `reference` to the original email (for providers without plus addresses), or by `both`.
    """
    name: str = Field(default="pbm", max_length=MAX_NAME_LENGTH)
    """The sender's name in emails."""

    @field_validator("relay")
    @classmethod
    def _relay_is_known(cls, value: str) -> str:
        check_relay(value)
        return value

    @field_validator("relay_tls")
    @classmethod
    def _login_is_private(cls, value: TlsPolicy, info: ValidationInfo) -> TlsPolicy:
        check_relay(info.data.get("relay", "maildir:"), value)
        return value

    @field_validator("relay_token_command")
    @classmethod
    def _relay_has_a_secret(cls, value: str, info: ValidationInfo) -> str:
        check_login("relay", info.data, value)
        return value

    @field_validator("name")
    @classmethod
    def _name_is_a_line(cls, value: str) -> str:
        if not value.strip() or not value.isprintable():
            raise ValueError("use at least one character, and only printable ones")
        return value.strip()

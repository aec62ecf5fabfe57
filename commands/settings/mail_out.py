"""The settings of mail out."""

from typing import ClassVar, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from commands.settings.login_settings import check_login
from mail.delivery.relay_address import TlsPolicy, check_relay

MAX_NAME_LENGTH = 60
MAX_DELIVERY_WORKERS = 16


class MailOutSettings(BaseModel):
    """Mail out."""

    heading: ClassVar[str] = "Mail out"

    relay: str = Field(
        default="maildir:",
        description=(
            "where outgoing mail goes: `maildir:` (the folder `outbox` in the data folder), "
            "`maildir:PATH`, `smtp://HOST:PORT`, `submissions://USER@HOST[:465]` or "
            "`submission://USER@HOST[:587]`"
        ),
    )
    relay_password_file: str = Field(
        default="", description="the file with the password for the relay, in its first line"
    )
    relay_token_command: str = Field(
        default="",
        validate_default=True,
        description=(
            "a command that prints an access token for the relay, in place of a password; it is "
            "run again when the token has expired"
        ),
    )
    relay_tls: TlsPolicy = Field(
        default="verify",
        validate_default=True,
        description=(
            "TLS to `smtp://` relays beyond this machine: `verify` demands a valid certificate, "
            "`opportunistic` takes any, or none, `off` never asks"
        ),
    )
    relay_per_minute: int = Field(
        default=0, ge=0, description="the most mails a minute that the relay takes; `0`: any number"
    )
    relay_per_day: int = Field(
        default=0, ge=0, description="the most mails in 24 hours; `0`: any number"
    )
    delivery_workers: int = Field(
        default=1,
        ge=1,
        le=MAX_DELIVERY_WORKERS,
        description="the processes that render and deliver mails at the same time",
    )
    envelope_sender: Literal["verp", "address", "null"] = Field(
        default="verp",
        description=(
            "to which address failures of a mail come back: `verp` (one of its own, with a plus "
            "address; none for answers), `address` (the server's own) or `null` (none)"
        ),
    )
    replies: Literal["address", "reference", "both"] = Field(
        default="both",
        description=(
            "by what a reply is known: a plus `address`, a `reference` to the mail replied to "
            "(for providers without plus addresses), or `both`"
        ),
    )
    name: str = Field(
        default="pbm",
        max_length=MAX_NAME_LENGTH,
        description="the name shown as the sender of mails, before the address",
    )

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
            raise ValueError("a name of printable characters is needed, such as pbm")
        return value.strip()

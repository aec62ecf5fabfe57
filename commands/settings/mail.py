"""The settings of mail in and mail out."""

import re
from collections.abc import Mapping
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, ValidationInfo, field_validator

from commands.security.policy import SettingGroup
from mail.delivery.relay_address import TlsPolicy, check_relay
from mail.server_address import ServerAddress, read_server_address
from mail.smtp.listen_addresses import read_listen_address

# The check of the settings for a login.


def check_login(server: str, settings: Mapping[str, Any], token_command: str) -> None:
    """Raises ValueError unless the user of a server has one secret.

    `server`: the name of the setting with the server's address, such as `mailbox`.
    """
    name = f"PBM_{server.upper()}"
    both = f"{name}_PASSWORD_FILE", f"{name}_TOKEN_COMMAND"
    password_file = settings.get(f"{server}_password_file", "")
    if password_file and token_command:
        raise ValueError(f"{both[0]} and {both[1]} are both set: one of them is enough")
    has_user = bool(urlsplit(settings.get(server, "")).username)
    if has_user and not (password_file or token_command):
        raise ValueError(f"{name} names a user, whose password is missing: set {both[0]}")
    if (password_file or token_command) and not has_user:
        raise ValueError(f"a password is set, but {name} names no user: SCHEME://USER@HOST")


MAX_SMTP_WORKERS = 16
IMAP_PORTS = {"imaps": 993, "imap": 143}
_MAILBOX_START = re.compile(r"(?P<validity>[0-9]{1,10}) (?P<uid>[0-9]{1,10}) (?P<name>.+)")


class MailInSettings(SettingGroup):
    """Mail in."""

    smtp_host: str = "127.0.0.1"
    """The address on which to listen for SMTP."""
    smtp_port: int | None = Field(default=2525, ge=0, le=65535)
    """The port for SMTP: `0` takes a free one, `off` disables SMTP."""
    lmtp: str = ""
    """Where to listen for LMTP: `unix:PATH`, which our user and its group may open, or `HOST:PORT`;
    if empty, LMTP is off.
    """
    mailbox: str = ""
    """The mailbox to read mail from: `imaps://USER@HOST[:PORT][/FOLDER]`, or `imap://` with
    STARTTLS; if empty, none.
    """
    mailbox_password_file: str = ""
    """The file with the password of the mailbox, in its first line."""
    mailbox_token_command: str = Field(default="", validate_default=True)
    """A command that prints an access token for the mailbox, in place of a password; it is run
    again when the token has expired.
    """
    mailbox_start: str = ""
    """The first mail to read in the mailbox, as `pbm setup` writes it: UIDVALIDITY, UID and the
    name of the mailbox. If it is empty or of another mailbox, reading begins with mail that comes
    after the first `pbm serve`.
    """
    tls_certificate: str = ""
    """A file with a certificate and its chain, in PEM; with it SMTP and LMTP offer STARTTLS."""
    tls_key: str = Field(default="", validate_default=True)
    """A file with the key of the certificate, in PEM, not encrypted."""
    proxy_protocol: bool = False
    """`true` if a proxy in front of SMTP passes the clients' addresses in a PROXY header."""
    most_connections: int = Field(default=100, ge=1)
    """The maximum number of simultaneous connections, for SMTP and LMTP each."""
    most_connections_per_address: int = Field(default=20, ge=1)
    """The maximum number of simultaneous SMTP connections from one IPv4 address or IPv6 network."""

    smtp_workers: int = Field(default=1, ge=1, le=MAX_SMTP_WORKERS)
    """The number of processes that serve SMTP and LMTP clients and read their mails."""

    @field_validator("smtp_port", mode="before")
    @classmethod
    def _port_may_be_off(cls, value: object) -> object:
        return None if str(value).lower() in ("off", "") else value

    @field_validator("lmtp")
    @classmethod
    def _lmtp_is_an_address(cls, value: str) -> str:
        if value:
            read_listen_address(value)
        return value

    @field_validator("mailbox")
    @classmethod
    def _mailbox_is_an_address(cls, value: str) -> str:
        if value and not read_server_address(value, IMAP_PORTS).user:
            raise ValueError("a mailbox needs the name of its user: imaps://USER@HOST")
        return value

    @field_validator("mailbox_start")
    @classmethod
    def _start_has_uids(cls, value: str) -> str:
        if value and not _MAILBOX_START.fullmatch(value):
            raise ValueError("a start is UIDVALIDITY, UID and the name of the mailbox")
        return value

    @field_validator("mailbox_token_command")
    @classmethod
    def _mailbox_has_a_secret(cls, value: str, info: ValidationInfo) -> str:
        check_login("mailbox", info.data, value)
        return value

    @property
    def listens(self) -> bool:
        """True if clients may connect, by SMTP or by LMTP."""
        return self.smtp_port is not None or bool(self.lmtp)

    @property
    def mailbox_address(self) -> ServerAddress:
        """The address of the mailbox; raises ValueError if there is none."""
        return read_server_address(self.mailbox, IMAP_PORTS)

    def first_uid(self, uidvalidity: int) -> int | None:
        """Returns the UID that `mailbox_start` gives, if it is of the mailbox in this state."""
        found = _MAILBOX_START.fullmatch(self.mailbox_start)
        here = str(uidvalidity), self.mailbox_address.mailbox_name
        return int(found["uid"]) if found and (found["validity"], found["name"]) == here else None

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value


# The settings of mail out.

MAX_NAME_LENGTH = 60
MAX_DELIVERY_WORKERS = 16


class MailOutSettings(SettingGroup):
    """Mail out."""

    relay: str = "maildir:"
    """Where outgoing mail goes: `maildir:` (the folder `outbox` in the data folder),
    `maildir:PATH`, `smtp://HOST:PORT`, `submissions://USER@HOST[:465]` or
    `submission://USER@HOST[:587]`.
    """
    relay_password_file: str = ""
    """The file with the password for the relay, in its first line."""
    relay_token_command: str = Field(default="", validate_default=True)
    """A command that prints an access token for the relay, in place of a password; it is run again
    when the token has expired.
    """
    relay_tls: TlsPolicy = Field(default="verify", validate_default=True)
    """TLS to `smtp://` relays beyond this machine: `verify` demands a valid certificate,
    `opportunistic` takes any, or none, `off` never asks.
    """
    relay_per_minute: int = Field(default=0, ge=0)
    """The maximum number of mails sent in a minute; `0` sets no limit."""
    relay_per_day: int = Field(default=0, ge=0)
    """The maximum number of mails sent in 24 hours; `0` sets no limit."""
    delivery_workers: int = Field(default=1, ge=1, le=MAX_DELIVERY_WORKERS)
    """The number of processes that render and deliver mails."""
    envelope_sender: Literal["verp", "address", "null"] = "verp"
    """The envelope sender, to which bounces return: `verp` (a plus address for each mail; none for
    answers), `address` (the server's own address) or `null` (none).
    """
    replies: Literal["address", "reference", "both"] = "both"
    """The way in which a reply is matched with its board: by a plus `address`, by a `reference`
    to the mail that it answers (for providers without plus addresses), or by `both`.
    """
    name: str = Field(default="pbm", max_length=MAX_NAME_LENGTH)
    """The name shown as the sender of mails, before the address."""

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

"""The settings of incoming mail."""

import re

from pydantic import Field, ValidationInfo, field_validator

from commands.settings.groups.login_check import check_login
from commands.system.setting_groups import SettingGroup
from mail.server_address import ServerAddress, read_server_address
from mail.smtp.listen_addresses import read_listen_address

MAX_SMTP_WORKERS = 16
IMAP_PORTS = {"imaps": 993, "imap": 143}
_MAILBOX_START = re.compile(r"(?P<validity>[0-9]{1,10}) (?P<uid>[0-9]{1,10}) (?P<name>.+)")


class MailInSettings(SettingGroup):
    """Incoming mail."""

    smtp_host: str = "127.0.0.1"
    """The network address on which pbm accepts SMTP connections."""
    smtp_port: int | None = Field(default=2525, ge=0, le=65535)
    """The port for SMTP. `0` picks any free port, and `off` disables SMTP."""
    lmtp: str = ""
    """Where pbm accepts LMTP connections: `HOST:PORT`, or `unix:PATH` for a socket that only pbm's
    user and group may open. If this setting is empty, LMTP is disabled.
    """
    mailbox: str = ""
    """The mailbox to read mail from: `imaps://USER@HOST[:PORT][/FOLDER]`, or `imap://…` with
    STARTTLS. If this setting is empty, pbm reads no mailbox.
    """
    mailbox_password_file: str = ""
    """The file whose first line is the password for the mailbox."""
    mailbox_token_command: str = Field(default="", validate_default=True)
    """A command that prints an access token for the mailbox, to use instead of a password. pbm runs
    it again when the token has expired.
    """
    mailbox_start: str = ""
    """The first email to read: the mailbox's UIDVALIDITY, the email's UID and the mailbox's name.
    `pbm setup` sets it. If it is empty or for a different mailbox, pbm reads only mail that arrives
    after the first `pbm serve`.
    """
    tls_certificate: str = ""
    """The PEM file with the TLS certificate and its chain. If it is set, SMTP and LMTP offer
    STARTTLS.
    """
    tls_key: str = Field(default="", validate_default=True)
    """The PEM file with the certificate's private key, unencrypted."""
    proxy_protocol: bool = False
    """Set this to `true` if an SMTP proxy in front of pbm sends PROXY headers."""
    max_connections: int = Field(default=100, ge=1)
    """Maximum simultaneous connections, separately for SMTP and LMTP."""
    max_connections_per_address: int = Field(default=20, ge=1)
    """Maximum simultaneous SMTP connections from one IPv4 address or IPv6 network."""

    smtp_workers: int = Field(default=1, ge=1, le=MAX_SMTP_WORKERS)
    """The number of processes that accept SMTP and LMTP connections and parse emails."""

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
            raise ValueError("the username is missing: use imaps://USER@HOST")
        return value

    @field_validator("mailbox_start")
    @classmethod
    def _start_has_uids(cls, value: str) -> str:
        if value and not _MAILBOX_START.fullmatch(value):
            raise ValueError("give UIDVALIDITY, UID and mailbox name, separated by spaces")
        return value

    @field_validator("mailbox_token_command")
    @classmethod
    def _mailbox_has_a_secret(cls, value: str, info: ValidationInfo) -> str:
        check_login("mailbox", info.data, value)
        return value

    @property
    def listens(self) -> bool:
        """Whether clients may connect by SMTP or LMTP."""
        return self.smtp_port is not None or bool(self.lmtp)

    @property
    def mailbox_address(self) -> ServerAddress:
        """The address of the mailbox. Raises ValueError if there is none."""
        return read_server_address(self.mailbox, IMAP_PORTS)

    def first_uid(self, uidvalidity: int) -> int | None:
        """Returns the UID in `mailbox_start`, or None if it is for another state of the mailbox."""
        match = _MAILBOX_START.fullmatch(self.mailbox_start)
        here = str(uidvalidity), self.mailbox_address.mailbox_name
        return int(match["uid"]) if match and (match["validity"], match["name"]) == here else None

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("set both PBM_TLS_CERTIFICATE and PBM_TLS_KEY, or neither")
        return value

"""The settings of incoming mail."""

import re

from pydantic import Field, ValidationInfo, field_validator

from commands.security.policy import SettingGroup
from commands.settings.login_check import check_login
from mail.server_address import ServerAddress, read_server_address
from mail.smtp.listen_addresses import read_listen_address

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
    """A command that prints an access token for the mailbox, which replaces a password. pbm runs it
    again when the token has expired.
    """
    mailbox_start: str = ""
    """The first email to read in the mailbox, as `pbm setup` writes it: UIDVALIDITY, UID and the
    name of the mailbox. If it is empty or names another mailbox, pbm reads only mail that comes
    after the first `pbm serve`.
    """
    tls_certificate: str = ""
    """A file with a certificate and its chain, in PEM. With it, SMTP and LMTP offer STARTTLS."""
    tls_key: str = Field(default="", validate_default=True)
    """A file with the key of the certificate, in PEM, not encrypted."""
    proxy_protocol: bool = False
    """`true` if a proxy in front of SMTP passes the clients' addresses in a PROXY header."""
    most_connections: int = Field(default=100, ge=1)
    """The maximum number of simultaneous connections, for SMTP and LMTP each."""
    most_connections_per_address: int = Field(default=20, ge=1)
    """The maximum number of simultaneous SMTP connections from one IPv4 address or IPv6 network."""

    smtp_workers: int = Field(default=1, ge=1, le=MAX_SMTP_WORKERS)
    """The number of processes that serve SMTP and LMTP clients and read their mail."""

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
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value

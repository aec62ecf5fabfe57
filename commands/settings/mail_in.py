"""The settings of mail in."""

from typing import ClassVar

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from commands.settings.login_settings import check_login
from mail.servers.address import ServerAddress, read_server_address
from mail.smtp.listen_addresses import read_listen_address

MAX_SMTP_WORKERS = 16
IMAP_PORTS = {"imaps": 993, "imap": 143}


class MailInSettings(BaseModel):
    """Mail in."""

    heading: ClassVar[str] = "Mail in"

    smtp_host: str = Field(
        default="127.0.0.1", description="the address on which to listen for SMTP"
    )
    smtp_port: int | None = Field(
        default=2525,
        ge=0,
        le=65535,
        description="the port for SMTP: `0` takes a free one, `off` disables SMTP",
    )
    lmtp: str = Field(
        default="",
        description="where to listen for LMTP: `unix:PATH` or `HOST:PORT`; if empty, nowhere",
    )
    lmtp_mode: str = Field(
        default="0660",
        pattern="^[0-7]{3,4}$",
        description="the permissions of the Unix socket for LMTP, in octal",
    )
    mailbox: str = Field(
        default="",
        description=(
            "a mailbox whose mail is read: `imaps://USER@HOST[:PORT][/FOLDER]`, or `imap://` with "
            "STARTTLS; if empty, none"
        ),
    )
    mailbox_password_file: str = Field(
        default="", description="the file with the password of the mailbox, in its first line"
    )
    mailbox_token_command: str = Field(
        default="",
        validate_default=True,
        description=(
            "a command that prints an access token for the mailbox, in place of a password; it is "
            "run again when the token has expired"
        ),
    )
    tls_certificate: str = Field(
        default="",
        description=(
            "a file with a certificate and its chain, in PEM; with it SMTP and LMTP offer STARTTLS"
        ),
    )
    tls_key: str = Field(
        default="",
        validate_default=True,
        description="a file with the key of the certificate, in PEM, not encrypted",
    )
    proxy_protocol: bool = Field(
        default=False,
        description=(
            "`true` if a proxy in front of SMTP sends the clients' addresses in a PROXY header"
        ),
    )
    most_connections: int = Field(
        default=100, ge=1, description="the most simultaneous connections, for SMTP and LMTP each"
    )
    most_connections_per_address: int = Field(
        default=20,
        ge=1,
        description="the most simultaneous SMTP connections from one IPv4 address or IPv6 network",
    )

    smtp_workers: int = Field(
        default=1,
        ge=1,
        le=MAX_SMTP_WORKERS,
        description=(
            "the processes that serve SMTP and LMTP clients, and read their mails, at the same time"
        ),
    )

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

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value

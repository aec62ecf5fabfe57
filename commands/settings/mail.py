"""The settings of mail in and out."""

from typing import ClassVar

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from mail.delivery.relay import check_relay
from mail.smtp.listen_addresses import read_listen_address


class MailSettings(BaseModel):
    """Mail in and out."""

    heading: ClassVar[str] = "Mail in and out"

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
    relay: str = Field(
        default="maildir:",
        description=(
            "where outgoing mail goes: `maildir:` (the folder `outbox` in the data folder), "
            "`maildir:PATH` or `smtp://HOST:PORT`"
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

    @field_validator("tls_key")
    @classmethod
    def _key_has_a_certificate(cls, value: str, info: ValidationInfo) -> str:
        if bool(value) != bool(info.data.get("tls_certificate")):
            raise ValueError("PBM_TLS_CERTIFICATE and PBM_TLS_KEY go together: set both, or none")
        return value

    @field_validator("relay")
    @classmethod
    def _relay_is_known(cls, value: str) -> str:
        check_relay(value)
        return value

"""Explain why a connection to a mail server failed, and classify the error.

Takes an exception of aiosmtplib, TLS or the network. Returns a sentence for admins, or a `Fault`.
"""

import re
import socket
import ssl
from collections.abc import Iterator

from aiosmtplib import (
    SMTPConnectTimeoutError,
    SMTPResponseException,
    SMTPServerDisconnected,
    SMTPTimeoutError,
)

from mail.delivery.relay import Fault
from mail.delivery.relay_address import RELAY_PORTS
from mail.delivery.smtp.replies import in_our_words, is_about_rate
from mail.server_address import ServerAddress

MALFORMED = -1
"""The code that aiosmtplib gives to a line that isn't an SMTP reply."""
EXPIRED, NOT_YET_VALID = 10, 9
SELF_SIGNED = (18, 19)
UNKNOWN_ISSUER = (2, 20, 21)
OTHER_NAME = (62, 64)
"""OpenSSL's codes for certificate errors (x509_vfy.h)."""
NUMBERS = re.compile(r"\[Errno (\d+)\]")


def connection_error(address: ServerAddress, error: BaseException) -> str:
    """Returns the reason why a connection can't be used, as a sentence without a full stop."""
    if isinstance(error, SMTPTimeoutError) and not isinstance(error, SMTPConnectTimeoutError):
        return f"{address} stopped answering"
    for cause in _causes(error):
        if text := _text(address, cause):
            return text
    return f"{address} can't be used ({type(error).__name__})"


def connection_fault(error: BaseException) -> Fault:
    """Returns the fault of an error that occurred while a connection was being opened."""
    if isinstance(error, SMTPResponseException) and is_about_rate(error.code, error.message):
        return "rate"
    return "tls" if any(isinstance(cause, ssl.SSLError) for cause in _causes(error)) else "relay"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yields an error and its causes, beginning with the root cause."""
    errors = [error]
    while cause := errors[-1].__cause__:
        errors.append(cause)
    return reversed(errors)


def _text(address: ServerAddress, error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"TLS with {address} failed: {_certificate(address, error)}"
    if isinstance(error, ssl.SSLError):
        return _tls(address, error)
    if isinstance(error, socket.gaierror):
        return _name(address, error)
    if isinstance(error, SMTPResponseException):
        if error.code == MALFORMED:
            return f"{address} doesn't speak SMTP"
        refusal = in_our_words(error.code, error.message, connection_fault(error))
        return f"{address} accepts no mail: {refusal}"
    if isinstance(error, TimeoutError):
        return _silence(address)
    if isinstance(error, SMTPServerDisconnected | ConnectionResetError):
        return f"{address} closed the connection"
    if isinstance(error, OSError):
        return _network(address, error)
    return ""


def _certificate(address: ServerAddress, error: ssl.SSLCertVerificationError) -> str:
    reasons = {
        EXPIRED: "the certificate has expired",
        NOT_YET_VALID: "the certificate isn't valid yet. Check this machine's clock",
        **dict.fromkeys(
            OTHER_NAME, f"the certificate was issued for a host other than {address.host}"
        ),
        **dict.fromkeys(
            SELF_SIGNED, "the certificate is self-signed, so this machine doesn't trust it"
        ),
        **dict.fromkeys(UNKNOWN_ISSUER, "this machine doesn't know the issuer of the certificate"),
    }
    return reasons.get(error.verify_code, error.verify_message)


def _tls(address: ServerAddress, error: ssl.SSLError) -> str:
    if error.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST") and address.scheme != "submission":
        return f"{address} doesn't use TLS from the start. Try submission://, which uses port 587"
    return f"the TLS handshake with {address} failed: {error.reason or error}"


def _name(address: ServerAddress, error: socket.gaierror) -> str:
    if error.errno == socket.EAI_AGAIN:
        return f"no DNS server is responding, so pbm can't look up {address.host}"
    return f"the host {address.host} doesn't exist"


def _silence(address: ServerAddress) -> str:
    if address.scheme != "submissions" and address.port == RELAY_PORTS["submissions"]:
        return (
            f"{address} isn't responding. This port needs TLS from the start, so use submissions://"
        )
    return f"{address} isn't responding. Check whether a firewall is blocking the connection"


def _network(address: ServerAddress, error: OSError) -> str:
    """Returns the text of a network error.

    If a host has several IP addresses, the error lists one number for each. "Refused" is reported
    only if all of them agree.
    """
    numbers = {error.errno} if error.errno else set(map(int, NUMBERS.findall(str(error))))
    errors = {type(OSError(number, "")) for number in numbers}
    if errors == {ConnectionRefusedError}:
        return f"{address} refused the connection: no mail server is running there"
    return f"{address} can't be reached: {error.strerror or error}"

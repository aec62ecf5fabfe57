"""Certificates for STARTTLS."""

import ssl
from pathlib import Path


def open_tls(certificate: Path, key: Path) -> ssl.SSLContext:
    """What TLS needs; raises OSError or ValueError with a sentence that says what is wrong."""
    for path in (certificate, key):
        path.open("rb").close()  # whose error has the file's name, which OpenSSL's hasn't
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except ssl.SSLError as error:
        why = error.reason.lower().replace("_", " ") if error.reason else "no PEM files"
        raise ValueError(f"{certificate} and {key} are no certificate and its key: {why}") from None
    return context


def _no_password() -> str:
    raise ValueError("the key is encrypted, and nobody is there to type its password")

"""Load the certificate for STARTTLS, and reload it after it was renewed."""

import ssl
from pathlib import Path

from pbm.process.lazy_logger import get_logger

log = get_logger()


class Certificate:
    """A certificate and its key in PEM files. The files may be renewed while the server runs."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._paths = certificate, key
        self._seen = self._stamps()
        self._context = _open(certificate, key)

    @property
    def context(self) -> ssl.SSLContext:
        """The TLS context for the current files. If they can't be read, the previous context."""
        if (stamps := self._stamps()) != self._seen:
            self._seen = stamps
            self._reload()
        return self._context

    def _stamps(self) -> list[tuple[int, int, int] | None]:
        return [_stamp(path) for path in self._paths]

    def _reload(self) -> None:
        try:
            self._context = _open(*self._paths)
        except (OSError, ValueError) as error:
            log.error("failed to renew the certificate", error=str(error))  # noqa: TRY400 - the message suffices
        else:
            log.info("certificate renewed")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Returns a value that changes with the file, or None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _open(certificate: Path, key: Path) -> ssl.SSLContext:
    """Returns the TLS context. Raises OSError or ValueError with a sentence about the error."""
    for path in (certificate, key):
        path.open("rb").close()  # unlike OpenSSL's errors, this one contains the file's name
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except ssl.SSLError as error:
        why = (
            error.reason.lower().replace("_", " ")
            if error.reason
            else "the files aren't in PEM format"
        )
        raise ValueError(
            f"{certificate} and {key} aren't a matching certificate and key: {why}"
        ) from None
    return context


def _no_password() -> str:
    raise ValueError("the key is encrypted. Decrypt it, because pbm can't ask for its password")

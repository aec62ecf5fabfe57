"""Certificates for STARTTLS."""

import ssl
from pathlib import Path

import structlog

log = structlog.get_logger()


class Certificate:
    """A certificate and its key in PEM files, which may be renewed while we listen."""

    def __init__(self, certificate: Path, key: Path) -> None:
        self._paths = certificate, key
        self._seen = self._stamps()
        self._context = _open(certificate, key)

    @property
    def context(self) -> ssl.SSLContext:
        """What TLS needs, of the files as they are; of before, where they can't be used now."""
        if (stamps := self._stamps()) != self._seen:
            self._seen = stamps
            self._read_again()
        return self._context

    def _stamps(self) -> list[tuple[int, int, int] | None]:
        return [_stamp(path) for path in self._paths]

    def _read_again(self) -> None:
        try:
            self._context = _open(*self._paths)
        except (OSError, ValueError) as error:
            log.error("certificate can't be renewed", why=str(error))  # noqa: TRY400 - the sentence says all
        else:
            log.info("certificate renewed")


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """What is another when the file is."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _open(certificate: Path, key: Path) -> ssl.SSLContext:
    """Raises OSError or ValueError with a sentence that says what is wrong."""
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

"""A Maildir in place of a relay.

It is for reading, for tests, or for another program that collects the mail.
"""

import asyncio
import mailbox
import os
from pathlib import Path

from mail.delivery.relay import DeliveryError


class MaildirRelay:
    """Writes emails to a Maildir, in sending order."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._maildir = mailbox.Maildir(path, create=True)
        self._new = path / "new"
        self.connections = (self,)

    async def open(self) -> None:
        """Does nothing, because a folder needs no connection."""

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Adds the email. It is on disk when this returns."""
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode()
        try:
            await asyncio.to_thread(self._add, envelope + message)
        except OSError as error:  # a full disk isn't the email's fault
            raise DeliveryError(str(error), "relay") from error

    async def close(self) -> None:
        self._maildir.close()

    def has_new_secret(self) -> bool:
        """Returns False, because a folder has no login."""
        return False

    def _add(self, content: bytes) -> None:
        self._maildir.add(content.replace(b"\r\n", b"\n"))  # files have LF as line end
        folder = os.open(self._new, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

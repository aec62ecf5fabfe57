"""A Maildir as the relay: for reading, for tests, or for another program to fetch."""

import asyncio
import mailbox
import os
from pathlib import Path

from mail.delivery.relay import DeliveryError


class MaildirRelay:
    """A relay that writes mails into a Maildir, in the order sent."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._maildir = mailbox.Maildir(path, create=True)
        self._new = path / "new"
        self.connections = (self,)

    async def open(self) -> None:
        """Does nothing, as a folder needs no connection."""

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Adds the mail; it is on disk when this returns."""
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode()
        try:
            await asyncio.to_thread(self._add, envelope + message)
        except OSError as error:  # a full disk isn't the mail's fault
            raise DeliveryError(str(error), "relay") from error

    async def close(self) -> None:
        """Closes the folder."""
        self._maildir.close()

    def has_new_secret(self) -> bool:
        """Returns False, as a folder has no login."""
        return False

    def _add(self, content: bytes) -> None:
        self._maildir.add(content.replace(b"\r\n", b"\n"))  # files have plain line ends
        folder = os.open(self._new, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

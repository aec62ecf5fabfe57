"""A Maildir as the relay: for reading, for tests, or for another program to fetch."""

import asyncio
import mailbox
import os
from pathlib import Path

from mail.delivery.relay import DeliveryError


class MaildirRelay:
    """Writes mails into a Maildir, one after the other: their files are in the order sent."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._maildir = mailbox.Maildir(path, create=True)
        self._new = path / "new"
        self.lines = (self,)

    async def open(self) -> None:
        """A folder is always open."""

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Adds the mail; it is on disk when this returns."""
        envelope = f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode()
        try:
            await asyncio.to_thread(self._add, envelope + message)
        except OSError as error:  # a full disk is no mail's fault
            raise DeliveryError(str(error), "relay") from error

    async def close(self) -> None:
        """Nothing stays open."""
        self._maildir.close()

    def _add(self, content: bytes) -> None:
        self._maildir.add(content.replace(b"\r\n", b"\n"))  # as files here have it
        folder = os.open(self._new, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

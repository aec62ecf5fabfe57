"""Secrets for logins at mail servers: passwords in files, and tokens that a command prints."""

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from commands.system.data_owner import owner_rights
from mail.login import Login, SecretError
from mail.server_address import ServerAddress

COMMAND_SECONDS = 30
PIPE_BYTES = 65_536
"""The capacity of a pipe. It is much longer than a token."""


@dataclass
class PasswordFile:
    """A password in a file. It is read at each login because it may have changed."""

    path: Path
    _last: str = field(default="", init=False, repr=False)

    def read(self) -> str:
        """Returns the first line of the file. Raises SecretError."""
        try:
            lines = self.path.read_text("utf-8").splitlines()
        except OSError as error:
            raise SecretError(f"the file {self.path} can't be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise SecretError(f"the file {self.path} isn't a text file in UTF-8") from None
        if not lines or not lines[0]:
            raise SecretError(f"the file {self.path} is empty, but must contain a password")
        self._last = lines[0]
        return self._last

    def accepted(self) -> None:
        """Does nothing, because a password is always read again."""

    def refused(self) -> bool:
        """Returns whether to try again, because the file has changed since it was read."""
        last = self._last
        try:
            return self.read() != last
        except SecretError:
            return False


@dataclass
class TokenCommand:
    """A command that prints an access token. The token is used until a server refuses it."""

    command: str
    data: Path
    """The data folder. If pbm runs as root, the folder's owner runs the command."""
    _token: str = field(default="", init=False, repr=False)
    _was_accepted: bool = field(default=False, init=False)

    def read(self) -> str:
        """Returns the last token, or runs the command to get one. Raises SecretError.

        The error doesn't quote the command's output, because that may contain secrets.
        """
        if not self._token:
            self._token, self._was_accepted = self._run(), False
        return self._token

    def refused(self) -> bool:
        """Forgets the token.

        Returns whether to try again, because it may have expired.
        """
        has_expired = self._was_accepted
        self._token, self._was_accepted = "", False
        return has_expired

    def accepted(self) -> None:
        """Records that a server accepted the token. Later, it may be refused as expired."""
        self._was_accepted = True

    def _run(self) -> str:
        words = self._words()
        name = "the command" if "=" in words[0] else words[0]
        reading, writing = os.pipe()
        # Its other end is still open when the pipe is read, so a read that blocks would never end.
        os.set_blocking(reading, False)
        with os.fdopen(reading, "rb", 0) as output, os.fdopen(writing, "wb", 0) as pipe:
            status = _run(words, name, pipe, self.data)
            token = (output.read(PIPE_BYTES) or b"").decode("utf-8", "replace").strip()
        if status:
            raise SecretError(f"{name} failed with exit status {status}")
        if not token or len(token.split()) > 1:
            raise SecretError(f"{name} must print only an access token, as one word")
        return token

    def _words(self) -> list[str]:
        """Returns the words of the command. Raises SecretError."""
        try:
            words = shlex.split(self.command)
        except ValueError:
            words = []
        if not words:
            raise SecretError("the command for the access token is empty, or has an unclosed quote")
        return words


def _run(words: Sequence[str], name: str, pipe: BinaryIO, data: Path) -> int:
    """Returns the exit status of a command that prints into a pipe. Raises SecretError.

    If the command hangs, or prints more than the pipe can take, it is killed with its children. The
    output is limited because the command may print any answer of a foreign server.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the admin chose the command
            words,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **owner_rights(data),
        )
    except OSError as error:
        raise SecretError(f"{name} can't be run: {error.strerror}") from None
    try:
        return process.wait(COMMAND_SECONDS)
    except subprocess.TimeoutExpired:
        raise SecretError(f"{name} printed no token within {COMMAND_SECONDS} seconds") from None
    finally:
        if process.poll() is None:
            # The command may have started other processes in the same session.
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def make_login(
    address: ServerAddress, password_file: str, token_command: str, data: Path
) -> Login | None:
    """Returns the login of the user in the address, or None if there is no user."""
    if not address.user:
        return None
    if token_command:
        return Login(address.user, TokenCommand(token_command, data), "token")
    return Login(address.user, PasswordFile(Path(password_file)), "password")

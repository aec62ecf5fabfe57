"""Addresses to listen on: a host and port, or a Unix socket."""

import re
import socket
import stat
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WAITING_CONNECTIONS = 1000
"""The connections that may wait in the kernel, also while a process that takes them is replaced."""
TCP = re.compile(r"(?P<host>[^\[\]:]+|\[[0-9A-Fa-f:.%\w]+\]):(?P<port>\d{1,5})")
MAX_PORT = 65535


@dataclass(frozen=True)
class TcpPort:
    """A TCP port of this machine; 0 for any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}, port {self.port}"

    def open(self) -> list[socket.socket]:
        """Returns a socket that listens for each address of the host; raises OSError."""
        found = socket.getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        made: list[socket.socket] = []
        try:
            for family, address in dict.fromkeys((each[0], each[4]) for each in found):
                made.append(_listening(family, address))
        except OSError:
            for each in made:
                each.close()
            raise
        return made

    def remove(self) -> None:
        """Does nothing: a port has no file."""


@dataclass(frozen=True)
class UnixSocket:
    """A Unix socket, for programs on this machine."""

    path: Path
    mode: int = 0o660

    def __str__(self) -> str:
        return str(self.path)

    def open(self) -> list[socket.socket]:
        """Returns a socket that listens, with its mode before anybody can connect; raises OSError.

        One that a killed server left behind is replaced.
        """
        if self.path.exists():
            self._remove_stale()
        made = socket.socket(socket.AF_UNIX)
        try:
            made.bind(str(self.path))
            self.path.chmod(self.mode)
            made.listen(WAITING_CONNECTIONS)
        except OSError:
            made.close()
            raise
        return [made]

    def remove(self) -> None:
        """Removes the file."""
        self.path.unlink(missing_ok=True)

    def _remove_stale(self) -> None:
        if not stat.S_ISSOCK(self.path.stat().st_mode):
            raise FileExistsError("there is a file of this name that isn't a socket")
        with closing(socket.socket(socket.AF_UNIX)) as probe:
            try:
                probe.connect(str(self.path))
            except ConnectionRefusedError:
                self.path.unlink()
                return
        raise FileExistsError("another server listens there")


def _listening(family: int, address: Any) -> socket.socket:
    # only with its protocol named does asyncio send replies without waiting for the client's ACK
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(WAITING_CONNECTIONS)
    except OSError:
        made.close()
        raise
    return made


ListenAddress = TcpPort | UnixSocket


def read_listen_address(text: str) -> ListenAddress:
    """Returns the address in `unix:PATH` or `HOST:PORT`; raises ValueError."""
    scheme, _, path = text.partition(":")
    if scheme == "unix" and path:
        return UnixSocket(Path(path))
    found = TCP.fullmatch(text)
    if scheme == "unix" or not found or int(found["port"]) > MAX_PORT:
        raise ValueError(f'"{text}" isn\'t an address to listen at: use unix:PATH or HOST:PORT')
    return TcpPort(found["host"].strip("[]"), int(found["port"]))


def read_port(text: str) -> TcpPort:
    """Returns the port in `HOST:PORT`; raises ValueError."""
    with suppress(ValueError):
        if isinstance(found := read_listen_address(text), TcpPort):
            return found
    raise ValueError(f'"{text}" isn\'t a HOST:PORT such as 127.0.0.1:9464')

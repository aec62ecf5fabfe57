"""Addresses to listen on: a host and port, or a Unix socket."""

import re
import socket
import stat
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WAITING_CONNECTIONS = 1000
"""Maximum number of connections that wait in the kernel, for example while a process is replaced.
"""
TCP = re.compile(r"(?P<host>[^\[\]:]+|\[[0-9A-Fa-f:.%\w]+\]):(?P<port>\d{1,5})")
MAX_PORT = 65535


@dataclass(frozen=True)
class TcpPort:
    """A TCP port of this machine. `port` 0 means any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host} (port {self.port})"

    def open(self) -> list[socket.socket]:
        """Returns a listening socket for each address of the host. Raises OSError."""
        infos = socket.getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        sockets: list[socket.socket] = []
        try:
            for family, address in dict.fromkeys((opened[0], opened[4]) for opened in infos):
                sockets.append(_listening(family, address))
        except OSError:
            for opened in sockets:
                opened.close()
            raise
        return sockets

    def remove(self) -> None:
        """Does nothing, because a port has no file."""


@dataclass(frozen=True)
class UnixSocket:
    """A Unix socket, for programs on this machine."""

    path: Path
    mode: int = 0o660

    def __str__(self) -> str:
        return str(self.path)

    def open(self) -> list[socket.socket]:
        """Returns a listening socket.

        Replaces a file that a killed server left behind. Raises OSError.
        """
        if self.path.exists():
            self._remove_stale()
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind(str(self.path))
            # Set the mode before listening, so that nobody can connect while it is wrong.
            self.path.chmod(self.mode)
            listener.listen(WAITING_CONNECTIONS)
        except OSError:
            listener.close()
            raise
        return [listener]

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _remove_stale(self) -> None:
        if not stat.S_ISSOCK(self.path.stat().st_mode):
            raise FileExistsError("a file with this name already exists, but it isn't a socket")
        with closing(socket.socket(socket.AF_UNIX)) as probe:
            try:
                probe.connect(str(self.path))
            except ConnectionRefusedError:
                self.path.unlink()
                return
        raise FileExistsError("another server is already listening on this socket")


def _listening(family: int, address: Any) -> socket.socket:
    # If a socket doesn't name its protocol, asyncio's replies wait for the client's ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        listener.listen(WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener


ListenAddress = TcpPort | UnixSocket


def read_listen_address(text: str) -> ListenAddress:
    """Returns the address in `unix:PATH` or `HOST:PORT`. Raises ValueError."""
    scheme, _, path = text.partition(":")
    if scheme == "unix" and path:
        return UnixSocket(Path(path))
    match = TCP.fullmatch(text)
    if scheme == "unix" or not match or int(match["port"]) > MAX_PORT:
        raise ValueError(f'"{text}" isn\'t an address to listen on: use unix:PATH or HOST:PORT')
    return TcpPort(match["host"].strip("[]"), int(match["port"]))


def read_port(text: str) -> TcpPort:
    """Returns the port in `HOST:PORT`. Raises ValueError."""
    with suppress(ValueError):
        if isinstance(address := read_listen_address(text), TcpPort):
            return address
    raise ValueError(f'"{text}" isn\'t a host and a port: use HOST:PORT, such as 127.0.0.1:9464')

"""Read all messages that have arrived in a pipe at once."""

import os
import pickle
import struct
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

LENGTH = struct.Struct("!i")
"""The head of each message that `Connection.send_bytes` writes: its number of bytes."""
CHUNK_BYTES = 256 * 1024


def arrived_messages(pipe: Connection) -> Iterator[Sequence[Any]]:
    """Yields the unpickled messages that have arrived, until the other process closes the pipe.

    `Connection.recv` makes two system calls for each message, and after each of them it waits for
    the interpreter lock.
    """
    descriptor, data = pipe.fileno(), bytearray()
    while chunk := os.read(descriptor, CHUNK_BYTES):
        data += chunk
        if messages := [*_complete(data)]:
            del data[: sum(LENGTH.size + len(message) for message in messages)]
            yield [pickle.loads(message) for message in messages]  # noqa: S301 - from our process


def _complete(data: bytearray) -> Iterator[bytearray]:
    """Yields the complete messages at the beginning of the data, still pickled."""
    start = 0
    while start + LENGTH.size <= len(data):
        begin = start + LENGTH.size
        start = begin + LENGTH.unpack_from(data, start)[0]
        if start > len(data):
            return
        yield data[begin:start]

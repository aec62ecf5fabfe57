"""Reading a mail off the wire."""

from asyncio import LimitOverrunError, StreamReader

LONE_DOT = b".\r\n"


async def read_content(reader: StreamReader, most: int) -> bytes | None:
    """The mail up to its lone dot, without the dots added for the way; None beyond so many bytes.

    Only CRLF ends a line: with less, a mail could be smuggled in another one.
    """
    content, size, at_start = bytearray(), 0, True
    while (piece := await _piece(reader)) != LONE_DOT or not at_start:
        size += len(piece)
        content += piece.removeprefix(b".") if at_start else piece
        if size > most:
            content.clear()
        at_start = piece.endswith(b"\r\n")
    return bytes(content) if size <= most else None


async def _piece(reader: StreamReader) -> bytes:
    """A line, or some of a long one."""
    try:
        return await reader.readuntil(b"\r\n")
    except LimitOverrunError as error:
        return await reader.readexactly(error.consumed)

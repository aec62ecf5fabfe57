"""Reading of a mail from an SMTP connection."""

from asyncio import LimitOverrunError, StreamReader

LONE_DOT = b".\r\n"


async def read_content(reader: StreamReader, most: int) -> bytes | None:
    """Returns the mail up to its lone dot, without dot stuffing; None if it exceeds `most` bytes.

    Only CRLF ends a line: otherwise a mail could be smuggled inside another.
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
    """Returns a line, or a piece of a long one."""
    try:
        return await reader.readuntil(b"\r\n")
    except LimitOverrunError as error:
        return await reader.readexactly(error.consumed)

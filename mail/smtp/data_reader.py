"""Read the content of an email after DATA."""

from asyncio import LimitOverrunError, StreamReader

LINE_END = b"\r\n"
LONE_DOT = b".\r\n"
END = LINE_END + LONE_DOT


async def read_content(reader: StreamReader, most: int) -> bytes | None:
    """Returns the mail up to its lone dot, without dot stuffing; None if it exceeds `most` bytes.

    Only CRLF ends a line: otherwise a mail could be smuggled inside another. It is read in large
    pieces, as reading each line takes as long as several commands.
    """
    content, size = bytearray(LINE_END), 0
    while not content.endswith(END):
        if content.endswith(LINE_END):
            piece = await _start_of_line(reader)
        else:
            piece = await _piece(reader, END[1:])
        content += piece
        size += len(piece)
        if size > most + len(LONE_DOT):
            del content[: -len(END)]
    if size > most + len(LONE_DOT):
        return None
    lines = content.removesuffix(LONE_DOT).replace(b"\r\n.", LINE_END)
    return bytes(lines.removeprefix(LINE_END))


async def _start_of_line(reader: StreamReader) -> bytes:
    """Returns the start of a line, without the LF with which it ends; a lone dot with it."""
    piece = await _piece(reader, LINE_END[:1])
    return piece + await reader.readexactly(1) if piece == LONE_DOT[:2] else piece


async def _piece(reader: StreamReader, mark: bytes) -> bytes:
    """Returns all up to a mark, or a part of that if it is long."""
    try:
        return await reader.readuntil(mark)
    except LimitOverrunError as error:
        return await reader.readexactly(error.consumed)

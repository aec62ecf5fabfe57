"""Read the content of an email after DATA."""

from asyncio import LimitOverrunError, StreamReader

LINE_END = b"\r\n"
LONE_DOT = b".\r\n"
# Only CRLF ends a line. With other line ends, an email could be smuggled inside another.
END = LINE_END + LONE_DOT


async def read_content(reader: StreamReader, most: int) -> bytes | None:
    """Returns the email before the line with a single dot, with dot stuffing removed.

    Returns None if it is larger than `most` bytes.
    """
    # Large pieces instead of lines, because reading each line takes as long as several commands.
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
    """Returns the start of a line up to its CR. If that is a single dot, the LF is included."""
    piece = await _piece(reader, LINE_END[:1])
    return piece + await reader.readexactly(1) if piece == LONE_DOT[:2] else piece


async def _piece(reader: StreamReader, mark: bytes) -> bytes:
    """Returns the bytes up to and including a mark, or a part of them if they are long."""
    try:
        return await reader.readuntil(mark)
    except LimitOverrunError as error:
        return await reader.readexactly(error.consumed)

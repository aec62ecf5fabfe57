"""Reading of a mail's content, in whatever pieces it comes."""

import asyncio
import random

from mail.smtp.data_reader import read_content

PIECES = (b"\r\n", b".", b"\n", b"\r", b"a", b"bc", b".\r\n", b"\r\n.", b"\n.\r\n")


def expected(sent, most):
    """Returns the content and the bytes after it, read line by line as the RFC has it."""
    lines, size = [], 0
    while True:
        line, end, sent = sent.partition(b"\r\n")
        if line == b".":
            return (b"".join(lines) if size <= most else None), sent
        lines.append(line.removeprefix(b".") + end)
        size += len(line + end)


async def read(sent, most, limit, step):
    """Returns the content and the bytes after it, sent so many at a time."""
    reader = asyncio.StreamReader(limit)
    reading = asyncio.create_task(read_content(reader, most))
    for start in range(0, len(sent), step):
        reader.feed_data(sent[start : start + step])
        await asyncio.sleep(0)
    reader.feed_eof()
    return await reading, await reader.read()


def test_every_mixture_of_line_ends_and_dots():
    """Only a dot alone between two CRLF ends a mail; what follows stays for the next command."""
    choose = random.Random(1)

    async def check():
        for _ in range(1500):
            sent = b"".join(choose.choices(PIECES, k=choose.randrange(15))) + b"\r\n.\r\nNOOP\r\n"
            most, limit, step = (
                choose.choice((3, 8, 99)),
                choose.choice((6, 99)),
                choose.choice((1, 3, 99)),
            )
            assert await read(sent, most, limit, step) == expected(sent, most), sent

    asyncio.run(check())

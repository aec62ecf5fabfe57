"""Lets off mails that were made to harm, each in a process of its own, and measures them.

It reads names of bombs from standard input, and writes for each what it cost.
"""

import json
import os
import resource
import sys
from time import process_time

from mail.reading.incoming import read_incoming
from tests.fuzz.lines import BOUNCE, MAIL, REPLY, addresses, furnished, undone
from tests.support.hostile_mails import BOMBS

MOST_SECONDS, MOST_BYTES = 10, 2**31
"""What a bomb may take at most before its process is ended."""


def main() -> None:
    """One line out for each line in."""
    house = furnished()
    for name in sys.stdin:
        sys.stdout.write(_in_a_process(house, BOMBS[name.rstrip("\n")].encode()) + "\n")
        sys.stdout.flush()


def _in_a_process(house, content: bytes) -> str:
    reader, writer = os.pipe()
    if not os.fork():
        os.write(writer, json.dumps(_cost(house, content)).encode())
        os._exit(0)
    os.close(writer)
    _, status = os.wait()
    with os.fdopen(reader) as pipe:
        return pipe.read() or json.dumps({"ended": status})


def _cost(house, content: bytes) -> dict[str, float]:
    """The time of the slowest way in, and by how much all of them made the process larger."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    before = _peak()
    seconds = max(_seconds(house, content, way) for way in (MAIL, REPLY, REPLY + 1, BOUNCE))
    return {"seconds": seconds, "megabytes": (_peak() - before) / 1024}


def _seconds(house, content: bytes, way: int) -> float:
    """As a mail to our own address, as a reply by each player of a board, or as a bounce."""
    with undone(house) as work:
        sender, recipient = addresses(house, work, way)
        began = process_time()
        house.office.handle(work, read_incoming(sender, (recipient,), content))
        return process_time() - began


def _peak() -> int:
    """The most memory that this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()

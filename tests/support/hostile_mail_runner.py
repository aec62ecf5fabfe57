"""Lets off mails that were made to harm, each in a process of its own, and measures them.

It reads names of bombs from standard input, and writes for each what it cost.
"""

import json
import os
import resource
import sys
from time import process_time

from mail.reading.incoming import read_incoming_mail
from tests.fuzz.lines import BOUNCE, MAIL, REPLY, addresses, furnished, undone
from tests.support.hostile_mails import HOSTILE_MAILS

MOST_SECONDS, MOST_BYTES = 10, 2**31
"""What a bomb may take at most before its process is ended."""


def main() -> None:
    """One line out for each line in."""
    site = furnished()
    for name in sys.stdin:
        sys.stdout.write(_in_a_process(site, HOSTILE_MAILS[name.rstrip("\n")].encode()) + "\n")
        sys.stdout.flush()


def _in_a_process(site, content: bytes) -> str:
    reader, writer = os.pipe()
    if not os.fork():
        os.write(writer, json.dumps(_cost(site, content)).encode())
        os._exit(0)
    os.close(writer)
    _, status = os.wait()
    with os.fdopen(reader) as pipe:
        return pipe.read() or json.dumps({"ended": status})


def _cost(site, content: bytes) -> dict[str, float]:
    """The time of the slowest way in, and by how much all of them made the process larger."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    before = _peak()
    seconds = max(_seconds(site, content, way) for way in (MAIL, REPLY, REPLY + 1, BOUNCE))
    return {"seconds": seconds, "megabytes": (_peak() - before) / 1024}


def _seconds(site, content: bytes, way: int) -> float:
    """As a mail to our own address, as a reply by each player of a board, or as a bounce."""
    with undone(site) as work:
        sender, recipient = addresses(site, work, way)
        began = process_time()
        site.mail_handler.handle(work, read_incoming_mail(sender, (recipient,), content))
        return process_time() - began


def _peak() -> int:
    """The most memory that this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()

"""Handles hostile mails, each in its own process, and measures them.

It reads names of mails from standard input, and writes the cost of each as JSON.
"""

import json
import os
import resource
import sys
from time import process_time

from mail.reading.incoming import read_incoming_mail
from tests.fuzz.lines import BOUNCE, MAIL, REPLY, addresses, prepared_site, rolled_back
from tests.support.hostile_mails import HOSTILE_MAILS

MAX_SECONDS, MAX_BYTES = 10, 2**31
"""The limits at which the process of a mail is ended."""


def main() -> None:
    """Writes a line for each line read."""
    site = prepared_site()
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
    """Returns the time of the slowest way in, and the growth of the process over all ways."""
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    before = _peak()
    seconds = max(_seconds(site, content, way) for way in (MAIL, REPLY, REPLY + 1, BOUNCE))
    return {"seconds": seconds, "megabytes": (_peak() - before) / 1024}


def _seconds(site, content: bytes, way: int) -> float:
    """Handles a mail to our own address, a reply by each player of a board, or a bounce."""
    with rolled_back(site) as work:
        sender, recipient = addresses(site, work, way)
        began = process_time()
        site.mail_handler.handle(work, read_incoming_mail(sender, (recipient,), content))
        return process_time() - began


def _peak() -> int:
    """Returns the most memory that this process has used, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()

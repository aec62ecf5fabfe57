"""Handles hostile mails, each in its own process, and measures the memory that they take.

It reads names of mails from standard input, and writes the end of each as JSON.
"""

import json
import os
import resource
import sys

from mail.reading.incoming import read_incoming_mail
from tests.fuzz.lines import BOUNCE, MAIL, REPLY, addresses, prepared_site, rolled_back
from tests.support.hostile_mails import HOSTILE_MAILS

MAX_SECONDS, MAX_BYTES = 10, 2**31
"""The limits at which the process of a mail is ended; most take 0.2 seconds of the processor."""


def main() -> None:
    """Writes a line for each line read."""
    site = prepared_site()
    for name in sys.stdin:
        sys.stdout.write(_in_a_process(site, HOSTILE_MAILS[name.rstrip("\n")].encode()) + "\n")
        sys.stdout.flush()


def _in_a_process(site, content: bytes) -> str:
    reader, writer = os.pipe()
    if not os.fork():
        os.write(writer, json.dumps({"megabytes": _growth(site, content)}).encode())
        os._exit(0)
    os.close(writer)
    _, status = os.wait()
    with os.fdopen(reader) as pipe:
        return pipe.read() or json.dumps({"ended": status})


def _growth(site, content: bytes) -> float:
    """Returns the growth of the process while it handles a mail by each way in."""
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    before = _peak()
    for way in (MAIL, REPLY, BOUNCE):
        with rolled_back(site) as work:
            sender, recipient = addresses(site, work, way)
            site.mail_handler.handle(work, read_incoming_mail(sender, (recipient,), content))
    return (_peak() - before) / 1024


def _peak() -> int:
    """Returns the most memory that this process has used, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()

"""Short forms of large inputs, so that a fuzzer finds slow ones."""

import re
from time import process_time

STEP = 256
MAX_LENGTH = 260 * 1024
"""A little more than the largest mail that is read."""
SECONDS = 1
_REPEATED = re.compile(rb"\x01([^\x01\x02]{1,200})\x02(.)", re.DOTALL)


def expanded(content: bytes) -> bytes:
    """Returns the content, with each text between 1 and 2 repeated 256 times the next byte."""
    return _REPEATED.sub(_again, content)[:MAX_LENGTH]


def _again(found: re.Match[bytes]) -> bytes:
    return (found[1] * (found[2][0] * STEP))[:MAX_LENGTH]


class Brief:
    """Asserts that its block takes less than a second of processor time."""

    def __enter__(self):
        self._began = process_time()

    def __exit__(self, kind, error, trace):
        taken = process_time() - self._began
        assert error or taken < SECONDS, f"took {taken:.1f} s"

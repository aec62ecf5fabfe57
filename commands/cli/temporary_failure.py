"""The exit status that makes a mail server keep a mail, and try again."""

import sys
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO

EX_TEMPFAIL = 75
"""From sysexits.h."""


def temporary_failure_status(run: Callable[[], int]) -> int:
    """Returns 0, or EX_TEMPFAIL on any failure, with one sentence on standard error.

    Any other status would make the mail server send the mail back, passwords and all.
    """
    with redirect_stderr(StringIO()):
        try:
            reason = "wrong usage" if run() else ""
        except Exception as error:  # noqa: BLE001 - whatever it is, the mail must come again
            reason = type(error.__cause__ or error).__name__
    if not reason:
        return 0
    print(f"pbm can't take this mail now ({reason}); it must be tried again.", file=sys.stderr)
    return EX_TEMPFAIL

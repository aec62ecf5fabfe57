"""The exit status that makes a mail server keep a mail, and try again."""

from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO

from commands.cli.database_errors import is_unknown_commit
from commands.cli.server.receive_client import REFUSED, NotTaken, ask_again

UNKNOWN = (
    "It is unknown whether pbm has taken this mail, as the connection to the database was lost "
    "({}); it must be tried again."
)


def temporary_failure_status(run: Callable[[], int]) -> int:
    """Returns 0, or EX_TEMPFAIL on any failure, with one sentence on standard error.

    Any other status would make the mail server send the mail back, passwords and all.
    """
    sentence = REFUSED
    with redirect_stderr(StringIO()):
        try:
            reason = "wrong usage" if run() else ""
        except NotTaken as error:
            reason = str(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the mail must come again
            reason = type(error.__cause__ or error).__name__
            if is_unknown_commit(error):
                sentence = UNKNOWN
    if not reason:
        return 0
    return ask_again(sentence.format(reason))

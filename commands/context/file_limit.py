"""Allow at most one attachment per reply, because short commands can produce large files."""

from commands.context.context import Context
from pbm.errors import NotAllowedError

ONE_FILE = (
    "An answer brings one file, and the one to your mail has it already.\n"
    "Ask for each other file in a mail of its own."
)


def check_first_file(context: Context) -> None:
    """Raises NotAllowedError if an earlier line of the same email was answered with a file."""
    if context.caller.earlier.has_file:
        raise NotAllowedError(ONE_FILE)

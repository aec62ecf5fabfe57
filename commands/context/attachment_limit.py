"""Allow at most one attachment per reply, because short commands can produce large files."""

from commands.context.context import Context
from pbm.errors import NotAllowedError

ONE_FILE = (
    "We can attach only one file to a reply, and the reply to your email already has one.\n"
    "Please ask for each additional file in a separate email."
)


def check_first_file(context: Context) -> None:
    """Raises NotAllowedError if an earlier line of the same email was answered with a file."""
    if context.caller.earlier.has_file:
        raise NotAllowedError(ONE_FILE)

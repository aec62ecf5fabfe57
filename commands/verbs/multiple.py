"""The command `multiple`, for several commands in one email."""

from typing import ClassVar

from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import Command
from pbm.errors import NotAllowedError


class Multiple(Command):
    """Runs several commands. Write it as the subject, and the commands in the text, one per line.

    You get one email with all the answers. In the shell, `pbm -` reads commands from standard
    input.
    """

    may_be_first: ClassVar = True
    example: ClassVar = "multiple"

    def run(self, context: Context) -> Response:
        """Raises NotAllowedError, because the mail handler runs the lines of such emails itself."""
        raise NotAllowedError(
            'Use "multiple" as the subject of an email, with one command on each line of '
            'the body. In the shell, run "pbm -".'
        )

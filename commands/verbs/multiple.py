"""Several commands in one mail."""

from dataclasses import dataclass
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import Command
from commands.messages.response import Answer
from pbm.errors import NotAllowed


@dataclass(frozen=True)
class Multiple(Command):
    """As the subject of a mail: its body holds commands, one a line.

    Each is answered, and one mail comes back with all the answers. In the shell, `pbm -` reads
    commands from standard input.
    """

    names: ClassVar = ("multiple",)
    example: ClassVar = "multiple"

    def run(self, session: Session) -> Answer:
        """The mail door reads the body itself; nothing else has one."""
        raise NotAllowed(
            '"multiple" is the subject of a mail whose body holds commands, one a line. '
            'In the shell, use "pbm -".'
        )

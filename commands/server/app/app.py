"""The composition root: all parts of the program, made from its settings.

Parts are imported when they are made, so that a command loads only what it uses.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from commands.server.app.foundation import Foundation

if TYPE_CHECKING:
    from commands.server.app.background_parts import BackgroundParts
    from commands.server.app.mail_parts import MailParts


class App(Foundation):
    """The parts of the program, each made at its first use."""

    @cached_property
    def mail(self) -> "MailParts":
        """The parts that read and send mail."""
        from commands.server.app.mail_parts import MailParts  # noqa: PLC0415

        return MailParts(self)

    @cached_property
    def background(self) -> "BackgroundParts":
        """The parts that work in the background."""
        from commands.server.app.background_parts import BackgroundParts  # noqa: PLC0415

        return BackgroundParts(self)

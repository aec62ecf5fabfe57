"""The composition root, which constructs every part of the program from the settings.

Each property imports its module on first use, so that a command loads only the modules it needs.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from commands.server.app.foundation import Foundation

if TYPE_CHECKING:
    from commands.server.app.background_parts import BackgroundParts
    from commands.server.app.mail_parts import MailParts


class App(Foundation):
    """All parts of the program. Each one is constructed when it is first used."""

    @cached_property
    def mail(self) -> "MailParts":
        from commands.server.app.mail_parts import MailParts  # noqa: PLC0415

        return MailParts(self)

    @cached_property
    def background(self) -> "BackgroundParts":
        """The workers that run between emails, such as clocks, robots and the site."""
        from commands.server.app.background_parts import BackgroundParts  # noqa: PLC0415

        return BackgroundParts(self)

"""What a command gives back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from commands.messages.content import Content, TextMessage
from commands.messages.status import Status
from pbm.errors import UsageError, UserError


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that a player is told without having asked."""

    addresses: tuple[str, ...]
    content: Content
    immediate: bool = False
    """True if it is never deferred to a digest."""
    personalized: bool = False
    """True if it is in its reader's format and zone, and is to be sent now."""


@dataclass(frozen=True, slots=True)
class Response:
    """What is said to whoever gave the command, what programs read, and who else is told."""

    content: Content
    data: dict[str, Any] | None = None
    notifications: tuple[Notification, ...] = ()
    status: Status = Status.DONE
    deferred: "Callable[[], Response] | None" = None
    """Gives the answer proper; it takes long, and so comes after the work has ended."""

    @property
    def ok(self) -> bool:
        """Whether it was carried out."""
        return self.status is Status.DONE

    def with_notifications(self, more: Sequence[Notification]) -> "Response":
        """Returns the response with more notifications."""
        return replace(self, notifications=(*self.notifications, *more)) if more else self

    def resolve(self) -> "Response":
        """The answer proper."""
        return self.deferred() if self.deferred else self


def text_response(subject: str, text: str, data: dict[str, Any] | None = None) -> Response:
    """An answer of text."""
    return Response(TextMessage(subject=subject, text=text), data)


def error_response(error: UserError, subject: str = "Error", board: str = "") -> Response:
    """The answer to a command that can't be carried out."""
    status = Status.WRONG_USAGE if isinstance(error, UsageError) else Status.REFUSED
    return Response(TextMessage(subject=subject, text=error.text, board=board), status=status)

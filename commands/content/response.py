"""The responses of commands and their notifications."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from commands.content.messages import Content, TextMessage
from commands.content.status import Status
from pbm.errors import UsageError, UserError


@dataclass(frozen=True, slots=True)
class Notification:
    """A message that a player gets without having asked for it."""

    addresses: tuple[str, ...]
    content: Content
    immediate: bool = False
    """True if it is never deferred to a digest."""
    requested: bool = False
    """True if somebody asks for it who may be a stranger: it is never joined with others."""
    cause: int = 0
    """The id of the player whose command causes it; 0 for strangers and the server itself."""
    personalized: bool = False
    """True if it is in its reader's format and zone, and is to be sent now."""

    def caused_by(self, player: int) -> "Notification":
        """Returns the notification with this player as its cause."""
        return replace(self, cause=player) if player not in (0, self.cause) else self

    def by_address(self) -> "Iterator[Notification]":
        """Yields the notification for each of its addresses alone."""
        if len(self.addresses) == 1:
            yield self
        else:
            yield from (replace(self, addresses=(address,)) for address in self.addresses)


@dataclass(frozen=True, slots=True)
class ConfirmationRequest:
    """An action that waits for a reply; one mail asks for all actions of a mail."""

    player: int
    """The id of the player concerned."""
    addresses: tuple[str, ...]
    """The addresses of which one must reply."""
    word: str
    """The word whose one-time code confirms this action."""
    title: str
    """The action in a few words, for the subject."""
    introduction: str
    """The sentence on who asks for what, or that opens a list of lines."""
    until: str
    """The sentence on what holds until it is confirmed."""
    line: str = ""
    """The line that waits, if it is one."""
    note: str = ""
    """Facts that the player should know before confirming it; may be empty."""
    position: str = ""
    """The board that it is about, as text; may be empty."""
    irreversible: bool = False
    """True if only a plain yes confirms it."""


class Arrival(Enum):
    """The time at which the answer to a command comes."""

    NOW = auto()
    HELD = auto()
    """The content is held for the caller, and comes with the next mail about its board."""
    QUEUED = auto()
    """A search is queued whose result comes later as well. Nothing else is changed."""
    ANNOUNCED = auto()
    """The same, and the content only says that the result will come, which may come first."""

    @property
    def is_queued(self) -> bool:
        """Whether a search is queued."""
        return self in (Arrival.QUEUED, Arrival.ANNOUNCED)


@dataclass(frozen=True, slots=True)
class Response:
    """The content for the caller, the data for programs, and the notifications for others."""

    content: Content
    data: dict[str, Any] | None = None
    notifications: tuple[Notification, ...] = ()
    status: Status = Status.DONE
    arrival: Arrival = Arrival.NOW
    confirmations: tuple[ConfirmationRequest, ...] = ()
    """The actions that wait for a reply."""

    @property
    def ok(self) -> bool:
        """True if the command was executed."""
        return self.status is Status.DONE

    @property
    def asked(self) -> frozenset[str]:
        """The addresses, in lower case, to which it has confirmations or codes sent."""
        requests = [each.addresses for each in self.confirmations]
        requests += [each.addresses for each in self.notifications if each.requested]
        return frozenset(address.lower() for addresses in requests for address in addresses)

    def with_notifications(self, more: Sequence[Notification]) -> "Response":
        """Returns the response with more notifications."""
        return replace(self, notifications=(*self.notifications, *more)) if more else self

    def resolve(self) -> "Response":
        """Returns the final response."""
        return self


@dataclass(frozen=True, slots=True)
class DeferredResponse(Response):
    """A response that takes long: it is made after the unit of work has ended."""

    content: Content = field(default_factory=lambda: TextMessage(subject="", text=""))
    make: Callable[[], Response] = field(kw_only=True)

    def resolve(self) -> Response:
        """Returns the final response."""
        return self.make()


def text_response(subject: str, text: str, data: dict[str, Any] | None = None) -> Response:
    """Returns a response of text."""
    return Response(TextMessage(subject=subject, text=text), data)


def error_response(error: UserError, subject: str = "Error", board: str = "") -> Response:
    """Returns the response to a command that can't be executed."""
    status = Status.WRONG_USAGE if isinstance(error, UsageError) else Status.REFUSED
    content = TextMessage(subject=subject, text=error.text, board=board, refusal=True)
    return Response(content, status=status)

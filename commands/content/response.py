"""The responses to commands, with their notifications."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from commands.content.messages import Content, TextMessage
from commands.content.status import Status
from pbm.errors import UsageError, UserError


@dataclass(frozen=True, slots=True)
class Notification:
    """A message caused by somebody else, or by the clock."""

    addresses: tuple[str, ...]
    content: Content
    immediate: bool = False
    """Whether it is never deferred to a digest."""
    requested: bool = False
    """Whether somebody requested it, perhaps a stranger. If so, it is never merged with other
    messages.
    """
    cause: int = 0
    """Id of the player whose command caused it. 0 for strangers and the server itself."""
    personalized: bool = False
    """Whether it already has its reader's format and time zone, and is ready to send."""

    def caused_by(self, player: int) -> "Notification":
        """Returns the notification with this player as its cause. 0 leaves the cause unchanged."""
        return replace(self, cause=player) if player not in (0, self.cause) else self

    def by_address(self) -> "Iterator[Notification]":
        """Yields a copy of the notification for each of its addresses."""
        if len(self.addresses) == 1:
            yield self
        else:
            yield from (replace(self, addresses=(address,)) for address in self.addresses)


@dataclass(frozen=True, slots=True)
class ConfirmationRequest:
    """A pending action. One email asks to confirm all actions that an incoming email requested."""

    player: int
    """Id of the player concerned."""
    addresses: tuple[str, ...]
    """Addresses from which a reply can confirm the action."""
    word: str
    """Text from which the one-time code of the action is made."""
    title: str
    """Short description of the action, for the subject."""
    question: str
    """Sentence that asks for the confirmation."""
    introduction: str
    """Sentence on the origin of the request. May be empty."""
    until: str = ""
    """Sentence on the situation until the action is confirmed."""
    line: str = ""
    """The pending command line, if the action is one."""
    note: str = ""
    """Facts that the player should know before confirming the action. May be empty."""
    position: str = ""
    """The board that the action is about, as text. May be empty."""
    irreversible: bool = False
    """Whether only an explicit yes confirms the action."""
    limit: str = ""
    """When to confirm, such as `before the tournament starts`, if the usual limit doesn't apply."""


class Arrival(Enum):
    """When the sender of a command gets its answer."""

    NOW = auto()
    DEFERRED = auto()
    """No email is sent for the answer. The next email about its board includes it."""
    QUEUED = auto()
    """The answer is sent now, and the result of a queued search is sent later. The command changes
    nothing else.
    """
    ANNOUNCED = auto()
    """Like QUEUED, but the answer only announces the result. The result may overtake it."""

    @property
    def is_queued(self) -> bool:
        """Whether a search is queued."""
        return self in (Arrival.QUEUED, Arrival.ANNOUNCED)


@dataclass(frozen=True, slots=True)
class Response:
    """The content for the caller, the data for programs, and the notifications for other people."""

    content: Content
    data: dict[str, Any] | None = None
    notifications: tuple[Notification, ...] = ()
    status: Status = Status.DONE
    arrival: Arrival = Arrival.NOW
    confirmations: tuple[ConfirmationRequest, ...] = ()
    """Pending actions that need a confirmation."""

    @property
    def ok(self) -> bool:
        """Whether the command was run."""
        return self.status is Status.DONE

    @property
    def asked(self) -> frozenset[str]:
        """Addresses, in lower case, to which the response sends confirmation requests or codes."""
        requests = [each.addresses for each in self.confirmations]
        requests += [each.addresses for each in self.notifications if each.requested]
        return frozenset(address.lower() for addresses in requests for address in addresses)

    def with_notifications(self, more: Sequence[Notification]) -> "Response":
        return replace(self, notifications=(*self.notifications, *more)) if more else self

    def resolve(self) -> "Response":
        """Returns the final response. Making it may take a long time."""
        return self


@dataclass(frozen=True, slots=True)
class DeferredResponse(Response):
    """A response that takes a long time to make. It is made after the unit of work has ended."""

    content: Content = field(default_factory=lambda: TextMessage(subject="", text=""))
    make: Callable[[], Response] = field(kw_only=True)

    def resolve(self) -> Response:
        return self.make()


def text_response(subject: str, text: str, data: dict[str, Any] | None = None) -> Response:
    return Response(TextMessage(subject=subject, text=text), data)


def error_response(error: UserError, subject: str = "Error", board: str = "") -> Response:
    """Returns the response to a command that can't be run."""
    status = Status.WRONG_USAGE if isinstance(error, UsageError) else Status.REFUSED
    content = TextMessage(subject=subject, text=error.text, board=board, refusal=True)
    return Response(content, status=status)

"""Mails in and out, and what came of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pbm.board import Board, Player

Automatic = Literal["auto-replied", "auto-generated"]
"""Why a mail is sent (RFC 3834): somebody asked, or something happened."""


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """A mail to be rendered and sent: a snapshot of everything that it depends on."""

    recipient: str
    message_id: str
    date: datetime
    content: str
    """What is to be said, as JSON that the views understand."""
    automatic: Automatic
    references: tuple[str, ...] = ()
    """Message-IDs of the thread, the last one the mail answered."""
    board: str = ""
    """The board it is about, such as `knightpanic 101`."""


@dataclass(frozen=True, slots=True)
class HeldMail:
    """What a player is told about a board, but not yet."""

    player: int
    board: int
    """The board's number over all games."""
    at: datetime
    content: str
    """What is to be said, as JSON that the views understand."""
    due: datetime | None
    """When the digest that tells it is sent; None where that depends on the board."""


BounceKind = Literal["hard", "soft", "away", "other"]
"""What came back for a mail: it can't be delivered, not yet, nobody is in, something else."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """Something that came back for a mail."""

    address: str
    """To which the mail went, in small letters."""
    at: datetime
    kind: BounceKind
    counts: bool
    """Whether its player hasn't been heard of since."""


class SeenMails(Protocol):
    """Which letters have been acted upon."""

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Whether a letter with these keys is new; from now on it isn't. The first key is kept."""
        ...


class Outbox(Protocol):
    """Mails on their way out."""

    def put(self, mails: Sequence[OutboxMail]) -> None:
        """Queues mails, to be sent once the work is committed."""
        ...

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """When mails for these addresses were made, about which boards, and their state."""
        ...

    def forget(self, addresses: Sequence[str]) -> None:
        """Forgets to whom these mails went that are no longer waiting."""
        ...


class HeldMails(Protocol):
    """What waits for its readers' digests. Whatever is taken is gone: nobody has it twice."""

    def put(self, mail: HeldMail) -> None:
        """Holds a mail back."""
        ...

    def due(self, at: datetime) -> Sequence[int]:
        """The ids of the players for whom something has waited long enough."""
        ...

    def take_due(self, player: int, at: datetime) -> Sequence[HeldMail]:
        """What has waited long enough for this player, in its order."""
        ...

    def take(self, player: Player, board: Board | None = None) -> Sequence[HeldMail]:
        """All that waits for this player, or that is about this board, in its order."""
        ...

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """When what waits for this player was made, and about which boards."""
        ...


class Retention(Protocol):
    """What nobody needs any more, taken away so many rows at a time."""

    def forget_mails(self, before: datetime, most: int) -> int:
        """Mails from before this that are neither waiting nor paused; how many were taken away."""
        ...

    def forget_letters(self, before: datetime, most: int) -> int:
        """Keys of letters that came before this; one that came again would be new."""
        ...

    def forget_answers(self, before: datetime, most: int) -> int:
        """That answers were given before this; by the minute, so it may be some more."""
        ...


class Bounces(Protocol):
    """What came back for our mails, and the addresses that were marked for it."""

    def record(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """The address to which the mail of this number went, now noted for it.

        Empty where that isn't known, is no player's, or was noted before.
        """
        ...

    def hard(self, address: str, since: datetime) -> int:
        """How many mails to this address have come back since, and count."""
        ...

    def suppress(self, address: str, at: datetime) -> bool:
        """Whether the address is newly marked: no more notices are sent to it."""
        ...

    def suppressed(self, addresses: Sequence[str]) -> frozenset[str]:
        """Those of the addresses that are marked, in small letters."""
        ...

    def clear(self, addresses: Sequence[str]) -> None:
        """Takes the marks away; what came back until now no longer counts."""
        ...

    def of(self, addresses: Sequence[str]) -> Sequence[Bounce]:
        """What came back from these addresses, the oldest first."""
        ...


class Reachability(Protocol):
    """Players to none of whose addresses mail gets through."""

    def owners(self, address: str) -> Sequence[Player]:
        """Whose address it is, in any case; nobody else marks theirs until this work ends."""
        ...

    def mark_unreachable(self, player: Player, at: datetime) -> bool:
        """Whether it is new that a player can't be reached; their clocks stand still."""
        ...

    def mark_reachable(self, player: Player) -> None:
        """The player can be reached again."""
        ...

    def escalate(self, lost_by: datetime) -> Sequence[Player]:
        """Those who were lost by then, each only once."""
        ...


class AnswerCounts(Protocol):
    """What answers addresses got of late."""

    def last_refusal(self, addresses: Sequence[str], since: datetime) -> str:
        """What the last answer to an address, by all its keys, refused; empty if nothing."""
        ...

    def one_more(
        self,
        addresses: Sequence[str],
        at: datetime,
        per_hour: int,
        per_day: int,
        refused: str = "",
    ) -> bool:
        """Whether an address, by all its keys, may get one more answer; counts it if so.

        Each counts until the minute in which it was given is an hour, or a day, ago. `refused`:
        by what it will be known if this one is a refusal.
        """
        ...


class RateCounters(Protocol):
    """How often things were done of late that may be done only so often."""

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """When each was done, the oldest first, as far as it still counts; every key is there."""
        ...

    def lock(self, key: str) -> None:
        """Nobody else holds this key until the work ends: what is counted then is right."""
        ...

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """It was done once more; forgets all that no longer counts."""
        ...

    def drop(self, keys: Sequence[str]) -> None:
        """None of this counts any more."""
        ...

"""Interfaces of the repositories of incoming and outgoing mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pbm.board import Board, Player
from pbm.board_clock import Period
from pbm.mail_origin import MailOrigin, MailTarget

Automatic = Literal["auto-replied", "auto-generated"]
"""The reason for a mail (RFC 3834): a reply, or an event."""


@dataclass(frozen=True, slots=True)
class OutboxMail:
    """A mail to be rendered and sent: a snapshot of everything that it depends on."""

    recipient: str
    message_id: str
    date: datetime
    content: str
    """The content, as JSON for the views."""
    automatic: Automatic
    references: tuple[str, ...] = ()
    """The Message-IDs of the thread, ending with the mail that this one answers."""
    board: str = ""
    """The board of the mail, such as `knightpanic 101`."""


@dataclass(frozen=True, slots=True)
class HeldMail:
    """A deferred notification of a player about a board."""

    player: int
    board: int
    """The board's number over all games."""
    at: datetime
    content: str
    """The content, as JSON for the views."""
    due: datetime | None
    """The time of its digest; None if that depends on the board."""


BounceKind = Literal["hard", "soft", "away", "other"]
"""The kind of a bounce: undeliverable, delayed, absence, or other."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """A bounce of a mail."""

    address: str
    """The recipient of the bounced mail, in lower case."""
    at: datetime
    kind: BounceKind
    counts: bool
    """True until the player is heard from again."""


class SeenMails(Protocol):
    """The repository of letters already processed."""

    def prefetch(self, letters: Sequence[Sequence[str]]) -> None:
        """Reads which of these letters were processed, each by its keys, for `first_time`."""
        ...

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Records the first of a letter's keys; returns True if none of them was known."""
        ...


class Mailboxes(Protocol):
    """The repository of mailboxes at providers, and of the mails in them that were dealt with."""

    def record(
        self, origin: MailOrigin, target: MailTarget, digests: Sequence[str], at: datetime
    ) -> bool:
        """Records that a mail is dealt with; returns False if it, or a copy of it, was before."""
        ...


class Outbox(Protocol):
    """The repository of outgoing mails."""

    def put(self, mails: Sequence[OutboxMail]) -> None:
        """Queues mails, to be sent once the transaction is committed."""
        ...

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """Returns the times of mails for these addresses, their boards, and their states."""
        ...

    def forget(self, addresses: Sequence[str]) -> None:
        """Deletes recipient and content of mails for these addresses that no longer wait."""
        ...


class HeldMails(Protocol):
    """The repository of deferred notifications. Taking one deletes it: it is taken only once."""

    def put(self, mail: HeldMail) -> None:
        """Defers a mail."""
        ...

    def due(self, at: datetime) -> Sequence[int]:
        """Returns the ids of the players with notifications that are due."""
        ...

    def take_due(self, player: int, at: datetime) -> Sequence[HeldMail]:
        """Takes the due notifications of this player, in their order."""
        ...

    def take(self, player: Player, board: Board | None = None) -> Sequence[HeldMail]:
        """Takes all notifications of this player, or those about this board, in their order."""
        ...

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """Returns the times of this player's notifications, and their boards."""
        ...


class Overflow(Protocol):
    """The repository of mails above the limits, by recipient. Taking one deletes it."""

    def put(self, recipient: str, content: str, at: datetime, due: datetime) -> None:
        """Stores a mail; it is due with those that wait for the recipient already."""
        ...

    def due(self, at: datetime) -> Sequence[str]:
        """Returns the recipients with mails that are due."""
        ...

    def take(self, recipient: str) -> Sequence[str]:
        """Takes the contents of all mails that wait for this recipient, the oldest first."""
        ...

    def postpone(self, recipient: str, due: datetime) -> None:
        """Lets the mails of this recipient wait longer."""
        ...

    def of(self, addresses: Sequence[str]) -> Sequence[datetime]:
        """Returns the times of the mails that wait for these addresses."""
        ...


class Retention(Protocol):
    """The repository for deleting old rows, in batches."""

    def forget_mails(self, before: datetime, most: int) -> int:
        """Deletes mails from before this that neither wait nor are paused; returns their number."""
        ...

    def forget_letters(self, before: datetime, most: int) -> int:
        """Deletes keys of letters from before this; returns their number. A repeat would be new."""
        ...

    def forget_mailbox_mails(self, before: datetime, most: int) -> int:
        """Deletes mails that left their mailbox before this; returns their number."""
        ...

    def forget_answers(self, before: datetime, most: int) -> int:
        """Deletes counts of answers from before this, to the minute; returns their number."""
        ...

    def forget_audit(self, before: datetime, most: int) -> int:
        """Deletes acts of admins from before this; returns their number."""
        ...

    def forget_health(self, before: datetime, most: int) -> None:
        """Deletes incidents from before this, and problems that ended before it."""
        ...

    def forget_keys(self, before: datetime) -> None:
        """Erases the secrets of the keys of addresses that have expired before this."""
        ...


class Bounces(Protocol):
    """The repository of bounces, and of addresses suppressed because of them."""

    def record(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """Records a bounce of the mail of this number; returns the recipient.

        Returns an empty string if that is unknown, isn't a player's, or was recorded before.
        """
        ...

    def hard(self, address: str, since: datetime) -> int:
        """Returns the number of mails sent to this address since then whose hard bounces count."""
        ...

    def suppress(self, address: str, at: datetime) -> bool:
        """Suppresses notifications to an address; returns True if it is new."""
        ...

    def suppressed(self, addresses: Sequence[str]) -> frozenset[str]:
        """Returns the suppressed ones among these addresses, in lower case."""
        ...

    def clear(self, addresses: Sequence[str]) -> None:
        """Ends the suppression of these addresses; bounces until now no longer count."""
        ...

    def of(self, addresses: Sequence[str]) -> Sequence[Bounce]:
        """Returns the bounces of these addresses, the oldest first."""
        ...


class Reachability(Protocol):
    """The repository of players none of whose addresses receives mail."""

    def owners(self, address: str) -> Sequence[Player]:
        """Returns the players with this address, in any case, locked until the transaction ends."""
        ...

    def record_letter(self, player: Player, at: datetime) -> None:
        """Records that the player has sent a mail."""
        ...

    def last_letter(self, senders: Sequence[Player]) -> datetime | None:
        """Returns the time of the last mail that any of these players has sent, if there is one."""
        ...

    def mark_unreachable(self, player: Player, stop: Period) -> bool:
        """Marks a player as unreachable, whose clocks stand still; returns True if it is new."""
        ...

    def mark_reachable(self, player: Player, stop: Period) -> None:
        """Marks the player as reachable again, and records the time in which the clocks stood."""
        ...

    def outages(self, player: Player) -> Sequence[Period]:
        """Returns the periods in which the player's clocks stood still, the oldest first."""
        ...

    def escalate(self, at: datetime) -> Sequence[Player]:
        """Returns the unreachable players whose clocks run again by then, each only once."""
        ...


class MailCounts(Protocol):
    """The repository of answers given to addresses recently."""

    def prefetch(self, addresses: Sequence[Sequence[str]], now: datetime) -> None:
        """Reads the counts and last errors of these addresses as of now, each by all its keys."""
        ...

    def last_refusal(self, addresses: Sequence[str], since: datetime, now: datetime) -> str:
        """Returns the key of the error in an address's last answer; empty if there was none.

        `addresses`: all keys of the address.
        """
        ...

    def by_minute(
        self, addresses: Sequence[str], since: datetime, now: datetime
    ) -> Sequence[tuple[datetime, int]]:
        """Returns the minutes between these with answers to an address, and the number in each."""
        ...

    def one_more(
        self,
        addresses: Sequence[str],
        at: datetime,
        per_hour: int,
        per_day: int,
        refused: str = "",
    ) -> bool:
        """Counts an answer to an address if the limits allow it; returns True if so.

        Each counts until the minute in which it was given is an hour, or a day, ago. `addresses`:
        all keys of the address. `refused`: the key of the error if the answer is one.
        """
        ...


class RateCounters(Protocol):
    """The repository of recent uses of rate-limited actions."""

    def prefetch(self, keys: Sequence[str], at: datetime) -> None:
        """Reads what counts for these keys, for `of`."""
        ...

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """Returns the times for each key that still count, the oldest first; every key is there."""
        ...

    def lock(self, key: str) -> None:
        """Locks this key until the transaction ends: counts are then exact."""
        ...

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """Counts an action; deletes all counts that have expired."""
        ...

    def drop(self, keys: Sequence[str]) -> None:
        """Deletes the counts of these keys."""
        ...

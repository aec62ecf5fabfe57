"""The quotas of mails that are sent: by recipient, and by the player who causes them.

All limits on mails are declared here. Each kind is counted apart, so that none uses up another's:
what somebody sends in a player's name takes nothing from what the player is owed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from commands.security.key_ring import KeyRing
from commands.security.policy import Policy
from commands.system.stored_types import LimitCountRepository
from mail.addresses import mailbox
from pbm.clock import DAY, HOUR, MINUTE

NO_LIMIT = 1_000_000_000
HOUR_PART = 5
"""Of the mails to an address in a day a fifth may come within an hour: a game played at one
sitting needs that many, and a loop of two programs ends soon.
"""
REPLY_FACTOR = 5
"""The factor by which limits are higher for answers to replies by token."""
SENDERS = 5
"""One sender gets at most this part (1/n) of the mails that are forwarded to the admin."""
JOINED_PER_HOUR = 5
"""Joined mails have a limit of their own, so that none waits for ever while others are sent."""


@dataclass(frozen=True, slots=True)
class MailLimit:
    """The most mails within an hour, and within a day."""

    per_hour: int = NO_LIMIT
    per_day: int = NO_LIMIT

    def __mul__(self, factor: int) -> "MailLimit":
        """Returns a limit that is higher by a factor."""
        return MailLimit(factor * self.per_hour, factor * self.per_day)

    def __and__(self, other: "MailLimit") -> "MailLimit":
        """Returns the stricter of two limits."""
        hours, days = (self.per_hour, other.per_hour), (self.per_day, other.per_day)
        return MailLimit(min(hours), min(days))


class MailKind(StrEnum):
    """A kind of mails; the value is a part of its stored keys."""

    ANSWER = "answered"
    """An answer to an address."""
    PROVED_ANSWER = "proved"
    """An answer to a mail that proves its sender."""
    REPLY_ANSWER = "replied"
    """An answer to a reply by token, or by a one-time code."""
    REFUSAL = "refused"
    """A refused command of a player's, above the limit on answers."""
    PROSE = "prose"
    """An answer to a player's replies without a command on one board."""
    UNCLEAR = "unclear"
    """A question asked again, as its answer says neither yes nor no."""
    NOTIFICATION = "noticed"
    """A notification to an address."""
    WORDS = "words"
    """A notification to an address that tells only what somebody writes."""
    JOINED = "joined"
    """A mail with the notifications to an address that were above the limit."""
    CAUSED = "caused"
    """A notification that a player causes."""
    ADDRESS_REQUEST = "addresses"
    """A confirmation that is asked for on a player's account, of an address."""
    STRANGER = "stranger"
    """Any mail to an address that never proved itself."""
    FORWARDED = "forwarded"
    """A mail to postmaster or abuse, which is forwarded to the admin."""
    FORWARDED_FROM = "forwarded from"
    """A mail to postmaster or abuse, counted by its sender."""


@lru_cache(maxsize=8)
def limits(policy: Policy) -> Mapping[MailKind, MailLimit]:
    """Returns the limit on each kind of mails."""
    usual = MailLimit(-(-policy.mails_per_address // HOUR_PART), policy.mails_per_address)
    return {
        MailKind.ANSWER: usual,
        MailKind.PROVED_ANSWER: usual,
        MailKind.REPLY_ANSWER: usual * REPLY_FACTOR,
        MailKind.REFUSAL: usual * REPLY_FACTOR,
        MailKind.PROSE: MailLimit(3, 10),
        MailKind.UNCLEAR: MailLimit(5, 10),
        MailKind.NOTIFICATION: usual,
        MailKind.WORDS: usual,
        MailKind.JOINED: MailLimit(per_hour=JOINED_PER_HOUR),
        MailKind.CAUSED: MailLimit(per_hour=policy.notifications_caused_per_hour),
        MailKind.ADDRESS_REQUEST: MailLimit(per_day=policy.confirmations_per_day),
        MailKind.STRANGER: MailLimit(per_day=policy.stranger_mails_per_day),
        MailKind.FORWARDED: MailLimit(per_day=policy.forwards_per_day),
        MailKind.FORWARDED_FROM: MailLimit(per_day=-(-policy.forwards_per_day // SENDERS)),
    }


@dataclass(frozen=True, slots=True)
class MailQuota:
    """The quotas as of now, counted in the database that several processes share."""

    # The library `limits` reads the machine's clock, and counts what a rollback has undone;
    # a table does the same by our own clock, for all processes.
    counts: LimitCountRepository
    keys: KeyRing
    policy: Policy
    now: datetime

    def prefetch(self, whose: Iterable[tuple[MailKind, str]]) -> None:
        """Reads the counts of these kinds, each for an address or a player, all at once."""
        keys = chain.from_iterable(self.keys_of(*each) for each in dict.fromkeys(whose))
        self.counts.prefetch_mails(keys, self.now)

    def enter(
        self, kind: MailKind, whose: str, limit: MailLimit | None = None, *, refused: str = ""
    ) -> bool:
        """Counts one more mail if the limit allows it; returns True if so.

        `whose`: the recipient's address, or the player who causes the mail. `limit`: where it is
        another than that of the kind. `refused`: the key of the error that the mail tells.
        """
        most = limit or limits(self.policy)[kind]
        keys = self.keys_of(kind, whose)
        if not self.counts.allows_mail(keys, self.now, most.per_hour, most.per_day):
            return False
        self.counts.add_mail(keys[0], self.now, refused)
        return True

    def record(self, kind: MailKind, whose: str, *, refused: str = "") -> None:
        """Counts a mail that is sent in any case."""
        self.counts.add_mail(self.keys_of(kind, whose)[0], self.now, refused)

    def last_refusal(self, kind: MailKind, whose: str, period: timedelta = DAY) -> str:
        """Returns the key of the error in the last mail of this kind; empty if there was none."""
        return self.counts.last_note(self.keys_of(kind, whose), self.now - period, self.now)

    def free_at(self, kind: MailKind, whose: str, limit: MailLimit | None = None) -> datetime:
        """Returns the time from which fewer mails count than the limit allows."""
        most = limit or limits(self.policy)[kind]
        found = self.counts.times(self.keys_of(kind, whose), self.now).values()
        sent = sorted(at for times in found for at in times if at <= self.now)
        hour = _free_at(sent, most.per_hour, HOUR, self.now)
        return max(hour, _free_at(sent, most.per_day, DAY, self.now))

    def keys_of(self, kind: MailKind, whose: str) -> tuple[str, ...]:
        """Returns the keys of a count; addresses are stored only as keyed hashes."""
        return self.keys.remembered_digests(kind, mailbox(whose) if "@" in whose else whose)


def _free_at(sent: Sequence[datetime], limit: int, period: timedelta, now: datetime) -> datetime:
    """Returns the time from which fewer mails than the limit count within the period."""
    recent = [at for at in sent if at > now - period - MINUTE]
    return recent[-limit] + period + MINUTE if len(recent) >= limit else now

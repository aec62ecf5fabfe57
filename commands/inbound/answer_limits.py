"""Limits on answers, as each answer may reach a program that answers it again.

The commands of a letter are executed all the same. The first mail beyond a limit is answered by an
announcement, which is counted as well; no other follows before a mail has been answered again.
What somebody sends in an owner's name mustn't silence the owner: letters that prove their sender,
by a password or by the mail server, are counted apart, with the same limits. Replies by token are
counted apart as well, with a limit that only a program reaches. Refusals of them are limited as
other answers are, and more strictly if they had no command: an answering machine, whose words
differ each time, isn't answered for long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from commands.messages.content import Content, TextMessage, parts_of
from commands.security.keys import KeyRing
from commands.security.policy import Policy
from pbm.clock import DAY, Clock
from pbm.ports import UnitOfWork

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NO_LIMIT = 1_000_000_000
REPLY_FACTOR = 5
"""The limits on answers to replies by token are so many times those on other answers."""
NO_COMMAND_LIMITS = 5, 10
"""The most refusals of replies by token without a command, in an hour and in a day."""


class Proof(StrEnum):
    """The proof that a letter came from the address to which its answer goes."""

    NONE = "answered"
    SENDER = "proved"
    """A password of a player with that address, or the mail server, which vouches for it."""
    TOKEN = "replied"  # noqa: S105 - no password
    """A player wrote to their own reply address, or brought a one-time code."""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The reason for which a mail isn't answered."""

    reason: str
    """The reason, for the log."""
    announced: datetime | None = None
    """The time from which mails are answered again, if the sender is to be told now."""


@dataclass
class AnswerLimiter:
    """Suppresses repeated and too many answers to an address."""

    # The library `limits` reads the machine's clock, and counts what a rollback has undone;
    # a table does the same by our own clock, for all processes, in one statement.
    keys: KeyRing
    clock: Clock
    policy: Policy

    def check(
        self,
        work: UnitOfWork,
        to: str,
        lines: Sequence[str],
        refusal: Content | None,
        *,
        proof: Proof = Proof.NONE,
    ) -> Suppressed | None:
        """Counts an answer; returns the reason if it is suppressed.

        `refusal`: the answer if all lines of the letter failed, else None. `proof`: the proof that
        the letter came from the recipient.
        """
        recipient, now = self._digests(proof, to), self.clock.now()
        by_token = proof is Proof.TOKEN
        refused_reply = by_token and refusal is not None
        counted = self._digests("refused", to) if refused_reply else recipient
        hour, day = self._limits(lines, by_token=by_token, refused_reply=refused_reply)
        refused, announced = self._refusal_digests(lines, refusal), self.keys.digests("announced")
        last = work.answer_counts.last_refusal(recipient, now - DAY, now)
        if refusal and last in refused:
            return Suppressed("refused the same as before")
        if work.answer_counts.one_more(counted, now, hour, day, refused=refused[0]):
            if refused_reply:  # the history of all answers to replies
                _record(work, recipient, now, refused[0])
            return None
        if last in announced:
            return Suppressed("too many answers")
        for digests in {recipient, counted}:
            _record(work, digests, now, announced[0])
        counts = work.answer_counts.by_minute(counted, now - DAY - MINUTE, now)
        again = max(_free_at(counts, hour, HOUR, now), _free_at(counts, day, DAY, now))
        return Suppressed("too many answers, as announced", again)

    def _limits(
        self, lines: Sequence[str], *, by_token: bool, refused_reply: bool
    ) -> tuple[int, int]:
        hour, day = self.policy.answers_per_hour, self.policy.answers_per_day
        if refused_reply and not lines:
            return min(hour, NO_COMMAND_LIMITS[0]), min(day, NO_COMMAND_LIMITS[1])
        factor = REPLY_FACTOR if by_token and not refused_reply else 1
        return factor * hour, factor * day

    def _digests(self, what: str, to: str) -> tuple[str, ...]:
        return self.keys.digests(what, to.lower())

    def _refusal_digests(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """Returns the digests that identify a refusal of these lines; an empty one for none."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _record(work: UnitOfWork, recipient: Sequence[str], now: datetime, refused: str) -> None:
    """Counts an answer without limits: what isn't recorded would be answered again."""
    work.answer_counts.one_more(recipient, now, NO_LIMIT, NO_LIMIT, refused=refused)


def _free_at(
    counts: Sequence[tuple[datetime, int]], limit: int, period: timedelta, now: datetime
) -> datetime:
    """Returns the time from which fewer answers than the limit count within the period."""
    recent = [(minute, times) for minute, times in counts if minute > now - period - MINUTE]
    left, at = sum(times for _, times in recent), now
    for minute, times in recent:
        if left < limit:
            break
        left, at = left - times, minute + period + MINUTE
    return at


def _text(content: Content) -> str:
    return "\n".join(part.text for part in parts_of(content) if isinstance(part, TextMessage))

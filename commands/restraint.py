"""When a letter is carried out but not answered: each answer may meet a program that answers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from commands.keys import Keys
from commands.said import Plain, Said, parts_of
from pbm.clock import Clock
from pbm.work import Work

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limits:
    """How many answers an address gets."""

    per_hour: int = 60
    per_day: int = 300


@dataclass
class Restraint:
    """Keeps answers back that nobody needs."""

    # The library `limits` asks the machine's clock, and counts what a transaction takes back;
    # a table does the same on our own clock, for all processes, in one statement.
    keys: Keys
    clock: Clock
    limits: Limits

    def silence(self, work: Work, to: str, lines: Sequence[str], refusal: Said | None) -> str:
        """Why nothing is answered to an address, for the log; empty if something is.

        `refusal`: what it is told if all lines of the letter are refused.
        """
        if self._told_before(work, to, lines, refusal):
            return ", not answered: refused the same as before"
        return "" if self._within(work, to.lower()) else ", not answered: too many answers"

    def _told_before(self, work: Work, to: str, lines: Sequence[str], refusal: Said | None) -> bool:
        """Whether the last letter answered there had the same lines, and was refused the same."""
        who, now = self.keys.digests("refused", to.lower()), self.clock.now()
        if refusal is None:
            work.refusals.drop(who)
            return False
        what = self.keys.digests("refusal", *lines, _text(refusal))
        if any(work.refusals.same(each, what, now - DAY) for each in who):
            return True
        work.refusals.keep(who[0], what[0], now, now - DAY)
        return False

    def _within(self, work: Work, address: str) -> bool:
        """Whether one more answer is within the limits; counts it if so."""
        who, now = self.keys.digests("answered", address), self.clock.now()
        return work.answers.one_more(who, now, self.limits.per_hour, self.limits.per_day)


def _text(said: Said) -> str:
    return "\n".join(part.text for part in parts_of(said) if isinstance(part, Plain))

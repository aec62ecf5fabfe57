"""When a letter is carried out but not answered: each answer may meet a program that answers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from commands.context.policy import Limits
from commands.messages.content import Plain, Said, parts_of
from commands.security.keys import Keys
from pbm.clock import Clock
from pbm.ports import Work

DAY = timedelta(days=1)


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
        who, what, now = self._who(to), self._what(lines, refusal), self.clock.now()
        if refusal and work.answers.last_refusal(who, now - DAY) in what:
            return ", not answered: refused the same as before"
        most = self.limits.per_hour, self.limits.per_day
        counted = work.answers.one_more(who, now, *most, refused=what[0])
        return "" if counted else ", not answered: too many answers"

    def _who(self, to: str) -> tuple[str, ...]:
        return self.keys.digests("answered", to.lower())

    def _what(self, lines: Sequence[str], refusal: Said | None) -> tuple[str, ...]:
        """By what a refusal of these lines is known; empty where nothing is refused."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(said: Said) -> str:
    return "\n".join(part.text for part in parts_of(said) if isinstance(part, Plain))

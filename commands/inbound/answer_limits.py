"""When a letter is carried out but not answered: each answer may meet a program that answers it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from commands.messages.content import Content, TextMessage, parts_of
from commands.security.keys import KeyRing
from commands.security.policy import Policy
from pbm.clock import Clock
from pbm.ports import UnitOfWork

DAY = timedelta(days=1)


@dataclass
class AnswerLimiter:
    """Keeps answers back that nobody needs."""

    # The library `limits` asks the machine's clock, and counts what a transaction takes back;
    # a table does the same on our own clock, for all processes, in one statement.
    keys: KeyRing
    clock: Clock
    policy: Policy

    def reason_to_suppress(
        self, work: UnitOfWork, to: str, lines: Sequence[str], refusal: Content | None
    ) -> str:
        """Why nothing is answered to an address, for the log; empty if something is.

        `refusal`: what it is told if all lines of the letter are refused.
        """
        who, what, now = self._who(to), self._what(lines, refusal), self.clock.now()
        if refusal and work.answer_counts.last_refusal(who, now - DAY) in what:
            return ", not answered: refused the same as before"
        most = self.policy.answers_per_hour, self.policy.answers_per_day
        counted = work.answer_counts.one_more(who, now, *most, refused=what[0])
        return "" if counted else ", not answered: too many answers"

    def _who(self, to: str) -> tuple[str, ...]:
        return self.keys.digests("answered", to.lower())

    def _what(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """By what a refusal of these lines is known; empty where nothing is refused."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(content: Content) -> str:
    return "\n".join(part.text for part in parts_of(content) if isinstance(part, TextMessage))

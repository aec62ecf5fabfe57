"""Limits on answers, as each answer may reach a program that answers it again.

The commands of a letter are executed all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.messages.content import Content, TextMessage, parts_of
from commands.security.keys import KeyRing
from commands.security.policy import Policy
from pbm.clock import DAY, Clock
from pbm.ports import UnitOfWork


@dataclass
class AnswerLimiter:
    """Suppresses repeated and too many answers to an address."""

    # The library `limits` reads the machine's clock, and counts what a rollback has undone;
    # a table does the same by our own clock, for all processes, in one statement.
    keys: KeyRing
    clock: Clock
    policy: Policy

    def reason_to_suppress(
        self, work: UnitOfWork, to: str, lines: Sequence[str], refusal: Content | None
    ) -> str:
        """Returns the reason to suppress the answer, for the log; empty to send it.

        `refusal`: the answer if all lines of the letter failed, else None.
        """
        recipient, now = self._recipient_digests(to), self.clock.now()
        refused = self._refusal_digests(lines, refusal)
        if refusal and work.answer_counts.last_refusal(recipient, now - DAY) in refused:
            return ", not answered: refused the same as before"
        limits = self.policy.answers_per_hour, self.policy.answers_per_day
        counted = work.answer_counts.one_more(recipient, now, *limits, refused=refused[0])
        return "" if counted else ", not answered: too many answers"

    def _recipient_digests(self, to: str) -> tuple[str, ...]:
        return self.keys.digests("answered", to.lower())

    def _refusal_digests(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """Returns the digests that identify a refusal of these lines; an empty one for none."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(content: Content) -> str:
    return "\n".join(part.text for part in parts_of(content) if isinstance(part, TextMessage))

"""Limits on answers, as each answer may reach a program that answers it again.

The commands of a mail are executed all the same. The first mail beyond a limit is answered by an
announcement, which is counted as well; no other follows before a mail has been answered again.
What somebody sends in an owner's name mustn't silence the owner: mails that prove their sender,
by a password or by the mail server, are counted apart, with the same limits. Replies by token are
counted apart as well, with a limit that only a program reaches. Silence is for machines: a
player's refused command is answered beyond the limit, too, unless the same was refused a moment
ago, as in a loop of two programs, and words without a command are answered three times an hour on
each board, as what writes them may be an answering machine. An address that never proved itself
may belong to a victim in whose name somebody writes: it gets few mails, of which the last ones
are left for confirmations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from commands.content.messages import Content, TextMessage, parts_of
from commands.security.keys.key_ring import KeyRing
from commands.security.limiter import Limiter
from commands.security.limits import LimitKind
from commands.security.policy import Policy
from commands.system.stored_types import UnitOfWork
from pbm.clock import DAY, Clock

QUICK = timedelta(minutes=10)
"""The time within which the same refusal of a player's command isn't repeated."""


class Proof(Enum):
    """The proof that a mail came from the address to which its answer goes.

    The value is the kind of the answers.
    """

    NONE = LimitKind.ANSWER
    SENDER = LimitKind.PROVED_ANSWER
    """A password of a player with that address, or the mail server, which vouches for it."""
    TOKEN = LimitKind.REPLY_ANSWER
    """A player wrote to their own reply address, or brought a one-time code."""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The reason for which a mail isn't answered."""

    reason: str
    """The reason, for the log."""
    announced: datetime | None = None
    """The time from which mails are answered again, if the sender is to be told now."""
    stranger: bool = False
    """True if the address never proved itself."""


@dataclass
class AnswerLimiter:
    """Suppresses repeated and too many answers to an address."""

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
        prose: tuple[LimitKind, str] | None = None,
        is_command: bool = False,
    ) -> Suppressed | None:
        """Counts an answer; returns the reason if it is suppressed.

        `refusal`: the answer if all lines of the mail failed, else None. `proof`: the proof that
        the mail came from the recipient. `prose`: the count of answers to mails without a
        command, if it is one. `is_command`: it is none, but has a command.
        """
        limiter = Limiter(work.limit_counts, self.keys, self.policy, self.clock.now())
        stranger = proof is Proof.NONE and not work.players.is_registered(to)
        answers = LimitKind.STRANGER_ANSWER if stranger else proof.value
        refused = self._refusal_digests(lines, refusal)
        period = DAY if proof is Proof.NONE else QUICK
        if refusal and limiter.last_note(answers, to, period) in refused:
            return Suppressed("refused the same as before")
        if prose and not limiter.enter(*prose):
            return Suppressed("such words were answered a while ago")
        sent = limiter.enter(answers, to, note=refused[0])
        is_owed = refusal is not None and is_command and proof is not Proof.NONE
        if not sent and is_owed:
            if limiter.last_note(LimitKind.REFUSAL, to, QUICK) in refused:
                return Suppressed("refused the same as before")
            if limiter.enter(LimitKind.REFUSAL, to, note=refused[0]):
                return None
        recorded = refused if sent else self.keys.digests("announced")
        if not sent and limiter.last_note(answers, to) in recorded:
            return Suppressed("too many answers")
        if stranger and not limiter.enter(LimitKind.STRANGER, to):
            return Suppressed("too many mails to an address that never proved itself")
        if sent:
            return None
        limiter.record(answers, to, note=recorded[0])
        again = limiter.free_at(answers, to)
        return Suppressed("too many answers, as announced", again, stranger)

    def _refusal_digests(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """Returns the digests that identify a refusal of these lines; an empty one for none."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(content: Content) -> str:
    """Returns the text, with the boards that it is about."""
    texts = [part for part in parts_of(content) if isinstance(part, TextMessage)]
    return "\n".join(f"{part.board}\n{part.text}" for part in texts)

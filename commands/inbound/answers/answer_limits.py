"""Limits on answers, because an answer may reach a program that replies to it.

The commands of an email are executed even if it isn't answered. The answer to the first email
beyond a limit is an announcement. Further emails aren't answered until the limit is over.

Somebody who forges a player's address must not silence the player. So emails with proof of their
sender, by a password or by the mail server, have a separate count with the same limits. Replies by
token have another count, with a limit that only a program reaches.

Only programs are silenced. A player's refused command is answered beyond the limit, too, unless the
same command was refused shortly before, as in a loop of two programs. Replies without a command are
answered three times an hour on each board, because an answering machine may write them.

An address that never proved itself may be the victim of somebody who forges it. It gets few emails,
and the last ones are reserved for confirmations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from commands.content.messages import Content, TextMessage, parts_of
from commands.security.keys.key_ring import KeyRing
from commands.security.player_limits import Policy
from commands.security.rate_limiter import Limiter
from commands.security.rate_limits import LimitKind
from commands.system.stored_types import UnitOfWork
from pbm.clock import DAY, Clock

QUICK = timedelta(minutes=10)
"""Time in which the same refusal of a player's command isn't repeated."""


class Proof(Enum):
    """The proof that an email is from the address to which its answer is sent.

    The value is the kind of limit that applies to the answer.
    """

    NONE = LimitKind.ANSWER
    SENDER = LimitKind.PROVED_ANSWER
    """A password of a player with that address, or authentication by the mail server."""
    TOKEN = LimitKind.REPLY_ANSWER
    """A player's own reply address, or a one-time code."""


@dataclass(frozen=True, slots=True)
class Suppressed:
    """The reason why an email isn't answered."""

    reason: str
    announced: datetime | None = None
    """When emails will be answered again. Set only if the sender should be informed now."""
    stranger: bool = False
    """Whether the address never proved itself."""


@dataclass
class AnswerLimiter:
    """Suppresses answers to an address if they are repetitions or too many."""

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
        """Counts an answer. Returns the reason for suppressing it, or None if it may be sent.

        `refusal`: the answer, if all lines of the email failed.
        `proof`: the proof that the email is from the recipient of the answer.
        `prose`: another limit, which applies to an email without a command.
        `is_command`: whether the email has a command or an attempt at one.
        """
        limiter = Limiter(work.limit_counts, self.keys, self.policy, self.clock.now())
        stranger = proof is Proof.NONE and not work.players.is_registered(to)
        answers = LimitKind.STRANGER_ANSWER if stranger else proof.value
        refused = self._refusal_digests(lines, refusal)
        # A player may soon repeat a refused command. Only a loop of two programs repeats it
        # immediately.
        period = DAY if proof is Proof.NONE else QUICK
        if refusal and limiter.last_note(answers, to, period) in refused:
            return Suppressed("same refusal as before")
        # An email without a command may come from an autoresponder.
        if prose and not limiter.enter(*prose):
            return Suppressed("similar text was answered recently")
        sent = limiter.enter(answers, to, note=refused[0])
        is_owed = refusal is not None and is_command and proof is not Proof.NONE
        # Only programs are silenced: a player's refused command is answered beyond the limit, too.
        if not sent and is_owed:
            if limiter.last_note(LimitKind.REFUSAL, to, QUICK) in refused:
                return Suppressed("same refusal as before")
            if limiter.enter(LimitKind.REFUSAL, to, note=refused[0]):
                return None
        recorded = refused if sent else self.keys.digests("announced")
        if not sent and limiter.last_note(answers, to) in recorded:
            return Suppressed("too many answers")
        # The address may be a victim in whose name somebody writes.
        if stranger and not limiter.enter(LimitKind.STRANGER, to):
            return Suppressed("too many emails to an unconfirmed address")
        return None if sent else self._announced(limiter, answers, to, recorded[0], stranger)

    @staticmethod
    def _announced(
        limiter: Limiter, answers: LimitKind, to: str, note: str, stranger: bool
    ) -> Suppressed:
        """Returns the suppression of the first answer beyond the limit, which is announced."""
        limiter.record(answers, to, note=note)
        return Suppressed(
            "the sender has reached the answer limit, and pbm has already told them so",
            limiter.free_at(answers, to),
            stranger,
        )

    def _refusal_digests(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """Returns the digests that identify a refusal of these lines, or an empty one."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(content: Content) -> str:
    """Returns the text of an answer, together with the names of its boards."""
    texts = [part for part in parts_of(content) if isinstance(part, TextMessage)]
    return "\n".join(f"{part.board}\n{part.text}" for part in texts)

"""Limits on answers, as each answer may reach a program that answers it again.

The commands of a letter are executed all the same. The first mail beyond a limit is answered by an
announcement, which is counted as well; no other follows before a mail has been answered again.
What somebody sends in an owner's name mustn't silence the owner: letters that prove their sender,
by a password or by the mail server, are counted apart, with the same limits. Replies by token are
counted apart as well, with a limit that only a program reaches. Refusals of them are limited as
other answers are, and more strictly if they had no command: an answering machine, whose words
differ each time, isn't answered for long. An address that never proved itself may be that of a
victim in whose name somebody writes: it gets few mails, of which the last ones are left for
confirmations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from commands.messages.content import Content, TextMessage, parts_of
from commands.security.keys import KeyRing
from commands.security.mail_account import MailAccount, MailKind, MailLimit, limits
from commands.security.policy import Policy
from pbm.clock import Clock
from pbm.ports import UnitOfWork

NO_COMMAND_LIMIT = MailLimit(5, 10)
"""The limit on refusals of replies by token without a command."""
FOR_CONFIRMATIONS = 2
"""The mails to a stranger that are left when answers end: the announcement and a confirmation."""


class Proof(Enum):
    """The proof that a letter came from the address to which its answer goes.

    The value is the kind of the answers.
    """

    NONE = MailKind.ANSWER
    SENDER = MailKind.PROVED_ANSWER
    """A password of a player with that address, or the mail server, which vouches for it."""
    TOKEN = MailKind.REPLY_ANSWER
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
    ) -> Suppressed | None:
        """Counts an answer; returns the reason if it is suppressed.

        `refusal`: the answer if all lines of the letter failed, else None. `proof`: the proof that
        the letter came from the recipient.
        """
        account = MailAccount(work.mail_counts, self.keys, self.policy, self.clock.now())
        stranger = proof is Proof.NONE and not work.players.is_registered(to)
        answers = proof.value
        kind = MailKind.REPLY_REFUSAL if proof is Proof.TOKEN and refusal else answers
        limit = self._limit(kind, lines, stranger=stranger)
        refused = self._refusal_digests(lines, refusal)
        last = account.last_refusal(answers, to)
        if refusal and last in refused:
            return Suppressed("refused the same as before")
        sent = account.enter(kind, to, limit, refused=refused[0])
        recorded = refused if sent else self.keys.digests("announced")
        if not sent and last in recorded:
            return Suppressed("too many answers")
        if stranger and not account.enter(MailKind.STRANGER, to):
            return Suppressed("too many mails to an address that never proved itself")
        history = {answers, kind} if not sent else {answers} - {kind}
        for each in history:  # that of all answers knows those to replies, too
            account.record(each, to, refused=recorded[0])
        if sent:
            return None
        again = account.free_at(kind, to, limit)
        return Suppressed("too many answers, as announced", again, stranger)

    def _limit(self, kind: MailKind, lines: Sequence[str], *, stranger: bool) -> MailLimit:
        limit = limits(self.policy)[kind]
        if kind is MailKind.REPLY_REFUSAL and not lines:
            limit &= NO_COMMAND_LIMIT
        if stranger:
            limit &= MailLimit(per_day=self.policy.stranger_mails_per_day - FOR_CONFIRMATIONS)
        return limit

    def _refusal_digests(self, lines: Sequence[str], refusal: Content | None) -> tuple[str, ...]:
        """Returns the digests that identify a refusal of these lines; an empty one for none."""
        return self.keys.digests("refusal", *lines, _text(refusal)) if refusal else ("",)


def _text(content: Content) -> str:
    return "\n".join(part.text for part in parts_of(content) if isinstance(part, TextMessage))

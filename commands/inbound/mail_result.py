"""The result of an incoming mail, for the log and the metrics."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.inbound.answering import Answered
from commands.system.metrics import MailOutcome


@dataclass(frozen=True, slots=True)
class MailResult:
    """The outcome of a mail, and a text on it for the log."""

    outcome: MailOutcome
    text: str


def mail_outcome(answered: Sequence[Answered], suppressed: str) -> MailOutcome:
    """Returns the outcome of a mail with these commands, whose answer may be suppressed."""
    if suppressed:
        return MailOutcome.UNANSWERED
    if not answered:
        return MailOutcome.NO_COMMAND
    done = any(each.response.ok for each in answered)
    return MailOutcome.ANSWERED if done else MailOutcome.REFUSED

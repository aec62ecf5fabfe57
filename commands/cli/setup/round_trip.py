"""The trial of the whole way of a mail: one to ourselves, and whether plus addresses arrive."""

from commands.cli.doctor.round_trip import BY_REFERENCE, check_round_trip
from commands.cli.setup.answers import Answers
from commands.cli.setup.dialogue import tell
from commands.cli.setup.trials import told
from commands.health.check import Finding, LeftOut, State
from commands.settings import Settings

BROKEN_PLUS = "Mail to plus addresses is lost there, so replies are known by what they refer to."


def try_round_trip(answers: Answers) -> Answers:
    """Sends mails to ourselves; returns the answers that suit the way in which they come back."""
    tell("A mail to ourselves is sent, and waited for, for a minute at most ...")
    with answers.tried() as settings:
        try:
            finding, *_ = check_round_trip(settings)
        except LeftOut as error:
            tell(f"It couldn't be tried: {error}.")
            return answers
        if _loses_plus(finding, settings):
            tell(BROKEN_PLUS)
            return answers.having(replies="reference", envelope_sender="address")
        tell(told(finding, settings))
    return answers


def _loses_plus(finding: Finding, settings: Settings) -> bool:
    """Returns True if only mails to plus addresses are lost."""
    return (
        finding.state is State.BROKEN and finding.advice == BY_REFERENCE and bool(settings.mailbox)
    )

"""Checks whether the sender of an email may confirm pending actions."""

from collections.abc import Sequence

from commands.players.pending_lines import PendingAction
from mail.reading.parsed_mail import ParsedMail
from mail.reading.sender_checks import credible_senders
from pbm.errors import NotYoursError
from pbm.wording import filled

FROM_ELSEWHERE = (
    "We haven't carried out your command, because you replied from an address other than the one "
    "we wrote to. Reply from the address in the To line of our email, or from one of your "
    "registered addresses. Or send the command again, in a new email, from the address you've just "
    "used."
)


def credible_address(parsed_mail: ParsedMail, waiting: Sequence[PendingAction], server: str) -> str:
    """Returns the email's sender address if it may confirm all of the pending actions.

    Raises NotYoursError for any other sender, with a text that reveals no address.
    """
    accepted = [
        {each.lower(): each for each in (*one.asked, *one.player.addresses)} for one in waiting
    ]
    for sender in credible_senders(parsed_mail, server):
        if all(sender in addresses for addresses in accepted):
            return accepted[0][sender]
    raise NotYoursError(filled(FROM_ELSEWHERE))

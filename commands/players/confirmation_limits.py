"""The limits on emails that ask for confirmation: by address, and by the email that asks."""

from collections.abc import Sequence
from itertools import product
from typing import get_args

from commands.context.confirmation_reasons import Evidence
from commands.context.context import Context
from commands.security.limits import LimitKind
from pbm.errors import NotAllowedError
from pbm.wording import counted

NEEDS_NONE = (
    "A command needs no confirmation with your password (-password=PASSWORD in a challenge), or in "
    "a\nreply to the newest mail about a board of yours."
)


def limit_requests(context: Context, addresses: Sequence[str], evidence: Evidence) -> None:
    """Counts the mail to each address, unless another line of the same mail has it sent.

    Raises NotAllowedError above the limits.
    """
    if not may_request(context, addresses):
        most = counted(context.policy.requests_per_mail, "address", "addresses")
        raise NotAllowedError(
            f"One mail has confirmations and codes sent to at most {most}.\n"
            "Send what is left in another mail."
        )
    for address in addresses:
        if address.lower() not in context.caller.earlier.asked:
            _limit_confirmations(context, address, evidence)
            limit_mails_to_stranger(context, address)


def _limit_confirmations(context: Context, address: str, evidence: Evidence) -> None:
    """Raises NotAllowedError when an address is asked for too many confirmations in a day.

    Anybody may write under another player's name, so requests are counted separately by what the
    mail proves, and only those that weren't confirmed.
    """
    try:
        context.limiter.require(LimitKind.CONFIRMATION, _whose(address, evidence))
    except NotAllowedError as error:
        advice = "" if evidence == "address" else f"\n{NEEDS_NONE}"
        raise NotAllowedError(f"{error.text}{advice}") from None


def forget_requests(context: Context, addresses: Sequence[str]) -> None:
    """Deletes the counts of requests to these addresses: one was confirmed by its owner."""
    asked = product(addresses, get_args(Evidence))
    context.limiter.forget(LimitKind.CONFIRMATION, [_whose(*each) for each in asked])


def _whose(address: str, evidence: Evidence) -> str:
    return f"{evidence} {address}"


def may_request(context: Context, addresses: Sequence[str]) -> bool:
    """Returns True if the mail may have confirmations or codes sent to these addresses, too."""
    asked = context.caller.earlier.asked.union(map(str.lower, addresses))
    return not context.caller.address or len(asked) <= context.policy.requests_per_mail


def limit_mails_to_stranger(context: Context, address: str) -> None:
    """Counts a mail to this address; raises NotAllowedError if it gets no more today.

    Addresses that are registered, or vouched for by the mail server, aren't strangers'.
    """
    vouched = address.lower() == context.caller.authenticated_address.lower()
    if not context.caller.address or vouched or context.work.players.is_registered(address):
        return
    context.limiter.require(LimitKind.STRANGER, address)

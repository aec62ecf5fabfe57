"""Limit emails that ask for confirmation, by address and by the email that causes them."""

from collections.abc import Sequence
from itertools import product
from typing import get_args

from commands.context.confirmation_reasons import Evidence
from commands.context.context import Context
from commands.security.rate_limits import LimitKind
from pbm.errors import NotAllowedError
from pbm.wording import counted

NEEDS_NONE = (
    "A command needs no confirmation if it has your password (-password=PASSWORD in a challenge),\n"
    "or if it replies to the latest email about your game."
)


def limit_requests(context: Context, addresses: Sequence[str], evidence: Evidence) -> None:
    """Counts a confirmation request to each address. Raises NotAllowedError if a limit is exceeded.

    An address isn't counted again if an earlier line of the same email sends a request to it.
    """
    if not may_request(context, addresses):
        most = counted(context.policy.requests_per_mail, "address", "addresses")
        raise NotAllowedError(
            f"For each email that you send, we send confirmation requests and codes to at most "
            f"{most}.\n"
            "Send the other commands in another email."
        )
    for address in addresses:
        # An address that an earlier line has asked gets one email for both lines.
        if address.lower() not in context.caller.earlier.asked:
            _limit_confirmations(context, address, evidence)
            limit_mails_to_stranger(context, address)


def _limit_confirmations(context: Context, address: str, evidence: Evidence) -> None:
    """Raises NotAllowedError if an address gets too many confirmation requests in a day.

    Anybody can write in another player's name. So requests are counted separately by the evidence
    in the email, and confirmed ones aren't counted.
    """
    try:
        context.limiter.require(LimitKind.CONFIRMATION, _whose(address, evidence))
    except NotAllowedError as error:
        advice = "" if evidence == "address" else f"\n{NEEDS_NONE}"
        raise NotAllowedError(f"{error.text}{advice}") from None


def forget_requests(context: Context, addresses: Sequence[str]) -> None:
    """Deletes the counts of requests to these addresses, because their owner has confirmed one."""
    asked = product(addresses, get_args(Evidence))
    context.limiter.forget(LimitKind.CONFIRMATION, [_whose(*each) for each in asked])


def _whose(address: str, evidence: Evidence) -> str:
    return f"{evidence} {address}"


def may_request(context: Context, addresses: Sequence[str]) -> bool:
    """Whether the caller's email may cause confirmation requests to these addresses, too."""
    asked = context.caller.earlier.asked.union(map(str.lower, addresses))
    return not context.caller.address or len(asked) <= context.policy.requests_per_mail


def limit_mails_to_stranger(context: Context, address: str) -> None:
    """Counts an email to an address. Raises NotAllowedError if a stranger's limit is exceeded.

    No limit applies to a registered address, or to a sender that the mail server vouches for.
    """
    vouched = address.lower() == context.caller.authenticated_address.lower()
    if not context.caller.address or vouched or context.work.players.is_registered(address):
        return
    context.limiter.require(LimitKind.STRANGER, address)

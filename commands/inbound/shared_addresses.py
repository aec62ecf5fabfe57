"""Reply addresses that others know, as the player has sent them a copy of a reply.

While the board stays as it is, so does the address: whoever has read it in a Cc could use it at
once. So what can't be taken back is confirmed until the board has changed.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from commands.inbound.reply_context import ReplyContext
from commands.messages.reply_claims import ReplyClaims
from mail.reading.letter import Letter
from mail.reading.mailboxes import mailbox
from pbm.ports import UnitOfWork

MEMORY = timedelta(days=366)


def marked_if_shared(work: UnitOfWork, replying: ReplyContext, now: datetime) -> ReplyContext:
    """Returns the context, marked if an earlier letter has shown its address to others."""
    key = _key(replying.claims)
    return replace(replying, shared=bool(work.rate_counters.of([key], now)[key]))


def record_shared(
    work: UnitOfWork, replying: ReplyContext, letter: Letter, address: str, now: datetime
) -> None:
    """Records that the letter shows its reply address to others; `address`: the server's."""
    own = {mailbox(each) for each in (address, *replying.player.addresses)}
    if not replying.shared and not own.issuperset(map(mailbox, letter.addressees)):
        work.rate_counters.add(_key(replying.claims), now, now + MEMORY)


def _key(claims: ReplyClaims) -> str:
    state = f"{claims.generation} {claims.epoch} {claims.ply}"
    return f"shared {claims.board} {claims.seat} {state}"

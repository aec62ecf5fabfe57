"""Judge how well an email proves who wrote it, because its sender is easily forged."""

from commands.content.reply_claims import ReplyAge, password_stamp
from commands.context.caller import Caller
from commands.context.context import Context
from pbm.board.players import Player


def needs_confirmation(context: Context, *addresses: str) -> bool:
    """Whether a change to these addresses must be confirmed.

    The shell is trusted, and so is a caller who is authenticated for all of them.
    """
    authenticated = context.caller.authenticated_address.lower()
    return not _is_trusted(context) and any(each.lower() != authenticated for each in addresses)


def is_authenticated(context: Context, player: Player) -> bool:
    """Whether the email proves that this player wrote it. The shell is trusted."""
    return _is_trusted(context) or is_proved(context, player)


def is_proved(context: Context, player: Player) -> bool:
    """Whether the email itself proves that this player wrote it.

    A sender is easily forged. Proofs are a password, the reply address of the latest email about a
    board, and a mail server that vouches for the sender.
    """
    caller = context.caller
    proved = {*caller.earlier.proved, *(each.id for each in context.authenticated)}
    latest = caller.reply.claims is not None and caller.reply.age is ReplyAge.LATEST
    by_reply = latest and caller.reply.from_own_address and _is_claimed(context, player)
    by_server = player.has_address(caller.authenticated_address)
    return player.id in proved or by_reply or by_server


def is_sender_proved(context: Context) -> bool:
    """Whether the email proves its sender, or the player who gives the command.

    The password of another player proves neither, because it may be the forger's own.
    """
    return bool(context.caller.confirmed or context.authenticated or is_senders_own(context))


def is_by_reply_alone(context: Context, player: Player) -> bool:
    """Whether a reply address is the only evidence for the player.

    Other people may have seen it.
    """
    return _is_claimed(context, player) and not (
        context.caller.confirmed or player.id in context.proved or is_vouched(context, player)
    )


def is_senders_own(context: Context) -> bool:
    """Whether the email proves a player who has the sender's address."""
    caller = context.caller
    if is_vouched_sender(caller):
        return True
    owners = context.work.reachability.owners(caller.address)
    return any(
        is_proved(context, owner) or (caller.reply.from_own_address and _is_claimed(context, owner))
        for owner in owners
    )


def is_vouched(context: Context, player: Player) -> bool:
    """Whether an earlier line of the email or the mail server has proved this player."""
    caller = context.caller
    return player.id in caller.earlier.proved or player.has_address(caller.authenticated_address)


def is_vouched_sender(caller: Caller) -> bool:
    """Whether the mail server vouches for the sender."""
    return bool(caller.address) and caller.address.lower() == caller.authenticated_address.lower()


def _is_trusted(context: Context) -> bool:
    """Whether the caller is trusted without evidence.

    That is the case in the shell, for confirmed commands, and if the server doesn't ask for
    confirmations. An email whose sender our mail server calls forged must be confirmed even then.
    """
    caller = context.caller
    asks = caller.address and (context.policy.confirm or caller.denied)
    return not asks or caller.confirmed


def is_replying(context: Context, player: Player) -> bool:
    """Whether the email was sent to a reply address of this player on a board."""
    claims = context.caller.reply.claims
    return claims is not None and claims.stamp == password_stamp(player)


def _is_claimed(context: Context, player: Player) -> bool:
    """Whether the email was sent to any reply address of this player."""
    reply = context.caller.reply
    claims = reply.claims or reply.message or reply.digest
    return claims is not None and claims.stamp == password_stamp(player)

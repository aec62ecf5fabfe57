"""The evidence in an email for who wrote it: a sender is easily forged."""

from commands.content.reply_claims import ReplyAge, password_stamp
from commands.context.caller import Caller
from commands.context.context import Context
from pbm.board.players import Player


def needs_confirmation(context: Context, *addresses: str) -> bool:
    """Returns True unless the caller is authenticated for these addresses; the shell is trusted."""
    authenticated = context.caller.authenticated_address.lower()
    return not _is_trusted(context) and any(each.lower() != authenticated for each in addresses)


def is_authenticated(context: Context, player: Player) -> bool:
    """Returns True if the mail proves that this player wrote it; the shell is trusted."""
    return _is_trusted(context) or is_proved(context, player)


def is_proved(context: Context, player: Player) -> bool:
    """Returns True if the mail itself proves that this player wrote it.

    A sender is easily forged; a password, the address of the latest mail about a board, and a mail
    server that vouches aren't.
    """
    caller = context.caller
    proved = {*caller.earlier.proved, *(each.id for each in context.authenticated)}
    latest = caller.reply.claims is not None and caller.reply.age is ReplyAge.LATEST
    by_reply = latest and caller.reply.from_own_address and _is_claimed(context, player)
    by_server = player.has_address(caller.authenticated_address)
    return player.id in proved or by_reply or by_server


def is_sender_proved(context: Context) -> bool:
    """Returns True if the mail proves its sender, or the player whose command this is.

    The password of another player, such as the forger's own, proves neither.
    """
    return bool(context.caller.confirmed or context.authenticated or is_senders_own(context))


def is_by_reply_alone(context: Context, player: Player) -> bool:
    """Returns True if only a reply address proves the player, which others may have seen."""
    return _is_claimed(context, player) and not (
        context.caller.confirmed or player.id in context.proved or is_vouched(context, player)
    )


def is_senders_own(context: Context) -> bool:
    """Returns True if the mail proves a player whose address it came from."""
    caller = context.caller
    if is_vouched_sender(caller):
        return True
    owners = context.work.reachability.owners(caller.address)
    return any(
        is_proved(context, owner) or (caller.reply.from_own_address and _is_claimed(context, owner))
        for owner in owners
    )


def is_vouched(context: Context, player: Player) -> bool:
    """Returns True if another line has proved this player, or the mail server does."""
    caller = context.caller
    return player.id in caller.earlier.proved or player.has_address(caller.authenticated_address)


def is_vouched_sender(caller: Caller) -> bool:
    """Returns True if the mail server vouches for the sender."""
    return bool(caller.address) and caller.address.lower() == caller.authenticated_address.lower()


def _is_trusted(context: Context) -> bool:
    """Returns True in the shell, for confirmed commands, and where nothing is confirmed.

    Even there a mail is confirmed of which our mail server says that its sender is forged.
    """
    caller = context.caller
    asks = caller.address and (context.policy.confirm or caller.denied)
    return not asks or caller.confirmed


def is_replying(context: Context, player: Player) -> bool:
    """Returns True if the mail came to a reply address of this player on a board."""
    claims = context.caller.reply.claims
    return claims is not None and claims.stamp == password_stamp(player)


def _is_claimed(context: Context, player: Player) -> bool:
    """Returns True if the mail came to a reply address of this player."""
    claims = context.caller.reply.claims or context.caller.reply.message
    return claims is not None and claims.stamp == password_stamp(player)

"""Authenticate players by the reply addresses in the emails that they got."""

from commands.content.reply_claims import ReplyAge, ReplyClaims
from commands.context.context import Context
from commands.context.deputy_rights import deputy_at, deputy_claims
from commands.players.authentication import (
    authenticate,
    check_active,
    check_not_banned,
    check_reply,
    mark_reachable,
)
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import NotYoursError


def authenticate_reply(
    context: Context, board: Board, userid: str, *, lasting: bool, oldest: ReplyAge
) -> Player:
    """Returns the player to whom the reply address belongs.

    The address is valid for one board only.

    If the command names another player or board, authenticates the sender as usual.

    Raises ConfirmationRequired if the email came from another address, or replies to an email older
    than `oldest`. An older email may have been forwarded or quoted, so its reply address is no
    proof.

    `lasting`: whether the command is still accepted after the board has changed.
    """
    claims, caller = context.caller.reply.claims, context.caller
    assert claims is not None  # noqa: S101 - called only for callers with claims
    player = _claimed_player(context, board, claims) if claims.board == board.id else None
    if player is None or player.userid.lower() != userid.lower():
        if caller.authenticated_address or _plays(board, userid, caller.address):
            return authenticate(context, userid, Secret("-"))
        if claims.board != board.id:
            context.check_seen(board.game, board.number)
        raise NotYoursError(
            "You replied to an email about another player or board. Write your password instead of "
            "the dash."
        )
    check_active(player)
    check_not_banned(player)
    if not lasting:
        check_current(board, claims)
    check_reply(context, player, caller.reply.age, oldest)
    return mark_reachable(context, player)


def authenticate_digest(
    context: Context, board: Board, userid: str, *, lasting: bool, oldest: ReplyAge
) -> Player:
    """Returns the reader of the digest replied to, who plays on the board.

    If the command names another player, authenticates the sender as usual.

    Raises ConfirmationRequired if the email came from another address, or if the command requires
    the board's latest email. If the board has changed since the digest, the digest is an old email
    about it.

    `lasting`: whether the command is still accepted after the board has changed.
    """
    reply = context.caller.reply
    claims = reply.digest
    assert claims is not None  # noqa: S101 - called only for callers with claims
    player = next((each for each in board.players if each.id == claims.reader), None)
    if player is None or player.userid.lower() != userid.lower():
        return authenticate(context, userid, Secret("-"))
    check_active(player)
    check_not_banned(player)
    age = reply.age if claims.covers(board) else ReplyAge.OLD
    check_reply(context, player, age, oldest if lasting else min(oldest, ReplyAge.RECENT))
    return mark_reachable(context, player)


def authenticate_answer(context: Context, userid: str, to: tuple[str, ...]) -> Player:
    """Returns the player who replies to a message.

    If the command isn't addressed to the message's writer, authenticates the sender as usual.
    Raises ConfirmationRequired if the email came from another address, or replies to an old
    message.
    """
    claims = context.caller.reply.message
    assert claims is not None  # noqa: S101 - called only for callers with claims
    player, writer = context.work.players.by_ids([claims.reader, claims.writer])
    named = [player.userid.lower(), writer.userid.lower()]
    if [word.lower() for word in (userid, *to)] != named:
        return authenticate(context, userid, Secret("-"))
    check_active(player)
    check_not_banned(player)
    check_reply(context, player, context.caller.reply.age, ReplyAge.LATEST)
    return mark_reachable(context, player)


def _plays(board: Board, userid: str, address: str) -> bool:
    """Whether the sender's address is registered for this player of another board."""
    players = (each for each in board.players if each.userid.lower() == userid.lower())
    return any(player.has_address(address) for player in players)


def _claimed_player(context: Context, board: Board, claims: ReplyClaims) -> Player:
    """Returns the player to whom a reply address was given.

    Raises NotYoursError if they were a deputy and no longer are. This is checked again because the
    command may have waited for a confirmation.
    """
    if not claims.by_deputy:
        return board.players[claims.seat]
    deputy = deputy_at(context.work, board, claims.seat, context.now())
    if deputy is None or deputy_claims(board, claims.seat, deputy).stamp != claims.stamp:
        raise NotYoursError(
            f"You no longer move for {board.players[claims.seat].userid} on board {board.number}."
        )
    return deputy


def check_current(board: Board, claims: ReplyClaims) -> None:
    """Raises NotYoursError if the board has changed since the email that was replied to."""
    if claims.fits(board):
        return
    now = f"The next move is move {board.match.ply + 1}"
    if board.mover and board.match.to_move != claims.seat:
        next_step = f"{now}, by {board.mover.userid}."
    else:
        next_step = f"{now}. To make it, reply to this email or to the latest one about this board."
    raise NotYoursError(
        f"We ignored your reply, because board {board.number} has changed since the email you "
        f"replied to.\n{next_step}"
    )

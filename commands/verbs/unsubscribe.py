"""The command `unsubscribe`, which explains how to get fewer emails, or none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from commands.content.response import Response
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.context import Context
from commands.language.command import Command
from commands.outbound.notifications.ways_out import ways_out
from commands.players.pending_lines import request_line_confirmation
from commands.verbs.signoff import Signoff, running_boards
from pbm import games
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.wording import listing

NOT_SENT = (
    "Your reply seems to ask for fewer emails, so we didn't send it to {0}. If you meant it for "
    "{0}, send it again {1}."
)
REASON = ConfirmationReason(
    "Nobody has played with this account. This server doesn't confirm addresses, so someone else "
    "may have signed you up.",
    "",
    "sender",
    question="Do you want to delete your account?",
)


class UnsubscribeMail(Command):
    """Shows how to get fewer emails, how to leave a game, and how to delete your account.

    To stop watching a game, send: `GAME unsubscribe BOARD USERID PASSWORD`.

    The unsubscribe button of your email program never ends a game. If the email is about a game
    that you play, you then get only urgent emails, as with `change delivery USERID PASSWORD
    urgent`. If it is about a game that you watch, or if it is a message from a player or to all
    players, we stop sending you such emails. In each case, we email you how to undo this.
    """

    example: ClassVar = "unsubscribe"

    def run(self, context: Context) -> Response:
        """Returns the ways to get fewer emails, for the players with the sender's address.

        If the server doesn't confirm addresses, somebody else may have signed up an unused account
        with this address. We then ask whether to delete it, but not in reply to an email about a
        board or a message, or to a digest.
        """
        caller, reply = context.caller, context.caller.reply
        players = context.work.reachability.owners(caller.address) if caller.address else ()
        is_reply = reply.claims or reply.message or reply.digest
        may_be_a_strangers = not (context.policy.confirm or caller.denied or is_reply)
        if players and may_be_a_strangers and all(_is_unused(context, each) for each in players):
            return _ask(context, players)
        return Response(ways_out(context, players, _unsent(context)))


def _unsent(context: Context) -> str:
    """Returns a note that the reply wasn't passed on, in case it was meant for other players."""
    claims, message = context.caller.reply.claims, context.caller.reply.message
    readers: Sequence[Player] = ()
    if message:
        readers = context.work.players.by_ids([message.writer])
    elif claims and (board := context.work.boards.lock_id(claims.board)):
        other_players = (each for seat, each in enumerate(board.players) if seat != claims.seat)
        readers = [each for each in other_players if not each.robot]
    how = "with a few more words" if message else "below a line: chat"
    return NOT_SENT.format(listing([each.userid for each in readers]), how) if readers else ""


def _is_unused(context: Context, player: Player) -> bool:
    """Whether nobody has used the account to move or to watch a board."""
    boards, more, frozen = running_boards(context, player)
    has_moved = any(each.moved(context.seat(each, player)) for each in boards)
    finished = (
        context.work.boards.lines(game, [player.userid], "inactive", 1, viewer=SERVER)[0]
        for game in games.names()
    )
    return not (has_moved or more or frozen or context.work.watches.by(player) or any(finished))


def _ask(context: Context, players: Sequence[Player]) -> Response:
    """Asks by email whether to delete the accounts."""
    context.current_board = None
    responses = [
        request_line_confirmation(
            context, each, ("signoff", each.userid, "-"), REASON, irreversible=Signoff.irreversible
        )
        for each in players
    ]
    confirmations = tuple(each for response in responses for each in response.confirmations)
    return replace(responses[0], confirmations=confirmations)

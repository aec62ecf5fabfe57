"""The command `unsubscribe`, which explains how to get fewer emails, or none."""

from collections.abc import Sequence
from typing import ClassVar

from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import Command
from commands.outbound.notifications.ways_out import ways_out
from commands.verbs.signoff import end_account, running_boards
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.wording import filled, listing

NOT_SENT = (
    "Your reply seems to ask for fewer emails, so we didn't send it to {0}. If you meant it for "
    "{0}, send it again {1}."
)
ENDED = (
    "We've deleted your account here ({}), and won't write to this address again. Nobody "
    "had played with it. This server doesn't confirm addresses, so someone else may have "
    "signed you up."
)


class UnsubscribeMail(Command):
    """Shows how to get fewer emails, how to leave a game, and how to delete your account.

    To stop watching a game, add its name and number: `GAME unsubscribe BOARD USERID PASSWORD`.

    The unsubscribe button of your email program doesn't end your games. In a game that you play,
    you then get only urgent emails, as with `change delivery USERID PASSWORD urgent`. If the email
    is about a game that you watch, is sent to all players or is a player's message, we stop sending
    you such emails. We then email you how to undo this.
    """

    example: ClassVar = "unsubscribe"

    def run(self, context: Context) -> Response:
        """Returns the ways to get fewer emails, for the players with the sender's address.

        If the server doesn't confirm addresses, an unused account with this address ends at once,
        because somebody else may have signed it up. A reply to an email about a board or a
        message, or to a digest, never ends an account.
        """
        caller, reply = context.caller, context.caller.reply
        players = context.work.reachability.owners(caller.address) if caller.address else ()
        is_reply = reply.claims or reply.message or reply.digest
        asks_first = context.policy.confirm or caller.denied or is_reply
        unused = [] if asks_first else [_unused(context, each) for each in players]
        boards = [each for each in unused if each is not None]
        if players and len(boards) == len(players):
            return _end(context, players, boards)
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


def _unused(context: Context, player: Player) -> Sequence[Board] | None:
    """Returns the boards of an account that nobody has used.

    Returns None if it was used to move or to watch a board.
    """
    boards, more, frozen = running_boards(context, player)
    has_moved = any(each.moved(context.seat(each, player)) for each in boards)
    finished = (
        context.work.boards.lines(game, [player.userid], "inactive", 1, viewer=SERVER)[0]
        for game in games.names()
    )
    used = has_moved or more or frozen or context.work.watches.by(player) or any(finished)
    return None if used else boards


def _end(
    context: Context, players: Sequence[Player], boards: Sequence[Sequence[Board]]
) -> Response:
    notifications = [
        each
        for player, theirs in zip(players, boards, strict=True)
        for each in end_account(context, player, theirs)
    ]
    userids = listing([player.userid for player in players])
    text = filled(ENDED.format(userids))
    content = TextMessage(subject=f"Goodbye {userids}", text=text)
    return Response(content, notifications=tuple(notifications))

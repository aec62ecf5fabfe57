"""Refuses replies of a player to an email that another player of the board received.

Their moves and words would otherwise be taken for the other player's, and shown to that player.
"""

from commands.inbound.requests.request import Request
from commands.replies.command_lines import FoundCommands
from commands.replies.contexts.board_context import registered_sender
from commands.replies.errors.no_command_error import NoCommandError
from pbm.board.players import Player
from pbm.wording import filled

SENT_TO_ANOTHER = (
    "You are {} on this board, but you replied to an email that we sent to {}. So we haven't done "
    "anything, and nobody else has seen your reply.{} Reply to the latest email about this board "
    "that we sent to you instead."
)
WHOSE_TURN = " It's {}'s turn."


def check_own_email(request: Request, found: FoundCommands | None = None) -> None:
    """Raises NoCommandError if another player of the board replies to an email to its reader.

    Full commands name their writer, so they are executed.

    `found`: the commands of the reply, if there are any.
    """
    replying, other = request.replying, _other_player(request)
    is_full = found is not None and all(line.read is None for line in found.lines)
    if replying is None or other is None or is_full:
        return
    mover = replying.board.mover
    turn = WHOSE_TURN.format(mover.userid) if mover and mover != other else ""
    text = SENT_TO_ANOTHER.format(other.userid, replying.player.userid, turn)
    raise NoCommandError(filled(text), is_attempt=True)


def _other_player(request: Request) -> Player | None:
    """Returns the other player of the board to whom the sender's address belongs, or None."""
    replying = request.replying
    if replying is None or replying.registered_sender or replying.by_subject or replying.deputy:
        return None
    senders = [request.parsed_mail.sender.lower()]
    others = (each for each in replying.board.players if each != replying.player)
    return next((each for each in others if registered_sender(each, senders)), None)

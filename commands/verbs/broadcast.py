"""The command `broadcast`, which writes to all players."""

from typing import ClassVar

from commands.boards.challenges.challenge_rules import find_blocked
from commands.boards.comment_cleaning import clean_comment
from commands.content.banners_and_actions import Action
from commands.content.response import Notification, Response, text_response
from commands.context.context import Context
from commands.language.command import PlayerCommand
from commands.players.authentication import authenticate
from commands.players.preferences import NO_BROADCAST
from commands.security.rate_limits import LimitKind
from commands.system.secrets.secret import NONE
from commands.verbs.message import check_text, message_content, message_to
from pbm.board.players import Player
from pbm.errors import NotAllowedError
from pbm.wording import counted


class Broadcast(PlayerCommand):
    """Sends the text of your email to all players, except players who have opted out.

    The admin must have allowed this (PBM_BROADCAST). To opt out, send: `block USERID PASSWORD
    broadcast`.
    """

    takes_words: ClassVar = True
    example: ClassVar = "broadcast alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Sends the text to all players who accept broadcasts.

        Raises NotAllowedError if PBM_BROADCAST is off and the sender isn't the admin.
        """
        player = authenticate(context, self.userid, self.password)
        if not context.policy.broadcast and not context.caller.admin:
            raise NotAllowedError(
                'Only the admin can send broadcasts here. To write to a few players, use "message".'
            )
        other_players = (each for each in broadcast_readers(context) if each.id != player.id)
        readers = [each for each in other_players if not find_blocked(context, each, (player,))]
        text = clean_comment(context, "", context.text(), self.password)
        check_text(text)
        context.limiter.require(LimitKind.MESSAGE, str(player.id))
        notifications = tuple(_message(context, player, reader, text) for reader in readers)
        response = f"Sent to {counted(len(readers), 'player')}:\n\n{text}"
        sent = text_response("Broadcast sent", response, {"players": len(readers)})
        return Response(sent.content, sent.data, notifications)


def _message(context: Context, player: Player, reader: Player, text: str) -> Notification:
    subject = f"Message from {player.userid} to all players"
    content = message_content(player, subject, text, (opt_out(reader),))
    to_reader = content.model_copy(update={"unsubscribe": (reader.id, 0)})
    return message_to(context, reader, player, to_reader)


def broadcast_readers(context: Context) -> list[Player]:
    """Returns all players who haven't opted out of emails to all players."""
    out = {preference.player for preference in context.work.preferences.named(NO_BROADCAST)}
    return [player for player in context.work.players.everybody() if player.id not in out]


def opt_out(reader: Player) -> Action:
    """Returns the action that ends emails to all players."""
    return Action(label="Stop these emails", line=f"block {reader.userid} {NONE} broadcast")

"""The command `message`, which writes to players."""

from typing import Annotated, ClassVar

from commands.boards.challenges.challenge_rules import find_blocked
from commands.boards.comment_cleaning import clean_comment
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.reply_claims import message_claims
from commands.content.response import Notification, Response, text_response
from commands.context.context import Context
from commands.language.command import PlayerCommand
from commands.language.slots import Many
from commands.players.authentication import authenticate, check_reachable
from commands.players.judging_evidence import is_by_reply_alone
from commands.players.reply_authentication import authenticate_answer
from commands.security.rate_limits import LimitKind, claimed
from commands.security.repeated_words import limit_replied_words
from commands.system.secrets.secret import Secret
from pbm.board.players import Player
from pbm.errors import NotAllowedError, NotFoundError, ParseError
from pbm.wording import listing

MAX_RECIPIENTS = 20


class Message(PlayerCommand):
    """Sends the text of your email to these players. They see your userid but not your address.

    Their reply goes only to you. In the shell, pbm reads the text from standard input.
    """

    takes_words: ClassVar = True
    example: ClassVar = "message alice PASSWORD bob"

    to: Annotated[tuple[str, ...], Many("TO+", 1)]

    def run(self, context: Context) -> Response:
        """Sends the message to all named players.

        If one of them can't receive it, sends it to none.
        """
        player = self._writer(context)
        readers = self._readers(context, player)
        text = clean_comment(context, "", context.text(), self.password)
        check_text(text)
        limiter, proved = context.limiter, not is_by_reply_alone(context, player)
        if self._is_reply(context):
            to = f"player {readers[0].id}"
            limit_replied_words(limiter, player, to, text, proved=proved)
        whose = claimed(str(player.id), proved=proved)
        limiter.require(LimitKind.MESSAGE, whose, len(readers))
        content = message_content(player, f"Message from {player.userid}", text)
        userids = [reader.userid for reader in readers]
        notifications = tuple(message_to(context, reader, player, content) for reader in readers)
        sent = text_response(
            "Message sent", f"Sent to {listing(userids)}:\n\n{text}", {"to": userids}
        )
        return Response(sent.content, sent.data, notifications)

    def _is_reply(self, context: Context) -> bool:
        return context.caller.reply.message is not None and self.password == Secret("-")

    def _writer(self, context: Context) -> Player:
        if self._is_reply(context):
            return authenticate_answer(context, self.userid, self.to)
        return authenticate(context, self.userid, self.password)

    def _readers(self, context: Context, player: Player) -> tuple[Player, ...]:
        if len(self.to) > MAX_RECIPIENTS:
            raise NotAllowedError(f"You can write to at most {MAX_RECIPIENTS} players at a time.")
        players = [context.find_player(userid) for userid in self.to]
        readers = tuple({reader.id: reader for reader in players if reader}.values())
        if None in players:
            raise NotFoundError("Replace TO with userids of registered players only.")
        for reader in readers:
            check_reachable(reader)
            if reader.robot:
                raise NotAllowedError(f"{reader.userid} is a robot and doesn't read messages.")
            if find_blocked(context, reader, (player,)):
                raise NotAllowedError(f"{reader.userid} doesn't accept messages from you.")
        return readers


def check_text(text: str) -> None:
    """Raises ParseError if the text is empty."""
    if not text:
        raise ParseError("There's nothing to send. Write your text in the body of the email.")


def message_content(
    player: Player, subject: str, text: str, quiet: tuple[Action, ...] = ()
) -> TextMessage:
    """Returns a message from a player. A reply goes only to them.

    `quiet`: further actions of the reader.
    """
    limits = f"(only {player.userid} will see it)"
    reply = Action(label=f"Answer {player.userid}", limits=limits)
    face = Face(banner=subject, lead=text, primary=reply, quiet=quiet)
    return TextMessage(subject=subject, text="", face=face, writer=player.userid)


def message_to(
    context: Context, reader: Player, writer: Player, content: TextMessage
) -> Notification:
    """Returns the notification for one reader. Their reply goes to the writer."""
    claims = message_claims(reader, writer, context.now())
    return Notification(reader.addresses, content.model_copy(update={"answer": claims}))

"""The command `chat`, which sends a message on a board without moving."""

from dataclasses import field
from typing import ClassVar

from commands.boards.comment_cleaning import clean_comment
from commands.boards.pending_chat import drop_pending_chat
from commands.content.messages import ChatMessage
from commands.content.reply_claims import ReplyAge, claims_of
from commands.content.response import Response, text_response
from commands.context.board_notifications import notifications_of
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.players.judging_evidence import is_by_reply_alone
from commands.security.rate_limits import LimitKind, claimed
from commands.security.repeated_words import limit_replied_words
from commands.system.secrets.secret import Secret
from commands.views.text.board_text import thread_subject
from pbm.errors import ParseError


class Chat(SeatCommand):
    """Sends the text of your email to the players and watchers of a game.

    In the shell, pbm reads the text from standard input.
    """

    takes_words: ClassVar = True
    lasting: ClassVar = True
    on_removed_boards: ClassVar = True
    oldest_reply: ClassVar = ReplyAge.RECENT
    example: ClassVar = "{game} chat 101 alice PASSWORD"

    answers: bool | None = field(default=None, kw_only=True, repr=False)
    """Whether the player confirms pending chat. None if this isn't an answer to that question.

    Either answer removes the pending chat.
    """

    def _oldest_reply(self) -> ReplyAge:
        """Pending chat is discarded without a question, because nobody has seen it."""
        return ReplyAge.OLD if self.answers is False else self.oldest_reply

    def run(self, context: Context) -> Response:
        """Sends the message. Raises UserError if the writer doesn't play on the board."""
        player, board, _ = self.sit(context)
        if self.answers is not None and context.caller.reply.claims:
            drop_pending_chat(context, context.caller.reply.claims)
        if self.answers is False:
            names = [each.userid for each in board.players]
            subject = thread_subject(self.game.name, self.board, names)
            return text_response(subject, "We discarded your message. Nobody has seen it.")
        text = clean_comment(context, "", context.text(), self.password)
        if not text:
            raise ParseError("There's nothing to send. Write your text in the body of the email.")
        limiter, proved = context.limiter, not is_by_reply_alone(context, player)
        if context.caller.reply.claims and self.password == Secret("-"):
            limit_replied_words(limiter, player, f"board {board.id}", text, proved=proved)
        limiter.require(LimitKind.MESSAGE, claimed(str(player.id), proved=proved))
        content = ChatMessage(
            game=self.game.name,
            number=board.number,
            players=tuple(other.userid for other in board.players),
            to=player.userid,
            writer=player.userid,
            text=text,
            seats=claims_of(board),
        )
        data = {"game": self.game.name, "board": board.number}
        return Response(content, data, notifications_of(context, board, content, writer=player))

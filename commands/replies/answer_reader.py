"""Reads the answer to the question in the email replied to: a pending move, or an open offer."""

from collections.abc import Sequence
from dataclasses import replace

from commands.boards.move_doubts import AMONG
from commands.replies.answers.offer_answers import OfferAnswer, offer_answer
from commands.replies.answers.yes_or_no import MAX_LINES, MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.written_moves import is_legal, mentioned_move
from commands.replies.reply_commands import ReplyCommands
from commands.security.tokens import ASKING


class AnswerReader:
    """Reads answers in one reply. Nothing is an answer if the email asked nothing."""

    def __init__(
        self,
        replying: ReplyContext,
        blocks: Sequence[str],
        commands: ReplyCommands,
        moves: MoveReader,
    ) -> None:
        self._match = replying.board.match
        self._commands = commands
        asks_for_move = replying.has_pending_move
        asks = asks_for_move or replying.is_offered
        is_answer = asks and replying.prefix != ASKING
        self._said = yes_or_no(blocks) if is_answer and asks_for_move else None
        is_offered = is_answer and not asks_for_move
        is_undo = replying.is_undo_asked
        self._offer_answer = (
            offer_answer(blocks, replying.names, is_undo=is_undo)
            if is_offered
            else OfferAnswer.NONE
        )
        lines = [line for block in blocks for line in block.split("\n")] if asks else []
        self._has_move = any(map(moves.legal, lines[:MAX_LINES]))
        """Whether one of the lines is a move, in a reply to a question."""

    def read(self, words: Sequence[str]) -> CommandLine | None:
        """Returns the command of an answer to a pending move or an open offer."""
        if self._offer_answer is not OfferAnswer.NONE:
            return self.to_offer(" ".join(words))
        is_no = self._said is YesOrNo.NO and len(words) <= MAX_NO_WORDS
        if not (is_no or self._said is YesOrNo.YES) or (self._has_move and is_no):
            # A move next to a no: ask the player which of them is meant.
            return None
        other = mentioned_move(self._match, " ".join(words)) if is_no else ""
        if is_legal(self._match, other):
            return self._commands.doubted_move(other, AMONG)
        return (
            self._commands.of_player("submit", "none")
            if is_no
            else self._commands.of_player("confirm")
        )

    def to_offer(self, text: str) -> CommandLine | None:
        """Returns the command of a reply that answers an open offer, or None.

        `text`: the reply, or its first line. A move next to a refusal becomes pending.
        """
        if self._has_move or self._offer_answer is OfferAnswer.NONE:
            return None
        if is_legal(self._match, move := mentioned_move(self._match, text)):
            return self._commands.doubted_move(move, AMONG)
        is_refused = self._offer_answer in (OfferAnswer.REFUSE, OfferAnswer.MAY_REFUSE)
        command = self._commands.standalone("reject" if is_refused else "accept")
        is_asked = self._offer_answer in (OfferAnswer.MAY_ACCEPT, OfferAnswer.MAY_REFUSE)
        return replace(command, guessed=is_asked)

"""Reads the answer to the question in the email replied to: a pending move, or an open offer."""

from collections.abc import Sequence
from dataclasses import replace

from commands.boards.move_doubts import AMONG, UNSURE
from commands.replies.answers.offer_answers import OfferAnswer, begins_with_yes, offer_answer
from commands.replies.answers.yes_or_no import MAX_LINES, MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.led_answers import (
    has_reserve,
    is_friendly,
    leaves_out_text,
    led_answer,
)
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.notation.written_moves import is_legal, mentioned_move
from commands.replies.moves.prose.planned_moves import hints_at_plan, plan_in
from commands.replies.reply_commands import ReplyCommands
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.text_beside_answers import move_beside_refusal, text_beside_answer
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
        self._replying = replying
        self._board = replying.board
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
        self._text = "\n".join(blocks)
        lines = [line for block in blocks for line in block.split("\n")] if asks else []
        self._has_move = any(map(moves.legal, lines[:MAX_LINES]))
        """Whether one of the lines is a move, in a reply to a question."""

    def read(self, words: Sequence[str]) -> CommandLine | None:
        """Returns the command of an answer to a pending move or an open offer."""
        if self._offer_answer is not OfferAnswer.NONE:
            return self.to_offer(" ".join(words))
        is_no = self._said is YesOrNo.NO and len(words) <= MAX_NO_WORDS
        is_plain = is_no or self._said is YesOrNo.YES
        if not (is_plain or self._has_move) and self._said is not None:
            return self._with_other_words(" ".join(words))
        if not is_plain or (self._has_move and is_no):
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

    def _with_other_words(self, line: str) -> CommandLine | None:
        """Returns the command of an answer to a pending move that comes with other words, or None.

        Friendly words after a yes go to the opponents. A no that names another move makes it
        pending: "no, sorry, I meant the other one: c5-g3".

        `line`: the first line.
        """
        led, board = led_answer(self._text), self._board
        held, _, _ = board.submitted.get(self._replying.claims.seat, "").partition("\n")
        if led.answer is YesOrNo.NO:
            other = mentioned_move(self._match, led.rest)
            is_other = is_legal(self._match, other) and other != held.partition("#")[0]
            doubted = self._commands.doubted_move(other, AMONG) if is_other else None
            return replace(doubted, withheld=led.rest) if doubted else None
        if led.answer is not YesOrNo.YES:
            return None
        if leaves_out_text(led.rest):
            return self._commands.of_player("move", held) if held else None
        if not is_friendly(led.rest, self._replying.names):
            return None
        return replace(self._commands.of_player("confirm"), comment=led_answer(line).rest)

    def to_offer(self, text: str) -> CommandLine | None:
        """Returns the command of a reply that answers an open offer, or None.

        `text`: the reply, or its first line. A move in its sentences becomes pending, unless the
        text begins with a yes: "yes, but then I'll play c1-a5".
        """
        if self._has_move or self._offer_answer is OfferAnswer.NONE:
            return None
        has_move = is_legal(self._match, move := mentioned_move(self._match, text))
        is_refused = self._offer_answer in (OfferAnswer.REFUSE, OfferAnswer.MAY_REFUSE)
        if has_move and (is_refused or not begins_with_yes(text)):
            return self._commands.doubted_move(move, AMONG)
        command = self._commands.standalone("reject" if is_refused else "accept")
        if self._offer_answer in (OfferAnswer.ACCEPT, OfferAnswer.REFUSE) and not has_move:
            return command
        is_undo = self._replying.is_undo_asked
        said = text_beside_answer(text, self._replying.names, is_undo=is_undo)
        if is_undo and not has_move and self._allows_undo(text, said):
            return replace(command, comment=said)
        if has_move or plan_in(self._board, said) or hints_at_plan(self._board, said):
            return replace(command, guessed=True, withheld=said)
        return replace(command, guessed=True, comment=said)

    def _allows_undo(self, text: str, said: str) -> bool:
        """Whether a text clearly lets the opponent take a move back, and then says more."""
        is_yes = self._offer_answer is OfferAnswer.MAY_ACCEPT
        is_yes = is_yes and led_answer(text).answer is YesOrNo.YES
        return is_yes and "?" not in self._text and not has_reserve(said)

    def move_beside_refusal(self) -> CommandLine | None:
        """Returns the command of the only move of a reply that refuses an open offer, or None.

        The move ends the offer, so the two don't contradict each other.
        """
        replying, board = self._replying, self._board
        if not (replying.is_offered and board.mover == replying.player):
            return None
        is_undo = replying.is_undo_asked
        found = move_beside_refusal(self._match, self._text, replying.names, is_undo=is_undo)
        if found is None or plan_in(board, found.said) or suspected_request(found.said):
            return None
        if not found.is_written:
            return self._commands.doubted_move(found.move, UNSURE, found.said)
        return replace(self._commands.of_player("move", found.move), comment=found.said)

"""Handles text in a reply that isn't part of a command.

It is sent as chat, or pbm asks whether to send it.
"""

from dataclasses import dataclass, replace
from functools import cache

from commands.boards.pending_chat import PendingChat, add_pending_chat
from commands.content.messages import BoardSnapshot
from commands.content.reply_claims import claims_of
from commands.context.line_results import LineResult
from commands.context.services import Services
from commands.inbound.answers.combined_answers import with_note
from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.inbound.requests.request import Request
from commands.replies.chat.chat_replies import (
    find_last_words,
    find_spoken_chat,
    is_said,
    sendable_words,
)
from commands.replies.command_lines import FoundCommands
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.contexts.running_boards import running_numbers
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.errors.unsent_notes import UNSENT, asking_error, unsent_note
from commands.replies.lines_for_somebody_else import is_about_other_board, is_about_other_opponent
from commands.replies.moves.board_numbers import board_of_lines
from commands.replies.moves.notation.written_moves import mentioned_moves
from commands.replies.moves.prose.planned_moves import lone_verb, plan_in
from commands.replies.sentences.addressed_texts import is_for_opponents
from commands.system.stored_types import UnitOfWork
from commands.verbs.chat import Chat

FILES = "[Picture or other file not included]"
FILES_UNSENT = "We didn't pass on the picture or other file in your email."

MAX_LINES = 40
"""Maximum number of lines that are searched for words about another board."""


@dataclass(frozen=True)
class UnsentWords:
    """Decides how to use the text in a reply that isn't part of a command."""

    services: Services

    def last_words(
        self, work: UnitOfWork, request: Request, replying: ReplyContext, error: NoCommandError
    ) -> FoundCommands:
        """Returns the chat of a reply without a command, if the game is over.

        A reply that is plainly for the only opponent is chat, too.

        Otherwise, raises `error`, or the question whether to send the text as chat.
        """
        parsed_mail = request.parsed_mail
        if not (words := sendable_words(replying, parsed_mail.blocks)):
            raise error
        words = f"{words}\n{FILES}" if parsed_mail.has_files else words
        chat = None if parsed_mail.doubtful else find_last_words(replying, parsed_mail.blocks)
        if chat:
            return chat
        is_elsewhere = self._is_elsewhere(work, replying, words)
        # the moves of a text can't be meant as commands while it's the opponent's turn
        is_due = replying.board.mover == replying.player
        is_text = error.is_prose or not (is_due or error.is_attempt)
        if is_text and not is_elsewhere and not parsed_mail.doubtful:
            chat = find_spoken_chat(replying, parsed_mail.blocks)
        if chat:
            return chat
        if not is_for_opponents(words, replying.names):
            raise error
        pending = self._make_pending(work, request, replying, words)
        if pending:
            raise asking_error(pending, replying, error, is_elsewhere=is_elsewhere)
        raise error

    def with_question(
        self, work: UnitOfWork, request: Request, answered: list[LineResult]
    ) -> list[LineResult]:
        """Returns the answers with a note on text that wasn't sent.

        The note asks whether to send the text as chat, if that is possible.
        """
        replying, chat = request.replying, Chat.names[0]
        # Refused chat doesn't become pending, because a program may repeat it.
        unsent = (each.unsent for each in answered if not each.title.endswith(chat))
        text = "\n\n".join(filter(None, unsent))
        if not text or replying is None or replying.deputy or not replying.registered_sender:
            return answered
        verb, other = lone_verb(replying.board, text), board_of_lines(replying.board, text)
        is_elsewhere = self._is_elsewhere(work, replying, text)
        has_move = bool(mentioned_moves(replying.board.match, text))
        if not (is_said(text) or verb or other or is_elsewhere or has_move):
            return answered
        replying = replace(replying, board=replying.current_board(work) or replying.board)
        claims = claims_of(replying.board).for_seat(replying.claims.seat)
        if text == FILES:
            return with_note(claims, answered, FILES_UNSENT)
        if not (replying.others or verb or other or is_elsewhere):
            return answered
        contents = [each.response.content for each in answered]
        shows_move = any(isinstance(each, BoardSnapshot) and each.preview for each in contents)
        # "Yes" makes the move that the answer shows, so it can't send chat as well.
        is_asked = any(each.response.confirmations for each in answered)
        # The opponents mustn't see a plan, a move for another board, words for somebody else, or
        # text next to a question about resigning on another board.
        requests = ServerRequests(work, request, self.services.clock.now().date())
        is_told = any(map(requests.tells_somebody_else, text.split("\n")[:MAX_LINES]))
        actions = requests.fitting_commands(text)
        is_private = bool(other or is_told or actions or plan_in(replying.board, text))
        is_unsendable = shows_move or is_private or (is_elsewhere and is_asked)
        words = "" if is_unsendable else sendable_words(replying, [text])
        pending = self._make_pending(work, request, replying, words) if words else None
        note = unsent_note(
            replying, text, pending, UNSENT, is_elsewhere=is_elsewhere, actions=actions
        )
        if shows_move and note == unsent_note(replying, "", None, UNSENT, is_elsewhere=False):
            return answered  # the answer says so itself
        return with_note(claims, answered, note, asks=bool(pending))

    @staticmethod
    def _is_elsewhere(work: UnitOfWork, replying: ReplyContext, text: str) -> bool:
        """Whether a line of the text is about another running board of the writer."""
        lines, userid = text.split("\n")[:MAX_LINES], replying.player.userid
        running = cache(lambda: running_numbers(work, userid))
        return any(
            is_about_other_board(replying.board, line, running)
            or is_about_other_opponent(replying.board, line)
            for line in lines
        )

    def _make_pending(
        self, work: UnitOfWork, request: Request, replying: ReplyContext, words: str
    ) -> PendingChat | None:
        """Makes text pending until its writer says yes. Returns all pending chat of the writer.

        Returns None if the sender isn't registered, there are only robots, or the text is too long.
        """
        if not replying.registered_sender or not replying.others:
            return None
        context = self.services.context(work, request.caller)
        return add_pending_chat(context, replying.board, replying.claims.seat, words)

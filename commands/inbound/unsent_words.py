"""Words in a reply that no command takes: send them as chat, or ask whether to send them."""

from dataclasses import dataclass, replace

from commands.boards.pending_chat import PendingChat, add_pending_chat
from commands.content.messages import BoardSnapshot
from commands.content.reply_claims import claims_of
from commands.context.line_results import LineResult
from commands.context.services import Services
from commands.inbound.answers.answering import with_note
from commands.inbound.requests.request import Request
from commands.replies.command_lines import FoundCommands
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.board_numbers import board_of_lines
from commands.replies.moves.plans import lone_verb
from commands.replies.suggestions import UNSENT, NoCommandError, asking_error, unsent_note
from commands.replies.words import find_last_words, is_said, sendable_words
from commands.system.stored_types import UnitOfWork
from commands.verbs.chat import Chat

FILES = "[With a picture or another file, which isn't passed on.]"
FILES_UNSENT = "The picture, or another file, that came with your mail wasn't passed on."


@dataclass(frozen=True)
class UnsentWords:
    """Finds a use for the words in a reply."""

    services: Services

    def last_words(
        self, work: UnitOfWork, request: Request, replying: ReplyContext, error: NoCommandError
    ) -> FoundCommands:
        """Returns the chat that words after the end of a game are; on an open board, asks first.

        Raises `error`, or the question whether to send the words.
        """
        parsed_mail = request.parsed_mail
        if not (words := sendable_words(replying, parsed_mail.blocks)):
            raise error
        words = f"{words}\n{FILES}" if parsed_mail.has_files else words
        found = None if parsed_mail.doubtful else find_last_words(replying, parsed_mail.blocks)
        if found:
            return found
        held = self._hold(work, request, replying, words)
        raise asking_error(held, replying, error) if held else error

    def with_question(
        self, work: UnitOfWork, request: Request, answered: list[LineResult]
    ) -> list[LineResult]:
        """Returns the answers with a note on what went to nobody; words may be sent by a yes."""
        replying, chat = request.replying, Chat.names[0]
        # words that are refused as chat aren't kept: a program may repeat them
        unsent = (each.unsent for each in answered if not each.title.endswith(chat))
        text = "\n\n".join(filter(None, unsent))
        if not text or replying is None or replying.deputy or not replying.registered_sender:
            return answered
        verb, other = lone_verb(replying.board, text), board_of_lines(replying.board, text)
        if not (is_said(text) or verb or other):
            return answered
        replying = replace(replying, board=replying.current_board(work) or replying.board)
        ticket = claims_of(replying.board).for_seat(replying.claims.seat)
        if text == FILES:
            return with_note(ticket, answered, FILES_UNSENT)
        if not (replying.others or verb or other):
            return answered
        contents = [each.response.content for each in answered]
        shows_move = any(isinstance(each, BoardSnapshot) and each.preview for each in contents)
        # a yes makes the move that is shown, and mustn't tell the others one of another board
        words = "" if shows_move or other else sendable_words(replying, [text])
        held = self._hold(work, request, replying, words) if words else None
        note = unsent_note(replying, text, held, UNSENT)
        return with_note(ticket, answered, note, asks=bool(held))

    def _hold(
        self, work: UnitOfWork, request: Request, replying: ReplyContext, words: str
    ) -> PendingChat | None:
        """Holds words until their writer says yes; returns all that are held.

        None from elsewhere, to robots, and for too many words.
        """
        if not replying.registered_sender or not replying.others:
            return None
        context = self.services.context(work, request.caller)
        return add_pending_chat(context, replying.board, replying.claims.seat, words)

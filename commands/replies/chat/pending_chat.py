"""Reads replies to the question whether to send pending chat."""

import textwrap
from collections.abc import Collection, Sequence
from dataclasses import replace

from commands.boards.move_doubts import AMONG
from commands.replies.answers.unclear_answers import is_unclear_answer
from commands.replies.answers.yes_or_no import (
    BETWEEN_PHRASES,
    MAX_LINE_LENGTH,
    MAX_NO_WORDS,
    YesOrNo,
    yes_or_no,
)
from commands.replies.board_replies import find_reply_command
from commands.replies.chat.chat_replies import may_be_read, own_lines
from commands.replies.command_lines import FoundCommands
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.misspelt_words import OFFER_ANSWERS
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_move
from commands.replies.reply_commands import ReplyCommands
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.answers.yes_no_words import FORWARDING
from commands.replies.vocabulary.sentence_words import plain_words
from commands.verbs.chat import Chat
from mail.composing.wrapping import wrapped_player_text
from mail.reading.characters import plain_signs
from pbm.errors import IllegalError

MAX_FORBIDDING_WORDS = 12
"""Maximum number of words of a clause that says not to send something."""
STILL_PENDING = (
    "Your reply was neither yes nor no, so we haven't sent anything yet. To send this as chat,\n"
    'reply with only the word "yes" to this email. To discard it, reply "no":'
)
UNDER_OFFER = (
    "You also have an offer to answer, so we haven't done anything yet. To answer the offer,\n"
    'reply with only the word "accept" or "reject". To send this as chat, reply with only the\n'
    'word "chat" to this email:'
)
NOTHING_HELD = (
    "There's no unsent text for this board: we've sent or discarded it, or 3 days have passed.\n"
    "To write to the other players, begin your reply with this line: chat"
)


def find_pending_chat_answer(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the commands of a reply to the question whether to send pending chat.

    The reply may say yes, no, or something else. Text below a yes is added to the chat. A move
    below the answer is read as in any other reply.
    """
    answer, commands = yes_or_no(blocks), ReplyCommands(replying.board, replying.player)
    if replying.pending_chat and _is_only(blocks, Chat.names[:1]):
        return FoundCommands((commands.pending_chat_answer(replying.pending_chat),))
    if replying.pending_chat and replying.is_asked and answer in (YesOrNo.YES, YesOrNo.NO):
        if _is_only(blocks, OFFER_ANSWERS.values()):
            return find_reply_command(replying, blocks)
        raise _asked_again(replying, UNDER_OFFER)
    below = [line for line in own_lines(blocks) if yes_or_no([line]) is not answer]
    if answer is YesOrNo.NO and not below and _is_short(blocks):
        move = mentioned_move(replying.board.match, " ".join(own_lines(blocks)))
        is_due = replying.board.mover == replying.player
        is_meant = is_due and is_legal(replying.board.match, move)
        held = (commands.doubted_move(move, AMONG),) if is_meant else ()
        return FoundCommands((commands.pending_chat_answer(), *held))
    if answer is not YesOrNo.YES and forbids_sending("\n".join(blocks)):
        return FoundCommands((commands.pending_chat_answer(),))
    if answer is not YesOrNo.YES:
        return _other_than_yes(replying, blocks)
    if not replying.pending_chat:
        raise IllegalError(NOTHING_HELD)
    chat = commands.pending_chat_answer(replying.pending_chat)
    try:
        return FoundCommands((chat, *find_reply_command(replying, blocks, answered=True).lines))
    except NoCommandError:
        addition = "\n".join(below) if may_be_read(below) else ""
        return FoundCommands(
            (replace(chat, comment=f"{replying.pending_chat}\n\n{addition}".rstrip()),)
        )


def _other_than_yes(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the command of a reply to the question about pending chat that isn't a plain yes.

    Raises NoCommandError, which asks the question again if the reply may answer it.
    """
    try:
        return find_reply_command(replying, blocks)
    except NoCommandError:
        if not (replying.pending_chat and is_unclear_answer("\n".join(own_lines(blocks)))):
            raise
    raise _asked_again(replying, UNDER_OFFER if replying.is_asked else STILL_PENDING)


def _asked_again(replying: ReplyContext, question: str) -> NoCommandError:
    """Returns the error that asks again whether to send the pending chat."""
    text = textwrap.indent(wrapped_player_text(replying.pending_chat), "  ")
    return NoCommandError(f"{question}\n\n{text}", is_attempt=True, is_prose=False, asks=True)


def _is_only(blocks: Sequence[str], commands: Collection[str]) -> bool:
    """Whether a reply is only one of these words."""
    words = plain_words("\n".join(own_lines(blocks)))
    return len(words) == 1 and words[0] in commands


def forbids_sending(text: str) -> bool:
    """Whether a clause of a text says not to send something: "no, don't send that to Bob!"."""
    clauses = BETWEEN_PHRASES.split(plain_signs(text[:MAX_LINE_LENGTH]))
    return "?" not in text and any(denies(each) and _is_about_sending(each) for each in clauses)


def _is_about_sending(clause: str) -> bool:
    words = plain_words(clause)
    return len(words) <= MAX_FORBIDDING_WORDS and not plain_set(FORWARDING).isdisjoint(words)


def _is_short(blocks: Sequence[str]) -> bool:
    return len(" ".join(own_lines(blocks)).split()) <= MAX_NO_WORDS

"""Decides which text of a reply the opponents get as the comment of its command."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from commands.language.parser import split_game
from commands.replies.command_lines import CommandLine
from commands.replies.comments.commands_below_comments import split_comment
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubtful_moves.lines_below_moves import is_doubted_below
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.moves.board_numbers import board_of_moves, subject_board
from commands.replies.moves.notation.written_moves import is_legal, mentioned_moves
from commands.replies.moves.prose.moves_in_prose import ProseReader
from commands.replies.moves.prose.planned_moves import (
    check_no_plan,
    hints_at_plan,
    lone_verb,
    plan_in,
)
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.sentences.addressed_texts import is_for_opponents
from commands.replies.sentences.greetings import without_greeting
from commands.replies.sentences.words_around_moves import says_more_than_move
from commands.replies.vocabulary.sentence_words import plain_words
from commands.verbs.chat import Chat
from commands.verbs.note import Note
from pbm.board.board import Board


def with_comment(
    board: Board, command: CommandLine, below: str, *, names_other: bool
) -> CommandLine:
    """Returns the command with its comment, from the rest of its line and the lines below.

    A comment that reveals a plan, or is for another board, becomes `withheld`. Raises ParseError
    for chat that reveals a plan.

    `names_other`: whether a line below is about another board.
    """
    comment = "\n".join(filter(None, (command.comment, below)))
    if command.withheld or not comment:
        return replace(command, withheld=comment) if comment else command
    if command.guessed:
        return replace(command, comment=comment)
    if _names_other_move(board, command, comment):
        return replace(command, comment="", withheld=comment)
    _, words = split_game(command.text.split())  # commands such as "list" name no game
    verb = next(iter(words), "").lower()
    if verb in Chat.names:
        check_no_plan(board, comment)
    elif verb in Note.names:
        return replace(command, comment=comment)
    elif _is_withheld(board, comment) or (
        (names_other or command.comment) and subject_board(board, comment)
    ):
        return replace(command, comment="", withheld=comment)
    return replace(command, comment=comment)


class TextAbove(NamedTuple):
    """The text above a move."""

    comment: str = ""
    """The part for the opponents."""
    unsent: str = ""


def text_above_move(
    replying: ReplyContext, command: CommandLine, above: Sequence[str]
) -> TextAbove:
    """Returns the text above a move. There is none above another command.

    A greeting such as "Hi!", which may be for the server, is left out.
    """
    lines = [line.strip() for line in above if line.strip()]
    if command.text.split()[1:2] not in (["move"], ["submit"]):
        return TextAbove()
    others = {player.userid.lower() for player in replying.others}
    is_theirs = not others.isdisjoint(plain_words(" ".join(lines)))
    if not (is_theirs or any(without_greeting(line, replying.names) for line in lines)):
        return TextAbove()
    text = "\n".join(line for line in lines if not _introduces_move(replying, line))
    return TextAbove(comment=text) if _may_send(replying, text) else TextAbove(unsent=text)


def _introduces_move(replying: ReplyContext, line: str) -> bool:
    """Whether a line only introduces the move below it: "My move:"."""
    return line.endswith(":") and not says_more_than_move(line.rstrip(":"), replying.names)


def _may_send(replying: ReplyContext, text: str) -> bool:
    """Whether the opponents may read the text above a move."""
    if replying.has_pending_move or _is_withheld(replying.board, text):
        return False
    is_asking = suspected_request(text) or any(map(asks_server, text.split("\n")))
    return not is_asking and is_for_opponents(text, replying.names)


def text_below_move(replying: ReplyContext, prose: ProseReader, written: Sequence[str]) -> str:
    """Returns the lines below the only line with a move, if the opponents may read them.

    They don't get lines that doubt the move, or ask for something.
    """
    if not prose.is_mover:
        return ""
    telling = [at for at, line in enumerate(written) if prose.heard(line)]
    if len(telling) != 1:
        return ""
    text, below = split_comment(replying, written[telling[0] + 1 :])
    is_kept = text and not (
        below.lines or is_doubted_below(text) or _is_withheld(replying.board, text)
    )
    is_asking = suspected_request(text) or any(map(asks_server, text.split("\n")))
    return text if is_kept and not is_asking else ""


def _names_other_move(board: Board, command: CommandLine, comment: str) -> bool:
    """Whether the comment of a pending move has another move that could be made instead."""
    words = command.text.split()
    if words[1:2] != ["submit"]:
        return False
    named = {move for line in comment.split("\n") for move in mentioned_moves(board.match, line)}
    return any(is_legal(board.match, move) and move not in words for move in named)


def _is_withheld(board: Board, comment: str) -> bool:
    """Whether the comment has a plan, a line with only a command, or a move for another board."""
    finders = (plan_in, hints_at_plan, lone_verb, board_of_moves)
    return any(find(board, comment) for find in finders)

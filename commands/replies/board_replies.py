"""Finds the command in a reply to an email about a board.

The first unquoted line is the whole command: a move, or a verb without board, userid and password.
It is parsed here into a command object about the board. The lines below are the comment.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from commands.content.reply_claims import ReplyAge
from commands.language.parser import split_game
from commands.replies.candidate_lines import reply_lines
from commands.replies.command_lines import (
    MAX_UNKNOWN_LINES,
    CommandLine,
    FoundCommands,
    looks_like_command,
)
from commands.replies.comments.drafts import (
    has_draft_phrase,
    is_letter_to_server,
    without_draft_phrases,
)
from commands.replies.comments.full_commands import split_comment
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubts.lines_below import is_doubted_below
from commands.replies.errors.reply_errors import reply_error
from commands.replies.greetings import without_greeting
from commands.replies.line_reader import LineReader
from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.moves.board_numbers import board_of_moves, is_own_number, subject_board
from commands.replies.moves.doubted_moves import doubted_by_other_lines
from commands.replies.moves.queued_moves_in_prose import (
    check_no_plan,
    hints_at_plan,
    lone_verb,
    plan_in,
)
from commands.replies.moves.spoken_moves import heard_moves
from commands.replies.moves.written_moves import is_legal, mentioned_moves
from commands.replies.reply_commands import LEAVE
from commands.replies.requests import ASKED_ABOUT, requested_among, requested_word
from commands.replies.suspected_requests import suspected_request
from commands.replies.vocabulary.sentence_words import plain_words
from commands.verbs.chat import Chat
from commands.verbs.note import Note
from mail.reading.characters import plain_signs
from pbm.board.board import Board

MAX_PROSE_LINES = 20
"""Maximum number of lines without a command that are searched for moves."""


def find_reply_command(
    replying: ReplyContext, blocks: Sequence[str], *, answered: bool = False
) -> FoundCommands:
    """Returns the command of a reply with its comment. Raises UserError if there is none.

    `answered`: whether the first line answers a question, and therefore is no command.
    """
    reader = LineReader(replying, blocks)
    first: str | None = None
    unknown = 0
    for line in reply_lines(blocks, replying.names):
        if answered and first is None:
            first = line.text
            continue
        if is_own_number(replying.board, line.text):
            continue
        command = reader.read(line) if first is None else reader.read_strictly(line)
        if command is not None:
            written = "\n\n".join(blocks).split("\n")
            rest = [each.rstrip() for each in written[line.number + 1 :]]
            other = subject_board(replying.board, "\n".join(rest))
            command = doubted_by_other_lines(
                reader.moves, command, written[: line.number], rest, other
            )
            comment, below = split_comment(replying, rest)
            command, comment = reader.moves.with_draw(command, comment)
            comment = _with_greeting(replying, command, written[: line.number], comment)
            command, comment = _without_draft(replying.board, command, comment, written)
            # the command may be part of an unmarked quotation, and so may the lines below it
            if not line.is_first:
                below = FoundCommands((), cut=bool(below.lines))
            commented = _with_comment(replying, command, comment, names_other=bool(other))
            return FoundCommands((commented, *below.lines), below.cut)
        first, unknown = first or line.text, unknown + 1
        if unknown > MAX_UNKNOWN_LINES:
            break
    lines = (line for block in blocks for line in block.split("\n"))
    written = list(islice(filter(str.strip, lines), MAX_PROSE_LINES))
    command = reader.answers.to_offer(" ".join(written))
    command = command or reader.prose.move_in_prose(
        written, _text_below_move(replying, reader, written)
    )
    command = command or reader.suspected("\n".join(written))
    if command and not (answered or any(map(looks_like_command, written))):
        return FoundCommands((command,))
    raise reply_error(replying, first or "", written, reader.prose.heard)


def add_implied_commands(
    replying: ReplyContext, blocks: Sequence[str], chat: CommandLine
) -> tuple[CommandLine, ...]:
    """Returns the chat, together with the commands that its text asks for.

    If the chat only consists of a request, the command for the request replaces it. If the chat
    mentions a move without asking or doubting, the move becomes pending, with the chat as its
    comment. A request to take back a move has the chat as its comment, too.
    """
    lines = [line.text for line in reply_lines(blocks, replying.names)]
    if not (lines and replying.registered_sender):
        return (chat,)
    reader, is_latest = LineReader(replying, blocks), replying.age is ReplyAge.LATEST
    whole = requested_word(lines[0]) if " " in lines[0] else ""
    word = whole or requested_among(lines[0])
    if word == "undo":
        undo = reader.requested(word) if is_latest else None
        return (replace(undo, comment=chat.comment) if undo else chat,)
    if word in ASKED_ABOUT and (command := reader.requested(word)):
        return (replace(command, comment=chat.comment),)  # sent once the writer has confirmed
    if word and word != LEAVE and (command := reader.requested(word)):
        return (command,) if whole and len(lines) == 1 else (chat, command)
    moves = (
        [move for line in lines if (move := reader.prose.stated_move(line))] if is_latest else []
    )
    return (replace(moves[0], comment=chat.comment) if len(moves) == 1 else chat,)


def _text_below_move(replying: ReplyContext, reader: LineReader, written: Sequence[str]) -> str:
    """Returns the lines below the only line with a move, if the opponents may read them.

    They don't get lines that doubt the move, or ask for something.
    """
    if not reader.prose.is_mover:
        return ""
    telling = [at for at, line in enumerate(written) if reader.prose.heard(line)]
    if len(telling) != 1:
        return ""
    text, below = split_comment(replying, written[telling[0] + 1 :])
    is_kept = text and not (
        below.lines or is_doubted_below(text) or _is_withheld(replying.board, text)
    )
    is_asking = suspected_request(text) or any(map(asks_server, text.split("\n")))
    return text if is_kept and not is_asking else ""


def _with_greeting(
    replying: ReplyContext, command: CommandLine, above: Sequence[str], comment: str
) -> str:
    """Returns the comment of a move with the greeting above the move, if it is for the opponents.

    A greeting such as "Hi!", which may be for the server, is left out.
    """
    lines = [line.strip() for line in above if line.strip()]
    if not lines or command.text.split()[1:2] != ["move"]:
        return comment
    others = {player.userid.lower() for player in replying.others}
    is_theirs = not others.isdisjoint(plain_words(" ".join(lines)))
    is_greeting = not any(without_greeting(line, replying.names) for line in lines)
    return "\n".join(filter(None, (*lines, comment))) if is_theirs and is_greeting else comment


def _without_draft(
    board: Board, command: CommandLine, comment: str, written: Sequence[str]
) -> tuple[CommandLine, str]:
    """Returns the command of a move and its comment without the phrases of a writing assistant.

    The other text of a letter to the server becomes `withheld`.
    """
    is_move = command.text.split()[1:2] in (["move"], ["submit"])
    if not (is_move and (comment or command.comment)):
        return command, comment
    is_for_server = is_letter_to_server(written)
    if not (is_for_server or has_draft_phrase("\n".join(written))):
        return command, comment

    def names_move(sentence: str) -> bool:
        plain = plain_signs(sentence)
        return bool(mentioned_moves(board.match, plain) or heard_moves(board.match, plain))

    own, below = (without_draft_phrases(each, names_move) for each in (command.comment, comment))
    if is_for_server:
        withheld = "\n".join(filter(None, (command.withheld, own, below)))
        return replace(command, comment="", withheld=withheld), ""
    return replace(command, comment=own), below


def _with_comment(
    replying: ReplyContext, command: CommandLine, below: str, *, names_other: bool
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
    if _names_other_move(replying.board, command, comment):
        return replace(command, comment="", withheld=comment)
    _, words = split_game(command.text.split())  # commands such as "list" name no game
    verb = next(iter(words), "").lower()
    if verb in Chat.names:
        check_no_plan(replying.board, comment)
    elif verb in Note.names:
        return replace(command, comment=comment)
    elif _is_withheld(replying.board, comment) or (
        (names_other or command.comment) and subject_board(replying.board, comment)
    ):
        return replace(command, comment="", withheld=comment)
    return replace(command, comment=comment)


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

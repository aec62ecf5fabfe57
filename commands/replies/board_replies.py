"""Finds the command in a reply to an email about a board.

The first unquoted line is the whole command: a move, or a verb without board, userid and password.
It is parsed here into a command object about the board. The lines below are the comment.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from commands.content.reply_claims import ReplyAge
from commands.replies.answers.new_game_answers import declines_game
from commands.replies.command_lines import (
    MAX_UNKNOWN_LINES,
    CommandLine,
    FoundCommands,
    looks_like_command,
)
from commands.replies.comments.commands_below_comments import split_comment
from commands.replies.comments.comments_for_opponents import (
    text_above_move,
    text_below_move,
    with_comment,
)
from commands.replies.comments.drafts import without_draft
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.ended_games import regret_error
from commands.replies.errors.reply_errors import reply_error
from commands.replies.line_reader import LineReader
from commands.replies.moves.board_numbers import is_own_number, subject_board
from commands.replies.moves.doubted_by_other_lines import (
    doubted_by_acceptance,
    doubted_by_other_lines,
)
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.notation.square_sequences import check_complete
from commands.replies.reply_lines import ReplyLine, reply_lines
from commands.replies.requests.worded_requests import (
    ASKED_ABOUT,
    LEAVE,
    requested_among,
    requested_word,
)
from commands.replies.sentences.wrapped_lines import unwrapped

MAX_PROSE_LINES = 20
"""Maximum number of lines without a command that are searched for moves."""


def find_reply_command(
    replying: ReplyContext, blocks: Sequence[str], *, answered: bool = False
) -> FoundCommands:
    """Returns the command of a reply with its comment. Raises UserError if there is none.

    `answered`: whether the first line answers a question, and therefore is no command.
    """
    reader = LineReader(replying, blocks)
    if not answered and (whole := _commands_of_whole(reader)):
        return FoundCommands(whole)
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
            above = [] if answered else written[: line.number]
            return _with_other_lines(replying, reader.moves, command, line, written, above=above)
        first, unknown = first or line.text, unknown + 1
        if unknown > MAX_UNKNOWN_LINES:
            break
    lines = (line for block in blocks for line in block.split("\n"))
    written = list(islice(filter(str.strip, lines), MAX_PROSE_LINES))
    command = _command_in_prose(replying, reader, written)
    if command and not (answered or any(map(looks_like_command, written))):
        return FoundCommands((command,))
    if reader.moves.is_mover:
        check_complete(replying.board.match, first or "")
    if regret := regret_error(replying, written):
        raise regret
    raise reply_error(replying, first or "", written, reader.prose.heard)


def _commands_of_whole(reader: LineReader) -> tuple[CommandLine, ...]:
    """Returns the commands of a reply that can't be read line by line, or none."""
    refusing = reader.answers.move_beside_refusal()
    return (refusing,) if refusing else reader.requests.joined_requests()


def _with_other_lines(
    replying: ReplyContext,
    moves: MoveReader,
    command: CommandLine,
    line: ReplyLine,
    written: Sequence[str],
    *,
    above: Sequence[str],
) -> FoundCommands:
    """Returns the command of a line with its comment, and the full commands below it.

    `written`: all lines of the reply.
    `above`: the lines above the command that don't answer a question.
    """
    board = replying.board
    rest = [each.rstrip() for each in written[line.number + 1 :]]
    other = subject_board(board, "\n".join(rest))
    command = doubted_by_acceptance(replying, moves, command, rest)
    command = doubted_by_other_lines(moves, command, above, rest, other)
    comment, below = split_comment(replying, rest)
    command, comment = moves.with_draw(command, comment)
    command = moves.with_worded_offer(command, written[: line.number + 1])
    said = text_above_move(replying, command, above)
    comment = "\n".join(filter(None, (said.comment, comment)))
    command, comment = without_draft(board, command, comment, written)
    # the command may be part of an unmarked quotation, and so may the lines below it
    if not line.is_first:
        below = FoundCommands((), cut=bool(below.lines))
    commented = with_comment(board, command, comment, names_other=bool(other))
    unsent = "\n".join(filter(None, (said.unsent, commented.withheld)))
    commented = replace(commented, withheld=unsent)
    return FoundCommands((commented, *below.lines), below.cut)


def _command_in_prose(
    replying: ReplyContext, reader: LineReader, written: Sequence[str]
) -> CommandLine | None:
    """Returns the command that the sentences of a reply without a command contain, or None."""
    if command := reader.answers.to_offer(" ".join(written)):
        return command
    comment = text_below_move(replying, reader.prose, written)
    if command := reader.prose.move_in_prose(written, comment):
        command = reader.moves.with_worded_offer(command, written)
        return without_draft(replying.board, command, "", written)[0]
    text = unwrapped("\n".join(written))
    return (
        reader.requests.resignation(text)
        if declines_game(replying, written)
        else reader.requests.suspected(text)
    )


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
        undo = reader.requests.requested(word, lines[0]) if is_latest else None
        return (replace(undo, comment=chat.comment) if undo else chat,)
    if word in ASKED_ABOUT and (command := reader.requests.requested(word, lines[0])):
        return (replace(command, comment=chat.comment),)  # sent once the writer has confirmed
    if word and word != LEAVE and (command := reader.requests.requested(word, lines[0])):
        return (command,) if whole and len(lines) == 1 else (chat, command)
    moves = (
        [move for line in lines if (move := reader.prose.stated_move(line))] if is_latest else []
    )
    return (replace(moves[0], comment=chat.comment) if len(moves) == 1 else chat,)

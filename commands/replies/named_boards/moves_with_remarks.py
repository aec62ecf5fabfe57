"""Reads a move and the words behind it for a named board: "Chess 101: Nf3 - well played!".

It is read like the first line of a reply about that board, so the words go to the opponent.
"""

from dataclasses import replace

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import names_on
from commands.replies.contexts.running_boards import named
from commands.replies.moves.draw_offers import names_draw
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.named_boards.board_names import may_name_board
from commands.replies.named_boards.named_board_commands import lone_word
from commands.replies.named_boards.opponent_names import names_against
from commands.replies.reply_commands import ReplyCommands
from commands.replies.reply_lines import ReplyLine
from commands.replies.request_prefilter import may_request
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.words_around_moves import says_more_than_move
from commands.replies.server.topics import requested_topics
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS
from pbm.errors import UserError

MOVE_PLACE = 5
"""The place of the move in `knightpanic move 101 alice - a1-c5 good luck`."""
PLAYING = ("move", "submit")
_SIGNS = " .,;:-\u2013\u2014"


def move_with_remark(board: Board, userid: str, text: str) -> CommandLine | None:
    """Returns the move that begins a text, with the words behind it as its comment, or None.

    The result is None if the words may be for somebody else, or contain another move. It is guessed
    if they leave it unclear that the move is meant, or offer a draw.
    """
    player = board.mover
    if player is None or player.userid != userid:
        return None
    commands = ReplyCommands(board, player)
    try:
        found = MoveReader(commands, names_on(board)).move(ReplyLine(text, text, 0, is_first=True))
    except UserError:
        return None
    return found and _with_comment(commands, found, text)


def _with_comment(commands: ReplyCommands, found: CommandLine, text: str) -> CommandLine | None:
    words, board = found.text.split(), commands.board
    if words[1] not in PLAYING or not (found.comment or len(words) > MOVE_PLACE + 1):
        return None
    move, ply, behind = board.match.split(" ".join(words[MOVE_PLACE:]))
    is_offer = behind in DRAW_WORDS
    remark = (found.comment if found.comment or is_offer else behind).strip(_SIGNS)
    remark = text[max(text.rfind(remark), 0) :].strip() if remark else ""
    is_meant = ply is None and is_legal(board.match, move)
    if not is_meant or _is_for_somebody_else(board, remark):
        return None
    written = board.match.canonical(move)
    command = commands.of_player("move", written, *([behind] if is_offer else []))
    is_said = says_more_than_move(remark, names_on(board))
    is_guessed = found.guessed or words[1] != "move"
    return replace(
        command,
        comment=remark if is_said else "",
        guessed=is_guessed,
        heading=named(board),
        read=None,
    )


def _is_for_somebody_else(board: Board, remark: str) -> bool:
    """Whether words aren't only for the opponents: a request, another board, or a draw offer."""
    names = names_on(board)
    if any(map(str.isdigit, remark)) or may_name_board(remark) or names_draw(remark):
        return True
    request = lone_word(remark) or requested_word(remark) or suspected_request(remark)
    is_topic = may_request(remark) and bool(requested_topics(remark, names))
    return bool(request) or is_topic or not names.issuperset(names_against(remark))

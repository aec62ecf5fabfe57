"""Finds chat in a reply to a digest, on a line that begins with a board: "101: Good game!"."""

import re
from collections.abc import Sequence

from commands.replies.answers.offer_answers import leaves_open
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import named
from commands.replies.digests.postponed_moves import postpones
from commands.replies.moves.prose.planned_moves import plan_in
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.named_boards.board_names import BOARD_NUMBER
from commands.replies.named_boards.game_abbreviations import begins_with_game
from commands.replies.named_boards.refused_lines import refused_line
from commands.replies.named_boards.shared_numbers import shared_number_error
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.vocabulary.named_boards import other_board_words as tables
from commands.system.secrets.secret import NONE
from pbm.board.board import Board

_NUMBERED = re.compile(r"\W*(?:board |game )?(\d{2,9})\s*[:,-]\s*(\S.*)", re.IGNORECASE)
_GAME_NUMBERED = re.compile(
    r"\W*([^\W\d][^:\d\n]{0,40}?)[ #]{1,3}(\d{2,9})\s*[:,-]\s*(\S.*)", re.IGNORECASE
)
"""A line that begins with a game and a number: "Knight Panic 101: Good game so far!"."""
_TELLING, _ME, _ON, _BOARDS = (
    "|".join(table.split()) for table in (tables.TELLING, tables.ME, tables.ON, tables.BOARDS)
)
_TOLD = re.compile(
    rf"\W{{0,5}}(?:{_TELLING}) (?!(?:{_ME})\b)[^\W\d_]+ (?:{_ON}) (?:(?:{_BOARDS}) )?"
    r"#?(\d{2,9})[ :,]{1,3}(\S.*)",
    re.IGNORECASE,
)
"""A line such as "Tell Bob on 102 happy birthday from me"."""
_CHAT = re.compile(r"chat\b[:,]?", re.IGNORECASE)
MAX_OPEN_WORDS = 5
"""Maximum number of words that only say that the writer hasn't decided yet."""
MIN_CHAT_WORDS = 2
"""Minimum number of words of chat behind the number of a board."""


def chat_of_line(digest: DigestContext, line: str, text: str) -> CommandLine | None:
    """Returns the chat of a line such as "101: Good game so far!", or None.

    If several boards have the number, returns the refusal of the line.

    `text`: the line with plain signs, without the mark of a list.
    """
    boards, words = _addressed(digest, text)
    if not boards or postpones(line):
        return None
    if leaves_open(words) and len(words.split()) <= MAX_OPEN_WORDS:
        return None  # "still thinking" is for nobody
    said = _CHAT.sub("", words).strip()
    chatted = [board for board in boards if _is_chat(board, said)]
    userid = digest.reader.userid
    if len(boards) > 1:
        possible = () if BOARD_NUMBER.search(words) else chatted
        return refused_line(line, shared_number_error(boards, possible, userid, words))
    if not chatted:
        return None
    command = f"{boards[0].game.name} chat {boards[0].number} {userid} {NONE}"
    return CommandLine(command, said, in_body=True, heading=named(boards[0]), guessed=True)


def _addressed(digest: DigestContext, text: str) -> tuple[Sequence[Board], str]:
    """Returns the boards that the beginning of a line names, and the rest of the line."""
    if written := _NUMBERED.fullmatch(text) or _TOLD.fullmatch(text):
        return digest.numbered(int(written[1])), written[2]
    if written := _GAME_NUMBERED.fullmatch(text):
        boards = digest.numbered(int(written[2]))
        of_game = [board for board in boards if begins_with_game(written[1], board.game.name)]
        return of_game, written[3]
    return (), ""


def _is_chat(board: Board, words: str) -> bool:
    is_said = len(words.split()) >= MIN_CHAT_WORDS and not suspected_request(words)
    return is_said and not (heard_moves(board.match, words) or plan_in(board, words))

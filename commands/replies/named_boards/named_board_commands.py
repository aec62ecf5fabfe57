"""Reads the command that a text gives for a named board: a move, an offer or a word."""

import re
from dataclasses import replace
from functools import cache

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import names_on
from commands.replies.contexts.running_boards import named
from commands.replies.moves.draw_offers import names_draw, without_draw_offer
from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.written_moves import (
    denies,
    is_legal,
    leading_move,
    legal_spelling,
)
from commands.replies.moves.spoken.spoken_moves import heard_moves, spoken_direction
from commands.replies.named_boards.connecting_words import without_leading_and
from commands.replies.reply_commands import ReplyCommands
from commands.replies.requests.resignations import ends_named_game, only_calls_off
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import (
    ASKED_ABOUT,
    LEAVE,
    REMATCH,
    SIGNUP,
    requested_word,
)
from commands.replies.sentences.addressed_texts import is_for_opponents
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.requests.resigning_words import RESIGNING
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words
from commands.replies.vocabulary.server.nouns import PLEASE
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS, OFFERS

MOVE_PLACE = 5
"""The place of the move in `knightpanic move 101 alice - a1-c5 propose`."""
NOT_ABOUT_BOARDS = ("", LEAVE, REMATCH, SIGNUP, "forgot", "list")
"""Requests that aren't about a running game."""
_SQUARE = re.compile(r"[a-z]\d|\d,\d")
MAX_RESIGNING_WORDS = 6
"""Maximum number of words of a resignation that aren't for the opponents, too."""
VIEWS = ("show", "legal", "rules")
"""Words that are commands without being requests in the writer's own words."""


def command_on(board: Board, userid: str, text: str) -> CommandLine | None:
    """Returns the command that a text gives for a board, or None if it gives none or several.

    Anything but a move in the usual spelling is guessed, so the writer is asked about it.
    """
    command = _command_on(board, userid, text)
    # The full command is parsed later, because an earlier line may have changed the board by then.
    return command and replace(command, heading=named(board), read=None)


def _command_on(board: Board, userid: str, text: str) -> CommandLine | None:
    said, text = text, without_leading_and(text)
    players = [each for each in board.players if each.userid == userid]
    if not (text and players):
        return None
    commands, match = ReplyCommands(board, players[0]), board.match
    if lettered := first_readings(match, text):
        is_clear = len(lettered) == 1
        return replace(commands.of_player("move", lettered[0]), guessed=True) if is_clear else None
    move = text if is_legal(match, text) else legal_spelling(match, text)
    if move:
        is_word = " " in move or move.isalpha()  # "down" is shown as its cell
        written = match.canonical(move) if is_word else move
        return replace(commands.of_player("move", written), guessed="?" in text)
    is_led = bool(_SQUARE.search(text)) and is_legal(
        match, leading_move(match, text).line.split()[0]
    )
    resigned = "" if is_led else _resigned(said)
    if (word := lone_word(text) or requested_word(text) or resigned) not in NOT_ABOUT_BOARDS:
        is_told = bool(resigned) and len(said.split()) > MAX_RESIGNING_WORDS
        is_told = is_told and plain_set(PLEASE).isdisjoint(plain_words(said))
        is_told = is_told and is_for_opponents(said, names_on(board))
        command = commands.requested(word)
        comment = said.lstrip(" -:,") if is_told else command.comment
        return replace(command, guessed=word in (*ASKED_ABOUT, "accept"), comment=comment)
    if offer := _move_with_offer(board, userid, text):
        return offer
    is_stated = not ("?" in text or denies(text) or match.outcome)
    direction = spoken_direction(match, text) if is_stated else ""
    moves = [direction] if direction else heard_moves(match, text) if is_stated else []
    if len(moves) != 1:
        return None
    written = match.canonical(moves[0]) if direction else moves[0]
    if board.mover is players[0] and not is_legal(match, written):
        return None  # a yes couldn't play it
    return replace(commands.of_player("move", written), guessed=True)


def _move_with_offer(board: Board, userid: str, text: str) -> CommandLine | None:
    """Returns the command of a move with a draw offer: "e1-c5 and offer her a draw", or None."""
    if not names_draw(text) or board.offer or not board.game.drawn_by_agreement:
        return None
    players = [each for each in board.players if each.userid == userid]
    if without_draw_offer(text) is None or denies(text) or board.match.outcome:
        return None
    moves = heard_moves(board.match, text.replace("?", ""))
    if len(moves) != 1 or not is_legal(board.match, moves[0]):
        return None
    command = ReplyCommands(board, players[0]).of_player("move", moves[0], DRAW_WORDS[0])
    return replace(command, guessed=True)


def move_of(command: CommandLine) -> str:
    """Returns the move of a command for a board, or ""."""
    words = command.text.split()
    is_move = words[1:2] == ["move"] and len(words) > MOVE_PLACE
    return words[MOVE_PLACE] if is_move and words[MOVE_PLACE] not in OFFERS else ""


def may_be_made(board: Board, move: str) -> bool:
    return board.mover is None or is_legal(board.match, move)


def _resigned(text: str) -> str:
    if len(text.split()) > 1 and (only_calls_off(text) or ends_named_game(text)):
        return "resign"
    if _resigning().isdisjoint(text.lower().split()):
        return ""
    return "resign" if suspected_request(text) == "resign" else ""


@cache
def _resigning() -> frozenset[str]:
    return frozenset(max(phrase.split(), key=len) for phrase in RESIGNING.split(","))


def lone_word(text: str) -> str:
    """Returns the only word of a text if it is a command for a board, or ""."""
    words = [word for word in text.lower().split() if word not in FILLERS]
    return " ".join(words) if " ".join(words) in (*VIEWS, *OFFERS) else ""

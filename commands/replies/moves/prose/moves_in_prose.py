"""Finds moves in the sentences of a reply.

Such a move becomes pending until its writer confirms it. In a question, it is previewed.
"""

import re
from collections.abc import Sequence

from commands.boards.move_doubts import AMONG, UNSURE, for_other_board
from commands.replies.answers.yes_or_no import MAX_LINES
from commands.replies.command_lines import CommandLine
from commands.replies.moves.alternatives import remaining_move
from commands.replies.moves.board_numbers import board_of_lines, named_board
from commands.replies.moves.contrasts import CORRECTION, corrected_move, preferred_move
from commands.replies.moves.notation.written_moves import (
    denies,
    is_legal,
    mentioned_move,
    mentioned_moves,
)
from commands.replies.moves.prose.introduced_moves import introduced_move
from commands.replies.moves.prose.moves_chosen_from_lists import chosen_move
from commands.replies.moves.prose.past_moves import is_about_earlier_game, is_hypothetical
from commands.replies.moves.prose.places_outside_games import is_elsewhere
from commands.replies.moves.prose.planned_moves import hints_at_plan, plan_in
from commands.replies.moves.spoken.castling_and_passing import named_by_words
from commands.replies.moves.spoken.moves_by_direction import moves_by_steps
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.reply_commands import ReplyCommands
from commands.replies.sentences.dictated_words import is_dictated
from commands.replies.vocabulary.sentence_words import DOUBTS
from mail.reading.characters import plain_signs
from pbm.match.match import Match

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_REFUSAL = re.compile(
    r"(?i)(?:no|nope|nein|non|nee|nie|n\u00e3o|\u043d\u0435\u0442|hay\u0131r)\b[\s,.!-]*"
)
_NO_STATEMENT = re.compile(r"\?|\d{3}")
"""A question mark, or a number that may be another board's."""
_ANNOUNCED = re.compile(
    r"(?i)\b(?:my|mein|mon|mi|la mia|mijn|m\u00f3j|meu|minha|mitt|\u043c\u043e\u0439) "
    r"(?:next |n\u00e4chster |prochain |pr\u00f3xim[oa] )?"
    r"(?:move|zug|coup|jugada|movimiento|mossa|zet|ruch|lance|jogada|drag|\u0445\u043e\u0434)\b"
)
"""Words that announce a move: "my move is"."""
_ANY_WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?!\w)")
"""A word that isn't a part of a move such as "Lb5"."""
_OPTION = re.compile(r"\W{0,5}[^\W\d_]{3,12} [1-9A-Ca-c][.):]")
"""The beginning of a line such as "Option 1: a1-c5"."""


MAX_TELLING_WORDS = 6
"""Maximum number of words of a sentence behind a question that only tells a move."""


class ProseReader:
    """Reads moves in sentences about the board of the email replied to."""

    def __init__(self, commands: ReplyCommands) -> None:
        self._commands = commands
        self._board = commands.board
        self.is_mover = self._board.mover == commands.player
        self._heard_moves: dict[str, Sequence[str]] = {}

    def stated_move(self, text: str) -> CommandLine | None:
        """Returns the command that makes the stated move of a chat pending, or None."""
        words = text.lower().split()
        is_stated = "?" not in text and (DOUBTS.isdisjoint(words) or _ANNOUNCED.search(text))
        command = self.mentioned_move(text) if is_stated else None
        is_past = command and any(
            is_about_earlier_game(sentence) and mentioned_moves(self._board.match, sentence)
            for sentence in _SENTENCE_END.split(text)
        )
        return None if is_past else command

    def mentioned_move(self, text: str) -> CommandLine | None:
        """Returns the command for the only legal move in a sentence, or None.

        The move is previewed if the sentence is a question. Otherwise, it becomes pending.
        """
        match = self._board.match
        move = mentioned_move(match, text) if self.is_mover else ""
        if not is_legal(match, move) or denies(_without_refusal(text)):
            return None
        if is_elsewhere(match, text) or is_hypothetical(text):
            return None
        if _is_told_beside_question(match, text, move):
            return self._commands.doubted_move(move, AMONG)
        if "?" in text:
            return self._commands.preview(move)
        if other := named_board(self._board, text):
            return self._commands.doubted_move(move, for_other_board(other, self._board.number))
        said = _said_beside_move(text)
        return self._commands.doubted_move(move, AMONG if said else UNSURE, said)

    def move_in_prose(self, lines: Sequence[str], comment: str = "") -> CommandLine | None:
        """Returns the command that makes the only move in the lines pending, or None.

        `comment`: the lines that the opponents get with the move.
        """
        text = "\n".join(lines)
        lines = list(map(self._without_plans, lines))
        if not self.is_mover or plan_in(self._board, text) or board_of_lines(self._board, text):
            return None
        if chosen := chosen_move(self._board.match, lines):
            return self._commands.doubted_move(chosen, UNSURE, comment)
        corrected = corrected_move(self._board.match, text)
        introduced = "" if corrected else introduced_move(self._board.match, "\n".join(lines))
        if introduced:
            return self._commands.doubted_move(introduced, UNSURE, comment)
        stated = [line for line in lines if _is_statement(line)]
        sentences = [
            sentence
            for line in lines
            if not _is_statement(line)
            for sentence in _SENTENCE_END.split(line)
            if _is_statement(sentence)
        ]
        moves = self._heard(stated)
        moves = moves or self._heard(sentences)
        if len(moves) != 1:
            moves = self._preferred(lines) or {corrected} - {""} or moves
        legal = [move for move in moves if is_legal(self._board.match, move)]
        is_clear = len(moves) == 1 or any(map(CORRECTION.search, stated))
        if not moves and (remaining := remaining_move(self._board.match, text)):
            return self._commands.doubted_move(remaining, UNSURE, comment)
        is_due = len(legal) == 1 and is_clear
        return self._commands.doubted_move(legal[0], UNSURE, comment) if is_due else None

    def introduces_other(self, text: str, lines: Sequence[str]) -> bool:
        """Whether the lines introduce a legal move that isn't the one in a text."""
        match = self._board.match
        whole = "\n".join(lines)
        if not self.is_mover or corrected_move(match, whole):
            return False
        return introduced_move(match, whole) not in ("", mentioned_move(match, text))

    def _without_plans(self, line: str) -> str:
        """Returns a line without the sentences that tell a plan: "if he takes, g1 takes back"."""
        if not hints_at_plan(self._board, line):
            return line
        sentences = _SENTENCE_END.split(line)
        return " ".join(each for each in sentences if not hints_at_plan(self._board, each))

    def _preferred(self, lines: Sequence[str]) -> set[str]:
        """Returns the moves that lines prefer to others: "not g1-c3 but e1-g5"."""
        several = (line for line in lines if len(self.heard(line)) > 1)
        return {move for line in several if (move := preferred_move(self._board.match, line))}

    def _heard(self, texts: Sequence[str]) -> set[str]:
        return {move for text in texts for move in self.heard(text)}

    def heard(self, text: str) -> Sequence[str]:
        """Returns the moves of `heard_moves`. Each line is read only once."""
        if text not in self._heard_moves:
            match = self._board.match
            is_turned = self._board.is_turned_for(self._commands.player)
            found = () if is_elsewhere(match, text) else heard_moves(match, text)
            self._heard_moves[text] = found or moves_by_steps(match, text, is_turned=is_turned)
        return self._heard_moves[text]

    def lists_moves(self, lines: Sequence[str]) -> bool:
        """Whether several lines are options with a move: "Option 1: a1-c5"."""
        match, options = self._board.match, filter(_OPTION.match, lines[:MAX_LINES])
        return sum(is_legal(match, mentioned_move(match, line)) for line in options) > 1

    def names_moves(self, lines: Sequence[str]) -> bool:
        """Whether the lines name several legal moves, which their writer may choose from."""
        match = self._board.match
        named = {
            move for line in lines[:MAX_LINES] for move in mentioned_moves(match, plain_signs(line))
        }
        return sum(is_legal(match, move) for move in named) > 1


def _without_refusal(text: str) -> str:
    """Returns a text that corrects a move without its "no": "no, I meant c1-e5"."""
    refusal = _REFUSAL.match(text)
    return text[refusal.end() :] if refusal and CORRECTION.search(text) else text


def _said_beside_move(text: str) -> str:
    """Returns the text without the sentences that only tell the move, such as "knight to b3"."""
    sentences = [
        each
        for each in _SENTENCE_END.split(text)
        if _ANY_WORD.search(each) and not is_dictated(each, ())
    ]
    return " ".join(sentences)


def _is_told_beside_question(match: Match, text: str, move: str) -> bool:
    """Whether a sentence behind a question only tells a move: "what's that? g1-e5 anyway"."""
    sentences = _SENTENCE_END.split(text) if "?" in text else []
    last = sentences[-1] if len(sentences) > 1 else "?"
    is_told = "?" not in last and len(last.split()) <= MAX_TELLING_WORDS
    is_told = is_told and DOUBTS.isdisjoint(last.lower().split())
    return is_told and mentioned_move(match, last) == move


def _is_statement(text: str) -> bool:
    if _NO_STATEMENT.search(text) or is_hypothetical(text):
        return False
    return not denies(text) or bool(named_by_words(text))  # "pas" is also a negation

"""Reads moves at the beginning of the lines of a reply.

A move can be made immediately, become pending until its writer confirms it, or be previewed.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from commands.boards.move_doubts import AMONG, BELOW, BESIDE, UNSURE, for_other_board
from commands.replies.answers.yes_or_no import MAX_LINES
from commands.replies.command_lines import PUNCTUATION, CommandLine
from commands.replies.doubtful_moves.words_after_moves import is_doubtful
from commands.replies.moves.board_numbers import NumberedLine, read_numbers
from commands.replies.moves.corrected_lines import lettered, meant_instead, one_of_several
from commands.replies.moves.courteous_moves import courteous_move
from commands.replies.moves.draw_offers import names_draw, without_draw_offer
from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.written_moves import (
    MOVE_WITH_DIGITS,
    denies,
    is_legal,
    leading_move,
    legal_spelling,
    mentioned_moves,
)
from commands.replies.moves.prose.planned_moves import lone_verb, plan_in
from commands.replies.reply_commands import ReplyCommands
from commands.replies.reply_lines import ReplyLine
from commands.replies.requests.worded_requests import requested_word
from pbm.board.draws_and_undos import DRAW_WORDS, OFFERS
from pbm.errors import IllegalError
from pbm.match.match import Match

FOR_OTHER_BOARD = (
    "Your reply mentions {other}, but you replied to an email about board {number}, so we haven't "
    "played a move.\n"
    "To move on {other}, reply to an email about it."
)
_SENTENCE_END = re.compile(r"\s*[.!;]")
MAX_COMMENT_WORDS = 50
"""Maximum number of words behind a move that are searched for another one in any spelling."""


class MoveReader:
    """Reads moves on the board of the email replied to."""

    def __init__(self, commands: ReplyCommands, names: frozenset[str]) -> None:
        self.commands = commands
        self.board = commands.board
        self.is_mover = self.board.mover == commands.player
        self.names = names

    def move(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a line that begins with a move, or None.

        A move with a question mark is previewed. A move becomes pending if the words after it cast
        doubt on it. If the line has several moves, the first one becomes pending and the rest are
        ignored. Raises IllegalError if the line doesn't decide between them.
        """
        match = self.board.match
        if match.outcome:
            return None
        written = leading_move(match, line.text)
        text = written.line.rstrip(PUNCTUATION)
        move, ply, comment = match.split(text)
        stands_alone = self._reads(text.partition("#")[0])
        plain_word = "".join(move.split()).isalpha()
        if not match.reads(move) or (plain_word and not stands_alone):
            return None
        if plain_word and line.is_called_out:
            return None
        if self.is_mover and (meant := meant_instead(match, line.text, move, comment)):
            return self.commands.doubted_move(meant, UNSURE)
        guard = "" if ply is None else f"#{ply}"
        if _offers_draw(comment):
            return self.commands.of_player("move", f"{move}{guard}", DRAW_WORDS[0])
        said = comment + written.line[len(text) :]
        offer = self._with_offer(move, guard, said)
        if offer := offer or self._with_plan(move, guard, line.text, comment):
            return offer
        if self._mentions_move(comment, stands_alone=stands_alone):
            meant = one_of_several(match, line.text, move, comment) if self.is_mover else ""
            guarded = f"{move}{guard}" if meant == move else meant
            return self.commands.doubted_move(guarded, BESIDE) if meant else None
        if written.is_question:
            return self.commands.preview(move)
        if is_doubtful(said, self.names) or lone_verb(self.board, comment):
            return self.commands.doubted_move(f"{move}{guard}", AMONG, comment)
        return self.commands.of_player("move", written.line if comment else text)

    def _with_plan(self, move: str, guard: str, text: str, comment: str) -> CommandLine | None:
        """Returns the command of a move with a plan behind it: "Bb3. If he answers d6, then c3".

        The plan isn't sent. The move is played if a sentence ends behind it. Returns None for any
        other text.
        """
        is_legal_here = self.is_mover and is_legal(self.board.match, move)
        if not (is_legal_here and comment and plan_in(self.board, comment)):
            return None
        is_sentence = _SENTENCE_END.match(text.removeprefix(move.rstrip(PUNCTUATION)))
        played = self.commands.of_player("move", f"{move}{guard}")
        held = self.commands.doubted_move(f"{move}{guard}", BESIDE)
        return replace(played if is_sentence else held, withheld=comment)

    def _with_offer(self, move: str, guard: str, comment: str) -> CommandLine | None:
        """Returns the command of a move and the draw offer behind it, to be confirmed, or None."""
        has_draws = self.board.game.drawn_by_agreement and not self.board.offer
        rest = without_draw_offer(comment) if has_draws and names_draw(comment) else None
        if (
            rest is None
            or is_doubtful(rest, self.names)
            or not (self.is_mover and is_legal(self.board.match, move))
        ):
            return None
        if self._mentions_move(comment, stands_alone=False):
            return None
        written = f"{self.board.match.canonical(move)}{guard}"
        offered = self.commands.of_player("move", written, DRAW_WORDS[0])
        return replace(offered, guessed=True, comment=rest)

    def move_of_later_line(
        self, line: ReplyLine, is_clear: Callable[[], bool]
    ) -> CommandLine | None:
        """Returns the command of a line below other lines that is just a move, or None.

        It may be a quotation, so it becomes pending unless it `is_clear` that it is meant.
        """
        written = leading_move(self.board.match, line.text)
        if not self._reads(written.line) or line.is_called_out:
            return None
        move = written.line.rstrip(PUNCTUATION)
        if written.is_question:
            return self.commands.preview(move)
        if self.is_mover and (translated := lettered(self.board.match, line.text)):
            return self.commands.doubted_move(translated, UNSURE)
        if is_clear():
            return self.commands.of_player("move", move)
        # A move below other lines may be part of a quotation.
        return self.commands.doubted_move(move, BELOW)

    def for_other_board(self, numbered: NumberedLine, written: Sequence[str]) -> CommandLine | None:
        """Returns the command that makes a move pending if its line names another board.

        Returns None if another line names the board of the email. Raises IllegalError if the move
        can't be made on that board.

        `written`: all lines of the reply.
        """
        board, match = self.board, self.board.match
        lines = map(self.numbered, written[:MAX_LINES])
        if any(line.is_own and not line.other for line in lines):
            return None
        move, _, comment = match.split(leading_move(match, numbered.text).line.rstrip(PUNCTUATION))
        if not (self.is_mover and is_legal(match, move)):
            raise IllegalError(FOR_OTHER_BOARD.format(other=numbered.other, number=board.number))
        shown_comment = "" if self._mentions_move(comment, stands_alone=False) else comment
        return self.commands.doubted_move(
            move, for_other_board(numbered.other, board.number), shown_comment
        )

    def with_draw(self, command: CommandLine, comment: str) -> tuple[CommandLine, str]:
        """Combines a move and a draw offer on adjacent lines into one command.

        Returns the command, and the comment without the line that was combined.
        """
        verb, played = command.text.split()[1:2], " ".join(command.text.split()[5:])
        below, _, rest = comment.partition("\n")
        if command.guessed or verb != ["move"] or self.board.match.outcome:
            return command, comment
        if played in DRAW_WORDS and (move := self.legal(below)):
            return self.commands.of_player("move", move, DRAW_WORDS[0]), rest
        if played in OFFERS or not _offers_draw(below):
            return command, comment
        move, ply, remark = self.board.match.split(played)
        guarded = move if ply is None else f"{move}#{ply}"
        new_comment = "\n".join(filter(None, (remark, rest.strip())))
        return self.commands.of_player("move", guarded, DRAW_WORDS[0]), new_comment

    def courteous(self, text: str) -> CommandLine | None:
        """Returns the command of a line that only tells a move: "I'll take f5, please"."""
        if not self.is_mover:
            return None
        move, comment = courteous_move(self.board.match, text, self.names)
        command = self.commands.of_player("move", move) if move else None
        return replace(command, comment=comment) if command else None

    def with_worded_offer(self, command: CommandLine, lines: Sequence[str]) -> CommandLine:
        """Returns a pending move with the draw offer in a sentence next to it, to be confirmed.

        An example is "Bishop takes knight. And I offer you a draw."
        """
        words, board = command.text.split(), self.board
        has_draws = board.game.drawn_by_agreement and not board.offer
        if not has_draws or words[1:2] != ["submit"] or not is_legal(board.match, words[-1]):
            return command
        rest = without_draw_offer(" ".join(lines))
        if rest is None or denies(rest) or names_draw(rest):
            return command
        offered = self.commands.of_player("move", words[-1], DRAW_WORDS[0])
        return replace(offered, guessed=True, comment=command.comment, withheld=command.withheld)

    def legal(self, line: str) -> str:
        """Returns the line's move if the line is just a legal move, or ""."""
        numbered = self.numbered(line)
        move = leading_move(self.board.match, numbered.text).line.rstrip(PUNCTUATION)
        is_meant = not numbered.other and is_legal(self.board.match, move.partition("#")[0].strip())
        is_meant = is_meant and not first_readings(self.board.match, numbered.text)
        return move if is_meant else ""

    def numbered(self, line: str) -> NumberedLine:
        """Returns a line with its board number read.

        When a game is over, its lines have no moves.
        """
        return NumberedLine(line) if self.board.match.outcome else read_numbers(self.board, line)

    def _mentions_move(self, comment: str, *, stands_alone: bool) -> bool:
        """Whether the words after a move contain another move or a plan."""
        if stands_alone or plan_in(self.board, comment):
            return not stands_alone
        if MOVE_WITH_DIGITS.search(comment) and mentioned_moves(self.board.match, comment):
            return True
        words, match = comment.split(), self.board.match
        spelt = [word for word in words[:MAX_COMMENT_WORDS] if any(map(str.isdigit, word))]
        return any(map(self._reads, words)) or any(
            any(map(str.isalpha, word)) and legal_spelling(match, word) for word in spelt
        )

    def _reads(self, text: str) -> bool:
        """Whether the text is a move in the notation of the board's game."""
        match: Match = self.board.match
        return not match.outcome and match.reads(text.rstrip(PUNCTUATION))


def _offers_draw(text: str) -> bool:
    """Whether the words only offer a draw: "propose", "Draw?", "I offer a draw"."""
    words = text.strip(f"{PUNCTUATION} ").lower()
    asked = text.strip(",;: ").removeprefix("and ")
    return words in DRAW_WORDS or (" " in words and requested_word(asked) == DRAW_WORDS[0])

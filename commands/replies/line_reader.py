"""Reads a line of a reply as a command about the board of the email replied to.

The line may be a move, or a verb without board, userid and password.
"""

from collections.abc import Sequence
from dataclasses import replace

from commands.language.help.pages import TOPICS
from commands.replies.answer_reader import AnswerReader
from commands.replies.command_lines import (
    PUNCTUATION,
    CommandLine,
    has_fillers,
    looks_like_command,
    with_game,
)
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.misspelt_words import STANDALONE_WORDS, nearest_word
from commands.replies.moves.board_numbers import only_board
from commands.replies.moves.move_lines import MoveReader
from commands.replies.moves.prose.moves_in_prose import ProseReader
from commands.replies.moves.prose.planned_moves import find_conditional_move
from commands.replies.moves_among_small_talk import is_among_small_talk
from commands.replies.reply_commands import ReplyCommands
from commands.replies.reply_lines import ReplyLine
from commands.replies.request_reader import RequestReader
from commands.replies.requests.worded_requests import requested_word
from commands.verbs.move import Move
from commands.verbs.note import Note
from commands.verbs.resign import Resign
from commands.verbs.submit import Confirm
from pbm.board.draws_and_undos import DRAW_WORDS, IRREVERSIBLE_OFFERS, WITHDRAW

IRREVERSIBLE_WORDS = (*Resign.names, *IRREVERSIBLE_OFFERS, *Confirm.names)
"""Commands that can't be undone, and so must be on the first line of a reply."""
VIEW_WORDS = ("show", "legal", "describe", "help", "rules")
"""Commands that change nothing, and so may be on any line."""
GUESSED_WORDS = ("resign", "propose", "undo")
"""Commands that may be guessed if a line is just a misspelt word: "resgin"."""


class LineReader:
    def __init__(self, replying: ReplyContext, blocks: Sequence[str]) -> None:
        self._replying = replying
        self._board = replying.board
        self._is_asked = replying.is_asked
        self._commands = ReplyCommands(replying.board, replying.player)
        self.moves = MoveReader(self._commands, replying.names)
        self.prose = ProseReader(self._commands)
        self._lines = "\n\n".join(blocks).split("\n")
        self.answers = AnswerReader(replying, blocks, self._commands, self.moves)
        self.requests = RequestReader(
            replying, self._lines, self._commands, self.prose, self.answers
        )

    def read(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of the first line with content, or None if it has none.

        Raises IllegalError if the line has a move for another board that can't be made here.
        """
        numbered = self.moves.numbered(line.text)
        if numbered.other:
            return self.moves.for_other_board(numbered, self._lines)
        if only_board(self._board, line.text):
            return None
        return self._read(line.with_text(numbered.text))

    def _read(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a line that names no other board."""
        text, words = line.text, line.text.split()
        word = words[0].lower().rstrip(PUNCTUATION)
        is_alone = len(words) == 1
        if word in Note.names:
            return self._commands.verb(word, words[1:])
        is_said = word in IRREVERSIBLE_WORDS and line.is_addressed_to_others
        # Without an own offer, "withdraw" is about the tournament.
        has_meaning = word != WITHDRAW or (self._board.offer and not self._is_asked)
        if is_alone and word in STANDALONE_WORDS and not is_said and has_meaning:
            return self._commands.standalone(word)
        if (requested := requested_word(text)) and not (is_alone and is_said and word != "draw"):
            return self.requests.requested(requested, text)
        if word in DRAW_WORDS and (played := self.moves.legal(" ".join(words[1:]))):
            return self._commands.of_player("move", played, DRAW_WORDS[0])
        if word in STANDALONE_WORDS:
            return (
                _help_on_topic(line) or self.requests.asked_among(line) or self.answers.read(words)
            )
        if move := self.moves.courteous(text) or self.moves.move(line):
            return move
        if word == "show" and has_fillers(words):
            shown = self._commands.shown([each.lower().strip(PUNCTUATION) for each in words[1:]])
            return shown or self.prose.mentioned_move(text)
        if looks_like_command(text, self._commands.player.is_called):
            return with_game(CommandLine(text, in_body=True), self._board)
        if word in Move.names and (move := self._moved(line, words[1:])):
            return move
        rest = words[1:]
        command = self._commands.verb(word, rest) or self._commands.of_account(word, rest)
        command = command or self.answers.read(words)
        command = command or self.requests.asked_among(line) or self._guess(line)
        return command or self._mentioned_move(text)

    def _mentioned_move(self, text: str) -> CommandLine | None:
        """Returns the command of the only legal move in a line, or None if others may be meant."""
        lists, introduces = self.prose.lists_moves, self.prose.introduces_other
        is_other = lists(self._lines) or introduces(text, self._lines)
        return None if is_other else self.prose.mentioned_move(text)

    def _moved(self, line: ReplyLine, rest: Sequence[str]) -> CommandLine | None:
        """Returns the move behind the word "move", in notation or in words."""
        move = self.moves.move(line.with_text(" ".join(rest)))
        return move or self.prose.move_in_prose([line.text])

    def read_strictly(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a later line. The line must be just a move or a reversible word.

        A move below other lines may be a quotation, so the player has to confirm it.
        """
        numbered = self.moves.numbered(line.text)
        if numbered.other:
            return self.moves.for_other_board(numbered, self._lines)
        line = line.with_text(numbered.text)
        if move := self.moves.move_of_later_line(line, lambda: self._is_clear(line)):
            return move
        words = line.text.split()
        word = words[0].lower().rstrip(PUNCTUATION)
        if len(words) > 1 or word in IRREVERSIBLE_WORDS:
            return None
        command = self.read(line) if line.is_first or word in VIEW_WORDS else None
        return None if command and command.guessed else command

    def _is_clear(self, line: ReplyLine) -> bool:
        return line.is_first or is_among_small_talk(self._replying, self._lines, line.number)

    def _guess(self, line: ReplyLine) -> CommandLine | None:
        """Returns the probable command of a misspelt word or of a sentence with a plan, or None."""
        if plan := find_conditional_move(self._board, line.text):
            planned = self._commands.of_player("queue", *plan.split())
            return replace(planned, comment=line.whole, guessed=True)
        is_word = " " not in line.whole and "?" not in line.text
        word = nearest_word(line.text.rstrip(PUNCTUATION)) if is_word else None
        is_meant = word in GUESSED_WORDS and not self._board.match.outcome
        return replace(self._commands.standalone(word), guessed=True) if word and is_meant else None


def _help_on_topic(line: ReplyLine) -> CommandLine | None:
    """Returns the command of a line such as "help ratings", or None."""
    word, _, topic = " ".join(line.text.lower().split()).partition(" ")
    is_topic = word == "help" and topic.rstrip(PUNCTUATION) in TOPICS
    return CommandLine(line.text, in_body=True) if is_topic else None

"""Reads the requests of a reply in its writer's own words, such as "may I take that back?"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from commands.replies.answer_reader import AnswerReader
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.moves.prose.moves_in_prose import ProseReader
from commands.replies.rematch_requests import asks_for_rematch, words_behind_request
from commands.replies.reply_commands import ReplyCommands
from commands.replies.reply_lines import ReplyLine
from commands.replies.requests.joined_requests import VIEWS, joined_requests
from commands.replies.requests.suspected_requests import (
    asks_to_undo,
    asks_why_ended,
    suspected_request,
)
from commands.replies.requests.worded_requests import (
    ASKED_ABOUT,
    LEAVE,
    REMATCH,
    SIGNUP,
    request_among,
    requested_word,
    without_request,
)
from commands.replies.sentences.addressed_texts import is_for_opponents
from commands.replies.sentences.addressees import asks_only
from commands.replies.server.server_request_error import ServerAnswer
from commands.replies.server.topics import asks_again
from commands.replies.vocabulary.sentence_words import IF_WORDS, plain_words
from commands.replies.vocabulary.server import nouns

SQUARE = re.compile(r"(?<![^\W_])[a-z]\d{1,2}(?![^\W_])")
"""A square by which a question names a piece: "where can my queen on g1 go?"."""
MAX_REQUEST_WORDS = 3
"""Maximum number of words of a text that only calls a new game off."""
ANSWERING = ("rules", "help")
"""Commands that answer a question next to a request."""
FORMAT_HELP = "help change format"
CROOKED = (
    "The columns of a board line up in HTML and in a fixed-width font, so look for one of these in "
    "your email program. Or choose another format."
)


class RequestReader:
    def __init__(
        self,
        replying: ReplyContext,
        lines: Sequence[str],
        commands: ReplyCommands,
        prose: ProseReader,
        answers: AnswerReader,
    ) -> None:
        self._board = replying.board
        self._is_asked = replying.is_asked
        self._is_undo_asked = replying.is_undo_asked
        self._names = replying.names
        self._lines = lines
        self._commands = commands
        self._prose = prose
        self._answers = answers

    def requested(self, word: str, text: str) -> CommandLine | None:
        """Returns the command that carries out a request, or None if the game doesn't allow it.

        A line about a draw proposes none while an offer is open, because it may be about that one.
        A line about taking a move back may be about the opponent's move while the opponent asks for
        that. Then it is only a guess, and a question does nothing.

        `text`: the text of the request.
        """
        has_draws = self._board.game.drawn_by_agreement and not self._is_asked
        is_late = word in ASKED_ABOUT and self._board.match.outcome
        if word == SIGNUP or is_late or (word == "propose" and not has_draws):
            return None
        is_theirs = word == "undo" and self._is_asked
        if is_theirs and self._is_undo_asked:
            return self._answers.to_offer(text)
        command = self._legal_of_piece(text) if word == "legal" else None
        command = command or self._commands.requested(word)
        is_guessed = command.guessed or word in ASKED_ABOUT or is_theirs
        return replace(command, guessed=is_guessed)

    def _legal_of_piece(self, text: str) -> CommandLine | None:
        """Returns the command for the moves of the only piece whose square a question names."""
        squares = {*SQUARE.findall(text.lower())}
        origins = [each for each in squares if self._moves_from(each)]
        return self._commands.verb("legal", origins) if len(origins) == 1 else None

    def _moves_from(self, square: str) -> bool:
        legal = self._board.match.legal
        return any(re.match(rf"{square}(?!\d)", move) for move in legal) and square not in legal

    def joined_requests(self) -> tuple[CommandLine, ...]:
        """Returns the commands of a reply whose only line joins several requests."""
        lines = [line for line in self._lines if line.strip()]
        words = joined_requests(lines[0]) if len(lines) == 1 else []
        is_meant = len(words) > 1 or (words and words[0] in VIEWS and " " in lines[0].strip())
        return tuple(map(self._commands.requested, words)) if is_meant else ()

    def resignation(self, text: str) -> CommandLine:
        """Returns the command that calls a new game off, to be confirmed.

        A text that may be for the opponents becomes its comment.
        """
        is_said = len(text.split()) > MAX_REQUEST_WORDS and is_for_opponents(text, self._names)
        resigned = self._commands.standalone("resign")
        return replace(resigned, comment=text if is_said else "", guessed=True)

    def suspected(self, text: str) -> CommandLine | None:
        """Returns the command that a reply without a command seems to ask for, or None.

        If the request is to the opponents, the reply becomes its comment.
        """
        if not self._board.active and asks_why_ended(text) and not asks_again(text):
            return self.requested("show", text)
        word, is_guessed = suspected_request(self._with_own_move_named(text)), False
        if not word and self._board.match.ply and asks_to_undo(text):
            word, is_guessed = "undo", True
        is_theirs = word in ("undo", *ASKED_ABOUT)
        is_late = (is_theirs or word == REMATCH) and self._board.match.outcome
        if not word or is_late or (word == "propose" and self._board.offer):
            return None
        if word == FORMAT_HELP:  # a complaint about the boards
            raise ServerAnswer(CROOKED, [nouns.FORMAT], text)
        command = self.requested(word, text)
        if command is None or not is_theirs:
            return command
        return replace(command, comment=text, guessed=command.guessed or is_guessed)

    def _with_own_move_named(self, text: str) -> str:
        """Returns a text with "my move" for the writer's last move: "can I take back a1-c5?"."""
        board = self._board
        seat = board.seat_of(self._commands.player)
        states = board.match.state.backwards()
        move = next((state.move for state in states if state.is_move and state.mover == seat), "")
        spelling = re.escape(move).replace("\\-", "[- ]?")
        return re.sub(rf"(?i)(?<!\w){spelling}(?!\w)", "my move", text) if move else text

    def asked_among(self, line: ReplyLine) -> CommandLine | None:
        """Returns the command of a request between other sentences. These become its comment.

        If the request is to the opponents, such as to take a move back, the comment includes it.
        """
        if self._prose.mentioned_move(line.text):
            return None
        request = request_among(line.text)
        word = requested_word(request)
        if self._board.match.outcome and asks_for_rematch("\n".join(self._lines)):
            rematch = self._commands.standalone(REMATCH)
            return replace(rematch, comment=words_behind_request(line.text))
        is_meant = word not in ("", LEAVE) and not self._board.match.outcome
        is_meant = is_meant and not self._supposes(line.text, word)
        is_meant = is_meant and not self._prose.names_moves(self._lines)
        command = self.requested(word, line.text) if is_meant else None
        is_theirs = word in ("undo", *ASKED_ABOUT)
        comment = line.whole if is_theirs else without_request(line.whole, request)
        if word in ANSWERING and asks_only(comment, self._names):
            comment = ""  # the help answers these questions
        return replace(command, comment=comment) if command else None

    def _supposes(self, text: str, word: str) -> bool:
        """Whether a text that seems to ask for `word` only supposes it: "if I do that, you win"."""
        return word in ASKED_ABOUT and not IF_WORDS.isdisjoint(plain_words(text))

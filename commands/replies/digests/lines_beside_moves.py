"""Reads the lines of a reply to a digest that have no command for a board, next to lines that have.

Such a line may ask the server for something, or correct a line above it. Otherwise, the answer
names it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import named
from commands.replies.digests.postponed_moves import postpones
from commands.replies.moves.contrasts import is_correction, rejects
from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_moves
from commands.replies.named_boards.connecting_words import SENTENCE_END
from commands.replies.named_boards.named_board_commands import move_of
from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.game_names import game_patterns, games_in_other_words
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import nouns
from mail.reading.characters import plain_signs
from pbm.board.board import Board

MAX_CONTACT_WORDS = 2
"""Maximum number of words of a line with a telephone number in a signature."""
MIN_CONTACT_DIGITS = 6
MAX_NAME_WORDS = 3
"""Maximum number of words of a line with only the writer's name."""
Asked = Callable[[str], CommandLine | None]
"""Returns the command about its writer that a text asks for."""


def asks_nothing(_text: str) -> None:
    """The `Asked` of an email whose lines aren't searched for requests."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    place: int
    """The number of commands above the line."""
    text: str
    number: int
    """The index of the line in the email."""


@dataclass(frozen=True)
class LinesBesideMoves:
    digest: DigestContext
    asked: Asked = asks_nothing

    def requests(
        self, lines: Sequence[UnreadLine], done: Sequence[CommandLine]
    ) -> tuple[list[CommandLine], list[UnreadLine]]:
        """Returns the commands that lines ask for, and the other lines.

        `done`: the commands of the other lines of the email.
        """
        commands: list[CommandLine] = []
        left: list[UnreadLine] = []
        for _, group in groupby(enumerate(lines), key=lambda pair: pair[1].number - pair[0]):
            paragraph = [line for _, line in group]
            whole = " ".join(line.text.strip() for line in paragraph)
            if found := self._requests_in(whole, done):
                commands += found
            else:
                left += paragraph
        return commands, left

    def _requests_in(self, text: str, done: Sequence[CommandLine]) -> list[CommandLine]:
        if found := self.asked(text):
            return [replace(found, guessed=True)]
        sentences = SENTENCE_END.split(text)
        if any(map(_asks_for_rules, sentences)):
            return self._rules(text, done)
        return [replace(found, guessed=True) for each in sentences if (found := self.asked(each))]

    def _rules(self, text: str, done: Sequence[CommandLine]) -> list[CommandLine]:
        """Returns the help on a game whose rules a text asks for.

        This is the game that the text names, or the only one of the boards without a command.
        """
        headings = {line.heading for line in done}
        named_games = {name for name, each in game_patterns().items() if each.search(text)}
        named_games |= {*games_in_other_words(text)}
        playing = dict.fromkeys(board.game.name for board in self.digest.boards)
        left = dict.fromkeys(
            board.game.name for board in self.digest.boards if named(board) not in headings
        )
        meant = [name for name in playing if name in named_games] or [*left]
        return [CommandLine(f"{meant[0]} help", in_body=True)] if len(meant) == 1 else []

    def corrects(self, line: UnreadLine, done: Sequence[CommandLine]) -> bool:
        """Whether a line corrects the move of one of the commands."""
        return any(self.contradicted([line], command) for command in done)

    def contradicted(self, lines: Sequence[UnreadLine], done: CommandLine) -> list[str]:
        """Returns the moves that correct the move of a command: "PS: not Bc4 but Nf3"."""
        played = move_of(done)
        board = next((each for each in self.digest.boards if named(each) == done.heading), None)
        if not (played and board):
            return []
        return [
            move
            for line in lines
            if self._is_about(line.text, board, played)
            for move in mentioned_moves(board.match, plain_signs(line.text))
            if move != played and is_legal(board.match, move)
        ]

    def _is_about(self, text: str, board: Board, played: str) -> bool:
        """Whether a text corrects a move that was written for a board, or names its opponent."""
        is_other = is_correction(text) or rejects(text) or denies(text)
        is_same = played in mentioned_moves(board.match, plain_signs(text))
        return (is_same and is_other) or names_opponent(board, self.digest.reader.userid, text)

    def missed(self, lines: Sequence[UnreadLine]) -> Iterator[UnreadLine]:
        """Yields the lines that the answer must name."""
        is_signed = False
        for line in lines:
            is_signed = is_signed or self._is_name(line.text)
            if not (postpones(line.text) or _introduces(line.text)) and not (
                is_signed and _is_contact(line.text)
            ):
                yield line

    def _is_name(self, text: str) -> bool:
        words = plain_words(text)
        return self.digest.reader.userid.lower() in words and len(words) <= MAX_NAME_WORDS


def _asks_for_rules(sentence: str) -> bool:
    return requested_word(sentence) == nouns.RULES or nouns.RULES in requested_topics(sentence)


def names_opponent(board: Board, userid: str, text: str) -> bool:
    """Whether a text has the userid of an opponent on a board as one of its words."""
    words = {*plain_words(text.replace("'", " "))}
    return any(player.userid.lower() in words - {userid.lower()} for player in board.players)


def _introduces(text: str) -> bool:
    """Whether a line leads to the lines below it: "Before I fly to Lisbon:"."""
    is_open = text.rstrip().endswith(":") and not any(map(str.isdigit, text))
    return is_open and not requested_word(text)


def _is_contact(text: str) -> bool:
    """Whether a line in a signature has a telephone number."""
    digits = sum(map(str.isdigit, text))
    return digits >= MIN_CONTACT_DIGITS and len(plain_words(text)) <= MAX_CONTACT_WORDS + digits

"""Finds the command in a reply to a mail about a board.

The first line that isn't quoted is the whole command: a move, or a verb without its board, userid
and password. It is parsed here into a command object about that board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from commands.inbound.command_lines import (
    END_WORDS,
    MAX_UNKNOWN_LINES,
    CommandLine,
    FoundCommands,
    looks_like_command,
)
from commands.inbound.greetings import after_greeting
from commands.inbound.reply_comments import (
    PUNCTUATION,
    begins_like_prose,
    check_no_plan,
    split_comment,
)
from commands.inbound.reply_context import ReplyContext
from commands.inbound.reply_suggestions import suggestion
from commands.language import parser, registry
from commands.language.command import Command, SeatCommand
from commands.language.fields import read_board_reference
from commands.language.tokenizer import tokenize
from commands.verbs.submit import Submit
from commands.views.board_text import MAX_MOVES_LISTED, legal_moves
from mail.reading.text import plain_signs
from pbm.errors import ParseError, UserError
from pbm.match import Match
from pbm.offers import OFFERS
from pbm.secret import Secret
from pbm.wording import listing, shown

STANDALONE_WORDS = (*OFFERS, "resign", "confirm", "pass", "swap", "help", "rules")
"""Words that must stand alone on their line: "Accept my apologies" is a comment."""
IRREVERSIBLE_WORDS = ("resign", "accept", "propose", "confirm")
"""Words that can't be undone, and so must be the first line of a reply."""
VIEW_WORDS = ("show", "legal", "describe", "help", "rules")
"""Words that change nothing, and so may stand anywhere."""
REPLY_END_WORDS = tuple(word for word in END_WORDS if word != "thanks")
"""A line with one of these words alone ends the search: below "Thanks" people write more."""
MIN_COMMAND_WORDS = 3
MAX_QUOTED_WORDS = 4
"""The most words of a line that may be meant as a move; a longer one is prose."""

INSTRUCTIONS = (
    "The first line of your reply is the whole command: a move, or a word such as\n"
    "resign, propose, undo, show, chat or help. What follows is a comment for the\nothers."
)


@dataclass(frozen=True)
class _ReplyLine:
    """A line that the player wrote."""

    text: str
    number: int
    """Its place among all lines that the player wrote."""
    is_first: bool
    """True if it is the first line above, between or below quotations."""
    has_greeting: bool = False
    """True if it began with a greeting, which `text` leaves out."""


def find_reply_command(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the command of a reply with its comment; raises UserError if there is none."""
    reader = _ReplyReader(replying)
    first: str | None = None
    unknown = 0
    for line in _reply_lines(blocks):
        command = reader.read(line) if first is None else reader.read_strictly(line)
        if command is not None:
            rest = "\n\n".join(blocks).split("\n")[line.number + 1 :]
            comment, below = split_comment(replying, [each.rstrip() for each in rest])
            if not line.is_first:  # the text may be a quotation, and with it what stands below
                below = FoundCommands((), cut=bool(below.lines))
            return FoundCommands((replace(command, comment=comment), *below.lines), below.cut)
        first, unknown = first or line.text, unknown + 1
        if unknown > MAX_UNKNOWN_LINES:
            break
    raise reader.error(first or "")


def _reply_lines(blocks: Sequence[str]) -> Iterator[_ReplyLine]:
    """Yields the lines that may be the command, without greetings, up to a word that ends them."""
    start = 0
    for block in blocks:
        is_first, lines = True, block.split("\n")
        for number, line in enumerate(lines, start):
            text = plain_signs(line).strip()
            if text.lower().rstrip("!.,") in REPLY_END_WORDS:
                return
            greeted = after_greeting(text)
            text = text if greeted is None else greeted
            if text and not text.startswith("#"):
                yield _ReplyLine(text, number, is_first, greeted is not None)
                is_first = False
        start += len(lines) + 1  # with the empty line between blocks


def _looks_like_full_command(line: str) -> bool:
    """Returns True if the first line is meant as a full command, even a misspelt one."""
    words = line.split()
    if len(words) < MIN_COMMAND_WORDS or not looks_like_command(line):
        return False  # one with a password has at least three words
    return not begins_like_prose(plain_signs(words[0]).lower())


def _full_readings(line: str) -> list[Command]:
    """Returns the commands that a whole line may mean, such as `all games alice`."""
    try:
        return (
            list(parser.readings(tokenize(line), proven=False)) if looks_like_command(line) else []
        )
    except UserError:
        return []


class _ReplyReader:
    """Reads lines as commands about the board of the mail replied to."""

    def __init__(self, replying: ReplyContext) -> None:
        self._board, self._player = replying.board, replying.player

    def read(self, line: _ReplyLine) -> CommandLine | None:
        """Returns the command of a line, or None if it has none."""
        text, words = line.text, line.text.split()
        word = words[0].lower().rstrip(PUNCTUATION)
        if word in STANDALONE_WORDS:
            stands_alone = len(words) == 1 and not (
                word in IRREVERSIBLE_WORDS and _is_addressed_to_others(line)
            )
            return self._standalone(word) if stands_alone else None
        if move := self._move(text):
            return move
        if _looks_like_full_command(text):
            return CommandLine(text, in_body=True)
        if commands := _full_readings(text):
            return CommandLine(text, in_body=True, read=lambda: commands)
        return self._verb(word, words[1:])

    def read_strictly(self, line: _ReplyLine) -> CommandLine | None:
        """Returns the same for a later line: it must be just a move or a reversible word.

        A move below other lines may be a quoted one: it is held until the player confirms it.
        """
        words = line.text.split()
        if self._reads(line.text):
            move = line.text.rstrip(PUNCTUATION)
            return self._seat_command("move", move) if line.is_first else self._held_move(move)
        word = words[0].lower().rstrip(PUNCTUATION)
        if len(words) > 1 or word in IRREVERSIBLE_WORDS:
            return None
        return self.read(line) if line.is_first or word in VIEW_WORDS else None

    def error(self, first: str) -> UserError:
        """Returns an error on a reply that begins with this line, with instructions and moves."""
        match, moves = self._board.match, ""
        if self._board.mover == self._player:
            moves = f"\n{legal_moves(match.legal, MAX_MOVES_LISTED)}"
        return ParseError(f"{self._reason(first)}\n{INSTRUCTIONS}{moves}")

    def _reason(self, first: str) -> str:
        if self._board.match.outcome:
            return f"{self._board.game.title} board {self._board.number} is over: {self._result()}."
        if guess := suggestion(first, offered=self._board.offer is not None):
            return f'"{shown(first)}" isn\'t a command.{guess}'
        if not 0 < len(first.split()) <= MAX_QUOTED_WORDS:
            return "No command was found in your reply."
        try:
            self._board.match.canonical(first)
        except UserError as error:
            return error.text
        return "Your line says more than one thing."

    def _result(self) -> str:
        winners = [player.userid for player in self._board.winners()]
        return f"{listing(winners)} won" if winners else "it was drawn"

    def _standalone(self, word: str) -> CommandLine:
        game = self._board.game.name
        if word in ("help", "rules"):
            return CommandLine(f"{game} help" if word == "rules" else "help reply", in_body=True)
        if word in ("resign", "confirm"):
            return self._seat_command(word)
        return self._seat_command("move", word)

    def _verb(self, word: str, rest: Sequence[str]) -> CommandLine | None:
        kinds = registry.game_verbs().get(word, [])
        if any(issubclass(kind, SeatCommand) for kind in kinds):
            return self._seat_command(word, *rest)
        return self._board_command(word, rest) if any(map(_names_board, kinds)) else None

    def _seat_command(self, verb: str, *rest: str) -> CommandLine:
        """Returns a command of the player on the board."""
        board, userid = self._board, self._player.userid
        words = (board.game.name, verb, str(board.number), userid, "-", *rest)
        given = {"board": board.number, "userid": userid, "password": Secret("-")}
        read = partial(self._readings, verb, rest, given)
        return CommandLine(" ".join(words), in_body=True, read=read)

    def _held_move(self, move: str) -> CommandLine:
        """Returns a move's submission, which says that the move wasn't the first line."""
        submission = self._seat_command("submit", move)
        read = submission.read or tuple
        return replace(submission, read=lambda: map(_as_held, read()))

    def _board_command(self, verb: str, rest: Sequence[str]) -> CommandLine:
        """Returns a command that shows the board, at a ply if one is given right after the verb."""
        ply = rest[0] if rest and rest[0].startswith("#") else ""
        after = rest[1:] if ply else rest
        board_ply = f"{self._board.number}{ply}"
        text = " ".join([self._board.game.name, verb, board_ply, *after])
        read = partial(self._readings_at, verb, after, board_ply)
        return CommandLine(text, in_body=True, read=read)

    def _readings_at(self, verb: str, rest: Sequence[str], board_ply: str) -> Iterator[Command]:
        reference = read_board_reference(board_ply)
        given: dict[str, Any] = {"reference": reference, "references": (reference,)}
        if reference.ply is None:
            given["board"] = reference.number
        return self._readings(verb, rest, given)

    def _readings(
        self, verb: str, rest: Sequence[str], given: Mapping[str, Any]
    ) -> Iterator[Command]:
        """Yields the commands that a verb may mean, which share the locked board."""
        words, game = [verb, *tokenize(" ".join(rest))], self._board.game
        for command in parser.readings_on_board(registry.game_verbs()[verb], game, words, given):
            if isinstance(command, SeatCommand):
                yield replace(command, locked=self._board)
            else:
                yield command

    def _move(self, text: str) -> CommandLine | None:
        """Returns the command of a line that begins with a move, and mentions no other move."""
        match = self._board.match
        if match.outcome:
            return None
        text = text.rstrip(PUNCTUATION)
        move, _, comment = match.split(text)
        stands_alone = self._reads(text.partition("#")[0])
        plain_word = not any(letter.isdigit() for letter in move)
        if not match.reads(move) or (plain_word and not stands_alone):
            return None
        check_no_plan(self._board, comment)
        if not stands_alone and any(self._reads(word) for word in comment.split()):
            return None
        return self._seat_command("move", text)

    def _reads(self, text: str) -> bool:
        """Returns True if the text is a move on the board."""
        match: Match = self._board.match
        return not match.outcome and match.reads(text.rstrip(PUNCTUATION))


def _as_held(command: Command) -> Command:
    return replace(command, held=True) if isinstance(command, Submit) else command


def _is_addressed_to_others(line: _ReplyLine) -> bool:
    """Returns True for a word said to the opponents or asked: "Hi Bob, resign!", "Resign?"."""
    return line.has_greeting or "?" in line.text


def _names_board(kind: type[Command]) -> bool:
    """Returns True if the verb's first word is a board, which a reply leaves out."""
    return bool({"reference", "references", "board"} & set(kind.__dataclass_fields__))

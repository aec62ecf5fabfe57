"""Finding the command in a reply to a mail about a board.

The first line that isn't quotation is the whole command: a move, or a verb without its board,
userid and password. It is written out in full here, and then carried out like any other line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commands.inbound.command_lines import ENDS, MOST_UNKNOWN, Found, Line, is_meant, mixed
from commands.inbound.greetings import after_greeting
from commands.inbound.reply_context import Replying
from commands.language import parser, registry
from commands.language.command import Command, SeatCommand
from commands.language.parser import ALIKE
from commands.language.tokenizer import split
from commands.views.board import MOST_MOVES, legal_moves
from mail.reading.text import plain_signs
from pbm.errors import Refusal, Unreadable
from pbm.match import Match
from pbm.offers import OFFERS
from pbm.wording import likeness

ALONE = (*OFFERS, "resign", "confirm", "pass", "swap", "help", "rules")
"""Words that must stand alone on their line: "Accept my apologies" is a comment."""
SERIOUS = ("resign", "accept", "propose", "confirm")
"""What can't be taken back must be the first thing that is said."""
CHATTY = ("all", "list", "help", "forgot", "multiple")
"""Commands without a password with which sentences begin too: "All the best"."""
SIGNS = ".!?,;:"
SHORTEST_LINE = 3
LONGEST_QUOTED = 4
"""Words of a line that was meant as a move; what is longer is prose."""

HOW = (
    "The first line of your reply is the whole command: a move, or a word such as\n"
    "resign, propose, undo, show, chat or help. What follows is a comment for the\nothers."
)


@dataclass(frozen=True)
class _Own:
    """A line of the player's own, with the lines after it."""

    text: str
    rest: tuple[str, ...]
    greets: bool = False
    """Whether it began with a greeting, which is left out."""


def find_reply(replying: Replying, blocks: Sequence[str]) -> Found:
    """The command of a reply, and its comment; raises Refusal where there is none."""
    reader = _Reader(replying)
    first: str | None = None
    unknown = 0
    for own in _own_lines(blocks):
        line = reader.read(own) if first is None else reader.read_strictly(own)
        if line is not None:
            return _found(line, own.rest)
        first, unknown = first or own.text, unknown + 1
        if unknown > MOST_UNKNOWN:
            break
    raise reader.refusal(first or "")


def _found(line: str, rest: Sequence[str]) -> Found:
    """The command with its comment; lines below that are commands in full are carried out too."""
    written = [each for each in rest if not each.startswith("#")]
    meant = (number for number, each in enumerate(written) if _is_meant_below(each))
    start = next(meant, len(written))
    comment = "\n".join(written[:start]).strip()
    following = mixed(written[start:]) if start < len(written) else Found(())
    return Found((Line(line, comment, in_body=True), *following.lines), following.cut)


def _own_lines(blocks: Sequence[str]) -> Iterator[_Own]:
    """The lines that may be the command, greetings left out, up to a word that ends them."""
    for block in blocks:
        lines = block.split("\n")
        for number, line in enumerate(lines):
            text = plain_signs(line).strip()
            if text.lower().rstrip("!.,") in ENDS:
                return
            greeted = after_greeting(text)
            text = text if greeted is None else greeted
            if text and not text.startswith("#"):
                yield _Own(text, _until_end(lines[number + 1 :]), greeted is not None)


def _until_end(lines: Sequence[str]) -> tuple[str, ...]:
    ends = (at for at, line in enumerate(lines) if line.strip().lower().rstrip("!.,") in ENDS)
    return tuple(line.rstrip() for line in lines[: next(ends, len(lines))])


def _is_meant_below(line: str) -> bool:
    """Whether a line is meant as a command in full, and no sentence; it may hold a password."""
    if len(line.split()) < SHORTEST_LINE or not is_meant(line):
        return False  # one with a password has at least three words
    word = plain_signs(line).split()[0].lower().rstrip(SIGNS)
    return word not in CHATTY and likeness(word, CHATTY) < ALIKE


def _reads_in_full(line: str) -> bool:
    """Whether it is a whole command, such as `all games alice`."""
    try:
        return is_meant(line) and any(parser.readings(split(line), proven=False))
    except Refusal:
        return False


class _Reader:
    """Reads lines as replies about one board, and writes them out in full."""

    def __init__(self, replying: Replying) -> None:
        self._board, self._player = replying.board, replying.player

    def read(self, own: _Own) -> str | None:
        """The line in full; None for what is no command."""
        text, words = own.text, own.text.split()
        word = words[0].lower().rstrip(SIGNS)
        if word in ALONE:
            stands_alone = len(words) == 1 and not (word in SERIOUS and _is_said_to_others(own))
            return self._alone(word) if stands_alone else None
        if move := self._move(text):
            return move
        if _is_meant_below(text) or _reads_in_full(text):
            return text
        return self._verb(word, words[1:])

    def read_strictly(self, own: _Own) -> str | None:
        """The same for a line below others: a move or a harmless word, and nothing besides."""
        words = own.text.split()
        if len(words) > 1 and not self._reads(own.text):
            return None
        return None if words[0].lower().rstrip(SIGNS) in SERIOUS else self.read(own)

    def refusal(self, first: str) -> Refusal:
        """Why a reply that begins with this line isn't understood, and what may be said."""
        match, moves = self._board.match, ""
        if self._board.mover == self._player:
            moves = f"\n{legal_moves(match.legal, MOST_MOVES)}"
        return Unreadable(f"{self._why(first)}\n{HOW}{moves}")

    def _why(self, first: str) -> str:
        if not 0 < len(first.split()) <= LONGEST_QUOTED or self._board.match.outcome:
            return "No command was found in your reply."
        try:
            self._board.match.canonical(first)
        except Refusal as refusal:
            return refusal.text
        return "Your line says more than one thing."

    def _alone(self, word: str) -> str:
        game = self._board.game.name
        if word in ("help", "rules"):
            return f"{game} help" if word == "rules" else "help reply"
        if word in ("resign", "confirm"):
            return self._seated(word)
        return self._seated("move", word)

    def _verb(self, word: str, rest: Sequence[str]) -> str | None:
        kinds = registry.about_games().get(word, [])
        if any(issubclass(kind, SeatCommand) for kind in kinds):
            return self._seated(word, *rest)
        return self._looking(word, rest) if any(map(_looks_at_board, kinds)) else None

    def _seated(self, *words: str) -> str:
        verb, rest = words[0], words[1:]
        place = (self._board.game.name, verb, str(self._board.number), self._player.userid, "-")
        return " ".join([*place, *rest])

    def _looking(self, verb: str, rest: Sequence[str]) -> str:
        """The verb with the board, and with the ply if one is given right after it."""
        ply = rest[0] if rest and rest[0].startswith("#") else ""
        after = rest[1:] if ply else rest
        return " ".join([self._board.game.name, verb, f"{self._board.number}{ply}", *after])

    def _move(self, text: str) -> str | None:
        """A line that begins with a move, and names no other."""
        match = self._board.match
        if match.outcome:
            return None
        text = text.rstrip(SIGNS)
        move, _, comment = match.split(text)
        alone = self._reads(text.partition("#")[0])
        plain_word = not any(letter.isdigit() for letter in move)
        if not match.reads(move) or (plain_word and not alone):
            return None
        if not alone and any(self._reads(word) for word in comment.split()):
            return None
        return self._seated("move", text)

    def _reads(self, text: str) -> bool:
        match: Match = self._board.match
        return not match.outcome and match.reads(text.rstrip(SIGNS))


def _is_said_to_others(own: _Own) -> bool:
    """Whether a word is a part of what is said, or asked: "Hi Bob, resign!", "Resign?"."""
    return own.greets or "?" in own.text


def _looks_at_board(kind: type[Command]) -> bool:
    """Whether the verb's first word is a board, which a reply leaves out."""
    return bool({"place", "places", "board"} & set(kind.__dataclass_fields__))

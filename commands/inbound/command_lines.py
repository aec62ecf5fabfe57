"""Finds the commands in a letter."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from commands.inbound.greetings import after_greeting
from commands.language import registry
from commands.language.command import Command
from commands.language.parser import is_command, is_near_command, readings, resembles_command
from commands.language.tokenizer import tokenize
from commands.security import passwords
from mail.reading.letter import Letter
from mail.reading.text import plain_signs
from pbm.errors import UserError

END_WORDS = ("stop", "quit", "--", "thanks")
"""A line with one of these words alone ends the commands."""
MAX_UNKNOWN_LINES = 5
"""After more than this many lines that aren't commands, the rest isn't read."""
MAX_LINES = 50
PROSE_WORDS = ("all", "list", "help", "forgot", "multiple")
"""Commands without a password with which a sentence may begin too: "All the best"."""
PROSE_VERBS = ("add", "delete")
"""Commands with a password with which a sentence may begin too: "Add a Makefile"."""
PUNCTUATION = ".!?,;:"
MULTIPLE = "multiple"
"""The subject of a mail in which every line is a command."""


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A command as written, and the comment that goes with it."""

    text: str
    comment: str = ""
    in_body: bool = False
    """True for a line of the body, where a mail program may have broken a longer line."""
    read: Callable[[], Iterable[Command]] | None = None
    """Parses a line about the board of the mail replied to, which its text doesn't name."""


@dataclass(frozen=True, slots=True)
class FoundCommands:
    """The commands of a letter."""

    lines: tuple[CommandLine, ...]
    cut: bool = False
    """True if the letter had more lines than are read."""


def find_commands(letter: Letter) -> FoundCommands:
    """Returns the subject if it is a command, with the body as its comment; else those in the body.

    None if nothing looks like a command.

    The subject of a reply is never read: the writer of the first mail wrote it.
    """
    subject = "" if letter.is_reply else plain_signs(letter.subject)
    first = _words(subject)[:1]
    if [word.lower() for word in first] == [MULTIPLE]:
        return _every_line(_body(letter))
    if is_command(_words(subject)):
        return FoundCommands((CommandLine(subject, _own_text(letter)),))
    body = _body(letter)
    if any(looks_like_command(line) for line in body):
        return commands_and_comments(body)
    return FoundCommands((CommandLine(subject),) if _may_be_command(subject) else ())


def _every_line(body: list[str]) -> FoundCommands:
    """Returns every line as a command."""
    lines: list[CommandLine] = []
    unknown = 0
    for line in filter(_has_content, body):
        unknown += not is_command(_words(line))
        if unknown > MAX_UNKNOWN_LINES or len(lines) >= MAX_LINES:
            return FoundCommands(tuple(lines), cut=True)
        lines.append(CommandLine(plain_signs(line).strip(), in_body=True))
    return FoundCommands(tuple(lines))


def looks_like_command(line: str) -> bool:
    """Returns True if a line is meant as a command, even a misspelt one.

    Other lines become comments, which others read; a misspelt command may contain a password.
    """
    words = _words(line)
    if not _has_content(line) or not words or _is_sentence(words):
        return False
    return is_command(words) or resembles_command(words)


def _is_sentence(words: Sequence[str]) -> bool:
    """Returns True for a sentence that begins with a command's word.

    Sentences have other words behind it than the command's arguments, and no password.
    """
    first = words[0].lower()
    if may_hold_password(words[1:]):
        return False
    return first in PROSE_VERBS or (first in PROSE_WORDS and not _reads(words))


def _reads(words: Sequence[str]) -> bool:
    try:
        return bool(list(readings(words, proven=False)))
    except UserError:
        return False


def may_hold_password(words: Sequence[str]) -> bool:
    """Returns True if a word could be a password, even in a line that doesn't read."""
    return any(
        len(word) >= passwords.MIN_LENGTH
        and "@" not in word
        and not word.rstrip(PUNCTUATION).replace("'", "").isalpha()
        for word in words
    )


def _may_be_command(subject: str) -> bool:
    """Returns True for a subject of which an error can say how it was meant.

    That is a command without its game, or a single word like one: others say something else.
    """
    words = _words(subject)
    if looks_like_command(subject) or after_greeting(subject) is not None:
        return looks_like_command(subject)
    lone = len(words) == 1 and is_near_command(words[0])
    return lone or (bool(words) and words[0].lower() in registry.game_verbs())


def commands_and_comments(
    body: list[str], is_start: Callable[[str], bool] = looks_like_command
) -> FoundCommands:
    """Returns the commands among other lines; these are comments on the commands before them."""
    starts = [number for number, line in enumerate(body) if is_start(line)]
    ends = [*starts, len(body)][1:]
    lines = [
        CommandLine(
            plain_signs(body[start]).strip(), "\n".join(body[start + 1 : end]).strip(), in_body=True
        )
        for start, end in zip(starts, ends, strict=True)
    ]
    return FoundCommands(tuple(lines[:MAX_LINES]), cut=len(lines) > MAX_LINES)


def _has_content(line: str) -> bool:
    plain = plain_signs(line)
    return bool(plain.strip()) and not plain.startswith("#")


def _body(letter: Letter) -> list[str]:
    """Returns the writer's own lines, up to a word that ends the commands."""
    lines: list[str] = []
    for line in _own_text(letter).split("\n"):
        if plain_signs(line).strip().lower().rstrip("!.,") in END_WORDS:
            break
        lines.append(line)
    return lines


def _own_text(letter: Letter) -> str:
    """Returns the text without quotations."""
    return "\n\n".join(letter.blocks)


def _words(line: str) -> list[str]:
    try:
        return tokenize(line)
    except UserError:
        return []

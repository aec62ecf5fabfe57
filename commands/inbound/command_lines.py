"""Finding the commands in a letter."""

from dataclasses import dataclass

from commands.language.parser import is_command, resembles_command
from commands.language.tokenizer import split
from mail.reading.letter import Letter
from mail.reading.text import plain_signs
from pbm.errors import Refusal

ENDS = ("stop", "quit", "--", "thanks")
"""A line with one of these words alone ends the commands."""
MOST_UNKNOWN = 5
"""After so many lines that are no commands the rest isn't read."""
MOST_LINES = 50


@dataclass(frozen=True, slots=True)
class Line:
    """A command as written, and the comment that goes with it."""

    text: str
    comment: str = ""
    in_body: bool = False
    """Whether it stood in the body, where a mailer may have broken a longer line."""


@dataclass(frozen=True, slots=True)
class Found:
    """The commands of a letter."""

    lines: tuple[Line, ...]
    cut: bool = False
    """Whether there was more than is read."""


def find_lines(letter: Letter) -> Found:
    """The subject if it is a command, with the body as its comment; else commands in the body.

    The subject of a reply is never read: it is the other side's.
    """
    subject = "" if letter.is_reply else plain_signs(letter.subject)
    first = _words(subject)[:1]
    if [word.lower() for word in first] == ["multiple"]:
        return _each(_body(letter))
    if is_command(_words(subject)):
        return Found((Line(subject, _own(letter)),))
    body = _body(letter)
    if any(is_meant(line) for line in body):
        return mixed(body)
    return Found((Line(subject),)) if subject else _each(body)


def _each(body: list[str]) -> Found:
    """Every line is a command."""
    lines: list[Line] = []
    unknown = 0
    for line in filter(_says_something, body):
        unknown += not is_command(_words(line))
        if unknown > MOST_UNKNOWN or len(lines) >= MOST_LINES:
            return Found(tuple(lines), cut=True)
        lines.append(Line(plain_signs(line).strip(), in_body=True))
    return Found(tuple(lines))


def mixed(body: list[str]) -> Found:
    """Commands among other lines, which are the comments of the commands before them."""
    starts = [number for number, line in enumerate(body) if is_meant(line)]
    ends = [*starts[1:], len(body)]
    lines = [
        Line(
            plain_signs(body[start]).strip(), "\n".join(body[start + 1 : end]).strip(), in_body=True
        )
        for start, end in zip(starts, ends, strict=True)
    ]
    return Found(tuple(lines[:MOST_LINES]), cut=len(lines) > MOST_LINES)


def is_meant(line: str) -> bool:
    """Whether a line is meant as a command, misspelt ones included.

    What is no command becomes a comment, which others read; a misspelt line may hold a password.
    """
    words = _words(line)
    if not _says_something(line) or not words:
        return False
    return is_command(words) or resembles_command(words)


def _says_something(line: str) -> bool:
    plain = plain_signs(line)
    return bool(plain.strip()) and not plain.startswith("#")


def _body(letter: Letter) -> list[str]:
    """The lines that may be commands or comments: the writer's own, nothing after the end."""
    lines: list[str] = []
    for line in _own(letter).split("\n"):
        if plain_signs(line).strip().lower().rstrip("!.,") in ENDS:
            break
        lines.append(line)
    return lines


def _own(letter: Letter) -> str:
    """What the writer wrote, as a comment."""
    return "\n\n".join(letter.blocks)


def _words(line: str) -> list[str]:
    try:
        return split(line)
    except Refusal:
        return []

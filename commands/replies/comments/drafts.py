"""Removes the phrases of writing assistants from a draft that a player sent as a comment."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

from commands.replies.command_lines import CommandLine
from commands.replies.moves.notation.written_moves import mentioned_moves
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.vocabulary import draft_phrases
from mail.reading.characters import plain_signs
from pbm.board.board import Board

MAX_SALUTATION_LINES = 3
"""Maximum number of lines that may contain a salutation. A draft can begin with its subject."""
_SENTENCE = re.compile(r"(?<=[.!?:\u3002])\s+")
_WORD = re.compile(r"\w+")
_SIGNS = " \t*_#>\"'-"
"""Punctuation around the lines of a draft."""


def without_draft(
    board: Board, command: CommandLine, comment: str, written: Sequence[str]
) -> tuple[CommandLine, str]:
    """Returns the command of a move and its comment without the phrases of a writing assistant.

    The other text of a letter to the server becomes `withheld`.
    """
    is_move = command.text.split()[1:2] in (["move"], ["submit"])
    if not (is_move and (comment or command.comment)):
        return command, comment
    is_for_server = _is_letter_to_server(written)
    if not (is_for_server or _has_phrase("\n".join(written))):
        return command, comment

    def names_move(sentence: str) -> bool:
        plain = plain_signs(sentence)
        return bool(mentioned_moves(board.match, plain) or heard_moves(board.match, plain))

    own, below = (_without_phrases(each, names_move) for each in (command.comment, comment))
    if is_for_server:
        withheld = "\n".join(filter(None, (command.withheld, own, below)))
        return replace(command, comment="", withheld=withheld), ""
    return replace(command, comment=own), below


def _has_phrase(text: str) -> bool:
    """Whether a sentence of the text is by a writing assistant: "Here's a draft:"."""
    plain = plain_signs(text).lower()
    if _rare_words().isdisjoint(_WORD.findall(plain)):
        return False
    return any(phrase in plain for phrase in _phrases(draft_phrases.ASSISTANTS))


def _is_letter_to_server(lines: Iterable[str]) -> bool:
    """Whether a letter has a salutation such as "Dear server," or "Sehr geehrte Damen und Herren".

    Then none of its text is for the opponents.
    """
    first = islice(filter(str.strip, lines), MAX_SALUTATION_LINES)
    return any(_salutation().match(_plain(line)) for line in first)


def _without_phrases(text: str, is_move: Callable[[str], bool]) -> str:
    """Returns the sentences of a draft that may be for the opponents.

    `is_move`: whether a sentence names a move. In a draft, such a sentence is no comment.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        if _is_closing(line):
            break
        sentences = filter(str.strip, _SENTENCE.split(line.strip()))
        lines.append(" ".join(each for each in sentences if _is_said(each, is_move)))
    return "\n".join(lines).strip()


def _is_said(sentence: str, is_move: Callable[[str], bool]) -> bool:
    plain = _plain(sentence)
    is_courtesy = plain.startswith(_phrases(draft_phrases.COURTESIES))
    is_empty = not any(map(str.isalnum, plain)) or _is_closing(sentence)
    return not (is_courtesy or is_empty or _has_phrase(sentence) or is_move(sentence))


def _is_closing(text: str) -> bool:
    return _plain(text).rstrip(",.!") in _phrases(draft_phrases.CLOSINGS)


def _plain(text: str) -> str:
    return plain_signs(text).lower().strip(_SIGNS)


@cache
def _salutation() -> re.Pattern[str]:
    phrases = map(re.escape, _phrases(draft_phrases.TO_SERVER))
    return re.compile(rf"(?:{'|'.join(phrases)})(?!\w)")


@cache
def _rare_words() -> frozenset[str]:
    """Returns the longest word of each phrase. A text without any of them is read no further."""
    phrases = _phrases(draft_phrases.ASSISTANTS)
    return frozenset(max(_WORD.findall(phrase), key=len) for phrase in phrases)


@cache
def _phrases(table: str) -> tuple[str, ...]:
    return tuple(each.strip() for line in table.strip().split("\n") for each in line.split(";"))

"""Field types that several commands share."""

import re
from typing import Annotated, get_args

from commands.language.slots import Many, One, Optional, PasswordSlot
from commands.system.secrets.secret import Secret
from pbm import stored_values
from pbm.board.board import BoardReference
from pbm.errors import UsageError
from pbm.wording import shown

SELECTORS = get_args(stored_values.Selector)
Userid = Annotated[str, One("USERID")]
Password = Annotated[Secret, PasswordSlot()]
NewPassword = Annotated[Secret, One("PASSWORD", Secret)]


def read_board_number(word: str) -> int:
    """Returns the number of a board.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise UsageError("Give a board number, such as 101.")
    return int(word)


def read_board_reference(word: str) -> BoardReference:
    """Returns a reference to a board, or to a board at an earlier ply. Raises UsageError."""
    match = re.fullmatch(r"([0-9]{1,9})(?:#([0-9]{1,6}))?", word)
    if not match:
        raise UsageError(
            f'"{shown(word)}" isn\'t a board. Write a board number, such as 101. For the position '
            "after move 3, write 101#3."
        )
    return BoardReference(int(match[1]), int(match[2]) if match[2] else None)


def _board_reference_or_new(word: str) -> BoardReference | None:
    return None if word.lower() == "new" else read_board_reference(word)


def is_board_reference_or_new(word: str) -> bool:
    """Whether a word can only be a board or `new`. No move is a bare number."""
    return word == "new" or re.fullmatch(r"[0-9]+(#[0-9]+)?", word) is not None


def referred_position(value: str | BoardReference) -> BoardReference | None:
    """Returns the board that a PositionReference names, or None for `new`. Raises UsageError."""
    if isinstance(value, BoardReference):
        return value
    return None if value == "new" else read_board_reference(value)


def _userid(word: str) -> str:
    if not word[:1].isalpha():
        raise UsageError(f'"{shown(word)}" isn\'t a userid. Userids begin with a letter.')
    return word


def _is_selector(word: str) -> bool:
    return word in SELECTORS


BoardNumber = Annotated[int, One("BOARD", read_board_number)]

BoardReferences = Annotated[
    tuple[BoardReference, ...], Many("BOARD[#NUMBER]+", 1, read_board_reference)
]

BoardReferenceOrNew = Annotated[
    BoardReference | None, One("BOARD[#NUMBER]|new", _board_reference_or_new)
]

PositionReference = Annotated[
    str | BoardReference, Optional("[BOARD[#NUMBER]|new]", is_board_reference_or_new, "new")
]
"""A word to be read by `referred_position`, or a board. In a reply it is the board of the reply."""


def selector_slot(*words: str) -> Optional:
    """Returns a slot that accepts one of these words. The first word is the default."""
    return Optional(f"[{'|'.join(words)}]", words.__contains__, words[0])


Selector = Annotated[
    stored_values.Selector, Optional("[all|active|inactive|next]", _is_selector, "active")
]

SomeUserids = Annotated[tuple[str, ...], Many("USERID*", read=_userid, stop=_is_selector)]

Userids = Annotated[tuple[str, ...], Many("USERID+", 1, _userid, _is_selector)]

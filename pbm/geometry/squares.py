"""Algebraic names of squares: files a to z, then aa, ab and so on, and ranks from 1."""

import re

PAIR = re.compile(r"\((-?[0-9]{1,4}), *(-?[0-9]{1,4})\)|(-?[0-9]{1,4})(?:, *| +)(-?[0-9]{1,4})")
SQUARE = re.compile(r"([a-z]{1,3})([1-9][0-9]{0,3})")


def file_name(column: int) -> str:
    """Returns the letters of a file. `column`: counted from 0."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def file_number(letters: str) -> int:
    """Returns the number, counted from 0, of the file with these lower-case letters."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def square_name(column: int, row: int) -> str:
    """Returns the name of a square, such as `a1` for column 0 and row 0."""
    return f"{file_name(column)}{row + 1}"


def read_square(text: str) -> tuple[int, int] | None:
    """Returns column and row, counted from 0, of a name such as `c3`.

    Returns None for other text.
    """
    match = SQUARE.fullmatch(text)
    return (file_number(match[1]), int(match[2]) - 1) if match else None


def read_pair(text: str) -> tuple[int, int] | None:
    """Returns the numbers in `(5,6)`, `(5, 6)`, `5,6` or `5 6`. Returns None for other text."""
    match = PAIR.fullmatch(text)
    if not match:
        return None
    first, second = match[1] or match[3], match[2] or match[4]
    return int(first), int(second)

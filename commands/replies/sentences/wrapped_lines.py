"""Joins lines that a mail program broke, because a request may continue on the next line."""

MIN_WRAPPED = 50
"""Minimum number of characters in a line that a mail program may have broken."""
WIDTH = 65
"""Minimum number of columns at which mail programs wrap lines."""


def unwrapped(text: str) -> str:
    """Returns the text, with each line break of a mail program replaced by a space.

    A program breaks a line if the next word no longer fits on it.
    """
    lines: list[str] = []
    last = ""
    for line in text.split("\n"):
        if lines and _continues(last, line):
            lines[-1] = f"{lines[-1].rstrip()} {line}"
        else:
            lines.append(line)
        last = line
    return "\n".join(lines)


def _continues(line: str, following: str) -> bool:
    word = following.split(maxsplit=1)[:1]
    is_text = bool(word) and not following[0].isspace() and word[0][0].isalnum()
    is_long = len(line.rstrip()) >= MIN_WRAPPED and any(map(str.isalpha, line))
    return is_text and is_long and len(line.rstrip()) + 1 + len(word[0]) > WIDTH

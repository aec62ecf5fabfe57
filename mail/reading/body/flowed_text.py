"""Join the lines of format=flowed text (RFC 3676)."""

from itertools import groupby

FLOWED_SIGNATURE = "-- "


def unflowed(text: str, *, delete_space: bool) -> str:
    """Returns the text with each paragraph on one line, including quoted paragraphs."""
    lines = [_split_depth(line) for line in text.split("\n")]
    return "\n".join(
        line
        for depth, group in groupby(lines, key=lambda line: line[0])
        for line in _joined(depth, [words for _, words in group], delete_space=delete_space)
    )


def _split_depth(line: str) -> tuple[int, str]:
    """Returns the depth of quotation, and the line without quotation marks and stuffed space."""
    words = line.lstrip(">")
    depth = len(line) - len(words)
    stuffed = words.startswith(" ") and not words.startswith(" >")
    return depth, words[1:] if stuffed else words


def _joined(depth: int, lines: list[str], *, delete_space: bool) -> list[str]:
    """Returns the paragraphs among lines that have the same depth of quotation."""
    marks = ">" * depth + " " if depth else ""
    paragraphs: list[list[str]] = []
    continues = False
    for words in lines:
        if not continues or words == FLOWED_SIGNATURE:
            paragraphs.append([])
        continues = words.endswith(" ") and words != FLOWED_SIGNATURE
        paragraphs[-1].append(words[:-1] if continues and delete_space else words)
    return [marks + "".join(paragraph) for paragraph in paragraphs]

"""The rules of a game as paragraphs of a page."""

import re
from collections.abc import Sequence

from markupsafe import Markup, escape

NEW_LINE = re.compile(r"\n(?=-[a-z]+\b[^\n]*:|Moves:|Boards:)")
"""The line breaks within a paragraph that stay: before an option, or a kind of notation."""
OPTION = re.compile(r"(?<![\w-])-[a-z][\w=]*")


def paragraphs(rules: str) -> Sequence[Sequence[Markup]]:
    """Returns the paragraphs of the rules, each as lines of any length."""
    found = rules.strip().split("\n\n")
    return [[_line(line) for line in NEW_LINE.split(each)] for each in found]


def _line(text: str) -> Markup:
    """Returns a line whose options aren't broken after their dash."""
    filled = str(escape(" ".join(text.split())))
    return Markup(OPTION.sub(r'<span class="option">\g<0></span>', filled))  # noqa: S704 - escaped

"""Writes manual pages: the macros of man(7), with all text escaped."""  # noqa: INP001 - see man_page

import re
from collections.abc import Iterable

ESCAPES = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", '"': r"\(dq"}
)
"""Signs that are commands, or that would be printed as others: a hyphen for a minus."""
CODE = re.compile("`([^`]+)`")
ITEM = "- "


def heading(name: str, section: int, date: str, source: str, title: str) -> list[str]:
    """Returns the lines with which a page begins."""
    return [f'.TH {name} {section} {date} "{source}" "{title}"', ".ad l"]


def section(name: str) -> list[str]:
    """Returns the heading of a section."""
    return [f".SH {text(name)}"]


def subsection(name: str) -> list[str]:
    """Returns the heading of a part of a section."""
    return [f".SS {text(name)}"]


def paragraphs(prose: str) -> list[str]:
    """Returns paragraphs and lists of text. Other parts with indented lines aren't filled."""
    lines: list[str] = []
    for part in re.split(r"\n\n+", prose.replace("\b", "").strip("\n")):
        if part.startswith(ITEM):
            lines += listed(part)
            continue
        lines += [".PP"] if lines else []
        lines += shown(part) if re.search("^ ", part, re.MULTILINE) else [flowing(part)]
    return lines


def listed(part: str) -> list[str]:
    """Returns a list whose items begin with a dash."""
    items = part.removeprefix(ITEM).split(f"\n{ITEM}")
    return [words for item in items for words in (r".IP \(bu 2", flowing(item))]


def shown(part: str) -> list[str]:
    """Returns lines that aren't filled."""
    return [".EX", *map(line, part.splitlines()), ".EE"]


def tagged(tag: str, *body: str) -> list[str]:
    """Returns an indented paragraph after its tag, in bold."""
    return [".TP", rf"\fB{text(tag)}\fR", *body]


def indented(lines: Iterable[str]) -> list[str]:
    """Returns lines further indented."""
    return [".RS", *lines, ".RE"]


def flowing(prose: str) -> str:
    """Returns text on one line, with code such as `this` in bold."""
    parts = CODE.split(" ".join(prose.split()))
    return _guarded("".join(rf"\fB{text(p)}\fR" if i % 2 else text(p) for i, p in enumerate(parts)))


def line(words: str) -> str:
    """Returns a line that isn't filled."""
    return _guarded(text(words))


def text(words: str) -> str:
    """Returns words in which nothing is a command."""
    return words.translate(ESCAPES)


def _guarded(words: str) -> str:
    """Returns a line that doesn't begin with a macro."""
    return rf"\&{words}" if words.startswith(".") else words

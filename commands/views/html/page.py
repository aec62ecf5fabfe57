"""The frame of an HTML part, and the templates that fill it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

from commands.views.template_environment import template_environment

TEMPLATES = Path(__file__).parent.parent / "templates"
BREAKS = re.compile(
    r"(?<!\S)(?P<whole>\d{4}-\d\d-\d\d(?: \d\d:\d\d)?"
    r"|(?:\[?--?[A-Za-z0-9]|[a-z]{1,2}\d+-[a-z])[^\s&]{0,30}(?!\S))|[^\s<>]{17,}"
)
"""Dates, options and moves, as clients break lines after a dash; and long words, as userids."""
WHOLE = '<span style="white-space:nowrap">{}</span>'
BREAKABLE = '<span style="overflow-wrap:anywhere">{}</span>'
"""For long words: so no cell of a table is wider than a phone."""
WIDE_SIZE = re.compile(r'class="board q(\d+)"')
"""The size of squares on wide screens, if it isn't that on phones."""
SQUARE_COLOUR = re.compile(r'class="s k([0-9a-f]{6})"')
"""The colour of a square is its edge's, too: in dark mode Thunderbird takes light grounds away."""
LINE_END = Markup("<br\n>")
"""A line break with the source line's end inside the tag, so that it doesn't count as a space."""


def page(title: str, body: str) -> str:
    """Returns a complete page in ASCII, which needs no transfer encoding."""
    sizes = sorted(set(map(int, WIDE_SIZE.findall(body))))
    values = {"title": title, "wide_sizes": sizes, "body": Markup(body)}  # noqa: S704 - ours
    text = render("page", **values, square_colours=sorted(set(SQUARE_COLOUR.findall(body))))
    return text.encode("ascii", "xmlcharrefreplace").decode()


def render(template: str, **values: Any) -> Markup:
    """Returns the filled template of this name; every value that isn't markup is escaped."""
    return Markup(_template(template).render(values))  # noqa: S704


def macro(name: str, **values: Any) -> Markup:
    """Returns the filled macro of this name, in the template of the same name."""
    made: Markup = getattr(_template(name).module, name)(**values)
    return made


@cache
def _template(name: str) -> Template:
    return _environment().get_template(f"{name}.html")


@cache
def _environment() -> Environment:
    environment = template_environment(TEMPLATES)
    environment.filters["lines"] = _lines
    return environment


def _lines(text: str) -> Markup:
    """Returns text with its line breaks as tags, as Outlook doesn't support `white-space`."""
    return LINE_END.join(map(_line, text.split("\n")))


def _line(line: str) -> Markup:
    return Markup(BREAKS.sub(_broken, str(escape(line))))  # noqa: S704 - it is escaped


def _broken(found: re.Match[str]) -> str:
    return (WHOLE if found["whole"] else BREAKABLE).format(found[0])

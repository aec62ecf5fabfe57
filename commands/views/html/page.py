"""The frame of an HTML part, and the templates that fill it."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

TEMPLATES = Path(__file__).parent.parent / "templates"
OPTION = re.compile(r"(?<!\S)--?[a-z0-9][^\s&]{0,30}(?!\S)")
WHOLE = r'<span style="white-space:nowrap">\g<0></span>'
"""Else it would be broken behind its dash."""
LINE_END = Markup("<br\n>")
"""With the end of the source line inside the tag, so that it doesn't count as a space."""


def page(title: str, body: str) -> str:
    """A whole page in ASCII, which needs no encoding on its way."""
    made = render("page", title=title, body=Markup(body))  # noqa: S704 - our own templates made it
    return made.encode("ascii", "xmlcharrefreplace").decode()


def render(template: str, **values: Any) -> Markup:
    """A template of this name, filled; every value that isn't markup is escaped."""
    return Markup(_environment().get_template(f"{template}.html").render(values))  # noqa: S704


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["lines"] = _lines
    return made


def _lines(text: str) -> Markup:
    """Text with its line ends, also where `white-space` isn't understood (Outlook)."""
    return LINE_END.join(map(_line, text.split("\n")))


def _line(line: str) -> Markup:
    return Markup(OPTION.sub(WHOLE, str(escape(line))))  # noqa: S704 - it is escaped

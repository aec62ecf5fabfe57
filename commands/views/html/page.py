"""Fills the templates of HTML emails and makes complete pages of them."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

from commands.views.template_environment import template_environment
from pbm.wording import DATE_PATTERN

TEMPLATES = Path(__file__).parent.parent / "templates"
BREAKS = re.compile(
    rf"(?<!\S)(?P<whole>\d{{4}}-\d\d-\d\d|{DATE_PATTERN}"
    r"|(?:\[?--?[A-Za-z0-9]|[a-z]{1,2}\d+-[a-z])[^\s&]{0,30}(?!\S))|[^\s<>]{17,}"
)
"""Matches dates, options and moves, so that clients don't break them after a dash. Also matches
long words such as userids. Clients may break those anywhere.
"""
WHOLE = '<span style="white-space:nowrap">{}</span>'
BREAKABLE = '<span style="overflow-wrap:anywhere">{}</span>'
"""Encloses a long word, so that no table cell becomes wider than a phone."""
CLASS = re.compile(r'class="[^"]*"')
"""Finds the classes of elements. The following patterns search only these, because a page is long.
"""
WIDE_SIZE = re.compile(r'class="board q(\d+)"')
"""Finds the size of squares on wide screens, if it differs from the size on phones."""
FIGURE = 'class="p f"'
BRICKS = 'class="h"'
"""Parts of boards with chess figures, and boards of hexagons."""
SQUARE_COLOUR = re.compile(r'class="s k([0-9a-f]{6})"')
"""Finds the colors of squares. Each color is used for the square's border as well, because
Thunderbird removes light backgrounds in dark mode.
"""
STONE = re.compile(r'class="p (d(\d+)-([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6}))"')
"""Finds the stones of boards with many: the class of their style, and in it their size and colors.
"""
QUIET_LINK = re.compile(r'class="e(\d+)"')
"""Finds the links on empty squares that aren't highlighted, and the size of their squares."""
LINE_END = "<br\n>"
"""A line break that contains the line end of the source, so that clients don't render it as a
space.
"""


def page(title: str, body: str) -> str:
    """Returns a complete page in ASCII, so that the email needs no transfer encoding."""
    classes = "".join(set(CLASS.findall(body)))
    sizes = sorted(map(int, WIDE_SIZE.findall(classes)))
    values = {
        "title": title,
        "wide_sizes": sizes,
        "has_figures": FIGURE in classes,
        "has_bricks": BRICKS in classes,
        "stones": sorted(STONE.findall(classes)),
        "link_sizes": sorted(QUIET_LINK.findall(classes)),
        "body": Markup(body),  # noqa: S704 - ours
    }
    text = render("page", **values, square_colours=sorted(SQUARE_COLOUR.findall(classes)))
    return text.encode("ascii", "xmlcharrefreplace").decode()


def render(template: str, **values: Any) -> Markup:
    """Fills the template with this name. Values that aren't markup are escaped."""
    return Markup(_template(template).render(values))  # noqa: S704


def macro(name: str, **values: Any) -> Markup:
    """Calls the macro with this name from the template of the same name."""
    html: Markup = getattr(_template(name).module, name)(**values)
    return html


def compile_templates() -> None:
    for file in TEMPLATES.glob("*.html"):
        _template(file.stem)


@cache
def _template(name: str) -> Template:
    return _environment().get_template(f"{name}.html")


@cache
def _environment() -> Environment:
    environment = template_environment(TEMPLATES)
    # The templates need none of Jinja's functions, and each rendering would copy them.
    environment.globals.clear()
    environment.filters["lines"] = _lines
    return environment


def _lines(text: str) -> Markup:
    # Outlook doesn't support `white-space`, so line breaks must be tags.
    lines = str(escape(text)).split("\n")
    return Markup(LINE_END.join(BREAKS.sub(_broken, line) for line in lines))  # noqa: S704 - escaped


def _broken(match: re.Match[str]) -> str:
    return (WHOLE if match["whole"] else BREAKABLE).format(match[0])

"""The files that are the same on each site: the style sheet, the script, the icon."""

from collections.abc import Iterator
from pathlib import Path

from commands.site.icon import site_icon
from commands.site.page import Page
from commands.site.paths import ICON, SCRIPT, STYLE
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.views.svg.stylesheet import stylesheet

KIND = Kind.STATIC
STATIC = Path(__file__).parents[1] / "static"


def pages(_source: Source, _subject: Subject) -> Iterator[Page]:
    """Yields the files; the style sheet begins with that of the boards."""
    yield Page(STYLE, f"{stylesheet()}\n{_read('site.css')}".encode())
    yield Page(SCRIPT, _read("site.js").encode())
    yield Page(ICON, site_icon().encode())


def _read(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")

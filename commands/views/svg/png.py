"""Draws a position as PNG, for programs that preview links and don't support SVG."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from commands.views.highlights import Highlights
from commands.views.svg.drawing import Drawing
from commands.views.svg.stylesheet import stylesheet
from pbm.diagram import Diagram

WIDTH, HEIGHT = 600, 315
"""Size in pixels: the smallest one that link previews show large, in their usual shape."""
MARGIN = 15
FONT = "DejaVu Sans"
"""Used for letters and digits where Arial and similar fonts are missing. Without any of them,
pictures have no text.
"""
MAX_CACHED = 100
"""Number of pictures that a process caches. Pages are often regenerated although no move was made.
"""
BACKGROUND = "#fbf9f5"
NAMESPACE = "http://www.w3.org/2000/svg"
_DARK = re.compile(r"@media [^{]*\{\s*:root \{[^}]*\}\s*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *([^)]*))?\)")


def png(diagram: Diagram, highlights: Highlights) -> bytes:
    """Returns the first drawing of a position as PNG, in the colors of light pages."""
    return _drawn(_standalone(diagram, highlights))


@lru_cache(MAX_CACHED)
def _drawn(svg: str) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - only a site with an address needs it

    return bytes(svg_to_bytes(svg_string=svg, sans_serif_family=FONT))


def _standalone(diagram: Diagram, highlights: Highlights) -> str:
    """Returns an SVG document that needs no style sheet or definitions."""
    drawing = Drawing((diagram,))
    shared = ET.fromstring(drawing.definitions())  # noqa: S314 - made here, as is the picture
    picture = drawing.picture(diagram, highlights, key="p", title="", description="")
    first_svg = ET.fromstring(picture)[0]  # noqa: S314
    shapes = {each.get("id", ""): each for each in shared.iter()}
    arrows = [_styled(each, {}, shapes) for each in shared.iter("marker")]
    place = {"x": MARGIN, "y": MARGIN, "width": WIDTH - 2 * MARGIN, "height": HEIGHT - 2 * MARGIN}
    board = _styled(first_svg, {}, shapes)
    board.attrib = {"viewBox": first_svg.get("viewBox", ""), **_texts(place)}
    size = {"width": WIDTH, "height": HEIGHT}
    whole = ET.Element("svg", {"xmlns": NAMESPACE, "font-family": "sans-serif", **_texts(size)})
    ET.SubElement(whole, "defs").extend(arrows)
    ET.SubElement(whole, "rect", {"fill": BACKGROUND, **_texts(size)})
    whole.append(board)
    return ET.tostring(whole, encoding="unicode")


def _texts(numbers: Mapping[str, int]) -> dict[str, str]:
    return {name: str(number) for name, number in numbers.items()}


def _styled(
    element: ET.Element, variables: Mapping[str, str], shapes: Mapping[str, ET.Element]
) -> ET.Element:
    """Copies an element with inline styles, and replaces references by their targets."""
    variables, style = dict(variables), list[str]()
    classes = set(element.get("class", "").split())
    for rule in _rules():
        if rule.classes <= classes:
            for name, value in rule.declarations:
                if name.startswith("--"):
                    variables[name] = value
                else:
                    style.append(f"{name}:{value}")
    copied = ET.Element(element.tag, {n: v for n, v in element.attrib.items() if n != "class"})
    if style:
        copied.set("style", _filled(";".join(style), variables))
    copied.text = element.text
    children = list(element)
    if element.tag == "use":
        copied.tag = "g"
        x, y = copied.attrib.pop("x", "0"), copied.attrib.pop("y", "0")
        copied.set("transform", f"translate({x} {y})")
        children = [shapes[copied.attrib.pop("href").removeprefix("#")]]
    for child in children:
        if child.tag not in ("title", "desc"):
            copied.append(_styled(child, variables, shapes))
    return copied


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """Replaces the variables in a text by their values."""
    values = {**_root(), **variables}
    while _VARIABLE.search(text):
        text = _VARIABLE.sub(lambda found: values.get(found[1], found[2] or "none"), text)
    return text


class _Rule(NamedTuple):
    """A rule of the style sheet."""

    classes: frozenset[str]
    """The rule applies to elements that have all of these classes."""
    declarations: tuple[tuple[str, str], ...]


@cache
def _rules() -> tuple[_Rule, ...]:
    """Returns the rules for classes, in the order of the style sheet."""
    return tuple(
        _Rule(frozenset(last.split(".")[1:]), declared)
        for selectors, declared in _parsed()
        for last in (selector.split()[-1] for selector in selectors.split(","))
        if last.startswith(".")
    )


@cache
def _root() -> dict[str, str]:
    """Returns the color variables of light pages."""
    return {n: v for selector, declared in _parsed() if selector == ":root" for n, v in declared}


def _parsed() -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for selector, body in _RULE.findall(_DARK.sub("", stylesheet())):
        pairs = (each.partition(":") for each in body.split(";") if ":" in each)
        yield selector.strip(), tuple((name.strip(), value.strip()) for name, _, value in pairs)

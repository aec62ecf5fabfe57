"""A position as a PNG file, for programs that preview links and show no SVG."""

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
"""The size in pixels: the least of large previews, and their shape."""
MARGIN = 15
FONT = "DejaVu Sans"
"""Writes letters and digits where there is no Arial, and nothing like it; without it none are."""
KEPT = 100
"""The pictures that a process keeps: pages are made again for other reasons than moves."""
BACKGROUND = "#fbf9f5"
NAMESPACE = "http://www.w3.org/2000/svg"
_DARK = re.compile(r"@media [^{]*\{\s*:root \{[^}]*\}\s*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:, *([^)]*))?\)")


def png(diagram: Diagram, highlights: Highlights) -> bytes:
    """Returns the picture of a position: its first drawing, in the colours of light pages."""
    return _drawn(_standalone(diagram, highlights))


@lru_cache(KEPT)
def _drawn(svg: str) -> bytes:
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - only a site with an address needs it

    return bytes(svg_to_bytes(svg_string=svg, sans_serif_family=FONT))


def _standalone(diagram: Diagram, highlights: Highlights) -> str:
    """Returns a drawing that needs no style sheet and refers to nothing on a page."""
    drawing = Drawing((diagram,))
    shared = ET.fromstring(drawing.definitions())  # noqa: S314 - made here, as is the picture
    picture = drawing.picture(diagram, highlights, key="p", title="", description="")
    shown = ET.fromstring(picture)[0]  # noqa: S314
    shapes = {each.get("id", ""): each for each in shared.iter()}
    arrows = [_styled(each, {}, shapes) for each in shared.iter("marker")]
    place = {"x": MARGIN, "y": MARGIN, "width": WIDTH - 2 * MARGIN, "height": HEIGHT - 2 * MARGIN}
    board = _styled(shown, {}, shapes)
    board.attrib = {"viewBox": shown.get("viewBox", ""), **_texts(place)}
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
    """Returns an element with its own style, and with what it uses in place of references."""
    variables, style = dict(variables), list[str]()
    classes = set(element.get("class", "").split())
    for rule in _rules():
        if rule.classes <= classes:
            for name, value in rule.declarations:
                if name.startswith("--"):
                    variables[name] = value
                else:
                    style.append(f"{name}:{value}")
    found = ET.Element(element.tag, {n: v for n, v in element.attrib.items() if n != "class"})
    if style:
        found.set("style", _filled(";".join(style), variables))
    found.text = element.text
    children = list(element)
    if element.tag == "use":
        found.tag = "g"
        x, y = found.attrib.pop("x", "0"), found.attrib.pop("y", "0")
        found.set("transform", f"translate({x} {y})")
        children = [shapes[found.attrib.pop("href").removeprefix("#")]]
    for child in children:
        if child.tag not in ("title", "desc"):
            found.append(_styled(child, variables, shapes))
    return found


def _filled(text: str, variables: Mapping[str, str]) -> str:
    """Returns a text with the values of its variables."""
    known = {**_root(), **variables}
    while _VARIABLE.search(text):
        text = _VARIABLE.sub(lambda found: known.get(found[1], found[2] or "none"), text)
    return text


class _Rule(NamedTuple):
    """A rule of the style sheet."""

    classes: frozenset[str]
    """The classes that an element has to which it applies."""
    declarations: tuple[tuple[str, str], ...]


@cache
def _rules() -> tuple[_Rule, ...]:
    """Returns the rules for elements by their classes, in their order."""
    return tuple(
        _Rule(frozenset(last.split(".")[1:]), declared)
        for selectors, declared in _parsed()
        for last in (selector.split()[-1] for selector in selectors.split(","))
        if last.startswith(".")
    )


@cache
def _root() -> dict[str, str]:
    """Returns the colours of light pages."""
    return {n: v for selector, declared in _parsed() if selector == ":root" for n, v in declared}


def _parsed() -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for selector, body in _RULE.findall(_DARK.sub("", stylesheet())):
        pairs = (each.partition(":") for each in body.split(";") if ":" in each)
        yield selector.strip(), tuple((name.strip(), value.strip()) for name, _, value in pairs)

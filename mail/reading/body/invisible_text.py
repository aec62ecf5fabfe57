"""Recognize text that is struck out, hidden, or shown in the color of its background."""

import re

from selectolax.lexbor import LexborNode

_HIDDEN = re.compile(
    r"""(?:^|;)(?: display:none | visibility:(?:hidden|collapse) | opacity:0*\.?0*%?(?:;|!|$)
    | font-size:0*\.?0*(?:px|pt|r?em|%)?(?:;|!|$) | text-decoration(?:-line)?:[^;]*line-through
    | max-height:0(?:px)?(?:;|!|$) )""",
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\n\r\f]+")
_COLOUR = re.compile(r"(?:^|;)color:([^;!]+)")
_GROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]+)")
_NAMED_COLOURS = {"white": "#ffffff", "black": "#000000"}
_RGB = re.compile(r"rgba?\((\d{1,3}),(\d{1,3}),(\d{1,3})(?:,1)?\)")
MAX_GROUND_DEPTH = 8
"""Maximum number of enclosing elements that are searched for the background of a text."""


def is_invisible(node: LexborNode) -> bool:
    """Whether the inline style strikes the text out, hides it, or blends it into the background."""
    style = _style(node)
    colour = _COLOUR.search(style)
    return bool(_HIDDEN.search(style)) or bool(colour and _full(colour[1]) == _ground(node))


def _style(node: LexborNode) -> str:
    return _SPACE.sub("", node.attributes.get("style") or "").lower()


def _ground(node: LexborNode) -> str:
    """Returns the nearest background color in an inline style, or an empty string."""
    within: LexborNode | None = node
    for _ in range(MAX_GROUND_DEPTH):
        if within is None:
            break
        if match := _GROUND.search(_style(within)):
            return _full(match[1])
        within = within.parent
    return ""


def _full(colour: str) -> str:
    """Returns a color as #rrggbb if it is written in one of the common notations.

    Otherwise returns it unchanged.
    """
    if rgb := _RGB.fullmatch(colour):
        return "#" + "".join(f"{int(part):02x}" for part in rgb.groups())
    if len(colour) == len("#rgb") and colour.startswith("#"):
        return "#" + "".join(2 * digit for digit in colour[1:])
    return _NAMED_COLOURS.get(colour, colour)

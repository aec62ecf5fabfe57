"""A rectangle of a drawing, in units of a tenth of a square."""

from dataclasses import dataclass

UNIT = 10
"""The side of a square."""
HALF = UNIT // 2
NARROWEST, WIDEST = 328, 480
"""The width of a board in pixels on the narrowest phones, and on wide screens."""
HIGHEST = 600
"""The height of a board in pixels."""
LARGEST = 120
"""The most pixels of a square."""
LABEL_PIXELS, WIDE_LABEL_PIXELS = 11, 13
"""The least height of labels in pixels, on the narrowest phones and on wide screens."""
HALF_WIDTH = 0.47
"""The part of a phone's width that is left to each of two drawings side by side."""
CAPTION_LINE = 1.6
"""The height of a caption's line as a multiple of its letters."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a drawing."""

    wide: float
    """The pixels of a unit on wide screens."""
    small: bool = False
    """True if two are side by side on the narrowest phones."""

    def part(self, share: float) -> "Scale":
        """Returns a smaller scale."""
        return Scale(self.wide * share, small=share <= 1 / 2)

    @property
    def room(self) -> float:
        """The pixels of its width on the narrowest phones."""
        return NARROWEST * (HALF_WIDTH if self.small else 1)

    @property
    def label_share(self) -> float:
        """The height of a label as a part of the width on the narrowest phones."""
        return LABEL_PIXELS / self.room

    def narrow(self, width: float) -> float:
        """Returns the pixels of a unit on the narrowest phones; `width`: the drawing's."""
        return min(self.wide, self.room / width)

    def font(self, width: float, more: float = 0) -> float:
        """Returns the height of labels in units; `width`: the drawing's.

        `more`: pixels more than a label's.
        """
        narrow = (LABEL_PIXELS + more) / self.narrow(width)
        return round(max(narrow, (WIDE_LABEL_PIXELS + more) / self.wide), 1)


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawing with its place in a system of coordinates whose first square begins at 0, 0."""

    left: float
    top: float
    width: float
    height: float
    content: str
    scale: Scale
    caption: str = ""

    def markup(self, attributes: str, texts: str = "") -> str:
        """Returns the element with these further attributes; `texts`: its title and description."""
        font = self.scale.font(self.width, 1) if self.caption else 0
        top, height = self.top - CAPTION_LINE * font, self.height + CAPTION_LINE * font
        box = " ".join(map(number, (self.left, top, self.width, height)))
        wide = self.scale.wide
        size = f'width="{self.width * wide:.0f}" height="{height * wide:.0f}"'
        small = ' class="small"' if self.scale.small else ""
        caption = self._caption(font) if self.caption else ""
        return (
            f'<svg{small} {attributes} viewBox="{box}" {size}>{texts}{caption}{self.content}</svg>'
        )

    def _caption(self, font: float) -> str:
        middle = number(self.left + self.width / 2)
        place = f'x="{middle}" y="{number(self.top - font / 2)}" font-size="{number(font)}"'
        return f'<text class="caption" {place}>{self.caption}</text>'


def usual_scale(columns: int, rows: int) -> Scale:
    """Returns the scale of a board by the number of its squares."""
    fitting = min(WIDEST / max(columns, 1), HIGHEST / max(rows, 1), LARGEST)
    return Scale(fitting / UNIT)


def number(value: float) -> str:
    """Returns a number as short as possible, rounded to hundredths."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

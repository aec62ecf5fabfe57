"""A rectangle of a drawing and its scale. The unit is a tenth of a square's side."""

from dataclasses import dataclass

UNIT = 10
"""Side of a square in units."""
HALF = UNIT // 2
NARROWEST, WIDEST = 328, 480
"""Width of a board in pixels on the narrowest phones, and on wide screens."""
HIGHEST = 600
"""Maximum height of a board in pixels."""
LARGEST = 120
"""Maximum size of a square in pixels."""
LABEL_PIXELS, WIDE_LABEL_PIXELS = 11, 13
"""Minimum height of labels in pixels, on the narrowest phones and on wide screens."""
HALF_WIDTH = 0.47
"""Share of a phone's width for each of two drawings side by side."""
CAPTION_LINE = 1.6
"""Height of a caption line, as a multiple of the letters' height."""


@dataclass(frozen=True, slots=True)
class Scale:
    wide: float
    """Pixels per unit on wide screens."""
    small: bool = False
    """Whether two drawings fit side by side on the narrowest phones."""

    def part(self, share: float) -> "Scale":
        """Returns a scale that is smaller by the factor `share`."""
        return Scale(self.wide * share, small=share <= 1 / 2)

    @property
    def room(self) -> float:
        """Available width in pixels on the narrowest phones."""
        return NARROWEST * (HALF_WIDTH if self.small else 1)

    @property
    def label_share(self) -> float:
        """Height of a label as a share of the available width on the narrowest phones."""
        return LABEL_PIXELS / self.room

    def narrow(self, width: float) -> float:
        """Returns the pixels per unit on the narrowest phones.

        `width`: the drawing's width in units.
        """
        return min(self.wide, self.room / width)

    def font(self, width: float, more: float = 0) -> float:
        """Returns the height of labels in units.

        `width`: the drawing's width in units.
        `more`: pixels to add to the height of a label.
        """
        narrow = (LABEL_PIXELS + more) / self.narrow(width)
        return round(max(narrow, (WIDE_LABEL_PIXELS + more) / self.wide), 1)


@dataclass(frozen=True, slots=True)
class Panel:
    """One SVG drawing. The first square of the board is at the coordinates 0, 0."""

    left: float
    top: float
    width: float
    height: float
    content: str
    scale: Scale
    caption: str = ""

    def markup(self, attributes: str, texts: str = "") -> str:
        """Returns the SVG element.

        `attributes`: further attributes of the element.
        `texts`: its title and description elements.
        """
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


def usual_scale(columns: float, rows: float) -> Scale:
    """Returns the scale of a board by its number of columns and rows."""
    fitting = min(WIDEST / max(columns, 1), HIGHEST / max(rows, 1), LARGEST)
    return Scale(fitting / UNIT)


def number(value: float) -> str:
    """Returns a number rounded to hundredths, as short as possible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

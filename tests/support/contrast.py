"""Colours as they are seen: their contrast, and what is left of them to the colour-blind."""

VISION = {
    "any": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "none for colours": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""Linear colours as they are seen (Machado, Oliveira and Fernandes 2009, full severity)."""


def contrast(one, other, vision="any"):
    """Returns the contrast of two colours, from 1 to 21 (WCAG 2)."""
    dark, light = sorted(_luminance(colour, VISION[vision]) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour, vision):
    linear = [_linear(value / 255) for value in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (
        min(max(sum(share * value for share, value in zip(row, linear, strict=True)), 0), 1)
        for row in vision
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

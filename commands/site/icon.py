"""The icon of the site: a black knight on a dark square, as on its boards."""

from commands.views.html.colours import BY_WORD, SQUARES
from commands.views.svg.shapes import DISC, SIGNS


def site_icon() -> str:
    """Returns the icon as an SVG file, which needs no style sheet."""
    black = BY_WORD["black"]
    rules = (
        f".board-disc {{ fill: {black.disc} }} "
        f".board-sign {{ fill: {black.sign}; stroke: {black.disc}; stroke-width: .3 }} "
        f".board-line {{ fill: none; stroke: {black.disc}; stroke-width: .3 }} "
        f".board-eye {{ fill: {black.disc} }}"
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        f'<style>{rules}</style><rect width="10" height="10" rx="2" fill="{SQUARES[1]}"/>'
        f"{DISC}{SIGNS['knight']}</svg>\n"
    )

"""Draws the pictures that other programs show next to a link to a board."""

from collections.abc import Iterator

from commands.server.site import paths
from commands.server.site.page_data import Page, Source
from commands.views.board_view import highlights_of
from commands.views.svg.png import png
from pbm.board.board import Board


def preview_pictures(source: Source, board: Board) -> Iterator[Page]:
    """Yields the preview picture for links to a board, if the board is among the newest.

    Previews need absolute URLs. If the site's address isn't configured, there is no preview.
    """
    if not source.site.url:
        return
    newest = source.work.public_listings.begun(1, board.game.name)[0].line.number
    if board.number > newest - paths.PICTURED:
        match = board.match
        content = png(match.diagram, highlights_of(match))
        yield Page(paths.picture(board.game.name, board.number, match.ply), content)

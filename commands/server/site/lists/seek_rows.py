"""Open challenges as rows of a list."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from commands.boards.seeks.seek_terms import terms_in_words
from commands.server.site.lists.mail_links import YOU, mail_link
from commands.server.site.page_data import Source
from commands.views.html.links import Link
from pbm import games

MAX_SEEKS = 20


class SeekRow(NamedTuple):
    """An open challenge of a player."""

    userid: str
    terms: str
    until: datetime
    join: Link


class OpenSeeks(NamedTuple):
    """The first open challenges, and the number of further ones."""

    rows: Sequence[SeekRow]
    more: int


def open_seeks(source: Source, game: str = "") -> OpenSeeks:
    """Returns the open challenges of players whom everybody may see. `game`: only for this game."""
    seeks = source.work.public_listings.seeks(source.clock.now(), game)
    rows = [
        SeekRow(
            userid,
            f"{terms_in_words(games.stored(seek.game), seek)},",
            seek.until,
            mail_link(source.site, f"Join {userid}", f"{seek.game} join {seek.number} {YOU} -"),
        )
        for seek, userid in seeks[:MAX_SEEKS]
    ]
    return OpenSeeks(rows, len(seeks) - len(rows))

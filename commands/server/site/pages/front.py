"""The front page: the games, how to join, and the latest moves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.lists.board_cards import cards_of
from commands.server.site.lists.board_rows import BoardRow, current_row
from commands.server.site.lists.game_examples import Example
from commands.server.site.lists.mail_links import ROBOTS, help_link, join_link, robot_link
from commands.server.site.lists.seek_rows import open_seeks
from commands.server.site.lists.tournaments import tournament_entries
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from pbm import games
from pbm.board.viewers import Viewer
from pbm.games import AnyGame
from pbm.wording import counted
from storage.boards.public.listings import PublicListings

LEAD = (
    "Play board games by email. We send you the board, and you reply with your move, whenever you "
    "have time. There is nothing to install."
)
LATEST = 20
"""Number of boards in the list of the latest moves."""


class GameCard(NamedTuple):
    """A game on the front page."""

    title: str
    href: str
    summary: str
    picture: Markup
    boards: str
    """The numbers of its boards, in words."""


def _front(source: Source, _: Subject) -> Iterator[Page]:
    served, site = list(games.games().values()), source.site
    cards = cards_of(source, served, paths.FRONT)
    counts = source.work.counts.boards(Viewer())
    body = render(
        "front",
        site=site,
        lead=LEAD,
        boards=cards,
        games=_game_cards(cards.examples, served, counts),
        links=[join_link(site), help_link(site)],
        robot=ROBOTS[0],
        first=served[0],
        challenge=robot_link(site, served[0]),
        news=source.work.public_listings.announcement(source.clock.now()),
        seeks=open_seeks(source),
        tournaments=tournament_entries(source.work.public_tournaments.unfinished(), paths.FRONT),
        all_tournaments=paths.link(paths.TOURNAMENTS, paths.FRONT),
        join=paths.JOIN,
        titles={game.name: game.title for game in served},
        move=served[0].example[1][0],
        latest=latest_rows(source.work.public_listings, paths.FRONT),
        players=paths.link(paths.PLAYERS, paths.FRONT),
        feed=paths.link(paths.FRONT_FEED, paths.FRONT),
    )
    yield document(site, paths.FRONT, site.name, body, description=LEAD, feed=paths.FRONT_FEED)


def _game_cards(
    examples: Sequence[Example], served: Sequence[AnyGame], counts: Mapping[str, tuple[int, int]]
) -> Mapping[str, Sequence[GameCard]]:
    """Returns the cards of the games by family. The most played games and families come first.

    If all games belong to one family, they keep their order.

    `examples`: the example of each served game.
    """
    cards = {
        game: GameCard(
            game.title,
            paths.link(paths.game(game.name), paths.FRONT),
            game.summary,
            example.picture,
            boards_in_words(*counts.get(game.name, (0, 0))),
        )
        for game, example in zip(served, examples, strict=True)
    }
    groups = games.by_family(served, counts)
    if len(groups) == 1:
        groups = dict.fromkeys(groups, served)
    return {family: [cards[game] for game in kinds] for family, kinds in groups.items()}


def latest_rows(listings: PublicListings, page: str) -> Sequence[BoardRow]:
    """Returns the most recently changed boards, with their last moves."""
    latest = listings.latest(LATEST)
    moves = listings.last_moves([board.id for board in latest])
    return [current_row(board, page, titled=True, move=moves.get(board.id, "")) for board in latest]


def boards_in_words(running: int, finished: int) -> str:
    """Returns numbers of boards as text, such as `2 games running, 14 finished`."""
    if not running and not finished:
        return "No games yet"
    return f"{counted(running, 'game')} running, {finished} finished"


MAKERS = {Kind.FRONT: _front}

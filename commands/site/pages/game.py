"""The page of a game: what it is about, how to begin, and its latest boards."""

from collections.abc import Iterator

from markupsafe import Markup

from commands.site.lists.board_rows import current_row
from commands.site.lists.examples import drawing_of, example_of, paragraphs
from commands.site.lists.game_parts import RULES, part_links
from commands.site.lists.mail_links import challenge_link, robot_link
from commands.site.page import Page
from commands.site.paths import FRONT, JOIN, feed_path, game_path, link, part_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from pbm import games

KIND = Kind.GAME
LATEST = 20
"""The number of boards of each list."""


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the page of a game."""
    game, site, listings = games.find(subject.game), source.site, source.work.public_listings
    path = game_path(game.name)
    drawing = drawing_of([game])
    running = listings.latest(LATEST, game.name, over=False)
    moves = listings.last_moves([board.id for board in running])
    body = render(
        "game",
        game=game,
        aim=game.aim(game.resolve(game.options(), 0)),
        definitions=drawing.definitions(),
        example=example_of(game, drawing),
        links=[
            robot_link(site, game),
            challenge_link(site, game, "Challenge somebody", [], quiet=True),
        ],
        move=game.example[1][0],
        join=link(FRONT, path) + JOIN,
        parts=part_links(game, path),
        opening=Markup(" ").join(paragraphs(game.rules)[0]),
        rules=link(part_path(game.name, RULES), path),
        feed=link(feed_path(path), path),
        running=[current_row(board, path, move=moves.get(board.id, "")) for board in running],
        finished=[
            current_row(board, path) for board in listings.latest(LATEST, game.name, over=True)
        ],
    )
    yield document(site, path, game.title, body, feed=feed_path(path))

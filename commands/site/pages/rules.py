"""The rules of the games, and the options of a challenge."""

from collections.abc import Iterator

from commands.site.lists.examples import drawing_of, example_of, paragraphs
from commands.site.lists.game_parts import RULES, part_links, part_page
from commands.site.page import Page, Site
from commands.site.paths import part_path
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import render
from pbm import games
from pbm.board.board import Terms
from pbm.games import AnyGame
from pbm.options import helps
from pbm.proofs.starts.proved_starts import proved_starts

KIND = Kind.STATIC


def pages(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the rules of each game."""
    for game in games.games().values():
        yield _page(source.site, game)


def _page(site: Site, game: AnyGame) -> Page:
    path = part_path(game.name, RULES)
    drawing = drawing_of([game])
    options, moves = game.example
    body = render(
        "rules",
        game=game,
        aim=game.aim(game.resolve(game.options(), 0)),
        parts=part_links(game, path),
        rules=paragraphs(game.rules),
        definitions=drawing.definitions(),
        example=example_of(game, drawing),
        example_options=options,
        example_moves=moves,
        options=[*helps(game.options)],
        terms=[*helps(Terms)],
        sample=" ".join([game.name, "challenge", *options.split(), *["USERID"] * len(game.seats)]),
        proved=len(proved_starts(game.name)),
    )
    return part_page(site, game, RULES, path, body)

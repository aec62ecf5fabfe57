"""The pages of a game: an overview with its latest boards, the rules, and a feed."""

import re
from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

from commands.server.site import paths
from commands.server.site.board_news import entries_of
from commands.server.site.feeds import MAX_ENTRIES, Feed, write_feed
from commands.server.site.lists.board_cards import cards_of
from commands.server.site.lists.board_rows import current_row
from commands.server.site.lists.game_examples import drawing_of, example_of
from commands.server.site.lists.game_navigation import ARCHIVE, RULES, part_links, part_page
from commands.server.site.lists.mail_links import challenge_link, robot_link
from commands.server.site.lists.seek_rows import open_seeks
from commands.server.site.page_data import Page, Site, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from pbm import games
from pbm.board.terms import Terms
from pbm.games import AnyGame
from pbm.options import helps
from pbm.proofs.starts.proved_starts import proved_starts

LATEST = 20
"""Maximum number of boards in each list."""
NEW_LINE = re.compile(r"\n(?=-[a-z]+\b[^\n]*:|Moves:|Boards:)")
"""Line breaks that are kept within a paragraph: before an option, or a kind of notation."""
OPTION = re.compile(r"(?<![\w-])-[a-z][\w=]*")


def _overview(source: Source, subject: Subject) -> Iterator[Page]:
    game, site, listings = games.stored(subject.game), source.site, source.work.public_listings
    path = paths.game(game.name)
    if isinstance(game, games.AbsentGame):
        notice = Markup("<h1>{}</h1>\n<p>{}</p>").format(game.title, game.refusal.text)
        yield document(site, path, game.title, notice)
        return
    cards = cards_of(source, [game], path)
    running = listings.latest(LATEST, game.name, over=False)
    moves = listings.last_moves([board.id for board in running])
    body = render(
        "game",
        game=game,
        aim=_aim(game),
        cards=cards,
        seeks=open_seeks(source, game.name),
        links=[
            robot_link(site, game),
            challenge_link(site, game, "Challenge a player", [], quiet=True),
        ],
        move=game.example[1][0],
        join=paths.link(paths.FRONT, path) + paths.JOIN,
        parts=part_links(game, path),
        opening=Markup(" ").join(_paragraphs(game.rules)[0]),
        rules=paths.link(paths.part(game.name, RULES), path),
        feed=paths.link(paths.feed(path), path),
        running=[current_row(board, path, move=moves.get(board.id, "")) for board in running],
        finished=[
            current_row(board, path) for board in listings.latest(LATEST, game.name, over=True)
        ],
    )
    about = f"Play {game.title} by email: {_aim(game)}"
    yield document(site, path, game.title, body, description=about, feed=paths.feed(path))


def _feed(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the feed with the starts and ends of the game's boards."""
    game, site, listings = games.stored(subject.game), source.site, source.work.public_listings
    begun = listings.begun(MAX_ENTRIES, game.name)
    ended = listings.latest(MAX_ENTRIES, game.name, over=True)
    page = paths.game(game.name)
    title = f"{game.title} on {site.name}"
    yield write_feed(site, Feed(paths.feed(page), page, title, [*entries_of(begun, ended)]))


def _notice(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields a page with the reason why a game isn't served, and a link to its boards."""
    game = games.absent()[subject.game]
    path = paths.game(game.name)
    boards = paths.link(paths.part(game.name, ARCHIVE), path)
    body = render("absent", title=game.title, why=game.refusal.text, boards=boards)
    yield document(source.site, path, game.title, body)


def _all_rules(source: Source, _: Subject) -> Iterator[Page]:
    """Yields the rules of each game."""
    for game in games.games().values():
        yield _rules(source.site, game)


def _rules(site: Site, game: AnyGame) -> Page:
    path = paths.part(game.name, RULES)
    drawing = drawing_of([game])
    options, moves = game.example
    body = render(
        "rules",
        game=game,
        aim=_aim(game),
        parts=part_links(game, path),
        rules=_paragraphs(f"{game.rules}\n\n{game.notes}"),
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


def _aim(game: AnyGame) -> str:
    return game.aim(game.resolve(game.options(), 0))


def _paragraphs(rules: str) -> Sequence[Sequence[Markup]]:
    """Returns the paragraphs of the rules, each as lines of any length."""
    paragraphs = rules.strip().split("\n\n")
    return [[_line(line) for line in NEW_LINE.split(each)] for each in paragraphs]


def _line(text: str) -> Markup:
    """Returns a line in which browsers don't break options after the hyphen."""
    filled = str(escape(" ".join(text.split())))
    return Markup(OPTION.sub(r'<span class="option">\g<0></span>', filled))  # noqa: S704 - escaped


MAKERS = {Kind.GAME: _overview, Kind.RESULTS: _feed, Kind.STATIC: _all_rules}
WITHOUT_RULES = {Kind.GAME: _notice}

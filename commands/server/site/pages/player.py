"""The pages of a player: ratings, games, opponents, lists of all games, and the feed."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.board_news import entries_of
from commands.server.site.feeds import MAX_ENTRIES, Feed, write_feed
from commands.server.site.lists.board_rows import current_row, lasting_row
from commands.server.site.lists.mail_links import challenge_link
from commands.server.site.lists.paging import list_pages
from commands.server.site.lists.player_names import Name, name_of
from commands.server.site.lists.rating_curve import rating_curve
from commands.server.site.lists.rating_text import RatingText, rating_text
from commands.server.site.lists.searched_rows import board_rows_file
from commands.server.site.page_data import Page, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.templating import document, render
from commands.views.html.links import Link
from pbm import games
from pbm.board.ratings import Rating
from pbm.wording import counted
from storage.boards.public.listings import ListedPlayer
from storage.boards.public.players import PublicPlayer, RatedEnd, Results

MAX_RUNNING = 100
LATEST = 20
"""Maximum number of finished games on the player's own page."""
MIN_ENDS = 2
"""Minimum number of rated games for a curve."""

Opponents = Sequence[tuple[ListedPlayer, Results]]
FIRST_OPPONENTS = 20
"""Maximum number of opponents on the player's own page. A separate list has all of them."""


class GameRow(NamedTuple):
    """A player's boards at a game, and any rating."""

    title: str
    href: str
    running: int
    finished: int
    rating: RatingText | None
    results: Results
    """The results of rated games."""


class OpponentRow(NamedTuple):
    """An opponent, and the player's results against them."""

    name: Name
    results: Results


def _pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields a player's page, list of opponents and feed, or nothing if the player isn't public."""
    public_player = source.work.public_players.find(subject.number)
    if public_player:
        opponents = source.work.public_players.opponents(public_player.player.id)
        yield _page(source, public_player, opponents)
        if len(opponents) > FIRST_OPPONENTS:
            yield from _opponents(source, public_player.player, opponents)
        yield _feed(source, public_player.player)


def _page(source: Source, public_player: PublicPlayer, opponents: Opponents) -> Page:
    player, listings = public_player.player, source.work.public_listings
    path = paths.player(player.userid)
    number = f"{counted(public_player.running, 'game')} running, {public_player.finished} finished"
    running = listings.of_player(player.id, MAX_RUNNING, over=False)
    finished = listings.of_player(player.id, LATEST, over=True)
    body = render(
        "player",
        player=player,
        number=number,
        links=_challenges(source, player),
        join=paths.link(paths.FRONT, path) + paths.JOIN,
        games=_game_rows(source, player, path),
        curves=_curves(source.work.public_players.rated_ends(player.id)),
        running=[lasting_row(board, path, titled=True) for board in running],
        more_running=public_player.running - len(running),
        finished=[current_row(board, path, titled=True) for board in finished],
        feed=paths.link(paths.feed(path), path),
        search=f"{paths.link(paths.SEARCH, path)}?player={player.userid}",
        opponents=_opponent_rows(opponents[:FIRST_OPPONENTS], path),
        all_opponents=paths.link(paths.opponents(player.userid, 1), path),
        opponent_count=len(opponents),
    )
    return document(
        source.site,
        path,
        player.userid,
        body,
        description=f"{player.userid} plays board games by email on {source.site.name}: {number}.",
        feed=paths.feed(path),
        crumbs=[("Players", paths.PLAYERS)],
    )


def _challenges(source: Source, player: ListedPlayer) -> list[Link]:
    return [
        challenge_link(source.site, game, game.title, [player.userid])
        for game in games.games().values()
    ]


def _game_rows(source: Source, player: ListedPlayer, path: str) -> list[GameRow]:
    ratings = source.work.public_players.ratings(player.id)
    return [
        _game_row(
            game, counts, ratings.get(game), paths.link(paths.games(player.userid, game), path)
        )
        for game, counts in source.work.public_players.games(player.id).items()
    ]


def _game_row(
    game: str, counts: tuple[int, int], rated: tuple[Rating, Results] | None, href: str
) -> GameRow:
    rating = rating_text(rated[0]) if rated else None
    results = rated[1] if rated else Results()
    return GameRow(games.stored(game).title, href, *counts, rating, results)


def _curves(ends: dict[str, list[RatedEnd]]) -> list[tuple[str, Markup]]:
    """Returns the rating curves of games with enough rated results, with their titles."""
    titles = {game: games.stored(game).title for game in ends}
    return [
        (titles[game], rating_curve(ends[game], game, f"Rating in {titles[game]}"))
        for game in sorted(ends)
        if len(ends[game]) >= MIN_ENDS
    ]


def _opponents(source: Source, player: ListedPlayer, opponents: Opponents) -> Iterator[Page]:
    """Yields the list of all opponents."""
    for page in list_pages(opponents, partial(paths.opponents, player.userid)):
        rows = _opponent_rows(page.rows, page.path)
        body = render("opponents", player=player, opponents=rows, links=page.links)
        crumbs = [("Players", paths.PLAYERS), (player.userid, paths.player(player.userid))]
        title = f"{player.userid}'s opponents"
        yield document(source.site, page.path, title, body, crumbs=crumbs)


def _opponent_rows(opponents: Opponents, page: str) -> list[OpponentRow]:
    return [OpponentRow(name_of(player, page), results) for player, results in opponents]


def _feed(source: Source, player: ListedPlayer) -> Page:
    """Returns the feed with the starts and ends of the player's boards."""
    listings, site = source.work.public_listings, source.site
    begun = listings.of_player(player.id, MAX_ENTRIES)
    ended = listings.of_player(player.id, MAX_ENTRIES, over=True)
    page = paths.player(player.userid)
    title = f"{player.userid}'s games on {site.name}"
    return write_feed(site, Feed(paths.feed(page), page, title, [*entries_of(begun, ended)]))


def _games(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields the list of a player's boards at a game, or nothing if none of them is public."""
    game = games.stored(subject.game)
    public_player = source.work.public_players.find(subject.number)
    boards = (
        source.work.public_listings.all_of_player(subject.number, game.name)
        if public_player
        else ()
    )
    if public_player is None or not boards:
        return
    userid = public_player.player.userid
    for page in list_pages(boards, partial(paths.games, userid, game.name), paths.PER_GAMES_PAGE):
        body = render(
            "player_games",
            title=f"{game.title}: {userid}",
            number=counted(len(boards), "game"),
            rows=[lasting_row(board, page.path) for board in page.rows],
            links=page.links,
        )
        crumbs = [("Players", paths.PLAYERS), (userid, paths.player(userid))]
        title = f"{userid}'s {game.title} games"
        yield board_rows_file(page.path, page.rows)
        yield document(source.site, page.path, title, body, crumbs=crumbs)


MAKERS = {Kind.PLAYER: _pages, Kind.GAMES: _games}
WITHOUT_RULES = {Kind.GAMES: _games}

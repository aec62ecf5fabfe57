"""The page of a player: ratings, games and opponents."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from commands.site.lists.board_rows import FIRST_OPPONENTS, current_row, lasting_row, opponent_rows
from commands.site.lists.mail_links import challenge_link
from commands.site.lists.ratings import RatingText, rating_curve, rating_text
from commands.site.page import Page
from commands.site.paths import (
    FRONT,
    JOIN,
    PLAYERS,
    feed_path,
    games_path,
    link,
    opponents_path,
    player_path,
)
from commands.site.source import Source
from commands.site.subject import Kind, Subject
from commands.site.templating import document, render
from commands.views.html.links import Link
from pbm import games
from pbm.board.ratings import Rating
from pbm.wording import counted
from storage.boards.public.listings import ListedPlayer
from storage.boards.public.results import RatedEnd, Results

KIND = Kind.PLAYER
MOST_RUNNING = 100
LATEST = 20
"""The number of finished games on the player's own page."""
FEWEST_ENDS = 2
"""The fewest rated games of a curve."""


class GameRow(NamedTuple):
    """A player's boards at a game, and the rating there if there is one."""

    title: str
    href: str
    running: int
    finished: int
    rating: RatingText | None
    results: Results
    """Those of rated games."""


def pages(source: Source, subject: Subject) -> Iterator[Page]:
    """Yields a player's page; nothing for one whom not everybody may see."""
    found = source.work.public_players.find(subject.number)
    if found is None:
        return
    player, listings = found.player, source.work.public_listings
    path = player_path(player.userid)
    running = listings.of_player(player.id, MOST_RUNNING, over=False)
    finished = listings.of_player(player.id, LATEST, over=True)
    opponents = source.work.public_results.opponents(player.id)
    body = render(
        "player",
        player=player,
        number=f"{counted(found.running, 'game')} running, {found.finished} finished",
        links=_challenges(source, player),
        join=link(FRONT, path) + JOIN,
        games=_game_rows(source, player, path),
        curves=_curves(source.work.public_results.rated_ends(player.id)),
        running=[lasting_row(board, path, titled=True) for board in running],
        more_running=found.running - len(running),
        finished=[current_row(board, path, titled=True) for board in finished],
        feed=link(feed_path(path), path),
        opponents=opponent_rows(opponents[:FIRST_OPPONENTS], path),
        all_opponents=link(opponents_path(player.userid, 1), path),
        opponent_count=len(opponents),
    )
    crumbs = [("Players", PLAYERS)]
    yield document(source.site, path, player.userid, body, feed=feed_path(path), crumbs=crumbs)


def _challenges(source: Source, player: ListedPlayer) -> list[Link]:
    return [
        challenge_link(source.site, game, game.title, [player.userid])
        for game in games.games().values()
    ]


def _game_rows(source: Source, player: ListedPlayer, path: str) -> list[GameRow]:
    ratings = source.work.public_players.ratings(player.id)
    return [
        _game_row(game, counts, ratings.get(game), link(games_path(player.userid, game), path))
        for game, counts in source.work.public_players.games(player.id).items()
    ]


def _game_row(
    game: str, counts: tuple[int, int], rated: tuple[Rating, Results] | None, href: str
) -> GameRow:
    shown = rating_text(rated[0]) if rated else None
    results = rated[1] if rated else Results()
    return GameRow(games.find(game).title, href, *counts, shown, results)


def _curves(ends: dict[str, list[RatedEnd]]) -> list[tuple[str, Markup]]:
    """Returns the curves of the ratings at the games with enough rated ends, with their titles."""
    titles = {game: games.find(game).title for game in ends}
    return [
        (titles[game], rating_curve(ends[game], game, f"Rating at {titles[game]}"))
        for game in sorted(ends)
        if len(ends[game]) >= FEWEST_ENDS
    ]

"""The command `standings`, which lists players by rating."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from commands.content.banners_and_actions import Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.paging import PER_PAGE, Page, offset_of, page_note
from commands.players.preferences import LIMIT
from commands.views.text.tables import PROVISIONAL_MARK, footnote, table
from pbm.board.ratings import Standing
from pbm.games import AnyGame
from pbm.wording import listing, total

HEAD = ("rank", "name", "rating", "won", "lost", "drawn", "active/limit", "seeking")
NOT_SET = "-"
NOBODY_RATED = "Players are rated once they finish a rated game. Nobody has finished one yet."


class Standings(GameCommand):
    """Lists the players of a game by rating, with their wins, losses and draws in rated games.

    Active is the number of each player's games in progress. For the next page of a long list, add
    its number. "help ratings" explains the ratings.
    """

    names: ClassVar = ("standings", "ratings")
    example: ClassVar = "{game} standings"

    page: Page

    def run(self, context: Context) -> Response:
        """Returns a page of the list as a table, and as data for programs."""
        game, first = self.game.name, offset_of(self.page)
        count, standings = context.work.standings.best(game, context.viewer, first, PER_PAGE)
        note = page_note(self.page, count, f"{game} standings")
        heading = total(count, f"rated {self.game.title} player")
        preferences = _challenge_preferences(context, self.game, standings)
        newcomers = _newcomers(context, self.game)
        none = "" if count else NOBODY_RATED
        parts = [_table(standings, preferences), none, _footnote(standings), newcomers, note]
        data = {"standings": [_data(rank, standing, preferences) for rank, standing in standings]}
        content = TextMessage(
            subject=f"{self.game.title} Standings",
            text="\n\n".join(filter(None, parts)),
            face=Face(banner=heading),
        )
        return Response(content, data)


@dataclass(frozen=True, slots=True)
class ChallengePreferences:
    """Board limits, and numbers of games sought, by player id."""

    limits: dict[int, int]
    sought: dict[int, int]


def _challenge_preferences(
    context: Context, game: AnyGame, standings: Sequence[tuple[int, Standing]]
) -> ChallengePreferences:
    ids = [standing.player for _, standing in standings]
    limits = context.work.preferences.of_players(LIMIT, game.name, ids)
    return ChallengePreferences(
        {id: int(limit) for id, limit in limits.items()}, _sought(context, game)
    )


def _sought(context: Context, game: AnyGame) -> dict[int, int]:
    """Returns the number of games each player seeks, by player id. The oldest seek comes first."""
    counts: Counter[int] = Counter()
    for seek in context.work.seeks.all(context.now()):
        if seek.game == game.name:
            counts[seek.player_id] += seek.games
    return counts


def _newcomers(context: Context, game: AnyGame) -> str:
    """Returns a sentence that lists the players who seek games and have no rating yet."""
    counts = _sought(context, game)
    seen = context.work.players.visible([*counts], context.viewer)
    players_seeking = context.work.players.by_ids([id for id in counts if id in seen])
    players = [each for each in players_seeking if game.name not in context.work.ratings.of(each)]
    entries = [f"{player.userid} ({counts[player.id]})" for player in players]
    return (
        "Unrated players who are looking for games, with the number of games that each one wants: "
        f"{listing(entries)}."
        if entries
        else ""
    )


def _table(standings: Sequence[tuple[int, Standing]], preferences: ChallengePreferences) -> str:
    rows = [_row(rank, standing, preferences) for rank, standing in standings]
    return table(HEAD, rows, right=(0, 3, 4, 5, 6, 7)) if rows else ""


def _row(rank: int, standing: Standing, preferences: ChallengePreferences) -> tuple[str, ...]:
    rating, id = standing.rating, standing.player
    return (
        str(rank),
        f"{standing.userid} (robot)" if standing.robot else standing.userid,
        rating.write() + (PROVISIONAL_MARK if rating.provisional else ""),
        str(standing.won),
        str(standing.lost),
        str(standing.drawn),
        f"{standing.active}/{_number_text(preferences.limits.get(id))}",
        _number_text(preferences.sought.get(id)),
    )


def _number_text(number: int | None) -> str:
    return NOT_SET if number is None else str(number)


def _footnote(standings: Sequence[tuple[int, Standing]]) -> str:
    return footnote() if any(standing.rating.provisional for _, standing in standings) else ""


def _data(rank: int, standing: Standing, preferences: ChallengePreferences) -> dict[str, Any]:
    return {
        "rank": rank,
        "userid": standing.userid,
        "robot": standing.robot,
        "rating": standing.rating.points,
        "margin": standing.rating.margin,
        "provisional": standing.rating.provisional,
        "won": standing.won,
        "lost": standing.lost,
        "drawn": standing.drawn,
        "active": standing.active,
        "limit": preferences.limits.get(standing.player),
        "seeking": preferences.sought.get(standing.player),
    }

"""Seeks: what players look for, who fits whom, and the boards that begin."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from commands.boards.challenges.challenge_limits import is_within_limit
from commands.boards.challenges.challenge_rules import find_blocked
from commands.boards.new_boards import NEW_GAME, create_board
from commands.context.context import Context
from commands.players.days import date_of, read_day
from pbm.board.board import Board
from pbm.board.challenge import read_challenge, split_options
from pbm.board.players import Player
from pbm.board.ratings import NEWCOMER_POINTS
from pbm.board.rest import Rest
from pbm.clock import DAY
from pbm.errors import IllegalError, ParseError
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.options import read_options, term_text, write_options
from pbm.stored import UNLIMITED, Seek
from pbm.wording import counted, listing

USUAL_DAYS, MOST_DAYS = timedelta(days=14), timedelta(days=60)
"""The time for which a seek stands, and the longest that can be chosen."""
SEATS = ("first", "second")
ANY = "any"


def _rating(text: str) -> str:
    """Returns ratings such as `1400..1700`; refuses other text."""
    found = re.fullmatch(r"([0-9]{1,4})\.\.([0-9]{1,4})", text)
    if not found or int(found[1]) > int(found[2]):
        raise ParseError("--rating takes the lowest and the highest one: --rating=1400..1700.")
    return text


def _day(text: str) -> str:
    if day := read_day(text):
        return day
    raise ParseError("--until takes a day: --until=Friday, or a date (YYYY-MM-DD).")


def _seat(text: str) -> str:
    if text.lower() not in (*SEATS, ANY):
        raise ParseError("--seat takes first, second or any: --seat=first.")
    return "" if text.lower() == ANY else text.lower()


@dataclass(frozen=True)
class SeekTerms:
    """The terms of a seek besides the challenge's own."""

    rating: str = term_text("LOW..HIGH", help="the ratings of who may join", read=_rating)
    until: str = term_text("DAY", help="the last day of the search", read=_day)
    seat: str = term_text("first|second|any", help="the seat that you want", read=_seat)


def make_seek(
    context: Context, game: AnyGame, player: Player, games: int, words: Sequence[str]
) -> Seek:
    """Returns the seek that the words of a line describe; raises UserError."""
    own, others = split_options(words, SeekTerms)
    seek_terms = read_options(SeekTerms, own, "A search")
    lowest, highest = map(int, seek_terms.rating.split("..")) if seek_terms.rating else UNLIMITED
    seat = SEATS.index(seek_terms.seat) if seek_terms.seat else None
    now = context.now()
    until = _until(seek_terms, Rest.read(player.rest), now)
    return Seek(
        0,
        game.name,
        player.id,
        sought_words(game, others),
        games,
        lowest,
        highest,
        seat,
        now,
        until,
    )


def sought_words(game: AnyGame, words: Sequence[str]) -> str:
    """Returns the options of a challenge as seeks have them: without usual ones, in one order."""
    options, terms = read_challenge(game, words)
    if terms.pair:
        raise IllegalError(
            "-pair is for challenges by name: seek 2 games, and the seats are exchanged."
        )
    if terms.ladder:
        raise IllegalError(
            "-ladder is for challenges by name, as places decide who may play whom.\n"
            f"The ladder: {game.name} ladder"
        )
    usual = write_options(game.read_options())
    written = [word for word in write_options(options) if word not in usual]
    return " ".join((*written, *terms.write()))


def taken_by(seek: Seek, player: Player, now: datetime) -> Seek:
    """Returns the seek of a player who wants what this one offers, whatever seat is left."""
    own = replace(seek, number=0, player_id=player.id, games=1, seat=None, since=now)
    lowest, highest = UNLIMITED
    return replace(own, lowest=lowest, highest=highest)


def _until(terms: SeekTerms, rest: Rest, now: datetime) -> datetime:
    today = rest.day(now)
    last = date_of(terms.until, today) if terms.until else today + USUAL_DAYS
    if not today <= last <= today + MOST_DAYS:
        raise IllegalError(f"--until lies between {today} and {today + MOST_DAYS}.")
    return rest.midnight(last + DAY)


def seek_line(seek: Seek, userid: str) -> str:
    """Returns the line that seeks the same again, with a dash for the password."""
    chosen = (seek.lowest, seek.highest) != UNLIMITED
    rating = [f"--rating={seek.lowest}..{seek.highest}"] if chosen else []
    seat = [] if seek.seat is None else [f"--seat={SEATS[seek.seat]}"]
    return " ".join((f"{seek.game} seek {userid} - {seek.games}", *seek.options, *rating, *seat))


def terms_in_words(game: AnyGame, seek: Seek) -> str:
    """Returns what is sought: games, options, ratings and seat."""
    ratings = listing([str(seek.lowest), str(seek.highest)], "to")
    facts = [
        f"{counted(seek.games, 'game')} of {game.title}",
        *([seek.words] if seek.words else []),
        *([f"ratings {ratings}"] if (seek.lowest, seek.highest) != UNLIMITED else []),
        *([f"to be the {SEATS[seek.seat]} to move"] if seek.seat is not None else []),
    ]
    return ", ".join(facts)


class FoundGame(NamedTuple):
    """A game that begins because players seek the same."""

    board: Board
    opening: str
    """The first words to its players, which name the searches that found it."""


def pair(context: Context, game: AnyGame, seek: Seek) -> list[FoundGame]:
    """Creates boards of a seek with others that fit it, as long as there are enough."""
    boards: list[FoundGame] = []
    while len(boards) < seek.games and (group := _group(context, game, seek)):
        boards.append(begin(context, game, group, len(boards)))
    return boards


def begin(context: Context, game: AnyGame, group: Sequence[Seek], turn: int = 0) -> FoundGame:
    """Creates a board of these seeks, the newest last, and takes it off each.

    `turn` turns the seats.
    """
    shift = turn % len(group)
    order = _seated([*group[shift:], *group[:shift]])
    options, terms = read_challenge(game, order[0].options)
    match = Match.begin(game, game.resolve(options, context.seed()))
    players = {each.id: each for each in context.work.players.by_ids([s.player_id for s in order])}
    for each in group:
        context.work.seeks.use(each)
    board = create_board(context, [players[each.player_id] for each in order], match, terms)
    searches = [
        f"{players[each.player_id].userid}'s search for {terms_in_words(game, each)}"
        for each in group[:-1]
    ]
    return FoundGame(board, f"{NEW_GAME}, found by {listing(searches)}")


def _seated(group: Sequence[Seek]) -> list[Seek]:
    """Returns the seeks in the order of seats: the wished ones first, then in their own order."""
    wished = {each.seat: each for each in group if each.seat is not None}
    others = iter([each for each in group if each.seat is None])
    return [wished[seat] if seat in wished else next(others) for seat in range(len(group))]


def _group(context: Context, game: AnyGame, seek: Seek) -> list[Seek]:
    """Returns as many seeks as the game needs, this one last; empty if there are too few."""
    found: list[Seek] = []
    for other in context.work.seeks.lock(game.name, context.now()):
        if all(fits(context, game, other, each) for each in (seek, *found)):
            found.append(other)
        if len(found) == len(game.seats) - 1:
            return [*found, seek]
    return []


def fits(context: Context, game: AnyGame, one: Seek, other: Seek) -> bool:
    """Returns True if the players of both seeks would play each other now."""
    if one.player_id == other.player_id or one.words != other.words:
        return False
    if one.seat is not None and one.seat == other.seat:
        return False
    players = context.work.players.by_ids([one.player_id, other.player_id])
    by_id = {player.id: player for player in players}
    pairs = ((one, by_id[other.player_id]), (other, by_id[one.player_id]))
    return all(
        is_wanted(context, game, seek, player) and _may_play(context, game, player, seek)
        for seek, player in pairs
    )


def is_wanted(context: Context, game: AnyGame, seek: Seek, player: Player) -> bool:
    """Returns True if the rating of a player is one that a seek asks for."""
    return seek.lowest <= points(context, game, player) <= seek.highest


def points(context: Context, game: AnyGame, player: Player) -> int:
    """Returns a player's rating at a game; a newcomer's for players without one."""
    rating = context.work.ratings.of(player).get(game.name)
    return rating.points if rating else NEWCOMER_POINTS


def _may_play(context: Context, game: AnyGame, player: Player, seek: Seek) -> bool:
    if player.banned or player.gone or not player.confirmed:
        return False
    others = tuple(context.work.players.by_ids([seek.player_id]))
    return not find_blocked(context, player, others) and is_within_limit(context, game, player)

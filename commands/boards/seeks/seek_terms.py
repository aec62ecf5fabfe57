"""Convert the terms of seeks from the words of a command line to values, and back."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from commands.boards.seeks import seek_refusals
from commands.context.context import Context
from commands.players.written_days import date_of, read_day
from pbm.board.players import Player
from pbm.board.terms import challenge_in_words, read_challenge, split_options
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY
from pbm.errors import ParseError, UserError
from pbm.games import AnyGame
from pbm.options import read_options, term_text, write_options
from pbm.stored_values import UNLIMITED, Seek
from pbm.wording import counted, listing, long_date

DEFAULT_TIME, MAX_TIME = timedelta(days=14), timedelta(days=60)
"""Default and maximum time for which a seek is open."""
SEATS = ("first", "second")
ANY = "any"


def _rating(text: str) -> str:
    """Returns a range of ratings such as `1400..1700`. Raises ParseError for other texts."""
    match = re.fullmatch(r"([0-9]{1,4})\.\.([0-9]{1,4})", text)
    if not match or int(match[1]) > int(match[2]):
        raise ParseError("Give the lowest and the highest rating, such as --rating=1400..1700.")
    return text


def _day(text: str) -> str:
    if day := read_day(text):
        return day
    raise ParseError("Give a weekday or a date (YYYY-MM-DD), such as --until=Friday.")


def _seat(text: str) -> str:
    if text.lower() not in (*SEATS, ANY):
        raise ParseError("Write --seat=first, --seat=second or --seat=any.")
    return "" if text.lower() == ANY else text.lower()


@dataclass(frozen=True)
class SeekTerms:
    """The terms of a seek that a challenge doesn't have."""

    rating: str = term_text("LOW..HIGH", help="ratings of the players who may join", read=_rating)
    until: str = term_text("DAY", help="last day on which the challenge is open", read=_day)
    seat: str = term_text("first|second|any", help="seat that you want", read=_seat)


def make_seek(
    context: Context, game: AnyGame, player: Player, games: int, words: Sequence[str]
) -> Seek:
    """Returns the seek that the words of a command line describe.

    Raises UserError if they are wrong.
    """
    own_words, challenge_words = split_options(words, SeekTerms)
    seek_terms = read_options(SeekTerms, own_words, "A search")
    lowest, highest = map(int, seek_terms.rating.split("..")) if seek_terms.rating else UNLIMITED
    seat = SEATS.index(seek_terms.seat) if seek_terms.seat else None
    now = context.now()
    until = _until(seek_terms, Rest.read(player.rest), now)
    return Seek(
        0,
        game.name,
        player.id,
        sought_words(game, challenge_words),
        games,
        lowest,
        highest,
        seat,
        now,
        until,
    )


def sought_words(game: AnyGame, words: Sequence[str]) -> str:
    """Returns the options and terms of a seek in canonical form, without defaults.

    Two seeks are on the same terms if these strings are equal.
    """
    options, terms = read_challenge(game, words)
    if terms.pair:
        raise seek_refusals.pair_option()
    if terms.ladder:
        raise seek_refusals.ladder_option(game)
    usual = write_options(game.read_options())
    written = [word for word in write_options(options) if word not in usual]
    return " ".join((*written, *terms.write()))


def taken_by(seek: Seek, player: Player, now: datetime) -> Seek:
    """Returns the seek that a player would have by joining this one.

    It has the same terms, and takes any seat.
    """
    joined = replace(seek, number=0, player_id=player.id, games=1, seat=None, since=now)
    lowest, highest = UNLIMITED
    return replace(joined, lowest=lowest, highest=highest)


def _until(terms: SeekTerms, rest: Rest, now: datetime) -> datetime:
    today = rest.day(now)
    last = date_of(terms.until, today) if terms.until else today + DEFAULT_TIME
    if not today <= last <= today + MAX_TIME:
        raise seek_refusals.wrong_day(today, today + MAX_TIME)
    return rest.midnight(last + DAY)


def seek_line(seek: Seek, userid: str) -> str:
    """Returns the line that starts the same seek again, with a dash as the password."""
    chosen = (seek.lowest, seek.highest) != UNLIMITED
    rating = [f"--rating={seek.lowest}..{seek.highest}"] if chosen else []
    seat = [] if seek.seat is None else [f"--seat={SEATS[seek.seat]}"]
    return " ".join((f"{seek.game} seek {userid} - {seek.games}", *seek.options, *rating, *seat))


def terms_in_words(game: AnyGame, seek: Seek) -> str:
    """Returns the number of games, the options, the ratings and the seat of a seek in words."""
    facts = [
        f"{counted(seek.games, 'game')} of {game.title} ({conditions_in_words(game, seek)})",
        *([f"against players rated {_ratings(seek)}"] if _is_selective(seek) else []),
        *([] if seek.seat is None else [f"in which the challenger moves {SEATS[seek.seat]}"]),
    ]
    return ", ".join(facts)


def question_in_words(game: AnyGame, seek: Seek) -> str:
    """Returns the terms of a seek in sentences, for the player who has to confirm it."""
    sentences = [f"Terms: {conditions_in_words(game, seek)}."]
    if seek.seat is not None:
        sentences.append(f"You are {game.seats[seek.seat].name}, and move {SEATS[seek.seat]}.")
    if _is_selective(seek):
        sentences.append(f"Only players rated {_ratings(seek)} can join.")
    return " ".join(sentences)


def conditions_in_words(game: AnyGame, seek: Seek) -> str:
    """Returns the options and terms of each game, such as `4x4, flat, 21 days per move, rated`.

    If an update or a missing game has made them invalid, returns them as they are stored.
    """
    try:
        return challenge_in_words(game, *read_challenge(game, seek.options))
    except UserError:
        return ", ".join(seek.options)


def _ratings(seek: Seek) -> str:
    return listing([str(seek.lowest), str(seek.highest)], "to")


def _is_selective(seek: Seek) -> bool:
    return (seek.lowest, seek.highest) != UNLIMITED


def last_day(seek: Seek, zone: str) -> str:
    """Returns the last day of a seek in a time zone, such as `Fri 4 Dec 2026`."""
    return long_date((seek.until - timedelta(seconds=1)).astimezone(ZoneInfo(zone)))

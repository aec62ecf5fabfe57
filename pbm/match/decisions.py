"""Read and write decisions about a match: the events `adjudicate`, `close` and `rollback`."""

from collections.abc import Iterable, Sequence

from pbm.errors import ParseError
from pbm.game import Outcome, are_places
from pbm.wording import counted

MAX_REASON_LENGTH = 500
PROVED, UNFINISHED = "proved", "unfinished"
_CLOSED = {
    PROVED: "the round ended, and the result of the position is proven",
    UNFINISHED: "the round ended before the game did",
}


def adjudication(places: Sequence[int], reason: str) -> str:
    """Returns the text of an `adjudicate` event. `adjudicated` is the inverse."""
    return f"adjudicate {' '.join(map(str, places))} {reason}"


def places_of(winners: Iterable[int], seats: int) -> tuple[int, ...]:
    """Returns the place of each seat if `winners` come first.

    If none or all win, all places are 1.
    """
    first = set(winners) or set(range(seats))
    return tuple(1 if seat in first else len(first) + 1 for seat in range(seats))


def adjudicated(seats: int, decision: str) -> Outcome:
    """Returns the outcome for the text `PLACES... REASON`, with one place for each seat."""
    places, reason = decided(seats, decision)
    reason = reason.rstrip(".")
    return Outcome(
        places, f"the admin decided: {reason}" if reason else "the admin decided the result"
    )


def closing(places: Sequence[int], why: str) -> str:
    """Returns the text of the event that ends a game at the end of its round.

    `why`: PROVED or UNFINISHED.
    """
    return f"close {' '.join(map(str, places))} {why}"


def closed_by(event: str) -> str:
    """Returns the reason in the text of a `close` event, or an empty string for other events."""
    return event.rpartition(" ")[2] if event.startswith("close ") else ""


def closed(seats: int, decision: str) -> Outcome:
    places, why = decided(seats, decision)
    if why not in _CLOSED:
        raise ParseError(f'"{decision}" isn\'t a valid reason to end a game when its round ends.')
    return Outcome(places, _CLOSED[why])


def decided(seats: int, decision: str) -> tuple[tuple[int, ...], str]:
    """Returns the places and the text after them."""
    words = decision.split(" ", seats)
    places = tuple(number_in(word) for word in words[:seats])
    if len(places) < seats or not are_places(places):
        raise ParseError(f'"{decision}" doesn\'t give {counted(seats, "place")}.')
    return places, "".join(words[seats:])


def rollback_ply(decision: str) -> int:
    """Returns the ply of the event `rollback PLY`. Raises ParseError if it isn't a number."""
    return number_in(decision)


def clean_reason(text: str) -> str:
    """Returns the reason on one line, for the log. Raises ParseError if it is empty or too long."""
    reason = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if not reason:
        raise ParseError('Give a reason, such as --reason "no answer since May".')
    if len(reason) > MAX_REASON_LENGTH:
        raise ParseError(f"A reason can have at most {MAX_REASON_LENGTH} characters.")
    return reason


def number_in(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 6):
        raise ParseError(f'"{word}" isn\'t a number.')
    return int(word)

"""The terms of a challenge: times, ratings, hints, and who may see the board.

A player types these terms together with the options of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbm.board.time_control.rest import read_days_off
from pbm.errors import IllegalError
from pbm.games import AnyGame
from pbm.options import check_new, days, flag, kinds, read_options, term_text, write_options


@dataclass(frozen=True)
class Terms:
    """The terms of a challenge, except for the game's own options. Times are in days."""

    nagtime: float = days(7, least=0.5, help="days until we remind the player to move")
    forfeittime: float = days(21, least=1, help="days after which the player to move loses")
    totaltime: float | None = days(
        None, least=7, help="days that each player has for the whole game"
    )
    increment: float | None = days(
        None, least=0.1, help="days of total time that each move gives back to the player"
    )
    daysoff: str = term_text(
        "DAYS", help="days of the week when the clock stops, such as sat,sun", read=read_days_off
    )
    unrated: bool = flag("the game doesn't change the ratings")
    hints: bool = flag("players can ask for hints; makes the game unrated")
    pair: bool = flag("two games with the seats swapped (two players only)")
    private: bool = flag("only the players see the game")
    ladder: bool = flag("a ladder game: if you beat a player above you, you take their place")

    def check(self) -> None:
        """Raises IllegalError if terms contradict each other."""
        if self.increment is not None and self.totaltime is None:
            raise IllegalError("--increment works only with a total time. Add --totaltime.")
        if self.ladder and (self.hints or self.pair or self.private):
            raise IllegalError("A ladder game can't have -hints, -pair or -private.")

    def longest(self, plies: int, seats: int) -> float:
        """Returns the maximum number of days that a game can last, without vacations.

        `plies`: maximum number of moves of the game.
        """
        days = plies * self.forfeittime
        if self.totaltime is not None:
            days = min(days, seats * self.totaltime + plies * (self.increment or 0))
        off = len(self.daysoff.split(",")) if self.daysoff else 0
        return days * 7 / (7 - off)

    def describe(self) -> tuple[str, ...]:
        """Returns the terms as phrases, such as `21 days per move`. Defaults are omitted."""
        unusual = {
            f"a reminder after {_days(self.nagtime)}": self.nagtime != Terms.nagtime,
            f"{_days(self.totaltime)} in total": self.totaltime is not None,
            f"{_days(self.increment)} given back for each move": self.increment is not None,
            f"clocks paused on {self.daysoff.title().replace(',', ', ')}": bool(self.daysoff),
            "hints allowed": self.hints,
            "two games with the seats swapped": self.pair,
            "private": self.private,
            "a ladder game": self.ladder,
        }
        return (
            f"{_days(self.forfeittime)} per move",
            *(words for words, differs in unusual.items() if differs),
            "unrated" if self.unrated else "rated",
        )

    def write(self) -> tuple[str, ...]:
        """Returns the words of a challenge for the terms that differ from the defaults."""
        defaults = write_options(Terms())
        return tuple(word for word in write_options(self) if word not in defaults)


def _days(time: float | None) -> str:
    return f"{time or 0:g} {'day' if time == 1 else 'days'}"


def challenge_in_words(game: AnyGame, options: Any, terms: Terms) -> str:
    """Returns the options and terms of a challenge, such as `4x4, flat, 21 days per move, rated`.

    A pair is left out, because the number of games shows it.
    """
    return ", ".join((*game.describe_options(options), *replace(terms, pair=False).describe()))


def split_options(words: Sequence[str], declared: type[Any]) -> tuple[list[str], list[str]]:
    """Splits words into options that the class `declared` declares, and all other words.

    If `declared` is Terms, all words with two dashes belong to it, even if they are misspelled.
    """
    names = {word for name, kind in kinds(declared).items() for word in kind.words(name)}
    declared_words = [
        word
        for word in words
        if word.lstrip("-").partition("=")[0].lower() in names
        or (declared is Terms and word.startswith("--"))
    ]
    return declared_words, [word for word in words if word not in declared_words]


def read_challenge(game: AnyGame, words: Sequence[str]) -> tuple[Any, Terms]:
    """Returns the options of the game, before random choices, and the terms. Raises UserError."""
    term_words, game_words = split_options(words, Terms)
    terms = read_options(Terms, term_words, "A challenge")
    check_new(terms)
    terms.check()
    options = game.read_options(game_words)
    if terms.hints or game.by_hand(options):
        terms = replace(terms, unrated=True)
    return options, terms

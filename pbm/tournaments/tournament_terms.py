"""The terms of a tournament: the game, the kind, and everything else in its announcement."""

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from pbm.board.terms import Terms, read_challenge, split_options
from pbm.clock import read_moment
from pbm.errors import ParseError
from pbm.games import find
from pbm.options import Text, read_options, term_number, term_text, write_options
from pbm.suggestions import did_you_mean
from pbm.tournaments import tournament_refusals
from pbm.wording import listing, shown

ROUND_ROBIN, KNOCK_OUT, SWISS, GROUPS_OF_THREE = KINDS = (
    "round-robin",
    "knock-out",
    "swiss",
    "groups-of-three",
)
DRAW, ZERO = "draw", "zero"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,39}")
"""Pattern of the names of tournaments."""


@dataclass(frozen=True)
class _Beginning(Text):
    """The term `--from`. Its field has another name, because `from` is a keyword in Python."""

    dash: ClassVar[str] = "--"

    def words(self, name: str) -> Mapping[str, str]:
        return super().words("from")

    def write(self, name: str, value: Any) -> str:
        return super().write("from", value)


def _moment(text: str) -> datetime:
    """Returns the time in a text. A date means midnight, and the default zone is UTC."""
    try:
        moment = read_moment(text)
    except ValueError:
        raise ParseError(
            f'"{shown(text)}" isn\'t a valid date. Give a date, such as --from=2026-12-01, or a '
            "date and time, such as --from=2026-12-01T18:00+01:00."
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _one_of(word: str, choices: tuple[str, ...]) -> Callable[[str], str]:
    """Returns a function that reads one of these choices.

    It raises ParseError for any other text.
    """

    def read(text: str) -> str:
        if text.lower() not in choices:
            guess = did_you_mean(text, choices)
            raise ParseError(
                f"--{word} takes {listing(choices, 'or')}: --{word}={choices[0]}.{guess}"
            )
        return text.lower()

    return read


@dataclass(frozen=True)
class TournamentTerms:
    """The terms of a tournament. They define the options of the command that makes one."""

    game: str = term_text("GAME", help="the game", read=str.strip)
    kind: str = term_text("KIND", help=listing(KINDS, "or"), read=_one_of("kind", KINDS))
    begins: datetime | None = dataclasses.field(
        default=None,
        metadata={
            "option": _Beginning(
                "DATE",
                "when entries close and the tournament begins",
                _moment,
                datetime.isoformat,
            )
        },
    )
    options: str = term_text(
        "WORDS", help="options and terms of the games, as in a challenge", read=str.strip
    )
    rounds: int | None = term_number(
        None,
        low=1,
        high=30,
        help="number of rounds (Swiss or groups of three); fewer if few players join",
    )
    group: int = term_number(
        12, low=3, high=16, help="maximum number of players in each round-robin group"
    )
    promoted: int = term_number(
        1, low=1, high=8, help="number of players from each group who advance to the next stage"
    )
    games: int = term_number(
        4, low=1, high=30, help="maximum number of games that a player plays at a time"
    )
    days: int = term_number(60, low=7, high=730, help="length of a round in days")
    unfinished: str = term_text(
        "RULE",
        help="score of unfinished, unproven games at a round's end: draw, or zero for all players",
        read=_one_of("unfinished", (DRAW, ZERO)),
        default=DRAW,
    )
    min_players: int = term_number(
        4,
        low=2,
        high=128,
        help="minimum number of players; if fewer join, the tournament is canceled",
    )
    max_players: int = term_number(
        64, low=2, high=128, help="maximum number of players; entries close when it is reached"
    )
    robots: int = term_number(
        0, low=0, high=10, help="level of the robots that fill seats up to the minimum; 0 for none"
    )

    @classmethod
    def from_words(cls, words: Iterable[str]) -> Self:
        """Returns the terms in words such as `--kind=swiss`. Raises UserError for wrong ones."""
        terms = read_options(cls, words, "A tournament")
        terms = dataclasses.replace(terms, game=terms.game and find(terms.game).name)
        terms.check()
        return dataclasses.replace(terms, options=_with_usual_pairs(terms))

    @classmethod
    def read(cls, text: str) -> Self:
        """Returns the terms in a stored text. `write` is the inverse."""
        return read_options(cls, json.loads(text), "A tournament")

    def write(self) -> str:
        """Returns the stored form: a JSON list of words.

        It includes defaults, because they may change.
        """
        return json.dumps(self.words())

    def words(self) -> tuple[str, ...]:
        """Returns the terms as words such as `--kind=swiss`, including defaults."""
        return write_options(self)

    @property
    def seats(self) -> int:
        """Number of players of a game. This works even if the game isn't served."""
        return 3 if self.kind == GROUPS_OF_THREE else 2

    @property
    def board_terms(self) -> Terms:
        """The terms of its boards. This works even if the game isn't served."""
        words, _ = split_options(self.options.split(), Terms)
        return self.within_round(read_options(Terms, words, "A challenge"))

    @property
    def paired(self) -> bool:
        """Whether two players who meet play two games, with the seats swapped."""
        return self.kind == KNOCK_OUT or self.board_terms.pair

    def read_games(self) -> tuple[Any, Terms]:
        """Returns the options of its games, before random choices, and the terms of their boards.

        Raises UserError for options that tournament games can't have.
        """
        words = re.split(" +(?=-)", self.options) if self.options else ()
        options, terms = read_challenge(find(self.game), words)
        if terms.hints or terms.private or terms.ladder:
            raise tournament_refusals.wrong_game_terms()
        if terms.pair and self.seats != 2:
            raise tournament_refusals.pair_of_many(self.kind)
        return options, self.within_round(terms)

    def within_round(self, terms: Terms) -> Terms:
        """Returns the terms of a board, with at most the length of a round for each move.

        If that shortens the time for a move, the first reminder is at the latest in the middle of
        the round.
        """
        if terms.forfeittime <= self.days:
            return terms
        return dataclasses.replace(
            terms, forfeittime=float(self.days), nagtime=min(terms.nagtime, self.days // 2)
        )

    def check(self) -> None:
        """Raises UserError if terms are missing or contradict each other."""
        missing = [
            f"--{word}"
            for word, value in (("game", self.game), ("kind", self.kind), ("from", self.begins))
            if not value
        ]
        if missing:
            raise ParseError(f"A tournament needs {listing(missing)}.")
        seats = len(find(self.game).seats)
        if seats != self.seats:
            raise tournament_refusals.wrong_kind(self.kind, self.seats, self.game, seats)
        self.read_games()
        if self.rounds and self.kind not in (SWISS, GROUPS_OF_THREE):
            raise tournament_refusals.rounds_given((SWISS, GROUPS_OF_THREE), self.kind)
        self._check_groups()
        if self.min_players < self.seats or self.min_players > self.max_players:
            raise tournament_refusals.wrong_min_players(
                self.min_players, self.seats, self.max_players
            )

    def _check_groups(self) -> None:
        usual = self.group == TournamentTerms.group and self.promoted == TournamentTerms.promoted
        if self.kind != ROUND_ROBIN and not usual:
            raise tournament_refusals.groups_given(ROUND_ROBIN, self.kind)
        if self.promoted * 2 > self.group:
            raise tournament_refusals.too_many_promoted(self.group)


def _with_usual_pairs(terms: TournamentTerms) -> str:
    """Returns the options of the games, with `-pair` if the standard start needs it.

    If the creator gave options of the game, nothing is added, because they choose the start.
    """
    _, game_words = split_options(terms.options.split(), Terms)
    if not find(terms.game).paired or game_words or terms.paired:
        return terms.options
    return f"{terms.options} -pair".strip()


def check_name(name: str) -> None:
    """Raises ParseError if a word can't be the name of a tournament."""
    if not NAME.fullmatch(name):
        raise ParseError(
            f'A tournament can\'t be named "{shown(name)}". Use up to 40 letters, digits and '
            "dashes, such as knightpanic-2026-12."
        )

"""Tournaments as sentences, tables, and data for programs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, NamedTuple

from commands.messages.content import Table
from pbm import games
from pbm.board.challenge import split_options
from pbm.board.terms import Terms
from pbm.options import read_options
from pbm.tournaments.crosstables import Crosstable, CrosstableRow, PlayedGame, crosstables
from pbm.tournaments.events import DISQUALIFIED
from pbm.tournaments.points import shown_points
from pbm.tournaments.standings import Standing, standings
from pbm.tournaments.terms import (
    DRAW,
    GROUPS_OF_THREE,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TournamentTerms,
)
from pbm.tournaments.tournament import Round, Tournament
from pbm.wording import counted, listing, local_time

HIDDEN = "?"
"""The sign for a player whom the reader may not see."""
SELF, RUNNING, BYE = "*", ".", "bye"
KIND_WORDS = {
    ROUND_ROBIN: "a round robin of {}",
    KNOCK_OUT: "a knock-out of {}",
    SWISS: "a Swiss tournament of {}",
    GROUPS_OF_THREE: "a tournament of {} in groups of three",
}
POINTS = {
    ROUND_ROBIN: "1 is a win, \N{VULGAR FRACTION ONE HALF} a draw, 0 a loss.",
    KNOCK_OUT: "5:1+0 is a point and none against number 5.",
    SWISS: "5:1 is a point against number 5.",
    GROUPS_OF_THREE: "5/8:2 are two points against numbers 5 and 8.",
}
"""The meaning of the results in the crosstables of each kind."""
RUNS = "A dot is a game that runs."
TIES = 'SB: see "help tournament".'


@dataclass(frozen=True)
class TournamentView:
    """A tournament as far as its reader may see it."""

    name: str
    tournament: Tournament
    userids: Mapping[int, str]
    """The userids of the players whom the reader may see, by id."""
    boards: Mapping[tuple[int, int], int]
    """The numbers of the boards that the reader may see, by round and game."""
    zone: str = "UTC"
    """The reader's time zone."""

    @property
    def terms(self) -> TournamentTerms:
        """The terms."""
        return self.tournament.terms

    @property
    def title(self) -> str:
        """The title of the game."""
        return games.stored(self.terms.game).title

    def names(self, players: Iterable[int]) -> list[str]:
        """Returns the userids of these players."""
        return [self.userids.get(each, HIDDEN) for each in players]

    def seeded(self, players: Collection[int]) -> list[int]:
        """Returns these players in the order of the seeding."""
        return [each for each in self.tournament.players if each in players]

    def time(self, at: datetime | None) -> str:
        """Returns a moment in the reader's zone."""
        return local_time(at, self.zone) if at else ""

    @cached_property
    def crosstables(self) -> tuple[Crosstable, ...]:
        """The tables with all players; none before the beginning."""
        return tuple(crosstables(self.tournament)) if self.tournament.rounds else ()

    @cached_property
    def shown_tables(self) -> Sequence["ShownTable"]:
        """The tables that have a player whom the reader may see."""
        return [shown for each in self.crosstables if (shown := _shown(self, each)).rows]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """All players, the best first."""
        return standings(self.tournament)

    def is_seen(self, row: CrosstableRow) -> bool:
        """Returns True if the reader may see the player of a row."""
        return row.standing.player in self.userids


# Sentences.


def kind_in_words(terms: TournamentTerms) -> str:
    """Returns kind, game and rounds: `a Swiss tournament of Knight Panic (4x4) over 6 rounds`."""
    title, (_, words) = games.stored(terms.game).title, split_options(terms.options.split(), Terms)
    options = games.describe_options(terms.game, tuple(words))
    game = f"{title} ({options})" if options else title
    return f"{KIND_WORDS[terms.kind].format(game)}{_rounds_in_words(terms)}"


def _board_terms_in_words(terms: TournamentTerms) -> str:
    words, _ = split_options(terms.options.split(), Terms)
    return ", ".join(terms.within_round(read_options(Terms, words, "A challenge")).describe())


def kind_sentence(terms: TournamentTerms) -> str:
    """Returns the same as a sentence."""
    words = kind_in_words(terms)
    return f"{words[0].upper()}{words[1:]}."


def _rounds_in_words(terms: TournamentTerms) -> str:
    if terms.kind == ROUND_ROBIN:
        if terms.most <= terms.group:
            return ""
        best = "best one" if terms.promoted == 1 else f"best {terms.promoted}"
        go = "goes" if terms.promoted == 1 else "go"
        return f" in groups of at most {terms.group}; the {best} of each {go} on to the next round"
    if terms.kind == KNOCK_OUT:
        return " by pairs of games with the seats exchanged; after a tie the higher seed goes on"
    return f" over {counted(terms.rounds, 'round')}" if terms.rounds else ""


def terms_in_words(terms: TournamentTerms) -> str:
    """Returns the terms as sentences."""
    days = counted(terms.days, "day")
    open_games = "are drawn" if terms.unfinished == DRAW else "give nobody points"
    least = f"{terms.least} to " if terms.least < terms.most else ""
    robots = f"Robots of level {terms.robots} join if too few do."
    sentences = (
        kind_sentence(terms),
        f"Each game: {_board_terms_in_words(terms)}.",
        f"A round lasts {days}; nobody plays more than {counted(terms.games, 'game')} at a time.",
        f"Games open at its end {open_games}, unless their value is proved.",
        f"It takes {least}{counted(terms.most, 'player')}.",
        *([robots] if terms.robots else []),
    )
    return " ".join(sentences)


def state_in_words(view: TournamentView) -> str:
    """Returns the state of a tournament as a sentence."""
    tournament = view.tournament
    players, round = counted(len(tournament.players), "player"), tournament.open_round
    game = games.stored(view.terms.game)
    if isinstance(game, games.AbsentGame) and tournament.status in ("open", "running"):
        return f"It stands still: {game.why}. It has {players}."
    if tournament.status == "open":
        have = "has" if len(tournament.players) == 1 else "have"
        return f"It begins on {view.time(view.terms.begins)}; {players} {have} joined."
    if tournament.status == "cancelled":
        return f"It was cancelled, with {players}."
    if tournament.status == "ended":
        return f"{victory(view) or 'It has ended'}, with {players}."
    if round is None:
        return f"It has begun, with {players}; the first round follows."
    over, all_games = len(round.results), len(round.pairings)
    planned = view.terms.kind in (SWISS, GROUPS_OF_THREE)
    last = f" of {tournament.planned_rounds}" if planned else ""
    return (
        f"Round {round.number}{last} lasts until {view.time(round.ends)}; {over} of "
        f"{counted(all_games, 'game')} are over. {players} take part."
    )


def winners(view: TournamentView) -> list[str]:
    """Returns the players at the first place whom the reader may see."""
    if view.tournament.status != "ended":
        return []
    best = [each.player for each in view.standings if each.place == 1]
    return [view.userids[each] for each in best if each in view.userids]


def victory(view: TournamentView) -> str:
    """Returns who has won, or shares the first place; empty if they are hidden."""
    won = winners(view)
    words = "won" if len(won) == 1 else "share the first place"
    return f"{listing(won)} {words}" if won else ""


def place_in_words(view: TournamentView, player: int) -> str:
    """Returns a sentence on a player's place in the whole tournament, told to that player."""
    (own,) = [each for each in view.standings if each.player == player]
    return f"You are at place {own.place} of {len(view.tournament.players)}."


def round_in_words(view: TournamentView, round: Round) -> list[str]:
    """Returns who plays whom in a round, and who has a bye; groups stand in their tables."""
    met = {frozenset(each.players): each.players for each in reversed(round.pairings)}
    pairs = [" - ".join(view.names(players)) for players in reversed(met.values())]
    alone = [name for bye in round.byes for name in view.names(bye.players)]
    has = "has" if len(alone) == 1 else "have"
    return [
        *([f"Round {round.number}: {', '.join(pairs)}."] if view.terms.kind != ROUND_ROBIN else []),
        *([f"{listing(alone)} {has} a bye."] if alone else []),
    ]


def departures(view: TournamentView) -> list[str]:
    """Returns a sentence on each seen player who is no longer in the tournament."""
    return [
        f"{view.userids[player]} {'was disqualified' if why == DISQUALIFIED else 'has withdrawn'}."
        for player, why in view.tournament.withdrawn.items()
        if player in view.userids
    ]


def description(view: TournamentView) -> list[str]:
    """Returns the paragraphs that tell a tournament: terms, state, pairings or players, leavers."""
    tournament, round = view.tournament, view.tournament.open_round
    players = [view.userids[id] for id in view.seeded(view.userids)]
    return [
        terms_in_words(view.terms),
        state_in_words(view),
        *(round_in_words(view, round) if round else ()),
        *([" ".join(gone)] if (gone := departures(view)) else []),
        *([f"Players: {listing(players)}."] if players and not tournament.rounds else []),
    ]


# Tables.


class CellPart(NamedTuple):
    """A part of a cell."""

    text: str
    game: PlayedGame | None = None
    """The game whose points it tells, if there is one."""


class ShownRow(NamedTuple):
    """A row of a crosstable."""

    number: int
    """Hidden players have theirs, too."""
    player: int
    cells: Sequence[Sequence[CellPart]]
    ends: Sequence[str]
    """The texts of the last columns."""


class ShownTable(NamedTuple):
    """A crosstable without hidden players."""

    title: str
    columns: Sequence[str]
    """The number of each opponent's row, or of the round."""
    ends: Sequence[str]
    rows: Sequence[ShownRow]


def _shown(view: TournamentView, crosstable: Crosstable) -> ShownTable:
    numbers = {row.standing.player: number for number, row in enumerate(crosstable.rows, 1)}
    by_opponent, columns = crosstable.by_opponent, crosstable.columns
    seen = [at for at, each in enumerate(columns) if not by_opponent or each in view.userids]
    return ShownTable(
        title=crosstable.title,
        columns=[str(at + 1 if by_opponent else columns[at]) for at in seen],
        ends=["Place"] if view.terms.kind == KNOCK_OUT else ["Points", "SB", "Place"],
        rows=[
            ShownRow(
                numbers[row.standing.player],
                row.standing.player,
                [_cell_parts(view, crosstable, row, at, numbers) for at in seen],
                _ends(view, row.standing),
            )
            for row in crosstable.rows
            if view.is_seen(row)
        ],
    )


def _ends(view: TournamentView, standing: Standing) -> list[str]:
    """Returns points and place; the points of a knock-out are of one round."""
    if view.terms.kind == KNOCK_OUT:
        return [str(standing.place)]
    points = standing.points, standing.sonneborn_berger
    return [*map(shown_points, points), str(standing.place)]


def _cell_parts(
    view: TournamentView,
    crosstable: Crosstable,
    row: CrosstableRow,
    at: int,
    numbers: Mapping[int, int],
) -> list[CellPart]:
    """Returns the parts of a cell: the opponents' numbers, unless they are the column, and points.

    `at`: the index of the column.
    """
    played = row.cells[at]
    points = [
        CellPart(RUNNING if game.points is None else shown_points(game.points), game)
        for game in played
    ]
    if crosstable.by_opponent:
        return [CellPart(SELF)] if crosstable.columns[at] == row.standing.player else points
    if not played or not played[0].opponents:
        return [CellPart(BYE)] if played else []
    opponents = (numbers[each] if each in view.userids else HIDDEN for each in played[0].opponents)
    separated = [part for each in points for part in (CellPart("+"), each)]
    return [CellPart(f"{'/'.join(map(str, opponents))}:"), *separated[1:]]


def tables(view: TournamentView, reader: int | None = None) -> tuple[Table, ...]:
    """Returns the crosstables for mails and the shell; none before the beginning.

    With a reader, the tables of all groups in which the reader played, and of the last.
    """
    found = [
        each
        for number, each in enumerate(view.shown_tables)
        if reader is None or number == 0 or any(row.player == reader for row in each.rows)
    ]
    return tuple(
        Table(
            title=each.title,
            head=("", "Name", *each.columns, *each.ends),
            rows=tuple(
                (
                    str(row.number),
                    view.userids[row.player],
                    *("".join(part.text for part in cell) for cell in row.cells),
                    *row.ends,
                )
                for row in each.rows
            ),
            note=note(view) if each is found[-1] else "",
        )
        for each in found
    )


def note(view: TournamentView) -> str:
    """Returns the explanation of the signs in the crosstables."""
    kind = view.terms.kind
    running = RUNS if view.tournament.open_round else ""
    return " ".join(filter(None, [POINTS[kind], running, TIES if kind != KNOCK_OUT else ""]))


# Data for programs.


def data(view: TournamentView) -> dict[str, Any]:
    """Returns the tournament as JSON for programs; hidden players are left out."""
    tournament, terms = view.tournament, view.terms
    return {
        **entry_data(view),
        "options": terms.options.split(),
        "withdrawn": {
            view.userids[player]: why
            for player, why in tournament.withdrawn.items()
            if player in view.userids
        },
        "tables": [_table_data(view, each) for each in view.crosstables],
    }


def entry_data(view: TournamentView) -> dict[str, Any]:
    """Returns the tournament as lists have it."""
    tournament, round = view.tournament, view.tournament.open_round
    return {
        "tournament": view.name,
        "game": view.terms.game,
        "kind": view.terms.kind,
        "status": tournament.status,
        "begins": _iso(view.terms.begins),
        "round": len(tournament.rounds),
        "ends": _iso(round.ends) if round else None,
        "players": [view.userids[each] for each in tournament.players if each in view.userids],
        "winners": winners(view),
    }


def _iso(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat() if at else None


def _table_data(view: TournamentView, crosstable: Crosstable) -> dict[str, Any]:
    rows = [
        {
            "userid": view.userids[row.standing.player],
            "place": row.standing.place,
            "points": float(row.standing.points),
            "sonneborn_berger": float(row.standing.sonneborn_berger),
            "wins": row.standing.wins,
            "games": [_game_data(view, game) for cell in row.cells for game in cell],
        }
        for row in crosstable.rows
        if view.is_seen(row)
    ]
    return {"title": crosstable.title, "standings": rows}


def _game_data(view: TournamentView, game: PlayedGame) -> dict[str, Any]:
    return {
        "round": game.round,
        "board": view.boards.get((game.round, game.number)),
        "opponents": view.names(game.opponents),
        "points": None if game.points is None else float(game.points),
    }

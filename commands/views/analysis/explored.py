"""Results of games from a position as text."""

from collections.abc import Sequence
from typing import Any

from commands.views.analysis.proofs import value_words
from commands.views.text.tables import table
from pbm.errors import UserError
from pbm.game import Seat
from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.value import Value
from pbm.stored import ExploredGame, Results
from pbm.wording import counted, listing

NAMED = 2
"""The players named beside a move."""
ENDED = "(end)"
"""Stands in the place of a move where games ended."""


def option_words(game: AnyGame, options: Any) -> tuple[str, ...]:
    """Returns the options that must be typed to get these rules; the usual ones are left out."""
    known = game.without_seed(options)
    words = write_options(known)
    for word in words:
        fewer = tuple(each for each in words if each != word)
        if _resolved(game, fewer) == known:
            words = fewer
    return words


def _resolved(game: AnyGame, words: Sequence[str]) -> Any:
    """Returns the options, complete but without a seed; None if they don't go together."""
    try:
        read = game.resolve(game.read_options(words), 0)
    except UserError:
        return None
    return game.without_seed(read)


def result_words(results: "Results", seats: Sequence[Seat]) -> str:
    """Returns the results as `White won 7, Black won 4 and 1 was drawn`."""
    won = [
        f"{seat.name} won {count}" for seat, count in zip(seats, results.won, strict=True) if count
    ]
    drawn = [f"{results.drawn} {'was' if results.drawn == 1 else 'were'} drawn"]
    return listing(won + (drawn if results.drawn else []))


def player_words(players: Sequence[tuple[str, int]]) -> str:
    """Returns who played a move most often, with their games: `alice 4, bob 2 and 1 more`."""
    named = [f"{userid} {games}" for userid, games in players[:NAMED]]
    rest = len(players) - NAMED
    return f"{', '.join(named)} and {rest} more" if rest > 0 else ", ".join(named)


def winner_words(game: "ExploredGame", seats: Sequence[Seat]) -> str:
    """Returns the result of a game, such as `White won`."""
    names = [seats[seat].name for seat in game.winners]
    return f"{listing(names)} won" if names else "drawn"


def move_value_words(value: "Value | None", played: int) -> str:
    """Returns the proved value of a move, such as `wins by move #19`; empty if none is."""
    return value_words(value, played) if value else ""


def results_row(results: "Results") -> tuple[str, ...]:
    """Returns the numbers of games, of wins by seat, and of draws."""
    return tuple(str(count) for count in (results.games, *results.won, results.drawn))


def moves_table(rows: Sequence[tuple[str, "Results", str, str]], seats: Sequence[Seat]) -> str:
    """Returns a table of moves, each with its results, its value, and its players."""
    head = ("move", "games", *(seat.name for seat in seats), "drawn", "proved", "played by")
    numbers = range(1, len(seats) + 3)
    lines = [(move, *results_row(results), *words) for move, results, *words in rows]
    used = [
        column
        for column in range(len(head))
        if column in numbers or any(line[column] for line in lines)
    ]
    right = [place for place, column in enumerate(used) if column in numbers]
    shown = [[line[column] for column in used] for line in (head, *lines)]
    return table(shown[0], shown[1:], right=right)


def games_table(games: Sequence["ExploredGame"], seats: Sequence[Seat]) -> str:
    """Returns a table of games with their players and results."""
    rows = [
        (str(game.number), " - ".join(game.players), winner_words(game, seats)) for game in games
    ]
    return table(("board", "players", "result"), rows, right=(0,))


def results_data(results: "Results") -> dict[str, Any]:
    """Returns results for programs."""
    return {"games": results.games, "won": list(results.won), "drawn": results.drawn}


def games_words(results: "Results") -> str:
    """Returns the number of games, as the subject of a sentence."""
    return counted(results.games, "finished game")

"""Sentences and tables about the results of finished games that reached a position."""

from collections.abc import Sequence
from typing import Any

from commands.views.analysis.proofs import value_words
from commands.views.text.tables import table
from pbm.errors import UserError
from pbm.game import Seat
from pbm.games import AnyGame
from pbm.options import write_options
from pbm.proofs.value import Value
from pbm.stored_values import ExploredGame, Results
from pbm.wording import counted, listing

MAX_NAMED_PLAYERS = 2
"""Maximum number of players listed next to a move."""
ENDED = "(end)"
"""Shown in the move column for games that ended in this position."""


def option_words(game: AnyGame, options: Any) -> tuple[str, ...]:
    """Returns the shortest option words that produce these rules, without default values."""
    usual_options = game.without_seed(options)
    words = write_options(usual_options)
    for word in words:
        fewer = tuple(each for each in words if each != word)
        if _resolved(game, fewer) == usual_options:
            words = fewer
    return words


def _resolved(game: AnyGame, words: Sequence[str]) -> Any:
    """Returns the complete options without a seed.

    Returns None if the words contradict each other.
    """
    try:
        read = game.resolve(game.read_options(words), 0)
    except UserError:
        return None
    return game.without_seed(read)


def result_words(results: "Results", seats: Sequence[Seat]) -> str:
    """Returns the results as text, such as `White won 7, Black won 4 and 1 was drawn`."""
    won = [
        f"{seat.name} won {count}" for seat, count in zip(seats, results.won, strict=True) if count
    ]
    drawn = [f"{results.drawn} {'was' if results.drawn == 1 else 'were'} drawn"]
    return listing(won + (drawn if results.drawn else []))


def player_words(players: Sequence[tuple[str, int]]) -> str:
    """Returns the players who made a move most often, such as `alice 4, bob 2 and 1 more`."""
    named = [f"{userid} {games}" for userid, games in players[:MAX_NAMED_PLAYERS]]
    rest = len(players) - MAX_NAMED_PLAYERS
    return f"{', '.join(named)} and {rest} more" if rest > 0 else ", ".join(named)


def winner_words(game: "ExploredGame", seats: Sequence[Seat]) -> str:
    """Returns the winners, such as `White won`, or `drawn`."""
    names = [seats[seat].name for seat in game.winners]
    return f"{listing(names)} won" if names else "drawn"


def move_value_words(value: "Value | None", played: int) -> str:
    """Returns the proven value of a move, such as `wins by move 19`.

    Empty if there is no proof.
    """
    return value_words(value, played) if value else ""


def results_row(results: "Results") -> tuple[str, ...]:
    """Returns table cells: the number of games, of wins by each seat, and of draws."""
    return tuple(str(count) for count in (results.games, *results.won, results.drawn))


def moves_table(rows: Sequence[tuple[str, "Results", str, str]], seats: Sequence[Seat]) -> str:
    """Returns a table of moves with the results, proven value and players of each.

    Columns of text that would be empty are left out.
    """
    head = ("move", "games", *(seat.name for seat in seats), "drawn", "proved", "played by")
    numbers = range(1, len(seats) + 3)
    lines = [(move, *results_row(results), *words) for move, results, *words in rows]
    used = [
        column
        for column in range(len(head))
        if column in numbers or any(line[column] for line in lines)
    ]
    right = [place for place, column in enumerate(used) if column in numbers]
    lines_shown = [[line[column] for column in used] for line in (head, *lines)]
    return table(lines_shown[0], lines_shown[1:], right=right)


def games_table(games: Sequence["ExploredGame"], seats: Sequence[Seat]) -> str:
    rows = [
        (str(game.number), " - ".join(game.players), winner_words(game, seats)) for game in games
    ]
    return table(("board", "players", "result"), rows, right=(0,))


def results_data(results: "Results") -> dict[str, Any]:
    return {"games": results.games, "won": list(results.won), "drawn": results.drawn}


def games_words(results: "Results") -> str:
    """Returns the number of games for the beginning of a sentence, such as `3 finished games`."""
    return counted(results.games, "finished game")

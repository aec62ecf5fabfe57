"""The worked examples of the games, as pictures of their last positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup

from commands.content.snapshot import EXAMPLE_SEED
from commands.views.board_view import highlights_of
from commands.views.svg.drawing import Drawing
from commands.views.text.spoken import spoken_lines
from pbm.diagram import Diagram
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.wording import listing


@dataclass(frozen=True, slots=True)
class Example:
    """The last position of a game's worked example."""

    picture: Markup
    caption: str


@cache
def example_match(game: AnyGame) -> Match:
    """Returns the worked example at its end."""
    words, moves = game.example
    options = game.resolve(game.read_options(words.split()), EXAMPLE_SEED)
    return Match.replay_texts(game, options, [f"move {move}" for move in moves])


def drawing_of(games: Iterable[AnyGame], boards: Iterable[Diagram] = ()) -> Drawing:
    """Returns a drawing for the examples of these games and for boards on the same page."""
    return Drawing((*(example_match(game).diagram for game in games), *boards))


def example_of(game: AnyGame, drawing: Drawing) -> Example:
    """Returns the picture of a game's example.

    `drawing`: the drawing of all examples on the page.
    """
    match = example_match(game)
    picture = drawing.picture(
        match.diagram,
        highlights_of(match),
        key=game.name,
        title=f"{game.title}: the end of a game",
        description=" ".join(spoken_lines(match, [seat.name for seat in game.seats])),
    )
    return Example(picture, _caption(match))


def _caption(match: Match) -> str:
    """Returns a sentence about the end, such as `White has won by c1-e5, move 10: ...`."""
    outcome = match.outcome
    if outcome is None:
        return f"After {match.last_move}, move {match.ply}."
    winners = listing([match.game.seats[seat].name for seat in outcome.winners])
    return f"{winners} won with {match.last_move}, move {match.ply}: {outcome.reason}."

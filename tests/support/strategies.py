"""Options and games drawn by hypothesis, for any game served."""

import random
import string
from functools import cache

from hypothesis import strategies as st

from pbm.errors import UserError
from pbm.games import games
from pbm.options import Choice, Flag, Number, Text, kinds

TEXTS = {
    ("knightsdance", "position"): [
        "(w 5 6 a1 b1 f5 b5)",
        "(B 3 3 a1 b1 c3 b3)",
        "(b 12 40 a1 b1 an12 ab12)",
    ],
    ("madknights", "start"): ["c3,f6,d5", "B2,C2,D2", "b4,d2,b2"],
}
"""For each option that takes free text, some values to draw from."""

ALL = list(games().values())
NAMES = [game.name for game in ALL]
SEEDS = st.integers(0, 2**64)


@cache
def _some_options(game):
    """Returns names of a few options, with what may be typed: made once, as that takes longest."""
    fields = [(name, typed(game, name, kind)) for name, kind in kinds(game.options).items()]
    return st.lists(st.sampled_from(fields), max_size=4, unique_by=lambda pair: pair[0])


@st.composite
def resolved(draw, game):
    """Resolved options of a game, from words dropped until it accepts them."""
    words = [draw(option) for _, option in draw(_some_options(game))]
    seed = draw(SEEDS)
    while True:
        try:
            return game.resolve(game.read_options(words), seed)
        except UserError:
            words.pop()


def typed(game, name, kind):
    """Returns one option as a player might type it."""
    if isinstance(kind, Number):
        high = kind.low + 60 if kind.high is None else kind.high
        return st.integers(kind.low, high).map(lambda number: f"-{name}={number}")
    if isinstance(kind, Text):
        return st.sampled_from(TEXTS[game.name, name]).map(lambda value: f"-{name}={value}")
    assert isinstance(kind, Choice | Flag)
    return st.sampled_from(sorted(kind.words(name))).map(lambda word: f"-{word}")


@st.composite
def lines(draw, game, plies=12):
    """The positions of a game's beginning, and the moves between them."""
    positions, moves = [game.start(draw(resolved(game)))], []
    for _ in range(draw(st.integers(0, plies))):
        legal = list(game.moves(positions[-1]))
        if not legal:
            break
        moves.append(draw(st.sampled_from(legal)))
        positions.append(game.play(positions[-1], moves[-1]))
    return positions, moves


def positions(game):
    """Returns positions of a game, seldom far from its start."""
    return lines(game).map(lambda line: line[0][-1])


def finished(game, options, seed, most=4000):
    """Returns the positions of a random game, played until it ends or `most` plies."""
    chance = random.Random(seed)
    line = [game.start(options)]
    while len(line) <= most and (legal := list(game.moves(line[-1]))):
        line.append(game.play(line[-1], chance.choice(legal)))
    return line


@st.composite
def near_misses(draw, notation):
    """A move's notation with a character changed, added or left out."""
    at = draw(st.integers(0, len(notation)))
    alphabet = string.ascii_letters + string.digits + "(),- #²٣K"
    put = draw(st.text(alphabet, max_size=2))
    return notation[:at] + put + notation[at + draw(st.integers(0, 2)) :]

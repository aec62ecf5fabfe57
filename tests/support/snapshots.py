"""Snapshots of boards as views are given them, without a server."""

import random
from datetime import timedelta

from hypothesis import strategies as st

from commands.content.messages import BoardSnapshot, ClockTimes
from commands.views.reply_target import ReplyTarget
from pbm.match.match import Match
from pbm.options import write_options
from tests.support.site import NOON
from tests.support.strategies import resolved

PLAYERS = ("alice", "bob", "carol")
REPLY_TO = ReplyTarget("pbm+ab2cdefghijk@example.net")


def to_us(_said):
    """Returns the reply address of any content."""
    return REPLY_TO


def times(match):
    """Returns the times of a turn that has just started."""
    return ClockTimes(
        used=(timedelta(hours=1),) * len(match.game.seats),
        total=None,
        began=NOON,
        nag=NOON + timedelta(days=7),
        forfeit=NOON + timedelta(days=21),
    )


def snapshot(match, **more):
    """Returns the board as its player to move sees it."""
    players = PLAYERS[: len(match.game.seats)]
    told = {
        "to": players[match.to_move or 0],
        "log": match.state.effective,
        "paths": match.paths,
    } | more
    return BoardSnapshot(
        game=match.game.name,
        number=101,
        players=players,
        options=write_options(match.options),
        **told,
    )


def played(game, words="", moves=()):
    """Returns a match with these options and moves."""
    options = game.resolve(game.read_options(words.split()), 7)
    return Match.replay_texts(game, options, [f"move {move}" for move in moves])


def playout(game, options, plies, seed=0):
    """Returns a random match of so many moves, or fewer if it ends."""
    chance, position, log = random.Random(seed), game.start(options), []
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            break
        move = chance.choice(moves)
        log.append(f"move {game.write(position, move)}")
        position = game.play(position, move)
    return Match.replay_texts(game, options, log)


@st.composite
def matches(draw, game, *, unfinished=False):
    """Random matches with any options; unfinished ones end before their last move."""
    match = playout(game, draw(resolved(game)), draw(st.integers(0, 60)), draw(st.integers(0, 99)))
    return match.at(match.ply - 1) if unfinished and match.outcome else match

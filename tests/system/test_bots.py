"""The engines of tests/bots: they answer by the protocol, with legal moves."""

import random
import shutil
import subprocess
import sys

import pytest

from pbm import games
from pbm.protocol import turns
from tests.support.paths import TESTS

BOTS = TESTS / "bots"
GAME = games.find("madknights")
QUICK = {"paranoid": "positions=500", "montecarlo": "playouts=50"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with those that are written in C, as far as there is a compiler."""
    made, compiler = tmp_path_factory.mktemp("bots"), shutil.which("cc")
    if compiler:
        for source in BOTS.glob("*.c"):
            program = made / source.stem
            subprocess.run([compiler, "-O1", source, "-o", program, "-lm"], check=True)
    return made


def positions(seed):
    """Yields the positions of a random game in which somebody has to move."""
    chance = random.Random(seed)
    position = GAME.start(GAME.resolve(GAME.read_options(), seed))
    while GAME.to_move(position) is not None:
        yield position
        position = GAME.play(position, chance.choice(list(GAME.moves(position))))


def argv(bot, folder):
    """Returns the command of a bot; skips the test if it can't be compiled."""
    program = BOTS / f"{bot}.py"
    if program.exists():
        return [sys.executable, program]
    if not (folder / bot).exists():
        pytest.skip("there is no compiler")
    return [folder / bot, QUICK[bot]]


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["paranoid", "montecarlo", "territory"])
@pytest.mark.parametrize("seat", range(3))
def test_their_moves_are_legal(folder, bot, seat):
    """In each position of a random game in which a bot has to move, it answers with a move."""
    asked = [position for position in positions(seat) if GAME.to_move(position) == seat]
    last = [None] * len(GAME.seats)
    sent = "".join(turns.turn_for(GAME, position, last).write() for position in asked)
    given = f"{turns.COLOURS[seat]}\n{sent}"
    done = subprocess.run(
        argv(bot, folder), check=True, input=given, text=True, capture_output=True
    )
    answers = done.stdout.splitlines()
    assert len(answers) == len(asked) > 5
    for position, line in zip(asked, answers, strict=True):
        move = turns.read_move(GAME, position, turns.EngineReply.read(line), "")
        assert move in GAME.moves(position)

"""The built-in robots as engines that speak the protocol."""

import json
import shlex
import subprocess
import sys

import pytest

from tests.support.cases import cases
from tests.support.paths import ROOT

MODEST = shlex.join([sys.executable, str(ROOT / "tests/support/engines/modest.py")])
BOT = shlex.join(["/usr/bin/env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "commands", "bot"])

TURN = """\
r 1 null
g 1 null
.......g
........
........
........
........
........
........
r.......
2
b3
c2
"""


@pytest.mark.slow
@cases("level", ["1", "2", "3"])
def test_a_robot_plays_whole_games(shell, level):
    """A robot's answers are all legal, at any level."""
    for game, others in (("knightsduel", [MODEST]), ("madknights", [MODEST, MODEST])):
        ours = f"{BOT} {game} --level {level} --ms 5"
        timeouts = ("--first-ms", "120000", "--turn-ms", "120000")
        words = ("referee", game, ours, *others, "--games", "1", *timeouts, "--json")
        [robot] = [bot for bot in json.loads(shell(*words)[1])["data"]["bots"] if bot["bot"] == "A"]
        assert (robot["games"], robot["failed"]) == (1, 0)


def test_a_robot_answers_turn_by_turn(shell):
    """A robot answers each turn with a square until its input ends."""
    status, out, _ = shell("bot", "knightsduel", "--ms", "5", stdin=f"r\n{TURN}{TURN}")
    assert status == 0
    assert len(out.splitlines()) == 2
    assert set(out.splitlines()) <= {"b3", "c2"}


@cases(
    ("words", "stdin", "said"),
    [
        (("knightsduel",), "b\n", "a color of Knight's Duel (r g), not"),
        (("madknights",), "r\nhello\n", 'not "hello"'),
        (("trailblazer",), "", "no protocol for trailblazer"),
    ],
)
def test_unreadable_input_is_reported(shell, words, stdin, said):
    """Input that a robot can't read brings a message on standard error and exit status 1."""
    status, out, errors = shell("bot", *words, stdin=stdin)
    assert (status, out) == (1, "")
    assert said in errors


def test_a_robot_loads_little():
    """`pbm bot` loads neither database nor mail, which would take most of its first second."""
    heavy = "{'pydantic', 'sqlalchemy', 'aiosmtpd', 'rich', 'openskill'}"
    code = f"import sys, commands.cli.engines.bot; print({heavy} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"

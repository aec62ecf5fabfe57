"""Engines as players of the server."""

import json
import shlex
import sys

import pytest

from commands.server.workers.turns import engine_turns
from commands.settings import Settings
from pbm.engines.limits import EngineLimits
from tests.support.cases import cases
from tests.support.paths import TESTS
from tests.support.site import PLAYERS, text_of

BOTS = TESTS / "support" / "engines"
MODEST = shlex.join((sys.executable, str(BOTS / "modest.py")))
CRASHING = shlex.join((sys.executable, str(BOTS / "misbehaving.py"), "crash", "-"))
ADDRESS = PLAYERS["alice"][1]


@pytest.fixture
def served(site, monkeypatch):
    """A server with alice and bob, and engines with enough time even on a loaded machine."""
    monkeypatch.setattr(engine_turns, "engine_limits", lambda _: EngineLimits(first_ms=120_000))
    site.sign_up("alice", "bob")
    with site.database.work() as work:
        for name, command in (("modest", MODEST), ("shaky", CRASHING)):
            work.players.add_robot(name, f"exec knightsduel {command}", site.clock.now())
        work.players.add_robot("mad", f"exec madknights {MODEST}", site.clock.now())
    return site


def play_turn(site):
    """Runs an engine's turn; returns True if it moved."""
    return engine_turns.EngineTurns(
        site.database, site.dispatcher, site.mailer, settings=Settings()
    ).play_once()


def shown(site, game="knightsduel"):
    return site.say(f"{game} show 101").data


@pytest.mark.slow
def test_an_engine_answers_each_move(served):
    """An engine answers with a comment, to the end of the game, without a password."""
    assert served.say("knightsduel challenge -size=4 alice modest").ok
    assert not play_turn(served)
    password = PLAYERS["alice"][0]
    while shown(served)["to_move"] is not None:
        move = served.say("knightsduel legal 101").data["moves"][0]
        assert served.say(f"knightsduel move 101 alice {password} {move}").ok
        served.mails()
        moved = play_turn(served)
        assert moved or shown(served)["to_move"] is None
        [mail] = [mail for mail in served.mails() if mail["To"] == ADDRESS] or [None]
        assert not moved or "as ever, and wha" in text_of(mail)
    assert not play_turn(served)


def test_an_engines_text_is_cleaned(served):
    """Terminal and mail controls are removed from comments and from wrong moves."""
    for name, said in (("noisy", "0 2 \x1b[31mred\u202e\a"), ("wrong", "\x1b[31mx\u202e")):
        with served.database.work() as work:
            command = shlex.join(("/bin/sh", "-c", f"printf '%s\\n' {shlex.quote(said)}; cat"))
            work.players.add_robot(name, f"exec knightsduel {command}", served.clock.now())
        assert served.say(f"knightsduel challenge -size=4 {name} alice").ok
        assert play_turn(served)
    told = "".join(text_of(mail) for mail in served.mails())
    assert "[31m" in told
    assert not set(told) & {"\x1b", "\u202e", "\a"}


def test_an_engine_plays_with_two_people(served):
    """Two people and an engine play, and the engine moves first."""
    assert served.say("madknights challenge -seed=5 mad alice bob").ok
    assert play_turn(served)
    assert (shown(served, "madknights")["ply"], play_turn(served)) == (1, False)


def test_among_three_an_engine_that_fails_leaves_and_the_others_go_on(served):
    """The others go on, also when the engine hasn't moved yet."""
    with served.database.work() as work:
        work.players.add_robot("broken", f"exec madknights {CRASHING}", served.clock.now())
    assert served.say("madknights challenge -seed=5 alice bob broken").ok
    for name in ("alice", "bob"):
        move = served.say("madknights legal 101").data["moves"][0]
        assert served.say(f"madknights move 101 {name} {PLAYERS[name][0]} {move}").ok
    served.mails()
    assert play_turn(served)
    told = text_of(served.mails()[0])
    assert "broken leaves the game." in told
    assert "The program ended with exit status 3." in told
    assert "Your move, alice." in told


def test_two_engines_that_fail_leave_one_after_the_other(served):
    """The remaining player wins: the second engine doesn't decline a started game."""
    with served.database.work() as work:
        for name in ("broken", "shattered"):
            work.players.add_robot(name, f"exec madknights {CRASHING}", served.clock.now())
    assert served.say("madknights challenge -seed=5 alice broken shattered").ok
    move = served.say("madknights legal 101").data["moves"][0]
    assert served.say(f"madknights move 101 alice {PLAYERS['alice'][0]} {move}").ok
    assert play_turn(served)
    assert play_turn(served)
    assert shown(served, "madknights")["winners"] == [0]


def test_an_engine_that_fails_resigns_and_says_why(served):
    """The engine resigns with its reason, so nobody waits for it."""
    assert served.say("knightsduel challenge -size=4 alice shaky").ok
    move = served.say("knightsduel legal 101").data["moves"][0]
    served.say(f"knightsduel move 101 alice {PLAYERS['alice'][0]} {move}")
    served.mails()
    assert play_turn(served)
    told = [text_of(mail) for mail in served.mails() if mail["To"] == ADDRESS]
    assert "The program ended with exit status 3." in told[0]
    assert not play_turn(served)


def test_an_engine_plays_no_other_game(served):
    """The refusal names the game that it plays."""
    answer = served.say("trailblazer challenge alice modest")
    assert not answer.ok
    assert "plays only knightsduel" in answer.content.text


@pytest.mark.parametrize("name", ["modest", "robot-nine"])
def test_engines_are_added_listed_and_removed(shell, name):
    """Each act has an audit entry; the userid, also one of a robot, stays taken afterwards."""
    words = ("robot", "add", name, "--game", "duel", "--exec", MODEST)
    status, out, errors = shell(*words)
    assert (status, f"Added {name}." in out) == (0, True), errors
    [robot] = json.loads(shell("robot", "list", "--json")[1])["robots"]
    assert (robot["userid"], robot["game"]) == (name, "knightsduel")
    assert robot["command"][1:] == [str(BOTS / "modest.py")]
    assert shell(*words)[0] == 1
    assert shell("robot", "remove", name, "--reason", "done")[0] == 0
    assert "0 robots" in shell("robot", "list")[1]
    assert shell("robot", "remove", name)[0] == 1
    acts = json.loads(shell("admin", "audit", "--json")[1])["acts"]
    assert [act["act"] for act in acts] == ["robot add", "robot remove"]


@cases(
    ("words", "said"),
    [
        (("x1", "--game", "trailblazer", "--exec", "true"), "no protocol for trailblazer"),
        (("x1", "--game", "madknights", "--exec", "no-such-program"), "The program"),
        (("1x", "--game", "madknights", "--exec", "true"), "begins with a letter"),
        (("robot1", "--game", "madknights", "--exec", "true"), "Commands use that word"),
        (("postmaster", "--game", "madknights", "--exec", "true"), "looks official"),
    ],
)
def test_invalid_engines_are_refused(shell, words, said):
    """The refusal gives the reason."""
    status, _, errors = shell("robot", "add", *words)
    assert (status, said in errors) == (1, True), errors

"""Programs of others as players of the server."""

import json
import shlex
import sys

import pytest

from commands.engines.limits import EngineLimits
from commands.settings import Settings
from commands.workers import engine_turns
from tests.support.paths import TESTS
from tests.support.site import PLAYERS, text_of

BOTS = TESTS / "support" / "engines"
MODEST = shlex.join((sys.executable, str(BOTS / "modest.py")))
CRASHING = shlex.join((sys.executable, str(BOTS / "misbehaving.py"), "crash", "-"))
ADDRESS = PLAYERS["alice"][1]


@pytest.fixture
def served(site, monkeypatch):
    """A house with alice and bob, and programs that have time, however loaded the machine is."""
    monkeypatch.setattr(engine_turns, "engine_limits", lambda _: EngineLimits(first_ms=120_000))
    site.sign_up("alice", "bob")
    with site.database.work() as work:
        for name, command in (("modest", MODEST), ("shaky", CRASHING)):
            work.players.add_robot(name, f"exec knightsduel {command}", site.clock.now())
        work.players.add_robot("mad", f"exec madknights {MODEST}", site.clock.now())
    return site


def think(site):
    """Whether a program has moved."""
    return engine_turns.EngineTurns(
        site.database, site.dispatcher, site.mailer, settings=Settings()
    ).play_once()


def shown(site, game="knightsduel"):
    return site.say(f"{game} show 101").data


def test_a_program_answers_each_move(served):
    """With its comment, to the end of the game; nobody is asked for its password."""
    assert served.say("knightsduel challenge -size=4 alice modest").ok
    assert not think(served)
    password = PLAYERS["alice"][0]
    while shown(served)["to_move"] is not None:
        move = served.say("knightsduel legal 101").data["moves"][0]
        assert served.say(f"knightsduel move 101 alice {password} {move}").ok
        served.mails()
        moved = think(served)
        assert moved or shown(served)["to_move"] is None
        [mail] = [mail for mail in served.mails() if mail["To"] == ADDRESS] or [None]
        assert not moved or "as ever, and wha" in text_of(mail)
    assert not think(served)


def test_what_a_program_says_is_cleaned(served):
    """Of all that a terminal or a mail reader would obey, in its comments and in wrong moves."""
    for name, said in (("noisy", "0 2 \x1b[31mred\u202e\a"), ("wrong", "\x1b[31mx\u202e")):
        with served.database.work() as work:
            command = shlex.join(("/bin/sh", "-c", f"printf '%s\\n' {shlex.quote(said)}; cat"))
            work.players.add_robot(name, f"exec knightsduel {command}", served.clock.now())
        assert served.say(f"knightsduel challenge -size=4 {name} alice").ok
        assert think(served)
    told = "".join(text_of(mail) for mail in served.mails())
    assert "[31m" in told
    assert not set(told) & {"\x1b", "\u202e", "\a"}


def test_programs_play_three_at_a_table(served):
    """Two people and a program, which begins."""
    assert served.say("madknights challenge -seed=5 mad alice bob").ok
    assert think(served)
    assert (shown(served, "madknights")["ply"], think(served)) == (1, False)


def test_among_three_a_program_that_fails_leaves_and_the_others_go_on(served):
    """Also when it hasn't moved yet: the others have."""
    with served.database.work() as work:
        work.players.add_robot("broken", f"exec madknights {CRASHING}", served.clock.now())
    assert served.say("madknights challenge -seed=5 alice bob broken").ok
    for name in ("alice", "bob"):
        move = served.say("madknights legal 101").data["moves"][0]
        assert served.say(f"madknights move 101 {name} {PLAYERS[name][0]} {move}").ok
    served.mails()
    assert think(served)
    told = text_of(served.mails()[0])
    assert "broken leaves the game." in told
    assert "The program ended with exit status 3." in told
    assert "It is alice's turn." in told


def test_two_programs_that_fail_leave_one_after_the_other(served):
    """And who is left has won: the second doesn't decline what has begun."""
    with served.database.work() as work:
        for name in ("broken", "shattered"):
            work.players.add_robot(name, f"exec madknights {CRASHING}", served.clock.now())
    assert served.say("madknights challenge -seed=5 alice broken shattered").ok
    move = served.say("madknights legal 101").data["moves"][0]
    assert served.say(f"madknights move 101 alice {PLAYERS['alice'][0]} {move}").ok
    assert think(served)
    assert think(served)
    assert shown(served, "madknights")["winners"] == [0]


def test_a_program_that_fails_resigns_and_says_why(served):
    """So nobody waits for it."""
    assert served.say("knightsduel challenge -size=4 alice shaky").ok
    move = served.say("knightsduel legal 101").data["moves"][0]
    served.say(f"knightsduel move 101 alice {PLAYERS['alice'][0]} {move}")
    served.mails()
    assert think(served)
    told = [text_of(mail) for mail in served.mails() if mail["To"] == ADDRESS]
    assert "The program ended with exit status 3." in told[0]
    assert not think(served)


def test_a_program_plays_no_other_game(served):
    """The refusal names the one it plays."""
    answer = served.say("trailblazer challenge alice modest")
    assert not answer.ok
    assert "plays nothing but knightsduel" in answer.content.text


def test_programs_are_added_listed_and_removed(shell):
    """Each act stands in the audit log; a removed one's userid stays taken."""
    words = ("robot", "add", "modest", "--game", "duel", "--exec", MODEST)
    status, out, errors = shell(*words)
    assert (status, "modest plays Knight's Duel" in out) == (0, True), errors
    [robot] = json.loads(shell("robot", "list", "--json")[1])["robots"]
    assert (robot["userid"], robot["game"]) == ("modest", "knightsduel")
    assert robot["command"][1:] == [str(BOTS / "modest.py")]
    assert shell(*words)[0] == 1
    assert shell("robot", "remove", "modest", "--reason", "done")[0] == 0
    assert "0 robots" in shell("robot", "list")[1]
    assert shell("robot", "remove", "modest")[0] == 1
    acts = json.loads(shell("admin", "audit", "--json")[1])["acts"]
    assert [act["act"] for act in acts] == ["robot add", "robot remove"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("x1", "--game", "trailblazer", "--exec", "true"), "has no protocol"),
        (("x1", "--game", "madknights", "--exec", "no-such-program"), "There is no program"),
        (("1x", "--game", "madknights", "--exec", "true"), "begins with a letter"),
        (("robot1", "--game", "madknights", "--exec", "true"), "word of the command language"),
    ],
)
def test_what_cant_be_added_is_refused(shell, words, said):
    """With the reason."""
    status, _, errors = shell("robot", "add", *words)
    assert (status, said in errors) == (1, True), errors

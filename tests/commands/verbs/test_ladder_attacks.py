"""Attacks on the ladder: places kept or won by other means than playing."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest

from commands.boards.ladders.rank_changes import settle
from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from storage import TransientError
from storage.sql.lock_keys import Conflict
from tests.support.site import Site

pytestmark = pytest.mark.slow

GAME, LADDER = "trailblazer", "trailblazer ladder"
NAMES = ("ann", "ben", "cat", "dan", "eve", "fay")


def password(name):
    return f"Pw4{name}-xyz"


def login(name):
    return f"{name} {password(name)}"


def prepare(site):
    """Has six players join the ladder in this order."""
    for name in NAMES:
        site.begin(f"signup {login(name)} {name}@example.org")
    site.begin(*(f"{LADDER} join {login(name)}" for name in NAMES))


@pytest.fixture
def six(site):
    prepare(site)
    return site


def places(site):
    return [row["userid"] for row in site.say(LADDER).data["ladder"]]


def challenge(site, lower, higher, words=""):
    return site.say(f"{GAME} challenge -ladder {words}{lower} {higher}")


def refused(site, lower, higher, words=""):
    answer = challenge(site, lower, higher, words)
    assert not answer.ok, answer
    return " ".join(rendering.text(answer.content).split())


def play(site, lower, higher, winner):
    """Plays the two games of a challenge; returns the number of the first."""
    number = challenge(site, lower, higher).data["board"]
    lose_both(site, number, higher if winner == lower else lower)
    return number


def lose_both(site, number, loser):
    """Loses the two games of a challenge, of which the first has this number."""
    for board in (number, number + 1):
        lose(site, board, loser)


def lose(site, number, loser):
    site.begin(f"{GAME} resign {number} {login(loser)}")
    board = site.say(f"{GAME} show {number}").data
    if board["winners"] is None:  # the resignation waits for the loser's turn
        mover = board["players"][board["to_move"]]
        site.begin(f"{GAME} move {number} {login(mover)} {legal(site, number)}")


def legal(site, number):
    return site.say(f"{GAME} legal {number}").data["moves"][0]


def tick(site, **step):
    site.clock.forward(**step)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=9999)).tick()


def ban(site, name, *, lifted=False):
    with site.database.work() as work:
        player = work.players.find(name)
        if lifted:
            work.players.unban(player)
        else:
            work.players.ban(player, site.clock.now())


def test_nobody_wins_by_short_times(six):
    """A challenge can't be declined, so its times aren't the challenger's choice."""
    for words in (
        "--forfeittime=1 ",
        "--totaltime=7 ",
        "--nagtime=0.5 ",
        "--daysoff=sat,sun ",
        "-unrated ",
        "--totaltime=30 --increment=1 ",
        "-size=5 ",
    ):
        assert "the same options and time limits" in refused(six, "ben", "ann", words), words


def test_a_higher_player_cant_be_worn_down(six):
    """The same two play once in 14 days, and three games for the ladder are enough at a time."""
    number = play(six, "ben", "ann", winner="ann")
    assert f"on board {number} in the last 14 days" in refused(six, "ben", "ann")
    six.clock.forward(days=13)
    assert "in the last" in refused(six, "ben", "ann")
    six.clock.forward(days=2)
    assert challenge(six, "ben", "ann").ok
    for lower in ("cat", "dan"):
        assert challenge(six, lower, "ann").ok
    six.begin(f"block {login('ben')} eve", f"block {login('cat')} eve", f"block {login('dan')} eve")
    assert "against 3 players. Challenge another player." in refused(six, "eve", "ann")


def test_slow_games_of_accomplices_hold_no_place(six):
    """After 14 days they leave room for others, and end when the time for a whole game is up."""
    numbers = [challenge(six, name, "ann").data["board"] for name in ("ben", "cat", "dan")]
    play(six, "eve", "dan", winner="eve")
    assert "against 3 players. Challenge another player." in refused(six, "eve", "ann")
    tick(six, days=14)
    assert challenge(six, "eve", "ann").ok
    for _ in range(8):
        tick(six, days=6)
        for number in numbers:  # as slowly as the clock for a move allows
            board = six.say(f"{GAME} show {number}").data
            if board["winners"] is None and board["to_move"] == 0:
                name = board["players"][0]
                six.begin(f"{GAME} move {number} {login(name)} {legal(six, number)}")
    assert all(six.say(f"{GAME} show {number}").data["winners"] for number in numbers)
    assert places(six)[0] != "ann"


def test_a_slow_game_from_below_holds_nobody(six):
    """Whoever is challenged may challenge, too; but once."""
    assert challenge(six, "cat", "ben").ok
    assert challenge(six, "ben", "ann").ok
    assert "You're already playing a ladder game" in refused(six, "cat", "ann")
    assert "You're already playing a ladder game" in refused(six, "ben", "ann")


def test_nobody_leaves_a_lost_game(six):
    """The ladder can be left once it is resigned; so whoever wins takes the place."""
    number = challenge(six, "dan", "ann").data["board"]
    answer = six.say(f"{LADDER} leave {login('ann')}")
    shown = " ".join(rendering.text(answer.content).split())
    assert f"resign these first: board {number} and board {number + 1}." in shown
    lose_both(six, number, "ann")
    assert places(six) == ["dan", "ann", "ben", "cat", "eve", "fay"]
    assert six.say(f"{LADDER} leave {login('ann')}").ok
    assert six.say(f"{LADDER} join {login('ann')}").ok
    assert places(six) == ["dan", "ben", "cat", "eve", "fay", "ann"]


def test_signing_off_gives_the_place(six):
    """As resigning does."""
    number = challenge(six, "dan", "ann").data["board"]
    for _ in range(2):
        mover = six.say(f"{GAME} show {number}").data
        name = mover["players"][mover["to_move"]]
        six.begin(f"{GAME} move {number} {login(name)} {legal(six, number)}")
    assert six.say(f"signoff {login('ann')} yes").ok
    assert places(six) == ["dan", "ben", "cat", "eve", "fay"]


def test_a_long_game_sinks_nobody(six):
    """Whoever plays for the ladder keeps the place, up to the end; others sink a place a month."""
    number = challenge(six, "ben", "ann").data["board"]
    for _ in range(12):
        tick(six, days=7)
        board = six.say(f"{GAME} show {number}").data
        if board["winners"] is not None:
            break
        mover = board["players"][board["to_move"]]
        six.begin(f"{GAME} move {number} {login(mover)} {legal(six, number)}")
    assert set(places(six)[:2]) == {"ann", "ben"}


def test_blocking_everybody_below_keeps_no_place(six):
    """Who is blocked reaches one place further, and the blocker sinks like any who doesn't play."""
    six.begin(*(f"block {login('ben')} {name}" for name in ("cat", "dan", "eve", "fay")))
    assert "doesn't accept challenges from eve" in refused(six, "eve", "ben")
    assert challenge(six, "eve", "ann").ok
    assert "up to 3 places above you" in refused(six, "fay", "ann")
    for _ in range(3):
        tick(six, days=31)
    assert places(six).index("ben") > 1


def test_games_with_accomplices_dont_defend_a_place_from_those_who_are_blocked(six):
    """Who blocks a challenger sinks as if there were no other games."""
    six.begin(f"block {login('ann')} ben")
    for _ in range(2):
        play(six, "cat", "ann", winner="ann")
        tick(six, days=16)
    assert places(six)[0] != "ann"


def test_a_banned_player_holds_no_place_and_no_opponent(six):
    """They are out at once, their games bind nobody, and after the ban they join at the foot."""
    number = challenge(six, "cat", "ann").data["board"]
    ban(six, "ann")
    assert "ann is banned" in refused(six, "ben", "ann")
    tick(six)
    assert places(six) == ["ben", "cat", "dan", "eve", "fay"]
    assert challenge(six, "cat", "ben").ok
    ban(six, "ann", lifted=True)
    six.begin(f"{LADDER} join {login('ann')}")
    assert places(six)[-1] == "ann"
    lose_both(six, number, "ann")
    assert places(six) == ["ben", "cat", "dan", "eve", "fay", "ann"]


def test_a_banned_player_is_no_step(six):
    """Nobody is stuck below them, also before the next tick."""
    for name in ("ben", "cat", "dan"):
        ban(six, name)
    assert challenge(six, "eve", "ann").ok


def decide(site, number, *texts):
    """Has the admin decide a board; returns what the ladder says to each decision."""
    said = []
    with site.database.work() as work:
        context = site.services.server_context(work)
        board = work.boards.lock(GAME, number)
        for text in texts:
            site.clock.forward(minutes=1)
            decided = board.decide(text, site.clock.now(), "admin")
            decided = work.boards.save(board, decided, site.clock.now())
            said.append(settle(context, board, decided))
            board = decided
    return said


def test_an_admins_second_thought_moves_nobody(six):
    """Places that have changed stay so, whatever is decided later."""
    number = play(six, "dan", "ann", winner="dan")
    after = places(six)
    for board in (number, number + 1):
        decisions = ("rollback 0", "adjudicate 1 2 ann had won", "rollback 0")
        assert decide(six, board, *decisions) == ["", "", ""]
    assert places(six) == after


def test_an_end_taken_back_before_the_other_game_ends_decides_again(six):
    """The two results that are known at the same time for the first time count."""
    number = challenge(six, "dan", "ann").data["board"]
    lose(six, number, "dan")
    decide(six, number, "rollback 0")
    six.clock.forward(minutes=1)
    lose(six, number + 1, "ann")
    assert places(six)[0] == "ann"
    six.clock.forward(minutes=1)
    lose(six, number, "ann")
    assert places(six)[0] == "dan"


def test_a_place_isnt_won_twice(six):
    """Of two who beat the same player, the second takes the place to which that one fell."""
    one = challenge(six, "ben", "ann").data["board"]
    two = challenge(six, "dan", "ann").data["board"]
    lose_both(six, one, "ann")
    assert places(six)[:4] == ["ben", "ann", "cat", "dan"]
    lose_both(six, two, "ann")
    assert places(six)[:4] == ["ben", "dan", "ann", "cat"]
    assert "in the last 14 days" in refused(six, "ann", "dan")


def test_a_vacation_is_no_escape(six):
    """The clock stands still, the game goes on, and no other challenge is kept away."""
    six.begin(f"vacation {login('ann')} 2026-03-20")
    assert challenge(six, "ben", "ann").ok
    assert challenge(six, "cat", "ann").ok
    six.clock.forward(days=15)
    for _ in range(60):
        tick(six, days=1)
        if places(six)[0] != "ann":
            return
    pytest.fail("ann keeps the place without playing")


def test_two_nodes_at_once(database_url):
    """One join, one challenge of a player's own, and each end counts once."""
    with closing(Site(database_url)) as one, closing(Site(database_url)) as two:
        two.code_numbers.last = two.mail_ids.last = 5_000  # codes and ids are never the same
        prepare(one)
        one.begin(f"signup {login('gus')} gus@example.org")

        def at_once(*lines):
            start = threading.Barrier(len(lines))

            def run(node, line):
                start.wait(30)
                for _ in range(50):
                    try:
                        return node.say(line).ok
                    except (*TransientError, Conflict):
                        continue
                raise AssertionError("always in the way")

            with ThreadPoolExecutor(len(lines)) as threads:
                nodes = (one, two) * len(lines)
                running = [threads.submit(run, *each) for each in zip(nodes, lines, strict=False)]
                return [each.result(60) for each in running]

        assert at_once(*[f"{LADDER} join {login('gus')}"] * 4).count(True) == 1
        assert places(one) == [*NAMES, "gus"]
        lines = [f"{GAME} challenge -ladder dan {name}" for name in ("ann", "ben", "cat", "ann")]
        assert at_once(*lines).count(True) == 1
        pairs = [("ann", challenge(one, "cat", "ann")), ("fay", challenge(one, "fay", "eve"))]
        lines = []
        for loser, pair in pairs:  # both games of a pair end at once, and they decide together
            for number in pair.data["boards"]:
                mover = one.say(f"{GAME} show {number}").data["players"][0]
                if mover != loser:
                    one.begin(f"{GAME} move {number} {login(mover)} {legal(one, number)}")
                lines.append(f"{GAME} resign {number} {login(loser)}")
        assert all(at_once(*lines))
        assert sorted(places(one)) == sorted([*NAMES, "gus"])
        assert places(one)[:3] == ["cat", "ann", "ben"]
        assert places(one).index("eve") < places(one).index("fay")

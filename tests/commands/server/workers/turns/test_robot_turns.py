"""Robots: their search, and their turns on boards."""

from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from email.utils import parseaddr

import pytest
from structlog.testing import capture_logs

from commands.language.tokenizer import tokenize
from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from pbm.games import find
from pbm.robots.levels import LEVELS
from pbm.robots.move_choice import SearchLimit, choose_move
from pbm.robots.search_tasks import run_search
from pbm.search.budget import BudgetExhausted, SearchBudget
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, database_dump, text_of, words_of
from tests.support.strategies import ALL
from tests.system.test_all_games import OPTIONS

QUICK = SearchLimit(positions=600)
MOVE = "m3-k7"
ALICE, AT_ALICE = "alice Xa!11ce-X", PLAYERS["alice"][1]
LARGE = {
    "knightsdance": ("-rows=100 -cols=100", "-rows=100 -cols=100 -misere -jumpblock"),
    "knightpanic": ("-size=13 -3d",),
    "madknights": ("-size=26",),
    "knightsduel": ("-size=26",),
    "trailblazer": ("-size=26",),
}
SETUPS = [(game, typed) for game in ALL for typed in ("", *OPTIONS[game.name], *LARGE[game.name])]


def start(game, typed):
    return game.start(game.resolve(game.read_options(tokenize(typed)), 5))


@pytest.fixture
def playing(site):
    """A server with alice, and a robot that plays Black against her."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge -size=7 alice robot2")
    return site


def spent(budget):
    """Uses up the budget; returns the number of positions that it allowed."""
    used = 0
    with suppress(BudgetExhausted):
        while True:
            budget.spend()
            used += 1
    return used


def robots(site):
    return RobotTurns(site.database, site.dispatcher, site.mailer, Backoff(lambda: 0.0))


def let_robots_move(site):
    """Runs all due robot turns; returns their number."""
    return move_robots(robots(site), QUICK, 1)


@pytest.mark.slow
@cases("level", LEVELS)
@cases(("game", "typed"), SETUPS)
def test_every_level_moves_in_every_game(game, typed, level):
    """The move is legal with any options, and always the same."""
    position = start(game, typed)
    for ply in range(2):
        move = choose_move(game, position, level, ply, limit=QUICK)
        assert move in list(game.moves(position))
        assert move == choose_move(game, position, level, ply, limit=QUICK)
        position = game.play(position, move)
        if game.to_move(position) is None:
            break


def test_a_budget_is_kept():
    """The search looks at no more positions, and takes no longer, than allowed."""
    budget, ticks = SearchBudget(positions=1000, clock=lambda: 0.0), iter(range(100))
    assert spent(budget) == 1000
    slow = SearchBudget(5, 10**9, clock=lambda: next(ticks))
    assert spent(slow) < 1000


@pytest.mark.parametrize("typed", ["", "-jumpblock"])
def test_the_best_robot_wins_what_is_won(typed):
    """In Knight's Dance Black wins from the start, against any defence, within the known plies."""
    game, longest = find("dance"), 8 if typed else 6
    for number in range(6):
        position = start(game, typed)
        for ply in range(longest):
            level = 3 if game.to_move(position) == 1 else 1
            position = game.play(position, choose_move(game, position, level, number * 9 + ply))
            if game.to_move(position) is None:
                break
        assert game.outcome(position).winners == (1,)


def test_a_loss_is_put_off():
    """In a lost position the move that lasts longest is played."""
    game, plies = find("dance"), 0
    position = start(game, "")
    while game.to_move(position) is not None:
        position = game.play(position, choose_move(game, position, 3, 1))
        plies += 1
    assert plies == 6


def test_proved_moves_are_played():
    """The best robot moves among the proved moves; the others don't ask for them."""
    game = find("duel")
    position = start(game, "")
    for move in game.moves(position):
        assert choose_move(game, position, 3, 1, lambda *_, it=move: [it], limit=QUICK) == move
    silent = choose_move(game, position, 3, 1, lambda *_: [], limit=QUICK)
    assert silent == choose_move(game, position, 3, 1, limit=QUICK)
    first = next(iter(game.moves(position)))
    chosen = {
        choose_move(game, position, 2, seed, lambda *_: [first], limit=QUICK) for seed in range(9)
    }
    assert chosen != {first}


def test_the_proof_has_half_of_the_time():
    """The rest of the time is left for the search, so that there is always a move."""
    game, asked = find("duel"), []
    choose_move(
        game, start(game, ""), 3, 1, lambda *given: asked.append(given[2]) or [], limit=QUICK
    )
    assert asked == [QUICK.seconds / 2]


def test_a_robot_does_not_go_in_circles():
    """A robot goes to an earlier position only if it must."""
    game = find("dance")
    position = start(game, "-misere")
    usual = choose_move(game, position, 3, 1, limit=QUICK)
    seen = {game.play(position, usual)}
    assert choose_move(game, position, 3, 1, limit=QUICK, seen=seen) != usual


def test_a_whole_game_against_a_robot_by_mail(site):
    """Challenged by mail, the robot answers each move with a mail, and the game is rated."""
    site.sign_up("alice")
    (board,) = site.mail(AT_ALICE, "duel challenge -size=4 alice robot2")
    assert "robot2 (Black, N2, robot)" in text_of(board)
    while "Game won by" not in text_of(board):
        assert "Your move, alice." in text_of(board)
        move = site.say("duel legal 101").data["moves"][0]
        mails = site.reply(board, move)
        assert let_robots_move(site) == (not mails)
        (board,) = mails or site.mails()
    assert "Ratings: robot2 1910 (+-48) -> " in text_of(board)
    standings = site.say("duel standings")
    assert "robot2 (robot)" in standings.content.text
    assert {row["userid"]: row["robot"] for row in standings.data["standings"]} == {
        "alice": False,
        "robot2": True,
    }


def test_a_robot_begins_when_it_is_named_first(site):
    """All robots of a board move, one after the other."""
    site.sign_up("alice")
    site.begin("madknights challenge -start=c3,f6,d5 robot1 robot2 alice")
    assert let_robots_move(site) == 2
    (board,) = site.mails()
    assert "A new game begins" in text_of(board)
    assert "Your move, alice." in text_of(board)
    assert let_robots_move(site) == 0


def test_a_move_found_too_late_is_dropped(playing):
    """A move is played only on the board for which it was found, and only once."""
    playing.play("knightpanic", 101, MOVE)
    (turn,) = robots(playing).turns()
    said = run_search(turn.task, QUICK)
    playing.say("knightpanic move 101 alice Xa!11ce-X undo")
    assert not robots(playing).play(turn, said)
    (offer,) = robots(playing).turns()
    assert run_search(offer.task, QUICK) == "reject"
    assert robots(playing).play(offer, "reject")
    (again,) = robots(playing).turns()
    assert robots(playing).play(again, said)
    assert not robots(playing).play(again, said)
    assert playing.say("knightpanic legal 101").data["ply"] == 2


def test_a_search_that_fails_is_put_off(playing):
    """The error is logged with a reference, the turn tried later, and other boards go on."""
    playing.play("knightpanic", 101, MOVE)
    now = [0.0]
    backoff = Backoff(lambda: now[0])
    turns = RobotTurns(playing.database, playing.dispatcher, playing.mailer, backoff)
    (turn,) = turns.turns()
    failed = Future()
    failed.set_exception(ValueError("no idea"))
    turns.back_off(turn, failed.exception())
    assert list(turns.turns()) == []
    now[0] = 301.0
    assert list(turns.turns()) == [turn]
    assert not turns.play(turn, "no move at all")
    assert list(turns.turns()) == []


def test_the_more_wait_the_shorter_they_search(playing):
    """Nobody waits longer than a minute because of other games."""
    playing.play("knightpanic", 101, MOVE)
    assert robots(playing).search_limit_per_move(SearchLimit(seconds=20), 40) == SearchLimit(
        seconds=20
    )
    for _ in range(3):
        playing.say("dance challenge -unrated robot3 alice")
    assert robots(playing).search_limit_per_move(SearchLimit(seconds=20), 40) == SearchLimit(
        seconds=10
    )
    while let_robots_move(playing):
        pass
    assert robots(playing).search_limit_per_move(SearchLimit(seconds=20), 40) == SearchLimit(
        seconds=20
    )


def test_a_robot_has_time_for_ever(playing):
    """A robot's clock doesn't run, and it is neither reminded nor forfeits; people's clocks run."""
    assert playing.say(f"change autovacation {ALICE} off").ok
    playing.play("knightpanic", 101, MOVE)
    clock_watcher = ClockWatcher(
        playing.database, playing.services, playing.mailer, timedelta(days=9999)
    )
    playing.clock.forward(days=400)
    assert (clock_watcher.tick().nagged, clock_watcher.tick().forfeited) == ((), ())
    assert ["It is robot2's turn." in text_of(mail) for mail in playing.mails()] == [True]
    assert let_robots_move(playing) == 1
    told = words_of(playing.mails()[0])
    assert "Reminders start on Mon 12 Apr 2027, 12:00 UTC" in told
    with playing.database.work() as work:
        assert work.boards.find("knightpanic", 101).clock.used[1] == timedelta()
    playing.clock.forward(days=22)
    assert clock_watcher.tick().forfeited == ("knightpanic 101",)


@pytest.mark.parametrize(("terms", "taken"), [("-unrated", True), ("", False)])
def test_undo_is_for_unrated_games(site, terms, taken):
    """On unrated boards a robot accepts an undo, on others it declines; then it moves."""
    site.sign_up("alice")
    site.say(f"panic challenge -size=7 {terms} alice robot1")
    site.say(f"panic move 101 {ALICE} {MOVE}")
    site.say(f"panic move 101 {ALICE} undo")
    let_robots_move(site)
    assert site.say("panic legal 101").data["ply"] == (0 if taken else 2)


def test_undo_goes_back_behind_the_robots_moves(site):
    """The undo goes back to the asker's own move, or the robots would only move again."""
    site.sign_up("alice", "bob")
    site.say("panic challenge -size=7 -unrated alice robot1")
    site.say(f"panic move 101 {ALICE} {MOVE}")
    site.say("madknights challenge -unrated -seed=4 alice robot1 robot2")
    first = site.say("madknights legal 101").data["moves"][0]
    site.say(f"madknights move 101 {ALICE} {first}")
    while let_robots_move(site):
        pass
    site.mails()
    for game, ply, back in (("panic", 2, 2), ("madknights", 3, 3)):
        assert site.say(f"{game} legal 101").data["ply"] == ply
        site.say(f"{game} move 101 {ALICE} undo")
        while let_robots_move(site):
            pass
        assert site.say(f"{game} legal 101").data["ply"] == 0
        assert f"The last {back} moves are taken back." in " ".join(
            text_of(site.mails()[-1]).split()
        )


def test_a_draw_is_not_given_away(playing):
    """At the start, where no side is worse, a robot declines."""
    playing.say(f"panic move 101 {ALICE} propose")
    assert let_robots_move(playing) == 1
    assert "robot2 rejects the draw offer." in text_of(playing.mails()[-1])
    assert let_robots_move(playing) == 0


def test_a_draw_is_taken_where_all_is_lost(site):
    """A robot accepts a draw in a position known to be lost."""
    site.sign_up("alice")
    site.say("dance challenge robot3 alice")
    site.say(f"dance move 101 {ALICE} propose")
    site.mails()
    assert move_robots(robots(site), SearchLimit(), 9) == 1
    assert "Game drawn." in text_of(site.mails()[-1])


def test_rated_games_against_robots_are_limited(site):
    """The 21st rated game in a week is refused, in the shell too; unrated games aren't."""
    site.sign_up("alice", "bob")
    for _ in range(10):
        assert site.say("panic challenge -pair robot1 alice").ok
    refused = site.say("panic challenge robot3 alice")
    assert "the limit of 20 new rated games against robots per week" in refused.content.text
    assert "-unrated" in refused.content.text
    assert site.say("panic challenge -unrated robot3 alice").ok
    assert site.say("panic challenge robot3 bob").ok
    assert site.say("panic challenge alice bob").ok
    site.clock.forward(days=7, seconds=1)
    assert site.say("panic challenge robot3 alice").ok


@cases(
    "line",
    [
        "signup robot2 pa55-of-his me@example.org",
        "signup Robot9 pa55-of-his robot9@example.org",
        "change password robot2 none other",
        "change address robot2 none me@example.org",
        "vacation robot2 none 2026-12-31",
        "signoff robot2 none",
        f"message {ALICE} robot2",
    ],
)
def test_nobody_speaks_for_a_robot(playing, line):
    """Robots' names are taken, have no password, and receive no messages."""
    answered = playing.say(line)
    assert not answered.ok
    assert "robot2" not in answered.content.text or "robot" in answered.content.text


def test_a_robot_has_no_mail_and_no_way_back(site):
    """A robot gets neither mail nor a reset code; chat goes to the others."""
    site.sign_up("alice", "bob")
    site.say("madknights challenge -start=c3,f6,d5 alice robot1 bob")
    site.say("forgot robot1")
    site.mail(AT_ALICE, f"madknights chat 101 {ALICE}", "Hello!")
    mails = site.mails()
    assert {parseaddr(mail["To"])[1] for mail in mails} <= {AT_ALICE, PLAYERS["bob"][1]}
    assert '"outbox"' in database_dump(site)


def test_a_stranger_cannot_set_a_robot_on_somebody(site):
    """A challenge by mail must come from one of its players, even between robots."""
    site.sign_up("alice", "bob")
    (answered,) = site.mail(PLAYERS["bob"][1], "panic challenge alice robot1")
    assert "challenge only in your own name" in text_of(answered)


def test_robots_outlive_those_who_never_confirmed():
    """Deleting unconfirmed players without an address keeps robots."""
    site = Site(confirm=True)
    assert site.say("games robot2 all").ok is False
    assert site.say("panic games robot2").ok
    site.clock.forward(days=30)
    site.say("signup carol Zc4r0l-Zz carol@example.org")
    with site.database.work() as work:
        assert work.players.find("robot2").robot == "level 2"
    site.close()


def test_help_explains_robots(site):
    """The help page has names, levels and behaviour."""
    text = site.say("help robots").content.text
    for part in ("robot1  casual", "robot3  best", "20 rated games", "-unrated"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 78


def test_lists_mark_robots(playing):
    """Lists of boards mark robots, as text and as data."""
    playing.play("knightpanic", 101, MOVE)
    assert let_robots_move(playing) == 1
    playing.say(f"panic move 101 {ALICE} resign")
    for line in ("panic games alice all", "all games alice all", "panic history"):
        answered = playing.say(line)
        assert "alice - robot2 (robot)" in answered.content.text
        assert answered.data["boards"][0]["robots"] == ["robot2"]


def test_a_frozen_board_holds_up_no_other(playing):
    """Robots move on all other boards, and no mail goes out about the frozen one."""
    playing.say("panic challenge -size=7 alice robot1")
    playing.play("knightpanic", 101, MOVE)
    playing.play("knightpanic", 102, MOVE)
    with playing.database.engine.begin() as connection:
        connection.exec_driver_sql("update board set checksum = 'x' where number = 101")
    with capture_logs() as logs:
        assert let_robots_move(playing) == 1
    assert ("board frozen", 101) in [(line["event"], line.get("board")) for line in logs]
    [mail] = playing.mails()
    assert "Summary of Knight Panic Board 102" in text_of(mail)
    assert let_robots_move(playing) == 0


def test_offers_make_no_loop(site):
    """Repeated offers are declined once each, and cause no other offers."""
    site.sign_up("alice")
    site.say("dance challenge -misere alice robot1")
    for _ in range(2):
        assert site.say(f"dance move 101 {ALICE} propose").ok
        assert let_robots_move(site) == 1
        assert let_robots_move(site) == 0
    assert site.say("dance legal 101").data["ply"] == 0


def test_robots_alone_begin_nothing(site):
    """Robots alone can't start a game, as an endless one would fill the disk."""
    answer = site.say("knightsdance challenge -misere robot1 robot2")
    assert not answer.ok
    assert "Name at least one person" in answer.content.text
    assert "There is no" in site.say("knightsdance show 101").content.text


def test_a_robot_stays_as_it_is(shell):
    """Every server has the robots: they can't be renamed or signed off."""
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    shell("knightpanic", "challenge", "alice", "robot2")
    for words in (
        ("admin", "player", "rename", "robot2", "deep", "--reason", "a better name"),
        ("--as-admin", "signoff", "robot2", "-"),
    ):
        status, out, err = shell(*words)
        assert status == 1
        assert "can't be changed" in out + err
    assert shell("knightpanic", "challenge", "alice", "robot2")[0] == 0

"""Robots: how they search, and how they play on the boards."""

from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from email.utils import parseaddr

import pytest
from structlog.testing import capture_logs

from commands.language.tokenizer import split
from commands.workers.backoff import Aside
from commands.workers.clocks import Timer
from commands.workers.robot_turns import Robots, move_robots
from pbm.games import find
from pbm.options import read_options
from pbm.robots import LEVELS, Effort, choose
from pbm.robots.budget import Budget, SpentError
from pbm.robots.tasks import answer
from tests.support.site import PLAYERS, House, dumped, text_of
from tests.support.strategies import ALL
from tests.system.test_all_games import OPTIONS

QUICK = Effort(positions=600)
MOVE = "m3-k7"
ALICE, AT_ALICE = "alice Xa!11ce", PLAYERS["alice"][1]
LARGE = {
    "knightsdance": ("-rows=100 -cols=100", "-rows=100 -cols=100 -misere -jumpblock"),
    "knightpanic": ("-size=13 -3d",),
    "madknights": ("-size=26",),
    "knightsduel": ("-size=26",),
    "trailblazer": ("-size=26",),
}
SETUPS = [(game, typed) for game in ALL for typed in ("", *OPTIONS[game.name], *LARGE[game.name])]


def start(game, typed):
    return game.start(game.resolve(read_options(game.options, split(typed), game.title), 5))


@pytest.fixture
def playing(house):
    """A house with alice, and a robot that plays Black against her."""
    house.sign_up("alice", "bob")
    assert house.say("knightpanic challenge -size=7 alice robot2").ok
    house.mails()
    return house


def spent(budget):
    """How many positions it allows."""
    used = 0
    with suppress(SpentError):
        while True:
            budget.spend()
            used += 1
    return used


def robots(house):
    return Robots(house.database, house.desk, house.post, Aside(lambda: 0.0))


def let_robots_move(house):
    """How many did."""
    return move_robots(robots(house), QUICK, 1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("game", "typed"), SETUPS, ids=[f"{g.name} {o}".strip() for g, o in SETUPS]
)
def test_every_level_moves_in_every_game(game, typed, level):
    """Whatever the options, the move is legal, and the same each time."""
    position = start(game, typed)
    for ply in range(3):
        move = choose(game, position, level, ply, effort=QUICK)
        assert move in list(game.moves(position))
        assert move == choose(game, position, level, ply, effort=QUICK)
        position = game.play(position, move)
        if game.to_move(position) is None:
            break


def test_a_budget_is_kept():
    """Neither more positions are looked at, nor for longer, than was allowed."""
    budget, ticks = Budget(1000, clock=lambda: 0.0), iter(range(100))
    assert spent(budget) == 1000
    slow = Budget(10**9, seconds=5, clock=lambda: next(ticks))
    assert spent(slow) < 1000


@pytest.mark.parametrize("typed", ["", "-jumpblock"])
def test_the_best_robot_wins_what_is_won(typed):
    """In Knight's Dance Black wins from the start, against any defence, within the known plies."""
    game, longest = find("dance"), 8 if typed else 6
    for number in range(6):
        position = start(game, typed)
        for ply in range(longest):
            level = 3 if game.to_move(position) == 1 else 1
            position = game.play(position, choose(game, position, level, number * 9 + ply))
            if game.to_move(position) is None:
                break
        assert game.outcome(position).winners == (1,)


def test_a_loss_is_put_off():
    """Where all is lost, the move that lasts longest is played."""
    game, plies = find("dance"), 0
    position = start(game, "")
    while game.to_move(position) is not None:
        position = game.play(position, choose(game, position, 3, 1))
        plies += 1
    assert plies == 6


def test_what_is_proved_is_played():
    """The best robot plays among the moves that an oracle names; the others don't ask."""
    game = find("duel")
    position = start(game, "")
    for move in game.moves(position):
        assert choose(game, position, 3, 1, lambda *_, it=move: [it], effort=QUICK) == move
    silent = choose(game, position, 3, 1, lambda *_: [], effort=QUICK)
    assert silent == choose(game, position, 3, 1, effort=QUICK)
    first = next(iter(game.moves(position)))
    chosen = {
        choose(game, position, 2, seed, lambda *_: [first], effort=QUICK) for seed in range(9)
    }
    assert chosen != {first}


def test_the_proof_has_half_of_the_time():
    """So that a move is there in the end."""
    game, asked = find("duel"), []
    choose(game, start(game, ""), 3, 1, lambda *given: asked.append(given[2]) or [], effort=QUICK)
    assert asked == [QUICK.seconds / 2]


def test_a_robot_does_not_go_in_circles():
    """To a position that was seen before it goes only if it must."""
    game = find("dance")
    position = start(game, "-misere")
    usual = choose(game, position, 3, 1, effort=QUICK)
    seen = {game.play(position, usual)}
    assert choose(game, position, 3, 1, effort=QUICK, seen=seen) != usual


def test_a_whole_game_against_a_robot_by_mail(house):
    """Challenged by mail, it answers each move with a mail, and the game is rated."""
    house.sign_up("alice")
    (board,) = house.mail(AT_ALICE, "duel challenge -size=4 alice robot2")
    assert "robot2 (Black, N2, robot)" in text_of(board)
    while "Game won by" not in text_of(board):
        assert "It is alice's turn." in text_of(board)
        move = house.say("duel legal 101").data["moves"][0]
        (board,) = house.reply(board, move)
        if "Game won by" not in text_of(board):
            assert "It is robot2's turn." in text_of(board)
            assert "Deadline" not in text_of(board)
            assert let_robots_move(house) == 1
            (board,) = house.mails()
    assert "Ratings: robot2 1600 (+-250) -> " in text_of(board)
    standings = house.say("duel standings")
    assert "robot2 (robot)" in standings.said.text
    assert {row["userid"]: row["robot"] for row in standings.data["standings"]} == {
        "alice": False,
        "robot2": True,
    }


def test_a_robot_begins_when_it_is_named_first(house):
    """And all robots of a board move, one after the other."""
    house.sign_up("alice")
    house.say("madknights challenge -start=c3,f6,d5 robot1 robot2 alice")
    house.mails()
    assert let_robots_move(house) == 2
    first, second = house.mails()
    assert "It is robot2's turn." in text_of(first)
    assert "It is alice's turn." in text_of(second)
    assert let_robots_move(house) == 0


def test_what_was_found_too_late_is_dropped(playing):
    """A move is played only on the board for which it was found, and only once."""
    playing.play("knightpanic", 101, MOVE)
    (turn,) = robots(playing).turns()
    said = answer(turn.task, QUICK)
    playing.say("knightpanic move 101 alice Xa!11ce undo")
    assert not robots(playing).play(turn, said)
    (offer,) = robots(playing).turns()
    assert answer(offer.task, QUICK) == "reject"
    assert robots(playing).play(offer, "reject")
    (again,) = robots(playing).turns()
    assert robots(playing).play(again, said)
    assert not robots(playing).play(again, said)
    assert playing.say("knightpanic legal 101").data["ply"] == 2


def test_a_search_that_fails_is_put_off(playing):
    """It is logged with a reference, tried again later, and holds up no other board."""
    playing.play("knightpanic", 101, MOVE)
    now = [0.0]
    mind = Robots(playing.database, playing.desk, playing.post, Aside(lambda: now[0]))
    (turn,) = mind.turns()
    failed = Future()
    failed.set_exception(ValueError("no idea"))
    mind.trouble(turn, failed.exception())
    assert list(mind.turns()) == []
    now[0] = 301.0
    assert list(mind.turns()) == [turn]
    assert not mind.play(turn, "no move at all")
    assert list(mind.turns()) == []


def test_the_more_wait_the_less_they_think(playing):
    """So nobody waits longer than a minute because others play too."""
    playing.play("knightpanic", 101, MOVE)
    assert robots(playing).shared(Effort(seconds=20), 40) == Effort(seconds=20)
    for _ in range(3):
        playing.say("dance challenge -unrated robot3 alice")
    assert robots(playing).shared(Effort(seconds=20), 40) == Effort(seconds=10)
    while let_robots_move(playing):
        pass
    assert robots(playing).shared(Effort(seconds=20), 40) == Effort(seconds=20)


def test_a_robot_has_time_for_ever(playing):
    """It is neither reminded, nor does it forfeit, nor does its clock run; people's do."""
    playing.play("knightpanic", 101, MOVE)
    timer = Timer(playing.database, playing.desk, playing.post, timedelta(days=9999))
    playing.clock.forward(days=400)
    assert (timer.tick().nagged, timer.tick().forfeited) == ((), ())
    assert playing.mails() == []
    assert let_robots_move(playing) == 1
    assert "is reminded from 2027-04-12 on" in text_of(playing.mails()[0])
    with playing.database.work() as work:
        assert work.boards.find("knightpanic", 101).clock.used[1] == timedelta()
    playing.clock.forward(days=22)
    assert timer.tick().forfeited == ("knightpanic 101",)


@pytest.mark.parametrize(("terms", "taken"), [("-unrated", True), ("", False)])
def test_undo_is_for_unrated_games(house, terms, taken):
    """There a robot lets moves be taken back, elsewhere it declines; then it moves."""
    house.sign_up("alice")
    house.say(f"panic challenge -size=7 {terms} alice robot1")
    house.say(f"panic move 101 {ALICE} {MOVE}")
    house.say(f"panic move 101 {ALICE} undo")
    let_robots_move(house)
    assert house.say("panic legal 101").data["ply"] == (0 if taken else 2)


def test_undo_goes_back_behind_the_robots_moves(house):
    """To the move of whoever asked: else the robots would only move again."""
    house.sign_up("alice", "bob")
    house.say("panic challenge -size=7 -unrated alice robot1")
    house.say(f"panic move 101 {ALICE} {MOVE}")
    house.say("madknights challenge -unrated -seed=4 alice robot1 robot2")
    first = house.say("madknights legal 101").data["moves"][0]
    house.say(f"madknights move 101 {ALICE} {first}")
    while let_robots_move(house):
        pass
    house.mails()
    for game, ply, back in (("panic", 2, 2), ("madknights", 3, 3)):
        assert house.say(f"{game} legal 101").data["ply"] == ply
        house.say(f"{game} move 101 {ALICE} undo")
        while let_robots_move(house):
            pass
        assert house.say(f"{game} legal 101").data["ply"] == 0
        assert f"The last {back} moves are taken back." in text_of(house.mails()[-1])


def test_a_draw_is_not_given_away(playing):
    """At the start, where nobody stands worse, a robot declines."""
    playing.say(f"panic move 101 {ALICE} propose")
    assert let_robots_move(playing) == 1
    assert "robot2 rejects the offer." in text_of(playing.mails()[-1])
    assert let_robots_move(playing) == 0


def test_a_draw_is_taken_where_all_is_lost(house):
    """Known to be lost, a robot takes what it gets."""
    house.sign_up("alice")
    house.say("dance challenge robot3 alice")
    house.say(f"dance move 101 {ALICE} propose")
    house.mails()
    assert move_robots(robots(house), Effort(), 9) == 1
    assert "Game drawn." in text_of(house.mails()[-1])


def test_rated_games_against_robots_are_rationed(house):
    """The 21st within a week is refused, in the shell too; unrated ones aren't, nor next week's."""
    house.sign_up("alice", "bob")
    for _ in range(10):
        assert house.say("panic challenge -pair robot1 alice").ok
    refused = house.say("panic challenge robot3 alice")
    assert "at most 20 rated games against robots within a week" in refused.said.text
    assert "-unrated" in refused.said.text
    assert house.say("panic challenge -unrated robot3 alice").ok
    assert house.say("panic challenge robot3 bob").ok
    assert house.say("panic challenge alice bob").ok
    house.clock.forward(days=7, seconds=1)
    assert house.say("panic challenge robot3 alice").ok


@pytest.mark.parametrize(
    "line",
    [
        "signup robot1 PASSWORD me@example.org",
        "signup Robot9 PASSWORD robot9@example.org",
        "change password robot1 none other",
        "change address robot1 none me@example.org",
        "vacation robot1 none 2026-12-31",
        "signoff robot1 none",
        f"message {ALICE} robot1",
    ],
)
def test_nobody_speaks_for_a_robot(house, line):
    """Their names are taken, they have no password, and read nothing."""
    house.sign_up("alice")
    assert house.say("panic challenge robot1 alice").ok
    house.mails()
    answered = house.say(line)
    assert answered.ok == line.startswith("signup Robot9")
    assert "robot1" not in answered.said.text or "robot" in answered.said.text


def test_a_robot_has_no_mail_and_no_way_back(house):
    """No mail goes to it, nor a code for a new password; chat goes to the others."""
    house.sign_up("alice", "bob")
    house.say("madknights challenge -start=c3,f6,d5 alice robot1 bob")
    house.say("forgot robot1")
    house.mail(AT_ALICE, f"madknights chat 101 {ALICE}", "Hello!")
    mails = house.mails()
    assert {parseaddr(mail["To"])[1] for mail in mails} <= {AT_ALICE, PLAYERS["bob"][1]}
    assert '"outbox"' in dumped(house)


def test_a_stranger_cannot_set_a_robot_on_somebody(house):
    """By mail a challenge comes from one of its players, robots or not."""
    house.sign_up("alice", "bob")
    (answered,) = house.mail(PLAYERS["bob"][1], "panic challenge alice robot1")
    assert "must come from one of its players" in text_of(answered)


def test_robots_outlive_those_who_never_confirmed(tmp_path):
    """Freeing the userids of players without an address leaves robots alone."""
    house = House(f"sqlite:///{tmp_path / 'pbm.db'}", confirm=True)
    assert house.say("games robot2 all").ok is False
    assert house.say("panic games robot2").ok
    house.clock.forward(days=30)
    house.say("signup carol Zc4r0l carol@example.org")
    with house.database.work() as work:
        assert work.players.find("robot2").robot == "level 2"
    house.database.close()


def test_help_explains_robots(house):
    """Names, levels, and what they do."""
    text = house.say("help robots").said.text
    for part in ("robot1  casual", "robot3  best", "20 rated games", "-unrated"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 78


def test_lists_mark_robots(playing):
    """In lists of boards as everywhere, and as data."""
    playing.play("knightpanic", 101, MOVE)
    assert let_robots_move(playing) == 1
    playing.say(f"panic move 101 {ALICE} resign")
    for line in ("panic games alice all", "all games alice all", "panic history"):
        answered = playing.say(line)
        assert "alice - robot2 (robot)" in answered.said.text
        assert answered.data["boards"][0]["robots"] == ["robot2"]


def test_a_frozen_board_holds_up_no_other(playing):
    """Robots move on all others, and nothing goes out about the one that was tampered with."""
    playing.say("panic challenge -size=7 alice robot1")
    playing.play("knightpanic", 101, MOVE)
    playing.play("knightpanic", 102, MOVE)
    with playing.database._engine.begin() as connection:
        connection.exec_driver_sql("update board set checksum = 'x' where number = 101")
    with capture_logs() as logs:
        assert let_robots_move(playing) == 1
    assert ("board frozen", 101) in [(line["event"], line.get("board")) for line in logs]
    [mail] = playing.mails()
    assert "Summary of Knight Panic Board 102" in text_of(mail)
    assert let_robots_move(playing) == 0


def test_offers_make_no_loop(house):
    """Offers that are declined again and again are answered once each, and bring no others."""
    house.sign_up("alice")
    house.say("dance challenge -misere alice robot1")
    for _ in range(2):
        assert house.say(f"dance move 101 {ALICE} propose").ok
        assert let_robots_move(house) == 1
        assert let_robots_move(house) == 0
    assert house.say("dance legal 101").data["ply"] == 0


def test_robots_alone_begin_nothing(house):
    """Two that go round in circles would fill the disk."""
    answer = house.say("knightsdance challenge -misere robot1 robot2")
    assert not answer.ok
    assert "needs a person" in answer.said.text
    assert "There is no" in house.say("knightsdance show 101").said.text


def test_a_robot_stays_as_it_is(shell):
    """Nobody renames it or has it sign off: every server has it."""
    shell("signup", "alice", "pw1", "alice@example.org")
    shell("knightpanic", "challenge", "alice", "robot2")
    for words in (
        ("admin", "player", "rename", "robot2", "deep", "--reason", "a better name"),
        ("--as-admin", "signoff", "robot2", "-"),
    ):
        status, out, err = shell(*words)
        assert status == 1
        assert "it stays as it is" in out + err
    assert shell("knightpanic", "challenge", "alice", "robot2")[0] == 0

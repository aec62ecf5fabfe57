"""Echoes of one's own moves: held while a robot is to move, and told with its move."""

import re
from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from pbm.robots.move_choice import SearchLimit
from storage.mail.deferred_notifications import DeferredNotificationRepository
from tests.support.site import PLAYERS, words_of

QUICK = SearchLimit(positions=200)
ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_ALICE, AT_BOB, _ = (address for _, address in PLAYERS.values())
OTHER_ADDRESS = "alice@elsewhere.example"
MOVE = "m3-k7"


@pytest.fixture
def playing(site):
    """A server with alice, who is to move on Knight Panic board 101 against a robot."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge -size=7 alice robot2")
    return site


def let_robots_move(site):
    """Has robots move while any is to; returns the mails that this causes."""
    robots = RobotTurns(site.database, site.dispatcher, site.mailer, Backoff(lambda: 0.0))
    while move_robots(robots, QUICK, 1):
        pass
    return site.mails()


def tick(site, **passed):
    """Returns the mails of a tick after this time."""
    site.clock.forward(**passed)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=99)).tick()
    return site.mails()


def news(mail):
    """Returns the text of a mail with its line ends as spaces."""
    return words_of(mail)


def held(site, name="alice"):
    """Returns the number of messages held for a player."""
    with site.database.work() as work:
        return len(work.deferred_notifications.of(work.players.find(name)))


def play(site, game, board, mails, moves):
    """Answers the last mail with a move, so often or to the end; returns all mails."""
    for _ in range(moves):
        if re.search("Game won|You won", news(mails[-1])):
            break
        move = site.say(f"{game} legal {board}").data["moves"][0]
        mails += site.reply(mails[-1], move) + let_robots_move(site)
    return mails


@pytest.mark.parametrize(
    ("line", "game"),
    [
        ("duel challenge alice robot2", "duel"),
        pytest.param("duel challenge robot2 alice", "duel", marks=pytest.mark.slow),
        pytest.param(
            "madknights challenge alice robot1 robot2", "madknights", marks=pytest.mark.slow
        ),
        ("madknights challenge robot1 alice robot2", "madknights"),
    ],
)
def test_one_mail_a_round(site, line, game):
    """Five moves against robots bring at most six mails, with the challenge's mail."""
    site.sign_up("alice")
    mails = site.mail(AT_ALICE, line) + let_robots_move(site)
    assert len(mails) == 1
    mails = play(site, game, 101, mails, 5)
    assert len(mails) <= 6
    assert all("Your move, alice." in news(mail) for mail in mails[:-1])
    assert held(site) == 0


def test_all_moves_since_ones_own_are_told(site):
    """In a game of three the mail names all moves since the reader's own, and that, too."""
    site.sign_up("alice")
    site.mail(AT_ALICE, "madknights challenge -start=d4,g6,d2 alice robot1 robot2")
    site.mail(AT_ALICE, f"madknights move 101 {ALICE} b3")
    (mail,) = let_robots_move(site)
    _, robot1, robot2 = site.say("madknights show 101").data["moves"]
    assert f"alice moves b3. robot1 moves {robot1}. robot2 moves {robot2}." in news(mail)


def test_a_robot_that_is_late(playing):
    """After a minute the echo comes by itself; then the robot's answer, without it."""
    mails = playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}", "Hello robot")
    assert mails == tick(playing, seconds=59) == []
    (echo,) = tick(playing, seconds=1)
    assert "It is robot2's turn. alice moves m3-k7." in news(echo)
    assert "Hello robot" in news(echo)
    assert echo["Auto-Submitted"] == "auto-generated"
    assert tick(playing, hours=1) == []
    (answer,) = let_robots_move(playing)
    assert "alice moves m3-k7" not in news(answer)
    assert held(playing) == 0


def test_an_echo_may_be_wanted(playing):
    """With the echo on, the move is answered at once, and so it is in mydata; off is the usual."""
    assert playing.say(f"change echo {ALICE} on").data == {"userid": "alice", "echo": True}
    (echo,) = playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}")
    assert "It is robot2's turn." in news(echo)
    (answer,) = let_robots_move(playing)
    assert "alice moves" not in news(answer)
    preferences = playing.say(f"mydata {ALICE}").data["preferences"]
    assert [(each["name"], each["value"]) for each in preferences] == [("echo", "on")]
    assert "within a minute" in playing.say(f"change echo {ALICE} off").content.text
    assert playing.say(f"mydata {ALICE}").data["preferences"] == []
    assert "Choose on or off" in playing.say(f"change echo {ALICE} never").content.text


@pytest.mark.parametrize(
    ("subject", "body", "answers"),
    [
        (f"panic move 101 {ALICE} a1-a2", "", "There is no square a2"),
        (f"panic move 101 {ALICE} {MOVE}#3", "", "isn't due yet"),
        ("multiple", f"panic move 101 {ALICE} {MOVE}\npanic legal 101", "Results of 2 commands"),
        ("panic show 101", "", "It is alice's turn."),
        ("panic rules", "", "extra rows"),
    ],
)
def test_what_asks_is_answered(playing, subject, body, answers):
    """A refused move, several commands, and whatever isn't a move, are answered at once."""
    (mail,) = playing.mail(AT_ALICE, subject, body)
    assert answers in f"{mail['Subject']} {news(mail)}"
    assert held(playing) == 0


def test_a_question_while_the_robot_thinks(playing):
    """A mail that asks something meanwhile is answered, and the echo is still to come."""
    playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}")
    (shown,) = playing.mail(AT_ALICE, "panic show 101")
    assert "It is robot2's turn." in news(shown)
    (answer,) = let_robots_move(playing)
    assert "alice moves m3-k7." in news(answer)


def test_another_address_is_answered(playing):
    """A move from an address that isn't the player's is answered there."""
    (mail,) = playing.mail(OTHER_ADDRESS, f"panic move 101 {ALICE} {MOVE}")
    assert mail["To"] == OTHER_ADDRESS
    assert [mail["To"] for mail in let_robots_move(playing)] == [AT_ALICE]


def test_the_shell_answers(playing):
    """A line in the shell has its answer at once; the mail waits for the robot."""
    assert playing.say(f"panic move 101 {ALICE} {MOVE}").content.log == (f"move {MOVE}",)
    assert playing.mails() == []
    assert len(let_robots_move(playing)) == 1


def test_people_are_answered(site):
    """Where a person is to move next, the mover hears at once, and so do all others."""
    site.sign_up("alice", "bob")
    site.begin("madknights challenge -start=d4,g6,d2 alice bob robot1")
    mails = site.mail(AT_ALICE, f"madknights move 101 {ALICE} b3")
    assert [mail["To"] for mail in mails] == [AT_ALICE, AT_BOB]
    assert site.mail(AT_BOB, f"madknights move 101 {BOB} h4") == []
    told = {mail["To"]: news(mail) for mail in let_robots_move(site)}
    assert set(told) == {AT_ALICE, AT_BOB}
    assert all("bob moves h4. robot1 moves" in text for text in told.values())


def test_the_end_is_told_once(playing):
    """The end by one's own act is answered at once, with what was held; nothing comes after it."""
    playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}")
    (kept,) = playing.mail(AT_ALICE, f"panic resign 101 {ALICE}")
    assert "You'll resign when your turn comes" in news(kept)
    (end,) = let_robots_move(playing)
    assert "alice moves m3-k7." in news(end)
    assert "alice resigns" in news(end)
    assert "Game won by robot2." in news(end)
    assert tick(playing, days=1) == []


def test_offers_are_answered_together(playing):
    """An offer to a robot comes back with its answer."""
    assert playing.mail(AT_ALICE, f"panic move 101 {ALICE} propose") == []
    (mail,) = let_robots_move(playing)
    assert "alice offers a draw. robot2 rejects the draw offer." in news(mail)


def test_a_daily_digest_is_as_before(playing):
    """A player with one mail a day is answered at once; the robot's move is in the digest."""
    playing.say(f"change delivery {ALICE} daily 18")
    (echo,) = playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}")
    assert "It is robot2's turn." in news(echo)
    assert let_robots_move(playing) == []
    (digest,) = tick(playing, hours=6)
    assert "Your move, alice. robot2 moves" in news(digest)


def test_watchers_may_still_unsubscribe(playing):
    """A mail that was held offers its watcher to unsubscribe, as others do."""
    playing.say(f"panic subscribe 101 {BOB}")
    playing.mails()
    assert playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}") == []
    mails = {mail["To"]: mail for mail in let_robots_move(playing)}
    assert mails[AT_BOB]["List-Unsubscribe"]
    assert "alice moves m3-k7. robot2 moves" in news(mails[AT_BOB])


def test_a_failed_move_holds_nothing(playing, monkeypatch):
    """A move that fails while its echo is held is undone, and answered."""

    def put(*_):
        raise RuntimeError

    monkeypatch.setattr(DeferredNotificationRepository, "put", put)
    (mail,) = playing.mail(AT_ALICE, f"panic move 101 {ALICE} {MOVE}")
    assert "Something went wrong on our side, and nothing was changed." in news(mail)
    assert playing.say("panic legal 101").data["ply"] == 0

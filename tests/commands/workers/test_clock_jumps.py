"""A machine's clock that is wrong: nobody loses time or mail, and nobody has to wait for long."""

from datetime import timedelta

import pytest

from commands.server.writer.batch_writer import Writer
from commands.system.clock_jumps import ClockJumps
from commands.workers.clocks import ClockWatcher
from commands.workers.retention import Retention
from mail.reading.incoming import read_incoming_mail
from pbm.clock import DAY
from tests.support.site import ADDRESS, PLAYERS, simple_mail

ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
CHALLENGE = "knightpanic challenge --nagtime=1 --forfeittime=2 --totaltime=10 alice bob"
MOVE = f"knightpanic move 101 alice {PLAYERS['alice'][0]} a1-c5"


class Machine:
    """A server on a machine whose clock and uptime can be moved apart."""

    def __init__(self, site):
        self.site = site
        self.uptime = 0.0
        self.watcher = self.started()

    def started(self, **more):
        """Returns the clock watcher of another start of the server."""
        jumps = ClockJumps(lambda: self.uptime)
        clocks = self.site.database, self.site.services, self.site.mailer
        return ClockWatcher(*clocks, jumps=jumps, **more)

    def wait(self, minutes=1):
        """Lets time pass."""
        self.uptime += 60 * minutes
        self.site.clock.forward(minutes=minutes)

    def tick(self):
        return self.watcher.tick()

    def board(self):
        with self.site.database.work() as work:
            return work.boards.find("knightpanic", 101)

    def problems(self):
        with self.site.database.work() as work:
            return [
                each.detail for each in work.incidents.recent("clock", self.site.clock.now() - DAY)
            ]


@pytest.fixture
def machine(site):
    site.sign_up("alice", "bob")
    assert site.say(CHALLENGE).ok
    made = Machine(site)
    made.tick()
    site.mails()
    return made


@pytest.mark.parametrize("minutes", [5, 400 * 24 * 60])
def test_a_jump_ahead_takes_no_time_from_anybody(machine, minutes):
    """Neither a reminder nor a forfeit comes of it, however small it is."""
    for _ in range(23):  # a reminder is due in an hour
        machine.wait(60)
        assert machine.tick().downtime is None
    machine.wait()
    machine.site.clock.forward(minutes=minutes)
    ticked = machine.tick()
    assert ticked.downtime
    assert (ticked.nagged, ticked.forfeited, machine.site.mails()) == ((), (), [])
    assert "ahead" in machine.problems()[0]
    board = machine.board()
    assert board.clock.turn(0, machine.site.clock.now()) == timedelta(hours=23)


def test_time_that_passes_is_no_jump(machine):
    """A machine that sleeps for an hour has the right clock afterwards; that is players' time."""
    for minutes in (1, 60, 1):
        machine.wait(minutes)
        assert machine.tick().downtime is None
    assert machine.problems() == []


def test_a_move_just_after_a_jump_is_charged_no_jump(machine):
    """The server notices before it takes the mail, not only at the next tick."""
    site = machine.site
    machine.wait()
    site.clock.forward(days=1)
    writer = Writer(
        site.database, site.mail_handler, lambda: None, follow_clock=machine.watcher.follow_clock
    )
    writer.start()
    mail = read_incoming_mail(ALICE, (ADDRESS,), simple_mail(ALICE, MOVE))
    writer.receive(mail).result(10)
    writer.stop()
    board = machine.board()
    assert board.match.ply == 1
    assert board.clock.used[0] <= timedelta(minutes=1)


def test_a_jump_while_the_database_fails_is_given_back_later(machine, monkeypatch):
    """It is compared with the last moment that was stored."""
    machine.wait()
    machine.site.clock.forward(minutes=90)
    with monkeypatch.context() as failing:
        failing.setattr(machine.site.database, "work", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            machine.tick()
    machine.wait()
    assert machine.tick().downtime.length == timedelta(minutes=92)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_after_a_clock_that_was_ahead_nothing_waits_for_long(machine, is_restarted):
    """Retries, digests and lockouts don't last as long as the clock was wrong."""
    site = machine.site
    site.say(f"change delivery bob {PLAYERS['bob'][0]} daily 8 UTC")
    site.mails()
    machine.wait()
    site.clock.forward(days=30)
    machine.tick()
    assert {mail["To"] for mail in site.mail(ALICE, MOVE)} == {ALICE}
    for _ in range(5):
        site.mail(BOB, "knightpanic move 101 bob Wr0ng e7-c3")
    site.mails()
    site.say("forgot alice")
    with site.database.work() as work:
        now = site.clock.now()
        for leased in work.outbox.lease(50, now, now, "me"):
            work.outbox.postpone(leased.id, "me", now + timedelta(hours=8), "450 later")
    site.clock.forward(days=-30)
    if is_restarted:
        machine.watcher = machine.started()
    machine.wait()
    machine.tick()
    machine.tick()
    assert {mail["To"] for mail in site.mails()} == {ALICE, BOB}
    assert "back" in machine.problems()[-1]
    site.clock.forward(minutes=16)
    assert site.say(f"knightpanic move 101 bob {PLAYERS['bob'][0]} e7-c3").ok
    board = machine.board()
    assert not board.match.outcome
    assert all(used < timedelta(hours=1) for used in board.clock.used)


def test_a_wrong_clock_deletes_nothing(machine):
    """For a day after a jump nothing is deleted for its age: the clock may be corrected."""
    site = machine.site
    machine.watcher = machine.started(retention=Retention(audit=DAY))
    mail = simple_mail(ALICE, MOVE, Message_ID="<1@x>")
    site.receive(ALICE, mail)
    machine.tick()
    machine.wait()
    site.clock.forward(days=400)
    machine.tick()
    site.clock.forward(days=-400)
    machine.tick()
    assert site.receive(ALICE, mail) == []
    with site.database.work() as work:
        assert work.outbox.sent_to([ALICE])


def test_a_server_that_is_back_after_a_wrong_past(machine):
    """A clock that stands at 1970 after a start, and is set right then, makes nobody late."""
    machine.wait(60)
    now = machine.site.clock.time
    machine.site.clock.time = now.replace(year=1971)
    machine.watcher = machine.started()
    machine.tick()
    machine.wait()
    machine.site.clock.time = now + timedelta(minutes=2)
    ticked = machine.tick()
    assert (ticked.nagged, ticked.forfeited) == ((), ())
    assert machine.board().clock.turn(0, machine.site.clock.now()) < timedelta(minutes=62)

"""A machine's clock that is wrong: nobody loses time or mail, and nobody has to wait for long."""

from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.retention import Retention
from commands.server.writer.batch_writer import Writer
from commands.system.clock_jumps import ClockJumps
from mail.reading.incoming import read_incoming_mail
from pbm.clock import DAY
from pbm.stored_values import Pending
from tests.support.site import ADDRESS, NOON, PLAYERS, simple_mail
from tests.support.site_tournaments import add

WILL_HAPPEN = (
    "trailblazer ladder join alice Xa!11ce-X",
    "trailblazer ladder join bob Yb%0b-Yes",
    "knightpanic seek alice Xa!11ce-X -size=5",
    "deputy alice Xa!11ce-X bob 2026-03-10",
    "deputy bob Yb%0b-Yes for alice 2026-03-10",
)
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


def test_many_small_jumps_take_no_time_from_anybody(machine):
    for _ in range(60):
        machine.wait()
        machine.site.clock.forward(seconds=59)
        machine.tick()
    used = machine.board().clock.turn(0, machine.site.clock.now())
    assert used < timedelta(minutes=62)


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
    for _ in range(2):
        machine.wait()
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


@pytest.fixture
def planned(machine):
    """Each kind of thing that happens by the clock, in days to come."""
    add(machine.site, "--from=2026-04-10", players=("alice", "bob"))
    for line in WILL_HAPPEN:
        assert machine.site.say(line).ok
    with machine.site.database.work() as work:
        work.players.add("dora", "hash", [], machine.site.clock.now())
        until = machine.site.clock.now() + 3 * DAY
        dora = work.players.find("dora")
        work.pending_confirmations.add("code", Pending("address", dora.id, "", until))
    machine.tick()
    machine.site.mails()
    return machine


def to_come(machine):
    """Returns the kinds of which nothing has happened yet."""
    with machine.site.database.work() as work:
        tournament = work.tournaments.find("Spring-2026").tournament
        alice = work.players.find("alice")
        kinds = {
            "ladder": len(work.ladders.find("trailblazer")) == 2,
            "search": bool(work.seeks.of(alice)),
            "deputyship": work.deputies.of(alice) is not None,
            "tournament": tournament.status == "open",
            "sign-up": work.players.find("dora") is not None,
            "code": bool(work.pending_confirmations.find("code", NOON)),
        }
    return {kind for kind, waits in kinds.items() if waits}


def jump(machine, **step):
    """Moves the clock only, not the uptime, and runs what follows the clock."""
    machine.site.clock.forward(**step)
    machine.tick()
    with machine.site.database.work() as work:
        machine.site.services.server_context(work).find_player("dora")


def run(machine, hours):
    """Lets the server run."""
    for _ in range(hours):
        machine.wait(60)
        machine.tick()
    with machine.site.database.work() as work:
        machine.site.services.server_context(work).find_player("dora")


@pytest.mark.parametrize("is_restarted", [False, True])
def test_nothing_happens_by_a_clock_that_is_wrong(planned, is_restarted):
    """Neither when it jumps, nor when the server starts by it, nor when it jumps once more."""
    everything = to_come(planned)
    assert len(everything) == 6
    if is_restarted:
        planned.watcher = planned.started()
    jump(planned, days=700)
    planned.wait()
    jump(planned, days=30)
    assert to_come(planned) == everything
    planned.site.clock.forward(days=-730)
    planned.wait()
    planned.tick()
    assert to_come(planned) == everything


def test_what_a_jump_made_due_happens_a_day_later(planned):
    """By then the clock is taken to be right. On ladders, nobody could play meanwhile."""
    jump(planned, days=700)
    run(planned, hours=25)
    assert to_come(planned) == {"ladder"}


def test_what_became_due_in_a_downtime_waits_for_a_quarter_of_it(planned):
    """A server that was off for three days can't know that its clock is right."""
    planned.watcher = planned.started()
    jump(planned, days=3)
    run(planned, hours=17)
    assert {"sign-up", "code"} <= to_come(planned)
    run(planned, hours=2)
    assert not {"sign-up", "code"} & to_come(planned)


LADDER = (
    "trailblazer ladder join alice Xa!11ce-X",
    "trailblazer ladder join bob Yb%0b-Yes",
    "trailblazer challenge -ladder bob alice",
)
WHILE_WRONG = (
    "trailblazer resign 102 alice Xa!11ce-X",
    "trailblazer resign 102 bob Yb%0b-Yes",
    "trailblazer ladder join carol Zc4r0l-Zz",
    "knightpanic seek carol Zc4r0l-Zz -size=5",
    "deputy carol Zc4r0l-Zz bob {}",
)


@pytest.mark.parametrize("days", [700, -700])
def test_what_players_do_by_a_wrong_clock_has_the_usual_effects(machine, days):
    """It is dated to the time of the correction, and a time that never passed doesn't count."""
    machine.site.sign_up("carol")
    for line in LADDER:
        assert machine.site.say(line).ok
    jump(machine, days=days)
    until = (machine.site.clock.now() + 10 * DAY).date()
    for line in WHILE_WRONG:
        machine.site.say(line.format(until))
    machine.wait()
    jump(machine, days=-days)
    now = machine.site.clock.now()
    with machine.site.database.work() as work:
        alice, bob, carol = map(work.players.find, ("alice", "bob", "carol"))
        assert all(seek.until < now + 31 * DAY for seek in work.seeks.of(carol))
        assert work.deputies.of(carol).until < now + 12 * DAY
    run(machine, hours=26)
    with machine.site.database.work() as work:
        entries = work.ladders.find("trailblazer")
        now = machine.site.clock.now()
        assert len(entries) == 3
        assert all(entry.played < now for entry in entries)
        assert not work.ladders.played_since("trailblazer", alice, bob, now)


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

"""Reminders, forfeits, vacations and downtimes, on a clock that tests set."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import event, text

from commands.server.workers.clock_watcher import ClockWatcher
from storage.boards.boards import BoardRepository
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, said, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
THREE = "madknights challenge -start=c3,f6,d5 alice bob carol"


@pytest.fixture
def site(site):
    """A server without sockets, on which three have signed up."""
    site.sign_up("alice", "bob", "carol")
    return site


def clock_watcher(site, downtime=1):
    return ClockWatcher(site.database, site.services, site.mailer, timedelta(days=downtime))


def begin(site, *lines):
    """Starts games, and with them the clock."""
    site.begin(*lines or ["trailblazer challenge alice bob"])
    clock_watcher(site).tick()


def pass_days(site, days, ticks=1):
    """Advances, with ticks of each day; returns the mails that this causes, each with its day."""
    mails = []
    for tick in range(1, ticks * days + 1):
        site.clock.forward(hours=24 / ticks)
        clock_watcher(site).tick()
        mails += [(tick / ticks, mail) for mail in site.mails()]
    return mails


@pytest.fixture
def begun(site):
    """A server on which alice and bob have just started Trailblazer board 101."""
    begin(site)
    return site


def skip(site, days):
    """Advances with a single tick, which takes no time for a downtime; returns its mails."""
    site.clock.forward(days=days)
    clock_watcher(site, downtime=9999).tick()
    return [(days, mail) for mail in site.mails()]


def told(mails):
    """Returns day, receiver's name and first line of each mail."""
    found = [(day, mail["To"].partition("@")[0], text_of(mail)) for day, mail in mails]
    return [(day, name, text.partition("\n")[0]) for day, name, text in found]


def reminders(mails):
    return [(day, name) for day, name, line in told(mails) if line.startswith("Reminder: ")]


def deadlines(site, board="trailblazer show 101"):
    found = re.search(r"^Deadlines?: .*(?:\n.+)*", said(site.say(board)), re.MULTILINE)
    return found and " ".join(found[0].split())


def running(player, reminder, forfeit):
    """Returns the sentence on the deadlines of the player to move."""
    return (
        f"Deadline: {forfeit} UTC. If {player} doesn't move by then, they lose. "
        f"Reminders start on {reminder} UTC."
    )


def used(site, board="trailblazer show 101"):
    return re.search(r"^Time used.*", said(site.say(board)), re.MULTILINE)[0]


def test_an_idle_player_is_reminded_and_forfeits(site):
    """Reminders come daily from the seventh day; after 21 days both are told of the forfeit."""
    begin(site)
    mails = pass_days(site, 8, ticks=2)
    assert reminders(mails) == [(7, "alice"), (8, "alice")]
    later = pass_days(site, 14)
    assert reminders(later) == [(day, "alice") for day in range(1, 13)]
    first, *ends = mails[0][1], later[-2][1], later[-1][1]
    assert first["Subject"] == "Trailblazer Board 101: alice - bob"
    assert ends[0]["Subject"] == "Trailblazer Board 101: alice - bob"
    assert first["Auto-Submitted"] == "auto-generated"
    opening, summary = text_of(first).split("\n\n")[:2]
    deadline = "Sun 22 Mar 2026, 12:00 UTC"
    assert opening == f"Reminder: alice, if you don't move by {deadline}, you lose."
    assert text_of(first).count(deadline) == 1
    assert summary == "Summary of Trailblazer Board 101"
    assert {mail["To"] for mail in ends} == {PLAYERS[name][1] for name in ("alice", "bob")}
    for mail in ends:
        result = "You won." if mail["To"] == PLAYERS["bob"][1] else "Game won by bob."
        assert f"{result}\n\nalice didn't move by {deadline}.\n" in text_of(mail)
        assert "forfeited" not in mail.get_body(["html"]).get_content()
        assert "Time used: alice 21 d, bob none." in text_of(mail)
    assert len(later) == 12 + 2


def test_the_server_forfeits(site):
    """The log names the server as the author, a name that nobody can register."""
    begin(site)
    skip(site, 21)
    with site.database.work() as work:
        event = work.boards.find("trailblazer", 101).match.events[-1]
    assert (event.text, event.author) == ("leave 0 forfeited", "server")
    assert not site.say("signup server pw a@x.org").ok


@pytest.mark.slow
def test_one_on_vacation_one_forfeits_and_the_third_wins(site):
    """A vacation stops the first's clock, the second is reminded and leaves, all are told."""
    begin(site, THREE)
    assert site.say(f"change autovacation {BOB} off").ok
    assert site.say(f"vacation {ALICE} 2026-03-25").ok
    assert [(day, name) for day, name, _ in told(pass_days(site, 25, ticks=2))] == [
        (0.5, "bob"),
        (0.5, "carol"),
    ]
    for player, move in ((ALICE, "a4"), (BOB, "d7"), (CAROL, "f4"), (ALICE, "b6")):
        assert site.say(f"madknights move 101 {player} {move}").ok
    site.mails()

    mails = pass_days(site, 21)
    assert reminders(mails) == [(day, "bob") for day in range(7, 21)]
    left = [mail for _, mail in mails[-3:]]
    assert {mail["To"] for mail in left} == {address for _, address in PLAYERS.values()}
    for mail in left:
        assert re.search("carol's turn|Your move, carol", text_of(mail))
        assert "bob didn't move by Thu 16 Apr 2026, 12:00 UTC and forfeits the game." in words_of(
            mail
        )
        reminds = "Reminders start on Thu 23 Apr 2026, 12:00 UTC" in words_of(mail)
        assert reminds == (mail["To"] == PLAYERS["carol"][1])

    assert site.say(f"madknights move 101 {CAROL} e2").ok
    answer = said(site.say(f"madknights move 101 {ALICE} resign"))
    assert "Game won by carol." in answer
    assert "Time used: alice 12 h, bob 21 d, carol none." in answer
    site.mails()
    assert pass_days(site, 22) == []


def test_the_next_seat_is_reminded_of_the_same_ply(site):
    """Leaving takes no ply, but a reminder of the seat before doesn't count for the next."""
    begin(site, THREE)
    assert reminders(skip(site, 20)) == [(20, "alice")]
    assert reminders(pass_days(site, 1 + 7)) == [(8, "bob")]


def test_two_timers_double_nothing(site):
    """A second timer sends nothing twice, even if it hasn't seen the first one's commit."""
    begin(site)
    mails = []
    for days in (7, 1, 12, 1, 1):
        mails += skip(site, days)
        clock_watcher(site).tick()
        with site.database.work() as work:  # as if both had found the board due
            work.clocks.check_again("trailblazer", 101, site.clock.now())
        clock_watcher(site).tick()
        mails += site.mails()
    assert len(mails) == 3 + 2


def test_timers_at_the_same_time_beside_mails(site):
    """Threads with separate units of work double nothing, lose nothing and don't block."""
    begin(site, *["trailblazer challenge alice bob"] * 6)
    skip(site, 6)
    site.clock.forward(days=1)
    barrier = threading.Barrier(3)

    def tick(_):
        barrier.wait()
        return clock_watcher(site).tick()

    def write(_):
        barrier.wait()
        return [site.say(f"trailblazer move {101 + n} {ALICE} right").ok for n in range(6)]

    with ThreadPoolExecutor(3) as threads:
        done = [threads.submit(each, 0) for each in (tick, tick, write)]
        first, second, moved = [each.result() for each in done]
    nagged = [*first.nagged, *second.nagged]
    assert all(moved)
    assert len(nagged) == len(set(nagged))
    mails = [(0, mail) for mail in site.mails()]
    assert len(reminders(mails)) == len(nagged)
    assert len(mails) == len(nagged) + 12
    assert reminders(pass_days(site, 6)) == []


def test_a_move_ends_the_turn(site):
    """The next player's time starts then, whatever was due before."""
    begin(site)
    skip(site, 8)
    assert site.say(f"trailblazer move 101 {ALICE} right").ok
    site.mails()
    assert skip(site, 6) == []
    assert reminders(pass_days(site, 2)) == [(1, "bob"), (2, "bob")]


def test_resigning_out_of_turn_touches_no_clock(site):
    """The turn goes on, and with its end the resignation is executed."""
    begin(site)
    site.play("trailblazer", 101, "right", "up")
    skip(site, 2)
    before = deadlines(site)
    assert site.say(f"trailblazer resign 101 {BOB}").ok
    assert deadlines(site) == before
    answer = site.say(f"trailblazer move 101 {ALICE} right")
    assert "bob resigns, as announced." in said(answer)
    assert used(site) == "Time used: alice 2 d, bob none."


def test_total_time_is_all_there_is(site):
    """A player without time left forfeits, however new the turn is."""
    assert site.say(f"change autovacation {ALICE} off").ok
    begin(site, "trailblazer challenge --totaltime=10 alice bob")
    skip(site, 6)
    site.play("trailblazer", 101, "right", "up")
    assert deadlines(site) == (
        "Deadline: Wed 11 Mar 2026, 12:00 UTC. If alice doesn't move by then, they lose. "
        "Time used (of 10 days each): alice 6 d, bob none."
    )
    assert skip(site, 3) == []
    mails = pass_days(site, 2)
    assert [(day, name) for day, name, _ in told(mails)] == [(1, "alice"), (1, "bob")]
    assert used(site) == "Time used (of 10 days each): alice 10 d, bob none."


def test_a_downtime_is_given_back_once(site):
    """All players get it back once, however many timers detect it."""
    begin(site)
    pass_days(site, 2)
    site.clock.forward(days=10)
    assert "credited all players" in str(clock_watcher(site).tick())
    assert str(clock_watcher(site).tick()) == "0 reminders, 0 forfeits."
    assert deadlines(site) == running("alice", "Wed 18 Mar 2026, 12:00", "Wed 1 Apr 2026, 12:00")
    assert skip(site, 4) == []
    assert reminders(pass_days(site, 1)) == [(1, "alice")]


def test_a_turn_that_began_in_a_downtime_gets_back_its_part(site):
    """A turn started in the server's shell during a downtime gets back the rest of it."""
    begin(site)
    site.clock.forward(days=4)
    assert site.say(f"trailblazer move 101 {ALICE} right").ok
    site.clock.forward(days=3)
    clock_watcher(site).tick()
    assert deadlines(site) == running("bob", "Sun 15 Mar 2026, 12:00", "Sun 29 Mar 2026, 12:00")


def test_a_clock_set_back_harms_nobody(site):
    """Times in the future are removed, nothing is doubled, and time goes on."""
    begin(site)
    skip(site, 8)
    before = deadlines(site)
    right = site.clock.time
    site.clock.forward(days=1000)
    assert "credited all players" in str(clock_watcher(site).tick())
    site.begin("trailblazer challenge bob carol")
    site.clock.time = right
    assert str(clock_watcher(site).tick()) == "0 reminders, 0 forfeits."
    assert deadlines(site) == before
    later = running("bob", "Mon 16 Mar 2026, 12:00", "Mon 30 Mar 2026, 12:00")
    assert deadlines(site, "trailblazer show 102") == later
    site.clock.forward(hours=-30)
    clock_watcher(site).tick()
    assert site.mails() == []


def test_an_error_of_one_board_stops_no_others(site, monkeypatch):
    """The error is logged, the board tried again later, and the others are checked."""
    begin(site, *["trailblazer challenge alice bob"] * 2)
    hold = BoardRepository.lock

    def fail(self, game, number):
        assert number != 101
        return hold(self, game, number)

    skip(site, 6)
    monkeypatch.setattr(BoardRepository, "lock", fail)
    mails = pass_days(site, 1)
    assert ["102" in mail["Subject"] for _, mail in mails] == [True]
    monkeypatch.undo()
    assert len(reminders(pass_days(site, 1, ticks=2))) == 3


def test_boards_that_are_over_are_never_due(site):
    """Won and removed boards are never due."""
    begin(site, *["trailblazer challenge alice bob"] * 2)
    assert site.say(f"trailblazer resign 101 {BOB}").ok
    site.play("trailblazer", 102, "right", "up")
    assert site.say(f"trailblazer resign 102 {ALICE}").ok
    site.mails()
    assert [skip(site, days) for days in (8, 14)] == [[], []]


def test_a_vacation_puts_off_what_is_due(site):
    """Both dates of the player on vacation are postponed, on running and new boards."""
    begin(site)
    answer = site.say(f"vacation {ALICE} 2026-03-10")
    assert said(answer) == (
        "You're on vacation from Sun 1 Mar 2026 through Tue 10 Mar 2026. "
        "Your clocks are paused during that time.\n\n"
        "Vacation left: 20 days in 2026."
    )
    assert answer.data["left"] == {"2026": 20}
    expected = running("alice", "Wed 18 Mar 2026, 00:00", "Wed 1 Apr 2026, 00:00")
    assert deadlines(site) == expected
    site.begin("trailblazer challenge alice carol")
    assert deadlines(site, "trailblazer show 102") == expected
    assert reminders(skip(site, 16)) == []
    assert reminders(pass_days(site, 1, ticks=2)) == [(0.5, "alice")] * 2


def test_lists_have_the_same_deadline(site):
    """A list names the deadline in UTC, with vacations; robots and finished games have none."""
    players = ("alice bob", "alice robot1", "robot1 alice", "alice bob")
    begin(site, *(f"trailblazer challenge {each}" for each in players))
    site.say(f"vacation {ALICE} 2026-03-10")
    site.say(f"trailblazer resign 104 {BOB}")
    answer = site.say("trailblazer games alice all")
    deadlines = {each["board"]: each["deadline"] for each in answer.data["boards"]}
    expected = "2026-04-01T00:00:00+00:00"
    assert deadlines == {101: expected, 102: expected, 103: None}
    assert "alice to play move 1 by Wed 1 Apr 2026, 00:00 UTC" in said(answer)


def test_a_preview_has_its_readers_deadline(site):
    """A submitted move leaves the deadline as it is; the answer says until when to confirm it."""
    begin(site)
    site.clock.forward(days=3)
    answer = site.say(f"trailblazer submit 101 {ALICE} right")
    expected = "Deadline: Sun 22 Mar 2026, 12:00 UTC. If you don't move by then, you lose."
    assert expected in " ".join(said(answer).split())


def test_opponents_are_told_of_a_vacation(site):
    """Each gets one mail about all shared boards that run; it has the new deadlines."""
    begin(
        site,
        "trailblazer challenge alice bob",
        "trailblazer challenge carol alice",
        "knightpanic challenge alice bob",
        "knightpanic challenge alice bob",
        "knightpanic challenge bob carol",
        "knightpanic challenge alice robot1",
    )
    assert site.say(f"knightpanic resign 102 {BOB}").ok
    site.mails()
    assert site.say(f"vacation {ALICE} 2026-03-10").ok
    assert site.mails() == []
    clock_watcher(site).tick()
    to_bob, to_carol = sorted(site.mails(), key=lambda mail: mail["To"])
    assert (to_bob["Subject"], to_carol["Subject"]) == (
        "News about 2 games",
        "Trailblazer Board 102: carol - alice",
    )
    news = (
        "alice is on vacation from Sun 1 Mar 2026 through Tue 10 Mar 2026. The dates are in the "
        "time zone UTC. alice's clock is paused during that time."
    )
    words = words_of(to_bob)
    assert words.count(news) == 2
    assert "Deadline: Wed 1 Apr 2026, 00:00 UTC. If alice doesn't move by then" in words
    assert "Reminders" not in words
    clock_watcher(site).tick()
    assert site.mails() == []
    site.clock.forward(days=1)
    assert site.say(f"vacation {ALICE} off").ok
    clock_watcher(site).tick()
    mails = [words_of(mail) for mail in site.mails()]
    assert len(mails) == 2
    assert all(
        "alice's vacation is over, and their clock is running again." in text for text in mails
    )


def test_opponents_are_told_of_vacations_once_a_day(site):
    """Changes after the first are told together a day later, with the deadlines of then."""
    begin(site)
    for _ in range(2):
        assert site.say(f"vacation {ALICE} 2026-03-10").ok
        assert site.say(f"vacation {ALICE} off").ok
    assert site.say(f"vacation {ALICE} 2026-03-12").ok
    clock_watcher(site).tick()
    (now,) = site.mails()
    assert "alice is on vacation from Sun 1 Mar 2026 through Tue 10 Mar 2026" in text_of(now)
    ((day, later),) = pass_days(site, 3)
    words = words_of(later)
    assert day == 1
    assert words.count("alice has changed their vacation.") == 1
    assert "Deadline: Fri 3 Apr 2026, 00:00 UTC. If alice doesn't move by then" in words


@pytest.mark.parametrize(("delivery", "days"), [("daily 18", 0.5), ("urgent", 7)])
def test_a_vacation_is_told_in_the_readers_own_schedule(site, delivery, days):
    """It waits for the daily mail, or for what is urgent on the board."""
    begin(site)
    site.play("trailblazer", 101, "right")
    site.say(f"change delivery {BOB} {delivery}")
    site.mails()
    assert site.say(f"vacation {ALICE} 2026-03-10").ok
    mails = [(day, text_of(mail)) for day, mail in pass_days(site, 8, ticks=2)]
    days_told = [day for day, text in mails if "alice is on vacation" in text]
    assert days_told == [days]


def test_a_vacation_can_be_ended(site):
    """The clock goes on from its old value, and the rest of the vacation is dropped."""
    begin(site)
    assert site.say(f"vacation {ALICE} 2026-03-10").ok
    assert site.say(f"vacation {ALICE} from 2026-04-08 until 2026-04-10").ok
    skip(site, 3)
    answer = site.say(f"vacation {ALICE} OFF")
    assert said(answer) == "Your clocks are running again.\n\nVacation left: 26 days in 2026."
    assert reminders(skip(site, 6)) == []
    assert reminders(pass_days(site, 1)) == [(1, "alice")]
    assert "You have no vacation" in said(site.say(f"vacation {ALICE} off"))


def test_a_player_on_vacation_is_not_disturbed(site):
    """No reminder is sent, even one that was due before and found late."""
    begin(site)
    skip(site, 6)
    site.clock.forward(hours=12)
    clock_watcher(site).tick()
    site.clock.forward(hours=12)
    assert site.say(f"vacation {ALICE} 2026-03-10").ok
    assert {name for _, name, _ in told(pass_days(site, 2, ticks=2))} == {"bob"}
    assert reminders(pass_days(site, 1, ticks=2)) == [(0.5, "alice")]


@cases(
    ("rest", "why"),
    [
        ("2026-02-28", "can't be in the past. Today is Sun 1 Mar 2026"),
        ("2026-02-28 2026-03-10", "can't be in the past"),
        ("until 2026-03-10 from 2026-03-11", "would end before it begins. Give a later end date."),
        ("friday monday", 'Write "from" before its first day'),
        ("from 2026-03-10", "Some words are missing"),
        ("from 2026-03-10 until", "Some words are missing"),
        ("until 2026-03-10 to 2026-03-11", "only one first day and one last day"),
        ("2026-03-31", "You have 30 of 30 vacation days left in 2026"),
        ("2026-12-31 2027-01-31", "You have 30 of 30 vacation days left in 2027"),
        ("2027-03-20 2027-03-30", "must end by Tue 2 Mar 2027"),
        ("2999-12-31", "must end by"),
        ("soon", "Give the last day of your vacation"),
        ("2026-13-01", "Give the last day of your vacation"),
        ("2026-03-10 whenever", "Give the last day of your vacation"),
        ("", "Some words are missing"),
        ("2026-03-10 2026-03-11 2026-03-12", "These words don't fit the command"),
        ("off now", "Usage:"),
    ],
)
def test_vacations_that_cannot_be(begun, rest, why):
    """Each is refused with its reason, and stops no clock."""
    before = deadlines(begun)
    answer = begun.say(f"vacation {ALICE} {rest}".strip())
    assert not answer.ok
    assert why in said(answer)
    assert PLAYERS["alice"][0] not in said(answer)
    assert deadlines(begun) == before


@cases(
    ("words", "days"),
    [
        ("2026-03-20 2026-03-23", "2026-03-20 to 2026-03-23"),
        ("2026-03-23 2026-03-20", "2026-03-20 to 2026-03-23"),
        ("until 2026-03-23 2026-03-20", "2026-03-20 to 2026-03-23"),
        ("until 2026-03-23 from 2026-03-20", "2026-03-20 to 2026-03-23"),
        ("2026-03-20 to 2026-03-23", "2026-03-20 to 2026-03-23"),
        ("monday friday", "2026-03-02 to 2026-03-06"),
        ("From Friday till Monday", "2026-03-06 to 2026-03-09"),
        ("until friday", "2026-03-01 to 2026-03-06"),
    ],
)
def test_the_days_of_a_vacation_may_come_in_either_order(site, words, days):
    """A line with dates only needs no words; weekdays that would be ambiguous need them."""
    site.say(f"vacation {ALICE} off")
    assert site.say(f"vacation {ALICE} {words}").data["vacations"] == [days]


def test_the_days_of_a_year_are_used_up(site):
    """A day counts once in overlapping vacations; the next year has new ones."""
    assert site.say(f"vacation {ALICE} 2026-03-20").ok
    answer = site.say(f"vacation {ALICE} from 2026-03-11 until 2026-03-25")
    assert answer.data["left"] == {"2026": 5}
    assert "You have 5 of 30 vacation days left" in said(site.say(f"vacation {ALICE} 2026-03-31"))
    answer = site.say(f"vacation {ALICE} from 2026-12-27 until 2027-01-05")
    assert answer.data["left"] == {"2026": 0, "2027": 25}
    assert not site.say(f"vacation {ALICE} 2026-12-01 2026-12-01").ok


def test_a_vacation_is_ones_own(site):
    """A vacation needs the player's password."""
    assert "password is wrong" in said(site.say("vacation alice wrong 2026-03-10"))
    assert site.say("vacation alice 2026-03-10", admin=True).ok


class TestRetention:
    """Ticks delete expired data."""

    def mails(self, site):
        with site.database.work() as work:
            states = ["waiting", "paused", "failed", "sent"]
            return [mail.state for mail in work.outbox_admin.list(states, 99, site.clock.now())]

    def test_mails(self, site):
        """Mails are deleted 90 days after sending or failing; waiting and paused ones stay."""
        site.say(f"message {ALICE} alice bob carol", read=lambda: "Hello")
        site.mails()
        site.say(f"message {ALICE} alice bob carol", read=lambda: "Hello")
        with site.database.work() as work:
            first, second, _ = work.outbox.lease(3, site.clock.now(), site.clock.now())
            work.outbox.give_up(first.id, "a worker", "550 nobody")
            work.outbox.pause(second.id, "a worker", "why")
        before = self.mails(site)
        site.clock.forward(days=90)
        clock_watcher(site).tick()
        assert self.mails(site) == before
        site.clock.forward(seconds=1)
        clock_watcher(site).tick()
        assert self.mails(site) == ["paused", "waiting"]

    def test_mails_and_answers(self, site):
        """Message-IDs are forgotten after 30 days, counts of answers after one."""
        site.mail("alice@example.org", "no such thing", Message_ID="<1@x>")
        for days, mails in ((2, 1), (29, 0)):
            site.clock.forward(days=days)
            clock_watcher(site, downtime=99).tick()
            with site.database.engine.connect() as connection:
                counts = [
                    connection.execute(text(f"select count(*) from {table}")).scalar_one()
                    for table in ("seen_mail", "limit_count")
                ]
            assert counts == [mails, 0]

    def test_a_little_at_a_time(self, site, monkeypatch):
        """Deletion runs in batches, so that nobody waits for it."""
        monkeypatch.setattr("commands.server.workers.retention.BATCH_SIZE", 2)
        for _ in range(2):
            site.say(f"message {ALICE} alice bob", read=lambda: "Hello")
        site.mails()
        kept = len(self.mails(site))
        site.clock.forward(days=91)
        clock_watcher(site).tick()
        assert len(self.mails(site)) == kept - 2


def test_nothing_due_is_asked_for_at_once(database_url):
    """A tick that has nothing to do takes six transactions, whatever kinds of work there are."""
    with closing(Site(database_url)) as site:
        watcher, taken = clock_watcher(site), []
        watcher.tick()
        event.listen(site.database.engine, "commit", taken.append)
        watcher.tick()
        assert len(taken) == 6

"""Leases of mails, turns and jobs, shared by several processes."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from pbm.board.terms import Terms
from pbm.games import find
from pbm.match.match import Match
from pbm.process.leases import LEASE
from pbm.stored_values import Job, OutboxMail
from storage import open_database
from tests.support.waiting import wait_for

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SOON = NOON + LEASE
HOUR = timedelta(hours=1)
BOARD = "knightpanic 101"


@pytest.fixture
def postgresql(new_databases):
    """A database on which several transactions may change something at the same time."""
    (url,) = new_databases(1)
    made = open_database(url)
    yield made
    made.close()


def put(database, *numbers, board=BOARD, recipient="alice@x.org"):
    mails = [
        OutboxMail(recipient, f"<{number}@x>", NOON, "{}", "auto-generated", board=board)
        for number in numbers
    ]
    with database.work() as work:
        work.outbox.put(mails)


def lease(database, holder, now=NOON, **more):
    """Leases all mails that are due; returns their numbers."""
    with database.work() as work:
        return numbers(work.outbox.lease(50, now, now + LEASE, holder, **more))


def numbers(leased):
    return [int(each.mail.message_id[1:-3]) for each in leased]


WITHOUT_INDEXES = "-c enable_indexscan=off -c enable_bitmapscan=off"
"""Options by which PostgreSQL reads rows in their order on the disk, as it may in large tables."""
CHANGES = {
    "renew": lambda outbox: outbox.renew([1, 2], "this", SOON),
    "sent": lambda outbox: outbox.sent(1, 2, holder="this", at=SOON),
    "put_back": lambda outbox: outbox.put_back([1, 2], "this", SOON, "421 later"),
    "withhold": lambda outbox: outbox.withhold([1, 2], "this", "it comes back"),
    "reclaim": lambda outbox: outbox.reclaim("this", SOON),
    "lock": lambda outbox: outbox.lock([1, 2]),
}
"""Changes of two mails that are leased."""


class Changing:
    """A second transaction, which changes both mails."""

    def __init__(self, database, change):
        self.database, self.change = database, change
        self.pool = ThreadPoolExecutor(1)

    def begin(self, work):
        """Begins it, and waits until it waits for this unit of work."""
        self.done = self.pool.submit(self.run)
        waits = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        connection = work.connection
        wait_for(lambda: connection.exec_driver_sql(waits).scalar(), "the other transaction")

    def run(self):
        """Changes both mails."""
        with self.database.work() as work:
            CHANGES[self.change](work.outbox)


@contextmanager
def changing(database, change):
    """Yields a unit of work and a change to begin, which must end after it without an error."""
    other = Changing(database, change)
    with other.pool:
        with database.work() as work:
            yield work, other
        other.done.result()


class TestMails:
    def test_only_the_holder_records_an_outcome(self, database):
        """A worker whose lease another has taken changes nothing by its outcome."""
        put(database, 1)
        assert lease(database, "slow") == [1]
        assert lease(database, "quick", SOON) == [1]
        with database.work() as work:
            work.outbox.put_back([1], "slow", NOON, "")
            work.outbox.sent(1, holder="slow", at=NOON)
            assert not work.outbox.postpone(1, "slow", NOON, "450 later")
            assert not work.outbox.give_up(1, "slow", "550 never")
            assert not work.outbox.pause(1, "slow", "why")
            work.outbox.withhold([1], "slow", "why")
            assert work.outbox.renew([1], "slow", SOON + HOUR) == frozenset()
            assert work.outbox.renew([1], "quick", SOON + LEASE) == {1}
            entry = work.outbox_admin.find(1, SOON)
        assert (entry.state, entry.tries, entry.is_leased) == ("waiting", 0, True)
        assert entry.due == SOON + LEASE

    def test_a_mail_that_was_sent_is_not_sent_again_if_nobody_has_it(self, database):
        """So it is after a lease has ended, and even after another worker gave it back."""
        put(database, 1)
        lease(database, "slow")
        lease(database, "quick", SOON)
        with database.work() as work:
            work.outbox.postpone(1, "quick", SOON + HOUR, "450 later")
            work.outbox.sent(1, holder="slow", at=SOON)
            assert work.outbox_admin.find(1, SOON).state == "sent"

    def test_a_mail_that_another_takes_holds_up_the_later_ones(self, postgresql):
        """While the lease of the first isn't stored yet, a later one for the same board waits."""
        put(postgresql, 1)
        with postgresql.work() as work:
            assert numbers(work.outbox.lease(50, NOON, SOON, "first")) == [1]
            put(postgresql, 2)
            put(postgresql, 3, board="knightpanic 102")
            assert lease(postgresql, "second") == [3]
        assert lease(postgresql, "second") == []

    @pytest.mark.parametrize(("outcome", "following"), [("sent", [2]), ("postponed", [])])
    def test_an_outcome_that_is_being_recorded_holds_up_the_later_ones(
        self, postgresql, outcome, following
    ):
        """Nobody waits for it; once it is stored, they are sent, or wait for the next try."""
        put(postgresql, 1)
        assert lease(postgresql, "slow") == [1]
        put(postgresql, 2)
        with postgresql.work() as work:
            if outcome == "sent":
                work.outbox.sent(1, holder="slow", at=SOON)
            else:
                work.outbox.postpone(1, "slow", SOON + HOUR, "450 later")
            assert lease(postgresql, "quick", SOON) == []
        assert lease(postgresql, "quick", SOON) == following

    @pytest.mark.slow
    @pytest.mark.parametrize("change", CHANGES)
    def test_two_that_change_the_same_mails_never_wait_for_one_another(self, new_databases, change):
        """Each locks them in the order of their ids, wherever they are on the disk."""
        (url,) = new_databases(1)
        with closing(open_database(f"{url}&options={quote(WITHOUT_INDEXES)}")) as postgresql:
            self.change_both(postgresql, change)

    def change_both(self, postgresql, change):
        """Changes both mails while another transaction has one, and then wants the other."""
        put(postgresql, 1, 2)
        lease(postgresql, "this")
        with postgresql.work() as work:
            work.outbox.renew([1], "this", SOON)  # its row now comes after the other's
        with changing(postgresql, change) as (work, other):
            work.outbox.renew([1], "this", SOON)
            other.begin(work)
            work.outbox.renew([2], "this", SOON)

    @pytest.mark.parametrize(("seconds", "shortened"), [(0.5, False), (90, True)])
    def test_a_clock_set_back(self, database, seconds, shortened):
        """Leases end sooner, but not for less than servers' ideas of the time may differ."""
        put(database, 1)
        with database.work() as work:
            work.clocks.heartbeat(SOON, HOUR)
            work.outbox.lease(1, NOON, SOON + LEASE, "this")
            back = SOON - timedelta(seconds=seconds)
            work.clocks.heartbeat(back, HOUR)
            due = work.outbox_admin.find(1, NOON).due
        assert due == (back + LEASE if shortened else SOON + LEASE)

    def test_outcomes_are_recorded_in_any_order(self, postgresql):
        """Their mails are locked before, in the order of their ids."""
        put(postgresql, 1, 2)
        lease(postgresql, "this")
        with changing(postgresql, "renew") as (work, other):
            work.outbox.lock([2, 1])
            other.begin(work)
            work.outbox.postpone(2, "this", SOON, "450 later")
            work.outbox.sent(1, holder="this", at=SOON)

    def test_mails_being_queued_hold_up_nothing(self, postgresql):
        """Mails of transactions that go on are leased once they are stored, whatever was since."""
        with postgresql.work() as work:
            earlier = OutboxMail("a@x.org", "<1@x>", NOON, "{}", "auto-generated", board=BOARD)
            work.outbox.put([earlier])
            put(postgresql, 2, board="knightpanic 102")
            assert lease(postgresql, "one") == [2]
        put(postgresql, 3)
        assert lease(postgresql, "two") == [1, 3]

    def test_a_process_that_follows_takes_its_own_leases_back(self, database):
        """Those of other nodes stay theirs until they end."""
        put(database, 1)
        put(database, 2, recipient="bob@x.org")
        with database.work() as work:
            work.outbox.lease(1, NOON, SOON, "this")
            work.outbox.lease(1, NOON, SOON, "other")
            work.outbox.reclaim("this", NOON)
        assert lease(database, "this") == [1]
        assert lease(database, "this", SOON) == [1, 2]


@pytest.fixture
def board(database):
    """A board's id and the checksum of its match."""
    with database.work() as work:
        players = [work.players.add(name, "x", (f"{name}@x.org",), NOON) for name in ("al", "bo")]
        game = find("knightpanic")
        match = Match.begin(game, game.resolve(game.read_options([]), 7))
        made = work.boards.open(players, match, Terms(), NOON)
    return made.id, made.match.checksum


class TestTurns:
    def test_a_turn_is_one_nodes_until_its_lease_ends(self, database, board):
        """The holder may take it again; after its end another may, and the first has lost it."""
        with database.work() as work:
            leases = work.turn_leases
            assert leases.take(*board, "one", NOON, SOON)
            assert leases.take(*board, "one", NOON, SOON)
            assert not leases.take(*board, "two", SOON - timedelta(seconds=1), SOON)
            assert leases.is_anothers(*board, "two", NOON)
            assert leases.take(*board, "two", SOON, SOON + LEASE)
            assert leases.renew([board[0]], "one", SOON + HOUR) == frozenset()
            assert not leases.release(board[0], "one")
            assert leases.release(board[0], "two")
            assert leases.take(*board, "one", SOON, SOON + LEASE)

    def test_a_lease_is_for_one_state_of_the_board(self, database, board):
        """Once the board has changed, anybody may take the next turn."""
        with database.work() as work:
            assert work.turn_leases.take(*board, "one", NOON, SOON)
            assert not work.turn_leases.is_anothers(board[0], "later", "two", NOON)
            assert work.turn_leases.take(board[0], "later", "two", NOON, SOON)

    def test_of_two_nodes_one_gets_the_turn(self, database, board):
        """They may take it at the same moment, and again and again."""
        barrier = threading.Barrier(2)

        def take(holder):
            barrier.wait()
            with database.work() as work:
                return work.turn_leases.take(*board, holder, NOON, SOON)

        with ThreadPoolExecutor(2) as threads:
            for _ in range(3):
                assert list(threads.map(take, ("one", "two"))).count(True) == 1


def test_a_clock_set_back_leaves_leases_to_their_holders(database, board):
    """They end as soon as under a right clock, but not before; nothing leased becomes due."""
    ahead = NOON + 20 * HOUR
    put(database, 1, 2)
    with database.work() as work:
        work.clocks.heartbeat(ahead, HOUR)
        work.outbox.lease(1, ahead, ahead + LEASE, "one")
        work.turn_leases.take(*board, "one", ahead, ahead + LEASE)
        work.leases.take("clocks", "one", ahead, ahead + LEASE)
        work.jobs.add(Job("solve", "a@x.org", "", {}, ahead))
        work.jobs.take(ahead, ahead + LEASE, "one")
        work.clocks.heartbeat(NOON, HOUR)
    for now, others in ((NOON, False), (SOON, True)):
        with database.work() as work:
            assert [each.id for each in work.outbox.lease(9, now, SOON, "two")] == [1, 2] * others
            assert work.turn_leases.take(*board, "two", now, SOON) is others
            assert work.leases.take("clocks", "two", now, SOON) is others
            assert bool(work.jobs.take(now, SOON, "two")) is others


def test_what_is_due_by_a_moment(database):
    """A mail that is queued, and one that is leased until then; none that is sent, or is later."""
    with database.work() as work:
        assert not work.outbox.is_due_by(SOON)
    put(database, 1)
    with database.work() as work:
        assert work.outbox.is_due_by(NOON)
        work.outbox.lease(1, NOON, SOON, "this")
        assert work.outbox.is_due_by(SOON)
        assert not work.outbox.is_due_by(NOON)
        work.outbox.postpone(1, "this", SOON + HOUR, "450 later")
        assert not work.outbox.is_due_by(SOON)
        work.outbox.sent(1, holder="", at=NOON)
        assert not work.outbox.is_due_by(SOON + HOUR)

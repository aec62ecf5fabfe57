"""Units of work on PostgreSQL take locks in one order, so that none wait for one another."""

import threading
from contextlib import ExitStack, suppress
from datetime import timedelta

import pytest

from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from storage import is_contention, open_database
from storage.sql.lock_keys import Conflict
from tests.support.site import NOON

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
TIMEOUT_SECONDS = 300


@pytest.fixture
def database(database_url):
    """A database with three boards of alice and bob."""
    made = open_database(database_url)
    game = games.find("knightpanic")
    with made.work() as work:
        players = [work.players.add(name, "hash", [f"{name}@x"], NOON) for name in ("alice", "bob")]
        match = Match.begin(game, game.resolve(game.options(), 1))
        for _ in range(3):
            work.boards.open(players, match, Terms(), NOON)
    yield made
    made.close()


@pytest.fixture
def two(database):
    """Two units of work at the same time."""
    with ExitStack() as stack:
        yield [stack.enter_context(database.work()) for _ in range(2)]


def lock_102_and_101(database):
    with database.work() as work:
        work.boards.lock("knightpanic", 102)
        work.boards.lock("knightpanic", 101)


def test_boards_in_another_order_are_not_waited_for(database):
    """The second unit of work would wait in a circle: it is done again, that board first."""
    with database.work() as first:
        first.boards.lock("knightpanic", 101)
        with pytest.raises(Conflict) as error:
            lock_102_and_101(database)
        first.boards.lock("knightpanic", 102)
    assert is_contention(error.value)
    with database.work() as again:
        again.lock_for([error.value])
        assert again.boards.lock("knightpanic", 102)
        assert again.boards.lock("knightpanic", 101)


def test_boards_of_undone_savepoints_count_in_the_order(database):
    """Another that waits for such a board waits on when the outer savepoint is undone."""
    with database.work() as first:
        first.boards.lock("knightpanic", 101)
        with database.work() as work:
            with suppress(KeyError), work.savepoint():
                with work.savepoint():
                    work.boards.lock("knightpanic", 102)
                raise KeyError
            with pytest.raises(Conflict):
                work.boards.lock("knightpanic", 101)


def test_a_board_in_order_is_waited_for(database):
    """It is free once the other unit of work has ended; a free one is taken in any order."""
    got = threading.Event()

    def lock_both():
        with database.work() as second:
            second.boards.lock("knightpanic", 101)
            second.boards.lock("knightpanic", 103)
            got.set()

    with database.work() as first:
        first.boards.lock("knightpanic", 103)
        first.boards.lock("knightpanic", 102)
        other = threading.Thread(target=lock_both)
        other.start()
        assert not got.wait(0.05)
    assert got.wait(TIMEOUT_SECONDS)
    other.join()


def test_an_unknown_board_is_no_conflict(two):
    """A board that doesn't exist is found missing after any other lock."""
    first, _ = two
    first.boards.lock("knightpanic", 101)
    assert first.boards.lock_id(0) is None
    assert first.boards.lock("knightpanic", 99) is None


def test_an_undone_savepoint_gives_its_locks_back(two):
    """Another unit of work can take them, and this one takes them again."""
    first, second = two
    with suppress(ZeroDivisionError), first.savepoint():
        first.boards.lock("knightpanic", 101)
        raise ZeroDivisionError
    second.boards.lock("knightpanic", 102)
    assert second.boards.lock("knightpanic", 101)
    first.boards.lock("knightpanic", 103)
    with pytest.raises(Conflict), first.savepoint():
        first.boards.lock("knightpanic", 101)


def test_what_all_mails_change_is_never_waited_for(two):
    """Counts of mails and last mails of the same player, in two units of work at once."""
    for work in two:
        (alice,) = work.players.by_ids([work.players.find("alice").id])
        at = NOON + timedelta(seconds=two.index(work))
        assert work.limit_counts.sums(["alice"], at) == (0, 0)
        work.limit_counts.add("alice", at, at + timedelta(days=1))
        work.reachability.record_mail(alice, NOON)
    first, second = two
    assert len(first.limit_counts.times(["alice"], NOON)["alice"]) == 1
    second.limit_counts.add("key", NOON, NOON)
    first.limit_counts.add("key", NOON + timedelta(seconds=1), NOON + timedelta(days=1))


def test_a_mail_that_another_handles_is_not_waited_for_out_of_order(database):
    """It is a conflict while a lock is held, and else waited for, and then seen before."""
    seen = []
    with database.work() as first:
        assert first.seen_mails.first_time(["mail"], NOON)
        assert not first.seen_mails.first_time(["mail"], NOON)
        with database.work() as second:
            second.boards.lock("knightpanic", 101)
            with pytest.raises(Conflict), second.savepoint():
                second.seen_mails.first_time(["mail"], NOON)
            assert second.seen_mails.first_time(["other"], NOON)

        def wait():
            with database.work() as third:
                seen.append(third.seen_mails.first_time(["mail"], NOON))

        other = threading.Thread(target=wait)
        other.start()
    other.join(TIMEOUT_SECONDS)
    assert seen == [False]


def test_counts_and_numbers_are_taken_in_any_order_if_free(two):
    """Counts that must be exact, and the numbers of new boards."""
    first, second = two
    first.limit_counts.lock("b")
    first.limit_counts.lock("a")
    second.boards.lock("knightpanic", 101)
    second.limit_counts.lock("c")
    with pytest.raises(Conflict), second.savepoint():
        second.limit_counts.lock("a")

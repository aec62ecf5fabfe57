"""Players, boards, mails and the outbox, on SQLite and on PostgreSQL."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import text
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError
from structlog.testing import capture_logs

from pbm import games
from pbm.board.terms import Terms
from pbm.board.time_control.periods import Period
from pbm.board.viewers import SERVER
from pbm.errors import NotAllowedError
from pbm.match.match import Event, Match
from pbm.options import write_options
from pbm.stored_values import OutboxMail
from storage import open_database
from storage.sql.lock_keys import Conflict
from tests.support.cases import cases

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
GAME = games.find("knightpanic")
MOVES = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
"""A game that the first player wins."""


def started_game(*options):
    return Match.begin(GAME, GAME.resolve(GAME.read_options(options), 7))


def played(match, *moves):
    for move in moves:
        match = match.play(move, NOON, "alice")
    return match


def sign_up(database, *names):
    with database.work() as work:
        return [
            work.players.add(name, f"hash of {name}", [f"{name}@x.org"], NOON) for name in names
        ]


def open_board(database, *options, terms=None):
    with database.work() as work:
        names = ("alice", "bob")
        players = [
            work.players.find(name) or work.players.add(name, "hash", [f"{name}@x.org"], NOON)
            for name in names
        ]
        return work.boards.open(players, started_game(*options), terms or Terms(), NOON)


def move(database, number, *moves):
    with database.work() as work:
        board = work.boards.lock(GAME.name, number)
        after = board.with_match(played(board.match, *moves))
        work.boards.save(board, after, NOON)
        return after


def found(database, number=101):
    with database.work() as work:
        return work.boards.find(GAME.name, number)


def change(database, statement, **values):
    """Changes the database directly."""
    with database.engine.begin() as connection:
        assert connection.execute(text(statement), values).rowcount == 1


class TestPlayers:
    def test_a_player_is_found_in_any_case(self, database):
        """The userid comes back as first written, with addresses in order, and the hash."""
        with database.work() as work:
            made = work.players.add("Alice", "hash", ["z@x.org", "a@x.org"], NOON)
        with database.work() as work:
            assert work.players.find("aLICE") == made
            assert work.players.find("alic") is None
        assert (made.userid, made.addresses) == ("Alice", ("z@x.org", "a@x.org"))
        assert made.password_hash == "hash"
        assert "hash" not in repr(made)

    def test_a_userid_is_taken_once(self, database):
        """A userid with other capitals is taken too."""
        sign_up(database, "alice")
        with pytest.raises(IntegrityError):
            sign_up(database, "ALICE")

    def test_errors_do_not_show_what_was_stored(self, database):
        """Errors are logged, so no error shows the hash of a password."""
        sign_up(database, "alice")
        with pytest.raises(IntegrityError) as failed:
            sign_up(database, "alice")
        assert "hash of alice" not in str(failed.value.orig) + str(failed.value)

    def test_near_names_come_first(self, database):
        """Names with the same first letter match in any case; wildcards of LIKE mean nothing."""
        sign_up(database, "bob", "Alice", "albert", "carol")
        with database.work() as work:
            assert work.userids.near("Alcie", SERVER) == ["albert", "Alice", "bob", "carol"]
            assert work.userids.near("B", SERVER) == ["bob", "albert", "Alice", "carol"]
            assert len(work.userids.near("%", SERVER)) == len(work.userids.near("", SERVER)) == 4

    def test_by_ids_keeps_the_order(self, database):
        """Players come in the order asked for."""
        alice, bob = sign_up(database, "alice", "bob")
        with database.work() as work:
            assert work.players.by_ids([bob.id, alice.id]) == (bob, alice)


class TestBoards:
    @cases(
        "options", [(), ("-3d",), ("-size=6", "-mover_loses"), ("-3d", "-lose_no_move", "-size=5")]
    )
    def test_a_board_comes_back_as_it_was(self, database, again, options):
        """Players, options, terms and the empty log come back."""
        terms = Terms(nagtime=2, forfeittime=3.5, totaltime=30, unrated=True, pair=True)
        board = open_board(database, *options, terms=terms)
        assert found(again, board.number) == board
        assert found(database, board.number) == board
        stored = found(again, board.number).match.options
        assert write_options(stored) == write_options(board.match.options)

    def test_moves_come_back(self, database, again):
        """The log, its times and authors, and its position come back."""
        open_board(database)
        after = move(database, 101, *MOVES[:3])
        move(database, 101, MOVES[3])
        assert found(again).match == played(after.match, MOVES[3])
        assert found(again).match.events[0] == Event("move a1-c5", NOON, "alice")

    def test_a_finished_board_comes_back(self, database, again):
        """The outcome comes back; lists know the winner."""
        open_board(database)
        after = move(database, 101, *MOVES)
        assert after.match.outcome
        assert found(again).match.outcome == after.match.outcome
        with again.work() as work:
            count, lines = work.boards.lines(GAME.name, ["ALICE"], "inactive", 10, viewer=SERVER)
            assert (count, lines[0].winners) == (1, after.match.outcome.winners)
            assert work.boards.lines(GAME.name, ["alice"], "active", 10, viewer=SERVER) == (0, [])
            assert work.counts.boards(SERVER) == {GAME.name: (0, 1)}

    def test_resigning_comes_back(self, database, again):
        """A resignation out of turn comes back, and can be cancelled."""
        board = open_board(database)
        for resigning in (frozenset({1}), frozenset({0, 1}), frozenset()):
            with database.work() as work:
                held = work.boards.lock(GAME.name, 101)
                work.boards.save(held, replace(held, resigning=resigning), NOON)
            assert found(again) == replace(board, resigning=resigning)

    def test_removed_boards_come_back(self, database, again):
        """A removed board is found with its reason, and stands in no list."""
        board = open_board(database)
        with database.work() as work:
            held = work.boards.lock(GAME.name, 101)
            work.boards.save(held, replace(held, removed="bob declined"), NOON)
        assert found(again) == replace(board, removed="bob declined")
        with again.work() as work:
            assert work.boards.lines(GAME.name, [], "all", 10, viewer=SERVER) == (0, [])
            assert work.counts.boards(SERVER) == {}

    def test_clocks_come_back(self, database, again):
        """The start of the turn, the time used by each seat, and its stops come back."""
        alice, _ = sign_up(database, "alice", "bob")
        with database.work() as work:
            work.vacations.add(alice, Period(NOON + HOUR, NOON + 89 * HOUR))
        board = open_board(database, terms=Terms(nagtime=1))
        later = NOON + timedelta(hours=90, microseconds=1)
        with database.work() as work:
            held = work.boards.lock(GAME.name, 101)
            assert held == board
            kept = work.boards.save(held, held.with_match(played(held.match, MOVES[0])), later)
        assert kept.clock.used == (2 * HOUR + timedelta(microseconds=1), timedelta())
        assert kept.clock.began == later
        assert found(again) == kept

    def test_only_what_is_due_is_looked_at(self, database):
        """Boards are due from their first deadline, the longest due first; removed ones never."""
        for days in (3, 2, 5, 1):
            board = open_board(database, terms=Terms(nagtime=days))
        with database.work() as work:
            work.boards.save(board, replace(board, removed="bob declined"), NOON)
            due = [work.clocks.due(NOON + 24 * n * HOUR, [GAME.name]) for n in (1, 2, 4)]
            assert due == [[], [(GAME.name, 102)], [(GAME.name, 102), (GAME.name, 101)]]
            work.clocks.check_again(GAME.name, 102, NOON + 5 * 24 * HOUR)
            assert work.clocks.due(NOON + 4 * 24 * HOUR, [GAME.name]) == [(GAME.name, 101)]

    def test_a_reminder_is_noted_once(self, database, again):
        """A reminder is recorded for its board, turn and day."""
        board = open_board(database)
        with database.work() as work:
            assert [work.clocks.first_nag(board, day) for day in (0, 1, 0)] == [True, True, False]
        with again.work() as work:
            assert not work.clocks.first_nag(board, 1)

    def test_an_undo_raises_the_epoch(self, database, again):
        """The same ply is made again, in another epoch; nothing of the log is lost."""
        open_board(database)
        after = move(database, 101, MOVES[0])
        undone = after.with_match(after.match.add(Event("undo", NOON, "alice")))
        with database.work() as work:
            work.boards.save(after, undone, NOON)
        move(database, 101, "a1-c5")
        kept = found(again).match
        assert (kept.ply, kept.state.epoch, len(kept.events)) == (1, 1, 3)

    def test_there_is_no_such_board(self, database):
        """An unknown board is None, also when it is locked."""
        with database.work() as work:
            assert work.boards.find(GAME.name, 101) is None
            assert work.boards.lock("hex", 101) is None

    def test_numbers_count_from_101_for_each_game(self, database):
        assert [open_board(database).number for _ in range(3)] == [101, 102, 103]
        with database.work() as work:
            assert work.boards.numbers.next(games.find("madknights"), 0) == 101
            assert work.boards.numbers.next(GAME, 0) == 104
            wanted = [work.boards.numbers.next(GAME, each) for each in (200, 150, 202)]
            assert wanted == [200, 201, 202]
            duel = games.find("knightsduel")
            assert [work.boards.numbers.next(duel, each) for each in (7, 500)] == [101, 500]

    def test_numbers_are_never_used_twice(self, database):
        """A removed board's number isn't used again either."""
        board = open_board(database)
        with database.work() as work:
            work.boards.save(board, replace(board, removed="bob declined"), NOON)
        assert open_board(database).number == 102

    def test_boards_opened_at_once_have_different_numbers(self, database):
        """Two threads, each with its own unit of work, never get the same number."""
        sign_up(database, "alice", "bob")
        barrier = threading.Barrier(2)

        def several(_):
            barrier.wait()
            return [open_board(database).number for _ in range(10)]

        with ThreadPoolExecutor(2) as threads:
            numbers = [number for some in threads.map(several, range(2)) for number in some]
        assert sorted(numbers) == list(range(101, 121))

    def test_a_stale_board_is_not_saved(self, database, again):
        before = open_board(database)
        after = move(again, 101, MOVES[0])
        for late in (before.with_match(played(before.match, "c1-g3")), before):
            with pytest.raises(Conflict), database.work() as work:
                work.boards.save(before, late, NOON)
        assert found(database) == after

    def test_a_ply_is_made_once(self, database):
        """Board, epoch and ply are a key of the log."""
        open_board(database)
        move(database, 101, MOVES[0])
        with pytest.raises(IntegrityError):
            change(
                database,
                "insert into event (board_id, number, line, epoch, ply) "
                "select board_id, 1, line, epoch, ply from event",
            )

    def test_a_locked_board_waits(self, database):
        """Two threads that change a board at once do it one after the other."""
        open_board(database)
        barrier = threading.Barrier(2)

        def toggle(seat):
            barrier.wait()
            for _ in range(5):
                with database.work() as work:
                    board = work.boards.lock(GAME.name, 101)
                    after = replace(board, resigning=board.resigning ^ {seat})
                    work.boards.save(board, after, NOON)

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(toggle, range(2)))
        assert found(database).resigning == {0, 1}


TAMPERING = {
    "another move": "update event set line = replace(line, 'a1-c5', 'c1-g3') where number = 0",
    "another time": "update event set line = replace(line, '12:00', '13:00') where number = 0",
    "another author": "update event set line = replace(line, 'alice', 'mallory') where number = 0",
    "an illegal move": "update event set line = replace(line, 'a1-c5', 'a1-a1') where number = 0",
    "no event": "update event set line = '2026-03-01T12:00:00+00:00 a nonsense' where number = 0",
    "no seat": "update event set line = '2026-03-01T12:00:00+00:00 a leave 9 x' where number = 4",
    "no line": "update event set line = '' where number = 0",
    "a line less": "delete from event where number = 4",
    "the checksum": "update board set checksum = 'x'",
    "the winner": "update board set places = '[2, 1]'",
    "no winner": "update board set places = null",
    "the options": """update board set options = '["-3d"]'""",
    "no options": "update board set options = '5'",
    "broken options": "update board set options = '['",
    "the game": "update board set game = 'nonsense'",
}


@pytest.fixture
def finished(database):
    """A database with a game that is over."""
    open_board(database)
    move(database, 101, *MOVES)
    return database


class UndoneError(Exception):
    """Raised to undo a unit of work."""


@contextmanager
def tampered(database, what):
    """A unit of work in which the board is another one; it is rolled back."""
    with suppress(UndoneError), database.work() as work:
        assert work.connection.execute(text(TAMPERING[what])).rowcount == 1
        yield work
        raise UndoneError


@cases("what", TAMPERING)
def test_a_board_that_was_tampered_with_is_frozen(finished, again, what):  # noqa: ARG001
    """Neither changing nor showing it works, and the log says so."""
    game = "nonsense" if what == "the game" else GAME.name
    with tampered(again, what) as work, capture_logs() as logs:
        with pytest.raises(NotAllowedError, match="frozen"):
            work.boards.lock(game, 101)
        with pytest.raises(NotAllowedError, match="frozen"):
            work.boards.find(game, 101)
    assert {"event": "board frozen", "game": game, "board": 101, "log_level": "error"} in logs


@cases("what", ["the checksum", "the winner", "no winner"])
def test_remembered_matches_hide_no_tampering(finished, what):
    """A cached match is checked against the stored state, too."""
    assert found(finished)
    with tampered(finished, what) as work, pytest.raises(NotAllowedError, match="frozen"):
        work.boards.find(GAME.name, 101)


class TestDowntimes:
    def test_silence_is_a_downtime(self, database):
        """A gap between heartbeats above the limit is a downtime."""
        with database.work() as work:
            beats = [work.clocks.heartbeat(NOON + n * HOUR, 2 * HOUR) for n in (0, 1, 3, 6, 7)]
        assert beats == [None, None, None, Period(NOON + 3 * HOUR, NOON + 6 * HOUR), None]
        stopped = open_board(database).clock.stops
        assert stopped == ((Period(NOON + 3 * HOUR, NOON + 6 * HOUR),),) * 2

    @pytest.mark.parametrize(("last", "found_out"), [(0, [False, False]), (9, [False, True])])
    def test_a_downtime_is_recorded_once(self, database, again, last, found_out):
        """A downtime is recorded once by several processes, also at the first heartbeats."""
        if last:
            with database.work() as work:
                work.clocks.heartbeat(NOON - last * HOUR, HOUR)
        barrier = threading.Barrier(2)

        def beat(where):
            barrier.wait()
            with where.work() as work:
                return work.clocks.heartbeat(NOON, HOUR)

        with ThreadPoolExecutor(2) as threads:
            assert sorted(map(bool, threads.map(beat, (database, again)))) == found_out

    def test_a_clock_set_back_shortens_what_was_noted(self, database):
        """No downtime and no turn lies in the future."""
        with database.work() as work:
            for hours in (0, 50, 100):
                work.clocks.heartbeat(NOON + hours * HOUR, HOUR)
            work.clocks.heartbeat(NOON + 20 * HOUR, HOUR)
        assert open_board(database).clock.stops == ((Period(NOON, NOON + 20 * HOUR),),) * 2


class TestUnitsOfWork:
    def test_a_unit_of_work_is_committed_at_its_end(self, database, again):
        """Others see a unit of work after its end."""
        sign_up(database, "alice")
        with again.work() as work:
            assert work.players.find("alice")

    def test_a_unit_of_work_that_raises_changes_nothing(self, database):
        open_board(database)
        with suppress(RuntimeError), database.work() as work:
            board = work.boards.lock(GAME.name, 101)
            work.boards.save(board, board.with_match(played(board.match, MOVES[0])), NOON)
            work.outbox.put([mail(1)])
            work.seen_mails.first_time(["key"], NOON)
            raise RuntimeError
        with database.work() as work:
            assert work.boards.find(GAME.name, 101).match.ply == 0
            assert work.outbox.lease(10, NOON, NOON) == []
            assert work.seen_mails.first_time(["key"], NOON)

    def test_a_savepoint_that_raises_undoes_only_its_own(self, database):
        """Savepoints nest: a failure in a batch, a mail or a line stays there."""
        with database.work() as batch:
            with batch.savepoint():
                batch.seen_mails.first_time(["first"], NOON)
                with suppress(RuntimeError), batch.savepoint():
                    batch.players.add("alice", "hash", [], NOON)
                    raise RuntimeError
                with batch.savepoint():
                    batch.players.add("bob", "hash", [], NOON)
            with suppress(RuntimeError), batch.savepoint():
                batch.seen_mails.first_time(["second"], NOON)
                with batch.savepoint():
                    batch.players.add("carol", "hash", [], NOON)
                raise RuntimeError
            with batch.savepoint():
                batch.seen_mails.first_time(["third"], NOON)
        with database.work() as work:
            assert [bool(work.players.find(name)) for name in ("alice", "bob", "carol")] == [
                False,
                True,
                False,
            ]
            news = [work.seen_mails.first_time([key], NOON) for key in ("first", "second", "third")]
            assert news == [False, True, False]

    def test_a_savepoint_survives_errors_of_the_database(self, database):
        """After a failed statement, the rest of the batch goes on."""
        sign_up(database, "alice")
        with database.work() as work:
            with pytest.raises(IntegrityError), work.savepoint():
                work.players.add("Alice", "hash", [], NOON)
            with work.savepoint():
                work.players.add("bob", "hash", [], NOON)
        with database.work() as work:
            assert work.players.find("bob")


def test_a_mail_comes_first_once(database, again):
    """The second is known in the same unit of work, in the next one, and in another process."""
    with database.work() as work:
        assert work.seen_mails.first_time(["key"], NOON)
        assert not work.seen_mails.first_time(["key"], NOON)
    with again.work() as work:
        assert not work.seen_mails.first_time(["key"], NOON)
        assert work.seen_mails.first_time(["another"], NOON)


def mail(number, **more):
    values = {
        "recipient": "alice@x.org",
        "message_id": f"<{number}@x>",
        "date": NOON,
        "content": '{"kind": "plain"}',
        "automatic": "auto-replied",
        "board": f"knightpanic {number}",
    }
    return OutboxMail(**values | more)


LATER = NOON + timedelta(minutes=10)


def put(database, *mails):
    with database.work() as work:
        work.outbox.put(mails)


def ids_of(leased):
    return [each.mail.message_id for each in leased]


def lease(database, now=NOON, limit=10, until=LATER):
    with database.work() as work:
        return work.outbox.lease(limit, now, until)


class TestOutbox:
    def test_mails_come_back_as_they_were(self, database):
        """All parts of mails come back, in the order put."""
        thread = ("<a@x>", "<b@x>")
        mails = [mail(1, references=thread, board="knightpanic 101"), mail(2)]
        put(database, *mails)
        put(database)
        leased = lease(database)
        assert [each.mail for each in leased] == mails
        assert [each.tries for each in leased] == [0, 0]

    def test_times_are_utc_wherever_they_come_from(self, database):
        """A time in another zone comes back as the same moment."""
        east = NOON.astimezone(timezone(timedelta(hours=9)))
        put(database, mail(1, date=east))
        assert lease(database)[0].mail.date == NOON

    def test_a_message_id_is_used_once(self, database):
        """Receivers can recognise a mail that comes twice."""
        put(database, mail(1))
        with pytest.raises(IntegrityError):
            put(database, mail(1))

    def test_a_leased_mail_is_nobody_elses(self, database):
        """A leased mail isn't leased again until the lease ends."""
        put(database, mail(1), mail(2), mail(3))
        assert [each.mail.message_id for each in lease(database, limit=2)] == ["<1@x>", "<2@x>"]
        assert [each.mail.message_id for each in lease(database)] == ["<3@x>"]
        assert lease(database) == []
        assert len(lease(database, LATER)) == 3

    def test_many_mails_for_one_recipient_hold_up_no_others(self, database):
        """In a backlog half of the mails leased are the oldest of other recipients."""
        put(database, *(mail(number, recipient="flood@x.org") for number in range(1, 41)))
        put(database, mail(41, recipient="bob@x.org"), mail(42, recipient="bob@x.org"))
        assert "<41@x>" in ids_of(lease(database, limit=10))
        assert ids_of(lease(database, limit=10))[-1] == "<42@x>"

    def test_no_mail_overtakes_another_one_for_the_same_recipient_and_board(self, database):
        """A waiting or leased mail stops later ones for its recipient and board, and no others."""
        board = "knightpanic 101"
        put(database, *(mail(number, board=board) for number in (1, 2)))
        put(database, mail(3), mail(4, board=board, recipient="bob@x.org"))
        with database.work() as work:
            (first,) = work.outbox.lease(1, NOON, LATER)
        assert ids_of(lease(database)) == ["<3@x>", "<4@x>"]
        with database.work() as work:
            work.outbox.postpone(first.id, "a worker", LATER, "450 later")
        assert lease(database) == []
        assert ids_of(lease(database, LATER, limit=1)) == ["<1@x>"]
        with database.work() as work:
            work.outbox.sent(first.id, holder="a worker", at=NOON)
        assert "<2@x>" in ids_of(lease(database, LATER))

    def test_mails_leased_by_a_dead_worker_are_due_again(self, database):
        """Other workers' mails stay theirs, and leases can be renewed."""
        put(database, mail(1), mail(2))
        with database.work() as work:
            work.outbox.lease(1, NOON, LATER, "dead")
            (other,) = work.outbox.lease(1, NOON, NOON, "alive")
            assert work.outbox.renew([other.id], "alive", LATER) == {other.id}
            work.outbox.reclaim("dead", NOON)
        assert ids_of(lease(database)) == ["<1@x>"]

    def test_untried_mails_are_returned(self, database):
        """The mail has its tries as before."""
        put(database, mail(1))
        with database.work() as work:
            (held,) = work.outbox.lease(1, NOON, LATER)
            work.outbox.put_back([held.id], "a worker", NOON, "the relay is away")
        assert [each.tries for each in lease(database)] == [0]

    def test_the_lease_is_cheap_however_many_were_sent(self, database):
        """Due mails, and mails they would overtake, are found by indexes of waiting mails."""
        plans = {"sqlite": "explain query plan", "postgresql": "explain"}
        with database.work() as work:
            connection = work.connection
            explain = plans[connection.dialect.name]
            seen = []
            listen(connection, "before_cursor_execute", lambda *at: seen.append(at[2:4]))
            work.outbox.lease(10, NOON, LATER)
            if connection.dialect.name == "postgresql":
                statistics = "delete from pg_statistic where starelid = 'outbox'::regclass"
                connection.exec_driver_sql(statistics)  # of what other tests left there
                for scan in ("seqscan", "bitmapscan"):  # cheapest in a table as small as this
                    connection.exec_driver_sql(f"set local enable_{scan} = off")
            query, values = next(each for each in seen if "outbox.due" in each[0])
            rows = connection.exec_driver_sql(f"{explain} {query}", values).all()
        plan = " ".join(str(row) for row in rows)
        assert "outbox_due" in plan
        assert "outbox_lane" in plan

    def test_mails_wait_until_they_are_due(self, database):
        """A mail of the future isn't leased."""
        put(database, mail(1, date=LATER))
        assert lease(database) == []
        assert len(lease(database, LATER)) == 1

    def test_a_sent_mail_is_forgotten(self, database):
        """A sent mail is never leased again, and its content is deleted."""
        put(database, mail(1, content="confidential"))
        with database.work() as work:
            work.outbox.sent(work.outbox.lease(1, NOON, NOON)[0].id, holder="a worker", at=NOON)
        assert lease(database, LATER) == []
        with database.engine.connect() as connection:
            rows = connection.execute(text("select state, said from outbox")).all()
        assert rows == [("sent", "")]

    def test_a_deferred_mail_is_tried_again(self, database):
        """A deferred mail is leased when it is due, with its tries counted."""
        put(database, mail(1))
        with database.work() as work:
            held = work.outbox.lease(1, NOON, LATER)[0]
            work.outbox.postpone(held.id, "a worker", NOON + timedelta(minutes=1), "450 later")
        assert lease(database) == []
        assert lease(database, NOON + timedelta(minutes=1))[0].tries == 1

    def test_a_failed_mail_is_never_tried_again(self, database):
        """It stays, with its error."""
        put(database, mail(1))
        with database.work() as work:
            work.outbox.give_up(work.outbox.lease(1, NOON, LATER)[0].id, "a worker", "550 nobody")
        assert lease(database, LATER) == []
        with database.engine.connect() as connection:
            rows = connection.execute(text("select state, trouble, tries from outbox")).all()
        assert rows == [("failed", "550 nobody", 1)]

    def test_two_workers_never_lease_the_same_mail(self, database, again):
        """While one's lease isn't committed, the other waits or gets other mails."""
        put(database, *map(mail, range(10)))
        with ThreadPoolExecutor(1) as threads:
            with database.work() as work:
                first = work.outbox.lease(5, NOON, LATER)
                second = threads.submit(lease, again)
            ids = [each.id for each in (*first, *second.result())]
        assert len(first) == 5
        assert len(ids) == len(set(ids)) == 10

    def test_many_workers_share_the_mails(self, database):
        """Each mail is leased by just one of them."""
        put(database, *map(mail, range(40)))
        barrier = threading.Barrier(3)

        def work(_):
            barrier.wait()
            taken = []
            while some := lease(database, limit=4):
                taken += [each.id for each in some]
            return taken

        with ThreadPoolExecutor(3) as threads:
            ids = [id for taken in threads.map(work, range(3)) for id in taken]
        assert len(ids) == len(set(ids)) == 40


@pytest.fixture
def sqlite_path(tmp_path):
    return tmp_path / "pbm.db"


@pytest.fixture
def sqlite(sqlite_path):
    made = open_database(f"sqlite:///{sqlite_path}")
    yield made
    made.close()


def test_sqlite_is_safe_and_lets_readers_read(sqlite):
    """WAL, synchronous=FULL, foreign keys and a timeout for other writers are set."""
    with sqlite.engine.connect() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]
    assert found == ["wal", 2, 1, 30_000]


def test_sqlite_transactions_lock_from_the_start(sqlite, sqlite_path):
    """A unit of work that has only read can write: nobody else began to write meanwhile."""
    other = sqlite3.connect(sqlite_path, timeout=0, isolation_level=None)
    with sqlite.work() as work:
        work.players.find("alice")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN")
        assert other.execute("select count(*) from player").fetchone() == (0,)
        other.execute("COMMIT")
        work.players.add("alice", "hash", [], NOON)
    other.execute("BEGIN IMMEDIATE")
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.slow
def test_a_mail_sent_meanwhile_is_counted_for_the_limits(new_databases):
    """Another server may record it as sent at any time; it is either leased or sent, never neither.

    (On SQLite nothing is recorded while another transaction may write.)
    """
    (url,) = new_databases(1)
    database = open_database(url)
    with database.work() as work:
        work.outbox.put([OutboxMail("a@example.org", "<1@x>", NOON, "{}", "auto-generated")])
    with database.work() as work:
        (leased,) = work.outbox.lease(1, NOON, NOON + HOUR)

    def send_meanwhile(_connection, _cursor, statement, *_):
        if "count(" in statement and not sent:
            sent.append(leased.id)
            with database.work() as other:
                other.outbox.sent(leased.id, holder="a worker", at=NOON)

    sent = []
    listen(database.engine, "after_cursor_execute", send_meanwhile)
    with database.work() as work:
        assert work.outbox.sent_since(NOON - HOUR, NOON) == 1
    assert sent
    database.close()

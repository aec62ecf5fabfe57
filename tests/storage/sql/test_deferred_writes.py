"""Writes and savepoints that wait: the effect is that of sending each at once."""

import random
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

import pytest
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.event import listen, remove
from sqlalchemy.exc import DBAPIError

from pbm.stored_values import OutboxMail
from storage.errors import is_contention
from storage.sql.connection import DeferredError
from storage.sql.inserts import INSERTS
from storage.sql.lock_keys import Conflict
from storage.sql.prepared import Prepared
from storage.tables.boards import counters
from storage.tables.columns import Moment
from storage.tables.mail import seen_mails
from storage.tables.server import server_settings
from tests.support.cases import cases
from tests.support.fixtures import KINDS
from tests.support.site import NOON

pytestmark = pytest.mark.parametrize("database_url", KINDS, indirect=True)
NAMES = "abc"
NAME, VALUE = server_settings.c.name, server_settings.c.value
SET = Prepared(update(server_settings).where(bindparam("this") == NAME), columns=["value"])
ADD = Prepared(insert(server_settings))
ALL = Prepared(select(server_settings).order_by(NAME))
KEYS = Prepared(select(seen_mails.c.key).order_by(seen_mails.c.key))
COUNTS = Prepared(select(counters).order_by(counters.c.game))


def on_both(statement):
    """Returns a prepared statement of those made from the insert of each database."""
    made = {name: statement(new) for name, new in INSERTS.items()}
    return Prepared(made["sqlite"], postgresql=lambda: made["postgresql"])


def upsert(new):
    made = new(server_settings).values(name=bindparam("a_name"), value=bindparam("a_value"))
    return made.on_conflict_do_update(index_elements=["name"], set_={"value": made.excluded.value})


def copy(new):
    found = select(VALUE, bindparam("moment", type_=Moment)).where(bindparam("a_name") == NAME)
    return new(seen_mails).from_select(["key", "at"], found).on_conflict_do_nothing()


def count(new):
    made = new(counters).values(game=bindparam("a_game"), next=1, title="", package="", version="")
    more = {"next": counters.c.next + 1}
    return made.on_conflict_do_update(index_elements=["game"], set_=more)


PUT, COPY, COUNT = map(on_both, (upsert, copy, count))


class Program:
    """A random order of reads, writes and savepoints, some of which are undone."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seen = []

    def run(self, work, depth=0):
        for _ in range(self.random.randrange(1, 9)):
            name, value = self.random.choice(NAMES), str(self.random.randrange(3))
            step = self.random.choice(STEPS)
            if step:
                self.seen.append(step(Given(work.connection, name, value)))
            elif depth < 3:
                self.within_savepoint(work, depth, fails=self.random.random() < 0.4)

    def within_savepoint(self, work, depth, *, fails):
        with suppress(KeyError), work.savepoint():
            self.run(work, depth + 1)
            if fails:
                raise KeyError


class Given(NamedTuple):
    """What a step is done with."""

    on: Any
    name: str
    value: str


SEEN = select(func.count()).select_from(seen_mails)
STEPS = (
    None,
    None,
    lambda to: to.on.queue(PUT, {"a_name": to.name, "a_value": to.value}),
    lambda to: to.on.queue(SET, {"this": to.name, "value": to.value}),
    lambda to: to.on.queue(COPY, {"a_name": to.name, "moment": NOON}),
    lambda to: to.on.queue_all(COUNT, [{"a_game": to.name}, {"a_game": "all"}]),
    lambda to: to.on.run(SET, {"this": to.name, "value": to.value}),
    lambda to: to.on.run(COUNT, {"a_game": to.name}),
    lambda to: to.on.rows(ALL),
    lambda to: to.on.rows(KEYS),
    lambda to: to.on.rows(COUNTS),
    lambda to: to.on.execute(SEEN).scalar(),
    lambda to: to.on.execute(delete(seen_mails).where(seen_mails.c.key == to.value)).rowcount,
)
"""Savepoints, ways of writing, and ways of reading."""


def outcome(database, seed, *, deferred_writes):
    """Returns all that a program has read, and what it would leave behind."""
    program = Program(seed)
    options = {"deferred_writes": deferred_writes}
    with suppress(ZeroDivisionError), database.work(**options) as work:
        for name in NAMES:
            put(work, name, "0")
        program.run(work)
        program.seen += map(work.connection.rows, (ALL, KEYS, COUNTS))
        raise ZeroDivisionError
    return program.seen


def test_the_effect_is_that_of_writing_at_once(database):
    """Random programs read the same meanwhile, and leave the same behind."""
    for seed in range(60):
        at_once = outcome(database, seed, deferred_writes=False)
        assert outcome(database, seed, deferred_writes=True) == at_once, seed


@contextmanager
def orders(database, **options):
    """Yields a unit of work, and the list of what the database is told from now on."""
    told = []
    with database.work(**options) as work:
        listen(work.connection, "before_cursor_execute", lambda *at: told.append(at[2]))
        yield work, told


def put(work, name, value="x"):
    work.connection.queue(PUT, {"a_name": name, "a_value": value})


def stored(database):
    with database.work() as work:
        return dict(work.connection.rows(ALL))


def test_writes_of_many_savepoints_are_sent_together(database):
    """Each statement once for all, and no savepoint, however many were open or undone."""
    with orders(database, deferred_writes=True) as (work, told):
        for name in "abcd":
            with suppress(KeyError), work.savepoint():
                put(work, name)
                with work.savepoint():
                    work.connection.queue(COUNT, {"a_game": name})
                if name == "c":
                    raise KeyError
                assert work.connection.rows(KEYS) == []
    assert [order.split()[0] for order in told[:-1]] == ["SELECT"] * 3 + ["INSERT"] * 2
    assert set(stored(database)) == set("abd")


def test_a_read_sends_what_it_depends_on(database):
    """In the savepoints in which it was written, so that those can still be undone."""
    with orders(database, deferred_writes=True) as (work, told):
        put(work, "a")
        with suppress(KeyError), work.savepoint():
            put(work, "b")
            with work.savepoint():
                assert dict(work.connection.rows(ALL)) == {"a": "x", "b": "x"}
            raise KeyError
        assert dict(work.connection.rows(ALL)) == {"a": "x"}
    assert sum("SAVEPOINT part_0" in order for order in told) == 3
    assert not any("part_1" in order for order in told)


@pytest.mark.parametrize(
    "clear",
    [
        lambda on: on.run(Prepared(delete(server_settings))),
        lambda on: on.rows(Prepared(delete(server_settings).returning(NAME))),
        lambda on: on.execute(delete(server_settings)),
        lambda on: on.scalar(delete(server_settings).returning(NAME)),
        lambda on: on.exec_driver_sql("delete from server_setting"),
    ],
)
def test_what_is_done_at_once_can_be_undone(database, clear):
    """Whichever way it is said, the savepoint is there before it."""
    with database.work(deferred_writes=True) as work:
        put(work, "a")
        with suppress(KeyError), work.savepoint():
            clear(work.connection)
            raise KeyError
    assert stored(database) == {"a": "x"}


def test_writes_change_places_only_with_others_that_are_free_of_them(database):
    """A later write of the same statement doesn't overtake one that reads what it changes."""
    with database.work(deferred_writes=True) as work:
        put(work, "a", "first")
        work.connection.queue(COPY, {"a_name": "a", "moment": NOON})
        put(work, "a", "second")
    with database.work() as work:
        assert [row.key for row in work.connection.rows(KEYS)] == ["first"]
        assert dict(work.connection.rows(ALL)) == {"a": "second"}


@cases("deferred_writes", [False, True])
def test_an_update_that_changes_nothing_is_a_conflict(database, deferred_writes):
    """Others may have changed the row; nothing is stored then."""

    def change():
        with database.work(deferred_writes=deferred_writes) as work:
            put(work, "a")
            work.connection.queue(SET, {"this": "a", "value": "y"}, conflict="one that is there")
            work.connection.queue(SET, {"this": "b", "value": "y"}, conflict="of a row")

    with pytest.raises(Conflict, match="of a row") as error:
        change()
    assert not isinstance(error.value, DeferredError)
    assert stored(database) == {}


BAD = OutboxMail("a@b.c", "<1@x>", NOON, "\ud800", "auto-generated", (), "")


def test_a_write_that_fails_later_concerns_all(database):
    """As nobody knows whose it was, all is to be done again; in pieces it concerns its own."""

    def write():
        with database.work(deferred_writes=True) as work:
            with work.savepoint():
                put(work, "a")
            with work.savepoint():
                work.outbox.put([BAD])

    with pytest.raises(DeferredError) as error:
        write()
    assert is_contention(error.value)
    assert stored(database) == {}
    with database.work() as work:
        with work.savepoint():
            put(work, "a")
        with pytest.raises(UnicodeEncodeError), work.savepoint():
            work.outbox.put([BAD])
    assert stored(database) == {"a": "x"}


def test_nothing_goes_on_after_that(database):
    """Even where the error is swallowed, nothing of the transaction is stored."""

    def write():
        with database.work(deferred_writes=True) as work:
            put(work, "a")
            for _ in range(2):
                with suppress(DeferredError), work.savepoint():
                    work.connection.queue_all(ADD, [{"name": "b", "value": ""}] * 2)
                    work.connection.rows(ALL)

    with pytest.raises(DeferredError):
        write()
    assert stored(database) == {}


def test_nothing_is_stored_if_a_savepoint_could_not_be_sent(database):
    """What was sent before it, or waits, isn't known to belong to it: memory may have run out."""

    def refuse(_connection, _cursor, statement, *_):
        if statement.startswith("SAVEPOINT"):
            raise MemoryError

    def write():
        with database.work(deferred_writes=True) as work:
            put(work, "a")
            with suppress(MemoryError), work.savepoint():
                put(work, "b")
                work.connection.rows(ALL)

    listen(database.engine, "before_cursor_execute", refuse)
    with pytest.raises(MemoryError):
        write()
    remove(database.engine, "before_cursor_execute", refuse)
    assert stored(database) == {}


WRONG = select(func.no_such_function())


@pytest.mark.parametrize(
    "read", [lambda on: on.rows(Prepared(WRONG)), lambda on: on.execute(WRONG)], ids=["ours", "any"]
)
def test_a_failed_read_leaves_what_was_written(database, read):
    """On PostgreSQL nothing goes on after an error, so that all is done again."""
    lost = None
    try:
        with database.work(deferred_writes=True) as work:
            put(work, "a")
            with pytest.raises(DBAPIError), work.savepoint():
                read(work.connection)
    except DeferredError as error:
        lost = error
    is_sqlite = work.connection.dialect.name == "sqlite"
    assert bool(lost) is not is_sqlite
    assert stored(database) == ({"a": "x"} if is_sqlite else {})

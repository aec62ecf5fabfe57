"""Prepared statements: the driver's answers, as SQLAlchemy would give them."""

from datetime import timedelta, timezone

import pytest
from sqlalchemy import bindparam, case, func, insert, literal, null, select, text, union_all
from sqlalchemy.exc import DBAPIError, IntegrityError

from storage.boards.state.board_query import BY_NUMBER, WITH_PLAYERS
from storage.sql.prepared import Prepared
from storage.tables.boards import boards
from storage.tables.columns import Moment
from storage.tables.mail import outbox, seen_mails
from storage.tables.server import server_settings
from tests.support.cases import cases
from tests.support.fixtures import KINDS
from tests.support.site import NOON, Site

ADD = Prepared(insert(server_settings))
BY_NAMES = Prepared(
    select(server_settings.c.name).where(
        server_settings.c.name.in_(bindparam("names", expanding=True))
    )
)


pytestmark = pytest.mark.parametrize("database_url", KINDS, indirect=True)


@pytest.fixture
def connection(database):
    """The connection of a transaction with a few settings."""
    with database.work() as work:
        work.connection.queue_all(ADD, [{"name": f"{n:03}", "value": ""} for n in range(100)])
        yield work.connection


QUERIES = [
    select(literal(1.5).label("half"), literal(value=True).label("yes"), null().label("none")),
    select(bindparam("moment", NOON, type_=Moment).label("at"), literal("é").label("text")),
    select(bindparam("moment", None, type_=Moment).label("at")),
    union_all(select(literal(1).label("a"), literal(NOON, Moment).label("b")), select(2, null())),
    select(case((literal(1) == 1, literal("x")), else_=None).label("case"), func.count(literal(3))),
    select(server_settings, server_settings.c.name).order_by(server_settings.c.name).limit(2),
    select(server_settings.c.name).where(server_settings.c.name.in_(["007", "008", "no"])),
]


@cases("query", QUERIES)
def test_rows_are_those_of_sqlalchemy(connection, query):
    """The same values, of the same types, by position and by name."""
    expected = connection.execute(query).all()
    found = connection.rows(Prepared(query))
    assert found == [tuple(row) for row in expected]
    assert [list(map(type, row)) for row in found] == [list(map(type, row)) for row in expected]
    for name in [name for name in expected[0]._fields if hasattr(found[0], name)]:
        assert getattr(found[0], name) == getattr(expected[0], name)


def test_a_board_is_read_as_by_sqlalchemy(database_url):
    """All columns of boards, seats, players and ratings, at the start and at the end of a game."""
    site = Site(database_url)
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    for _ in range(2):
        with site.database.snapshot() as work:
            query = WITH_PLAYERS.where(boards.c.number == 101)
            expected = work.connection.execute(query).all()
            found = work.connection.rows(BY_NUMBER, {"game": "knightpanic", "number": 101})
            assert found == [tuple(row) for row in expected]
            for row, other in zip(found, expected, strict=True):
                assert list(map(type, row)) == list(map(type, other))
                assert row.userid == other.userid
                assert row.joined == other.joined
        site.say("knightpanic resign 101 alice Xa!11ce-X")
    site.close()


@cases("count", [0, 1, 2, 3, 8, 9, 100])
def test_lists_may_have_any_length(connection, count):
    """Each value counts once, none of an empty list."""
    names = [f"{number:03}" for number in range(count)]
    assert {row.name for row in connection.rows(BY_NAMES, {"names": names})} == set(names)


def test_the_first_row_and_the_first_value(connection):
    """None if there is no row."""
    assert connection.first(BY_NAMES, {"names": ["007"]}) == ("007",)
    assert connection.value(BY_NAMES, {"names": ["007"]}) == "007"
    assert connection.first(BY_NAMES, {"names": []}) is None
    assert connection.value(BY_NAMES, {"names": []}) is None


@cases("values", [{}, {"name": "x"}, {"name": "x", "value": "", "more": 1}])
def test_the_values_must_be_those_of_the_statement(connection, values):
    """A name too many would be a column that isn't stored."""
    with pytest.raises((KeyError, TypeError, DBAPIError)):
        connection.run(ADD, values)


def test_moments_of_any_zone_are_stored_in_utc(connection):
    """As SQLAlchemy's own statements read them."""
    local = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    connection.run(Prepared(insert(seen_mails)), {"key": "a", "at": local})
    assert connection.execute(select(seen_mails.c.at)).scalar() == NOON
    assert connection.value(Prepared(select(seen_mails.c.at))) == NOON


def test_an_error_is_sqlalchemys_and_quotes_no_values(database):
    """Values may be secrets; the statement is named."""
    with database.work() as work:
        secret = {"name": "secret", "value": "confidential"}
        with pytest.raises(IntegrityError) as error, work.savepoint():
            work.connection.queue_all(ADD, [secret, secret])
        work.connection.run(ADD, secret)
        with pytest.raises(IntegrityError), work.savepoint():
            work.connection.run(ADD, secret)
    assert "INSERT INTO server_setting" in str(error.value)
    assert "confidential" not in str(error.value)


def test_columns_that_a_text_hides_are_refused(connection):
    """Nobody would know what must be sent before such a statement."""
    with pytest.raises(TypeError, match="state"):
        connection.rows(Prepared(select(text("state")).select_from(outbox)))

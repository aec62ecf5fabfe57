"""Connections to a database that doesn't answer."""

import socket
from contextlib import closing

import pytest
from sqlalchemy import Engine
from sqlalchemy.event import listen, remove

from storage import open_database


@pytest.fixture
def silent():
    """The URL of a PostgreSQL whose host takes connections and says nothing."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        yield f"postgresql+psycopg://pbm@127.0.0.1:{listening.getsockname()[1]}/pbm"


@pytest.mark.slow
def test_a_silent_postgresql_is_given_up(silent):
    """When the time for a connection is over."""
    with pytest.raises(ConnectionError):
        open_database(f"{silent}?connect_timeout=2")


def test_timeouts_of_connections(silent):
    """A host that is silent or vanishes is noticed; what the URL says isn't changed."""
    asked = []

    def connect(_dialect, _record, _words, parameters):
        asked.append(parameters)
        raise ConnectionRefusedError

    listen(Engine, "do_connect", connect)
    try:
        with pytest.raises(ConnectionRefusedError):
            open_database(f"{silent}?tcp_user_timeout=5000&keepalives=0")
    finally:
        remove(Engine, "do_connect", connect)
    assert (asked[0]["connect_timeout"], int(asked[0]["tcp_user_timeout"])) == (10, 5000)
    assert (asked[0]["keepalives"], asked[0]["keepalives_idle"]) == ("0", 10)

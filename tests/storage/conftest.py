"""What the tests of repositories share."""

import pytest

from storage import open_database


@pytest.fixture
def database(database_url):
    """An empty database, of each kind."""
    made = open_database(database_url)
    yield made
    made.close()


@pytest.fixture
def again(database, database_url):  # noqa: ARG001 - whose tables it needs
    """The same database as another process sees it, which has replayed nothing yet."""
    made = open_database(database_url)
    yield made
    made.close()

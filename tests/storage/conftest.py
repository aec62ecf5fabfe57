"""What the tests of repositories share."""

import pytest

from storage import open_database


@pytest.fixture
def database(database_url):
    """An empty database, of each kind."""
    made = open_database(database_url)
    yield made
    made.close()

"""Nothing is lost or doubled on several nodes: `python -m tests.crash.nodes` strikes more often."""

import secrets

import pytest

from tests.crash.nodes.run import nodes_test


@pytest.mark.slow
def test_nodes_and_their_database_may_die(tmp_path):
    """Three nodes on one PostgreSQL, all killed under load, lose no move, mail, clock or turn."""
    seed = secrets.randbelow(10**6)
    nodes_test(tmp_path, seed, players=20, moves=300, kills=6, database_kills=2, clocks=3)

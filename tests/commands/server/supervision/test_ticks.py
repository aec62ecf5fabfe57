"""The steps that a server's main process repeats."""

import asyncio
from types import SimpleNamespace
from unittest.mock import Mock

from commands.server.supervision.ticks import Ticks


def test_each_node_counts_boards_before_players_ask():
    """Also one that has no lease, because its writer answers players as well."""
    app, stopping = Mock(), asyncio.Event()
    stopping.set()
    membership = SimpleNamespace(leases=frozenset(), has=lambda _: False)
    asyncio.run(Ticks(app, Mock(), membership, Mock()).run(stopping))
    app.database.refresh_counts.assert_called_once_with()

"""Serves the classic games to the tests that ask for them."""

import pytest

from pbm import games
from tests.commands.replies.test_replies import to
from tests.support.classic_games import CLASSICS
from tests.support.site import PLAYERS, Site

USERIDS = ("alice", "bob")


@pytest.fixture
def begin(monkeypatch):
    """Begins a game of alice and bob. Returns the server, and the latest email to the mover."""
    monkeypatch.setenv("PBM_GAMES", ",".join(CLASSICS))
    games.forget()
    sites = []

    def begun(game, *moves):
        sites.append(site := Site(confirm=False))
        return site, site.once(_played, game, *moves)

    yield begun
    for site in sites:
        site.close()
    monkeypatch.undo()
    games.forget()


def _played(site, game, *moves):
    site.sign_up(*USERIDS)
    mail = to(site.begin(f"{game} challenge alice bob"), PLAYERS["alice"][1])
    for ply, move in enumerate(moves, 1):
        mail = to(site.reply(mail, move), PLAYERS[USERIDS[ply % 2]][1])
    return mail

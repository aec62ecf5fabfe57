"""Tournaments as everybody may see them."""

from contextlib import closing
from itertools import pairwise

from tests.support.site import PLAYERS, Site
from tests.support.site_tournaments import add, resign, tick


def test_what_is_public_and_when_it_changes(database_url):
    """Players and boards that everybody may see; each event and each new board is a change."""
    with closing(Site(database_url)) as site:
        site.sign_up(*PLAYERS)
        states = [_states(site)]
        for act in (
            lambda: add(site, players=PLAYERS),
            lambda: tick(site, days=10),
            lambda: resign(site, 101),
            lambda: site.say(f"change visibility bob {PLAYERS['bob'][0]} private"),
            lambda: resign(site, 102, 103),
        ):
            act()
            states.append(_states(site))
        changed = [before != now for before, now in pairwise(states)]
        assert changed == [True, True, True, False, True]
        with site.database.work() as work:
            (found,) = work.public_tournaments.all()
            assert not work.public_tournaments.unfinished()
            assert work.public_tournaments.find(found.stored.id) == found
            assert work.public_tournaments.find(found.stored.id + 1) is None
        assert sorted(each.userid for each in found.players.values()) == ["alice", "carol"]
        assert list(found.boards.values()) == [101]


def _states(site):
    with site.database.work() as work:
        return work.public_tournaments.states()

"""States of boards and players, by which a site finds what has changed."""

from datetime import timedelta

import pytest

from storage.boards.public.published_states import FoundBoard
from tests.support.site import PLAYERS, Site

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture
def played(database_url):
    """A server with two boards, on each kind of database."""
    made = Site(database_url)
    made.sign_up("alice", "bob", "carol")
    made.say("knightpanic challenge alice bob")
    made.say("knightpanic challenge alice carol")
    yield made
    made.close()


def boards(site) -> dict[int, FoundBoard]:
    """All boards by number, read in pieces."""
    with site.database.snapshot() as work:
        first = work.published_states.of_game("knightpanic", 0, 1)
        others = work.published_states.of_game("knightpanic", 102, 9)
        return {each.number: each for each in (*first, *others)}


def changes(before, after):
    """The names of the digests that differ, by board."""
    return {
        number: {
            name
            for name in ("version", "listing")
            if getattr(board.state, name) != getattr(after[number].state, name)
        }
        for number, board in before.items()
    }


def test_a_move_is_a_new_version_and_an_end_another_listing(played):
    """Of that board alone; the same state twice is the same."""
    before = boards(played)
    assert before == boards(played)
    played.play("knightpanic", 101, "a1-c5", "g7-e3")
    moved = boards(played)
    assert changes(before, moved) == {101: {"version"}, 102: set()}
    played.say(f"knightpanic resign 101 {ALICE}")
    ended = boards(played)
    assert changes(moved, ended) == {101: {"version", "listing"}, 102: set()}
    assert (ended[101].state.is_over, ended[102].state.is_over) == (True, False)


def test_a_hidden_player_hides_boards(played):
    """And a renamed one changes them; those of others stay as they are."""
    before = boards(played)
    assert played.say(f"change visibility {BOB} members").ok
    hidden = boards(played)
    assert [number for number, board in hidden.items() if board.is_published] == [102]
    assert changes(before, hidden) == {101: {"version", "listing"}, 102: set()}
    with played.database.work() as work:
        work.userids.rename(work.players.find("carol"), "caroline")
    assert changes(hidden, boards(played)) == {101: set(), 102: {"version", "listing"}}


def test_players_have_states_of_their_own(played):
    """Name and visibility are in them; moves aren't."""

    def states():
        with played.database.snapshot() as work:
            return work.published_states.players()

    before = states()
    played.play("knightpanic", 101, "a1-c5")
    assert states() == before
    assert played.say(f"change visibility {BOB} private").ok
    assert [id for id, state in states().items() if before[id] != state] == [2]
    with played.database.snapshot() as work:
        assert [each.number for each in work.published_states.of_players([2, 3])] == [101, 102]
        assert [each.number for each in work.published_states.of_players([])] == []


def test_only_late_changes_are_read_again(played):
    """By the time of the change."""
    played.clock.forward(hours=1)
    played.play("knightpanic", 102, "a1-c5")
    with played.database.snapshot() as work:
        since = played.clock.now() - timedelta(minutes=5)
        assert [each.number for each in work.published_states.changed_since(since)] == [102]
        assert work.published_states.latest_change() == played.clock.now()

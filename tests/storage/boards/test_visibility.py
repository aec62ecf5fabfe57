"""What viewers see: in lists and numbers, one by one, and in queries about seats."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import and_, func, select

from pbm import games
from pbm.board.terms import Terms
from pbm.board.viewers import COMMENTS, PUBLISHED, SERVER, VISIBILITY, Viewer
from pbm.match.match import Match
from storage import open_database
from storage.boards.visibility import is_public
from storage.players.visibility import is_player_seen_by
from storage.tables.boards import boards, seats
from storage.tables.players import players, preferences
from tests.support.cases import cases

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")
PAIRS = {
    101: ("pat", "paul", Terms()),
    102: ("pat", "paul", Terms(private=True)),
    103: ("pat", "mary", Terms()),
    104: ("pat", "pris", Terms()),
    105: ("mary", "pris", Terms()),
}
"""The boards: pat and paul are public, mary is for members, and pris is private."""
STRANGER, MEMBER = Viewer(), Viewer(member=True)
SEEN = {
    "a stranger": (STRANGER, {101}),
    "a member": (MEMBER, {101, 103}),
    "mary": ("mary", {101, 103, 105}),
    "pris": ("pris", {101, 103, 104, 105}),
    "whoever replies about 102": (102, {101, 102, 103}),
    "the server": (SERVER, {101, 102, 103, 104, 105}),
}


@pytest.fixture
def work(database_url):
    """A unit of work on a database with these boards."""
    database = open_database(database_url)
    with database.work() as made:
        for name in ("pat", "paul", "mary", "pris"):
            made.players.add(name, "hash", [f"{name}@example.org"], NOON)
        for first, second, terms in PAIRS.values():
            sitting = [made.players.find(name) for name in (first, second)]
            match = Match.begin(GAME, GAME.resolve(GAME.options(), 7))
            made.boards.open(sitting, match, terms, NOON)
        made.preferences.put(made.players.find("mary"), VISIBILITY, "members", NOON)
        made.preferences.put(made.players.find("pris"), VISIBILITY, "private", NOON)
    with database.work() as made:
        yield made
    database.close()


def viewer(work, who):
    """The viewer: given, a player, or somebody with the latest mail about a board."""
    if isinstance(who, Viewer):
        return who
    if isinstance(who, int):
        return Viewer(member=True, board=work.boards.find(GAME.name, who).id)
    return Viewer(member=True, players=frozenset([work.players.find(who).id]))


@cases(("who", "numbers"), SEEN.values())
def test_each_sees_the_same_boards_in_lists_and_one_by_one(work, who, numbers):
    """What isn't listed can't be found by its number, nor is it counted."""
    eyes = viewer(work, who)
    count, lines = work.boards.lines(GAME.name, (), "all", viewer=eyes)
    assert (count, {line.number for line in lines}) == (len(numbers), numbers)
    assert {each for each in PAIRS if work.boards.is_seen(GAME.name, each, eyes)} == numbers
    assert not work.boards.is_seen(GAME.name, 901, eyes)
    assert work.counts.boards(eyes) == {GAME.name: (len(numbers), 0)}
    named = {name for each in numbers for name in PAIRS[each][:2]}
    assert set(work.boards.players_near("p", eyes)) == named
    assert {name for name in _names(work) if _has_seen(work, name, eyes)} == named


def _names(work):
    return [player.userid for player in work.players.everybody()]


def _has_seen(work, name, eyes):
    return work.boards.has_seen(work.players.find(name), eyes)


def test_players_are_listed_to_those_who_may_see_them(work):
    """A private player to none but themselves, one for members to members."""
    ids = {name: work.players.find(name).id for name in _names(work)}
    for who, names in (
        (STRANGER, {"pat", "paul"}),
        (MEMBER, {"pat", "paul", "mary"}),
        (viewer(work, "pris"), {"pat", "paul", "mary", "pris"}),
        (SERVER, {"pat", "paul", "mary", "pris"}),
    ):
        found = work.players.visible([*ids.values()], who)
        assert {name for name, id in ids.items() if id in found} == names
        assert set(work.userids.near("p", who)) == names
    assert work.players.visible([], STRANGER) == frozenset()


@cases("few", [False, True])
def test_the_conditions_hold_in_queries_about_seats_and_preferences(work, few):
    """They look at seats and preferences of their own, not at those of the query around."""
    joined = (
        select(boards.c.number, func.count())
        .join(seats, seats.c.board_id == boards.c.id)
        .join(players, players.c.id == seats.c.player_id)
        .outerjoin(preferences, and_(preferences.c.player_id == players.c.id))
        .where(is_public(few=few))
        .group_by(boards.c.number)
    )
    assert work.connection.execute(joined).all() == [(101, 2)]
    public = select(players.c.userid).join(seats).join(preferences, isouter=True)
    found = work.connection.execute(public.where(is_player_seen_by(STRANGER))).scalars()
    assert set(found) == {"pat", "paul"}


def test_private_boards_have_no_watchers(work):
    """Neither those of all boards nor those of this one; the others do."""
    mary = work.players.find("mary")
    for number in (None, 102, 104):
        work.watches.add(mary, GAME.name, number, end_only=False)
    found = {
        number: [player.userid for player in work.watches.of(board, end_only=False)]
        for number in (101, 102, 103, 104)
        if (board := work.boards.find(GAME.name, number))
    }
    assert found == {101: ["mary"], 102: [], 103: ["mary"], 104: []}


def test_comments_are_stored_on_public_boards_for_those_who_publish(work):
    """By one statement, which looks at the writer's preference and at the board."""
    pat, paul = work.players.find("pat"), work.players.find("paul")
    work.preferences.put(pat, COMMENTS, PUBLISHED, NOON)
    for number in PAIRS:
        for player in (pat, paul):
            board = work.boards.find(GAME.name, number)
            work.published_comments.add(board, player, f"on {number}", NOON)
    assert work.published_comments.by(paul) == []
    assert work.published_comments.by(pat) == [(GAME.name, 101, 0, "on 101", NOON)]
    assert work.published_comments.withdraw(pat) == 1
    assert work.published_comments.by(pat) == []

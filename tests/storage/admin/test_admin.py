"""Bans, names, the audit log and lists for admins, on SQLite and on PostgreSQL."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from pbm import games
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.match.decisions import adjudication
from pbm.match.match import Event, Match
from pbm.stored_values import OutboxMail
from storage import open_database
from storage.admin.audit_log import AuditEntry

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GAME = games.find("knightpanic")


@pytest.fixture
def database(database_url):
    made = open_database(database_url)
    with made.work() as work:
        for name in ("Alice", "bob"):
            work.players.add(name, f"hash of {name}", [f"{name}@x.org"], NOON)
    yield made
    made.close()


def opened(database, *moves, at=NOON, **terms):
    match = Match.begin(GAME, GAME.resolve(GAME.options(), 7))
    with database.work() as work:
        sitting = [work.players.find(name) for name in ("alice", "bob")]
        board = work.boards.open(sitting, match, Terms(**terms), at)
        for move in moves:
            match = match.play(move, at, "alice")
        work.boards.save(board, board.with_match(match), at)
        return board.with_match(match)


def decided(database, board, *texts, **more):
    with database.work() as work:
        after = board
        for text in texts:
            after = after.decide(text, NOON, "admin")
        work.boards.save(board, replace(after, **more), NOON)


def player(database, userid):
    with database.work() as work:
        return work.players.find(userid)


def test_a_ban_comes_back(database, again):
    """A ban is found by name and by seat, until it is lifted; it is stored once."""
    opened(database)
    bob = player(database, "bob")
    with database.work() as work:
        work.players.ban(bob, NOON)
    assert player(again, "BOB") == replace(bob, banned=True)
    with again.work() as work:
        assert [one.banned for one in work.boards.find(GAME.name, 101).players] == [False, True]
    with pytest.raises(IntegrityError), again.work() as work:
        work.players.ban(bob, NOON)
    with again.work() as work:
        work.players.unban(bob)
    assert player(database, "bob") == bob


def test_an_old_name_stays_reserved(database, again):
    """An old name finds nobody, and can be taken only by its former player."""
    alice, bob = player(database, "alice"), player(database, "bob")
    with database.work() as work:
        work.userids.rename(alice, "Alicia")
    with again.work() as work:
        assert work.players.find("alice") is None
        assert work.players.find("ALICIA") == replace(alice, userid="Alicia")
        assert [work.userids.taken(name) for name in ("ALICE", "alicia", "carol")] == [
            True,
            True,
            False,
        ]
        assert work.userids.had(alice, "ALICE")
        assert not work.userids.had(bob, "alice")
        assert not work.userids.had(alice, "alicia")


def test_a_name_comes_back_to_its_player(database):
    """A player may rename back and forth, and change capitals."""
    for name in ("alicia", "alice", "ALICE", "alicia", "Alice"):
        with database.work() as work:
            id = work.players.by_ids([1])[0]
            work.userids.rename(id, name)
            assert work.players.find(name).userid == name
            assert work.userids.taken("alice")


def test_a_password_is_replaced(database, again):
    """The new hash is stored; other players keep theirs."""
    with database.work() as work:
        work.players.change_password(work.players.find("bob"), "another hash")
    assert player(again, "bob").password_hash == "another hash"
    assert player(again, "alice").password_hash == "hash of Alice"


def test_the_audit_log_comes_back(database, again):
    """Entries come oldest first; a subject matches in any case."""
    entries = [
        AuditEntry(NOON, "root", "adjudicate", "knightpanic 101", "drawn", "late"),
        AuditEntry(NOON + timedelta(hours=1), "operator", "player ban", "Bob", "banned", "insults"),
    ]
    with database.work() as work:
        for entry in entries:
            work.audit_log.add(entry)
    with again.work() as work:
        assert work.audit_log.entries() == entries
        assert work.audit_log.entries("bob") == entries[1:]
        assert work.audit_log.entries("knightpanic 10") == []


def test_an_act_that_fails_leaves_no_entry(database, again):
    """The entry belongs to the unit of work of the act."""
    with pytest.raises(IntegrityError):
        _ban_a_stranger(database)
    with again.work() as work:
        assert work.audit_log.entries() == []


def _ban_a_stranger(database):
    with database.work() as work:
        work.audit_log.add(AuditEntry(NOON, "root", "player ban", "nobody", "banned", "insults"))
        work.players.ban(Player(99, "nobody", (), "hash"), NOON)


def test_boards_are_listed_with_what_is_known_of_them(database, again):
    """Boards are listed as stored, the newest first, and selected by game, player and time."""
    opened(database, "a1-c5", nagtime=2.5)
    later = opened(database, at=NOON + timedelta(days=1))
    decided(database, later, adjudication((2, 1), "late"))
    with again.work() as work:
        second, first = work.overview.boards()
        assert (first.number, first.players, first.ply) == (101, ("Alice", "bob"), 1)
        assert (first.terms, first.begun, first.changed) == (Terms(nagtime=2.5), NOON, NOON)
        assert (first.active, first.to_move, first.places) == (True, 1, None)
        assert (second.active, second.to_move, second.places) == (False, None, (2, 1))
        assert work.overview.boards(GAME.name, "ALICE", NOON) == [second, first]
        assert work.overview.boards("trailblazer") == []
        assert work.overview.boards(userid="carol") == []
        assert work.overview.boards(since=NOON + timedelta(days=2)) == []
        assert work.overview.board(GAME.name, 101) == first
        assert work.overview.board(GAME.name, 103) is None


def test_players_are_listed_with_their_boards(database, again):
    """Running and finished boards count; removed ones don't."""
    opened(database)
    decided(database, opened(database), adjudication((1, 1), "late"))
    decided(database, opened(database), removed="a test")
    with again.work() as work:
        counts = [(one.player.userid, one.active, one.finished) for one in work.overview.players()]
    assert counts == [("Alice", 1, 1), ("bob", 1, 1)]


def test_mails_of_a_board_are_listed(database, again):
    """Mails are listed with their state, without their content."""
    mails = [
        OutboxMail("bob@x.org", f"<{n}@x>", NOON, "{}", "auto-replied", board=f"knightpanic 10{n}")
        for n in (1, 2)
    ]
    with database.work() as work:
        work.outbox.put(mails)
        work.outbox.postpone(1, "", NOON, "451 later")
    with again.work() as work:
        (mail,) = work.overview.mails("knightpanic 101")
    assert (mail.recipient, mail.state, mail.tries) == ("bob@x.org", "waiting", 1)
    assert mail.error == "451 later"


def test_a_rollback_comes_back(database, again):
    """The same ply is made again in the next epoch; the log keeps every line."""
    board = opened(database, "a1-c5", "e7-c3", "c1-g3")
    back = board.decide("rollback 1", NOON, "admin")
    with database.work() as work:
        work.boards.save(board, back.with_match(back.match.play("e7-c3", NOON, "bob")), NOON)
    with again.work() as work:
        kept = work.boards.find(GAME.name, 101).match
        facts = work.overview.board(GAME.name, 101)
        log = work.overview.log(facts.id)
    assert (kept.moves, kept.state.epoch) == (("a1-c5", "e7-c3"), 1)
    assert [Event.read(line).text for line in log[-2:]] == ["rollback 1", "move e7-c3"]
    assert (facts.ply, facts.epoch, len(log)) == (2, 1, 5)


def test_errors_are_found_in_what_lists_show(database, again):
    """The check covers all data derived from the log, not only the result."""
    from sqlalchemy import text  # noqa: PLC0415

    opened(database, "a1-c5")
    with again.work() as work:
        assert work.board_logs.damage(GAME.name, 101) == ""
        work.connection.execute(text("update board set ply = 3, epoch = 1"))
        assert (
            work.board_logs.damage(GAME.name, 101) == "the log leads to a different ply and epoch"
        )
        work.connection.execute(text("update event set line = 'x'"))
        assert "can't be replayed" in work.board_logs.damage(GAME.name, 101)

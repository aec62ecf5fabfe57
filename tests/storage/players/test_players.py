"""Stored data of players, on SQLite and on PostgreSQL."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from pbm.stored_values import OutboxMail, Pending, Preference
from storage.tables.players import players

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOON + timedelta(days=3)


@pytest.fixture
def work(database):
    """A transaction in which alice and bob are registered."""
    with database.work() as started_game:
        for name in ("alice", "bob"):
            started_game.players.add(name, f"hash of {name}", [f"{name}@x.org"], NOON)
        yield started_game


@pytest.fixture
def alice(work):
    return work.players.find("alice")


@pytest.fixture
def bob(work):
    return work.players.find("bob")


def pending(player, purpose="address", until=LATER):
    return Pending(purpose, player.id, '{"a": "\u00e9"}', until)


def put(work, address, board=""):
    work.outbox.put(
        [OutboxMail(address, f"<{address}{board}>", NOON, "said", "auto-replied", board=board)]
    )


class TestPlayers:
    def test_addresses_are_replaced(self, work, alice):
        """The new order is stored; everybody includes all players with an address."""
        moved = work.players.move_to(alice, ["z@x.org", "alice@x.org"])
        assert work.players.find("alice") == moved
        assert moved.addresses == ("z@x.org", "alice@x.org")
        assert [player.userid for player in work.players.everybody()] == ["alice", "bob"]
        work.players.move_to(alice, [])
        assert [player.userid for player in work.players.everybody()] == ["bob"]
        assert not work.players.find("alice").confirmed

    def test_former_players_have_their_userid_or_a_number(self, work):
        """Nobody can log in as one, or register the userid."""
        known, *numbered = (work.former_players.add(NOON, userid) for userid in ("carol", "", ""))
        assert [player.userid for player in (known, *numbered)] == [
            "carol",
            *(f"former-player-{player.id}" for player in numbered),
        ]
        assert all(work.players.find(player.userid).gone for player in (known, *numbered))
        assert work.userids.taken("Carol")

    def test_no_two_userids_look_alike(self, work, alice):
        """The database refuses the second, also of two that come at once; a former one counts."""
        for userid in ("al1ce", "Allce", "alice.", "alIce_"):
            assert work.userids.is_mistakable(userid)
            assert not work.userids.is_mistakable(userid, alice)
            with pytest.raises(IntegrityError), work.savepoint():
                work.players.add(userid, "hash", [], NOON)
        work.userids.rename(alice, "mary")
        assert work.userids.is_mistakable("rnary")
        assert work.userids.is_mistakable("a.lice")
        work.userids.rename(work.players.find("mary"), "vwen")
        for userid in ("wven", "vvven", "v.wen"):
            assert work.userids.is_mistakable(userid)
        work.userids.rename(work.players.find("vwen"), "al.ice")

    def test_userids_that_looked_alike_before_stay(self, work, alice, bob):
        """Their players may take them back, and robots get theirs."""
        old = update(players).where(players.c.id == bob.id).values(key="al1ce", userid="al1ce")
        work.connection.execute(old)
        work.userids.rename(work.players.find("al1ce"), "bob")
        work.userids.rename(work.players.find("bob"), "al1ce")
        work.userids.rename(work.players.find("al1ce"), "r0bot2")
        assert work.players.add_robot("robot2", "level 2", NOON).userid == "robot2"

    def test_a_password_is_replaced(self, work, alice):
        """The others keep theirs."""
        work.players.change_password(alice, "new hash")
        hashes = [work.players.find(name).password_hash for name in ("alice", "bob")]
        assert hashes == ["new hash", "hash of bob"]
        assert work.players.joined(alice) == NOON

    def test_signing_off_leaves_a_number(self, work, alice, bob):
        """All else is deleted, also other players' data about the player; the userid is taken."""
        work.preferences.put(alice, "limit", "3", NOON, "knightpanic")
        work.blocks.add(alice, bob, NOON)
        work.blocks.add(bob, alice, NOON)
        work.pending_confirmations.add("digest", pending(alice))
        work.watches.add(alice, "knightpanic", None, end_only=False)
        work.former_players.sign_off(alice)
        assert work.players.find("alice") is None
        assert work.userids.taken("alice")
        assert work.userids.is_mistakable("al1ce")
        gone = work.players.find("former-player-1")
        assert (gone.gone, gone.confirmed, gone.id) == (True, False, alice.id)
        assert (work.preferences.of(alice), work.blocks.by(bob)) == ([], frozenset())
        assert work.pending_confirmations.take("digest", NOON) is None
        assert work.watches.by(alice) == []

    def test_those_who_never_confirmed_are_freed(self, work, alice, bob):
        """Players without address are deleted after their last code; others aren't."""
        dave = work.players.add("dave", "hash", [], NOON)
        carol = work.players.add("carol", "hash", [], NOON)
        game = games.find("knightpanic")
        match = Match.begin(game, game.resolve(game.options(), 7))
        work.boards.open([alice, carol], match, Terms(), NOON)
        work.former_players.sign_off(bob)
        work.pending_confirmations.add("digest", pending(dave))
        work.blocks.add(alice, dave, NOON)
        work.former_players.delete_unconfirmed(LATER - timedelta(seconds=1))
        assert work.players.find("dave") == dave
        work.former_players.delete_unconfirmed(LATER)
        assert work.players.find("dave") is None
        assert all(map(work.players.find, ("alice", "former-player-2", "carol")))


class TestCodes:
    def test_a_pending_action_is_taken_once(self, work, alice):
        """A pending action is read back once, as it was stored."""
        work.pending_confirmations.add("digest", pending(alice))
        assert work.pending_confirmations.waiting(alice) == [pending(alice)]
        assert work.pending_confirmations.take("other", NOON) is None
        assert work.pending_confirmations.take("digest", NOON) == pending(alice)
        assert work.pending_confirmations.take("digest", NOON) is None

    def test_expired_actions_are_gone(self, work, alice):
        """It expires at the very moment given."""
        work.pending_confirmations.add("digest", pending(alice))
        work.retention.forget_codes(LATER, 9)
        assert work.pending_confirmations.waiting(alice) == [pending(alice)]
        work.retention.forget_codes(LATER + timedelta(seconds=1), 9)
        assert work.pending_confirmations.waiting(alice) == []
        work.pending_confirmations.add("digest", pending(alice))
        assert work.pending_confirmations.take("digest", LATER) is None

    def test_pending_actions_are_dropped_by_purpose(self, work, alice, bob):
        """The player's other codes, and those of others, stay."""
        for number, each in enumerate(
            [pending(alice), pending(alice, "reset"), pending(bob, "address")]
        ):
            work.pending_confirmations.add(str(number), each)
        work.pending_confirmations.drop(alice, "address")
        assert work.pending_confirmations.waiting(alice) == [pending(alice, "reset")]
        assert work.pending_confirmations.waiting(bob) == [pending(bob)]

    def test_no_code_is_kept_twice(self, work, alice):
        """Two actions can't have the same code."""
        work.pending_confirmations.add("digest", pending(alice))
        with pytest.raises(IntegrityError), work.savepoint():
            work.pending_confirmations.add("digest", pending(alice))


class TestPreferences:
    def test_values_are_kept_by_game_and_name(self, work, alice, bob):
        """An empty value is deleted."""
        work.preferences.put(alice, "limit", "3", NOON, "knightpanic")
        work.preferences.put(alice, "format", "classic", NOON)
        work.preferences.put(alice, "limit", "4", NOON, "knightpanic")
        assert work.preferences.get(alice, "limit", "knightpanic") == "4"
        assert work.preferences.get(alice, "limit") == ""
        assert work.preferences.get(bob, "limit", "knightpanic") == ""
        assert work.preferences.of(alice) == [
            Preference(alice.id, "", "format", "classic"),
            Preference(alice.id, "knightpanic", "limit", "4"),
        ]
        assert work.preferences.by_userid(["format", "seek"], ["Alice", "bob"]) == {
            "format": {"alice": "classic"},
            "seek": {},
        }
        work.preferences.put(alice, "format", "", NOON)
        assert work.preferences.by_userid(["format"], ["alice"]) == {"format": {}}

    def test_values_are_found_by_address(self, work, alice, bob):
        """Those of all who own it, also read ahead."""
        shared = ["alice@x.org", "nobody@x.org"]
        work.players.move_to(bob, ["ALICE@x.org"])
        for player, form in ((alice, "json"), (bob, "text")):
            work.preferences.put(player, "format", form, NOON)
            work.preferences.put(player, "format", "spoken", NOON, "knightpanic")
        for _ in range(2):
            formats = work.preferences.by_address("format", shared)
            assert {address: sorted(values) for address, values in formats.items()} == {
                "alice@x.org": ["json", "text"]
            }
            work.preferences.prefetch((), shared)

    def test_those_kept_longest_come_first(self, work, alice, bob):
        """Setting a value again puts its player last."""
        for player, at in ((alice, NOON), (bob, NOON), (alice, LATER)):
            work.preferences.put(player, "seek", "1", at, "knightpanic")
        seeking = work.preferences.named("seek", "knightpanic")
        assert [preference.player for preference in seeking] == [bob.id, alice.id]
        assert work.preferences.named("seek", "madknights") == []


class TestBlocks:
    def test_a_block_has_a_direction(self, work, alice, bob):
        """Blocking twice is blocking once."""
        work.blocks.add(alice, bob, NOON)
        work.blocks.add(alice, bob, NOON)
        assert (work.blocks.by(alice), work.blocks.by(bob)) == ({bob.id}, frozenset())
        work.blocks.remove(alice, bob)
        assert work.blocks.by(alice) == frozenset()


class TestOutbox:
    def test_mails_to_addresses_are_found_in_any_case(self, work):
        """Their times, boards and states are found."""
        put(work, "alice@x.org", "knightpanic 101")
        put(work, "bob@x.org")
        assert work.outbox.sent_to(["Alice@X.org"]) == [(NOON, "knightpanic 101", "waiting")]

    def test_only_what_waits_keeps_an_address(self, work):
        """The address of a mail about no board is deleted once it is sent."""
        put(work, "alice@x.org", "knightpanic 101")
        put(work, "alice@x.org")
        first, second = work.outbox.lease(2, NOON, LATER)
        work.outbox.sent(second.id, holder="a worker", at=NOON)
        assert len(work.outbox.sent_to(["alice@x.org"])) == 1
        work.outbox.forget(["ALICE@x.org"])
        assert len(work.outbox.sent_to(["alice@x.org"])) == 1
        work.outbox.sent(first.id, holder="a worker", at=NOON)
        work.outbox.forget(["ALICE@x.org"])
        assert work.outbox.sent_to(["alice@x.org"]) == []

"""Boards and records as everybody may see them."""

from dataclasses import replace

from commands.security.record_signing import check_record, random_signer, write_signed
from commands.server.site.public_records import public_record
from pbm.board.public_boards import public_board
from pbm.match.match import Event
from tests.support.site import ADDRESS, NOON, PLAYERS

MOVES = ("a1-c5", "g7-e3")
DECISION = "adjudicate 1 2 Bob (bob@example.com) and bobby don't answer, says alf."
FORMER = {1: ("alf",), 2: ("bob",)}
"""The former userids of alice, and of bob, who has signed off."""


def board_of(site):
    """Returns a board of alice, formerly alf, and of bob, who signed off after a decision."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, *MOVES)
    with site.database.work() as work:
        board = work.boards.find("knightpanic", 101)
    alice, bob = board.players
    events = [
        replace(event, author="alf" if event.author == "alice" else event.author)
        for event in (*board.match.events, Event(DECISION, NOON, "admin"))
    ]
    match = type(board.match).replay(board.game, board.match.options, events)
    return replace(board, match=match, players=(alice, replace(bob, userid="former-player-2")))


def test_everybody_has_the_present_name(site):
    """Former userids, those of players who signed off, and addresses stand nowhere in the log."""
    board = board_of(site)
    seen = public_board(board, FORMER)
    assert [player.userid for player in seen.players] == ["alice", "former-player-2"]
    assert not any(player.addresses for player in seen.players)
    log = "\n".join(event.write() for event in seen.match.events)
    assert [event.author for event in seen.match.events] == ["alice", "former-player-2", "admin"]
    assert "former-player-2 (***) and bobby don't answer, says alice." in log
    assert seen.match.outcome.reason in log.replace("adjudicate 1 2", "the admin decided:")
    assert seen.match.state.position == board.match.state.position


def test_a_board_without_former_names_stays_as_it_is(site):
    """Nothing is replayed, and nothing changes, where nobody was renamed or has signed off."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, *MOVES)
    with site.database.work() as work:
        board = work.boards.find("knightpanic", 101)
    assert public_board(board, {}).match is board.match


def test_a_public_record_is_verified_and_is_always_the_same(site):
    """The record with other names is signed, and says the same whenever it is made."""
    signer, board = random_signer(), board_of(site)
    seen = public_board(board, FORMER)
    first, again = (write_signed(public_record(seen, ADDRESS, signer)) for _ in range(2))
    assert first == again
    assert "alice - former-player-2" in check_record(first.encode(), signer.public())
    assert NOON.isoformat() in first
    assert not any(word in first for word in ("alf", PLAYERS["bob"][1], '"bob'))


def test_nobody_can_be_called_a_former_player(site):
    """The name by which records call those who signed off can't be registered."""
    answer = site.say("signup Former-Player Yb%0b-Yes somebody@example.org")
    assert not answer.ok

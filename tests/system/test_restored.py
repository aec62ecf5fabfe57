"""A backup goes on as a new generation: mails about what is lost never act on anything else."""

import pytest

from commands.content.messages import Subscription, SubscriptionKind
from storage import open_database
from storage.sql.lock_keys import Conflict
from tests.support.restoring import backup, restore
from tests.support.site import NOON, PLAYERS, text_of, words_of

ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))


@pytest.fixture
def playing(site):
    """A server on which alice and bob have made a move on board 101."""
    site.sign_up("alice", "bob")
    challenge(site)
    site.mails()
    site.say("knightpanic move 101 alice Xa!11ce-X a1-c5")
    site.to_bob = mail_to(site, BOB)
    return site


def challenge(site):
    """Starts a game; returns its number."""
    return site.say("knightpanic challenge alice bob").data["board"]


def mail_to(site, address):
    return [mail for mail in site.mails() if mail["To"] == address][-1]


def moves(site, number=101):
    with site.database.work() as work:
        board = work.boards.find("knightpanic", number)
        return board and board.match.moves


def test_a_reply_to_a_lost_board_moves_on_no_other(playing):
    """A new board has another number, and the address of the lost one is good for nothing."""
    copy = backup(playing)
    lost = challenge(playing)
    mail = mail_to(playing, ALICE)
    assert lost == 102
    restore(playing, copy)
    new = challenge(playing)
    playing.mails()
    assert new == 1102
    (answer,) = playing.reply(mail, "a1-c5")
    assert "The address you replied to isn't valid" in words_of(answer)
    assert moves(playing, new) == ()


def test_an_old_reply_address_of_a_board_that_exists_goes_on_working(playing):
    """A mail from before the backup can still be answered by a move."""
    restore(playing, backup(playing))
    assert playing.say("knightpanic queue 101 alice Xa!11ce-X c1-g3").ok  # the position stays
    playing.reply(playing.to_bob, "e7-c3")
    assert moves(playing) == ("a1-c5", "e7-c3", "c1-g3")


def test_a_reply_to_a_lost_position_is_refused(playing):
    """After as many other moves, a mail about the lost ones finds the board changed."""
    copy = backup(playing)
    playing.say("knightpanic move 101 bob Yb%0b-Yes e7-c3")
    mail = mail_to(playing, ALICE)
    restore(playing, copy)
    playing.say("knightpanic move 101 bob Yb%0b-Yes g7-e3")
    playing.mails()
    (answer,) = playing.reply(mail, "c1-g3")
    assert "has changed since the email" in text_of(answer)
    assert moves(playing) == ("a1-c5", "g7-e3")
    (answer,) = [each for each in playing.reply(mail, "chat\nHello") if each["To"] == ALICE]
    assert "isn't valid" not in text_of(answer)


def test_the_same_backup_twice(playing):
    """All that came after the first time is as lost as all before it."""
    copy = backup(playing)
    restore(playing, copy)
    challenge(playing)
    mail = mail_to(playing, ALICE)
    playing.clock.forward(hours=1)
    restore(playing, copy, NOON)
    assert challenge(playing) == 1102 + 360
    playing.mails()
    (answer,) = playing.reply(mail, "a1-c5")
    assert "The address you replied to isn't valid" in words_of(answer)


def test_bounces_and_unsubscriptions_of_lost_mails(playing):
    """They count for nobody; those of mails from before the backup count."""
    tokens = playing.tokens
    kinds = SubscriptionKind.WATCH, SubscriptionKind.EACH, SubscriptionKind.WRITER
    known = [Subscription(kind, 1, 1) for kind in kinds]
    before = tokens.bounce(1), *map(tokens.unsubscribe, known)
    copy = backup(playing)
    challenge(playing)
    latest = max(message.id for message in playing.messages())
    forgotten = [
        Subscription(kinds[0], 1, 2),
        Subscription(kinds[1], 3),
        Subscription(kinds[2], 1, 3),
    ]
    lost = tokens.bounce(latest), *map(tokens.unsubscribe, forgotten)
    restore(playing, copy)
    assert tokens.bounced(before[0]) == 1
    assert [tokens.unsubscribed(label) for label in before[1:]] == known
    assert tokens.bounced(lost[0]) is None
    assert [tokens.unsubscribed(label) for label in lost[1:]] == [None] * 3
    assert tokens.bounced(tokens.bounce(latest)) == latest


def test_a_message_of_a_lost_player_reaches_no_other(playing):
    """A later player has the same id, and isn't written to."""
    copy = backup(playing)
    playing.sign_up("carol")
    told = playing.mail(PLAYERS["carol"][1], "message carol Zc4r0l-Zz alice", "It is me")
    mail = next(each for each in told if each["To"] == ALICE)
    restore(playing, copy)
    assert playing.say("signup dave D4ve-Dave dave@example.org").ok
    playing.mails()
    (answer,) = playing.reply(mail, "And it is me")
    assert (answer["To"], answer["Subject"]) == (ALICE, "We didn't understand your reply")


def test_a_calendar_entry_is_newer_than_lost_ones(playing):
    """Programs ignore an entry with a lower number than they have."""
    with playing.database.work() as work:
        context = playing.services.server_context(work)
        before = context.snapshot(work.boards.find("knightpanic", 101)).sequence
    restore(playing, backup(playing))
    playing.play("knightpanic", 101, "e7-c3")
    with playing.database.work() as work:
        context = playing.services.server_context(work)
        after = context.snapshot(work.boards.find("knightpanic", 101)).sequence
    assert after > before + 10_000


def test_a_server_that_runs_on_learns_of_the_generation(playing):
    """Its next change is done again, as a database that is busy is tried again."""
    other = open_database(playing.url)
    with other.work() as work:
        begun = other.begin_generation(work, playing.clock.now())
    other.close()
    with pytest.raises(Conflict), playing.database.work() as work:
        work.preferences.put(work.players.find("alice"), "zone", "UTC", playing.clock.now())
    assert challenge(playing) == 1102
    assert playing.database.generations.current == begun.number

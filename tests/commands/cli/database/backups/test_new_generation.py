"""A restored server sends nothing twice, gives all time back, and tells each player once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from commands.cli.database.backups.new_generation import PAUSED
from commands.content.thread_ids import read_thread_id
from commands.server.workers.clock_watcher import ClockWatcher
from tests.support.restoring import backup, go_on
from tests.support.site import NOON, PLAYERS, text_of, words_of

ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
LOST = timedelta(days=10)


@pytest.fixture
def playing(site):
    """A server that runs, on which it is bob's turn on board 101."""
    site.sign_up("alice", "bob", "carol")
    site.watcher = ClockWatcher(site.database, site.services, site.mailer)
    site.watcher.heartbeat()
    site.begin("knightpanic challenge alice bob")
    site.say("knightpanic move 101 alice Xa!11ce-X a1-c5")
    return site


def lose(site, copy, after=LOST):
    """Restores a copy after this time; returns what was done."""
    site.clock.time = NOON + after
    begun = go_on(site, copy, NOON)
    site.watcher = ClockWatcher(site.database, site.services, site.mailer)
    return begun


def state(site, id):
    with site.database.work() as work:
        return work.outbox_admin.find(id, site.clock.now())


def test_each_player_with_a_running_game_gets_one_mail(playing):
    """It shows the boards as they are, asks for what is lost, and its reply address moves."""
    playing.mails()
    assert lose(playing, backup(playing)).notified == 2
    told = {mail["To"]: mail for mail in playing.mails()}
    assert told.keys() == {ALICE, BOB}
    assert told[BOB]["Subject"] == "The server was restored: your move in 1 game"
    assert told[ALICE]["Subject"] == "The server was restored"
    text = words_of(told[BOB])
    assert "please do it again" in text
    assert "as it was on Sun 1 Mar 2026, 12:00 UTC" in text
    assert "Deadline: Wed 1 Apr 2026, 12:00 UTC" in text  # 21 days and the 10 that were lost
    assert "Your move, bob." in text
    playing.reply(told[BOB], "e7-c3")
    with playing.database.work() as work:
        assert work.boards.find("knightpanic", 101).match.moves == ("a1-c5", "e7-c3")


def test_the_mails_stay_even_if_the_same_state_goes_on_again(playing):
    """They are queued once for a generation; a further one pauses those not sent."""
    playing.mails()
    lose(playing, backup(playing))
    assert go_on(playing, backup(playing), NOON).paused == 2
    assert len(playing.mails()) == 2


def test_what_waited_may_have_been_sent_so_it_is_paused(playing):
    """The admin can have it sent all the same; no lease is left."""
    copy = backup(playing)
    begun = lose(playing, copy)
    assert begun.paused == 2
    assert {mail["Subject"][:10] for mail in playing.mails()} == {"The server"}
    with playing.database.work() as work:
        assert work.outbox_admin.retry_paused(PAUSED, playing.clock.now()) == 2
    assert {mail["Subject"] for mail in playing.mails()} == {"Knight Panic Board 101: alice - bob"}


def test_leases_of_lost_workers_are_dropped(playing):
    """A mail that was being sent when the copy was made is paused as well."""
    assert playing.queue.take()
    assert lose(playing, backup(playing)).paused == 2


def test_what_was_held_is_told_in_the_one_mail(playing):
    """News and comments held for a digest come with the board, and no digest follows."""
    playing.mails()
    assert playing.say("change delivery bob Yb%0b-Yes daily 8 UTC").ok
    playing.mail(ALICE, "knightpanic chat 101 alice Xa!11ce-X", "Nice game")
    lose(playing, backup(playing))
    told = {mail["To"]: text_of(mail) for mail in playing.mails()}
    assert "alice writes:\n\nNice game" in told[BOB]
    playing.watcher.tick()
    assert playing.mails() == []


@pytest.mark.parametrize("start", [timedelta(), timedelta(minutes=30), timedelta(days=3)])
def test_nobody_is_reminded_or_forfeits_for_the_time_that_was_lost(playing, start):
    """Also the time until the server starts is given back, however short."""
    playing.mails()
    lose(playing, backup(playing), timedelta(days=40))
    playing.mails()
    playing.clock.time += start
    ticked = playing.watcher.tick()
    assert (ticked.nagged, ticked.forfeited, playing.mails()) == ((), (), [])
    with playing.database.work() as work:
        deadline = work.boards.find("knightpanic", 101).deadlines.forfeit
    assert deadline == NOON + timedelta(days=61) + start


def test_a_short_loss_is_given_back_as_well(playing):
    """Less than what counts as downtime counts then, but only once."""
    lose(playing, backup(playing), timedelta(minutes=20))
    playing.clock.forward(minutes=10)
    playing.watcher.heartbeat()
    playing.clock.forward(minutes=10)
    playing.watcher.heartbeat()
    with playing.database.work() as work:
        deadline = work.boards.find("knightpanic", 101).deadlines.forfeit
    assert deadline == NOON + timedelta(days=21, minutes=30)


def test_a_machine_whose_clock_is_behind_the_backup(playing):
    """No turn begins in the future: deadlines are those of the clock that there is."""
    playing.mails()
    lose(playing, backup(playing), -timedelta(days=1))
    told = {mail["To"]: mail for mail in playing.mails()}
    assert "Deadline: Sat 21 Mar 2026, 12:00 UTC" in words_of(told[BOB])
    with playing.database.work() as work:
        assert work.boards.find("knightpanic", 101).clock.began == playing.clock.time


def test_a_reminder_that_may_have_been_sent_comes_no_second_time(playing):
    """Those of the seventh to the tenth day are left out; the next one comes."""
    playing.mails()
    lose(playing, backup(playing), timedelta(days=10, hours=1))
    watcher = replace(playing.watcher, min_downtime=timedelta(days=2))
    watcher.heartbeat()
    nagged = []
    for day in range(1, 13):
        playing.clock.forward(days=1)
        nagged += [day for _ in watcher.tick().nagged]
    assert nagged == [11, 12]


def test_boards_of_a_generation_have_threads_and_entries_of_their_own(playing):
    """Older boards keep theirs; the number of a new one in its thread id is read as before."""
    playing.mails()
    lose(playing, backup(playing))
    number = playing.database.generations.current
    playing.mails()
    playing.play("knightpanic", 101)
    playing.say("knightpanic challenge alice bob")
    new = playing.mails()[0]
    thread = new["References"].split()[0]
    board = read_thread_id(thread)
    assert f".g{number}@" in thread
    assert board == ("knightpanic", int(new["Subject"].split()[3].rstrip(":")))
    *_, entry = new.walk()
    assert f"UID:knightpanic.{board[1]}.g{number}." in entry.get_content()
    playing.say("knightpanic move 101 bob Yb%0b-Yes e7-c3")
    assert playing.mails()[0]["References"].split()[0] == "<knightpanic.101@example.net>"


def test_many_boards_are_one_mail(playing):
    """Five are shown, those first on which it is the reader's turn; the others are in words."""
    for _ in range(20):
        playing.say("knightpanic challenge alice bob")
    playing.mails()
    lose(playing, backup(playing))
    mails = {mail["To"]: mail for mail in playing.mails()}
    assert mails.keys() == {ALICE, BOB}
    text = text_of(mails[BOB])
    assert all(f"Board {number}: alice - bob" in text for number in range(101, 122))
    assert text.count("To move or chat on this board, write to:\n  pbm+") == 21
    assert text.count("Legal moves (9)") == 1
    assert mails[BOB].get_body(("html",))


def test_replies_to_old_lost_and_new_boards(playing):
    """Old ones go on, lost ones are refused and explained, new ones work."""
    old = next(mail for mail in playing.mails() if mail["To"] == BOB)
    copy = backup(playing)
    playing.say("knightpanic challenge alice bob")
    lost = next(mail for mail in playing.mails() if mail["To"] == ALICE)
    lose(playing, copy)
    playing.mails()
    playing.reply(old, "e7-c3")
    (answer,) = playing.reply(lost, "a1-c5")
    assert "The address you replied to isn't valid" in words_of(answer)
    number = playing.say("knightpanic challenge alice bob").data["board"]
    new = [mail for mail in playing.mails() if mail["To"] == ALICE][-1]
    playing.reply(new, "a1-c5")
    with playing.database.work() as work:
        assert work.boards.find("knightpanic", 101).match.moves == ("a1-c5", "e7-c3")
        assert work.boards.find("knightpanic", number).match.moves == ("a1-c5",)

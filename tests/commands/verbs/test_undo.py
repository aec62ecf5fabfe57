"""Undone acts leave nothing behind: passwords, offers, resignations, bans, ratings."""

import pytest

from commands.boards.rating_changes import revert_ratings, update_ratings
from commands.context.caller import Caller
from commands.outbound.mailer import Mailer
from commands.server.workers.clock_watcher import ClockWatcher
from tests.support.site import ADDRESS, PLAYERS, Site, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))


@pytest.fixture
def players_confirming():
    """A server on which addresses are confirmed."""
    made = Site(confirm=True)
    made.sign_up("alice", "bob", "carol")
    yield made
    made.close()


def test_a_new_password_stops_a_pending_change_of_address(players_confirming):
    """A change of address requested with the old password is cancelled."""
    site = players_confirming
    site.mail("evil@x.org", f"change address {ALICE} evil@x.org")
    with site.database.work() as work:
        assert work.pending_confirmations.waiting(work.players.find("alice"))
    assert site.say(f"change password {ALICE} newpass-1").ok
    with site.database.work() as work:
        assert not work.pending_confirmations.waiting(work.players.find("alice"))


def test_deleted_userids_of_renamed_players_harm_nobody(players_confirming):
    """Players who confirmed no address in time are deleted, with their former names."""
    site = players_confirming
    site.mail("z@x.org", "signup zed secretpw-1")
    site.mail("y@x.org", "signup yan secretpw-1")
    with site.database.work() as work:
        work.userids.rename(work.players.find("zed"), "zedd")
        work.players.ban(work.players.find("yan"), site.clock.now())
    site.clock.forward(days=4)
    (banned,) = site.mail("q@x.org", "signup yan otherpw-1")
    assert "taken" in text_of(banned)
    (freed,) = site.mail("q@x.org", "signup zed otherpw-1")
    assert "Error" not in freed["Subject"]


@pytest.mark.slow
def test_the_boards_of_banned_players_wait(site):
    """Players of such boards get no reminders or forfeits, and their time is restored later."""
    site.sign_up("alice", "bob")
    site.say("panic challenge alice bob")
    with site.database.work() as work:
        work.players.ban(work.players.find("alice"), site.clock.now())
    site.mails()
    clock_watcher = ClockWatcher(site.database, site.services, Mailer(ADDRESS))
    for _ in range(15 * 24):
        site.clock.forward(hours=1.9)  # two would be a downtime
        clock_watcher.tick()
    assert not site.mails()
    with site.database.work() as work:
        alice = work.players.find("alice")
        work.players.unban(alice)
        work.clocks.restart(alice, site.clock.now())
    assert not clock_watcher.tick().forfeited
    assert site.say("panic show 101").data["winners"] is None


def test_nobody_is_paired_with_a_banned_player(site):
    """A banned player still seeks, but no board begins."""
    site.sign_up("alice", "bob")
    site.say(f"panic seek {ALICE} 2")
    with site.database.work() as work:
        work.players.ban(work.players.find("alice"), site.clock.now())
    site.say(f"panic seek {BOB} 1")
    assert site.say("panic games all").data == {"boards": []}


def test_codes_flood_nobody(site):
    """Repeated requests send one mail, whose code stays valid."""
    site.sign_up("alice")
    sent = [mail for _ in range(5) for mail in site.mail("evil@x.org", "forgot alice")]
    assert [mail["To"] for mail in sent].count(PLAYERS["alice"][1]) == 1
    code = next(text_of(mail) for mail in sent if "reset alice" in text_of(mail))
    word = code.split("reset alice ")[1].split()[0]
    assert site.say(f"reset alice {word} newpass-1").ok


def test_resigning_counts_more_than_what_was_queued(site):
    """A stored resignation is executed before any queued move."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5")
    site.say(f"panic queue 101 {ALICE} if e7-a5 c1-g3")
    site.say(f"panic resign 101 {ALICE}")
    assert site.say(f"panic move 101 {BOB} e7-a5").data["winners"] == [1]


def test_an_undo_takes_kept_resignations_back(site):
    """Resignations for another position are dropped."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5")
    site.say(f"panic resign 101 {ALICE}")
    site.say(f"panic move 101 {ALICE} undo")
    answer = site.say(f"panic move 101 {BOB} accept")
    assert (answer.data["ply"], answer.data["winners"]) == (2, None)


def test_a_player_who_left_decides_no_more(site):
    """A player who left can't offer or answer, and isn't brought back by an undo."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -start=c3,f6,d5 alice bob carol")
    site.play("madknights", 101, "a2", "d7", "b4")
    site.say(f"madknights resign 101 {ALICE}")
    assert "can't be taken back" in site.say(f"madknights move 101 {BOB} undo").content.text
    site.play("madknights", 101, "e5")
    assert site.say(f"madknights move 101 {CAROL} undo").ok
    assert "You have left" in site.say(f"madknights move 101 {ALICE} reject").content.text


def test_ratings_follow_a_decision_that_is_taken_back(site):
    """Ratings are as if the board had not ended; its later end counts."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    for decision in ("adjudicate 1 2 a mistake", "rollback 2"):
        with site.database.work() as work:
            context = site.services.context(work, Caller(admin=True))
            board = work.boards.lock("knightpanic", 101)
            after = board.decide(decision, site.clock.now(), "admin")
            after = work.boards.save(board, after, site.clock.now())
            update_ratings(context, revert_ratings(context, board, after))
    standings = {entry["userid"]: entry for entry in site.say("panic standings").data["standings"]}
    assert (standings["alice"]["rating"], standings["alice"]["won"]) == (1600, 0)
    site.say(f"panic resign 101 {ALICE}")
    standings = {entry["userid"]: entry for entry in site.say("panic standings").data["standings"]}
    assert (standings["bob"]["won"], standings["alice"]["lost"]) == (1, 1)
    assert standings["bob"]["rating"] > 1600


def test_mydata_tells_all(site):
    """Ratings, watched boards, vacations: all stored data of the player is listed."""
    site.sign_up("alice", "bob", "carol")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "c7-e3")
    site.say(f"panic subscribe all {ALICE}")
    site.say(f"vacation {ALICE} 2026-03-10")
    data = site.say(f"mydata {ALICE}").data
    assert data["ratings"]["knightpanic"].startswith("16")
    assert data["watches"] == [{"game": "knightpanic", "board": "all", "only its end": False}]
    assert data["vacations"][0]["until"].startswith("2026-03-11")
    assert data["banned"] is False


def test_an_undo_goes_back_to_the_own_move(site):
    """The opponent's move since is taken back with it, and the offer names both."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5")
    told = site.say(f"panic move 101 {BOB} undo")
    assert told.content.news == "bob asks to take back the last 2 moves (g7-c5 and g1-e5)."
    accepted = site.say(f"panic move 101 {ALICE} accept")
    assert (accepted.data["ply"], accepted.data["to_move"]) == (1, 1)
    assert accepted.content.news == "alice accepts. The last 2 moves are taken back."
    site.say(f"panic move 101 {BOB} undo")  # bob hasn't moved: the last one alone
    assert site.say(f"panic move 101 {ALICE} accept").data["ply"] == 0

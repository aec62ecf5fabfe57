"""What is taken back must leave nothing behind: passwords, offers, resignations, bans, ratings."""

import pytest

from commands.context.caller import Speaker
from commands.outbound.mailer import Post
from commands.play.ratings import rated, unrated
from commands.workers.clocks import Timer
from tests.support.site import ADDRESS, PLAYERS, House, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))


@pytest.fixture
def strict_house(tmp_path):
    """A server on which addresses are confirmed."""
    made = House(f"sqlite:///{tmp_path / 'pbm.db'}", confirm=True)
    made.sign_up("alice", "bob", "carol")
    yield made
    made.database.close()


def test_a_new_password_stops_a_pending_change_of_address(strict_house):
    """Whoever asked for it with the old password gets nothing more."""
    house = strict_house
    house.mail("evil@x.org", f"change address {ALICE} evil@x.org")
    with house.database.work() as work:
        assert work.codes.waiting(work.players.find("alice"))
    assert house.say(f"change password {ALICE} newpass1").ok
    with house.database.work() as work:
        assert not work.codes.waiting(work.players.find("alice"))


def test_forgotten_userids_of_renamed_players_harm_nobody(strict_house):
    """Whoever confirmed no address in time is forgotten, former names included."""
    house = strict_house
    house.mail("z@x.org", "signup zed secretpw")
    house.mail("y@x.org", "signup yan secretpw")
    with house.database.work() as work:
        work.players.rename(work.players.find("zed"), "zedd")
        work.players.ban(work.players.find("yan"), house.clock.now())
    house.clock.forward(days=4)
    (banned,) = house.mail("q@x.org", "signup yan otherpw")
    assert "taken" in text_of(banned)
    (freed,) = house.mail("q@x.org", "signup zed otherpw")
    assert "Error" not in freed["Subject"]


def test_the_boards_of_banned_players_wait(house):
    """They are neither reminded nor forfeited, and have their time again when they are back."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    with house.database.work() as work:
        work.players.ban(work.players.find("alice"), house.clock.now())
    house.mails()
    timer = Timer(house.database, house.desk, Post(ADDRESS))
    for _ in range(30 * 24):
        house.clock.forward(hours=1)
        timer.tick()
    assert not house.mails()
    with house.database.work() as work:
        alice = work.players.find("alice")
        work.players.unban(alice)
        work.clocks.restart(alice, house.clock.now())
    assert not timer.tick().forfeited
    assert house.say("panic show 101").data["winners"] is None


def test_nobody_is_paired_with_a_banned_player(house):
    """Their wish stands, but no board begins."""
    house.sign_up("alice", "bob")
    house.say(f"panic seek {ALICE} 2")
    with house.database.work() as work:
        work.players.ban(work.players.find("alice"), house.clock.now())
    house.say(f"panic seek {BOB} 1")
    assert house.say("panic games all").data == {"boards": []}


def test_codes_flood_nobody(house):
    """Asking again and again sends one mail, and the code in it stays good."""
    house.sign_up("alice")
    sent = [mail for _ in range(5) for mail in house.mail("evil@x.org", "forgot alice")]
    assert [mail["To"] for mail in sent].count(PLAYERS["alice"][1]) == 1
    code = next(text_of(mail) for mail in sent if "reset alice" in text_of(mail))
    word = code.split("reset alice ")[1].split()[0]
    assert house.say(f"reset alice {word} newpass1").ok


def test_resigning_counts_more_than_what_was_queued(house):
    """A kept resignation is carried out before any queued move."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5")
    house.say(f"panic queue 101 {ALICE} if e7-a5 c1-g3")
    house.say(f"panic resign 101 {ALICE}")
    assert house.say(f"panic move 101 {BOB} e7-a5").data["winners"] == [1]


def test_an_undo_takes_kept_resignations_back(house):
    """They were meant for another position."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5")
    house.say(f"panic resign 101 {ALICE}")
    house.say(f"panic move 101 {ALICE} undo")
    answer = house.say(f"panic move 101 {BOB} accept")
    assert (answer.data["ply"], answer.data["winners"]) == (2, None)


def test_who_has_left_decides_no_more(house):
    """No offers, no answers; and the others can't bring them back by an undo."""
    house.sign_up("alice", "bob", "carol")
    house.say("madknights challenge -start=c3,f6,d5 alice bob carol")
    house.play("madknights", 101, "a2", "d7", "b4")
    house.say(f"madknights resign 101 {ALICE}")
    assert "can't be taken back" in house.say(f"madknights move 101 {BOB} undo").said.text
    house.play("madknights", 101, "e5")
    assert house.say(f"madknights move 101 {CAROL} undo").ok
    assert "You have left" in house.say(f"madknights move 101 {ALICE} reject").said.text


def test_ratings_follow_a_decision_that_is_taken_back(house):
    """As if the board had not ended; and its real end counts."""
    house.sign_up("alice", "bob")
    house.say("panic challenge alice bob")
    house.play("knightpanic", 101, "a1-c5", "a7-c3")
    for decision in ("adjudicate 1 2 a mistake", "rollback 2"):
        with house.database.work() as work:
            session = house.desk.session(work, Speaker(admin=True))
            board = work.boards.hold("knightpanic", 101)
            after = board.decide(decision, house.clock.now(), "admin")
            after = work.boards.save(board, after, house.clock.now())
            rated(session, unrated(session, board, after))
    standings = {entry["userid"]: entry for entry in house.say("panic standings").data["standings"]}
    assert (standings["alice"]["rating"], standings["alice"]["won"]) == (1600, 0)
    house.say(f"panic resign 101 {ALICE}")
    standings = {entry["userid"]: entry for entry in house.say("panic standings").data["standings"]}
    assert (standings["bob"]["won"], standings["alice"]["lost"]) == (1, 1)
    assert standings["bob"]["rating"] > 1600


def test_mydata_tells_all(house):
    """Ratings, boards watched, vacations: whatever is kept about the player."""
    house.sign_up("alice", "bob", "carol")
    house.say("panic challenge alice bob")
    house.play("knightpanic", 101, "a1-c5", "c7-e3")
    house.say(f"panic subscribe all {ALICE}")
    house.say(f"vacation {ALICE} 2026-03-10")
    data = house.say(f"mydata {ALICE}").data
    assert data["ratings"]["knightpanic"].startswith("16")
    assert data["watches"] == [{"game": "knightpanic", "board": "all", "only its end": False}]
    assert data["vacations"][0]["until"].startswith("2026-03-11")
    assert data["banned"] is False

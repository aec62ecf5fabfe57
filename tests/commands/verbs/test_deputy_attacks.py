"""Attacks on deputies: what ended, what is another's, and what somebody else knows."""

from dataclasses import replace
from email.utils import parseaddr

import pytest

from commands.content.reply_claims import claims_of
from commands.views.text import rendering
from tests.support.deputies import (
    ALICE,
    AT_ALICE,
    AT_BOB,
    AT_CAROL,
    BOB,
    CAROL,
    agree,
    board_for_carol,
    said,
    sent_to,
    tick,
)
from tests.support.site import simple_mail, text_of
from tests.support.site_tournaments import make

pytestmark = pytest.mark.slow

DAVE, AT_DAVE = "dave Pw4dave-1", "dave@example.org"
SECRET = "the plan of alice"


@pytest.fixture
def playing(site):
    """Board 101 of alice and bob, with a move of each; carol and dave are there, too."""
    site.once(_play)
    return site


def _play(site):
    site.sign_up("alice", "bob", "carol")
    site.begin(f"signup {DAVE} {AT_DAVE}", "knightpanic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "a7-c3")


@pytest.fixture
def acting(playing):
    """The same board, with carol as alice's deputy until the 10th."""
    playing.once(agree)
    return playing


def ply(site, board="knightpanic 101"):
    game, number = board.split()
    return site.say(f"{game} show {number}").data["ply"]


def refused(site, line):
    answer = site.say(line)
    assert not answer.ok, answer
    return rendering.text(answer.content)


def test_an_ended_deputyships_address_isnt_the_next_ones(acting):
    """Also of the same two players: what was agreed to anew has addresses of its own."""
    old = board_for_carol(acting)
    acting.begin(f"deputy {ALICE} off")
    acting.clock.forward(minutes=1)
    agree(acting)
    acting.reply(old, "c5-a1")
    assert ply(acting) == 4
    (new,) = acting.mail(AT_CAROL, f"knightpanic showas {CAROL} 101")
    acting.reply(new, "c5-a1")
    assert ply(acting) == 5


def test_a_new_password_ends_a_deputys_addresses(acting):
    """As it does a player's."""
    board = board_for_carol(acting)
    acting.begin(f"change password {CAROL} New4-carol")
    acting.reply(board, "c5-a1")
    assert ply(acting) == 4


def test_a_deputys_token_is_no_players_token(acting):
    """Its place can't be changed to the player's or another seat, nor its mark be left out."""
    board = board_for_carol(acting)
    token = parseaddr(board["Reply-To"])[1].partition("@")[0].partition("+")[2]
    read = acting.tokens.read_claims(token)
    assert (read.seat, read.by_deputy) == (0, True)
    with acting.database.work() as work:
        claims = claims_of(work.boards.find("knightpanic", 101)).for_seat(0)
    assert acting.tokens.signed_generation(replace(read, place=0), claims.stamp) is None
    assert acting.tokens.signed_generation(read, claims.stamp) is None
    own = acting.tokens.reply(claims)
    assert own != token
    forged = acting.tokens.read_claims(own)
    assert acting.tokens.signed_generation(replace(forged, place=8), claims.stamp) is None


def test_a_forged_mark_of_a_question_sends_nothing_of_the_player(acting):
    """Words of alice's that wait for her yes are neither shown to the deputy nor sent by hers."""
    board = board_for_carol(acting)
    (mine,) = acting.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    acting.reply(mine, f"I thought about {SECRET} for a while")
    address = parseaddr(board["Reply-To"])[1].replace("+", "+w.")
    content = simple_mail(AT_CAROL, "Re: x", "yes")
    mails = acting.receive(AT_CAROL, content, address)
    assert mails
    assert not any(SECRET in mail.as_string() or mail["To"] != AT_CAROL for mail in mails)


def test_nothing_private_of_the_player_reaches_the_deputy(acting):
    """Not the note, plans, submitted moves and lines, by any mail, view or refusal."""
    acting.say(f"knightpanic note 101 {ALICE}", read=lambda: SECRET)
    acting.begin(f"knightpanic preview 101 {ALICE} save secretline c1-g3")
    acting.begin(f"knightpanic submit 101 {ALICE} c1-e5")
    board = board_for_carol(acting)
    acting.begin(f"knightpanic queue 101 {BOB} if c5-a1 a7-c3")
    acting.begin(f"knightpanic submit 101 {ALICE} g1-e5")
    mails = [board]
    for body in ("show", "nonsense", "resign", "legal", "preview c5-a1", "describe", "record"):
        mails += acting.reply(board, body)
    mails += acting.mail(AT_CAROL, f"knightpanic showas {CAROL} 101")
    mails += acting.mail(AT_CAROL, f"knightpanic preview 101 {CAROL} list")
    mails += acting.mail(AT_CAROL, f"knightpanic confirm 101 {CAROL}")
    mails += acting.mail(AT_CAROL, f"mydata {CAROL}")
    mails += acting.mail(AT_CAROL, f"deputy {CAROL}")
    mails += acting.reply(board, "c5-a1")
    told = " ".join(mail.as_string() for mail in mails if mail["To"] == AT_CAROL)
    for words in (SECRET, "secretline", "Your note", "g1-e5#", "queued for you"):
        assert words not in told, words
    assert "c5-a1" in acting.say("knightpanic show 101").data["moves"]


def test_a_reply_from_elsewhere_asks_the_deputy(acting):
    """Not the player; and what is confirmed after the end isn't done."""
    board = board_for_carol(acting)
    address = parseaddr(board["Reply-To"])[1]
    mails = acting.receive(
        "eve@example.org", simple_mail("eve@example.org", "Re: x", "c5-a1"), address
    )
    (question,) = (mail for mail in mails if mail["To"] != "eve@example.org")
    assert question["To"] == AT_CAROL
    acting.begin(f"deputy {ALICE} off")
    acting.reply(question, "yes")
    assert ply(acting) == 4
    agree(acting, until="2026-03-12")
    mails = acting.receive(
        "eve@example.org", simple_mail("eve@example.org", "Re: x", "c5-a1"), address
    )
    assert not sent_to(mails, AT_ALICE)
    assert ply(acting) == 4


def test_deputies_have_no_deputies(acting):
    """Whoever moves for the deputy moves on the deputy's own boards alone."""
    agree(acting, asking=CAROL, deputy=DAVE)
    assert "isn't a player" in refused(acting, f"knightpanic move 101 {DAVE} c1-g3")
    mails = acting.mail(AT_ALICE, f"knightpanic move 101 {ALICE} c1-g3")
    mails += acting.mail(AT_BOB, f"knightpanic move 101 {BOB} c3-a7")
    assert not sent_to(mails, AT_DAVE)


def test_nobody_has_two_deputies(acting):
    """A second one is refused while the first moves; of two who are asked, the last may agree."""
    told = refused(acting, f"deputy {ALICE} dave 2026-03-09")
    assert "carol moves for alice" in told
    acting.begin(f"deputy {ALICE} off")
    mails = acting.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-09")
    (first,) = sent_to(mails, AT_CAROL)
    acting.begin(f"deputy {ALICE} dave 2026-03-09", f"deputy {DAVE} for alice 2026-03-09")
    acting.reply(first, "yes")
    assert "dave moves for alice" in said(acting, f"deputy {ALICE}")
    assert not acting.say(f"knightpanic move 101 {CAROL} c1-g3").ok
    assert acting.say(f"knightpanic move 101 {DAVE} c1-g3").ok


def test_what_was_agreed_to_is_what_the_mail_said(playing):
    """A later day that is asked for meanwhile takes another yes; and nobody agrees unasked."""
    mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-05")
    (question,) = sent_to(mails, AT_CAROL)
    playing.begin(f"deputy {ALICE} carol 2026-04-05")
    playing.reply(question, "yes")
    assert "We've asked carol" in said(playing, f"deputy {ALICE}")
    for line in (
        f"deputy {CAROL} for alice 2026-03-05",
        f"deputy {DAVE} for alice 2026-04-05",
        f"deputy {CAROL} for bob 2026-04-05",
    ):
        assert "hasn't asked you" in refused(playing, line)
    playing.begin(f"deputy {CAROL} for alice 2026-04-05")
    assert "hasn't asked you" in refused(playing, f"deputy {CAROL} for alice 2026-04-05")


def test_an_opponent_is_no_deputy_on_that_board(playing):
    """Nor whoever moves for the opponent, too; on other boards both are."""
    playing.begin("knightpanic challenge alice carol")
    playing.play("knightpanic", 102, "a1-c5", "a7-c3")
    agree(playing)
    assert "isn't your turn" in refused(playing, f"knightpanic move 102 {CAROL} c1-g3")
    assert playing.say(f"knightpanic move 101 {CAROL} c1-g3").ok
    agree(playing, asking=BOB)
    playing.begin(f"knightpanic move 101 {BOB} c3-a7")
    assert "isn't a player" in refused(playing, f"knightpanic move 101 {CAROL} c5-a1")
    playing.begin(f"knightpanic move 101 {ALICE} c5-a1")
    assert "isn't a player" in refused(playing, f"knightpanic move 101 {CAROL} a7-c3")


def test_a_rival_in_the_tournament_is_no_deputy(playing):
    """Nobody moves in games on which their own place depends; others do."""
    make(playing, players=("alice", "bob", "carol"))
    tick(playing, days=10)
    numbers = (101, 102, 103)
    boards = [playing.say(f"trailblazer show {number}").data for number in numbers]
    (board,) = (each for each in boards if {*each["players"]} == {"alice", "bob"})
    number = board["board"]
    for _ in range(2 + (board["players"][0] == "bob")):
        move = playing.say(f"trailblazer legal {number}").data["moves"][0]
        playing.play("trailblazer", number, move)
    move = playing.say(f"trailblazer legal {number}").data["moves"][0]
    agree(playing, until="2026-03-20")
    assert "isn't a player" in refused(playing, f"trailblazer move {number} {CAROL} {move}")
    playing.begin(f"deputy {ALICE} off")
    agree(playing, until="2026-03-20", deputy=DAVE)
    assert playing.say(f"trailblazer move {number} {DAVE} {move}").ok


def test_a_block_from_before_keeps_a_deputy_away(playing):
    """In either direction; one of the running game doesn't, but then the words stay away."""
    for block in (f"{BOB} carol", f"{CAROL} bob"):
        playing.begin(f"block {block}")
        playing.clock.forward(minutes=1)
        agree(playing)
        assert "isn't a player" in refused(playing, f"knightpanic move 101 {CAROL} c1-g3")
        playing.begin(f"unblock {block}", f"deputy {ALICE} off")
    agree(playing)
    playing.clock.forward(minutes=1)
    playing.begin(f"block {BOB} carol")
    mails = playing.mail(AT_CAROL, f"knightpanic move 101 {CAROL} c1-g3", "You lose!")
    assert ply(playing) == 3
    assert sent_to(mails, AT_BOB)
    assert not any("You lose" in mail.as_string() for mail in mails if mail["To"] == AT_BOB)


def test_who_blocks_the_player_isnt_asked(playing):
    """No mail comes to whoever has blocked, is banned, or moves for three already."""
    playing.begin(f"block {CAROL} alice")
    assert "can't move for each other" in refused(playing, f"deputy {ALICE} carol Friday")
    playing.begin(f"unblock {CAROL} alice", f"block {ALICE} carol")
    assert "can't move for each other" in refused(playing, f"deputy {ALICE} carol Friday")
    playing.begin(f"unblock {ALICE} carol")
    for number in range(3):
        busy = f"busy{number} Pw4busy-1"
        playing.begin(f"signup {busy} busy{number}@example.org")
        agree(playing, asking=busy)
    assert "already moves for 3 players" in refused(playing, f"deputy {ALICE} carol Friday")
    with playing.database.work() as work:
        work.players.ban(work.players.find("dave"), playing.clock.now())
    assert "is banned" in refused(playing, f"deputy {ALICE} dave Friday")
    assert not any("alice" in mail["Subject"] for mail in playing.mails())


def test_nobody_is_flooded_with_questions(playing):
    """Asking and withdrawing again and again is limited, as other questions are."""
    questions = 0
    for number in range(40):
        mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol Friday", Message_ID=f"<{number}@x>")
        questions += len(sent_to(mails, AT_CAROL))
        playing.mail(AT_ALICE, f"deputy {ALICE} off", Message_ID=f"<{number}.off@x>")
    assert 0 < questions <= 10


def test_a_deputy_agrees_to_no_game(playing):
    """A board on which the player hasn't moved is neither shown to the deputy nor begun."""
    agree(playing)
    playing.begin("knightpanic challenge alice bob", "knightpanic challenge bob alice")
    mails = playing.mail(AT_BOB, f"knightpanic move 103 {BOB} a1-c5")
    assert not sent_to(mails, AT_CAROL)
    for number, move in ((102, "a1-c5"), (103, "a7-c3")):
        assert "isn't a player" in refused(playing, f"knightpanic move {number} {CAROL} {move}")


def test_a_deputys_illegal_move_costs_no_game(playing):
    """Under -strict it would end the player's game, which a deputy can't."""
    playing.begin("madknights challenge -strict -start=c3,f6,d5 alice bob dave")
    for player in (ALICE, BOB, DAVE):
        move = playing.say("madknights legal 101").data["moves"][0]
        playing.begin(f"madknights move 101 {player} {move}")
    agree(playing)
    refused(playing, f"madknights move 101 {CAROL} h8")
    assert not playing.say("madknights show 101").data["winners"]
    assert ply(playing, "madknights 101") == 3


def test_a_private_board_is_the_deputys_while_it_runs(playing):
    """No other of the player's is, nor this one once it is over or the deputyship has ended."""
    playing.begin(
        "knightpanic challenge -private alice bob", "knightpanic challenge -private alice dave"
    )
    playing.play("knightpanic", 102, "a1-c5", "a7-c3")
    agree(playing)
    assert "102" in said(playing, f"knightpanic showas {CAROL} 102")
    assert "There is no" in refused(playing, f"knightpanic showas {CAROL} 103")
    assert "There is no" in refused(playing, f"knightpanic showas {DAVE} 102")
    (mail,) = playing.mail(AT_CAROL, f"knightpanic showas {CAROL} 102")
    (answer,) = playing.reply(mail, "show")
    assert "you can move for alice" in text_of(answer)
    playing.begin(f"deputy {ALICE} off")
    assert "There is no" in refused(playing, f"knightpanic showas {CAROL} 102")
    assert "There is no" in refused(playing, f"knightpanic move 102 {CAROL} c1-g3")
    assert not any("alice's turn" in text_of(each) for each in playing.reply(mail, "show"))
    agree(playing)
    playing.begin(f"knightpanic resign 102 {BOB}", f"knightpanic move 102 {ALICE} c1-g3")
    assert "There is no" in refused(playing, f"knightpanic showas {CAROL} 102")


def test_an_old_mail_makes_no_second_move(acting):
    """A doubled reply, one that comes late, and one for a move that was taken back."""
    board = board_for_carol(acting)
    acting.reply(board, "c5-a1")
    acting.begin(f"knightpanic move 101 {BOB} a7-c3")
    acting.reply(board, "a1-c5", Message_ID="<late@x>")
    assert ply(acting) == 6
    acting.begin(f"knightpanic move 101 {BOB} undo", f"knightpanic move 101 {ALICE} accept")
    assert ply(acting) == 5
    acting.begin(f"knightpanic move 101 {ALICE} undo", f"knightpanic move 101 {BOB} accept")
    assert acting.say("knightpanic show 101").data.get("deputies") is None
    acting.reply(board, "c5-a1", Message_ID="<later@x>")
    assert ply(acting) == 4


def test_a_deputy_who_watches_gets_one_mail(playing):
    """Of a turn of the player's; of others as any watcher."""
    playing.begin(f"knightpanic subscribe 101 {CAROL}")
    agree(playing)
    playing.begin(f"knightpanic move 101 {ALICE} c1-g3")
    mails = sent_to(playing.mail(AT_BOB, f"knightpanic move 101 {BOB} c3-a7"), AT_CAROL)
    assert len(mails) == 1
    assert "you can move for" in text_of(mails[0])


def test_many_boards_come_joined_and_can_be_replied_to(playing):
    """Each with its own address; of a private board, too."""
    for number in range(102, 122):
        playing.begin(f"knightpanic challenge {'-private ' * (number == 102)}alice bob")
        playing.play("knightpanic", number, "a1-c5", "a7-c3")
    playing.limit(notifications_per_mail=5)
    mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-10")
    (question,) = sent_to(mails, AT_CAROL)
    mails = sent_to(playing.reply(question, "yes"), AT_CAROL)
    assert len(mails) < 5
    told = " ".join(text_of(mail) for mail in mails)
    assert told.count("carol, you can move for") == 20
    assert "Knight Panic Board 102" in told


def test_new_names_are_shown_and_old_ones_stay_reserved(acting):
    """Of both, on the board and in mails, after the admin gave them others."""
    board = board_for_carol(acting)
    acting.reply(board, "c5-a1")
    with acting.database.work() as work:
        for old, new in (("carol", "caroline"), ("alice", "alicia")):
            work.userids.rename(work.players.find(old), new)
    mails = acting.mail(AT_BOB, f"knightpanic move 101 {BOB} a7-c3")
    assert any("caroline played c5-a1 for alicia" in text_of(mail) for mail in mails)
    (mail,) = sent_to(mails, AT_CAROL)
    acting.reply(mail, "a1-c5")
    assert ply(acting) == 7


def test_a_deputy_gains_nothing_by_the_players_absence(acting):
    """A vacation stops the clock, and the deputy may move; the last day can't be put off."""
    acting.begin(f"vacation {ALICE} 2026-03-20")
    assert acting.say(f"knightpanic move 101 {CAROL} c1-g3").ok
    for line in (f"deputy {CAROL} for alice 2026-03-20", f"deputy {CAROL} carol 2026-03-20"):
        refused(acting, line)
    for body in ("deputy carol 2026-03-20", f"deputy {CAROL} dave Friday"):
        board = acting.mail(AT_CAROL, f"knightpanic showas {CAROL} 101")[0]
        acting.reply(board, body)
    assert "through Tue 10 Mar 2026" in said(acting, f"deputy {ALICE}")
    acting.begin(f"change zone {ALICE} Pacific/Kiritimati")
    assert acting.say(f"deputy {ALICE}").data["deputies"][0]["until"] == "2026-03-11T00:00:00+00:00"


def test_an_interrupted_agreement_is_none(playing, monkeypatch):
    """All of it stands in one transaction: agreement, and the mails that tell it."""
    mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-10")
    (question,) = sent_to(mails, AT_CAROL)

    def killed(*_args, **_more):
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr("commands.outbound.mailer.Mailer.publish", killed)
        with pytest.raises(RuntimeError, match="killed"):
            playing.reply(question, "yes", Message_ID="<yes@x>")
    assert "We've asked carol" in said(playing, f"deputy {ALICE}")
    assert not playing.mails()
    playing.reply(question, "yes", Message_ID="<yes@x>")
    assert "carol moves for alice" in said(playing, f"deputy {ALICE}")


def test_userids_that_are_words_can_be_meant(playing):
    """Where a word of the line could be a userid, the word is meant, and nobody is asked."""
    for name in ("off", "for"):
        playing.say(f"signup {name} Pw4word-1 {name}@example.org")
    assert "You have no deputy" in refused(playing, f"deputy {ALICE} off")
    assert "You aren't the deputy of a player with that userid" in refused(
        playing, f"deputy {ALICE} off off"
    )
    assert not any("Will you" in mail["Subject"] for mail in tick(playing))

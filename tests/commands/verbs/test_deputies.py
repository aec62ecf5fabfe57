"""Players who move for others: asked, agreed, told of boards, and ended."""

import pytest

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
from tests.support.site import text_of, words_of
from tests.support.site_pages import SitePages

BOARD = "Knight Panic Board 101: alice - bob"
TELLING = (
    *("Request sent to carol", "Will you move for alice?"),
    *("carol will move for you", "You'll move for alice"),
)
"""The subjects of mails about a deputyship as such."""


@pytest.fixture
def playing(site):
    """Board 101 of alice and bob, with a move of each; it is alice's turn."""
    site.once(_play)
    return site


def _play(site):
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "a7-c3")


@pytest.fixture
def acting(playing):
    """The same board, with carol as alice's deputy until the 10th."""
    playing.once(agree)
    return playing


def subjects(mails):
    return sorted((mail["To"], mail["Subject"]) for mail in mails)


def test_who_is_asked_has_to_say_yes(playing):
    """Nothing begins before, whatever else comes back; then both know, and the boards come."""
    mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-10", "Please!")
    (question,) = sent_to(mails, AT_CAROL)
    assert question["Subject"] == "Will you move for alice?"
    assert "Please" not in question.as_string()
    for body in ("", "hm?"):
        playing.reply(question, body)
    assert "We've asked carol to move for alice through Tue 10 Mar 2026." in said(
        playing, f"deputy {ALICE}"
    )
    assert not playing.say(f"knightpanic move 101 {CAROL} c1-g3").ok
    mails = playing.reply(question, "yes")
    assert subjects(mails) == [
        (AT_ALICE, "carol will move for you"),
        (AT_CAROL, BOARD),
        (AT_CAROL, "You'll move for alice"),
    ]
    assert "carol moves for alice through" in said(playing, f"deputy {CAROL}")
    assert playing.say(f"deputy {CAROL}").data["waiting"] == [{"game": "knightpanic", "board": 101}]


@pytest.mark.parametrize(
    ("lines", "player", "deputy"),
    [
        ([], "", ""),
        (
            ["trailblazer challenge bob alice"],
            "carol can move in 1 of your 2 games, but not in Trailblazer board 101.",
            "you can move in 1 of alice's 2 games. A deputy can move only in games",
        ),
        (
            [f"knightpanic resign 101 {ALICE}", "madknights challenge alice bob carol"],
            "carol can't move in any of your games (Mad Knights board 101).",
            "you can't move in any of alice's games.",
        ),
        (
            [f"knightpanic resign 101 {ALICE}"],
            "You aren't playing any games right now.",
            "alice isn't playing any games right now.",
        ),
    ],
    ids=["all", "some", "none", "no board"],
)
def test_both_are_told_what_a_deputy_does_not_cover(playing, lines, player, deputy):
    """When the deputy is asked, and when they agree; nothing is said if all boards are covered."""
    playing.begin(*lines)
    asked = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-10")
    (question,) = sent_to(asked, AT_CAROL)
    agreed = playing.reply(question, "yes")
    for mails in (asked, agreed):
        told = {
            each["To"]: words_of(each)
            for each in mails
            if each["Subject"] in TELLING and each["To"] in (AT_ALICE, AT_CAROL)
        }
        assert player in told[AT_ALICE]
        assert deputy in told[AT_CAROL]
        if not lines:
            assert not any("right now" in text.lower() for text in told.values())


def test_a_no_or_no_answer_ends_what_was_asked(playing):
    """The player is told after three days, and the old question agrees to nothing any more."""
    for body in ("no", None):
        mails = playing.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-20", Message_ID=f"<{body}@x>")
        (question,) = sent_to(mails, AT_CAROL)
        if body:
            (answer,) = playing.reply(question, body)
            assert "Canceled" in text_of(answer)
            assert "password" not in text_of(answer)
        mails = tick(playing, days=3)
        assert subjects(mails) == [(AT_ALICE, "carol won't move for you")]
        assert "carol won't move for you." in text_of(mails[0])
        (late,) = playing.reply(question, "yes")
        assert "That didn't work" in text_of(late) or "nothing to confirm here" in text_of(late)
    assert "You have no deputy" in said(playing, f"deputy {ALICE}")


def test_a_move_by_reply_link_and_shell_is_the_players(acting):
    """The deputy's own address works; all get the mail, with both names; so do board and record."""
    board = board_for_carol(acting)
    assert "carol, you can move for alice." in text_of(board)
    assert "knightpanic move 101 carol -" in text_of(board)
    html = board.get_body(("html",)).get_content()
    assert "carol, you can move for alice." in html
    assert "body=c5-a1" in html
    assert "body=resign" not in html
    mails = acting.reply(board, "c5-a1\nGood luck")
    assert {mail["To"] for mail in mails} == {AT_ALICE, AT_BOB, AT_CAROL}
    for mail in mails:
        assert "Playing for alice, carol moves c5-a1." in text_of(mail)
        assert "carol writes:\n\nGood luck" in text_of(mail)
        assert "carol can move" not in text_of(mail)
        assert "carol played" not in text_of(mail)
    acting.begin(f"knightpanic move 101 {BOB} a7-c3")
    assert acting.say(f"knightpanic move 101 {CAROL} a1-c5").ok
    shown = acting.say("knightpanic show 101")
    assert shown.data["deputies"] == [
        {"ply": ply, "deputy": "carol", "player": "alice"} for ply in (5, 7)
    ]
    assert "carol played c5-a1 and a1-c5 for alice." in rendering.text(shown.content)
    assert acting.say(f"knightpanic resign 101 {BOB}").ok
    shown = acting.say("knightpanic show 101")
    assert "carol played c5-a1 and a1-c5 for alice." in rendering.text(shown.content)
    assert "deputies" not in acting.say("knightpanic show 101#4").data
    assert "carol/alice move c5-a1" in said(acting, "knightpanic record 101 text")


def test_pages_name_both(acting, tmp_path):
    """The page of the board and its feed do; after sign-off or a new name, under that."""
    board = board_for_carol(acting)
    acting.reply(board, "c5-a1")
    pages = SitePages(acting, tmp_path)
    pages.make()

    def told():
        return b"".join(pages.files()[f"knightpanic/101{end}"] for end in (".html", ".xml"))

    assert told().count(b"carol for alice") >= 2
    acting.begin(f"signoff {CAROL} yes")
    pages.make()
    assert b"former-player-3 for alice" in told()
    assert b"carol" not in told()
    assert "carol" not in said(acting, "knightpanic show 101")
    mails = acting.mail(AT_BOB, f"knightpanic move 101 {BOB} a7-c3")
    assert mails
    assert not any("carol" in text_of(mail) for mail in mails)


def test_reminders_come_to_both(acting):
    """As the other mails of boards on which it is the player's turn do."""
    mails = tick(acting, days=7)
    assert subjects(mails) == [(AT_ALICE, BOARD), (AT_CAROL, BOARD)]
    for mail in mails:
        assert "Reminder" in text_of(mail)
    (mail,) = sent_to(mails, AT_CAROL)
    assert acting.reply(mail, "c1-g3")
    assert acting.say("knightpanic show 101").data["ply"] == 3


def test_it_ends_by_itself_and_both_are_told(acting):
    """With the last day in the player's zone, also before the next tick."""
    board = board_for_carol(acting)
    acting.clock.forward(days=9, hours=12)
    assert "isn't a player" in said(acting, f"knightpanic move 101 {CAROL} c5-a1")
    mails = acting.reply(board, "c5-a1")
    assert acting.say("knightpanic show 101").data["ply"] == 4
    assert not any(mail["To"] != AT_CAROL for mail in mails)
    mails = [mail for mail in tick(acting, hours=1) if "no longer" in mail["Subject"]]
    assert subjects(mails) == [
        (AT_ALICE, "carol no longer moves for you"),
        (AT_CAROL, "You no longer move for alice"),
    ]
    over = "The agreed time is up."
    assert [words_of(mail) for mail in mails] == [
        f"carol no longer moves for you. {over}",
        f"You no longer move for alice. {over}",
    ]


@pytest.mark.parametrize("line", [f"deputy {ALICE} off", f"deputy {CAROL} off alice"])
def test_either_ends_it(acting, line):
    """At once; the other one is told."""
    board = board_for_carol(acting)
    acting.begin(line)
    other = AT_CAROL if "ALICE" in line or "alice Xa" in line else AT_ALICE
    assert not acting.say(f"knightpanic move 101 {CAROL} c5-a1").ok
    assert "You have no deputy" in said(acting, f"deputy {ALICE}")
    acting.reply(board, "c5-a1")
    assert acting.say("knightpanic show 101").data["ply"] == 4
    agree(acting)
    assert other in {mail["To"] for mail in acting.mail("x@y.z", line)}


def test_a_reply_asks_and_ends(acting):
    """As the player's other settings; a deputy's own reply to leave is confirmed."""
    board = board_for_carol(acting)
    (waits,) = acting.reply(board, "deputy off alice")
    acting.reply(waits, "yes")
    assert "You have no deputy" in said(acting, f"deputy {ALICE}")
    (mine,) = sent_to(acting.mail(AT_BOB, f"knightpanic chat 101 {BOB}", "hi"), AT_ALICE)
    (mine,) = acting.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    mails = acting.reply(mine, "deputy carol Friday")
    assert "We've asked carol to move for alice" in said(acting, f"deputy {ALICE}")
    assert sent_to(mails, AT_CAROL)


def test_a_deputy_only_moves(acting):
    """Everything else on the board is left to the player, in shell and reply."""
    board = board_for_carol(acting)
    for line in (
        f"resign 101 {CAROL}",
        f"chat 101 {CAROL}",
        f"note 101 {CAROL}",
        f"queue 101 {CAROL} c5-a1",
        f"submit 101 {CAROL} c5-a1",
        f"confirm 101 {CAROL}",
        f"hint 101 {CAROL}",
        f"preview 101 {CAROL} list",
        f"preview 101 {CAROL} save x c5-a1",
        *(f"move 101 {CAROL} {word}" for word in ("resign", "propose", "undo", "accept", "reject")),
        f"move 101 {CAROL} c5-a1 draw",
    ):
        answer = acting.say(f"knightpanic {line}", read=lambda: "hello")
        assert "In this game, you can only make moves for alice" in rendering.text(
            answer.content
        ), line
        assert not acting.mails()
    for body in (
        "resign",
        "propose",
        "chat\nhi",
        "note\nhi",
        "queue c5-a1",
        "yes",
        "Hello!",
        "stop",
    ):
        (answer,) = acting.reply(board, body)
        assert answer["To"] == AT_CAROL, body
        assert "You're replying as the deputy of alice" in text_of(answer).replace("\n", " "), body
    (asked,) = acting.reply(board, "I can't move for alice any more")
    assert asked["Subject"] == "Please confirm: deputy off alice"
    assert acting.say("knightpanic show 101").data["ply"] == 4


def test_views_by_reply_show_the_board_to_the_deputy(acting):
    """Its answers can be replied to with a move."""
    board = board_for_carol(acting)
    for body in ("show", "legal", "preview c5-a1", "describe", "c5-a1?"):
        (answer,) = acting.reply(board, body)
        assert answer["To"] == AT_CAROL
        assert answer["Reply-To"] == board["Reply-To"], body
    (answer,) = acting.mail(AT_CAROL, f"knightpanic showas {CAROL} 101")
    assert acting.reply(answer, "c5-a1")
    assert acting.say("knightpanic show 101").data["ply"] == 5


def test_ratings_count_as_agreed_at_the_start(acting):
    """The deputy's moves win or lose the player's rating, and nobody's else."""
    acting.begin(f"knightpanic move 101 {CAROL} c1-g3", f"knightpanic move 101 {BOB} c7-e3")
    assert len(acting.say("knightpanic show 101").data["ratings"]) == 2
    assert "carol" not in said(acting, "knightpanic standings")


def test_bans_blocks_and_signing_off_end_it(playing):
    """At once, and whoever is left is told within a minute."""
    for end in ("ban alice", "ban carol", f"block {ALICE} carol", f"block {CAROL} alice"):
        agree(playing)
        if "ban" in end:
            with playing.database.work() as work:
                banned = work.players.find(end.split()[1])
                work.players.ban(banned, playing.clock.now())
        else:
            playing.begin(end)
        assert not playing.say(f"knightpanic move 101 {CAROL} c1-g3").ok, end
        assert {mail["To"] for mail in tick(playing)} == {AT_ALICE, AT_CAROL}, end
        with playing.database.work() as work:
            for name in ("alice", "carol"):
                work.players.unban(work.players.find(name))
        playing.begin(f"unblock {ALICE} carol", f"unblock {CAROL} alice")
    agree(playing)
    mails = playing.mail(AT_CAROL, f"signoff {CAROL} yes")
    assert (AT_ALICE, "carol no longer moves for you") in subjects(mails)
    assert "You have no deputy" in said(playing, f"deputy {ALICE}")


def test_my_data_has_both_directions(acting):
    """What is asked, agreed, and for whom."""
    (own,) = acting.say(f"mydata {ALICE}").data["deputies"]
    assert own == acting.say(f"mydata {CAROL}").data["deputies"][0]
    assert (own["player"], own["deputy"], own["agreed"]) == ("alice", "carol", True)


def test_a_deputys_move_that_is_in_doubt_is_refused(acting):
    """It names another board, or the next line takes it back; a deputy has no moves that wait."""
    mail = board_for_carol(acting)
    for body in ("241: c5-a1", "c5-a1\n(board 241)", "#241\nc5-a1", "c5-a1\nlol no"):
        acting.reply(mail, body)
        assert acting.say("knightpanic show 101").data["ply"] == 4, body
    acting.reply(mail, "101: c5-a1\nGood luck")
    assert acting.say("knightpanic show 101").data["ply"] == 5

"""Notes on boards, which nobody but their writers are shown."""

import json
from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from tests.support.site import PLAYERS, text_of
from tests.support.site_pages import SitePages

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))
SECRET = "if a7-c3 then c5-e3"
SHOWN = f"Your note:\n\n{SECRET}"


@pytest.fixture
def noted(site):
    """Board 101 of alice and bob, watched by carol, with a note of alice's."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", f"knightpanic subscribe 101 {CAROL}")
    (answer,) = site.mail(AT_ALICE, f"knightpanic note 101 {ALICE}", f"{SECRET}\n")
    assert SHOWN in text_of(answer)
    return site


def sent_to(mails, address):
    return [mail for mail in mails if mail["To"] == address]


def note_of(site):
    return site.say(f"knightpanic showas {ALICE} 101").data["boards"][0].get("note", "")


def test_the_writers_mails_show_it_below_the_board(noted):
    """In text and HTML; showas and mydata have it, until `off` deletes it."""
    (mail,) = sent_to(noted.mail(AT_ALICE, f"knightpanic move 101 {ALICE} a1-c5"), AT_ALICE)
    assert text_of(mail).index("Legal moves") < text_of(mail).index(SHOWN)
    html = mail.get_body(("html",)).get_content()
    assert html.index("<table") < html.index("<b>Your note:</b>") < html.index(" then ")
    shown = noted.say(f"knightpanic showas {ALICE} 101")
    assert SHOWN in rendering.text(shown.content)
    assert note_of(noted) == SECRET
    kept = noted.say(f"mydata {ALICE}").data["notes"]
    assert kept == [{"game": "knightpanic", "board": 101, "text": SECRET}]
    for body, kept in (("Another one.", "Another one."), ("", "Another one."), ("Off.", "")):
        answer = noted.say(f"knightpanic note 101 {ALICE}", read=lambda body=body: body)
        assert answer.data["note"] == note_of(noted) == kept
    assert "Your note:" not in rendering.text(answer.content)


def test_a_reply_keeps_it(noted):
    """Plans are welcome in it, on its line or below; replies to chat keep it, too."""
    (board,) = sent_to(noted.mail(AT_BOB, f"knightpanic chat 101 {BOB}", "Hello"), AT_ALICE)
    for body, kept in (
        ("note if a7-c3 c5-e3", "if a7-c3 c5-e3"),
        ("Note:\nqueue c1-g3\nresign", "queue c1-g3\nresign"),
        ("note off", ""),
    ):
        (answer,) = noted.reply(board, body)  # nobody else gets a mail
        assert answer["To"] == AT_ALICE
        assert note_of(noted) == kept
        board = answer
    (shown,) = noted.reply(board, "note\nLater.")
    (shown,) = noted.reply(shown, "show")
    assert "Your note:\n\nLater." in text_of(shown)


def test_a_reply_from_elsewhere_is_shown_none(noted):
    """Whoever has a reply address of the writer's, but not their mailbox, learns nothing of it."""
    (board,) = sent_to(noted.mail(AT_BOB, f"knightpanic chat 101 {BOB}", "Hello"), AT_ALICE)
    for body in ("show", "queue none", "note", "move a1-a2", "nonsense", "legal", "undo"):
        board.replace_header("To", "eve@example.org")
        for mail in sent_to(noted.reply(board, body), "eve@example.org"):
            assert SECRET not in mail.as_string()
    assert note_of(noted) == SECRET


def test_nobody_else_is_shown_it(noted, tmp_path):
    """Not in mails of any kind, nor on the pages, in lists and records, or after the end."""
    noted.say(f"knightpanic note 101 {BOB}", read=lambda: "Of bob's own.")
    noted.say(f"change delivery {CAROL} daily")
    mails = []
    for line, body in (
        (f"knightpanic move 101 {ALICE} a1-c5", "Your move."),
        (f"knightpanic chat 101 {ALICE}", "Hello"),
        (f"knightpanic move 101 {ALICE} undo", ""),
        (f"knightpanic move 101 {BOB} reject", ""),
        (f"knightpanic move 101 {BOB} wrong", ""),
        (f"vacation {ALICE} 2026-03-03", ""),
    ):
        mails += noted.mail(AT_ALICE if ALICE in line else AT_BOB, line, body)
    noted.say(f"change delivery {BOB} daily")
    noted.mail(AT_ALICE, f"knightpanic chat 101 {ALICE}", "Hello again")
    for days in (1, 9):
        noted.clock.forward(days=days)
        ClockWatcher(noted.database, noted.services, noted.mailer, timedelta(days=99)).tick()
        mails += noted.mails()
    (told,) = {mail["Subject"] for mail in sent_to(mails, AT_CAROL)}
    assert told == "Knight Panic Board 101: alice - bob"
    mails += noted.mail(AT_BOB, f"knightpanic resign 101 {BOB}")
    mails += noted.mail(AT_CAROL, "knightpanic show 101")
    mails += noted.mail(AT_BOB, "knightpanic review 101")
    mails += noted.mail(AT_BOB, f"knightpanic rematch 101 {BOB}")
    others = [mail for mail in mails if mail["To"] != AT_ALICE]
    assert {mail["To"] for mail in others} == {AT_BOB, AT_CAROL}
    assert not any("c5-e3" in text_of(mail) or "c5-e3" in mail.as_string() for mail in others)
    assert not any("bob's own" in mail.as_string() for mail in mails if mail["To"] != AT_BOB)
    assert any(SHOWN in text_of(mail) for mail in mails if mail["To"] == AT_ALICE)
    for line in ("show 101", "record 101", "describe 101", f"showas {CAROL} 101", "games alice"):
        answer = noted.say(f"knightpanic {line}")
        assert "c5-e3" not in rendering.text(answer.content) + json.dumps(answer.data), line
    pages = SitePages(noted, tmp_path)
    pages.make()
    assert not any(b"c5-e3" in content for content in pages.files().values())


def test_it_lasts_beyond_the_end_until_its_writer_leaves(noted):
    """A finished board takes notes, without moving in lists; signing off deletes them."""
    noted.begin(f"knightpanic move 101 {ALICE} a1-c5", f"knightpanic move 101 {BOB} a7-c3")
    noted.begin(f"knightpanic resign 101 {BOB}", "knightpanic challenge alice carol")
    assert note_of(noted) == SECRET
    noted.say(f"knightpanic note 101 {ALICE}", read=lambda: "x" * 9000)
    assert "[cut:" in note_of(noted)
    assert len(note_of(noted)) < 8100
    noted.begin(f"signoff {ALICE} yes")
    with noted.database.work() as work:
        assert not any(work.boards.find("knightpanic", 101).notes.values())

"""Deadlines as calendar entries for a board's players."""

from datetime import UTC, datetime, timedelta

import icalendar
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.board_view import replayed
from commands.views.calendar import deadline
from pbm.games import find
from tests.support.site import NOON, PLAYERS
from tests.support.snapshots import played, snapshot, times

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture
def board(site):
    site.sign_up("alice", "bob", "carol")
    site.say("knightpanic challenge alice bob")
    return site


def entries(mails):
    """Returns by recipient how the event is sent, and the event, as a calendar reads it."""
    found = {}
    for mail in mails:
        for part in mail.walk():
            if part.get_content_type() != "text/calendar":
                continue
            assert part.get_content_disposition() == "attachment"
            assert part.get_filename() == "deadline.ics"
            calendar = icalendar.Calendar.from_ical(part.get_content())
            assert calendar["METHOD"] == part["Content-Type"].params["method"]
            (event,) = calendar.walk("VEVENT")
            found[mail["To"]] = (calendar["METHOD"], event)
    return found


def test_entries_show_player_and_deadline(board):
    """One's own deadline has an alarm the day before, the other's has none."""
    own, other = entries(board.mails()).values()
    assert [str(own[1]["SUMMARY"]), str(other[1]["SUMMARY"])] == [
        "Your move is due: Knight Panic Board 101",
        "alice's move is due: Knight Panic Board 101",
    ]
    assert own[1].start == other[1].start == NOON + timedelta(days=21)
    assert [alarm["TRIGGER"].dt for alarm in own[1].walk("VALARM")] == [timedelta(days=-1)]
    assert not other[1].walk("VALARM")
    assert {own[0], other[0]} == {"PUBLISH"}
    assert own[1]["ORGANIZER"] == other[1]["ORGANIZER"] == "mailto:pbm@example.net"


def test_programs_that_know_no_calendar_show_a_line(board):
    """The entry has a line of text as its alternative, apart from the board's text and HTML."""
    board.mails()
    board.say(f"change format {BOB} text calendar")
    board.say(f"knightpanic move 101 {ALICE} a1-c5")
    mails = board.mails()
    assert [len(list(mail.walk())) for mail in mails] == [7, 5]
    for mail in mails:
        _, attached = mail.iter_parts()
        assert attached.get_content_type() == "multipart/alternative"
        line, entry = attached.iter_parts()
        assert line.get_content().strip() == "For your calendar: deadline.ics"
        assert entry.get_content_type() == "text/calendar"


@settings(max_examples=20)
@given(st.text(alphabet="aé;,\\\\ -", max_size=120), st.booleans())
def test_the_library_reads_what_was_meant(name, own):
    """Long lines are folded, and signs escaped."""
    content = snapshot(
        played(find("knightsduel")), to="alice" if own else "bob", deadline_changed=True
    )
    content = content.model_copy(update={"times": times(replayed(content))})
    entry = deadline(content, f"board-{name}", "pbm@example.net", NOON)
    (event,) = icalendar.Calendar.from_ical(entry.content).walk("VEVENT")
    assert event["UID"] == f"board-{name}.{content.players.index(content.to)}@example.net"
    assert event.start == content.times.forfeit
    assert max(len(line.encode()) for line in entry.content.splitlines()) <= 75


def test_each_mail_moves_the_same_entry_until_the_end(board):
    """Each player has one UID, SEQUENCE rises, and the end cancels the event."""
    told = [entries(board.mails())]
    for line in (
        f"move 101 {ALICE} a1-c5",
        f"move 101 {BOB} undo",
        f"move 101 {ALICE} accept",
        f"move 101 {ALICE} a1-e3",
        f"resign 101 {BOB}",
    ):
        assert board.say(f"knightpanic {line}").ok
        told.append(entries(board.mails()))
    for address, seat in (("alice@example.org", 0), ("bob@example.com", 1)):
        events = [each[address] for each in told if address in each]
        assert {str(event["UID"]) for _, event in events} == {f"knightpanic.101.{seat}@example.net"}
        numbers = [event["SEQUENCE"] for _, event in events]
        assert numbers == sorted(numbers)
        assert [method for method, _ in events] == ["PUBLISH"] * (len(events) - 1) + ["CANCEL"]
        assert events[-1][1]["STATUS"] == "CANCELLED"
        assert numbers[-1] > numbers[-2]


def test_a_board_that_is_removed_is_cancelled(board):
    """Declining before the first move cancels the event."""
    board.mails()
    board.say(f"knightpanic resign 101 {ALICE}")
    assert {method for method, _ in entries(board.mails()).values()} == {"CANCEL"}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("both", True),
        ("spoken", True),
        ("text", False),
        ("classic", False),
        ("both nocalendar", False),
        ("text calendar", True),
    ],
)
def test_players_say_whether_they_want_it(board, words, wanted):
    """`change format` turns entries off; such a mail has text or HTML parts alone."""
    board.mails()
    answer = board.say(f"change format {ALICE} {words}")
    assert answer.data["calendar"] is wanted
    board.say(f"knightpanic move 101 {ALICE} a1-c5")
    assert ("alice@example.org" in entries(board.mails())) is wanted


@pytest.mark.parametrize(
    ("switch", "form", "wanted"), [("off", "both", False), ("on", "text", True)]
)
def test_the_calendar_has_a_switch(board, switch, form, wanted):
    """`change calendar` decides for the format as it is, and stays with another one."""
    board.mails()
    board.say(f"change format {ALICE} {form}")
    answer = board.say(f"change calendar {ALICE} {switch}")
    assert answer.data == {"userid": "alice", "format": form, "calendar": wanted}
    board.say(f"knightpanic move 101 {ALICE} a1-c5")
    assert ("alice@example.org" in entries(board.mails())) is wanted
    for other in ("spoken", "text", "both"):
        assert board.say(f"change format {ALICE} {other}").data["calendar"] is wanted


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        (f"submit 101 {ALICE} a1-c5", False),
        (f"move 101 {ALICE} propose", False),
        (f"chat 101 {ALICE}", False),
        (f"resign 101 {ALICE}", True),
        (f"move 101 {ALICE} a1-c5", True),
    ],
)
def test_only_a_new_deadline_is_sent(board, line, changed):
    """A mail brings the entry only if the deadline or its player isn't that of the mails before."""
    board.mails()
    mails = board.mail("alice@example.org", f"knightpanic {line}", "Hello")
    assert bool(entries(mails)) is changed
    if not changed:
        assert not entries(board.reply(mails[0], "show"))
    board.clock.forward(days=7)
    ClockWatcher(board.database, board.services, board.mailer, timedelta(days=99)).tick()
    assert not entries(board.mails())


def test_a_reminder_brings_a_deadline_that_was_put_off(board):
    """After a vacation the reminder has the deadline as it is now."""
    board.mails()
    board.say(f"vacation {ALICE} 2026-03-03")
    board.mails()
    board.clock.forward(days=10)
    ClockWatcher(board.database, board.services, board.mailer, timedelta(days=99)).tick()
    _, event = entries(board.mails())["alice@example.org"]
    assert event.start == datetime(2026, 3, 25, tzinfo=UTC)


def test_only_players_are_reminded(board):
    """Watchers and people who show a board get no entry."""
    board.say(f"knightpanic subscribe 101 carol {PLAYERS['carol'][0]}")
    board.mails()
    board.say(f"knightpanic move 101 {ALICE} a1-c5")
    assert set(entries(board.mails())) == {"alice@example.org", "bob@example.com"}
    assert not entries(board.mail("carol@example.org", "knightpanic show 101"))

"""Deadlines as calendar entries for a board's players."""

from datetime import timedelta

import icalendar
import pytest

from tests.support.site import NOON, PLAYERS

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
        for part in mail.iter_attachments():
            assert part.get_content_type() == "text/calendar"
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


def test_only_players_are_reminded(board):
    """Watchers and people who show a board get no entry."""
    board.say(f"knightpanic subscribe 101 carol {PLAYERS['carol'][0]}")
    board.mails()
    board.say(f"knightpanic move 101 {ALICE} a1-c5")
    assert set(entries(board.mails())) == {"alice@example.org", "bob@example.com"}
    assert not entries(board.mail("carol@example.org", "knightpanic show 101"))

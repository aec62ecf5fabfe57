"""Digests: which mails wait for them, when they are sent, and their content."""

import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commands.outbound.notifications.schedule import DeliverySchedule
from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from storage.mail.deferred_notifications import DeferredNotificationRepository
from storage.mail.outbox import OutboxRepository
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, database_dump, simple_mail, text_of, thread, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, _ = (address for _, address in PLAYERS.values())
GOLDEN = Path(__file__).parent / "digest.txt"
BETWEEN = "-" * 60
LONG = "trailblazer challenge --nagtime=30 --forfeittime=10 alice bob"


@pytest.fixture
def site(site):
    """A server without sockets, on which three have signed up."""
    site.sign_up("alice", "bob", "carol")
    tick(site)
    return site


def tick(site):
    return ClockWatcher(site.database, site.services, site.mailer, timedelta(days=1)).tick()


def say(site, line, comment=""):
    """Sends a line by mail from its player; returns the mails that it causes."""
    address = PLAYERS[next(name for name in PLAYERS if f"{name} {PLAYERS[name][0]}" in line)][1]
    return site.mail(address, line, comment)


HOURS = {7, 8, 11, 12, 16, 17, 18, 19, 20}
"""The hours in which mails of these tests are due, and the hours before."""


def wait(site, until):
    """Advances up to a moment, with a tick in each of HOURS; returns the mails of each."""
    brought = []
    while site.clock.time < until:
        site.clock.forward(hours=1)
        if site.clock.time.hour in HOURS or site.clock.time == until:
            tick(site)
            brought += [(site.clock.time, mail) for mail in site.mails()]
    return brought


def at(day, hour):
    return datetime(2026, 3, day, hour, tzinfo=UTC)


def to(address, mails):
    return [(when, mail) for when, mail in mails if mail["To"] == address]


def begin(site, *lines):
    site.begin(*lines or ["trailblazer challenge alice bob"])


class TestChoosing:
    @cases(
        ("words", "kept", "answer"),
        [
            ("each", "", "We'll now send each email about your games immediately"),
            ("urgent", "urgent", "when you have one day left to move"),
            ("daily", "daily 8", "at 8:00.\nWe'll send the next one on Mon 2 Mar 2026, 08:00 UTC."),
            ("DAILY 18", "daily 18", "We'll send the next one on Sun 1 Mar 2026, 18:00 UTC."),
            (
                "daily 0 asia/tokyo",
                "daily 0",
                "We'll send the next one on Mon 2 Mar 2026, 00:00 JST.",
            ),
            ("daily 08 Europe/Berlin", "daily 8", "on Mon 2 Mar 2026, 08:00 CET."),
        ],
    )
    def test_a_choice_is_stored_and_answered(self, site, words, kept, answer):
        """The answer tells when the next digest is due in the player's zone; mydata has it."""
        said = site.say(f"change delivery {ALICE} {words}")
        assert answer in rendering.text(said.content)
        preferences = site.say(f"mydata {ALICE}").data["preferences"]
        assert [
            preference["value"] for preference in preferences if preference["name"] == "delivery"
        ] == [kept] * bool(kept)

    @cases(
        ("words", "why"),
        [
            ("", "Some words are missing"),
            ("Xa!11ce-X", "Choose each, daily or urgent"),
            ("urgent 18", 'You can choose an hour only for daily delivery. Write "urgent" without'),
            ("each 18 UTC", "You can choose an hour only for daily"),
            ("daily 24", "from 0 to 23"),
            ("daily Xa!11ce-X", "from 0 to 23"),
            ("daily Europe/Berlin", "from 0 to 23"),
            ("daily 8 Xa!11ce-X", "Replace ZONE with a time zone"),
            ("daily 8 Europe/Berlni", 'Did you mean "Europe/Berlin"?'),
            ("daily 8 tokio", "Replace ZONE with a time zone"),
            ("daily 8 ../../etc/passwd", "Replace ZONE with a time zone"),
            ("daily 8 UTC UTC", "too many words"),
        ],
    )
    def test_invalid_choices(self, site, words, why):
        """A refusal explains the usage, quotes nothing, and changes nothing."""
        answer = site.say(f"change delivery {ALICE} {words}".strip())
        assert not answer.ok
        assert why in rendering.text(answer.content)
        assert "Xa!11ce-X" not in rendering.text(answer.content)
        assert site.say(f"mydata {ALICE}").data["preferences"] == []

    @cases(
        ("delivery", "now", "due"),
        [
            ("daily 18 Europe/Berlin", "2026-03-28T17:00", "2026-03-29T16:00"),
            ("daily 18 Europe/Berlin", "2026-03-28T16:59", "2026-03-28T17:00"),
            ("daily 18 Europe/Berlin", "2026-10-24T16:00", "2026-10-25T17:00"),
            ("daily 2 Europe/Berlin", "2026-03-28T12:00", "2026-03-29T01:00"),  # left out
            ("daily 2 Europe/Berlin", "2026-10-24T12:00", "2026-10-25T00:00"),  # comes twice
            ("daily 2 Europe/Berlin", "2026-10-25T00:30", "2026-10-26T01:00"),
            ("daily 0 America/Los_Angeles", "2026-03-08T07:59", "2026-03-08T08:00"),
            ("daily 0 America/Los_Angeles", "2026-03-08T08:00", "2026-03-09T07:00"),
            ("daily 9 Pacific/Apia", "2011-12-29T20:00", "2011-12-30T19:00"),  # a day left out
            ("daily 23 Pacific/Kiritimati", "2026-03-01T12:00", "2026-03-02T09:00"),
        ],
    )
    def test_the_hour_is_that_of_the_zone(self, delivery, now, due):
        """An hour is due once a day, also when clocks are changed."""
        mode, hour, zone = delivery.split()
        moment = DeliverySchedule.read(f"{mode} {hour}", zone).due(
            datetime.fromisoformat(now).replace(tzinfo=UTC)
        )
        assert moment == datetime.fromisoformat(due).replace(tzinfo=UTC)


class TestDaily:
    def test_several_boards_come_in_one_mail(self, site):
        """A digest has the boards in order, each in its current state, with its reply address."""
        begin(site)
        site.say(f"change delivery {BOB} daily 18 Europe/Berlin")
        begin(site, "knightpanic challenge alice bob", "trailblazer challenge bob alice")
        mails = say(site, f"trailblazer move 101 {ALICE} right", "Here I come.")
        assert [mail["To"] for mail in mails] == [AT_ALICE]
        ((when, mail),) = wait(site, at(2, 12))
        assert (when, mail["To"]) == (at(1, 17), AT_BOB)
        assert mail["Subject"] == "Your move in 2 of 3 games"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert re.fullmatch(r"pbm\+g\.[a-z2-7]{29}@example\.net", mail["Reply-To"])
        note, text = text_of(mail).split("\n\n", 1)
        assert 'with one line for each, such as "Trailblazer 101: (5,6)".' in " ".join(note.split())
        titles = [part.lstrip("\n").partition("\n")[0] for part in text.split(BETWEEN)]
        assert titles == [
            "Knight Panic Board 101: alice - bob",
            "Trailblazer Board 101: alice - bob",
            "Trailblazer Board 102: bob - alice",
        ]
        second = text_of(mail).split(BETWEEN)[1]
        assert "Your move, bob." in second
        assert "alice writes:\n\nHere I come." in second
        assert text_of(mail).count("\nTo move or chat on this board, write to:\n  pbm+") == 3

    def test_the_example_names_the_game_only_if_the_number_is_shared(self, site):
        """The text and the HTML have the same example."""
        site.say(f"change delivery {ALICE} daily")
        begin(site, "knightpanic challenge alice bob", "trailblazer challenge alice bob")
        ((_, mail),) = to(AT_ALICE, wait(site, at(2, 8)))
        html = mail.get_body(("html",)).get_content()
        for text in (words_of(mail), html.replace("&#34;", '"')):
            assert 'such as "Knight Panic 101: a1-c5".' in " ".join(text.split())
        begin(site, "trailblazer challenge alice bob", "trailblazer challenge alice bob")
        ((_, mail),) = to(AT_ALICE, wait(site, at(3, 8)))
        assert 'such as "102: (0,1)".' in words_of(mail)

    def test_a_reply_goes_to_its_board(self, site):
        """Each part has its reply address, in the text and in the HTML."""
        site.say(f"change delivery {BOB} daily")
        for number in (101, 102):
            site.say("trailblazer challenge alice bob")
            site.say(f"trailblazer move {number} {ALICE} right")
        ((_, mail),) = to(AT_BOB, wait(site, at(2, 8)))
        lines = [line for line in text_of(mail).splitlines() if line.startswith("  pbm+")]
        first, second = map(str.strip, lines)
        html = mail.get_body(("html",)).get_content().replace("%2B", "+")
        assert (first in html, second in html) == (True, True)
        site.receive(AT_BOB, simple_mail(AT_BOB, "Re: Digest", "left"), second)
        shown = [site.say(f"trailblazer show {number}").data["ply"] for number in (101, 102)]
        assert shown == [1, 2]

    def test_all_that_happened_is_told_in_its_order(self, site):
        """News, comments and chat of a single board come in its thread, and can be replied to."""
        begin(site)
        site.say(f"change delivery {CAROL} daily 18")
        site.say(f"trailblazer subscribe 101 {CAROL}")
        say(site, f"trailblazer move 101 {ALICE} right", "First.")
        say(site, f"trailblazer chat 101 {BOB}", "Second.")
        say(site, f"trailblazer move 101 {BOB} left", "Third.")
        say(site, f"trailblazer chat 101 {ALICE}", "bob writes:\n\nFourth.")
        ((when, mail),) = wait(site, at(2, 12))
        assert when == at(1, 18)
        assert mail["Subject"] == "Trailblazer Board 101: alice - bob"
        assert thread(mail) == "<trailblazer.101@example.net>"
        text = text_of(mail)
        assert text.startswith("Summary of Trailblazer Board 101\n\nIt is alice's turn.")
        assert "alice moves (0,1). bob moves (6,5)." in " ".join(text.split())
        remarks = text.split("*" * 60 + "\n")[1:]
        assert [part.strip() for part in remarks] == [
            "alice writes:\n\nFirst.",
            "bob writes:\n\nSecond.",
            "bob writes:\n\nThird.",
            "alice writes:\n\nbob writes:\n\nFourth.",
        ]
        html = mail.get_body(("html",)).get_content()
        places = [html.index(word) for word in ("First.", "Second.", "Third.", "Fourth.")]
        assert places == sorted(places)
        assert wait(site, at(3, 20)) == []

    def test_a_board_is_shown_as_it_stands(self, site):
        """A board is shown with the player's own answered move, and a current reply address."""
        begin(site)
        site.say(f"change delivery {BOB} daily 18")
        say(site, f"trailblazer move 101 {ALICE} right")
        (answer,) = site.mail(AT_BOB, f"trailblazer move 101 {BOB} left")[-1:]
        assert (answer["To"], answer["Auto-Submitted"]) == (AT_ALICE, "auto-generated")
        ((_, mail),) = to(AT_BOB, wait(site, at(1, 18)))
        assert "It is alice's turn." in text_of(mail)
        assert "alice moves (0,1).\n" in text_of(mail)
        assert "bob moves (6,5)." not in text_of(mail)
        assert mail["Reply-To"]

    def test_answers_and_account_mails_are_not_deferred(self, site):
        """Answers, account mails, messages and others' mails are sent at once."""
        begin(site)
        site.say(f"change delivery {ALICE} daily 18")
        answer = site.mail(AT_ALICE, f"trailblazer move 101 {ALICE} right")[0]
        assert (answer["To"], answer["Auto-Submitted"]) == (AT_ALICE, "auto-replied")
        assert site.mail(AT_BOB, f"message {BOB} alice", "Hello")[1]["To"] == AT_ALICE
        site.say(f"change password {ALICE} N3wOne-1")
        assert [mail["Subject"] for mail in site.mails()] == ["Password changed for alice"]
        assert wait(site, at(1, 20)) == []

    def test_nothing_waits_when_a_day_is_left(self, site):
        """Leaving a board's daily mode sends its mails at once; other boards still wait."""
        site.say(f"change delivery {ALICE} daily 18")
        begin(site, "trailblazer challenge --forfeittime=1.2 alice bob", LONG)
        ((when, mail),) = wait(site, at(1, 17))
        assert (when, mail["Subject"]) == (at(1, 17), "Trailblazer Board 101: alice - bob")
        assert "Reminder:" not in text_of(mail)
        _, chat = say(site, f"trailblazer chat 101 {BOB}", "Hurry!")
        assert (chat["To"], "Hurry!" in text_of(chat)) == (AT_ALICE, True)
        say(site, f"trailblazer chat 102 {BOB}", "No hurry.")
        ((_, digest),) = wait(site, at(1, 18))
        assert digest["Subject"] == "Trailblazer Board 102: alice - bob"


@pytest.mark.slow
class TestUrgent:
    def test_a_board_waits_for_its_last_day(self, site):
        """On its last day a board is sent once, as a reminder, with all events."""
        begin(site, LONG)
        site.say(f"change delivery {BOB} urgent")
        say(site, f"trailblazer chat 101 {ALICE}", "Soon.")
        say(site, f"trailblazer move 101 {ALICE} right", "Now.")
        ((when, mail), *ends) = to(AT_BOB, wait(site, at(11, 14)))
        assert when == at(10, 12)
        assert text_of(mail).startswith(
            "Reminder: bob, if you don't move by Wed 11 Mar 2026, 12:00 UTC, you lose."
        )
        assert "alice writes:\n\nSoon." in text_of(mail)
        assert "alice writes:\n\nNow." in text_of(mail)
        ((_, end),) = ends
        assert "bob didn't move by Wed 11 Mar 2026, 12:00 UTC" in text_of(end)

    def test_beginning_and_end_come_at_once(self, site):
        """Beginning, end and removal of a board are sent at once, with all earlier events."""
        site.say(f"change delivery {BOB} urgent")
        assert site.say("trailblazer challenge alice bob").ok
        assert site.say("trailblazer challenge bob alice").ok
        assert [mail["To"] for mail in site.mails()].count(AT_BOB) == 2
        mails = say(site, f"trailblazer move 101 {ALICE} right", "Luck!")
        assert [mail["To"] for mail in mails] == [AT_ALICE]
        site.mail(AT_BOB, f"trailblazer move 101 {BOB} left")
        mails = site.mail(AT_ALICE, f"trailblazer resign 101 {ALICE}")
        ((_, end),) = to(AT_BOB, [(0, mail) for mail in mails])
        assert "You won." in text_of(end)
        assert "Player 1 resigned. alice moves (0,1)." in words_of(end)
        assert "Luck!" in text_of(end)
        mails = site.mail(AT_ALICE, f"trailblazer resign 102 {ALICE}")
        ((_, removed),) = to(AT_BOB, [(0, mail) for mail in mails])
        assert "This game has been removed." in text_of(removed)
        assert wait(site, at(25, 12)) == []

    def test_a_short_turn_is_urgent_from_its_beginning(self, site):
        """A turn no longer than the warning is sent at once, without a second warning."""
        begin(site, "trailblazer challenge --nagtime=30 --forfeittime=1 alice bob")
        site.say(f"change delivery {BOB} urgent")
        mails = site.mail(AT_ALICE, f"trailblazer move 101 {ALICE} right")
        assert [mail["To"] for mail in mails] == [AT_ALICE, AT_BOB]
        assert wait(site, at(1, 23)) == []

    def test_reminders_come_as_usual(self, site):
        """On the last day one mail is both reminder and warning."""
        site.say(f"change delivery {ALICE} urgent")
        begin(site)
        days = [when.day for when, mail in to(AT_ALICE, wait(site, at(22, 11)))]
        assert days == list(range(8, 22))

    def test_each_turn_is_warned_of(self, site):
        """Each turn is warned of once, whatever the number of timers."""
        begin(site, LONG)
        for name in (ALICE, BOB):
            site.say(f"change delivery {name} urgent")
        (first,) = wait(site, at(10, 20))
        say(site, f"trailblazer move 101 {ALICE} right")
        for _ in range(3):
            with site.database.work() as work:  # as if another timer had found the board due
                work.clocks.check_again("trailblazer", 101, site.clock.time)
            assert tick(site).nagged == ()
        ((when, second),) = wait(site, at(20, 11))
        assert [first[1]["To"], second["To"]] == [AT_ALICE, AT_BOB]
        assert (first[0], when) == (at(10, 12), at(19, 20))

    def test_a_watcher_is_told_the_end(self, site):
        """A watcher who stopped watching gets the deferred mails when the game ends."""
        begin(site)
        site.say(f"change delivery {CAROL} urgent")
        site.say(f"trailblazer subscribe 101 {CAROL}")
        site.play("trailblazer", 101, "right", "left")
        site.say(f"trailblazer unsubscribe 101 {CAROL}")
        site.say(f"trailblazer resign 101 {ALICE}")
        assert CAROL.split()[0] not in [mail["To"] for mail in site.mails()]
        assert tick(site).digests == 1
        (mail,) = site.mails()
        assert "Game won by bob." in text_of(mail)
        assert "alice moves (0,1). bob moves (6,5)." in words_of(mail)


class TestOnce:
    def test_timers_at_the_same_time_double_nothing(self, site):
        """Timers in parallel with a change that releases the same mails send each once."""
        for name in (ALICE, BOB):
            site.say(f"change delivery {name} daily 18")
        for _ in range(5):
            site.say("trailblazer challenge alice bob")
        site.clock.forward(hours=7)
        barrier = threading.Barrier(3)

        def run(act):
            barrier.wait()
            return act()

        change = f"change delivery {BOB} each"
        acts = (lambda: tick(site), lambda: tick(site), lambda: site.say(change).ok)
        with ThreadPoolExecutor(3) as threads:
            assert all(threads.map(run, acts))
        mails = site.mails()
        assert sorted(mail["To"] for mail in mails) == sorted([AT_ALICE, AT_BOB])
        assert {mail["Subject"] for mail in mails} == {"Your move in 5 games", "News about 5 games"}

    def test_a_failed_digest_is_sent_later(self, site, monkeypatch):
        """A digest that couldn't be queued stays deferred, and others are sent."""
        for name in (ALICE, BOB):
            site.say(f"change delivery {name} daily 18")
        site.say("trailblazer challenge alice bob")
        put = OutboxRepository.put

        def die(self, mails):
            put(self, mails)
            assert all(mail.recipient != AT_ALICE for mail in mails)

        monkeypatch.setattr(OutboxRepository, "put", die)
        assert [mail["To"] for _, mail in wait(site, at(1, 19))] == [AT_BOB]
        monkeypatch.undo()
        assert [mail["To"] for _, mail in wait(site, at(1, 20))] == [AT_ALICE]
        assert wait(site, at(3, 20)) == []

    def test_a_move_fails_without_its_deferred_mails(self, site, monkeypatch):
        """A move and its deferred mails are committed or rolled back together."""
        begin(site)
        site.say(f"change delivery {BOB} daily")

        def die(self, mail):
            assert not (self, mail)

        monkeypatch.setattr(DeferredNotificationRepository, "put", die)
        answer = site.say(f"trailblazer move 101 {ALICE} right")
        assert "nothing was changed" in rendering.text(answer.content)
        monkeypatch.undo()
        assert site.say("trailblazer show 101").data["ply"] == 0
        assert wait(site, at(3, 20)) == []


class TestChanges:
    @pytest.mark.parametrize("words", ["each", "urgent", "daily 20"])
    def test_a_change_releases_deferred_mails(self, site, words):
        """A change of mode sends all deferred mails at once; later mails follow the new mode."""
        site.say(f"change delivery {BOB} daily 18")
        for line in ("trailblazer challenge alice bob", "trailblazer challenge bob carol"):
            site.say(line)
        site.mails()
        answer = site.say(f"change delivery {BOB} {words}")
        assert (
            "We're also sending you the emails that were waiting to be delivered."
            in rendering.text(answer.content)
        )
        (digest,) = site.mails()
        assert (digest["To"], digest["Subject"]) == (AT_BOB, "Your move in 1 of 2 games")
        mails = say(site, f"trailblazer move 101 {ALICE} right")
        assert (AT_BOB in [mail["To"] for mail in mails]) == (words == "each")
        hours = [when.hour for when, _ in wait(site, at(2, 12))]
        assert hours == ([20] if words == "daily 20" else [])

    def test_signing_off_drops_deferred_mails(self, site):
        site.say(f"change delivery {BOB} daily 18")
        begin(site)
        site.say(f"signoff {BOB} yes")
        site.mails()
        with site.database.work() as work:
            assert work.deferred_notifications.due(at(30, 0)) == []
        assert wait(site, at(2, 20)) == []

    def test_a_new_address_gets_deferred_mails(self, site):
        """Deferred mails go to the new address, and not to the old one."""
        site.say(f"change delivery {BOB} daily 18")
        begin(site)
        site.say(f"change address {BOB} bob@new.example one@new.example")
        site.mails()
        sent = [mail["To"] for _, mail in wait(site, at(1, 18))]
        assert sent == ["bob@new.example", "one@new.example"]

    def test_the_format_holds_for_several_boards(self, site):
        """The chosen format applies to every board of a digest."""
        for name, form in ((ALICE, "spoken"), (BOB, "text")):
            site.say(f"change delivery {name} daily 18")
            site.say(f"change format {name} {form}")
        begin(site, LONG, LONG)
        to_alice, to_bob = (mail for _, mail in wait(site, at(1, 18)))
        assert text_of(to_alice).count("All other squares: empty.") == 2
        assert to_alice.get_body(("html",))
        assert to_bob["Subject"] == "News about 2 games"
        assert to_alice["Subject"] == "Your move in 2 games"
        assert to_bob.get_body(("html",)) is None

    @pytest.mark.parametrize(
        ("form", "subject"),
        [
            ("classic", "New Trailblazer Board 101 bob **"),
            ("text", "Trailblazer Board 101: alice - bob"),
        ],
    )
    def test_the_format_is_that_of_its_reader(self, site, form, subject):
        """The format is the one in force when the digest is sent."""
        site.say(f"change delivery {BOB} daily 18")
        begin(site)
        say(site, f"trailblazer move 101 {ALICE} right", "Hello.")
        site.say(f"change format {BOB} {form}")
        site.mails()
        ((_, mail),) = wait(site, at(1, 18))
        assert mail["Subject"] == subject
        assert mail.get_body(("html",)) is None

    def test_mydata_lists_deferred_mails(self, site):
        """The data has times and boards of deferred mails; later they are in the outbox."""
        site.say(f"change delivery {BOB} daily 18")
        begin(site)
        (mail,) = site.say(f"mydata {BOB}").data["mails"][-1:]
        assert mail == {
            "date": "2026-03-01T12:00:00+00:00",
            "board": "trailblazer 101",
            "state": "held",
        }
        wait(site, at(1, 18))
        states = {mail["state"] for mail in site.say(f"mydata {BOB}").data["mails"]}
        assert states == {"sent"}

    def test_dates_are_those_of_the_readers_zone(self, site):
        """Dates are in the reader's time zone, or in UTC if none was set."""
        site.say(f"change delivery {BOB} daily 18 Pacific/Kiritimati")
        begin(site)
        boards = [site.say(f"trailblazer showas {name} 101") for name in (ALICE, BOB)]
        days = ["Sun 22 Mar 2026, 12:00 UTC", "Mon 23 Mar 2026, 02:00 UTC+14"]
        for board, day in zip(boards, days, strict=True):
            assert f"Deadline: {day}" in " ".join(rendering.text(board.content).split())

    def test_a_long_digest_is_divided(self, site):
        """Into mails that readers don't clip, also of a single board; no text is lost."""
        boards = [*range(101, 104), *[101] * 12]
        site.say(f"change delivery {BOB} daily 18")
        for _ in range(101, 104):
            site.say("trailblazer challenge alice bob")
        for word, number in enumerate(boards, 200):
            say(site, f"trailblazer chat {number} {ALICE}", f"{word} " * 1900)
        site.mails()
        mails = [text_of(mail) for _, mail in wait(site, at(1, 18))]
        assert len(mails) > 2
        assert max(map(len, mails)) < rendering.MAX_LENGTH
        for word in range(200, 200 + len(boards)):
            assert sum(f"{word} {word} {word}" in text for text in mails) == 1


def test_snapshots_are_forgotten():
    """Once a digest is delivered, only the fact that it was sent is stored."""
    site = Site()
    site.sign_up("alice", "bob")
    tick(site)
    site.say(f"change delivery {BOB} daily 18")
    begin(site)
    say(site, f"trailblazer chat 101 {ALICE}", "A secret between us.")
    site.mails()
    assert "A secret between us." in database_dump(site)
    wait(site, at(1, 18))
    assert "A secret between us." not in database_dump(site)
    site.close()


def test_a_digest_is_as_recorded():
    """A digest is compared line by line; PBM_GOLDEN=write writes it again."""
    site = Site()
    site.sign_up("alice", "bob")
    tick(site)
    begin(site, "trailblazer challenge -size=3 alice bob", "knightpanic challenge bob alice")
    site.say(f"change delivery {BOB} daily 18 Europe/Berlin")
    say(site, f"trailblazer move 101 {ALICE} right", "Good luck, Bob.")
    say(site, f"trailblazer chat 101 {ALICE}", "And good morning!")
    say(site, f"knightpanic chat 101 {ALICE}", "This one too?")
    ((_, mail),) = wait(site, at(1, 17))
    text = re.sub(r"\+[a-z2-7]{31}@", "+TOKEN@", f"Subject: {mail['Subject']}\n\n{text_of(mail)}")
    if os.environ.get("PBM_GOLDEN") == "write":
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()
    site.close()


def test_an_admins_decision_ends_the_waiting(shell, tmp_path):
    """The admin sees deferred mails and their recipients; an adjudication sends them."""
    for name in ("alice", "bob"):
        shell("signup", name, *PLAYERS[name])
    shell("change", "delivery", *BOB.split(), "urgent")
    shell("knightpanic", "challenge", "alice", "bob")
    shell("knightpanic", "move", "101", *ALICE.split(), "a1-c5", "Good", "luck")
    listed = shell("admin", "board", "knightpanic", "101")[1].splitlines()
    assert [line.split()[2:] for line in listed if "held" in line] == [["bob", "held"]]
    shell("admin", "adjudicate", "knightpanic", "101", "--draw", "--reason", "both agree")
    mails = [path.read_text() for path in (tmp_path / "pbm-data/outbox/new").iterdir()]
    (end,) = (mail for mail in mails if "The admin decided" in mail and f"To: {AT_BOB}" in mail)
    assert "Good luck" in end

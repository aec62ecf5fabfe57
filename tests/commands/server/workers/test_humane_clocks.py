"""Zones, sleep, days off, increments and automatic vacations, through the whole server."""

from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from tests.support.site import PLAYERS, simple_mail, text_of, words_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture
def playing(site):
    """A server with two players, on the noon of Sunday, March 1."""
    site.sign_up("alice", "bob")
    return site


def tick(site, days=0):
    """Lets the clocks be checked some days later; nothing was ever a downtime."""
    site.clock.forward(days=days)
    watcher = ClockWatcher(site.database, site.services, site.mailer, timedelta(days=9999))
    watcher.tick()
    return {mail["To"]: words_of(mail) for mail in site.mails()}


def answer(site, line):
    return " ".join(rendering.text(site.say(line).content).split())


def shown(site):
    return answer(site, "trailblazer show 101")


def test_times_are_told_in_each_readers_zone(playing):
    """By one command, also in the daily mail's hour, the vacation's days and the deadline."""
    assert playing.say(f"change zone {ALICE} europe/berlin").ok
    mails = {
        mail["To"]: words_of(mail) for mail in playing.begin("trailblazer challenge alice bob")
    }
    assert "Deadline: Sun 22 Mar 2026, 13:00 CET" in mails["alice@example.org"]
    assert "Deadline: Sun 22 Mar 2026, 12:00 UTC" in mails["bob@example.com"]
    said = answer(playing, f"change delivery {ALICE} daily 18")
    assert "at 18:00. We'll send the next one on Sun 1 Mar 2026, 18:00 CET." in said
    said = answer(playing, f"vacation {ALICE} 2026-03-05T18:00")
    assert "from Sun 1 Mar 2026 until Thu 5 Mar 2026, 18:00 CET" in said
    assert "own time zone" in answer(playing, f"vacation {ALICE} 2026-03-05T18:00+02:00")
    with playing.database.work() as work:
        (period,) = work.vacations.of(work.players.find("alice"))
    assert f"{period.until:%H:%M}" == "17:00"


def test_no_deadline_falls_into_sleep(playing):
    """It moves to the end of the night; a change counts from the next turn on."""
    playing.begin("trailblazer challenge alice bob")
    assert playing.say(f"change sleep {ALICE} 9-14").ok
    assert "Deadline: Sun 22 Mar 2026, 12:00 UTC" in shown(playing)
    playing.play("trailblazer", 101, "right", "up")
    assert "Deadline: Sun 22 Mar 2026, 14:00 UTC" in shown(playing)
    assert playing.say(f"change sleep {ALICE} off").ok
    assert "Deadline: Sun 22 Mar 2026, 14:00 UTC" in shown(playing)


def test_hours_and_zones_as_people_write_them(playing):
    """Hours with am and pm or minutes, and a zone by its city, are understood as they stand."""
    for written, hours in (
        ("22-7", "22:00 and 7:00"),
        ("10pm-7am", "22:00 and 7:00"),
        ("10 pm - 7 am", "22:00 and 7:00"),
        ("12AM-8am", "0:00 and 8:00"),
        ("22:00-7:00", "22:00 and 7:00"),
        ("23h\N{EN DASH}6h", "23:00 and 6:00"),
    ):
        said = answer(playing, f"change sleep {ALICE} {written}")
        assert f"Your deadlines won't fall between {hours}" in said, written
    for written in ("10-7pm", "10pm-7", "13pm-7am", "0am-7am", "22-24"):
        assert not playing.say(f"change sleep {ALICE} {written}").ok, written
    for written, zone in (
        ("Berlin", "Europe/Berlin"),
        ("new_york", "America/New_York"),
        ("New York", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("Z\N{LATIN SMALL LETTER U WITH DIAERESIS}rich", "Europe/Zurich"),
        ("Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ):
        assert playing.say(f"change zone {ALICE} {written}").data["zone"] == zone
    for written in ("GMT+5", "Eastern", "Springfield", "UTC please"):
        assert not playing.say(f"change zone {ALICE} {written}").ok, written


def test_clocks_stand_still_on_days_off(playing):
    """In the zone of the player to move: 21 days without Saturdays and Sundays are 29 and more."""
    mail, _ = playing.begin("trailblazer challenge --daysoff=sun,sat -size=3 alice bob")
    assert (
        "Not counting vacations and moves taken back, the game lasts at most 236 days."
        in words_of(mail)
    )
    assert "Deadline: Tue 31 Mar 2026, 00:00 UTC" in shown(playing)
    assert "clocks paused on Sat, Sun" in shown(playing)
    lines = answer(playing, "trailblazer games alice")
    assert "Tue 31 Mar 2026, 00:00" in lines


def test_each_move_gives_time_back(playing):
    """Up to the total, and never more than was used."""
    (mail, _) = playing.begin("trailblazer challenge --totaltime=30 --increment=2 alice bob")
    assert "the game lasts at most 156 days" in words_of(mail)
    playing.clock.forward(days=5)
    playing.play("trailblazer", 101, "right")
    playing.clock.forward(days=1)
    playing.play("trailblazer", 101, "up")
    used = (
        "Time used (of 30 days each): alice 3 d, bob none. Each move gives the player back 2 days."
    )
    assert used in shown(playing)


def test_the_bound_of_a_game_that_its_rules_never_end(playing):
    """It is that of a thousand moves, after which such a game is drawn."""
    (mail, _) = playing.begin("knightpanic challenge --daysoff=sat,sun alice bob")
    assert "the game lasts at most 29400 days. After move 1000, it is a draw." in words_of(mail)
    (mail, _) = playing.begin("knightsdance challenge --totaltime=30 --increment=0.1 alice bob")
    assert "the game lasts at most 160 days. After move 1000, it is a draw." in words_of(mail)


def test_what_is_taken_back_gives_no_time_back(playing):
    """Neither to who made the move before it, once more."""
    playing.begin("trailblazer challenge --totaltime=30 --increment=2 alice bob")
    for move in ("right", "up"):
        playing.clock.forward(days=5)
        playing.play("trailblazer", 101, move)
    for _ in range(2):
        assert playing.say(f"trailblazer move 101 {BOB} undo").ok
        assert playing.say(f"trailblazer move 101 {ALICE} accept").ok
        assert "alice 3 d, bob" in shown(playing)
        playing.play("trailblazer", 101, "up")
        assert "alice 3 d, bob" in shown(playing)


def test_terms_that_contradict_each_other(playing):
    """An increment needs a total, and a day of the week must remain; nothing begins."""
    for term, why in (
        ("--increment=2", "Add --totaltime."),
        ("--daysoff=mon,tue,wed,thu,fri,sat,sun", "one day of the week out of --daysoff"),
        ("--daysoff=funday", "Give days of the week, such as --daysoff=sat,sun."),
        ("--daysoff", "--daysoff takes a value: --daysoff=DAYS."),
    ):
        said = playing.say(f"trailblazer challenge {term} alice bob")
        assert not said.ok
        assert why in answer(playing, f"trailblazer challenge {term} alice bob")
    assert "101" not in answer(playing, "trailblazer games alice")


def test_a_vacation_is_taken_when_time_is_up(playing):
    """Both are told, up to a week at a time, until the year has no days left."""
    playing.begin("trailblazer challenge alice bob")
    playing.play("trailblazer", 101, "right", "up")
    told = tick(playing, 21)
    assert "You ran out of time in this game." in told["alice@example.org"]
    assert "change autovacation alice - off" in told["alice@example.org"]
    assert "alice is now on vacation until Sun 29 Mar 2026, 00:00 UTC" in told["bob@example.com"]
    days = [" ".join(tick(playing, 1).values()) for _ in range(36)]
    assert sum("You ran out of time in this game." in told for told in days) == 4
    assert sum("alice didn't move by" in told for told in days) == 1


def test_a_vacation_is_told_once_for_all_boards(playing):
    """Also where several flags fall at once; boards that wait for the opponent aren't named."""
    opponents = "trailblazer challenge --forfeittime=60 bob alice"
    playing.begin(*["trailblazer challenge alice bob"] * 3, opponents)
    for number in (101, 102):
        playing.play("trailblazer", number, "right", "up")
    told = tick(playing, 21)["alice@example.org"]
    assert "Your deadlines in trailblazer 102 and trailblazer 103 have moved, too." in told
    assert "alice@example.org" not in tick(playing, 1)
    assert playing.say("trailblazer show 102").data["winners"] is None


def test_the_deadline_after_such_a_vacation(playing):
    """It is told to both, is after the vacation, and not in the night; so are those of lists."""
    assert playing.say(f"change sleep {ALICE} 22-7").ok
    playing.begin("trailblazer challenge --forfeittime=1.5 alice bob")
    playing.play("trailblazer", 101, "right", "up")
    assert "Deadline: Tue 3 Mar 2026, 07:00 UTC" in shown(playing)
    told = tick(playing, 1.8)
    for text in (*told.values(), shown(playing), answer(playing, "trailblazer games alice")):
        assert "Tue 10 Mar 2026, 07:00" in text
        assert "2026-03-03" not in text


def test_whoever_has_used_more_than_all_time_loses_after_a_vacation(playing):
    """Time can be exceeded before the server checks it, and the next turn begin in a vacation."""
    assert playing.say(f"change sleep {ALICE} 9-14").ok
    playing.begin("trailblazer challenge --totaltime=7 alice bob")
    playing.play("trailblazer", 101, "right", "up")
    playing.clock.forward(days=7, hours=1)
    playing.play("trailblazer", 101, "right")
    playing.clock.forward(hours=2)
    assert playing.say(f"vacation {ALICE} 2026-03-20").ok
    playing.play("trailblazer", 101, "left")
    assert "Deadline: Sat 21 Mar 2026, 00:00 UTC" in shown(playing)


def test_sleep_adds_nothing_to_the_time_for_the_whole_game(playing):
    """Else its hours, moved before each turn, would be time without end."""
    assert playing.say(f"change sleep {ALICE} 9-14").ok
    playing.begin("trailblazer challenge --totaltime=7 alice bob")
    playing.play("trailblazer", 101, "right", "up")
    assert "Deadline: Sun 8 Mar 2026, 12:00 UTC" in shown(playing)


def test_opponents_hear_of_a_zone_that_can_move_deadlines(playing):
    """Travellers whose deadlines don't depend on it disturb nobody."""
    playing.begin("trailblazer challenge alice bob")
    assert playing.say(f"change zone {ALICE} Asia/Tokyo").ok
    assert not tick(playing, 0)
    assert playing.say(f"change sleep {ALICE} 22-7").ok
    told = tick(playing, 0)
    assert (
        "alice's next turn, their deadlines follow the time zone Asia/Tokyo"
        in told["bob@example.com"]
    )
    assert "won't fall between 22:00 and 7:00" in told["bob@example.com"]
    assert "alice@example.org" not in told


def test_zones_change_four_times_in_30_days_on_running_boards(playing):
    """By mail, as long as deadlines depend on them; after that time again."""
    playing.begin("trailblazer challenge alice bob", f"change sleep {ALICE} 22-7")
    sender = "alice@example.org"
    for number, zone in enumerate(("Asia/Tokyo", "UTC", "Europe/Berlin", "UTC", "Asia/Tokyo")):
        changed = playing.say(f"change zone {ALICE} {zone}", address=sender)
        assert changed.ok == (number < 4)
    assert "sleeping hours at most 4 times in 30 days" in " ".join(
        rendering.text(changed.content).split()
    )
    playing.clock.forward(days=30)
    assert playing.say(f"change zone {ALICE} Asia/Tokyo", address=sender).ok


def test_opponents_hear_of_vacations_once_a_day(playing):
    """Even if they are ended and taken again each minute."""
    playing.begin("trailblazer challenge --forfeittime=1 alice bob")
    playing.play("trailblazer", 101, "right", "up")
    told = [tick(playing, 1)]
    for _ in range(5):
        assert playing.say(f"vacation {ALICE} off").ok
        told.append(tick(playing, 0.01))
    assert sum("bob@example.com" in each for each in told) == 1


def test_no_vacation_is_taken_from_whoever_wants_none(playing):
    """Nor for a player who hasn't moved yet: the game may be unwanted."""
    assert playing.say(f"change autovacation {ALICE} off").ok
    playing.begin("trailblazer challenge alice bob", "knightpanic challenge bob alice")
    playing.play("trailblazer", 101, "right", "up")
    tick(playing, 21)
    assert "Player 1 forfeited" in answer(playing, "trailblazer show 101")
    assert "White forfeited" in answer(playing, "knightpanic show 101")


def test_the_welcome_proposes_the_zone_of_the_first_mail(confirming_site):
    """By the offset of its Date; no zone is proposed for UTC, nor for what is no date."""
    for name, date, zone in (
        ("alice", "Sun, 01 Mar 2026 21:00:00 +0900", "Asia/Tokyo"),
        ("bob", "Sun, 01 Mar 2026 12:00:00 +0000", ""),
        ("carol", "yesterday", ""),
    ):
        password, address = PLAYERS[name]
        mail = simple_mail(address, f"signup {name} {password}", "", Date=date)
        (asked,) = confirming_site.receive(address, mail)
        (welcome,) = confirming_site.reply(asked, "yes")
        assert (f"change zone {name} - " in text_of(welcome)) == bool(zone)
        assert f"- {zone}" in text_of(welcome)


def test_a_refusal_shows_the_form_that_was_meant(playing):
    """The forms whose fixed words are others are left out."""
    said = answer(playing, f"change sleep {ALICE} 1-12")
    assert said.startswith(
        "Sleeping hours must be 1 to 10 hours long, such as 22-7. Usage: change sleep USERID"
    )
    assert said.endswith("For example: change sleep alice PASSWORD 22-7")

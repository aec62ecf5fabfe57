"""Deadlines on boards of tournaments: the end of the round comes before that of a turn."""

from datetime import timedelta

import pytest

from pbm.board.viewers import SERVER
from pbm.tournaments.events import Cancel
from tests.commands.views.json.test_mail_data import data_of
from tests.commands.views.test_calendar import entries
from tests.support.site import NOON, PLAYERS, words_of
from tests.support.site_tournaments import NAME, add, make, tick

ROUND_ENDS = NOON + timedelta(days=7)
WORDS = f"round 1 of the {NAME} tournament ends on Sun 8 Mar 2026, 12:00 UTC"
ROUND = f"Round 1 of the {NAME} tournament"
LASTS = f"Sun 8 Mar 2026, 12:00 UTC. {ROUND} ends then, and so does this game."


@pytest.fixture
def week(players):
    """Three players in a round of a week, with the usual time for a move."""
    add(players, f"--from={NOON.isoformat()}", "--days=7", players=("alice", "bob", "carol"))
    return players


def test_announcements_offer_no_more_time_for_a_move_than_a_round_has(players):
    """A round of 7 days goes with 7 days per move, also where the host's terms offer more."""
    players.say(f"change tournaments alice {PLAYERS['alice'][0]} on")
    for number, options in enumerate(((), ("--options=--forfeittime=30 --nagtime=2",))):
        (announced,) = make(players, "--days=7", *options, name=f"{NAME}-{number}")
        assert "Terms of each game: 7 days per move" in words_of(announced)


def test_boards_name_the_end_of_their_round(week):
    """Their emails and calendar entries name it, and lists have it as the deadline."""
    tick(week)
    week.clock.forward(days=3)
    _move(week)
    mails = week.mails()
    for mail in mails:
        assert f"Deadline: {LASTS}" in words_of(mail)
        html = mail.get_body("html").get_content()
        assert "4 days, until Sun 8 Mar 2026, 12:00 UTC, when the round ends." in html
    assert [event.start for _, event in entries(mails).values()] == [ROUND_ENDS] * 2
    (_, event), *_ = entries(mails).values()
    ends = f"when round 1 of the {NAME} tournament ends."
    assert event["DESCRIPTION"] == f"The game ends on Sun 8 Mar 2026, 12:00 UTC, {ends}"
    with week.database.work() as work:
        _, lines = work.boards.lines("trailblazer", ["alice"], "active", viewer=SERVER)
        assert {line.deadline for line in lines} == {ROUND_ENDS}


def test_a_reminder_comes_a_day_before_the_end_of_the_round(week):
    """Once, and not in a turn that begins on the last day."""
    tick(week)
    week.clock.forward(days=5)
    _move(week)
    week.mails()
    assert all("Reminder: " in words_of(mail) for mail in tick(week, days=1))
    _move(week)
    week.mails()
    assert not tick(week, hours=1)


def test_programs_hear_of_no_reminder_after_the_end_of_the_round(week):
    """A turn that begins on the last day has none."""
    for name in ("alice", "bob", "carol"):
        week.say(f"change format {name} {PLAYERS[name][0]} json")
    tick(week)
    week.clock.forward(days=6, hours=2)
    _move(week)
    clocks = [data_of(mail)["boards"][0]["clock"] for mail in week.mails()]
    assert {clock["reminder"] for clock in clocks} == {None}
    assert {clock["deadline"] for clock in clocks} == {"2026-03-08T12:00:00Z"}


def test_a_round_gets_the_time_back_that_the_server_was_down(week):
    """Its boards have the same later end as the round."""
    tick(week)
    week.clock.forward(days=1)
    with week.database.work() as work:
        work.clocks.heartbeat(week.clock.now(), timedelta(hours=1))
        ends = work.tournaments.find(NAME).tournament.open_round.ends
        board = work.boards.find("trailblazer", 101)
    assert ends == ROUND_ENDS + timedelta(days=1)
    assert board.tournament.ends == ends


def test_a_cancelled_tournament_has_no_rounds(week):
    """Its games go on with the time for each move."""
    tick(week)
    with week.database.work() as work:
        stored = work.tournaments.lock(NAME)
        work.tournaments.add_event(stored, Cancel(), week.clock.now())
        assert work.boards.find("trailblazer", 101).deadlines.round_ends is None


def _move(site):
    """Has the player to move on board 101 make a move."""
    move, *_ = site.say("trailblazer legal 101").data["moves"]
    board = site.say("trailblazer show 101").data
    mover = board["players"][board["to_move"]]
    assert site.say(f"trailblazer move 101 {mover} {PLAYERS[mover][0]} {move}").ok

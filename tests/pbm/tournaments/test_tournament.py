"""Terms, events and states of tournaments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.clock import DAY
from pbm.errors import IllegalError, ParseError, UserError
from pbm.tournaments.events import (
    DISQUALIFIED,
    Begin,
    BeginRound,
    Cancel,
    End,
    Enter,
    Leave,
    Pairing,
    Reopen,
    Result,
    Withdraw,
    read_event,
    write_event,
)
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_steps import due, missing, next_event, startable
from pbm.tournaments.tournament_terms import KNOCK_OUT, ROUND_ROBIN, SWISS, TournamentTerms
from tests.support.tournaments import LEAVERS, NOON, Chance, joined, play, terms

IDS = st.integers(1, 10**6)
WORDS = st.from_regex(r"[a-z]+( [a-z]+)?", fullmatch=True)
PAIRINGS = st.builds(Pairing, st.lists(IDS, min_size=1, max_size=3).map(tuple), st.integers(0, 40))
TIMES = st.datetimes(timezones=st.just(NOON.tzinfo))
EVENTS = st.one_of(
    st.builds(Enter, IDS),
    st.builds(Leave, IDS),
    st.builds(Begin, IDS, st.lists(IDS, max_size=5).map(tuple)),
    st.builds(BeginRound, IDS, TIMES, TIMES, st.lists(PAIRINGS, max_size=5).map(tuple)),
    st.builds(Result, IDS, IDS, st.lists(IDS, min_size=2, max_size=3).map(tuple), WORDS),
    st.builds(Reopen, IDS, IDS),
    st.builds(Withdraw, IDS, WORDS),
    st.just(End()),
    st.just(Cancel()),
)
ROUND = BeginRound(1, NOON, NOON + DAY, (Pairing((1, 2)), Pairing((3, 4))))


@given(EVENTS)
def test_events_are_read_as_they_were_written(event):
    """Each event is one line, and reading is the inverse of writing."""
    line = write_event(event)
    assert "\n" not in line
    assert read_event(line) == event


def test_lines_that_are_no_events_are_refused():
    """Unknown words, missing parts and what isn't a number."""
    for line in ("", "enter", "enter x", "enter 1 2", "round 1", "result 1 1 a why", "stop"):
        with pytest.raises(ParseError, match="isn't a valid tournament event"):
            read_event(line)


def test_terms_are_read_as_they_were_written():
    """All of them, also defaults, are in the stored form."""
    words = (
        "--game=Knight-Panic",
        "--kind=Swiss",
        "--from=2026-12-01T12:00",
        "--options=-size=5 --forfeittime=7",
        "--rounds=3",
        "--unfinished=zero",
        "--min-players=5",
    )
    found = TournamentTerms.from_words(words)
    assert (found.game, found.kind, found.begins) == ("knightpanic", SWISS, NOON)
    assert (found.options, found.unfinished) == ("-size=5 --forfeittime=7", "zero")
    assert "--days=60" in found.write()
    assert TournamentTerms.read(found.write()) == found


REFUSED = {
    "--kind=swiss": "needs --game and --from",
    "--kind=swis": 'Did you mean "swiss"',
    "--game=chess": "no game",
    "--from=soon": "isn't a valid date",
    "--kind=groups-of-three {}": "games with 3 players, but knightpanic has 2",
    "--kind=knock-out --rounds=2 {}": "not knock-out",
    "--kind=swiss --promoted=2 {}": "not swiss",
    "--kind=round-robin --group=5 --promoted=3 {}": "--promoted=2",
    "--kind=swiss --min-players=9 --max-players=8 {}": "must be from 2 to 8",
    "--kind=swiss --days=1 {}": r"--days=1 is out of range \(7 to 730\)",
    "--kind=swiss --length=9 {}": "has no option",
}


def test_terms_that_contradict_each_other_are_refused():
    """Each with what is wrong, or how to do it right."""
    for line, said in REFUSED.items():
        words = line.format("--game=knightpanic --from=2026-12-01").split()
        with pytest.raises(UserError, match=said):
            TournamentTerms.from_words(words)


def test_events_that_the_state_forbids_are_refused():
    """Each raises an error in each state that doesn't allow it."""
    opened = joined(terms(SWISS, max_players=4), (1, 2, 3))
    running = opened.add(Enter(4)).add(Begin(0, (1, 2, 3, 4)))
    playing = running.add(ROUND)
    bad_rounds = (
        BeginRound(1, NOON, NOON, tuple(map(Pairing, pairings)))
        for pairings in ((), ((1, 1),), ((1, 2, 3),), ((1, 9),), ((3,), (1, 2)))
    )
    refused = (
        (opened, Enter(1), Leave(9), Begin(0, (1, 2)), Begin(0, (1, 2, 2)), ROUND, End()),
        (opened.add(Enter(4)), Enter(5)),
        (joined(terms(SWISS), (1,)), Begin(0, (1,))),
        (running, Enter(5), Leave(1), Withdraw(9, ""), Result(1, 1, (1, 2), ""), *bad_rounds),
        (running.add(Withdraw(1, "ill")), ROUND, Withdraw(1, "ill")),
        (playing, ROUND, BeginRound(2, NOON, NOON, ROUND.pairings), End()),
        (playing, Result(2, 1, (1, 2), ""), Result(1, 3, (1, 2), "")),
        (playing, Reopen(2, 1), Reopen(1, 3)),
        (playing, *(Result(1, 1, places, "") for places in ((1, 3), (0, 1), (1, 2, 3)))),
        (playing.add(Cancel()), Cancel(), End(), Withdraw(1, ""), Enter(9)),
    )
    for tournament, *events in refused:
        for event in events:
            with pytest.raises(UserError):
                tournament.add(event)


def test_a_later_result_replaces_one_while_the_round_is_open():
    """The admin's decision counts, and a game can go on, until the next round has begun."""
    tournament = joined(terms(SWISS), (1, 2, 3, 4)).add(Begin(0, (1, 2, 3, 4))).add(ROUND)
    for result in (Result(1, 1, (1, 2), "played"), Result(1, 2, (2, 1), "played")):
        tournament = tournament.add(result)
    decided = Result(1, 1, (2, 1), "adjudicated")
    tournament = tournament.add(decided)
    assert tournament.rounds[0].results[1] == decided
    assert tournament.add(Reopen(1, 1)).rounds[0].open_games == (1,)
    tournament = tournament.add(BeginRound(2, NOON, NOON + DAY, (Pairing((1, 3)),)))
    with pytest.raises(UserError, match="Round 1 isn't in progress"):
        tournament.add(decided)


@given(st.integers(0, 999), st.integers(2, 20), st.sampled_from([ROUND_ROBIN, KNOCK_OUT]))
@settings(max_examples=12)
def test_a_replay_leads_to_the_same_state(seed, count, kind):
    """The log of any tournament, read again, gives the tournament to which its events led."""
    begun = joined(terms(kind, group=5, promoted=2), range(1, count + 1))
    played = play(begun, Chance(seed, withdrawing=LEAVERS))
    assert played.status == "ended"
    assert Tournament.replay(played.terms, played.lines()) == played


def test_the_beginning():
    """It begins at its time, seeded by rating; with too few players it is cancelled."""
    tournament = joined(terms(SWISS, min_players=3), (1, 2))
    assert due(tournament) == NOON
    assert next_event(tournament, NOON - DAY, {}, 7) is None
    assert isinstance(next_event(tournament, NOON, {}, 7), Cancel)
    begin = next_event(tournament.add(Enter(3)).add(Enter(4)), NOON, {2: 1300, 3: 1500}, 7)
    assert begin.players[:2] == (3, 2)
    assert set(begin.players) == {1, 2, 3, 4}
    assert [
        missing(joined(terms(SWISS, min_players=3, robots=level), (1,))) for level in (0, 4)
    ] == [
        0,
        2,
    ]


def test_games_that_may_start():
    """In the order of the round, and at most so many at a time for a player."""
    tournament = joined(terms(ROUND_ROBIN, games=1), (1, 2, 3)).add(Begin(0, (1, 2, 3)))
    assert startable(tournament, ()) == []
    tournament = tournament.add(next_event(tournament, NOON, {}, 0))
    pairs = [set(pairing.players) for pairing in tournament.rounds[0].pairings]
    assert startable(tournament, ()) == [1]
    assert startable(tournament, {1}) == []
    tournament = tournament.add(Result(1, 1, (1, 2), "played"))
    assert startable(tournament, {1}) == [2]
    (third,) = pairs[1] & pairs[2]
    assert startable(tournament.add(Withdraw(third, "ill")), {1}) == []


def test_who_has_left_may_still_be_disqualified():
    """Once; else whoever is caught would keep their place by leaving first."""
    left = joined(terms(SWISS), (1, 2)).add(Begin(0, (1, 2))).add(Withdraw(1, "withdrawn"))
    with pytest.raises(IllegalError):
        left.add(Withdraw(1, "banned"))
    out = left.add(Withdraw(1, DISQUALIFIED))
    assert out.withdrawn == {1: DISQUALIFIED}
    with pytest.raises(IllegalError):
        out.add(Withdraw(1, DISQUALIFIED))

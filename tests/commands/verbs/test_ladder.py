"""The ladder of a game, through the whole server."""

from dataclasses import replace
from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from pbm import games
from tests.support.site import PLAYERS, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
LADDER = "trailblazer ladder"


@pytest.fixture
def players(site):
    """A server with three players on the ladder of Trailblazer."""
    site.sign_up("alice", "bob", "carol")
    for who in (ALICE, BOB, CAROL):
        assert site.say(f"{LADDER} join {who}").ok
    return site


def said(answer):
    return " ".join(rendering.text(answer.content).split())


def places(site):
    return [row["userid"] for row in site.say(LADDER).data["ladder"]]


def challenge(site, challenger, other):
    """Challenges by mail; returns the mails about the board."""
    line = f"trailblazer challenge -ladder {challenger} {other}"
    return site.mail(PLAYERS[challenger][1], line)


def lose(site, number, userid):
    """Resigns both games of a pair, of which the first has this number; returns the mails."""
    return [*resign(site, number, userid), *resign(site, number + 1, userid)]


def told(mails):
    return " ".join(words_of(mail) for mail in mails)


def resign(site, number, userid):
    """Resigns at once, or as soon as it is the player's turn."""
    site.say(f"trailblazer resign {number} {userid} {PLAYERS[userid][0]}")
    board = site.say(f"trailblazer show {number}").data
    if board["winners"] is None:
        mover = board["players"][board["to_move"]]
        move = "right" if board["to_move"] == 0 else "up"
        site.say(f"trailblazer move {number} {mover} {PLAYERS[mover][0]} {move}")
    return site.mails()


def test_the_next_step_on_the_ladder(players):
    """To join, with a link by mail, or to challenge the next player above; none at the top."""
    assert players.say(f"{LADDER} leave {BOB}").ok
    (mail,) = players.mail(PLAYERS["bob"][1], LADDER)
    html = mail.get_body(("html",)).get_content()
    assert "subject=trailblazer%20ladder%20join%20bob%20-&" in html
    (mail,) = players.mail(PLAYERS["alice"][1], LADDER)
    assert "-ladder" not in words_of(mail)
    assert "Players below you can challenge you." in words_of(mail)
    assert "challenge -ladder bob carol" in said(players.say(f"{LADDER} join {BOB}"))


def test_the_next_step_is_a_challenge_that_is_possible(players):
    """Not while a challenge is running; afterward, of the players who were not met lately."""

    def step():
        (mail,) = players.mail(PLAYERS["carol"][1], LADDER)
        return [who for who in ("alice", "bob") if f"-ladder carol {who}" in words_of(mail)]

    assert step() == ["bob"]
    challenge(players, "carol", "bob")
    assert step() == []
    resign(players, 101, "carol")
    resign(players, 102, "carol")
    assert step() == ["alice"]


def test_who_beats_a_higher_player_takes_that_place(players):
    """The mails of the boards tell that they are for the ladder, and who rises."""
    mails = challenge(players, "carol", "alice")
    text = words_of(mails[0])
    assert "ladder game, one of a pair, so it can't be called off" in text
    assert "Time used (of 30 days each)" in text
    assert "two games with the seats swapped, a ladder game, rated." in text
    assert "Your places on the ladder also depend on board 102" in told(
        resign(players, 101, "alice")
    )
    assert places(players) == ["alice", "bob", "carol"]
    assert "carol is now #1 on the ladder." in told(resign(players, 102, "alice"))
    assert places(players) == ["carol", "alice", "bob"]
    challenge(players, "bob", "carol")
    assert "is now #" not in told(lose(players, 103, "bob"))
    assert places(players) == ["carol", "alice", "bob"]


def test_a_win_in_each_seat_moves_nobody(players):
    """The mail tells why; the two may not meet again at once, but each may meet others."""
    challenge(players, "bob", "alice")
    boards = [players.say(f"trailblazer show {number}").data for number in (101, 102)]
    assert [board["players"] for board in boards] == [["bob", "alice"], ["alice", "bob"]]
    resign(players, 101, "bob")
    equal = (
        "You and your opponent have the same number of points on boards 101 and 102, so your places"
    )
    assert equal in told(resign(players, 102, "alice"))
    assert places(players) == ["alice", "bob", "carol"]
    assert "on board 10" in words_of(challenge(players, "bob", "alice")[0])
    assert players.say("trailblazer challenge -ladder carol alice").ok


def test_signing_off_loses_both_games(players):
    """Even before a move, as resigning does."""
    challenge(players, "carol", "alice")
    assert players.say(f"signoff {ALICE} yes").ok
    assert places(players) == ["carol", "bob"]


def test_a_pair_of_which_one_board_is_removed_moves_nobody(players):
    """One seat alone would decide."""
    challenge(players, "carol", "alice")
    with players.database.work() as work:
        board = work.boards.lock("trailblazer", 101)
        work.boards.save(board, replace(board, removed="by mistake"), players.clock.now())
    resign(players, 102, "alice")
    assert places(players) == ["alice", "bob", "carol"]


def test_single_games_have_balanced_seats(players, monkeypatch):
    """Where the start isn't solved, the one who was first less often on this ladder is first."""
    monkeypatch.setattr(games.find("trailblazer"), "paired", False)
    assert "two games" not in said(players.say(LADDER))
    first = []
    for number, (lower, higher) in enumerate((("carol", "alice"), ("bob", "alice")), 101):
        challenge(players, lower, higher)
        first.append(players.say(f"trailblazer show {number}").data["players"][0])
        resign(players, number, lower)
    assert first.count("alice") == 1
    assert places(players) == ["alice", "bob", "carol"]


def test_what_the_ladder_refuses(players):
    """Challenges downwards, of others, a second one, other options, and games of three."""
    challenge(players, "bob", "alice")
    alice, bob = PLAYERS["alice"][1], PLAYERS["bob"][1]
    for sender, line, why in (
        (alice, "trailblazer challenge -ladder alice bob", "up to 3 places above you"),
        (bob, "trailblazer challenge -ladder bob alice", "You're already playing a ladder game"),
        (
            bob,
            "trailblazer challenge -ladder -size=5 bob alice",
            "Leave out all options except -ladder",
        ),
        (
            bob,
            "trailblazer challenge -ladder -pair bob alice",
            "can't have -hints, -pair or -private",
        ),
        (bob, "knightpanic challenge -ladder bob alice", "up to 3 places above you"),
        (bob, "madknights challenge -ladder bob alice carol", "Mad Knights has no ladder"),
    ):
        (answer,) = players.mail(sender, line)
        assert why in words_of(answer)
    for line, why in (
        (f"{LADDER} join {BOB}", "bob is already #2 on the Trailblazer ladder"),
        (f"knightpanic ladder leave {BOB}", "bob isn't on the Knight Panic ladder"),
        (f"madknights ladder join {BOB}", "Mad Knights has no ladder"),
        ("trailblazer challenge -ladder bob alice", "You're already playing a ladder game"),
    ):
        assert why in said(players.say(line))
    assert places(players) == ["alice", "bob", "carol"]


def test_who_doesnt_play_sinks(players):
    """A place each month, at the tick; leaving and signing off close the gap."""
    players.clock.forward(days=29)
    challenge(players, "carol", "bob")
    lose(players, 101, "carol")
    players.clock.forward(days=1)
    watcher = ClockWatcher(players.database, players.services, players.mailer, timedelta(days=9999))
    watcher.tick()
    assert places(players) == ["bob", "alice", "carol"]
    assert players.say(f"{LADDER} leave {ALICE}").ok
    assert places(players) == ["bob", "carol"]
    assert players.say(f"mydata {CAROL}").data["ladders"] == {"trailblazer": 2}
    assert players.say(f"signoff {BOB}").ok
    assert places(players) == ["carol"]


def test_hidden_players_keep_their_places(players):
    """Who isn't seen by the reader is left out of the list, and the others keep their numbers."""
    assert players.say(f"change visibility {BOB} private").ok
    (mail,) = players.mail("stranger@example.net", LADDER)
    text = text_of(mail)
    assert "bob" not in text
    assert "    3  carol" in text


def test_nobody_keeps_a_place_by_refusing(players):
    """Neither rejecting all nor a limit holds on the ladder; blocks do. Rematches aren't for it."""
    assert players.say(f"trailblazer reject {ALICE}").ok
    assert players.say(f"trailblazer limit {ALICE} 0").ok
    challenge(players, "bob", "alice")
    lose(players, 101, "alice")
    assert places(players) == ["bob", "alice", "carol"]
    assert players.say(f"trailblazer limit {ALICE}").ok
    assert players.say(f"trailblazer accept {ALICE}").ok
    players.mails()
    assert players.say(f"trailblazer rematch 101 {BOB}").ok
    mails = players.mails()
    assert mails
    assert all("started a rematch of board 101: alice is" in words_of(mail) for mail in mails)
    assert "-ladder" not in said(players.say("trailblazer show 103"))
    assert players.say(f"block {ALICE} carol").ok
    players.mails()
    (answer,) = challenge(players, "carol", "alice")
    assert "alice doesn't accept challenges from carol" in " ".join(text_of(answer).split())

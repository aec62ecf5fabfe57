"""Tournaments on a server: their boards, and what the clocks do about them."""

import re
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import count

from structlog.testing import capture_logs

from commands.boards.board_changes import has_left
from commands.boards.tournaments.tournaments import enter, find_tournament, leave, record_result
from commands.cli.database.database_checks import storage_damage
from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.tournaments.tournament_worker import TICK_SECONDS, TournamentWorker
from pbm.solver.prover import Prover
from pbm.tournaments.tournament_terms import TournamentTerms
from storage.boards.competitions.tournaments import TournamentRepository
from tests.support.site import NOON, PLAYERS, said, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
NAME = "winter-2026"


def make(site, *words, name=NAME, players=("alice", "bob", "carol")):
    """Makes a round robin of Trailblazer that begins now, with these entries."""
    usual = f"--game=trailblazer --kind=round-robin --from={NOON:%Y-%m-%d} --min-players=2"
    usual += " --options=-size=7"  # without a pair of games
    chosen = dict(word.split("=", 1) for word in (*usual.split(), *words))
    terms = TournamentTerms.from_words(map("=".join, chosen.items()))
    with site.database.work() as work:
        context = site.services.server_context(work)
        stored = work.tournaments.add(name, terms, site.clock.now())
        for userid in players:
            stored = enter(context, stored, context.player(userid))


def change(site, act):
    """Has `act` change the locked tournament."""
    with site.database.work() as work:
        context = site.services.server_context(work)
        act(context, find_tournament(context, NAME, lock=True))


def tick(site, **time):
    """Runs the clocks, after some time; returns the mails that this causes."""
    site.clock.forward(**time)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=9999)).tick()
    return site.mails()


def found(site, name=NAME):
    with site.database.work() as work:
        return work.tournaments.find(name).tournament


def results(site):
    """Returns the places and the reason of each result of the last round, by its game."""
    return {
        game: (result.places, result.why)
        for game, result in sorted(found(site).rounds[-1].results.items())
    }


def boards(site):
    """Returns the numbers of the boards of all rounds, by round and game."""
    with site.database.work() as work:
        return work.tournament_boards.numbers(work.tournaments.find(NAME))


def resign(site, number):
    """Has the player to move resign."""
    board = site.say(f"trailblazer show {number}").data
    mover = board["players"][board["to_move"]]
    assert site.say(f"trailblazer resign {number} {mover} {PLAYERS[mover][0]}").ok


def move(site, number, *moves):
    for text in moves:
        board = site.say(f"trailblazer show {number}").data
        mover = board["players"][board["to_move"]]
        assert site.say(f"trailblazer move {number} {mover} {PLAYERS[mover][0]} {text}").ok


def test_a_tournament_from_its_beginning_to_its_end(players):
    """All games of the round begin at once; each end is a result; the last one ends it."""
    make(players)
    mails = tick(players)
    assert found(players).status == "running"
    assert boards(players) == {(1, 1): 101, (1, 2): 102, (1, 3): 103}
    begun = next(mail for mail in mails if "Board 101" in mail["Subject"])
    assert "This is a tournament game, so it can't be called off" in words_of(begun)
    shown = players.say("trailblazer show 102")
    ends = (NOON + timedelta(days=60)).isoformat()
    assert shown.data["tournament"] == {"name": NAME, "round": 1, "number": 2, "ends": ends}
    assert f"Round 1 of the\n{NAME} tournament ends on" in said(shown)
    for number in (101, 102, 103):
        resign(players, number)
    assert results(players) == dict.fromkeys((1, 2, 3), ((2, 1), "played"))
    tick(players)
    assert found(players).status == "ended"
    with players.database.work() as work:
        assert work.tournaments.due(NOON + timedelta(days=999)) == []


def test_at_most_some_games_of_a_player_run_at_once(players):
    """The next one begins when one has ended; the round's mail names both."""
    make(players, "--games=1")
    mails = tick(players)
    both = [text_of(mail) for mail in mails if re.search(r"(?m)^  101 [^$]*^later", text_of(mail))]
    assert (len(both), len(mails)) == (2, 5)
    assert len(boards(players)) == 1
    for number in (101, 102):
        resign(players, number)
        tick(players)
    assert len(boards(players)) == 3


def test_boards_of_tournaments_are_played_by_the_tournaments_rules(players):
    """Nobody declines them, has a rematch, or gets hints."""
    make(players, "--options=-unrated")
    tick(players)
    (mover,) = (
        line
        for name, line in (("alice", ALICE), ("bob", BOB), ("carol", CAROL))
        if players.say("trailblazer show 101").data["players"][0] == name
    )
    for word in ("hint", "rematch"):
        answer = players.say(f"trailblazer {word} 101 {mover}")
        assert not answer.ok
        assert f"Board 101 is part of round 1 of the {NAME} tournament" in said(answer)
    assert players.say(f"trailblazer resign 101 {mover}").ok
    assert players.say("trailblazer show 101").data["winners"] == [1]


def test_whoever_is_gone_loses_their_open_games(players):
    """By withdrawing, a ban or signing off: with a board or before the game has one."""
    make(players, "--games=1")
    tick(players)
    first, second = players.say("trailblazer show 101").data["players"]
    change(players, lambda context, stored: leave(context, stored, context.player(first)))
    told = " ".join(words_of(mail) for mail in tick(players))
    assert f"{first} has left the tournament." in told
    withdrawn = found(players).withdrawn
    assert list(withdrawn.values()) == ["withdrawn"]
    assert [why for _, why in results(players).values()] == ["withdrawn"] * 2
    for pairing, result in found(players).rounds[0].finished():
        gone = [player in withdrawn for player in pairing.players]
        assert list(result.places) == [2 if left else 1 for left in gone]
    assert players.say(f"signoff {second} {PLAYERS[second][0]} yes").ok
    tick(players)
    assert found(players).status == "ended"
    assert sorted(found(players).withdrawn.values()) == ["signed off", "withdrawn"]
    assert [why for _, why in results(players).values()] == ["withdrawn"] * 3


def test_games_that_are_open_at_the_rounds_end(players):
    """A proof decides, and where there is none the announced rule, which rates nothing."""
    make(players, "--unfinished=zero", "--days=7", "--options=-size=12")
    tick(players)
    move(players, 101, *players.say("trailblazer legal 101").data["moves"][:1])
    move(players, 101, *players.say("trailblazer legal 101").data["moves"][:1])
    mails = tick(players, days=7)
    assert results(players) == dict.fromkeys((1, 2, 3), ((0, 0), "unfinished"))
    told = " ".join(words_of(mail) for mail in mails)
    over = f"The time for round 1 of the {NAME} tournament is up."
    assert f"{over} Nobody gets points for this game." in told
    assert players.say("trailblazer show 101").data["winners"] == []
    assert "ratings" not in players.say("trailblazer show 101").data
    assert found(players).status == "ended"


def test_a_proof_decides_what_is_open_at_the_rounds_end(players):
    """As the first player of this small board loses."""
    make(players, "--days=7", "--options=-size=3")
    tick(players)
    with players.database.work() as work:
        value = Prover().prove(work.boards.find("trailblazer", 101).match).value.result.value
    places = {"won": (1, 2), "lost": (2, 1), "drawn": (1, 1)}[value]
    tick(players, days=7)
    assert results(players) == dict.fromkeys((1, 2, 3), (places, "adjudicated"))


def test_too_few_players(players):
    """Robots of the nearest levels fill the last seats if the terms say so; else it's cancelled."""
    make(players, "--min-players=4")
    mails = tick(players)
    assert found(players).status == "cancelled"
    assert len(mails) == 3
    make(players, "--min-players=6", "--robots=10", name="robots")
    tick(players)
    entries = found(players, "robots").players
    with players.database.work() as work:
        robots = work.players.by_ids(entries)
    assert {player.userid for player in robots if player.robot} == {
        f"robot-level{level}" for level in (8, 9, 10)
    }


def test_a_tournament_that_fails_doesnt_disturb_others(players, monkeypatch):
    """It is tried again after an hour."""
    make(players, name="broken", players=["alice"])
    make(players)
    unbroken = TournamentRepository.lock

    def lock(repository, name):
        if name == "broken":
            raise ValueError("broken")
        return unbroken(repository, name)

    monkeypatch.setattr(TournamentRepository, "lock", lock)
    with capture_logs() as logs:
        tick(players)
        tick(players, minutes=59)
    assert found(players).status == "running"
    assert [line["name"] for line in logs if line["log_level"] == "error"] == ["broken"]
    monkeypatch.undo()
    tick(players, minutes=1)
    assert found(players, "broken").status == "cancelled"


def test_a_frozen_board_counts_as_unfinished(players):
    """As one whose log is damaged: the others aren't held up."""
    make(players, "--days=7", "--options=-size=12")
    tick(players)
    with players.database.engine.begin() as connection:
        connection.exec_driver_sql("update board set checksum = 'x' where number = 102")
    tick(players, days=7)
    places = {game: why for game, (_, why) in results(players).items()}
    assert places == dict.fromkeys((1, 2, 3), "unfinished")
    assert found(players).status == "ended"


def test_a_frozen_board_is_no_draw_for_who_leaves(players):
    """Whoever leaves the tournament loses it as other open games."""
    make(players, players=("alice", "bob"))
    tick(players)
    with players.database.engine.begin() as connection:
        connection.exec_driver_sql("update board set checksum = 'x'")
    change(players, lambda context, stored: leave(context, stored, context.player("alice")))
    tick(players)
    ((places, why),) = results(players).values()
    loser = found(players).rounds[0].pairings[0].players[places.index(2)]
    assert (sorted(places), why, loser in found(players).withdrawn) == ([1, 2], "withdrawn", True)


def test_a_full_tournament_offers_no_line_that_joins_it(players):
    """Neither in the list nor beside its table, until somebody leaves."""
    make(players, "--from=2026-03-20", "--max-players=3")
    for line in ("tournaments", f"tournament {NAME}"):
        assert " join " not in said(players.say(line))
    assert players.say(f"tournament {NAME} leave {ALICE}").ok
    assert f"tournament {NAME} join USERID -" in said(players.say("tournaments"))


def test_long_lists_come_in_pages(players):
    """The newest tournaments come first, and each page tells the command for the next one."""
    for number in range(1, 23):
        make(players, name=f"t{number}", players=())
    first, second = players.say("tournaments"), players.say("tournaments 2")
    assert "Page 1 of 2. For the next page, send: tournaments 2" in said(first)
    names = [each["tournament"] for page in (first, second) for each in page.data["tournaments"]]
    assert names == [f"t{number}" for number in range(22, 0, -1)]
    assert len(second.data["tournaments"]) == 2


def test_a_game_in_which_both_have_moved_was_played(players):
    """Whoever leaves the tournament then: FIDE's rules for the next pairings ask for that."""
    make(players, players=("alice", "bob"))
    tick(players)
    for _ in range(2):
        move(players, 101, *players.say("trailblazer legal 101").data["moves"][:1])
    change(players, lambda context, stored: leave(context, stored, context.player("bob")))
    tick(players)
    ((places, why),) = results(players).values()
    assert (sorted(places), why) == ([1, 2], "played")


def test_the_time_that_the_server_was_down_is_given_back_to_a_round(players):
    """It is shown, and forgotten where only the clock was wrong."""
    make(players, "--days=10")
    watcher = ClockWatcher(players.database, players.services, players.mailer, timedelta(days=1))
    watcher.tick()
    ends = found(players).rounds[0].ends
    players.clock.forward(days=20)
    watcher.tick()
    assert found(players).status == "running"
    assert found(players).rounds[0].ends == ends + timedelta(days=20)
    players.clock.forward(days=-19)
    watcher.tick()
    assert found(players).rounds[0].ends == ends + timedelta(days=1)
    for _ in range(10):
        players.clock.forward(days=1)
        watcher.tick()
    assert found(players).status == "ended"


def test_a_tournament_that_cant_be_replayed_hides_no_others(players):
    """As its terms can't be read: others are listed, go on, and can be left."""
    make(players, name="broken")
    make(players)
    with players.database.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE tournament SET terms = replace(terms, '--days', '--gone') WHERE name = 'broken'"
        )
    with capture_logs():
        tick(players)
        assert found(players).status == "running"
        listed = players.say("tournaments").data["tournaments"]
        assert [each["tournament"] for each in listed] == [NAME]
        assert players.say(f"signoff {ALICE} yes").ok


def test_a_tournament_that_ended_meanwhile_keeps_nobody_from_signing_off(players, monkeypatch):
    """On another node it may end after it was found, and before it is locked."""
    make(players)
    with players.database.work() as work:
        running = work.tournaments.all()
    tick(players)
    for number in boards(players).values():
        resign(players, number)
    tick(players)
    assert found(players).status == "ended"
    monkeypatch.setattr(TournamentRepository, "entered_by", lambda *_: running)
    assert players.say(f"signoff {ALICE} yes").ok


def test_a_tournament_begins_in_time(players):
    """At its moment, however short before that it was looked at."""
    make(players, f"--from={NOON:%Y-%m}-02")
    tick(players, hours=11, minutes=30)
    assert found(players).status == "open"
    tick(players, minutes=30)
    assert found(players).status == "running"


def test_boards_of_earlier_rounds_change_nothing(players):
    """An admin may take such a game back all the same."""
    make(players, "--kind=knock-out")
    tick(players)
    resign(players, 101)
    resign(players, 102)
    tick(players)
    before = found(players)
    assert len(before.rounds) == 2
    with players.database.work() as work:
        context = players.services.server_context(work)
        board = work.boards.lock("trailblazer", 101)
        after = board.decide("rollback 0", context.now(), "admin")
        record_result(context, board, work.boards.save(board, after, context.now()))
    assert found(players) == before


def test_players_are_told_why_a_tied_pairing_has_a_winner(players):
    """The mover of each game resigns, so the pairing is tied. The third player has a bye."""
    make(players, "--kind=knock-out")
    told = " ".join(map(words_of, tick(players)))
    assert told.count("You have a bye: you advance without playing.") == 1
    assert told.count("Players, highest seed first: ") == 3
    for round, boards in enumerate(((101, 102), (103, 104)), 1):
        for board in boards:
            resign(players, board)
        told = " ".join(map(words_of, tick(players)))
        tied = rf"You and \w+ were tied on points in round {round}, so"
        won = r"won the pairing as the higher seed\."
        assert len(re.findall(rf"{tied} you {won}", told)) == 1
        assert len(re.findall(rf"{tied} (alice|bob|carol) {won}", told)) == 1


def test_a_game_that_ends_while_its_proof_is_looked_for(players, monkeypatch):
    """It is the player's end that counts."""
    make(players, "--days=7", "--options=-size=12", players=("alice", "bob"))
    tick(players)
    monkeypatch.setattr(
        TournamentWorker, "proved_places", lambda *given: resign(players, given[2]) or {}
    )
    tick(players, days=7)
    assert results(players) == {1: ((2, 1), "played")}


def test_a_tick_takes_bounded_time(players):
    """Each tournament takes a step at least, and the next tick goes on."""
    names = NAME, "spring-2026"
    for name in names:
        make(players, "--days=7", "--options=-size=12", name=name)
    seconds = partial(next, count(step=TICK_SECONDS))
    worker = TournamentWorker(players.database, players.services, players.mailer, seconds=seconds)
    for days, taken in ((0, 1), (0, 1), (0, 0), (7, 1), (0, 1), (0, 1), (0, 1), (0, 0)):
        before = [len(found(players, name).events) for name in names]
        players.clock.forward(days=days)
        worker.run(players.clock.now())
        assert [len(found(players, name).events) for name in names] == [
            events + taken for events in before
        ]
    assert [found(players, name).status for name in names] == ["ended"] * 2


def test_a_log_is_read_as_far_as_it_is_committed(players):
    """An event that was rolled back is forgotten, as is one that the database lost."""
    make(players)
    for lost in (False, True):
        before = found(players)
        with suppress(KeyError), players.database.work() as work:
            context = players.services.server_context(work)
            leave(context, work.tournaments.lock(NAME), context.player("alice"))
            assert len(work.tournaments.find(NAME).tournament.players) == 2
            if not lost:
                raise KeyError
        assert len(found(players).players) == (2 if lost else 3)
        with players.database.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM tournament_event WHERE line LIKE 'leave%'")
        assert found(players) == before


def test_verify_finds_what_no_rules_lead_to(players):
    """Logs that can't be replayed or lead elsewhere, and games of the log that don't exist."""

    def problems():
        found = storage_damage(players.database)
        return [problem for where, problem in found if where == f"tournament {NAME}"]

    make(players)
    tick(players)
    for number in (101, 102, 103):
        resign(players, number)
    tick(players)
    assert problems() == []
    for change, problem in (
        ("tournament SET status = 'open'", "the log leads to a different status"),
        ("tournament_board SET game = 9 WHERE game = 2", "the log has no game 9 of round 1"),
        (
            "tournament_board SET round = 2 WHERE game = 3",
            "board of game 3 in round 1 doesn't exist",
        ),
        ("tournament_event SET number = 99 WHERE line = 'end'", "an event is missing from the log"),
        ("tournament_event SET line = replace(line, 'result 1 3', 'result 1 9')", "no game 9"),
    ):
        with players.database.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE {change}")
        assert problem in "\n".join(problems())


def test_who_has_left_a_game_of_three_is_behind_the_others(players):
    """Also where an admin takes that back, or the others don't finish it in time."""
    terms = "--game=madknights --kind=groups-of-three --days=7 --min-players=3 --rounds=1"
    make(players, *terms.split())
    tick(players)
    shown = players.say("madknights show 101").data
    last = shown["players"][2]
    change(players, lambda context, stored: leave(context, stored, context.player(last)))
    for _ in range(2):
        tick(players)
        assert results(players) == {}
        with players.database.work() as work:
            context = players.services.server_context(work)
            board = work.boards.lock("madknights", 101)
            assert has_left(board, 2)
            after = board.decide("rollback 0", context.now(), "admin")
            assert not has_left(after, 2)
            record_result(context, board, work.boards.save(board, after, context.now()))
    tick(players, days=7)
    assert results(players) == {1: ((1, 1, 3), "unfinished")}

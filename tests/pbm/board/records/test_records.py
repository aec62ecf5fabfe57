"""Records of games: round trips, and refusals of changed ones."""

import copy
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.cli.database.import_records import import_record
from commands.cli.database.record_files import read_file
from pbm.board.records.record import Record, read_record, write_record
from pbm.board.records.record_text import read_any, read_text, write_text
from pbm.board.terms import Terms
from pbm.errors import IllegalError, UserError
from pbm.match.decisions import PROVED, adjudication, closing, places_of
from pbm.match.match import Event, Match
from tests.support.cases import cases
from tests.support.site import NOON, PLAYERS, Site
from tests.support.strategies import ALL, NAMES

every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)
NAMED = ("alice", "bob", "carol")


def played(game, seed=3, plies=12, *, undo=False, leave=False):
    """Returns a match of some random moves, with one undo, and one seat leaving."""
    chance = random.Random(seed)
    match = Match.begin(game, game.resolve(game.options(), seed))
    while match.to_move is not None and match.ply < plies:
        match = match.play(chance.choice(match.legal), NOON, NAMED[match.to_move])
    if undo and match.ply:
        match = match.add(Event("undo", NOON, "bob"))
    if leave and match.to_move is not None:
        match = match.add(Event(f"leave {match.to_move} resigned", NOON, NAMED[match.to_move]))
    return match


def decided(match):
    """Returns the match ended with its round, rolled back by two moves, and adjudicated."""
    places = places_of({0}, len(match.game.seats))
    ended = adjudication(places, "1 2 3: no answer, rollback 1.")
    first = [] if match.outcome else [closing(places, PROVED)]
    for text in [*first, f"rollback {max(0, match.ply - 2)}", ended]:
        match = match.add(Event(text, NOON, "admin"))
    return match


def record_of(match, **terms):
    players = NAMED[: len(match.game.seats)]
    return Record("pbm@example.net", 101, players, match, Terms(**terms), NOON, NOON)


@every_game
@cases("more", [{}, {"undo": True}, {"leave": True}, {"plies": 0}])
def test_a_record_reads_back(game, more):
    """Records with undos, departures and times too short for new boards, from JSON and text."""
    record = record_of(played(game, **more), unrated=True, nagtime=2.5, forfeittime=0.01)
    document = write_record(record)
    assert read_text(write_text(document)) == document
    for form in (json.dumps(document), write_text(document)):
        again = read_any(form)
        assert write_record(again) == document
        assert again.match.checksum == record.match.checksum


@every_game
@cases("more", [{}, {"undo": True}, {"leave": True}, {"plies": 1}])
def test_an_admins_decisions_read_back(game, more):
    """Rolled-back moves and adjudications stand in the log, and play goes on after them."""
    match = decided(played(game, **more))
    resumed = match.add(Event("rollback 0", NOON, "admin"))
    resumed = resumed.play(resumed.legal[-1], NOON, "alice")
    for told in (match, resumed):
        document = write_record(record_of(told))
        for form in (json.dumps(document), write_text(document)):
            again = read_any(form)
            assert write_record(again) == document
            assert again.match == told


@pytest.mark.parametrize("line", ["rollback 9", "rollback -1", "rollback x", "adjudicate 1"])
def test_decisions_that_cannot_be_are_refused(line):
    """A record with such a line isn't read."""
    document = write_record(record_of(played(ALL[0], plies=4)))
    document["header"]["log"].append(f"{NOON.isoformat()} admin {line}")
    with pytest.raises(UserError):
        read_record(document)


@every_game
def test_a_record_has_the_shape_of_abstract_play(game):
    """Game, site, dates, players with results, and rounds with an entry for each seat."""
    document = write_record(record_of(played(game, plies=200)))
    header = document["header"]
    assert header["game"] == {"name": game.title, "variants": header["options"]}
    assert header["site"] == {"name": "pbm@example.net", "gameid": f"{game.name} 101"}
    assert [player["userid"] for player in header["players"]] == list(NAMED[: len(game.seats)])
    assert {"date-start", "date-generated", "unrated"} <= set(header)
    results = [player["result"] for player in header["players"] if "result" in player]
    assert sorted(results) in ([], list(range(len(game.seats))))
    assert ("date-end" in header) == bool(results)
    assert {len(row) for row in document["moves"]} == {len(game.seats)}
    assert set(document) == {"header", "moves"}


def test_results_are_higher_for_better_places(site):
    """The winner of two has 1, the loser 0."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "c7-e3")
    header = site.say("panic record 101").data["header"]
    assert [player["result"] for player in header["players"]] == [1, 0]


def test_a_seat_that_did_not_move_has_null():
    """Rounds have an entry for players who are out."""
    game = next(game for game in ALL if game.name == "madknights")
    match = played(game, plies=6, leave=True)
    while match.to_move is not None and match.ply < 12:
        match = match.play(match.legal[0], NOON, "x")
    last = write_record(record_of(match))["moves"][-1]
    assert None in last


def example(game):
    """Returns the worked example of the help page."""
    typed, moves = game.example
    options = game.read_options(typed.split())
    match = Match.begin(game, game.resolve(options, 3))
    for move in moves:
        match = match.play(move, NOON, NAMED[match.to_move])
    return match


def change(document, path, value):
    changed = copy.deepcopy(document)
    *way, last = path
    place = changed
    for step in way:
        place = place[step]
    place[last] = value
    return changed


@every_game
def test_a_changed_move_is_named(game):
    """An illegal move is named by number, and so is one that the log doesn't have."""
    match = example(game)
    document = write_record(record_of(match))
    place = ("moves", 2 // len(game.seats), match.state.movers[2])
    with pytest.raises(IllegalError, match=r'Move 3, ".*", is illegal: '):
        read_record(change(document, place, "z99-z98"))
    other = next(move for move in match.at(2).legal if move != match.moves[2])
    with pytest.raises(IllegalError, match=r'Move 3, ".*", differs from the move in the log'):
        read_record(change(document, place, other))


@every_game
def test_a_changed_log_is_named(game):
    """An illegal move in the log alone is named by number too."""
    document = write_record(record_of(example(game)))
    line = document["header"]["log"][1].rsplit(" ", 1)[0]
    with pytest.raises(IllegalError, match="Move 2"):
        read_record(change(document, ("header", "log", 1), f"{line} z99-z98"))


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (("header", "players", 0, "result"), 0, "The result in the record doesn't match the log"),
        (("header", "players", 0, "userid"), "mallory", "result"),
        (("header", "date-end"), "2020-01-01T00:00:00+00:00", "date-end"),
        (("header", "rules"), 99, "version 99 of the rules"),
        (("header", "options", 0), "-size=5", "is illegal"),
        (("header", "site", "name"), "elsewhere", "checksum"),
        (("header", "date-generated"), "2020-01-01T00:00:00+00:00", "checksum"),
        (("header", "sha256"), "0" * 64, "checksum"),
        (("header", "more"), "words", "checksum"),
        (("moves",), [], "lists 0 moves"),
    ],
)
def test_any_change_is_found(site, path, value, why):
    """Result, dates, options, names and the checksum itself are checked."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "c7-e3")
    document = site.say("panic record 101").data
    with pytest.raises(UserError, match=why):
        read_record(change(document, path, value))


@given(st.text() | st.text(alphabet='{}[]":,0123 header\nMoves:Log', max_size=200))
@settings(max_examples=100)
def test_any_text_is_refused_at_most(text):
    with pytest.raises(UserError):
        read_any(text)


@given(st.data())
@settings(max_examples=50)
def test_any_json_is_refused_at_most(data):
    """Any JSON value in any place is read or refused."""
    document = write_record(record_of(played(ALL[0], plies=4)))
    paths = [("header", key) for key in document["header"]] + [("moves",), ("moves", 0)]
    value = data.draw(st.none() | st.integers() | st.text() | st.lists(st.text()) | st.just({}))
    path = data.draw(st.sampled_from(paths))
    changed = change(document, path, value)
    if changed != document:
        with pytest.raises(UserError):
            read_record(changed)


@every_game
def test_a_board_is_imported_elsewhere(site, tmp_path, game):
    """Log and used time are the same, the turn starts again; at home records are only compared."""
    names = NAMED[: len(game.seats)]
    site.sign_up(*names)
    site.say(f"{game.name} challenge {' '.join(names)}")
    for _ in range(4):
        data = site.say(f"{game.name} legal 101").data
        site.clock.forward(hours=1)
        site.play(game.name, 101, data["moves"][-1])
    path = tmp_path / "record"
    for form in ("json", "text"):
        said = site.say(f"{game.name} record 101 {form}").content
        path.write_text(said.content)
        with site.database.work() as work:
            assert "identical to board 101" in import_record(
                work, read_file(path), "pbm@example.net", site.clock.now()
            )
        other = Site()
        with other.database.work() as work:
            assert "Nobody is registered here as alice" in import_record(
                work, read_file(path), "other@example.org", other.clock.now()
            )
        other.sign_up(*names)
        other.clock.forward(days=100)
        with other.database.work() as work:
            assert "imported as board 101" in import_record(
                work, read_file(path), "other@example.org", other.clock.now()
            )
        with other.database.work() as work:
            assert "identical to board 101" in import_record(
                work, read_file(path), "other@example.org", other.clock.now()
            )
        with other.database.work() as work, site.database.work() as here:
            kept, original = (each.boards.find(game.name, 101) for each in (work, here))
        assert kept.match.events == original.match.events
        assert kept.clock == replace(original.clock, began=other.clock.now())
        assert kept.players[0].userid == "alice"
        other.close()


def test_a_record_comes_as_an_attachment(site):
    """By mail the record is a file; in the shell it is printed."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    for form, type in (("", "application/json"), ("text", "text/plain")):
        (mail,) = site.mail("alice@example.org", f"panic record 101 {form}")
        (file,) = mail.iter_attachments()
        assert file.get_content_type() == type
        assert file.get_filename().startswith("knightpanic-101.")
        content = file.get_content()
        assert read_any(content if isinstance(content, str) else content.decode())
        assert "pbm import" in mail.get_body(("plain",)).get_content()


def test_passwords_are_in_no_record(site):
    """Passwords and addresses stand in no record."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5")
    content = site.say("panic record 101").content.content
    assert PLAYERS["alice"][0] not in content
    assert "alice@example.org" not in content


def test_a_player_who_signed_off_gets_no_board(site, tmp_path):
    """Nobody can import a board for a player who signed off; robots are always there."""
    site.sign_up("alice", "bob")
    path = tmp_path / "record"
    for number, other in ((101, "bob"), (102, "robot2")):
        site.say(f"panic challenge alice {other}")
        path.write_text(site.say(f"panic record {number} json").content.content)
        here = Site()
        here.sign_up("alice")
        if other == "bob":
            here.sign_up("bob")
            here.say(f"signoff bob {PLAYERS['bob'][0]} yes")
        with here.database.work() as work:
            said = import_record(work, read_file(path), "other@example.org", here.clock.now())
        assert ("Nobody is registered here as bob" in said) == (other == "bob")
        assert ("imported as board 101" in said) == (other == "robot2")
        here.close()

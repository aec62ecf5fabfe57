"""Laws of every game served, whatever its rules."""

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.errors import UserError
from pbm.game import Outcome, legal
from pbm.games import find
from pbm.match.match import Event, Match
from pbm.match.match_state import adjudication, places_of
from pbm.options import kinds, read_options, write_options
from tests.support.strategies import (
    ALL,
    NAMES,
    finished,
    lines,
    near_misses,
    positions,
    resolved,
    typed,
)

NOON = datetime(2024, 2, 29, 12, 0, 0, 250, tzinfo=UTC)
law = settings(max_examples=15)
every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)


@every_game
@law
@given(st.data())
def test_moves_read_back(game, data):
    """A written move reads back as itself, in capitals and among spaces too."""
    position = data.draw(positions(game))
    for move in game.moves(position):
        written = game.write(position, move)
        assert " " not in written
        for text in (written, written.upper(), f"  {written}\t"):
            assert game.read(position, text) == move


@every_game
@law
@given(st.data())
def test_moves_are_written_differently(game, data):
    """No two legal moves share a notation; their order, number and replies never change."""
    position = data.draw(positions(game))
    moves = list(game.moves(position))
    assert game.count(position) == len(moves)
    replies = [game.count(game.play(position, move)) for move in moves]
    assert game.count_replies(position) == sum(replies)
    assert len(set(legal(game, position))) == len(moves)
    assert list(game.moves(position)) == moves


@every_game
@law
@given(st.data())
def test_playing_changes_nothing_before(game, data):
    """A position is the same after a move was played from it, or a seat left it."""
    position = data.draw(positions(game))
    before = hash(position), repr(position)
    for move in game.moves(position):
        game.play(position, move)
    if game.outcome(position) is None:
        game.leave(position, data.draw(st.sampled_from(_remaining(game, position))))
    assert (hash(position), repr(position)) == before


@every_game
@law
@given(st.data())
def test_playing_depends_on_nothing_else(game, data):
    """The same move from the same position gives equal positions with equal hashes."""
    line, moves = data.draw(lines(game))
    again = line[0]
    for move in moves:
        again = game.play(again, move)
    assert (again, hash(again)) == (line[-1], hash(line[-1]))


@every_game
@law
@given(st.data())
def test_trapped_pieces_end_a_game(game, data):
    """A game that goes on has no trapped piece; one that ends by them has some, on the board."""
    for position in data.draw(lines(game))[0]:
        outcome, trapped = game.outcome(position), game.trapped(position)
        pieces = {cell.square for cell in game.diagram(position).pieces()}
        assert set(trapped) <= pieces
        if outcome is None or "left the game" in outcome.reason:
            assert trapped == ()
        elif "move" in outcome.reason or "pinned" in outcome.reason:
            assert trapped


@every_game
@law
@given(st.data())
def test_somebody_moves_or_it_is_over(game, data):
    """Exactly one is true: a seat is to move and has a legal move; the game is over."""
    for position in data.draw(lines(game))[0]:
        _check_turn(game, position)


@every_game
@law
@given(st.data())
def test_moves_are_told(game, data):
    """The text of a move names it, and ends as a sentence does."""
    position = data.draw(positions(game))
    for move in game.moves(position):
        told = game.describe_move(position, move)
        assert game.write(position, move) in told
        assert told.endswith(".")


@every_game
@law
@given(st.data())
def test_any_text_is_read_or_refused(game, data):
    """Reading any text gives a legal move, or a UserError with a message."""
    position = data.draw(positions(game))
    known = [*legal(game, position), *legal(game, game.start(data.draw(resolved(game))))]
    near = st.sampled_from(known).flatmap(near_misses)
    text = data.draw(st.one_of(st.text(max_size=30), near))
    try:
        move = game.read(position, text)
    except UserError as refusal:
        said = refusal.text
    else:
        said = game.write(position, move)
        assert move in list(game.moves(position))
    assert said.strip()


@every_game
@law
@given(st.data(), st.integers(0, 2**32))
def test_games_end_in_time(game, data, seed):
    """A game never exceeds the longest its options allow, and every position obeys the laws."""
    options = data.draw(resolved(game))
    longest = game.longest(options)
    most = 60 if longest is None else longest
    line = finished(game, options, seed, most)
    assert longest is None or len(line) - 1 <= longest
    assert longest is None or game.outcome(line[-1]) is not None
    _check_turn(game, line[-1])


@every_game
@law
@given(st.data())
def test_leaving_ends_the_game(game, data):
    """Seats leave in any order; the game ends when all but one are gone, or earlier."""
    position = data.draw(positions(game))
    while game.outcome(position) is None:
        gone = data.draw(st.sampled_from(_remaining(game, position)))
        position = game.leave(position, gone)
        _check_turn(game, position)
        assert game.to_move(position) != gone
        outcome = game.outcome(position)
        assert outcome is None or gone not in outcome.winners


@every_game
@law
@given(st.data())
def test_options_read_back(game, data):
    """Resolved options read back from their stored form, and resolve to themselves."""
    options = data.draw(resolved(game))
    stored = write_options(options)
    assert read_options(type(options), stored, game.title) == options
    assert game.resolve(options, data.draw(st.integers(0, 2**64))) == options


@every_game
@law
@given(st.data())
def test_other_options_read_differently(game, data):
    """Options in words differ exactly where the options do, also where only one option differs."""
    options = data.draw(resolved(game))
    name, kind = data.draw(st.sampled_from(sorted(kinds(game.options).items())))
    before = [word for word in write_options(options) if not _of(name, kind, word)]
    try:
        words = [*before, data.draw(typed(game, name, kind))]
        other = game.resolve(read_options(game.options, words, game.title), 1)
    except UserError:
        other = data.draw(resolved(game))
    same = game.describe_options(options) == game.describe_options(other)
    assert same == (write_options(options) == write_options(other))


@every_game
@law
@given(st.data())
def test_the_aim_is_one_short_sentence(game, data):
    """With any options the aim is a sentence that fits on two lines of a mail."""
    aim = game.aim(data.draw(resolved(game)))
    assert aim[0].isupper()
    assert aim.endswith(".")
    assert aim.count(".") == 1
    assert len(aim) <= 120


@every_game
@law
@given(st.data())
def test_a_log_replays(game, data):
    """A match replayed from its log has the same position and checksum."""
    match = data.draw(matches(game))
    log = [Event.read(event.write()) for event in match.events]
    again = Match.replay(game, match.options, log)
    assert (again.state, again.checksum) == (match.state, match.checksum)
    assert again.at(match.ply).state.position == match.state.position


@every_game
@law
@given(st.data())
def test_undo_returns(game, data):
    """An undo restores the position before the last move, at a higher epoch."""
    match = data.draw(matches(game))
    if match.outcome is None:
        after = match.play(data.draw(st.sampled_from(match.legal)), NOON, "alice")
        undone = after.add(Event("undo", NOON, "bob"))
        assert undone.state.position == match.state.position
        assert (undone.moves, undone.outcome) == (match.moves, None)
        assert undone.state.epoch > after.state.epoch
        assert undone.checksum != match.checksum


@every_game
@law
@given(st.data())
def test_a_rollback_returns(game, data):
    """After a rollback to a ply, a match is as right after that move, at a higher epoch."""
    match = data.draw(matches(game))
    ply = data.draw(st.integers(0, match.ply))
    texts = list(match.state.effective)
    while sum(text.startswith("move ") for text in texts) > ply or _is_other(texts):
        texts.pop()
    if texts == list(match.state.effective):
        with pytest.raises(UserError):
            match.add(Event(f"rollback {ply}", NOON, "admin"))
        return
    back = match.add(Event(f"rollback {ply}", NOON, "admin"))
    told = Match.replay_texts(game, match.options, texts)
    assert (back.state.position, back.outcome) == (told.state.position, told.outcome)
    assert (back.moves, back.state.epoch) == (match.moves[:ply], match.state.epoch + 1)
    assert back.checksum != match.checksum


@every_game
@law
@given(st.data())
def test_an_adjudication_ends_the_match(game, data):
    """It gives each seat its place, and only a rollback can follow."""
    match = data.draw(matches(game))
    winners = data.draw(st.sets(st.integers(0, len(game.seats) - 1)))
    places = places_of(winners, len(game.seats))
    event = Event(adjudication(places, "2 days late."), NOON, "admin")
    if match.outcome:
        with pytest.raises(UserError):
            match.add(event)
        return
    decided = match.add(event)
    assert decided.outcome == Outcome(places, "the admin decided: 2 days late")
    assert set(decided.outcome.winners) == (winners if len(winners) < len(game.seats) else set())
    assert (decided.to_move, decided.legal, decided.moves) == (None, [], match.moves)
    back = decided.add(Event(f"rollback {match.ply}", NOON, "admin"))
    assert back.moves == match.moves


@every_game
@law
@given(st.data())
def test_only_the_mover_moves(game, data):
    """In the diagrams a move takes one of the mover's pieces elsewhere, and at most captures."""
    line, moves = data.draw(lines(game))
    for before, after in pairwise(line):
        mover = game.to_move(before)
        lost, gained = _changes(game.diagram(before), game.diagram(after))
        assert [seat for seat, _ in gained] == [mover]
        assert [seat for seat, _ in lost].count(mover) == 1
        assert len(lost) <= 2
    assert len(line) == len(moves) + 1


@every_game
@law
@given(st.data())
def test_diagrams_are_well_formed(game, data):
    """Every row is as wide as its labels; a layer names no square twice."""
    for layer in game.diagram(data.draw(positions(game))).layers:
        assert len(layer.cells) == len(layer.rows)
        assert all(len(row) == len(layer.columns) for row in layer.cells)
        squares = [cell.square for row in layer.cells for cell in row if cell]
        assert len(set(squares)) == len(squares)


@every_game
@law
@given(st.data())
def test_pieces_are_spoken(game, data):
    """Every square that isn't empty has words, and a piece has an owner."""
    for cell in game.diagram(data.draw(positions(game))).cells():
        assert cell.text
        assert not cell.piece or (cell.words and cell.seat is not None)
        assert cell.text in {".", "-"} or cell.words


@every_game
def test_the_example_is_a_whole_game(game):
    """The help page's example is legal, canonical, and played to its end."""
    typed, moves = game.example
    options = game.resolve(read_options(game.options, typed.split(), game.title), 0)
    match = Match.begin(game, options)
    for move in moves:
        assert move in match.legal
        match = match.play(move, NOON, "alice")
    assert match.outcome


@every_game
def test_facts_are_there(game):
    """A game is found by all its names, and its help names its options and seats."""
    assert all(find(name) is game for name in (game.name, game.title, *game.aliases))
    assert len({seat.sign for seat in game.seats}) == len(game.seats)
    words = [word for name, kind in kinds(game.options).items() for word in kind.words(name)]
    assert all(f"-{word}" in game.usage for word in words)
    assert all(seat.name in game.rules for seat in game.seats)
    assert max(map(len, game.rules.splitlines())) <= 100


@st.composite
def matches(draw, game):
    """A match with some moves, undos, departures and an admin's decisions in its log."""
    match = Match.begin(game, draw(resolved(game)))
    kinds = ["move", "move", "move", "undo", "leave", "rollback", "adjudicate"]
    for kind in draw(st.lists(st.sampled_from(kinds))):
        match = draw(_continued(match, kind))
    return match


@st.composite
def _continued(draw, match, kind):
    if kind == "undo":
        return match.add(Event("undo", NOON, "alice")) if match.moves else match
    if kind == "rollback":
        ply = draw(st.integers(0, match.ply))
        after = ply < match.ply or _is_other(match.state.effective)
        return match.add(Event(f"rollback {ply}", NOON, "admin")) if after else match
    if match.outcome:
        return match
    if kind == "leave":
        seat = draw(st.sampled_from(_remaining(match.game, match.state.position)))
        return match.add(Event(f"leave {seat} resigned", NOON, "alice"))
    if kind == "adjudicate":
        places = places_of({draw(st.integers(0, 1))}, len(match.game.seats))
        return match.add(Event(adjudication(places, "no answer"), NOON, "admin"))
    return match.play(draw(st.sampled_from(match.legal)), NOON, "alice")


def _is_other(texts):
    """Returns True if the last event isn't a move."""
    return bool(texts) and not texts[-1].startswith("move ")


def _remaining(game, position):
    """Returns the seats that may still leave."""
    return [seat for seat in range(len(game.seats)) if _may_leave(game, position, seat)]


def _may_leave(game, position, seat):
    try:
        game.leave(position, seat)
    except UserError:
        return False
    return True


def _check_turn(game, position):
    outcome, moves = game.outcome(position), list(game.moves(position))
    assert (game.to_move(position) is None) == (outcome is not None) == (not moves)
    if outcome:
        places = outcome.places
        assert len(places) == len(game.seats)
        assert all(sum(other < place for other in places) == place - 1 for place in places)
        assert all(places[seat] == 1 for seat in outcome.winners)
        assert outcome.reason


def _changes(before, after):
    was, became = (
        Counter((cell.seat, cell.square) for cell in diagram.pieces())
        for diagram in (before, after)
    )
    return list((was - became).elements()), list((became - was).elements())


@every_game
def test_summaries_fit_a_line(game):
    """Lists of games show summaries beside names and numbers, within 80 columns."""
    assert len(game.summary) <= 60
    assert game.summary.endswith(".")


def _of(name, kind, word):
    return word.lstrip("-").partition("=")[0] in kind.words(name)

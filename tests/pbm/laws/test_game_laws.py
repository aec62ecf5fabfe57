"""Laws of every game served, whatever its rules."""

from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.errors import UserError
from pbm.game import Outcome
from pbm.games import find
from pbm.laws.game_laws import LAWS, LawBrokenError, check_law, leavers
from pbm.match.decisions import adjudication, places_of
from pbm.match.match import Event, Match
from pbm.options import kinds, read_options, write_options
from tests.support.strategies import (
    ALL,
    NAMES,
    lines,
    resolved,
    typed,
)

NOON = datetime(2024, 2, 29, 12, 0, 0, 250, tzinfo=UTC)
law = settings(max_examples=10)
every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)


@every_game
@pytest.mark.parametrize("name", LAWS)
def test_every_game_keeps_the_laws(game, name):
    """The laws are those that games of packages are held to."""
    check_law(game, LAWS[name])


def test_a_draw_that_can_be_chosen_breaks_a_law():
    """A game with a seed that doesn't tell boards with a chosen one apart would rate them."""

    class Careless(type(find("madknights"))):
        def by_hand(self, options):
            return False

    with pytest.raises(LawBrokenError, match=r"players can choose: .*-seed=1"):
        check_law(Careless(), LAWS["chosen_starts_are_unrated"])


@every_game
def test_games_are_found_by_all_their_names(game):
    """By name, title and aliases."""
    assert all(find(name) is game for name in (game.name, game.title, *game.aliases))


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
        other = game.resolve(game.read_options(words), 1)
    except UserError:
        other = data.draw(resolved(game))
    same = game.describe_options(options) == game.describe_options(other)
    assert same == (write_options(options) == write_options(other))


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
        seat = draw(st.sampled_from(leavers(match.game, match.state.position)))
        return match.add(Event(f"leave {seat} resigned", NOON, "alice"))
    if kind == "adjudicate":
        places = places_of({draw(st.integers(0, 1))}, len(match.game.seats))
        return match.add(Event(adjudication(places, "no answer"), NOON, "admin"))
    return match.play(draw(st.sampled_from(match.legal)), NOON, "alice")


def _is_other(texts):
    """Returns True if the last event isn't a move."""
    return bool(texts) and not texts[-1].startswith("move ")


def _changes(before, after):
    was, became = (
        Counter((cell.seat, cell.square) for cell in diagram.pieces())
        for diagram in (before, after)
    )
    return list((was - became).elements()), list((became - was).elements())


def _of(name, kind, word):
    return word.lstrip("-").partition("=")[0] in kind.words(name)

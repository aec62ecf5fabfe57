"""Values that a transaction has read ahead are used as long as nothing in it changes them."""

from contextlib import contextmanager

import pytest

from storage.sql.read_ahead import ReadAhead


@pytest.fixture
def all():
    return ReadAhead()


@pytest.fixture
def part(all):
    made = all.part(lambda: frozenset({"board.id", "board.ply"}))
    made.add({1: "one", 2: "two"})
    return made


@contextmanager
def undone(all):
    """A savepoint that is undone at its end."""
    begun = all.begin_savepoint()
    yield
    all.undo_savepoint(begun)


@contextmanager
def released(all):
    """A savepoint that is released at its end."""
    all.begin_savepoint()
    yield
    all.release_savepoint()


def values(part):
    return {key: part[key] for key in (1, 2) if key in part}


def test_a_change_of_what_was_read_forgets_it(all, part):
    """All that was read from one of the columns is forgotten."""
    all.forget_changed(frozenset({"board.ply"}))
    assert values(part) == {}


def test_values_of_a_later_cache_are_forgotten_too(all):
    all.forget_changed(frozenset({"board.ply"}))
    later = all.part(lambda: frozenset({"board.ply"}))
    later.add({1: "one"})
    all.forget_changed(frozenset({"board.ply"}))
    assert values(later) == {}


def test_a_change_of_something_else_forgets_nothing(all, part):
    """Neither another column is meant, nor a part that the writer keeps up to date."""
    all.forget_changed(frozenset({"board.changed"}))
    all.forget_changed(frozenset({"board.ply"}), still_valid=[part])
    assert values(part) == {1: "one", 2: "two"}


def test_an_unknown_change_forgets_everything(all, part):
    """It may have changed anything."""
    all.forget()
    assert values(part) == {}


def test_undoing_goes_back(all, part):
    """After a savepoint is undone, what was changed or dropped in it is as before."""
    with undone(all):
        part.change(1, "new")
        part.change(1, "newer")
        part.drop(2)
        part.change(3, "third")
    assert values(part) == {1: "one", 2: "two"}
    assert 3 not in part


def test_what_is_done_stays(all, part):
    """A savepoint that isn't undone keeps its changes, until one around it is undone."""
    with released(all):
        part.change(1, "new")
    assert values(part) == {1: "new", 2: "two"}
    with undone(all), released(all):
        part.change(1, "newer")
    assert values(part) == {1: "new", 2: "two"}


def test_what_was_read_in_an_undone_savepoint_is_forgotten(all, part):
    """It may tell of what was undone; what was known before it is known again."""
    with undone(all):
        part.add({1: "as undone", 3: "third"})
    assert values(part) == {1: "one", 2: "two"}
    assert 3 not in part

"""Random numbers that can be drawn again."""

from itertools import islice

from pbm.randomness import below, numbers
from tests.support.cases import cases

SHA_OF_5_0 = "b3d8acb98c59e4a872d0a43cb21135c13bc7f599b64918059771d2544242cc6a"


def test_numbers_are_digests():
    """The first number of seed 5 is the SHA-256 of `5:0`, as any tool computes it."""
    assert f"{next(numbers('5')):064x}" == SHA_OF_5_0


def test_numbers_repeat():
    """The same seed gives the same sequence; another seed another."""
    assert list(islice(numbers("7"), 5)) == list(islice(numbers("7"), 5))
    assert next(numbers("7")) != next(numbers("8"))


@cases("limit", [1, 2, 3, 36, 1000])
def test_unfair_numbers_are_passed_over(limit):
    """A number at or above the greatest multiple of the limit isn't used."""
    fair = 2**256 // limit * limit
    unfair = [2**256 - 1] if fair < 2**256 else []
    assert below(limit, iter([*unfair, fair - 1])) == limit - 1


def test_draws_are_even():
    """Six hundred throws of a die show each side about a hundred times."""
    row = numbers("die")
    throws = [below(6, row) for _ in range(600)]
    assert all(70 < throws.count(side) < 130 for side in range(6))

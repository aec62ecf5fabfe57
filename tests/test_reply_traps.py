"""Replies that are easily misread: what was written to the others must reach them as it is."""

import pytest
from house import PLAYERS, text_of
from test_replies import ply, to

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())


@pytest.mark.parametrize("comment", ["well played - thanks", "- one\n- two", "and so -- on"])
def test_dashes_in_a_comment_stay(begun, comment):
    """The dash that stands for a password in a reply's line is none that must be hidden."""
    house, at_alice, _ = begun
    told = to(house.reply(at_alice, f"a1-c5\n{comment}"), AT_BOB)
    assert text_of(told).endswith(f"alice writes:\n\n{comment}\n")
    assert ply(house) == 1

"""Moves of games in which capitals matter."""

import pytest

from pbm.errors import IllegalError, UnreadableMoveError
from pbm.laws.game_laws import LAWS, LawBrokenError, check_law
from pbm.match.match import Match
from tests.support.pick_game import Pick

START = Match.replay_texts(Pick(), Pick.options(), ())
ONE_LEFT = START.continued(["move bxc3"])


@pytest.mark.parametrize(
    ("match", "text", "move"),
    [
        (START, "bxc3", "bxc3"),
        (START, "Bxc3", "Bxc3"),
        (START, "nf3", "Nf3"),
        (START, "NF3", "Nf3"),
        (START, " o-o ", "O-O"),
        (ONE_LEFT, "BXC3", "Bxc3"),
        (ONE_LEFT, "bxc3", "Bxc3"),
    ],
)
def test_other_capitals_are_read_if_they_fit_one_legal_move(match, text, move):
    assert match.canonical(text) == move


def test_capitals_that_fit_two_legal_moves_are_refused():
    with pytest.raises(
        IllegalError, match=r'^"BXC3" could mean Bxc3 or bxc3\. Write one of these\.$'
    ):
        START.canonical("BXC3")
    assert START.reads("BXC3")


def test_other_text_is_refused_as_the_game_refuses_it():
    with pytest.raises(UnreadableMoveError, match="isn't a Pick move"):
        START.canonical("Qxc3")


@pytest.mark.parametrize("name", LAWS)
def test_a_game_with_capitals_keeps_the_laws(name):
    check_law(Pick(), LAWS[name])


def test_reading_ambiguous_capitals_as_a_move_breaks_a_law():
    class Hasty(Pick):
        def read(self, position, text):
            return super().read(position, "Bxc3" if text.strip() == "BXC3" else text)

    with pytest.raises(LawBrokenError, match='"BXC3" can mean'):
        check_law(Hasty(), LAWS["ambiguous_capitals_are_refused"])

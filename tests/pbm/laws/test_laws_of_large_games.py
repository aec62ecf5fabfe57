"""Laws of games with very many moves: each law tries only some of them."""

from pbm.laws.game_laws import LAWS, MAX_TRIED, check_law
from tests.support.pick_game import PickWithStoredObjects


class VastPick(PickWithStoredObjects):
    """A game of 900 moves in each position. It counts how many are read and played."""

    cards = tuple(f"{letter}{number}" for letter in "abBN" for number in range(1, 226))
    example = ("", cards)
    calls = 0

    def read(self, position, text):
        type(self).calls += 1
        return super().read(position, text)

    def play(self, position, move):
        type(self).calls += 1
        return super().play(position, move)


def test_laws_try_only_some_of_many_moves():
    laws = ("moves_read_back", "moves_leave_earlier_positions_alone", "moves_are_described")
    for name in (*laws, "moves_are_written_differently", "results_have_their_types"):
        VastPick.calls = 0
        check_law(VastPick(), LAWS[name])
        assert VastPick.calls < 40 * MAX_TRIED, name

"""Games between levels, as the benchmark of levels plays and keeps them."""

from collections import Counter

from pbm.games import games
from pbm.robots.levels import HIGHEST
from tests.benchmarks.level_games import Results, interval, schedule, strengths_of
from tests.benchmarks.levels import Tally


def test_each_start_is_played_from_all_seats():
    """Two games of a pair begin alike, six of a triple; every level plays its neighbours."""
    for game, kind in games().items():
        played = list(schedule(game, 12, 12))
        by_start = Counter((each.start, frozenset(each.levels)) for each in played)
        assert set(by_start.values()) == {2 if len(kind.seats) == 2 else 6}
        assert len({(each.start, each.levels) for each in played}) == len(played)
        met = {(low, low + 1) for low in range(1, HIGHEST)}
        assert all(any({*pair} <= {*each.levels} for each in played) for pair in met)


def test_the_best_level_plays_fewer_games():
    """Its moves take longest."""
    played = list(schedule("trailblazer", 20, 4))
    assert sum(HIGHEST in each.levels for each in played) == 8
    assert sum({*each.levels} == {1, 2} for each in played) == 20


def test_a_kept_game_is_known_by_how_its_levels_play(tmp_path):
    """A game of levels that search more is another one."""
    strengths, kept = strengths_of("trailblazer", 500), Results(tmp_path / "results")
    first = next(schedule("trailblazer", 1, 1))
    kept.add(first.key(strengths), first.play(strengths))
    again = Results(tmp_path / "results")
    assert sorted(again.places(first.key(strengths))) == [1, 2]
    last = list(schedule("trailblazer", 1, 1))[-1]
    assert last.key(strengths) != last.key(strengths_of("trailblazer", 600))


def test_a_draw_is_half_a_win():
    """Scores are those of the higher level against the lower one."""
    tally = Tally()
    tally.count((1, 2), (2, 1))
    tally.count((2, 1), (1, 1))
    assert tally.share(2)[0] == 0.75
    assert tally.ratings[2].mu > tally.ratings[1].mu
    low, high = interval(0.6, 200)
    assert 0.53 < low < 0.6 < high < 0.67

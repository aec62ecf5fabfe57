"""The cost of a board mail, in the writer and in the delivery, after 10, 1,000 and 10,000 moves.

pytest -n 0 --benchmark-enable tests/benchmarks/test_long_games.py
"""

import pytest

from commands.messages.content import dump, load
from commands.messages.snapshot import snapshot_of
from commands.views.board_text import text
from pbm.board import Board, Player, Terms
from pbm.board_clock import BoardClock
from pbm.games import find
from pbm.match import Match
from tests.support.html_reader import html_page
from tests.support.site import NOON
from tests.support.snapshots import PLAYERS

GAME = find("knightsdance")
LOOP = ("d4", "a3", "f5", "b5")


@pytest.mark.parametrize("plies", [10, 1_000, 10_000])
def test_cost_of_a_board_mail(benchmark, plies):
    """Measures from the board in memory to the text and the page of the mail."""
    options = GAME.resolve(GAME.options(misere=True), 1)
    log = [f"move {LOOP[ply % 4]}" for ply in range(plies)]
    match = Match.replay_texts(GAME, options, log)
    players = tuple(Player(number, name, (), "") for number, name in enumerate(PLAYERS[:2]))
    clock = BoardClock.start(NOON, ((), ()))

    def mail():
        known = Match(GAME, options, match.state)  # without what it has computed before
        said = snapshot_of(Board(1, 101, players, known, Terms(), NOON, clock), to="alice")
        read = load(dump(said))
        return text(read), html_page(read)

    benchmark(mail)

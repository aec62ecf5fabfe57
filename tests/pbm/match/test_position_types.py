"""Positions of any immutable, hashable type: laws, keys, checkpoints and emails."""

import itertools
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from commands.content.messages import dump, load
from commands.content.snapshot import snapshot_of
from commands.views.text.board_text import text
from pbm import games
from pbm.laws.game_laws import LAWS, LawBrokenError, check_law
from pbm.match.checkpoint import Checkpoint, resumed_match, write_checkpoint
from pbm.match.match import Match
from pbm.match.position_keys import position_key
from pbm.packages.result_checks import MAX_STORED_POSITION
from tests.support import pick_game
from tests.support.html_reader import html_page
from tests.support.paths import ROOT
from tests.support.pick_game import (
    LongPick,
    PickWithDataclasses,
    PickWithNamedTuples,
    PickWithObjects,
    PickWithStoredObjects,
)
from tests.support.site import PLAYERS

KINDS = (
    LongPick,
    PickWithNamedTuples,
    PickWithDataclasses,
    PickWithObjects,
    PickWithStoredObjects,
)
PRINT_KEYS = """
from tests.pbm.match.test_position_types import KINDS, keys_of
print([keys_of(kind()) for kind in KINDS])
"""
every_kind = pytest.mark.parametrize("kind", KINDS)


def played(game, *moves):
    return Match.replay_texts(game, game.options(), [f"move {move}" for move in moves])


def keys_of(game):
    matches = (played(game, *moves) for moves in ((), ("a1",), ("a1", "b1"), ("b1", "a1")))
    return [position_key(game, game.options(), match.state.position) for match in matches]


@every_kind
def test_every_type_of_position_keeps_the_laws(kind):
    for law in LAWS.values():
        check_law(kind(), law)


@every_kind
def test_different_positions_have_different_keys(kind):
    start, one, *both = keys_of(kind())
    assert len({start, one, *both}) == (3 if kind is PickWithObjects else 4)


def test_an_opaque_position_has_the_key_of_what_players_see():
    """Two orders of picking the same cards look alike, and the same cards are left."""
    assert len(set(keys_of(PickWithObjects())[2:])) == 1


@pytest.mark.slow
def test_keys_are_the_same_in_all_processes():
    command = [sys.executable, "-c", PRINT_KEYS]
    runs = [
        subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout == f"{[keys_of(kind()) for kind in KINDS]}\n".encode()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(LongPick, None), (PickWithStoredObjects, {"": ["a1-B2", None]})],
)
def test_only_positions_that_can_be_stored_have_checkpoints(kind, expected):
    match = played(kind(), "a1", "B2")
    checkpoint = write_checkpoint(match.game, match.options, match.state)
    assert checkpoint == (None if expected is None else Checkpoint(2, 1, expected))
    if checkpoint:
        stored = Checkpoint(**json.loads(json.dumps(asdict(checkpoint))))
        resumed = resumed_match(match.game, match.options, stored)
        assert resumed.state.position == match.state.position


def test_a_stored_form_that_depends_on_more_than_the_position_breaks_a_law():
    class Numbered(PickWithStoredObjects):
        numbers = itertools.count()

        def write_position(self, position):
            return [next(self.numbers), super().write_position(position)]

        def read_position(self, options, value):
            return super().read_position(options, value[1])

    with pytest.raises(LawBrokenError, match="is equal, but is written differently"):
        check_law(Numbered(), LAWS["positions_can_be_made_again"])


def test_a_stored_form_without_a_part_of_the_position_breaks_a_law():
    class Forgetful(PickWithStoredObjects):
        def read_position(self, options, value):
            return super().read_position(options, (value[0][3:], value[1]))

    with pytest.raises(LawBrokenError, match="read from its stored form is wrong"):
        check_law(Forgetful(), LAWS["positions_can_be_made_again"])


def test_a_stored_form_that_hides_moves_breaks_a_law():
    class Vague(PickWithStoredObjects):
        def write_position(self, position):
            return len(self.see(position)[0])

    with pytest.raises(LawBrokenError, match="positions with different moves are written alike"):
        check_law(Vague(), LAWS["positions_with_one_key_have_the_same_moves"])


def test_positions_that_are_too_long_are_not_stored(packages):
    """A key is still made of them, and the match is replayed from its start."""
    source = Path(pick_game.__file__).read_text()
    more = (
        f"\n    def write_position(self, position):\n        return 'x' * {MAX_STORED_POSITION}\n"
    )
    kind = f"class Long(PickWithStoredObjects):{more}"
    packages.install("pbm-pick", f"{source}\n\n{kind}", longpick="Long")
    match = played(games.find("longpick"), "a1")
    assert write_checkpoint(match.game, match.options, match.state) is None
    assert position_key(match.game, match.options, match.state.position)


@every_kind
def test_emails_of_long_games_show_what_the_whole_log_shows(kind, packages, site):
    """A game of ten rounds, of which emails list five, in a game of another package."""
    source = Path(pick_game.__file__).read_text()
    packages.install("pbm-pick", source, longpick=kind.__name__)
    assert games.find("longpick").title == "Long Pick"
    site.sign_up("alice", "bob")
    site.begin("longpick challenge alice bob")
    moves = [move for move in kind.cards if move != "B3"][:-2]
    site.play("longpick", 101, *moves)
    emails = site.mail("alice@x.org", f"longpick move 101 bob {PLAYERS['bob'][0]} b3#18")
    with site.database.work() as work:
        board = work.boards.find("longpick", 101)
    snapshot = load(dump(snapshot_of(board, to="alice")))
    assert (snapshot.checkpoint is None) == (kind is not PickWithStoredObjects)
    whole = snapshot.model_copy(update={"checkpoint": None, "log": board.match.state.effective})
    assert text(snapshot) == text(whole)
    assert html_page(snapshot).shown == html_page(whole).shown
    assert emails


@pytest.mark.slow
@every_kind
def test_every_type_of_position_is_checked_and_played_by_email(kind, packages, shell, monkeypatch):
    monkeypatch.setattr("commands.cli.games.check_game.PERFT_SECONDS", 0.0)
    source = Path(pick_game.__file__).read_text()
    packages.install("pbm-pick", source, longpick=kind.__name__)
    status, out, _ = shell("check-game", "longpick")
    assert status == 0, out
    assert "complete game" in out

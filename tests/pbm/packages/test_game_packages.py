"""Games of installed packages."""

import itertools
import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbm import games
from pbm.errors import GameFailedError, IllegalError, NotFoundError, UsageError
from pbm.match.match import Match
from pbm.match.match_state import repetitions
from pbm.match.position_keys import position_key
from pbm.options import NoOptions
from pbm.packages import guard, result_checks, stuck_games
from pbm.packages.stuck_games import (
    FILE,
    NOTES_FOLDER,
    NOTES_SIZE,
    open_notes,
    read_stuck_games,
    write_note,
)
from pbm.robots.evaluators import find_evaluator
from pbm.robots.levels import rated_levels
from pbm.robots.move_choice import choose_move
from tests.support import pick_game
from tests.support.cases import cases
from tests.support.game_packages import CLOBBER, changed_clobber
from tests.support.paths import ROOT
from tests.support.site import NOON

NAMES = ["knightpanic", "knightsdance", "knightsduel", "madknights", "trailblazer"]


def test_a_package_brings_a_game(packages):
    """It is found by its entry point, and plays as others do; its facts are its own attributes."""
    assert [*games.games()] == NAMES
    packages.install_clobber()
    assert [*games.games()] == [*NAMES, "clobber"]
    game = games.find("Clobber")
    assert str(games.package_of(game)) == "pbm-clobber 1.0"
    position = game.start(game.options(rows=2, cols=2))
    assert find_evaluator(game)(position) == game.evaluate(position) == (4.0, 4.0)
    assert choose_move(game, position, 2, 0) in list(game.moves(position))
    with pytest.raises(IllegalError, match="White has no stone on a2"):
        game.read(position, "a2-a1")


def test_a_package_brings_levels(packages):
    """All ten, or none: then the usual ones hold."""
    for count, own in ((10, "clobber"), (9, "*")):
        lines = [f"clobber\t{number}\t300\t10\t0.5\t25\t8\t9\n" for number in range(1, count + 1)]
        packages.install_clobber(f"levels = {''.join(lines)!r}")
        assert rated_levels("clobber")[1].game == own
        packages.uninstall("pbm-clobber")


@pytest.mark.parametrize(
    ("choice", "served"),
    [
        (
            "-madknights, -pbm-clobber, -open-spiel",
            ["knightpanic", "knightsdance", "knightsduel", "trailblazer"],
        ),
        ("clobber,knightpanic", ["knightpanic", "clobber"]),
        ("pbm,-trailblazer", NAMES[:-1]),
        ("clobber,nix", ["clobber"]),
    ],
)
def test_games_are_chosen(packages, choice, served):
    """By name or by package, those that are served or, after a dash, those that aren't."""
    packages.install_clobber()
    games.choose(choice)
    assert [*games.games()] == served
    assert games.catalogue().missing == (["nix"] if "nix" in choice else [])
    with pytest.raises(UsageError, match="PBM_GAMES=nix leaves no games"):
        games.choose("nix")


def test_games_are_grouped_by_family(packages):
    """In alphabetical order; those that declare no family come last."""
    assert {name: len(each) for name, each in games.families().items()} == {"Knights": len(NAMES)}
    packages.install_clobber()
    stones = changed_clobber('family = "Stones"').replace("clobber", "clabber")
    packages.install("pbm-clabber", stones.replace('"Clobber"', '"Clabber"'), clabber="Clobber")
    assert [*games.families()] == ["Knights", "Stones", "Other games"]
    assert [game.name for game in games.families()["Stones"]] == ["clabber"]


@pytest.mark.parametrize("attribute", ["", 'title = "Knight Panic"', 'aliases = ("clob",)'])
def test_names_are_given_once(packages, attribute):
    """Of games of packages that share one, none is served; a game of pbm stays what it was."""
    packages.install_clobber(attribute)
    others = changed_clobber('aliases = ("clob",)').replace('"clobber"', '"clubber"')
    others = others.replace('"Clobber"', '"Clubber"') if attribute else CLOBBER.read_text()
    name = "clubber" if attribute else "clobber"
    packages.install("a-clobber", others, version="3.1", **{name: "Clobber"})
    assert [*games.games()] == ([*NAMES, "clubber"] if "Panic" in attribute else NAMES)
    (conflict,) = games.catalogue().conflicts
    other = "pbm 0.1.0" if "Panic" in attribute else "a-clobber 3.1"
    assert other in conflict.text
    assert "pbm-clobber 1.0" in conflict.text
    assert "PBM_GAMES=-pbm-clobber" in conflict.text
    games.choose("-pbm-clobber")
    assert not games.catalogue().conflicts


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("raise ValueError('broken')", "loading: ValueError: broken"),
        ("import sys; sys.exit(3)", "loading: SystemExit: 3"),
        ("import nowhere", "loading: ModuleNotFoundError: No module named 'nowhere'"),
        ("raise TimeoutError('no answer')", "loading: TimeoutError: no answer"),
        ("Clobber = 5", "loading: TypeError: 5 must be a subclass of pbm.game.Game"),
        ("", "loading: AttributeError: module 'pbm_clobber' has no attribute 'Clobber'"),
        (changed_clobber('name = "clubber"'), 'Clobber.name is "clubber", but its entry point is'),
        (changed_clobber("seats = 2"), "Clobber.seats must be a tuple of two or more seats"),
        (changed_clobber('title = "a\\nb"'), "Clobber.title must be a name of at most 40"),
        (changed_clobber('summary = "x" * 1001'), "Clobber.summary must be a sentence"),
        (changed_clobber('family = " "'), "Clobber.family must be a heading of at most 40"),
        (changed_clobber("options = dict"), "Clobber.options must be a frozen dataclass"),
        (CLOBBER.read_text().replace("def leave", "def left"), "Clobber must define leave"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_left_out(packages, capsys, source, cause):
    """The others are served, and the log names the package."""
    packages.install("pbm-clobber", source, clobber="Clobber")
    assert [*games.games()] == NAMES
    package, why = games.catalogue().failed["clobber"]
    assert str(package) == "pbm-clobber 1.0"
    assert cause in why
    assert "package='pbm-clobber 1.0'" in capsys.readouterr().err
    with pytest.raises(NotFoundError):
        games.find("clobber")


def test_games_without_options_share_an_unguarded_class(packages):
    """One package's guard would otherwise run for the others' games."""
    before = vars(NoOptions).copy()
    packages.install("pbm-pick", Path(pick_game.__file__).read_text(), pick="Pick")
    assert games.find("pick").options is NoOptions
    assert vars(NoOptions) == before


LONG = "'x' * 1001"
HOSTILE = {
    "to_move": ("return 'white'", "must be a seat number or None"),
    "remaining": ("return (0, 7)", "must be a tuple of seat numbers"),
    "moves": ("return 5", "must be an iterator of moves"),
    "outcome": ("return Outcome((1, 1, 1), 'x')", "must have a place for each seat"),
    "write": ("return 'a b'", "must be a word of at most 100 characters"),
    "diagram": ("return None", "must be a Diagram with at least one layer"),
    "describe_move": (f"return {LONG}", "must be text of at most 1000 characters"),
    "describe_options": (f"return ({LONG},)", "strings of at most 1000 characters each"),
    "read": ("raise IllegalError()", "the game's error message is missing"),
    "play": (f"raise IllegalError({LONG})", "is missing or too long"),
    "resolve": ("return None", "must be of type Options"),
    "trapped": ("return 'a1'", "must be a tuple of at most 100 strings"),
    "leave": ("import sys; sys.exit()", "SystemExit"),
    "evaluate": ("raise GeneratorExit", "GeneratorExit"),
    "start": ("raise TimeoutError('no answer')", "no answer"),
}
"""For each method, a body that does wrong, and what is said of it."""


@pytest.mark.parametrize("method", HOSTILE)
def test_a_method_that_does_wrong_is_the_games_error(packages, method):
    """It is said to whoever asked, with a reference; nothing else comes out of it."""
    body, wrong = HOSTILE[method]
    packages.install_clobber()
    game = games.find("clobber")
    options = game.resolve(game.options(), 0)
    position = game.start(options)
    move = next(game.moves(position))
    args = {
        "resolve": (options, 0),
        "start": (options,),
        "longest": (options,),
        "write": (position, move),
        "play": (position, move),
        "describe_move": (position, move),
        "read": (position, "a1-a2"),
        "leave": (position, 0),
    }.get(method, (position,))
    packages.uninstall("pbm-clobber")
    packages.install_clobber(f"def {method}(self, *_):\n        {body}")
    with pytest.raises(GameFailedError) as raised:
        getattr(games.find("clobber"), method)(*args)
    assert wrong in raised.value.cause
    assert raised.value.hangs == (wrong == "no answer")
    assert "a game from the package pbm-clobber 1.0. Nothing was changed" in raised.value.text


LINES = {
    "options": '    cols: int = number(5, low=SMALLEST, high=LARGEST, help="columns; usually 5")\n',
    "position": "    left: int | None = None\n",
}
"""The last field of each class of objects."""
CODE = "\n    def {name}(self, *_):\n        raise RuntimeError('broken')\n    {also}\n"


@cases(
    ("kind", "name", "also"),
    [
        ("options", "__hash__", ""),
        ("options", "__eq__", "__hash__ = object.__hash__"),
        ("options", "__post_init__", ""),
        ("position", "__hash__", ""),
        ("position", "__eq__", "__hash__ = tuple.__hash__"),
    ],
)
def test_objects_that_do_wrong_are_the_games_error(packages, kind, name, also):
    """They have code of the game's, too, which runs where pbm compares or stores them."""
    code = CODE.format(name=name, also=also)
    source = CLOBBER.read_text().replace(LINES[kind], LINES[kind] + code)
    packages.install("pbm-clobber", source, clobber="Clobber")
    game = games.find("clobber")
    with pytest.raises(GameFailedError):
        _use_objects(game)
    packages.uninstall("pbm-clobber")


def _use_objects(game):
    options = game.resolve(game.options(), 0)
    assert options == game.options()
    match = Match.begin(game, options).play("a1-a2", NOON, "alice")
    assert match.repetitions == 1
    # equal, but another object, as one that was read from a database
    assert position_key(game, options, type(match.state.position)(*match.state.position))
    assert repetitions(game, replace(match.state, before=match.state))
    assert game.compute(lambda: frozenset([match.state.position]))  # as searches do


def test_an_interrupt_by_a_game_is_its_error(packages):
    """Where Ctrl-C raises no exception, as in a server's threads, it can't be a person's."""
    packages.install_clobber("def leave(self, *_):\n        raise KeyboardInterrupt")
    game, errors = games.find("clobber"), []

    def call():
        try:
            game.leave(game.start(game.options()), 0)
        except GameFailedError as error:
            errors.append(error.cause)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    assert errors == ["leave: KeyboardInterrupt: "]


def test_moves_are_cut_off(packages, monkeypatch):
    """By their number; no later call suffers."""
    monkeypatch.setattr(result_checks, "MAX_MOVES", 1000)
    packages.install_clobber("def moves(self, *_):\n        while True: yield (0, 1)")
    game = games.find("clobber")
    position = game.start(game.options())
    with pytest.raises(GameFailedError, match="clobber, a game from") as raised:
        list(game.moves(position))
    assert raised.value.hangs
    assert game.write(position, (0, 1)) == "a1-b1"


def test_slow_calls_have_a_limit_together(packages, monkeypatch):
    """The board of the first call above it is frozen, as the next call would be slow, too."""
    packages.install_clobber()
    game = games.find("clobber")
    options = game.options()
    times = itertools.count(-1000, 2)  # each call takes two seconds
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: next(times)))
    for _ in range(2):
        game.start(options)
    with pytest.raises(GameFailedError) as raised:
        game.start(options)
    assert raised.value.hangs


CALL = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from pbm import games
from pbm.packages import watchdog
games.watch(Path(sys.argv[1]))
game = games.find("clobber")
position = game.start(game.options())
watchdog.MAX_SECONDS = 0.2
game.moves(position)
"""


def test_a_game_that_ends_two_processes_is_disabled(packages, tmp_path):
    """By an exit or by a call in C that never returns; its next version is served."""
    for body in ("import os; os._exit(3)", "return sum(iter(int, 1))"):
        assert not read_stuck_games(tmp_path)
        packages.install_clobber(f"def moves(self, *_):\n        {body}")
        command = [sys.executable, "-c", CALL, tmp_path, ROOT, packages.folder]
        assert subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode
        packages.uninstall("pbm-clobber")
    packages.install_clobber("def moves(self, *_):\n        raise AssertionError")
    games.watch(tmp_path)
    assert [*games.games()] == NAMES
    assert [*games.catalogue().stuck] == ["clobber"]
    assert "in moves" in (tmp_path / FILE).read_text()  # the stack of the second call
    packages.uninstall("pbm-clobber")
    packages.install("pbm-clobber", CLOBBER.read_text(), "1.1", clobber="Clobber")
    assert "clobber" in games.games()


@pytest.mark.parametrize("link", [NOTES_FOLDER, FILE])
def test_notes_follow_no_link(tmp_path, link):
    """Root may be at work, and the data's owner might have it delete or take over other files."""
    data, other = tmp_path / "data", tmp_path / "other"
    other.mkdir()
    (data / NOTES_FOLDER).mkdir(parents=True)
    for folder in (data / NOTES_FOLDER, other):
        (folder / "note").write_text(write_note("clobber", "pbm-clobber 1.0", "play"))
    if link == NOTES_FOLDER:
        shutil.rmtree(data / link)
    (data / link).symlink_to(other if link == NOTES_FOLDER else other / "note")
    before = (other / "note").read_text()
    assert not read_stuck_games(data)
    with suppress(OSError):
        os.close(open_notes(data))
    assert [(path.name, path.read_text()) for path in other.iterdir()] == [("note", before)]


def test_no_game_is_blamed_for_another(tmp_path, monkeypatch):
    """A call that waits for one that never returns is innocent, and so is all if power fails."""
    notes = [write_note(game, "x 1.0", "play") for game in ("hangs", "waits")]
    text = "\n".join(notes).ljust(NOTES_SIZE, "\0")
    running = tmp_path / "boot_id"
    monkeypatch.setattr(stuck_games, "BOOT", running)
    for boot, content in [("boot", f"{text}stack"), ("boot", f"{text}stack"), ("off", text)] * 2:
        running.write_text(boot)
        file = open_notes(tmp_path)
        os.pwrite(file, content.encode(), 0)
        os.close(file)
        running.write_text("boot")
        stuck = read_stuck_games(tmp_path)
    assert stuck == {("hangs", "x 1.0")}


def test_a_game_is_disabled_while_a_server_runs(packages, tmp_path):
    """As soon as it has ended two other processes."""
    packages.install_clobber()
    games.watch(tmp_path)
    assert "clobber" in games.games()
    assert games.disable_stuck() == []
    end = f"2026-07-01T10:00:00Z\t{write_note('clobber', 'pbm-clobber 1.0', 'play')}\n"
    (tmp_path / FILE).write_text(end)
    assert games.disable_stuck() == []
    (tmp_path / FILE).write_text(end * 2)
    assert games.disable_stuck() == ["clobber"]
    assert [*games.games()] == NAMES


def test_options_are_guarded_once(packages):
    """The list of games may be made anew, but the class of a game's options stays."""
    packages.install_clobber()
    first = games.find("clobber").options.__init__
    games.forget()
    second = games.find("clobber").options.__init__
    assert second is not first
    assert second.__wrapped__ is first.__wrapped__

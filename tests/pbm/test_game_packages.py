"""Games of installed packages."""

import sys
import threading
from types import SimpleNamespace

import pytest

from pbm import games
from pbm.errors import GameFailedError, IllegalError, NotFoundError, UsageError
from pbm.packages import guarded_game
from pbm.robots import choose_move
from pbm.robots.evaluators import find_evaluator
from pbm.robots.levels import rated_levels
from tests.support.game_packages import CLOBBER, changed_clobber

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
            "-madknights, -pbm-clobber",
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
    with pytest.raises(UsageError, match="PBM_GAMES leaves no game: nix"):
        games.choose("nix")


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
        ("import sys; print('hello'); sys.exit(3)", "loading: SystemExit: 3"),
        ("import nowhere", "loading: ModuleNotFoundError: No module named 'nowhere'"),
        ("while True: pass", "loading: TimeoutError: it was cut off after 0.3 s"),
        ("Clobber = 5", "loading: TypeError: 5 isn't a subclass of pbm.game.Game"),
        ("", "loading: AttributeError: module 'pbm_clobber' has no attribute 'Clobber'"),
        (changed_clobber('name = "clubber"'), 'Clobber.name is "clubber", its entry point "clob'),
        (changed_clobber("seats = 2"), "Clobber.seats isn't a tuple of two or more seats"),
        (changed_clobber('title = "a\\nb"'), "Clobber.title isn't a short name"),
        (changed_clobber("options = dict"), "Clobber.options isn't a frozen dataclass"),
        (CLOBBER.read_text().replace("def leave", "def left"), "Clobber lacks leave"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_left_out(packages, monkeypatch, capsys, source, cause):
    """The others are served; the log names the package, and standard output has nothing of it."""
    monkeypatch.setattr(guarded_game, "MAX_SECONDS", 0.3)
    packages.install("pbm-clobber", source, clobber="Clobber")
    assert [*games.games()] == NAMES
    package, why = games.catalogue().failed["clobber"]
    assert str(package) == "pbm-clobber 1.0"
    assert cause in why
    out, err = capsys.readouterr()
    assert "package='pbm-clobber 1.0'" in err
    assert out == ""
    with pytest.raises(NotFoundError):
        games.find("clobber")


HOSTILE = {
    "to_move": ("return 'white'", "a seat's number or None is needed"),
    "moves": ("return 5", "an iterator of moves is needed"),
    "count": ("return -1", "a whole number is needed"),
    "outcome": ("return Outcome((1, 1, 1), 'x')", "a place for each seat is needed"),
    "write": ("return 'a b'", "a word of at most 100 characters is needed"),
    "diagram": ("return None", "a Diagram with a layer is needed"),
    "describe_move": ("return b'x'", "a text is needed"),
    "play": ("return []", "unhashable type"),
    "read": ("raise IllegalError()", "its error has no text"),
    "evaluate": ("return (1,)", "a number for each seat is needed"),
    "resolve": ("return None", "a Options is needed"),
    "trapped": ("return 'a1'", "a tuple of texts is needed"),
    "longest": ("return 1.5", "a whole number is needed"),
    "leave": ("import sys; sys.exit()", "SystemExit"),
    "start": ("while True: pass", "it was cut off after 0.3 s"),
}
"""For each method, a body that does wrong, and what is said of it."""


@pytest.mark.parametrize("method", HOSTILE)
def test_a_method_that_does_wrong_is_the_games_error(packages, monkeypatch, method):
    """It is said to whoever asked, with a reference; nothing else comes out of it."""
    monkeypatch.setattr(guarded_game, "MAX_SECONDS", 0.3)
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
    assert raised.value.hangs == ("cut off" in wrong)
    assert "a game of the package pbm-clobber 1.0, and nothing was changed" in raised.value.text


def test_what_a_game_prints_is_no_answer(packages, capsys):
    """It goes to standard error; what another thread prints meanwhile stays where it belongs."""
    packages.install_clobber(
        "def evaluate(self, *_):\n"
        "        print('of the game')\n"
        "        meeting.asks.set()\n"
        "        meeting.is_answered.wait(9)\n"
        "        return (0.0, 0.0)"
    )
    game = games.find("clobber")
    module = sys.modules["pbm_clobber"]
    module.meeting = SimpleNamespace(asks=threading.Event(), is_answered=threading.Event())
    thread = threading.Thread(target=game.evaluate, args=(game.start(game.options()),))
    thread.start()
    assert module.meeting.asks.wait(9)
    sys.stdout.write("of the program\n")
    module.meeting.is_answered.set()
    thread.join()
    assert capsys.readouterr() == ("of the program\n", "of the game\n")


@pytest.mark.parametrize(
    "body",
    ["while True: yield (0, 1)", "while True:\n            try: x = 1\n            except: 0"],
)
def test_moves_that_never_end_are_cut_off(packages, monkeypatch, body):
    """By their number, or by the time; the thread goes on, and no later call suffers."""
    monkeypatch.setattr(guarded_game, "MAX_SECONDS", 0.3)
    monkeypatch.setattr(guarded_game, "MAX_MOVES", 1000)
    packages.install_clobber(f"def moves(self, *_):\n        {body}\n        yield 1")
    game = games.find("clobber")
    position = game.start(game.options())
    for _ in range(2):
        with pytest.raises(GameFailedError, match="clobber, a game of") as raised:
            list(game.moves(position))
        assert raised.value.hangs
    assert game.write(position, (0, 1)) == "a1-b1"

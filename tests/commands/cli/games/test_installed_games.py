"""The commands that tell of games: config, doctor, serve and check-game."""

import json
import re
from pathlib import Path

import pytest

from commands.cli.games.board_drawings import drawings
from tests.support.game_packages import CLOBBER
from tests.support.pick_game import Pick


def test_config_lists_games(shell, packages, monkeypatch):
    """Each with its package and version, and whether it is served."""
    packages.install_clobber()
    packages.install("pbm-broken", "raise ValueError('no')", broken="Broken")
    monkeypatch.setenv("PBM_GAMES", "-trailblazer")
    packages.forget()
    status, out, _ = shell("config")
    assert status == 0
    rows = [line.split() for line in out.partition("\nGames\n")[2].splitlines()]
    assert ["clobber", "pbm-clobber", "1.0", "served"] in rows
    assert ["trailblazer", "pbm", "0.1.0", "off"] in rows
    found = json.loads(shell("config", "--json")[1])["games"]
    assert {"name": "madknights", "package": "pbm", "version": "0.1.0", "state": "served"} in found
    (broken,) = (each for each in found if each["name"] == "broken")
    assert broken["state"] == "failed: loading: ValueError: no"
    assert "Games" not in shell("config", "address")[1]
    packages.install("pbm-taken", "", "3.0", trailblazer="X")  # switched off, as pbm's own
    assert "pbm-taken" in shell("config")[1]


def finding(shell):
    out = shell("doctor", "--offline", "--json")[1]
    (found,) = (each for each in json.loads(out)["checks"] if each["check"] == "games")
    return found["state"], found["text"]


def test_doctor_looks_at_games(shell, packages, monkeypatch):
    """All is well; something named isn't installed; a game can't be loaded; a name is taken."""
    packages.install_clobber()
    assert finding(shell) == ("ok", "5 games from pbm 0.1.0 and clobber from pbm-clobber 1.0.")
    monkeypatch.setenv("PBM_GAMES", "-clabber")
    packages.forget()
    assert finding(shell) == (
        "consider",
        "PBM_GAMES contains games that aren't installed: clabber.",
    )
    packages.install("pbm-broken", "raise ValueError('no')", broken="Broken")
    state, text = finding(shell)
    assert (state, "broken from pbm-broken 1.0 (loading: ValueError: no)" in text) == (
        "broken",
        True,
    )


def test_doctor_names_what_is_missing(shell, packages, monkeypatch):
    """Boards of a game that was uninstalled are something to consider."""
    monkeypatch.setenv("PBM_GAMES", "knightpanic,clobber")
    packages.install_clobber()
    for line in ("signup alice Xa1ice-X alice@example.org", "signup bob Yb0b-Yes bob@example.org"):
        assert shell(*line.split())[0] == 0
    assert shell("clobber", "challenge", "alice", "bob")[0] == 0
    packages.uninstall("pbm-clobber")
    checks = json.loads(shell("doctor", "--offline", "--json")[1])["checks"]
    (found,) = (each for each in checks if each["check"] == "games in use clobber")
    assert found["state"] == "consider"
    assert "its package, pbm-clobber 1.0, isn't installed" in found["text"]
    assert "alice" in shell("clobber", "show", "101")[1]
    assert shell("admin", "verify")[0] == 0  # its log is as it was stored
    shell("site", "pages")
    assert Path("pages/players.html").exists()


@pytest.mark.parametrize("name", ["clobber", "signup", "doctor"])
def test_a_server_with_a_name_for_two_games_does_not_start(shell, packages, name):
    """It names both packages, and what to do; nor does one with a game named as a command."""
    packages.install_clobber()
    source = CLOBBER.read_text().replace('name = "clobber"', f'name = "{name}"')
    source = source.replace('title = "Clobber"', f'title = "{name}"')
    packages.install("pbm-other", source, "2.0", **{name: "Clobber"})
    status, _, err = shell("serve")
    assert status == 2
    if name == "clobber":
        assert (
            'Several packages have a game called "clobber": pbm-clobber 1.0 and pbm-other 2.0'
            in err
        )
    else:
        assert f'The game "{name}" from pbm-other 2.0 has the same name as a command.' in err
    assert f"PBM_GAMES=-{'pbm-other' if name == 'clobber' else name}" in err
    assert not Path("pbm-data").exists()


def test_a_game_is_checked(shell, packages, monkeypatch):
    """By its name: all laws hold, a game is played by mail, and there are files to look at."""
    monkeypatch.setattr("commands.cli.games.check_game.PERFT_SECONDS", 0.0)
    packages.install_clobber()
    status, out, _ = shell("check-game", "clobber")
    assert status == 0, out
    assert "Clobber, from pbm-clobber 1.0" in out
    assert "moves read back                         holds" in out
    assert "played by email                         complete game" in out
    assert "board -rows=12 -cols=12, after 6 moves" in out
    assert re.search(r"an example +-rows=2 -cols=2( [ab][12]-[ab][12])+\n", out)
    files = {path.name for path in Path("check-clobber").iterdir()}
    ends = {name.partition("-")[2].partition("-")[2] for name in files} - {""}
    assert ends == {"alice.eml", "alice.html", "bob.eml", "bob.html"}
    assert Path("check-clobber/boards.html").read_text().count("<svg") >= 3


def test_errors_of_a_game_are_readable(shell, packages, monkeypatch):
    """Refusals of several lines are on one line, and the traceback of an error is on several."""
    monkeypatch.setattr("commands.cli.games.check_game.PERFT_SECONDS", 0.0)
    packages.install_clobber(
        "def aim(self, options):\n        return [][1]\n"
        "    def read(self, position, text):\n        raise self.unreadable(text, 'a1-a2')"
    )
    status, out, err = shell("check-game", "clobber")
    assert status == 1
    assert "\ufffd" not in out
    table = " ".join(out.split())
    assert 'unexpected error: "b2-b3" isn\'t a Clobber move. Legal moves: a1-a2' in table
    assert "mails failed: " in table
    assert "\nTraceback (most recent call last):\n" in err
    assert "\nIndexError: list index out of range\n" in err


def test_a_game_without_options_is_drawn_at_its_start_middle_and_end(tmp_path):
    titles = [title for title, _ in drawings(Pick(), tmp_path)]
    assert titles == ["board at the start", "board after 2 moves", "board after 4 moves"]


@pytest.mark.slow
@pytest.mark.usefixtures("packages")
def test_a_module_is_checked_before_it_is_installed(shell):
    """What doesn't hold is told, and the exit status is 1."""
    source = CLOBBER.read_text()
    Path("clabber.py").write_text(source.replace("rows * options.cols - 1", "rows * 2"))
    status, out, _ = shell("check-game", "clabber", "--folder", "seen")
    assert status == 1
    assert "Clobber, from clabber, not installed" in out
    assert f"The game is in {Path('clabber.py').resolve()}." in out.replace("\n", "")
    assert "games end in time                       broken: with Options(" in out
    assert Path("seen/boards.html").exists()
    status, _, err = shell("check-game", "nowhere")
    assert status == 1
    assert "\"nowhere\" isn't a game, and pbm can't load it as a module" in err

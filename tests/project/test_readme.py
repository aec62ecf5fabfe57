"""What the README shows is true."""

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from commands.language.tokenizer import tokenize
from commands.settings import Settings
from commands.views import ascii_diagram as drawing
from pbm.games import games
from pbm.match import Match
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("block", blocks("console"))
def test_the_sessions_happen_as_shown(block, tmp_path, monkeypatch, shell):
    """Every command prints what stands below it; `...` stands for the rest."""
    binary = tmp_path / "bin" / "pbm"
    binary.parent.mkdir()
    binary.write_text(f'#!/bin/sh\nexec {sys.executable} -m commands "$@"\n')
    binary.chmod(0o755)
    monkeypatch.setenv("PATH", f"{binary.parent}:/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for shown in block.split("$ ")[1:]:
        line, _, expected = shown.partition("\n")
        pattern = r"[\s\S]*".join(map(re.escape, expected.split("...\n")))
        said = "".join(_said(command, shell) for command in line.split("; "))
        assert re.fullmatch(pattern, said), said


def _said(command, shell):
    """What a command prints; a real shell is needed for more than the program."""
    if plain := re.fullmatch(r"pbm ([^|<>]+)(?:> (\S+))?", command):
        _, out, err = shell(*shlex.split(plain[1]))
        if plain[2]:
            Path(plain[2]).write_text(out)
        return err if plain[2] else out + err
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_example_of_a_game_is_one(tmp_path):
    """The game printed there can be played."""
    path = tmp_path / "hop.py"
    path.write_text(blocks("python")[0])
    spec = importlib.util.spec_from_file_location("hop", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = module.Hop()
    match = Match.begin(game, game.resolve(game.options(), 0))
    assert match.legal == ["b1"]
    played = Match.retell(game, match.options, ["move b1"])
    assert played.outcome.winners == (0,)
    assert ". o" in drawing.render_ascii(game.diagram(played.state.position))


def test_the_table_of_games_is_right():
    """Every game stands there with its sentence and its options."""
    for game in games().values():
        usage = game.usage.replace("|", "\\|")
        row = f"| {game.title} | {len(game.seats)} | {game.summary} | `{usage}` |"
        assert row in README


def test_every_setting_is_in_the_table():
    """Name, and default where it is a value."""
    for name, field in Settings.model_fields.items():
        row = re.search(rf"\| `PBM_{name.upper()}` \| (.*?) \|", README)
        assert row, name
        assert str(field.default).lower() in row[1].lower() or "SQLite" in row[1]


def test_the_commands_shown_are_in_the_language():
    """Every command of the table reads as one."""
    from commands.language.parser import readings  # noqa: PLC0415

    for line in re.findall(r"^\| [a-z ,]+ \| `([a-z][^`]*)` \|$", README, re.MULTILINE):
        assert list(readings(tokenize(line), proven=False))

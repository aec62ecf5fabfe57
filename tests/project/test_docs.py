"""The README and the pages in `docs` show true things."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import fields
from inspect import isfunction, signature
from pathlib import Path

import pytest

from commands.cli.main import command_words
from commands.language import registry
from commands.language.parser import readings
from commands.language.tokenizer import tokenize
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from commands.settings import Settings
from docs import man_page
from docs.mail_pictures import SHOWN, mail_of, mail_page
from pbm.classics.placement_games import PlacementGame
from pbm.classics.spiel_game import SpielGame
from pbm.diagram import Cell, Diagram, Layer
from pbm.game import Game
from pbm.games import games
from pbm.robots.move_choice import SearchLimit
from tests.support.cases import cases
from tests.support.metrics_table import with_metrics_table
from tests.support.paths import ROOT
from tests.support.settings_table import with_settings_table
from tests.support.site import PLAYERS, text_of, words_of

DOCS = ROOT / "docs"
PAGES = {"README.md": ROOT / "README.md"} | {
    str(path.relative_to(DOCS)): path
    for path in (*sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("truths/*.md")))
}
TEXTS = {name: path.read_text() for name, path in PAGES.items()}
MAX_PICTURE_BYTES = 150_000
ALICE = PLAYERS["alice"][1]
SIGNUPS = ("signup alice Xa1ice-X alice@example.org", "signup bob Yb0b-Yes bob@example.org")
ROOMS = ("commands", "mail", "storage", "pbm")


def blocks(name, language=""):
    found = re.findall(r"^```(\w*)\n(.*?)^```$", TEXTS[name], re.DOTALL | re.MULTILINE)
    return [block for kind, block in found if kind == language]


def spans(text):
    """The words in backticks, within lines."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", prose)


def test_the_signatures_of_diagrams_are_right():
    (block,) = (each for each in blocks("adding-a-game.md") if each.startswith("Diagram("))
    for kind, line in zip((Diagram, Layer, Cell), block.splitlines(), strict=True):
        names = re.findall(r"(\w+)(?==|,|\))", re.sub(r"=[^,)]*(\(\))?", "=", line))
        assert line.startswith(f"{kind.__name__}(")
        assert names == [field.name for field in fields(kind)]


SEARCHES = "truths/README.md"
"""The page whose sessions search for seconds."""
SESSIONS = [
    pytest.param(
        block,
        id=f"{name}-{number}",
        marks=[pytest.mark.slow] * (number > 1 or name == SEARCHES),
    )
    for name in TEXTS
    for number, block in enumerate(blocks(name, "console"), 1)
]


@pytest.mark.parametrize("block", SESSIONS)
def test_the_sessions_happen_as_shown(block, tmp_path, monkeypatch, shell):
    """Every command prints what stands below it; `...` stands for the rest."""
    binary = tmp_path / "bin" / "pbm"
    binary.parent.mkdir()
    binary.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m commands "$@"\n')
    binary.chmod(0o755)
    monkeypatch.setenv("PATH", f"{binary.parent}:/usr/bin:/bin")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for shown in block.split("$ ")[1:]:
        line, _, expected = shown.partition("\n")
        pattern = r"[\s\S]*".join(map(re.escape, expected.split("...\n")))
        printed = "".join(_output(command, shell) for command in line.split("; "))
        assert re.fullmatch(pattern, printed), printed


def _output(command, shell):
    """The output of a command; a real shell is needed for more than the program."""
    if plain := re.fullmatch(r"pbm ([^|<>]+)(?:> (\S+))?", command):
        _, out, err = shell(*shlex.split(plain[1]))
        if plain[2]:
            Path(plain[2]).write_text(out)
        return err if plain[2] else out + err
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_four_mails_begin_a_game_with_a_robot(confirming_site):
    """Each line of the README is sent, and the robot's move comes back."""
    site = confirming_site
    (block,) = blocks("README.md", "mail")
    lines = block.splitlines()
    assert len(lines) == 4
    for line in lines:
        what, _, text = line.partition(":")
        if what == "new email, subject":
            came = site.mail(ALICE, text.strip())
        else:
            came = site.reply(came[-1], text.strip())
    assert came == []
    robots = RobotTurns(site.database, site.dispatcher, site.mailer, Backoff(lambda: 0.0))
    assert move_robots(robots, SearchLimit(100, 1.0), 9) == 1
    (answer,) = site.mails()
    assert answer["To"] == ALICE
    assert "alice moves a1-c5. robot1 moves" in words_of(answer)


def test_the_table_of_games_is_right():
    """Every game stands there with a small board, its players and its sentence."""
    for game in games().values():
        picture = f'<img src="docs/games/{game.name}.png" width="120" alt="">'
        title = f"{game.title}, in 2D or 3D" if game.name == "knightpanic" else game.title
        row = f"| {picture} | {title} | {len(game.seats)} | {game.summary} |"
        assert row in TEXTS["README.md"]
        assert (DOCS / "games" / f"{game.name}.png").stat().st_size < MAX_PICTURE_BYTES / 5


def test_the_table_of_settings_is_made_from_the_declaration():
    """By subject, with defaults; PBM_GOLDEN=write writes it again."""
    made = with_settings_table(TEXTS["reference.md"])
    if os.environ.get("PBM_GOLDEN") == "write":
        PAGES["reference.md"].write_text(made)
    page = PAGES["reference.md"].read_text()
    assert page == made
    for name in Settings.model_fields:
        assert f"| `PBM_{name.upper()}` |" in page


def test_the_table_of_metrics_is_made_from_what_is_served():
    """With labels and descriptions; PBM_GOLDEN=write writes it again."""
    made = with_metrics_table(PAGES["reference.md"].read_text())
    if os.environ.get("PBM_GOLDEN") == "write":
        PAGES["reference.md"].write_text(made)
    assert PAGES["reference.md"].read_text() == made


def test_the_manual_page_is_made_from_the_program():
    """Its commands, options, settings and language; PBM_GOLDEN=write writes it again."""
    if os.environ.get("PBM_GOLDEN") == "write":
        man_page.write()
    assert man_page.PAGE.read_text() == man_page.man_page(man_page.shown_date())


def test_only_settings_are_named():
    known = {f"PBM_{name.upper()}" for name in Settings.model_fields} | {"PBM_GOLDEN"}
    for name, text in TEXTS.items():
        assert set(re.findall(r"PBM_[A-Z_]+", text)) <= known, name


def commands_shown():
    """Commands in the tables of all pages."""
    for text in TEXTS.values():
        yield from re.findall(r"^\| [A-Za-z ,']+ \| `([a-z][^`]*)` \|$", text, re.MULTILINE)


def test_the_commands_shown_are_in_the_language():
    """Every command of the tables reads as one."""
    shown = [*commands_shown()]
    assert len(shown) > 40
    for line in shown:
        assert list(readings(tokenize(line), proven=False)), line


def test_every_verb_is_shown():
    """In the tables for players, or in a sentence."""
    page = TEXTS["players.md"]
    shown = [word for line in commands_shown() for word in line.split()[:2]] + spans(page)
    for command in registry.commands():
        assert set(command.names) & set(shown), command


def test_every_command_of_the_program_is_shown():
    """With `pbm` before it."""
    everything = "\n".join(TEXTS.values())
    names = {word for word in command_words() if word.isalpha()}
    assert {"serve", "admin", "robot"} <= names
    for name in names:
        assert f"pbm {name}" in everything, name


def reply_lines():
    """The first lines of replies that the players' page lists."""
    table = TEXTS["players.md"].partition("| first line |")[2].partition("\n\n")[0]
    firsts = [row.split(" | ")[0] for row in table.splitlines()[2:]]
    return [line for first in firsts for line in spans(first)]


@pytest.mark.parametrize("line", reply_lines())
def test_what_a_reply_may_say_is_understood(line, started_game):
    """Refused perhaps, as nothing is offered yet; but read."""
    site, to_alice, _ = started_game
    (answer, *_) = site.reply(to_alice, line)
    assert not re.search(r"isn.t an? .*move", text_of(answer))


def session_with(code, package, name, tmp_path, *lines):
    """The output of lines in a program that has this file more in the folder of a package."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / f"{name}.py").write_text(code)
    program = (
        f"import {package} as package; package.__path__.append({str(folder)!r})\n"
        "from commands.cli.main import run\n"
        f"for line in {lines!r}: run(line.split())\n"
    )
    environment = {key: value for key, value in os.environ.items() if key[:4] != "PBM_"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_page_on_games_has_all_optional_members():
    """Each has a line with an example."""
    members = {name for name in vars(Game) if name[0] != "_"} - Game.__abstractmethods__
    text = TEXTS["adding-a-game.md"]
    rows = re.findall(r"^\| (`.*?) \| .+? \| (?:`.+`|see \[.*) \|$", text, re.MULTILINE)
    documented = {name for row in rows for name in re.findall(r"`(\w+)[`(]", row)}
    assert members - documented == {"check_ongoing", "compute", "unreadable", "usage"}


MEMBERS = r"^\| member(?: of `(\w+)`)? \|.*\n\|[-|]+\n((?:\|.*\n)+)"
"""The tables of members, with the class."""


def test_the_signatures_of_members_are_right():
    """Each row begins with names of attributes and signatures of methods."""
    kinds = {"": Game, "SpielGame": SpielGame, "PlacementGame": PlacementGame}
    tables = re.findall(MEMBERS, TEXTS["adding-a-game.md"], re.MULTILINE)
    assert {kind for kind, _ in tables} == {*kinds}
    for kind, rows in tables:
        firsts = " ".join(row.split(" | ")[0] for row in rows.splitlines())
        for name, parameters in re.findall(r"`(\w+)(\(.*?\))?`", firsts):
            member = getattr(kinds[kind], name, None)
            right = f"({', '.join(signature(member).parameters)})" if isfunction(member) else ""
            assert parameters == right, name


@pytest.mark.slow
def test_the_example_of_a_game_is_one(tmp_path):
    """Saved where games of pbm are, it is found, keeps all laws, and is played to its end."""
    hop, _, _ = blocks("adding-a-game.md", "python")
    lines = (*SIGNUPS, "hop challenge alice bob", "hop move 101 alice Xa1ice-X b1", "help hop")
    printed = session_with(hop, "pbm.games", "hop", tmp_path, *lines, "check-game hop")
    assert "Summary of Hop Board 101" in printed
    assert "White has hopped" in printed
    assert ". o" in printed
    assert "Black may only watch." in printed
    assert "broken: " not in printed.partition("Hop, of pbm")[2]
    assert "complete game" in printed


@pytest.mark.slow
@pytest.mark.usefixtures("packages")
def test_the_example_of_a_game_from_openspiel_is_one(shell):
    """Checked in the folder that it is saved in, as the page says."""
    pytest.importorskip("pyspiel")
    _, pentago, _ = blocks("adding-a-game.md", "python")
    Path("pentago.py").write_text(pentago)
    status, printed, errors = shell("check-game", "pentago")
    assert (status, errors) == (0, "")
    assert "Pentago, from pentago, not installed" in printed
    assert "complete game" in printed


@pytest.mark.slow
def test_the_example_of_a_command_is_one(tmp_path):
    """Saved where commands are, it is found, answered and explained."""
    _, _, length = blocks("adding-a-game.md", "python")
    begun = ("knightpanic challenge alice bob", "knightpanic move 101 alice Xa1ice-X a1-c5")
    lines = (*SIGNUPS, *begun, "knightpanic length 101", "help length")
    printed = session_with(length, "commands.verbs", "length", tmp_path, *lines)
    assert "\n1 move on board 101.\n" in printed
    assert "GAME length BOARD" in printed
    assert "Shows how many moves have been made" in printed


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    prose = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@cases("name", TEXTS)
def test_links_lead_somewhere(name):
    """To a file of ours and a heading in it."""
    for target in re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', TEXTS[name]):
        file, _, anchor = "".join(target).partition("#")
        path = (PAGES[name].parent / file).resolve() if file else PAGES[name]
        assert path.is_file(), target
        if anchor:
            assert anchor in anchors(path), target


def test_every_page_is_linked_from_the_readme():
    for name in [name for name in TEXTS if "truths" not in name] + ["truths/README.md"]:
        assert name == "README.md" or f"(docs/{name})" in TEXTS["README.md"]


@cases("name", TEXTS)
def test_files_named_are_there(name):
    """Paths of ours, from the top of the source."""
    pattern = rf"(?:{'|'.join((*ROOMS, 'tests', 'docs', '.ci'))})/[\w./-]*"
    for path in re.findall(rf"`({pattern})`", TEXTS[name]):
        if not re.search(r"[A-Z]{4}|length|^pbm/(done|failed)$", path):  # NAME, example, mailbox
            assert (ROOT / path).exists(), path


def test_the_tree_is_shown_whole():
    """Every folder of the source, and no other."""
    tree = blocks("architecture.md")[0]
    shown, top = set(), ""
    for indent, folder in re.findall(r"^( *)([\w.]+)/ ", tree, re.MULTILINE):
        top = folder if not indent else top
        shown.add(folder if not indent else f"{top}/{folder}")
    there = {
        str(path.parent.relative_to(ROOT))
        for room in ROOMS
        for path in [ROOT / room / "__init__.py", *(ROOT / room).glob("*/__init__.py")]
    }
    assert shown == there | {"tests", "docs"}


def test_the_way_of_a_reply_is_short():
    """A reader opens at most 25 files, each once."""
    steps = re.findall(r"(?m)^[0-9]+\. `([\w/]+\.py)`", TEXTS["architecture.md"])
    assert 20 < len(steps) <= 25
    assert len(set(steps)) == len(steps)


def test_the_contracts_are_those_that_are_checked():
    """Every order of layers, as `pyproject.toml` has it."""
    shown = " ".join(TEXTS["architecture.md"].split())
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    orders = [" > ".join(each["layers"]) for each in contracts["contracts"] if "layers" in each]
    assert len(orders) == 7
    for order in orders:
        assert order in shown


@pytest.mark.slow
@pytest.mark.parametrize("name", SHOWN)
def test_the_pictures_are_of_mails_that_are_sent(tmp_path, name):
    """Each is a PNG of moderate size, of a mail with links for answers, or a review with none."""
    content = (ROOT / "docs" / f"{name}.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) < MAX_PICTURE_BYTES
    page = mail_page(mail_of(name, tmp_path))
    assert " Board 101" in page
    assert ("mailto:pbm%2B" in page) == (name != "review-mail")
    assert ("The decisive mistake was" in page) == (name == "review-mail")

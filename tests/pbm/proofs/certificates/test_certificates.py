"""Certificates of starts, and the program that checks them by rules of its own."""

import re
import runpy
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from io import StringIO

import pytest

from pbm import games
from pbm.proofs.certificates.certificates import certify
from pbm.proofs.certificates.certified import HEADING, PATH, certified_starts, read_certified
from pbm.proofs.proving import NewTables
from pbm.proofs.starts.proved_starts import proved_starts
from pbm.search.budget import SearchBudget
from tests.support.paths import ROOT

ALL = [start for name in games.games() for start in certified_starts(name)]
SMALL = [start for start in ALL if start.positions < 15_000]
CHEAP = [start for start in SMALL if start.positions < 1500 and "panic -size=4" not in start.start]
DEAR = [start for start in SMALL if start not in CHEAP][::2]
MORE = [
    "knightsdance -rows=4 -cols=4 -misere",
    "knightsdance -rows=3 -cols=5 -jumpblock",
    "knightsdance -position='(b 4 4 a1 b1 d4 b4)'",
    "knightsduel -rows=4 -cols=5",
    "trailblazer -size=3",
    "knightpanic -size=5 -mover_loses",
    "knightsdance -rows=5 -cols=27",
]
CHECK = ROOT / "docs" / "truths" / "check.py"
CHECKER = runpy.run_path(str(CHECK))["main"]


@lru_cache(4)
def certificate(line):
    """The certificate of a start."""
    name, *words = shlex.split(line)
    game = games.find(name)
    options = game.resolve(game.read_options(words), 0)
    return certify(game, options, SearchBudget(600), NewTables(10**7))


def checked(made, folder, *words, change=str):
    """The exit status and the output of the checker, run on a certificate."""
    path = folder / "certificate.txt"
    path.write_text(change("".join(made.lines())))
    said = StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(said):
        patch.setattr("sys.argv", [str(CHECK), str(path), *words])
        try:
            CHECKER()
        except SystemExit as end:  # with the text of a refusal
            return 1, str(end.code)
    return 0, said.getvalue()


def test_the_file_is_well_formed():
    """Each certificate is that of a start that is shipped as proved, with its value."""
    heading, *lines = PATH.read_text().splitlines()
    assert heading == HEADING
    assert [start.write() for start in read_certified(lines)] == lines
    assert len({start.start for start in ALL}) == len(lines) == len(ALL)
    for start in ALL:
        value = proved_starts(start.game)[start.options].value
        letter, plies = re.match(r"(\w)(\d+|\*)", start.claims).groups()
        assert value.result.value == {"W": "won", "L": "lost", "w": "drawn"}[letter]
        if start.has_distance:
            assert value.plies == (int(plies) if plies != "*" else None)
        else:
            assert value.plies is None or value.plies <= int(plies)


@pytest.mark.parametrize("start", CHEAP, ids=lambda start: start.start)
def test_certificates_are_made_again_and_hold(start, tmp_path):
    """The same text is made, and the checker confirms every line of it."""
    made = certificate(start.start)
    assert made.summary() == start
    status, out = checked(made, tmp_path)
    assert (status, out.count(f"{start.positions:,}")) == (0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("start", DEAR, ids=lambda start: start.start)
def test_larger_certificates_are_made_again_and_hold(start, tmp_path):
    """The same text is made, and the checker confirms lines of it chosen at random."""
    made = certificate(start.start)
    assert made.summary() == start
    assert checked(made, tmp_path, "1000")[0] == 0


@pytest.mark.parametrize("line", MORE)
def test_other_starts_have_certificates(line, tmp_path):
    """The checker confirms them too."""
    assert checked(certificate(line), tmp_path)[0] == 0


def without_last(text):
    return text[: text.rindex("\n", 0, -1) + 1]


def sooner(text):
    return re.sub(r"W(\d+)", lambda found: f"W{int(found[1]) - 2}", text, count=1)


def later(text):
    return re.sub(r"w(\d+)", lambda found: f"w{int(found[1]) + 2}", text, count=1)


def for_ever(text):
    return re.sub(r"W\d+", "W*", text)


def other_board(text):
    return text.replace("size=5", "size=4")


def twice(text):
    return f"{text}{text.splitlines()[-1]}\n"


def no_position(text):
    return f"{text}a position\tW1\n"


def nothing(_):
    return ""


def no_positions(text):
    return "\n".join(text.splitlines()[:2])


CHANGES = [
    *(without_last, sooner, later, for_ever, other_board, twice, no_position, nothing),
    no_positions,
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_false_certificate_is_refused(change, tmp_path):
    """A missing line, a claim that is too strong, another start, and what can't be read."""
    status, out = checked(certificate("trailblazer -size=5"), tmp_path, change=change)
    assert (status, out[:7]) == (1, "WRONG: ")


@pytest.mark.parametrize(
    "start",
    [
        "Trailblazer -size=5",
        "chess -size=5",
        "madknights -size=5",
        "trailblazer",
        "trailblazer -size=9 -size=5",
        "trailblazer -size=9 -rows=5 -cols=5",
        "trailblazer -size=05",
        "trailblazer -size=5 \x1b[1G",
        "knightpanic -size=5 -2d -extra=0",
        "knightpanic -size=5 -2d -mover_wins -extra=3",
        "knightsdance -position=(w 3 3 a1 b1 c1 z9)",
        "knightsdance -rows=3 -cols=4 -no_misere",
    ],
)
def test_a_start_that_is_not_written_in_full_is_refused(start, tmp_path):
    """So that nothing is announced as proved that wasn't checked."""

    def change(text):
        return text.replace("trailblazer -size=5", start)

    status, out = checked(certificate("trailblazer -size=5"), tmp_path, change=change)
    assert (status, out[:7], "\x1b" in out) == (1, "WRONG: ", False)


def test_an_excerpt_and_a_sample_are_no_proof(tmp_path):
    """The verdict says so: what is below the empty line isn't checked, nor what isn't chosen."""
    made = certificate("trailblazer -size=4")

    def forged(text):
        _, start, first, *_ = text.splitlines()
        after = "2 #1../..../..../...2\tL2\n2 #.../1.../..../...2\tL2"
        return f"pbm excerpt 1\n{start}\n{first.partition(chr(9))[0]}\tW3\n\n{after}\n"

    assert "an excerpt, not a proof (1 of 1 " in checked(made, tmp_path, change=forged)[1]
    assert "(9 of 120 positions checked: a sample, not a proof)" in checked(made, tmp_path, "9")[1]
    assert checked(made, tmp_path, "-1")[0] == 1


def test_the_program_writes_a_certificate(shell, tmp_path):
    """It prints the line that is kept, and writes the file if one is named."""
    path = tmp_path / "made.txt"
    status, out, _ = shell("certificate", "trailblazer", "-size=4", "--output", str(path))
    assert status == 0
    assert path.read_text() == "".join(certificate("trailblazer -size=4").lines())
    assert out == f"{certificate('trailblazer -size=4').summary().write()}\n"


@pytest.mark.parametrize("line", ["trailblazer -size=5", "knightsduel -size=5"])
def test_a_certificate_of_the_winner_alone_is_shorter(line, shell, tmp_path):
    """It claims nothing of when, needs fewer positions, and holds."""
    path = tmp_path / "winner.txt"
    status, out, _ = shell("certificate", *line.split(), "--winner", "--output", str(path))
    winner, whole = next(read_certified([out.rstrip()])), certificate(line)
    assert (status, winner.claims[0], " " in winner.claims) == (0, "W", False)
    assert winner.positions < len(whole.positions)
    done = subprocess.run([sys.executable, CHECK, path], capture_output=True, text=True, check=True)
    assert f"{winner.positions:,} of {winner.positions:,} positions" in done.stdout


@pytest.mark.parametrize("name", ["knightsdance", "knightpanic"])
def test_games_that_may_go_on_for_ever_are_claimed_with_their_distance(name, shell):
    """A win without a bound would prove nothing, as claims could follow from one another."""
    status, out, error = shell("certificate", name, "--winner")
    assert (status, out) == (1, "")
    assert "Leave out --winner." in error


@pytest.mark.parametrize("line", ["knightsduel -size=8", "trailblazer -size=9"])
def test_starts_without_certificates_are_refused(line, shell):
    """Proofs by argument have none, and those that take too long neither."""
    status, _, error = shell("certificate", *line.split(), "--seconds", "0")
    assert status == 1
    assert "couldn't prove the value in the time allowed" in error


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["-mover_loses", "-3d -lose_no_move -extra=1"])
def test_excerpts_of_tables_hold(rules, shell, tmp_path):
    """Positions of random games, won, lost and drawn, follow from their successors by its rules."""
    path = tmp_path / "excerpt.txt"
    words = ["knightpanic", *rules.split(), "--samples", "200", "--output", str(path)]
    status, out, _ = shell("tables", "excerpt", *words)
    assert (status, "200 positions of knightpanic -size=4" in out) == (0, True)
    done = subprocess.run(
        [sys.executable, CHECK, path], capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("(200 of 200 positions checked)\n")
    lines = path.read_text().splitlines()
    start = lines[2].partition("\t")[0]
    path.write_text("\n".join([*lines[:2], f"{start}\tW1 l*", *lines[3:]]))
    done = subprocess.run(
        [sys.executable, CHECK, path], capture_output=True, text=True, check=False
    )
    assert done.stderr.startswith("WRONG: ")


def test_starts_without_tables_have_no_excerpts(shell, tmp_path):
    """A large table has to be made first; the refusal says so, and nothing is written."""
    path = tmp_path / "excerpt.txt"
    words = ["knightpanic", "-size=5", "-extra=0", "--output", str(path)]
    status, _, error = shell("tables", "excerpt", *words)
    assert (status, "There is no table for this start" in error, path.exists()) == (1, True, False)

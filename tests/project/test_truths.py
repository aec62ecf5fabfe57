"""The pages on what is proved say what is shipped."""

import os
import re

from commands.language.help import pages
from commands.views.analysis.proofs import proof_text
from docs.truths.tables import FOLDER, NAMES, with_tables
from pbm import games
from pbm.match.match import Match
from pbm.options import read_options
from pbm.proofs.certificates.certified import certified_starts
from pbm.proofs.starts.proved_starts import proved_starts
from tests.support.cases import cases


@cases("name", NAMES)
def test_the_tables_are_made_from_what_is_shipped(name):
    """PBM_GOLDEN=write writes them again."""
    page = FOLDER / f"{name}.md"
    made = with_tables(name, page.read_text())
    if os.environ.get("PBM_GOLDEN") == "write":
        page.write_text(made)
    assert page.read_text() == made


@cases("name", NAMES)
def test_each_page_has_its_parts(name):
    """The question, the answer, the method with size and time, and a command that proves it."""
    text = (FOLDER / f"{name}.md").read_text()
    titles = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert titles[:3] == ["The question", "The answer", "The proof"]
    assert "| `pbm " in text


def test_the_example_is_the_certificate_that_is_shipped():
    """Its line, and what the checker says of it."""
    text = (FOLDER / "README.md").read_text()
    shipped = next(each for each in certified_starts("trailblazer") if "-size=4" in each.options)
    count = f"{shipped.positions:,}"
    assert f"\n{shipped.write()}\n" in text
    assert f"{shipped.start}: {shipped.claims} ({count} of {count} positions checked)" in text


def test_every_page_is_linked_from_the_first():
    first = (FOLDER / "README.md").read_text()
    assert all(f"({name}.md)" in first for name in NAMES)


@cases("name", NAMES)
def test_the_value_of_a_start_names_its_certificate(name):
    """With its SHA-256, and not where only the winner is certified as if all were."""
    for certified in certified_starts(name):
        game = games.find(name)
        options = game.resolve(read_options(game.options, certified.options, name), 0)
        match = Match.begin(game, options)
        text = proof_text(match, proved_starts(name)[certified.options].proof)
        assert f"pbm certificate {certified.start}" in " ".join(text.split())
        assert ("that names the winner" in text) == (not certified.has_distance)
        assert text.endswith(f"\n  {certified.sha256}")


def test_the_help_page_counts_the_starts_of_small_boards():
    """For Mad Knights, by the places that can be forced."""
    assert "On a 6 by 6 board, there are 426 starting positions" in pages.game(
        games.find("madknights")
    )


def test_the_help_page_counts_the_starts_of_the_usual_board():
    """For all rules of Knight's Dance, and for no other game."""
    assert "445,024       21" in pages.game(games.find("knightsdance"))
    assert "endless" not in pages.game(games.find("trailblazer"))

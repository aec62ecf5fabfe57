"""Texts that name all games, with games of several families."""

import pytest

from commands.views.html.prose import blocks
from pbm import games
from pbm.games import by_family
from tests.support.site import text_of

LIST = """\
Stones       running  finished
clobber            1         0  Clobber

Knights      running  finished
knightpanic        0         0  Knight Panic
trailblazer        0         0  Trailblazer"""
HELP = """\
Knights:
  knightpanic  Trap any one of your opponent's knights.
  trailblazer  Reach your opponent's starting cell, or wall them in.

Stones:
  clobber      Take stones next to your own. If you can't move, you lose."""
BY_FAMILY = """\
Choose from 3 games:

  - Knights: Knight Panic and Trailblazer
  - Stones: Clobber"""


@pytest.fixture
def stones(packages, site):
    """A server with two families of games, of which the second has a board."""
    packages.install_clobber('family = "Stones"')
    games.choose("clobber,trailblazer,knightpanic")
    site.sign_up("alice", "bob")
    site.say("clobber challenge alice bob", admin=True)
    return site


def test_games_are_listed_by_family(stones):
    """The most played come first. Named games are in a single table."""
    listed = stones.say("list")
    assert listed.content.text.startswith(f"{LIST}\n\n")
    assert [each["game"] for each in listed.data["games"]][:2] == ["clobber", "knightpanic"]
    assert stones.say("list trailblazer clobber").content.text.startswith("game ")


def test_every_family_is_a_table_in_html(stones):
    tables = [block.rows for block in blocks(stones.say("list").content.text) if block.rows]
    assert [table[0][0].text for table in tables] == ["Stones", "Knights"]


def test_help_and_welcome_group_games(stones):
    """In alphabetical order, because they don't depend on boards."""
    assert f"\n\n{HELP}\n\n" in stones.say("help").content.text
    mails = stones.mail("carol@example.org", "signup carol -")
    assert any(BY_FAMILY in text_of(mail) for mail in mails)
    (greeting,) = stones.mail("dave@example.org", "What is this?")
    assert BY_FAMILY in text_of(greeting)


def test_most_boards_come_first_within_a_family():
    """Unfinished and finished boards are counted together."""
    grouped = by_family(games.games().values(), {"trailblazer": (1, 0), "madknights": (0, 2)})
    names = [game.name for game in grouped["Knights"]]
    assert names[:3] == ["madknights", "trailblazer", "knightpanic"]

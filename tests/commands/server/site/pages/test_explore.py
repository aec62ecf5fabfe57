"""The pages about positions, and the records of many games on the site."""

import re

import pytest

from commands.security.record_signing import check_lines
from commands.server.site import paths
from commands.server.site.page_data import Site, Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.pages import pages_of
from commands.server.workers.explorer import explore_finished
from pbm import games
from pbm.match.match import Match
from pbm.match.position_keys import position_key
from tests.support.site import ADDRESS, PLAYERS

WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
INDEX = paths.explore("knightpanic")


@pytest.fixture
def played(site):
    """A server on which three games were played, two of them alike."""
    site.once(_play)
    return site


def _play(site):
    site.sign_up("alice", "bob")
    for number in (101, 102):
        site.say("panic challenge alice bob")
        site.play("knightpanic", number, *WON)
    site.say("panic challenge alice bob")
    site.play("knightpanic", 103, "c1-g3", "g7-e3")
    site.say(f"panic resign 103 alice {PLAYERS['alice'][0]}")
    explore_finished(site.database)


def made(site, kind, number=0, game="knightpanic"):
    """Returns the files of a subject, by path."""
    with site.database.snapshot() as work:
        source = Source(Site(ADDRESS), work, site.services.signer)
        return {page.path: page.content for page in pages_of(source, Subject(kind, game, number))}


def path_after(*moves):
    """Returns the path of the page about the position after these moves of the usual game."""
    game = games.find("knightpanic")
    match = Match.begin(game, game.resolve(game.options(), 1))
    match = match.continued([f"move {move}" for move in moves])
    return paths.explore(game.name, position_key(game, match.options, match.state.position))


def test_positions_that_two_games_reached_have_pages(played):
    """Pages begin at the starts; a position that one game alone reached has none."""
    files = made(played, Kind.EXPLORE)
    reached = {path_after(*WON[:ply]) for ply in range(len(WON) + 1)}
    assert set(files) == reached | {INDEX}
    assert made(played, Kind.EXPLORE) == files


def test_a_page_tells_moves_results_and_games(played):
    """Moves are links to the next positions; those without a page, and boards, stand there too."""
    page = made(played, Kind.EXPLORE)[path_after()].decode()
    assert "3 finished games reached this position: White won 2 and Black won 1." in page
    assert "With best play, White loses by move 10. This is proved." in page
    assert re.search(r'<a href="[^"]+">a1-c5</a>', page)
    assert re.search(r">c1-g3</th>", page)
    assert '<a href="../../knightpanic/103.html">103</a>' in page
    assert "<svg" in page


def test_all_links_between_the_pages_lead_somewhere(played):
    """Every link to another position leads to a page that is there."""
    files = made(played, Kind.EXPLORE)
    links = [
        target
        for content in files.values()
        for target in re.findall(r'href="\.\./\.\./(knightpanic/explore/[^"]+)"', content.decode())
    ]
    assert links
    assert set(links) <= set(files)


def test_private_games_are_on_no_page(played):
    """A board that became private is on no page at the next run, nor are its moves."""
    with played.database.work() as work:
        work.connection.exec_driver_sql("UPDATE board SET private = 1 WHERE number > 101")
    files = made(played, Kind.EXPLORE)
    assert set(files) == {INDEX, path_after()}
    assert "1 finished game reached" in files[path_after()].decode()
    assert made(played, Kind.EXPORT)["knightpanic/records-0.jsonl"].count(b"\n") == 1


def test_a_game_of_random_starts_has_a_page_without_any(played):
    """Where each game has a start of its own, the page says so."""
    files = made(played, Kind.EXPLORE, game="madknights")
    assert list(files) == [paths.explore("madknights")]
    assert b"There are none yet" in files[paths.explore("madknights")]


def test_records_are_on_the_site_in_bulk(played):
    """The records of a thousand numbers are one file, in which each line is signed."""
    files = made(played, Kind.EXPORT)
    (lines,) = files.values()
    checked = check_lines(lines.splitlines(keepends=True), played.services.signer.public())
    assert checked.startswith("3 records")
    assert made(played, Kind.EXPORT, 1000) == {}

"""Updating the site: what has changed is made, and nothing else."""

import errno
import json
import os
import re

import pytest

from commands.security.record_signing import check_record
from commands.server.site import pages as site_pages
from commands.server.site import paths
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.updating.comparison import DAY
from commands.server.site.updating.folder import SiteFolder
from storage import Database
from tests.support.database_copies import DatabaseCopy
from tests.support.site import PLAYERS
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.usefixtures("few_games")

MOVES = ("a1-c5", "g7-e3")


@pytest.fixture
def pages(site, tmp_path):
    """The pages of a server on which alice plays with bob on board 101, with carol on 102."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", "knightpanic challenge alice carol")
    return SitePages(site, tmp_path)


def times(pages):
    """The time of the last change of each file."""
    return {path: (pages.path / path).stat().st_mtime_ns for path in pages.files()}


def text_of(pages):
    """All that is written, but for the rules, whose examples have names."""
    files = pages.files().items()
    return b"".join(content for path, content in files if not path.endswith("/rules.html"))


def pass_the_night(pages):
    """Has the file of all records be of another day."""
    with pages.updater() as updater:
        updater.state.put_fact(DAY, "2026-03-01")


def changed(before, after):
    """The paths of files that were written, added or removed."""
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def test_a_second_run_writes_only_what_was_lost_or_changed(pages):
    """And unknown files in our folders are removed, while others are left alone."""
    first = pages.make()
    assert first.written == len(pages.files())
    assert not pages.errors()
    before = times(pages)
    again = pages.make()
    assert (again.subjects, again.written, again.removed) == (0, 0, 0)
    assert times(pages) == before
    before = pages.files()
    (pages.path / "knightpanic" / "101.json").unlink()
    (pages.path / "knightpanic" / "102.json").write_text("changed")
    os.utime(pages.path / "static" / "site.css", (0, 0))
    (pages.path / "knightpanic" / "999.html").write_text("of a board that was hidden meanwhile")
    (pages.path / "knightpanic" / ".pbm-new-1234").write_text("half")
    (pages.path / "about.html").write_text("the admin's")
    outcome = pages.make()
    assert (outcome.written, outcome.removed) == (2, 2)
    assert pages.files() == before | {"about.html": b"the admin's"}


def test_unknown_files_go_if_the_process_is_killed_before(pages):
    """The next one finds them again, and further ones."""
    pages.make()
    before = pages.files()
    for number in (998, 999):
        (pages.path / "knightpanic" / f"{number}.html").write_text("of a hidden board")
        with pages.updater() as updater:
            updater.compare_all()
    assert pages.make().removed == 2
    assert pages.files() == before


def test_a_move_changes_the_files_of_its_board_alone(pages):
    """Besides those that tell of each move: of the game, and of all games."""
    pages.make()
    before = times(pages)
    pages.site.play("knightpanic", 101, *MOVES)
    pages.follow()
    found = changed(before, times(pages))
    shared = {"index.html", "feed.xml", "knightpanic/index.html", "knightpanic/index.xml"}
    assert {"knightpanic/101.json"} <= found
    assert found - shared <= {f"knightpanic/101.{end}" for end in ("html", "json", "xml")}
    record = (pages.path / "knightpanic" / "101.json").read_bytes()
    assert json.loads(record)["moves"] == [list(MOVES)]
    assert "alice - bob" in check_record(record, pages.site.services.signer.public())


@pytest.mark.slow
def test_what_is_hidden_goes_although_another_file_cannot_be_written(pages, monkeypatch):
    """A full disk, or a foreign folder in the place of a file, keeps nothing else on the site."""
    pages.make()
    write = SiteFolder.write

    def write_others(folder, path, content):
        if path == "knightpanic/101.html":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(folder, path, content)

    monkeypatch.setattr(SiteFolder, "write", write_others)
    pages.site.play("knightpanic", 101, *MOVES)
    assert pages.site.say(f"change visibility carol {PLAYERS['carol'][0]} private").ok
    with pytest.raises(OSError, match="No space"):
        pages.follow()
    assert b"carol" not in text_of(pages)
    assert not [path for path in pages.files() if path.startswith("knightpanic/102.")]
    monkeypatch.undo()
    pages.make()
    assert b"g7-e3" in pages.files()["knightpanic/101.html"]


@pytest.mark.slow
def test_following_makes_what_a_first_run_would_make(pages, tmp_path):
    """Moves, ends, removals, renames, signoffs: the site is always as if it were new."""
    site, password = pages.site, {name: words[0] for name, words in PLAYERS.items()}
    pages.make()
    steps = [
        lambda: site.play("knightpanic", 101, *MOVES),
        lambda: site.say(f"knightpanic resign 101 alice {password['alice']}"),
        lambda: site.say(f"knightpanic resign 102 alice {password['alice']}"),
        lambda: site.say("trailblazer challenge bob carol"),
        lambda: site.say(f"signoff bob {password['bob']} yes"),
    ]
    for number, step in enumerate(steps):
        step()
        pass_the_night(pages)
        pages.follow()
        new = SitePages(site, tmp_path / str(number))
        new.make()
        assert pages.files() == new.files(), number
        assert not pages.errors()
    assert b"bob" not in text_of(pages)
    assert not any(name.startswith("knightpanic/102") for name in pages.files())


def test_a_hidden_board_vanishes_with_all_of_its_files(pages):
    """As soon as a player doesn't want to be seen; and comes back with them."""
    pages.make()
    before = pages.files()
    site = pages.site
    with site.database.work() as work:
        carol = work.players.find("carol")
        work.preferences.put(carol, "visibility", "members", site.clock.now())
    assert pages.follow().removed
    assert not [path for path in pages.files() if "102" in path or "carol" in path]
    assert b"carol" not in text_of(pages)
    with site.database.work() as work:
        work.preferences.put(work.players.find("carol"), "visibility", "", site.clock.now())
    pages.follow()
    assert pages.files() == before


@pytest.mark.slow
def test_a_lost_state_costs_no_writes(pages):
    """Files that are right are left as they are; those that shouldn't be there go."""
    pages.make()
    before = times(pages)
    for file in (pages.data / "sites").iterdir():
        file.write_bytes(b"damaged") if file.suffix == ".db" else file.unlink()
    (pages.path / "knightpanic" / "103.json").write_text("of a board that was hidden meanwhile")
    outcome = pages.make()
    assert (outcome.written, outcome.removed) == (0, 1)
    assert times(pages) == before


def test_boards_that_an_older_backup_has_not_go(pages, monkeypatch):
    """As if they had never been, also from the pages of their players; read one at a time."""
    monkeypatch.setattr("commands.server.site.updating.comparison.BATCH_SIZE", 1)
    pages.make()
    before, backup = pages.files(), DatabaseCopy(pages.site.database)
    assert pages.site.say("knightpanic challenge bob carol").ok
    pages.make()
    assert "knightpanic/103.html" in pages.files()
    backup.put(pages.site.database)
    pages.make()
    assert pages.files() == before


@pytest.mark.slow
def test_pages_that_fail_keep_no_others_from_being_made(pages, monkeypatch):
    """They are tried again when all is compared; until then their files stay."""
    pages.make()
    made = site_pages.pages_of

    def failing(source, subject):
        if (subject.game, subject.number) == ("knightpanic", 101):
            raise RuntimeError("out of ink")
        return made(source, subject)

    before = pages.files()
    pages.site.play("knightpanic", 101, MOVES[0])
    pages.site.play("knightpanic", 102, MOVES[0])
    monkeypatch.setattr("commands.server.site.updating.making.pages_of", failing)
    assert pages.follow().failed == 1
    assert pages.errors() == {"board knightpanic 101": "RuntimeError: out of ink"}
    assert pages.files()["knightpanic/101.json"] == before["knightpanic/101.json"]
    assert pages.files()["knightpanic/102.json"] != before["knightpanic/102.json"]
    monkeypatch.undo()
    assert pages.make().failed == 0
    assert pages.files()["knightpanic/101.json"] != before["knightpanic/101.json"]


@pytest.mark.slow
def test_a_change_of_facts_remakes_all(pages):
    """Another address of the site stands on all pages at once."""
    pages.make()
    pages.url = "https://example.org/games"
    assert pages.make().subjects > len(("knightpanic 101", "knightpanic 102"))
    assert pages.make().subjects == 0


def test_no_two_subjects_have_the_same_file(pages, monkeypatch):
    """The second one fails, and the first one's file comes back with the next comparison."""
    pages.make()
    record = pages.path / "knightpanic" / "101.json"
    before = record.read_bytes()
    made = site_pages.pages_of

    def colliding(source, subject):
        for page in made(source, subject):
            yield type(page)(page.path.replace("/102.json", "/101.json"), page.content)

    monkeypatch.setattr("commands.server.site.updating.making.pages_of", colliding)
    pages.site.play("knightpanic", 102, MOVES[0])
    assert pages.follow().failed == 1
    assert "already belongs to" in "".join(pages.errors().values())
    monkeypatch.undo()
    pages.make()
    assert record.read_bytes() == before


@pytest.mark.slow
def test_a_page_with_an_impossible_path_fails_alone(pages, monkeypatch):
    """As one that can't be made: nothing is written outside of the folder."""
    made = site_pages.pages_of

    def escaping(source, subject):
        for page in made(source, subject):
            path = page.path.replace("knightpanic/102.json", "../102.json")
            yield type(page)(path, page.content)

    monkeypatch.setattr("commands.server.site.updating.making.pages_of", escaping)
    assert pages.make().failed == 1
    assert "can't be used as a file name" in pages.errors()["board knightpanic 102"]
    assert not (pages.path.parent / "102.json").exists()


def test_what_is_sought_is_shown_as_long_as_everybody_may_see_it(pages, monkeypatch):
    """On the front page and the game's, with a mail that joins; by each look, and nothing else."""
    monkeypatch.setattr(Database, "clock", pages.site.clock)
    alice, bob = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
    pages.site.say(f"change visibility {bob} members")
    pages.make()
    before = pages.files()
    pages.site.say(f"knightpanic seek {alice} 2 -size=5 --rating=1500..1700 --seat=second")
    pages.site.say(f"trailblazer seek {bob}")
    pages.follow()
    shown = pages.files()
    both = {"index.html", "knightpanic/index.html"}
    assert changed(before, shown) == both
    for path in both:
        text = re.sub("</?span[^>]*>", "", " ".join(shown[path].decode().split()))
        assert "Open challenges" in text
        assert (
            "<b>alice</b>: 2 games of Knight Panic (5x5, flat, 21 days per move, rated), "
            "against players rated 1500 to 1700, in which the challenger moves second, until "
        ) in text
        assert "subject=knightpanic%20join%201%20USERID%20-" in text
        assert "trailblazer join" not in text.replace("%20", " ")
    pages.site.say(f"change visibility {bob} public")
    pages.follow()
    assert b"trailblazer%20join%202" in pages.files()["trailblazer/index.html"]
    pages.site.say(f"change visibility {alice} private")
    pages.follow()
    assert b"alice" not in pages.files()["knightpanic/index.html"]
    pages.site.say(f"change visibility {alice} public")
    pages.make()
    assert b"<b>alice</b>" in pages.files()["knightpanic/index.html"]
    pages.site.clock.forward(days=16)
    pages.follow()
    assert b"Looking for" not in b"".join(pages.files().values())


@pytest.mark.slow
def test_all_records_are_in_one_file_each_night(pages):
    """As `pbm export` orders them; a board that is hidden meanwhile, or a name, goes at once."""
    for number in (102, 101):
        pages.site.play("knightpanic", number, *MOVES)
        pages.site.say(f"knightpanic resign {number} alice {PLAYERS['alice'][0]}")
    pages.make()

    def boards():
        content = pages.files().get(paths.ALL_RECORDS)
        lines = [] if content is None else content.splitlines()
        return [json.loads(line)["header"]["site"]["gameid"] for line in lines]

    assert boards() == ["knightpanic 101", "knightpanic 102"]
    pages.site.say("knightpanic challenge bob carol")
    pages.site.play("knightpanic", 103, *MOVES)
    pages.site.say(f"knightpanic resign 103 bob {PLAYERS['bob'][0]}")
    pages.follow()
    assert len(boards()) == 2
    pass_the_night(pages)
    pages.follow()
    assert len(boards()) == 3
    pages.site.say(f"change visibility bob {PLAYERS['bob'][0]} members")
    pages.follow()
    assert boards() == ["knightpanic 102"]
    pages.site.say(f"signoff carol {PLAYERS['carol'][0]} yes")
    pages.follow()
    assert boards() == ["knightpanic 102"]
    assert b"carol" not in pages.files()[paths.ALL_RECORDS]


def test_what_is_hidden_leaves_the_file_of_all_records_first(pages):
    """With its own pages, before any others are made."""
    for number in (101, 102):
        pages.site.play("knightpanic", number, *MOVES)
        pages.site.say(f"knightpanic resign {number} alice {PLAYERS['alice'][0]}")
    pages.make()
    assert b"carol" in pages.files()[paths.ALL_RECORDS]
    pages.site.say(f"change visibility carol {PLAYERS['carol'][0]} private")
    with pages.updater() as updater, pages.site.database.snapshot() as work:
        updater.state.add_due([Subject(Kind.STATIC)])
        updater.compare_changed(work)
        due = [*updater.state.due()]
        updater.make(due[: due.index(Subject(Kind.STATIC))])
    text = pages.files()[paths.ALL_RECORDS]
    assert b"carol" not in text
    assert b"bob" in text

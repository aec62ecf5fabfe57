"""Following the database: a running server's steps."""

import pytest

from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.updating.state_file import site_lock
from commands.server.site.updating.watch import COMPARE_SECONDS, POLL_SECONDS, REST, SiteWatch
from storage.admin.audit_log import AuditEntry
from storage.boards.public.listings import ANNOUNCED
from tests.support.site import PLAYERS
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.usefixtures("few_games")

STEP = "commands.server.site.updating.updater.STEP_SECONDS"


class Seconds:
    """A monotonic clock that tests move."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


@pytest.fixture
def watched(site, tmp_path):
    """A server with a board, the watch of its site with all done, its pages, and its clock."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    pages, clock = SitePages(site, tmp_path), Seconds()
    with pages.updater() as updater:
        watch = SiteWatch(updater, clock)
        work_off(watch)
        clock.time += COMPARE_SECONDS / 2
        yield site, watch, pages, clock


def work_off(watch):
    """Makes steps until there is nothing to do; returns the number of files written."""
    written = 0
    while (outcome := watch.step()).subjects:
        written += outcome.written
    return written


def record(pages):
    """The record of the board."""
    return (pages.path / "knightpanic" / "101.json").read_text()


def test_a_commit_is_seen_at_the_next_look(watched):
    """Not before a second has passed, and nothing is made without a change.

    The first step makes everything; it is noted when all was up to date.
    """
    site, watch, pages, clock = watched
    assert '"moves": []' in record(pages)
    clock.time += POLL_SECONDS
    assert work_off(watch) == 0
    assert watch.state.fact("updated")
    site.play("knightpanic", 101, "a1-c5")
    assert work_off(watch) == 0
    clock.time += POLL_SECONDS
    assert work_off(watch) == 5
    assert "a1-c5" in record(pages)


def test_an_announcement_is_seen_at_the_next_look(watched):
    """It is on the front page, and no other page is made."""
    site, watch, pages, clock = watched
    with site.database.work() as work:
        now = site.database.clock.now()
        work.audit_log.add(AuditEntry(now, "root", ANNOUNCED, "everybody", "", "Down on Sunday."))
    clock.time += POLL_SECONDS
    assert work_off(watch) == 1
    assert "Down on Sunday." in (pages.path / "index.html").read_text()


def test_a_move_goes_before_all_that_waits(watched):
    """Also while a whole site is being made again."""
    site, watch, _, _ = watched
    with watch.state.transaction():
        watch.state.add_due(subject for subject, _ in list(watch.state.files()))
    assert next(watch.state.due()).kind is Kind.STATIC
    site.play("knightpanic", 101, "a1-c5")
    with site.database.snapshot() as work:
        watch.updater.compare_changed(work)
    assert next(watch.state.due()) == Subject(Kind.BOARD, "knightpanic", 101)


def test_a_move_is_seen_while_pages_are_made(watched, monkeypatch):
    """A step ends after a while, and the next one looks for changes."""
    site, watch, pages, clock = watched
    watch.step()
    monkeypatch.setattr(STEP, 0)
    with watch.state.transaction():
        watch.state.add_due(subject for subject, _ in list(watch.state.files()))
    site.play("knightpanic", 101, "a1-c5")
    assert watch.step().subjects == 1
    assert "a1-c5" not in record(pages)
    clock.time += POLL_SECONDS
    assert watch.step().subjects == 1
    assert "a1-c5" in record(pages)
    assert watch.state.due_count() > 1


def test_looks_that_take_long_are_rare(watched, monkeypatch):
    """A large server spends most of the time on pages, or rests."""
    site, watch, pages, clock = watched
    compare = watch.updater.compare_changed
    watch.step()

    def compare_for_long(work):
        clock.time += 3
        compare(work)

    monkeypatch.setattr(watch.updater, "compare_changed", compare_for_long)
    for move, waited in (("a1-c5", POLL_SECONDS), ("g7-e3", 3 * REST)):
        site.play("knightpanic", 101, move)
        clock.time += waited - 0.5
        work_off(watch)
        assert move not in record(pages)
        clock.time += 0.5
        work_off(watch)
        assert move in record(pages)


def test_what_is_hidden_does_not_wait(watched, monkeypatch):
    """All pages that show it go before others that are due."""
    site, watch, pages, clock = watched
    monkeypatch.setattr(STEP, 0)
    with watch.state.transaction():
        watch.state.add_due([Subject(Kind.STATIC)])
    password = PLAYERS["bob"][0]
    assert site.say(f"change visibility bob {password} private").ok
    clock.time += POLL_SECONDS
    while Subject(Kind.STATIC) in watch.state.due():
        before = pages.files()
        watch.step()
    files = before.items()
    assert not [path for path, text in files if b"bob" in text and "rules" not in path]


@pytest.mark.slow
def test_all_is_compared_now_and_then(watched):
    """So a file that was lost comes back by itself."""
    _, watch, pages, clock = watched
    (pages.path / "index.html").unlink()
    clock.time += POLL_SECONDS
    work_off(watch)
    assert not (pages.path / "index.html").exists()
    clock.time += COMPARE_SECONDS
    work_off(watch)
    assert (pages.path / "index.html").exists()


def test_nobody_is_waited_for(watched):
    """While `pbm site` works on the same folder, the server's process leaves it alone."""
    site, watch, pages, clock = watched
    site.play("knightpanic", 101, "a1-c5")
    clock.time += POLL_SECONDS
    with site_lock(watch.state.file, wait=True):
        assert watch.step().subjects == 0
    assert "a1-c5" not in record(pages)
    work_off(watch)
    assert "a1-c5" in record(pages)


@pytest.mark.slow
def test_a_replaced_folder_ends_the_watch(watched):
    """The server then begins again, with the folder that is there."""
    _, watch, pages, clock = watched
    pages.path.rename(pages.path.with_name("elsewhere"))
    clock.time += POLL_SECONDS
    with pytest.raises(FileNotFoundError):
        watch.step()

"""Solving positions in the shell and by mail, and the jobs that it makes."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from commands.content.response import DeferredResponse
from commands.context.caller import Caller
from commands.server.workers.search_functions import SearchFailed, replay, search_here
from commands.server.workers.search_jobs import Jobs
from commands.settings import Settings
from commands.views.analysis.proofs import unproved_text, value_sentence
from pbm.proofs.proving import covered
from pbm.proofs.starts import proved_starts
from pbm.proofs.starts.proved_starts import ProvedStart
from pbm.proofs.value import Result, Value
from pbm.solver.prover import Prover, Unproved
from pbm.solver.tablebases import TablebaseCache, read_tablebase, write_tablebase
from pbm.stored_values import Job
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, text_of, thread, words_of

ALICE = PLAYERS["alice"][1]
STRANGER = "stranger@example.com"
LONG = "trailblazer solve -size=6"
QUEUED = "will arrive"
MANY = 10**7


@pytest.fixture
def settings(tmp_path):
    """The settings of a server in its own folder, with time enough for a busy machine."""
    return Settings(data=tmp_path / "data", solve_seconds=600)


@pytest.fixture
def served(site, settings):
    """A server with players, and the function that runs one of its jobs."""
    site.sign_up("alice", "bob", "carol")
    return site, Jobs(
        site.database, site.dispatcher, site.mailer, settings, "a worker", search_here
    ).run_one


def panic(tie="mover_wins"):
    """Returns the numbering of all flat 4 by 4 placements, and its start."""
    match = replay("knightpanic", [f"-{tie}", "-extra=0"], [])
    return covered(match.game, match.options), match


@pytest.fixture(scope="module")
def table_file(tmp_path_factory):
    """The file with the table of all flat 4 by 4 placements, which takes a second to make."""
    folder = tmp_path_factory.mktemp("tables")
    TablebaseCache(folder).scores(panic()[0], MANY)
    [path] = folder.iterdir()
    return path


@cases(
    ("line", "value", "plies", "words"),
    [
        ("knightsduel solve -size=5", "won", 19, "With best play, White wins by move 19."),
        ("knightsduel solve", "lost", None, "White loses. The number of moves isn't known."),
        ("knightsdance solve", "lost", 6, "trying all 1,800 positions"),
        ("knightsdance solve -misere", "drawn", None, "continues forever"),
        ("knightsdance solve e3 a3", "lost", 4, "White to play move 3."),
        ("knightpanic solve", "lost", 10, "trying all 900,900 positions"),
        ("trailblazer solve new -size=4", "won", 11, "searching "),
        ("trailblazer solve 101#0", "won", 5, "Best play:\n(0,1)"),
    ],
)
def test_the_shell_solves(served, line, value, plies, words):
    """New positions and boards are solved with value, distance and kind of proof."""
    site, _ = served
    site.say("trailblazer challenge -unrated -size=3 alice bob")
    answer = site.say(line)
    assert answer.ok
    assert (answer.data["value"], answer.data["plies"]) == (value, plies)
    assert words in answer.content.text


def test_a_finished_game_needs_no_proof(served):
    """The answer names the winner."""
    site, _ = served
    answer = site.say("knightsdance solve e3 c3 c4 b5 d2 d4 b1")
    assert answer.data["winners"] == [0]
    assert "Game won by White" in answer.content.text


def test_three_players_are_refused(served):
    """The answer says why nothing can be proved, without a search."""
    site, _ = served
    answer = site.say("madknights solve")
    assert not answer.ok
    assert "3 players" in answer.content.text


def test_the_shell_says_when_nothing_is_proved(served):
    """A search that exhausts its budget has no value."""
    site, _ = served
    site.services.prover.seconds = 0.05
    answer = site.say("trailblazer solve -size=12")
    assert answer.data["value"] is None
    assert "0.05 seconds" in answer.content.text


def test_nothing_long_is_done_in_a_transaction(served):
    """While the shell searches, others can write."""
    site, _ = served
    with site.database.work() as work:
        answer = site.dispatcher.dispatch_line(work, LONG, Caller())
    assert isinstance(answer, DeferredResponse)
    assert answer.content.text == ""


def test_a_start_that_takes_too_long_has_its_shipped_value(served):
    """The search ends without a value, but the start is shipped as proved."""
    site, _ = served
    site.services.prover.seconds = 0
    answer = site.say("trailblazer solve")
    assert (answer.data["value"], answer.data["plies"], answer.data["line"]) == ("won", 39, [])
    assert "With best play, Player 1 wins by move 39." in answer.content.text
    assert "We proved this earlier by searching " in answer.content.text
    assert site.say("trailblazer solve right").data["value"] is None


def test_a_distance_that_takes_too_long_is_the_shipped_one(served, monkeypatch):
    """The result is found at once by reflection; its distance only where one is shipped."""
    site, _ = served
    shipped = ProvedStart("knightsduel", ("-size=8",), Value(Result.LOST, 50), "a long search")
    monkeypatch.setattr(proved_starts, "proved_starts", lambda _: {shipped.options: shipped})
    answer = site.say("knightsduel solve")
    assert (answer.data["value"], answer.data["plies"]) == ("lost", 50)
    assert "With best play, White loses by move 50." in answer.content.text
    assert "We proved this earlier by a long search." in answer.content.text
    assert site.say("knightsduel solve -size=10").data["plies"] is None


@cases("sender", [ALICE, STRANGER])
@cases("line", ["knightsduel solve", "dance solve -jumpblock", "panic solve 101"])
def test_a_mail_is_answered_at_once_where_that_is_easy(served, table_file, sender, line):
    """Arguments, small tables and stored tables answer at once."""
    site, work = served
    site.services.prover.folder = table_file.parent
    site.begin("knightpanic challenge -unrated alice bob")
    [mail] = site.mail(sender, line)
    assert "We proved this by" in text_of(mail)
    assert not work()


@pytest.mark.slow
def test_a_mail_that_asks_for_much_is_answered_twice(served):
    """The first answer says that the job is queued; a second one has the result."""
    site, work = served
    [first] = site.mail(ALICE, LONG, Message_ID="<asked@example.org>")
    assert QUEUED in text_of(first)
    assert work()
    [second] = site.mails()
    assert second["To"] == ALICE
    assert second["Subject"] == "Trailblazer: solve"
    assert thread(second) == "<asked@example.org>"
    assert second["Auto-Submitted"] == "auto-replied"
    assert "You asked: trailblazer solve -size=6" in text_of(second)
    assert "Player 1 wins by move 27" in text_of(second)
    assert not work()
    assert site.mails() == []


@pytest.mark.slow
def test_a_board_is_solved_as_it_stood(served):
    """The job uses the moves at the time of the command."""
    site, work = served
    site.say("trailblazer challenge -size=6 -unrated alice bob")
    site.play("trailblazer", 101, "right")
    site.mail(ALICE, "trailblazer solve 101")
    site.play("trailblazer", 101, "left")
    site.mails()
    assert work()
    [mail] = site.mails()
    assert "solve -size=6 (0,1)\n" in text_of(mail)
    assert "Player 2 loses by move 27" in text_of(mail)


@pytest.mark.slow
def test_the_same_job_is_queued_once(served):
    """A second request for the same job is told to wait."""
    site, work = served
    site.mail(ALICE, LONG)
    [again] = site.mail(ALICE, LONG, "now please")
    assert "already working on this" in text_of(again)
    assert work()
    assert not work()


def test_jobs_are_limited():
    """Beyond a limit a day for each address, jobs are refused and not queued."""
    site = Site(solves_per_day=1)
    assert QUEUED in text_of(site.mail(STRANGER, LONG)[0])
    refusal = text_of(site.mail(STRANGER, "trailblazer solve -size=7")[0])
    assert "at most 1 proof or review" in refusal
    with site.database.work() as work:
        assert work.jobs.waiting() == 1
    site.clock.forward(days=1, minutes=1)
    assert QUEUED in text_of(site.mail(STRANGER, "trailblazer solve -size=7", "again")[0])
    site.close()


def test_the_queue_has_an_end():
    """The queue is bounded, so nobody can fill the disk or block others for days."""
    site = Site(solves_waiting=1)
    site.mail(STRANGER, LONG)
    assert "Too many" in text_of(site.mail(ALICE, LONG)[0])
    site.close()


@pytest.mark.parametrize(
    ("line", "words"),
    [(f"{LONG} (0,1)", "We couldn't prove a result"), (LONG, "Player 1 wins by move 27.")],
)
def test_a_job_whose_worker_died_is_run_again(served, line, words):
    """A job is run again after its lease, twice at most; then only a shipped value is known."""
    site, work = served
    site.mail(ALICE, line)
    for _ in range(2):
        with site.database.work() as dying:
            now = site.clock.now()
            assert dying.jobs.take(now, now + timedelta(minutes=3), "dead")
        assert not work()
        site.clock.forward(minutes=3)
    assert work()
    [mail] = site.mails()
    assert words in text_of(mail)
    with site.database.work() as after:
        assert after.jobs.waiting() == 0


def test_no_job_is_given_to_two(database_url):
    """Workers that ask at the same time get different jobs, in order."""
    site = Site(database_url)
    now = site.clock.now()
    with site.database.work() as work:
        for size in range(4):
            work.jobs.add(Job("solve", ALICE, "", {"size": size}, now))

    def take(_):
        with site.database.work() as work:
            return work.jobs.take(now, now + timedelta(minutes=1), "a worker")

    with ThreadPoolExecutor(4) as pool:
        jobs = [job for job in pool.map(take, range(6)) if job]
    assert sorted(job.job.asked["size"] for job in jobs) == [*range(4)]
    with site.database.work() as work:
        assert not work.jobs.done(jobs[0].id, "another")
        assert work.jobs.done(jobs[0].id, "a worker")
        assert not work.jobs.done(jobs[0].id, "a worker")
    site.close()


def test_a_search_has_limits(site, settings):
    """The answer says which limit of its process was reached, or of its time within that."""
    for solve_seconds, failed, why in (
        (0.05, None, "reached its limit of 0.05 seconds"),
        (600, SearchFailed("hangs", "time"), "reached its limit of 600 seconds"),
        (600, SearchFailed("takes too much", "memory"), "memory limit of 1024 MB"),
        (600, SearchFailed("died"), "was interrupted"),
    ):
        settings = settings.model_copy(update={"solve_seconds": solve_seconds})

        def search(*task, failed=failed):
            if failed:
                raise failed
            return search_here(*task)

        site.mail(ALICE, "trailblazer solve -size=10")
        jobs = Jobs(site.database, site.dispatcher, site.mailer, settings, "me", search)
        assert jobs.run_one()
        [mail] = site.mails()
        assert why in words_of(mail)


@cases(
    ("limit", "untried", "why"),
    [
        ("time", 0, "reached its limit of 60 seconds"),
        ("memory", 0, "memory limit of 4,000,000 positions"),
        ("failed", 0, "was interrupted"),
        ("", 0, "neither player can force a win within 200 moves"),
        ("time", 10**8, "We didn't try a table of all 100,000,000 positions"),
    ],
)
def test_an_unproved_position_has_a_reason(limit, untried, why):
    """The answer names the limit, and a table that was too large to be tried."""
    assert why in " ".join(unproved_text(limit, 60, untried=untried).split())


def test_the_reason_is_the_limit_that_was_reached():
    """A search that ran out of time says so, also beside a table that is too large."""
    match = replay("trailblazer", ["-size=12"], [])
    assert Prover(seconds=0).solve(match) == Unproved("time")


def test_the_first_mail_estimates_the_time(served):
    """It says when the answer comes at the latest, with the searches before it."""
    site, _ = served
    [first] = site.mail(ALICE, LONG)
    assert "will arrive within 2 minutes." in words_of(first)
    [second] = site.mail(STRANGER, "trailblazer solve -size=7 right")
    assert "within 3 minutes, after 1 earlier search." in words_of(second)


def test_tables_are_kept(tmp_path):
    """A table is made once; another process reads it from the file."""
    numbering, match = panic()
    made = TablebaseCache(tmp_path).scores(numbering, MANY)
    [path] = tmp_path.iterdir()
    kept = TablebaseCache(tmp_path).scores(numbering, 0)
    assert (made == kept).all()
    assert Prover(tmp_path).prove_quickly(match).value.plies == 10
    assert path.name == "knightpanic-4-2d-4-mover-wins.table"
    assert Prover(tmp_path).prove_quickly(panic("mover_loses")[1]) is None


def _turned(table):
    return table[:-1] + bytes([table[-1] ^ 1])


DAMAGED = {
    "cut off": lambda table: table[: len(table) // 2],
    "a bit turned": _turned,
    "empty": lambda _: b"",
    "of other rules": lambda table: table.replace(b'"rules": 1', b'"rules": 0'),
    "of an older format": lambda table: table.replace(b'"format": 1', b'"format": 0'),
    "something else": lambda _: b"hello\nworld",
}


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(spoil, id=name, marks=[pytest.mark.slow] * bool(number))
        for number, (name, spoil) in enumerate(DAMAGED.items())
    ],
)
@pytest.mark.slow
def test_damaged_tables_are_made_again(tmp_path, table_file, damage):
    """A damaged table is detected and logged, never used, and replaced."""
    numbering, _ = panic()
    good = read_tablebase(table_file.read_bytes(), numbering)
    path = tmp_path / table_file.name
    path.write_bytes(damage(table_file.read_bytes()))
    with capture_logs() as logs:
        assert TablebaseCache(tmp_path).scores(numbering, 0) is None
        assert (TablebaseCache(tmp_path).scores(numbering, MANY) == good).all()
    assert {line["event"] for line in logs} == {"failed to read a table"}
    assert (read_tablebase(path.read_bytes(), numbering) == good).all()
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_reads_back(table_file):
    """Writing and reading are inverse; another game's table isn't accepted."""
    numbering, _ = panic()
    scores = read_tablebase(table_file.read_bytes(), numbering)
    assert write_tablebase(numbering, scores) == table_file.read_bytes()
    with pytest.raises(ValueError, match="different version of the rules"):
        read_tablebase(table_file.read_bytes(), panic("mover_loses")[0])


@cases(
    ("value", "words"),
    [
        (Value(Result.WON), "White wins. The number of moves isn't known."),
        (
            Value(Result.WON, least=7),
            "White wins. The number of moves isn't known, but it's at least 9.",
        ),
        (Value(Result.LOST, 6), "White loses by move 8."),
    ],
)
def test_an_unknown_distance_has_a_bound(value, words):
    """The earliest end that isn't ruled out is counted from the game's first move."""
    match = replay("knightsduel", ["-size=7"], ["move (3,2)", "move (5,6)"])
    sentence = value_sentence(match, value)
    assert sentence == f"With best play, {words}"


@pytest.mark.slow
def test_a_table_that_cannot_be_kept_is_used_all_the_same(tmp_path):
    """A folder that can't be written to doesn't stop the answer."""
    folder = tmp_path / "file"
    folder.write_text("no folder")
    with capture_logs() as logs:
        assert TablebaseCache(folder / "tables").scores(panic()[0], MANY) is not None
    assert logs[-1]["event"] == "failed to save a table"


def test_json_tells_the_proof(shell):
    """Programs get value, plies, line and kind of proof."""
    status, out, _ = shell("--json", "knightsduel", "solve", "-size=4")
    assert status == 0
    assert '"value": "lost", "plies": 12, "line": ["(3,2)", ' in out

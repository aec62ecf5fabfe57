"""What the lines of a mail may take together: positions that are searched at once, and a turn."""

import re

import pytest

from commands.context import work_allowance
from commands.context.work_allowance import MAIL_POSITIONS
from commands.server.workers.search_functions import search_here
from commands.server.workers.search_jobs import Jobs
from commands.server.writer.batch_writer import Writer
from commands.server.writer.fair_queue import FairQueue
from commands.settings import Settings
from commands.verbs import explore
from mail.reading.incoming import read_incoming_mail
from pbm.search.budget import SearchBudget
from tests.support.site import ADDRESS, PLAYERS, simple_mail, text_of, words_of

STRANGER, OTHER = "x@example.org", "y@example.com"
TIMEOUT_SECONDS = 60
ALICE = f"alice {PLAYERS['alice'][0]}"


@pytest.fixture
def budgets(monkeypatch):
    """The budgets of the searches that are made."""
    made = []

    def budget(*given, **named):
        made.append(SearchBudget(*given, **named))
        return made[-1]

    monkeypatch.setattr(work_allowance, "SearchBudget", budget)
    return made


@pytest.mark.parametrize(
    "lines",
    [
        [f"trailblazer explore -size={size}" for size in range(8, 26)],
        [f"knightsduel solve -rows={size} -cols=9" for size in range(10, 26)],
        [f"knightsdance solve -rows={size} -cols=9 a1-b3 a2-b4" for size in range(3, 9)] * 2,
        [f"knightpanic preview {'a1-c5 ' * count}" for count in range(300, 340)],
    ],
)
def test_no_mail_searches_more_than_its_positions(site, budgets, lines):
    """The lines share one budget, whatever they are; what exceeds it comes later or is refused."""
    site.mail(STRANGER, "multiple", "\n".join(lines))
    assert sum(min(each.used, each.positions) for each in budgets) <= MAIL_POSITIONS


def test_positions_that_are_set_up_count(site):
    """A mail sets up no more positions than it may have searched."""
    moves = ("e3", "a3", "f5", "b5")
    lines = [
        f"knightsdance legal new {' '.join((moves * 200)[:count])}" for count in (400, 401, 402)
    ]
    (mail,) = site.mail(STRANGER, "multiple", "\n".join(lines))
    assert text_of(mail).count("another email") == 1, text_of(mail)


def test_equal_lines_are_computed_once(site, budgets):
    """Lines that change nothing are answered once; a line that changes something comes between."""
    site.sign_up("alice", "bob")
    site.mail(PLAYERS["alice"][1], f"change echo {ALICE} off")  # its password is known from now on
    budgets.clear()
    line = "trailblazer explore -size=9"
    body = [line, line, f"change echo {ALICE} on", line, line]
    (mail,) = site.mail(PLAYERS["alice"][1], "multiple", "\n".join(body))
    assert re.findall("This command is the same as command ([0-9])", text_of(mail)) == ["1", "4"]
    assert [each.positions for each in budgets] == [500, 500]


def test_what_exceeds_the_budget_is_told_later(site, tmp_path, monkeypatch):
    """The moves that were explored come again, with the values of a longer search."""
    monkeypatch.setattr(explore, "POSITIONS", 600)
    (first,) = site.mail(STRANGER, "trailblazer explore -size=6 right")
    assert "will arrive" in words_of(first)
    settings = Settings(data=tmp_path)
    jobs = Jobs(site.database, site.dispatcher, site.mailer, settings, "me", search_here)
    assert jobs.run_one()
    (second,) = site.mails()
    assert second["Subject"] == "Trailblazer: explore"
    assert "You asked: trailblazer explore -size=6 (0,1)" in text_of(second)
    assert "Player 2 to play move 2." in text_of(second)


def test_a_mail_gives_way_between_its_lines(site, monkeypatch):
    """After its turn others are answered; then it goes on, and its answer is the same as ever."""
    site.sign_up("alice", "bob")
    lines = ["list", "help", f"change echo {ALICE} on", "trailblazer explore -size=3", "list"]
    sender, body = PLAYERS["alice"][1], "\n".join(lines)
    (undisturbed,) = site.mail(sender, "multiple", body)
    monkeypatch.setattr("commands.server.writer.mail_batch.MAX_BATCH_SECONDS", 0)
    charge = FairQueue.charge
    monkeypatch.setattr(FairQueue, "charge", lambda queue, network, _: charge(queue, network, 1))
    writer = Writer(site.database, site.mail_handler, lambda: None)
    waiting = [
        writer.receive(read_incoming_mail(*each), network)
        for network, each in {
            "a": (sender, (ADDRESS,), simple_mail(sender, "multiple", body)),
            "b": (OTHER, (ADDRESS,), simple_mail(OTHER, "list")),
        }.items()
    ]
    writer.start()
    for each in waiting:
        each.result(TIMEOUT_SECONDS)
    writer.stop()
    other, mail = site.mails()
    assert other["To"] == OTHER
    assert text_of(mail) == text_of(undisturbed)

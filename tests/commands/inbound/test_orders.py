"""The orders to the database that mails need: statements, and those of savepoints."""

from contextlib import contextmanager
from itertools import chain

import pytest
from sqlalchemy import event

from commands.inbound.expected_reads import MAX_LINES
from tests.support.mail_batches import MailBatches, text_of
from tests.support.site import PLAYERS

BATCH = 10
BOARDS = range(101, 101 + BATCH)
A_MOVE = 2.5
"""The most orders of a move, with its share of those of the whole transaction.

A repository that reads or writes for each mail, rather than for all, makes it one more.
"""
ALONE = 18
"""The most orders of a move that comes alone."""
PASSWORD = {name: password for name, (password, _) in PLAYERS.items()}


def replies(name, text, **more):
    """Returns what writes a reply to each board."""
    return lambda site: [site.reply(name, number, text.format(number), **more) for number in BOARDS]


def commands(name, line, text=""):
    """Returns what writes a command about each board."""
    return lambda site: [
        site.command(name, line.format(number, PASSWORD[name]), text) for number in BOARDS
    ]


KINDS = {
    "show": (commands("carol", "knightpanic show {}"), "show: done", A_MOVE),
    "show by reply": (replies("alice", "show"), "show: done", A_MOVE),
    "wrong move": (replies("alice", "a1-a2"), "refused", A_MOVE),
    "move": (replies("alice", "a1-c5"), "move: done", A_MOVE),
    "move with a comment": (
        replies("bob", "e7-c3\n\nGood luck on board {}!"),
        "move: done",
        A_MOVE,
    ),
    "conditional move": (replies("bob", "queue if c1-g3 g7-e3"), "queue: done", A_MOVE),
    "move with a password": (
        commands("alice", "knightpanic move {} alice {} c1-g3"),
        "move: done",
        A_MOVE,
    ),
    "chat": (replies("bob", "Hello, board {}!", chat=True), "chat: done", A_MOVE),
    "chat with a password": (
        commands("alice", "knightpanic chat {} alice {}", "Hello"),
        "chat: done",
        A_MOVE,
    ),
    "watching": (
        commands("carol", "knightpanic subscribe {} carol {}"),
        "subscribe: done",
        19,
    ),
    "watched move": (replies("alice", "c5-a1"), "move: done", A_MOVE),
    "offer": (replies("bob", "propose"), "done", A_MOVE),
    "resign": (replies("bob", "resign"), "resign: done", 18),
}
"""Mails by kind, in an order in which all are possible; their outcomes, and the most orders."""


@pytest.fixture
def batches(tmp_path):
    made = MailBatches(f"sqlite:///{tmp_path / 'pbm.db'}", emails_per_address=10**6)
    made.begin(("alice", "bob", "carol"), BATCH)
    yield made
    made.close()


@contextmanager
def orders(database):
    """Yields a list that gets the orders to the database."""
    found = []

    def note(_connection, _cursor, statement, *_):
        found.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield found
    event.remove(database.engine, "before_cursor_execute", note)


def test_mails_in_a_batch_need_few_orders(batches):
    """Ten mails of a kind need no more orders than are declared for each of them."""
    needed = {}
    for kind, (write, outcome, _) in KINDS.items():
        mails = write(batches)
        with orders(batches.site.database) as found:
            outcomes = batches.handle_together(mails)
        assert all(outcome in text_of(each) for each in outcomes), (kind, outcomes)
        needed[kind] = len(found) / BATCH
    assert {kind: count for kind, count in needed.items() if count > KINDS[kind][2]} == {}


def test_a_move_that_comes_alone_needs_few_orders(batches):
    """Nothing is read ahead for it; its notification and its answer are counted together."""
    (mail, *_) = replies("alice", "a1-c5")(batches)
    database = batches.site.database
    with orders(database) as found, database.work(deferred_writes=True) as work:
        assert "move: done" in text_of(batches.handle(work, mail))
    assert len(found) <= ALONE


def test_a_mail_of_many_lines_is_read_for_as_far_as_a_few(batches):
    """However many boards and players its lines name, between as many quotations."""
    lines = "".join(
        f"knightpanic move {number} user{number} x a1-c5\n> q\n" for number in range(1000)
    )
    incoming = batches.command("alice", "Hello", lines)
    mail = batches.command("carol", "knightpanic show 101")
    with batches.site.database.work(deferred_writes=True) as work:
        read = []
        work.boards.prefetch = lambda *names: read.extend(chain(*names)) or ()
        batches.site.mail_handler.prefetch(work, [incoming, mail])
    assert len(read) <= 2 * MAX_LINES

"""Deputies and saved lines on each kind of database, and on two nodes at once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.verbs.preview import MAX_LINES
from pbm.board.deputies import MAX_AT_ONCE
from storage import TransientError
from storage.sql.lock_keys import Conflict
from tests.support.deputies import ALICE, AT_ALICE, AT_BOB, AT_CAROL, BOB, CAROL, agree, sent_to
from tests.support.site import Site, text_of

TRIES = 50


@pytest.fixture
def nodes(database_url):
    """Two nodes on one database, with board 101 of alice and bob after a move of each."""
    with closing(Site(database_url)) as one, closing(Site(database_url)) as two:
        two.code_numbers.last = two.mail_ids.last = 5_000  # codes and ids are never the same
        one.sign_up("alice", "bob", "carol")
        one.begin("knightpanic challenge alice bob")
        one.play("knightpanic", 101, "a1-c5", "a7-c3")
        yield one, two


def insist(act):
    """Returns what an act returns once no other transaction is in its way."""
    for _ in range(TRIES):
        try:
            return act()
        except (*TransientError, Conflict):
            continue
    raise AssertionError("always in the way")


def at_once(*acts):
    """Has acts done at the same time; returns what they return."""
    start = threading.Barrier(len(acts))

    def run(act):
        start.wait(30)
        return insist(act)

    with ThreadPoolExecutor(len(acts)) as threads:
        return [each.result(60) for each in [threads.submit(run, act) for act in acts]]


def say_at_once(nodes, *lines):
    """Has the lines said at the same time, in turn on the nodes; returns which were done."""
    saying = zip(lines, nodes * len(lines), strict=False)
    acts = [lambda node=node, line=line: node.say(line).ok for line, node in saying]
    return at_once(*acts)


def tick(node):
    ClockWatcher(node.database, node.services, node.mailer, timedelta(days=99)).tick()


def test_from_the_question_to_the_end(nodes):
    """Asked by mail, agreed and moved by reply, told of the end; and a saved line is drawn."""
    site, _ = nodes
    (question,) = sent_to(site.mail(AT_ALICE, f"deputy {ALICE} carol 2026-03-10"), AT_CAROL)
    mails = sent_to(site.reply(question, "yes"), AT_CAROL)
    (board,) = (mail for mail in mails if "Board 101" in mail["Subject"])
    assert sent_to(site.reply(board, "c1-g3\nHello"), AT_BOB)
    assert site.say("knightpanic show 101").data["deputies"][0]["deputy"] == "carol"
    site.clock.forward(days=10)
    tick(site)
    ended = [mail for mail in site.mails() if "no longer move" in mail["Subject"]]
    assert {mail["To"] for mail in ended} == {AT_ALICE, AT_CAROL}
    site.begin(f"knightpanic preview 101 {ALICE} save line c3-a7 c5-a1")
    (answer,) = site.mail(AT_ALICE, f"knightpanic preview 101 {ALICE} list")
    assert "+- c3-a7 c5-a1 [line]" in text_of(answer)
    site.begin(f"signoff {ALICE} yes", f"signoff {CAROL} yes")


def test_of_two_at_once_one_counts(nodes):
    """One agreement, one deputy, one end; and a move is made before the end or not at all."""
    one, _ = nodes
    one.begin(f"deputy {ALICE} carol 2026-03-10")
    agreed = say_at_once(nodes, *[f"deputy {CAROL} for alice 2026-03-10"] * 4)
    assert agreed.count(True) == 1
    move, end = say_at_once(nodes, f"knightpanic move 101 {CAROL} c1-g3", f"deputy {ALICE} off")
    assert end
    assert one.say("knightpanic show 101").data["ply"] == 2 + move
    assert not one.say(f"knightpanic move 101 {CAROL} c5-a1").ok
    asked = say_at_once(nodes, f"deputy {ALICE} carol Friday", f"deputy {ALICE} bob Friday")
    assert asked == [True, True]
    assert len(one.say(f"deputy {ALICE}").data["deputies"]) == 1
    agree(one, asking=BOB)
    one.mails()
    one.clock.forward(days=20)
    at_once(*[lambda node=node: tick(node) for node in (*nodes, *nodes)])
    ended = [mail for mail in one.mails() if "no longer move" in mail["Subject"]]
    assert sorted(mail["To"] for mail in ended) == [AT_BOB, AT_CAROL]


def test_limits_hold_at_once(nodes):
    """Of players for whom somebody moves, and of lines on a board."""
    one, _ = nodes
    players = [f"busy{number} Pw4busy-1" for number in range(MAX_AT_ONCE + 2)]
    for player in players:
        userid = player.split()[0]
        one.begin(f"signup {player} {userid}@example.org", f"deputy {player} carol Friday")
    lines = [f"deputy {CAROL} for {player.split()[0]} Friday" for player in players]
    assert say_at_once(nodes, *lines).count(True) == MAX_AT_ONCE
    names = [f"line{number}" for number in range(MAX_LINES - 1)]
    one.begin(*(f"knightpanic preview 101 {ALICE} save {name} c1-g3" for name in names))
    new = [f"knightpanic preview 101 {ALICE} save new{number} c1-g3" for number in range(4)]
    assert say_at_once(nodes, *new).count(True) == 1
    same = [f"knightpanic preview 101 {BOB} save same {move} c3-a7" for move in ("c1-g3", "c1-a5")]
    assert all(say_at_once(nodes, *same * 2))

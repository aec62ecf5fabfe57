"""Several writers at once, of one server and of two, on one PostgreSQL."""

import secrets
from dataclasses import replace
from datetime import timedelta
from email.utils import parseaddr
from itertools import count
from threading import Barrier

import pytest

from commands.inbound.mail_handler import MailHandler
from commands.language.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.server.writer.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from pbm.process.counters import COUNTS
from storage import open_database
from storage.error_kinds import ERRORS
from tests.support.site import ADDRESS, NOON, PLAYERS, Site, simple_mail

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
TIMEOUT_SECONDS = 60
BOARDS = 8


@pytest.fixture
def playing(database_url):
    """A site with boards of alice and bob, and alice's first mail about each."""
    site = Site(database_url, emails_per_address=50_000)
    site.sign_up("alice", "bob")
    for _ in range(BOARDS):
        site.say("knightpanic challenge alice bob")
    yield site, [mail for mail in site.mails() if mail["To"] == PLAYERS["alice"][1]]
    site.close()


@pytest.fixture
def other(database_url):
    """The database, as another node has opened it."""
    made = open_database(database_url)
    yield made
    made.close()


class Clock:
    """A clock that tells each time once, as real ones do."""

    def __init__(self):
        self.calls = count()

    def now(self):
        return NOON + timedelta(microseconds=next(self.calls))


CLOCK = Clock()


class MeetingHandler(MailHandler):
    """Waits with its first mails until another node has begun a transaction as well."""

    meeting = None

    def prefetch(self, work, mails):
        if self.meeting:
            meeting, self.meeting = self.meeting, None
            meeting.wait(TIMEOUT_SECONDS)
        return super().prefetch(work, mails)


def node(site, database, threads, meeting=None):
    """Returns a writer, as that of a server with these keys on this database."""
    dispatcher = Dispatcher(replace(site.services, clock=CLOCK))
    handler = MeetingHandler(dispatcher, Mailer(ADDRESS), site.tokens)
    handler.meeting = meeting
    return Writer(database, handler, lambda: None, threads=threads)


def reply(mail, move):
    content = simple_mail(mail["To"], "Re: ", move, Message_ID=f"<{secrets.token_hex(8)}@x>")
    return read_incoming_mail(mail["To"], (parseaddr(mail["Reply-To"])[1],), content)


def deadlocks():
    return sum(times for (name, _), times in COUNTS.totals().items() if name == ERRORS.name)


def test_mails_to_two_nodes_act_once(playing, other):
    """Each comes to both at the same time, in the opposite order, and no two wait in a circle."""
    site, mails = playing
    before, meeting = deadlocks(), Barrier(2)
    incoming_mails = [reply(mail, "a1-c5") for mail in mails]
    nodes = [node(site, database, 1, meeting) for database in (site.database, other)]
    done = [nodes[0].receive(incoming) for incoming in incoming_mails]
    done += [nodes[1].receive(incoming) for incoming in reversed(incoming_mails)]
    for each in nodes:
        each.start()
    assert [each.exception(TIMEOUT_SECONDS) for each in done] == [None] * 2 * BOARDS
    for running in nodes:
        running.stop()
    assert moves(other) == [("a1-c5",)] * BOARDS
    assert len(site.mails()) == 2 * BOARDS
    assert deadlocks() == before


def test_a_senders_mails_keep_their_order(playing):
    """Of two moves on a board, the first is played, whichever thread is free; and so on."""
    site, mails = playing
    running = node(site, site.database, threads=4)
    running.start()
    done = [
        running.receive(reply(mail, move)) for mail in mails for move in ("a1-c5", "c1-g3", "c1-e5")
    ]
    assert {each.exception(TIMEOUT_SECONDS) for each in done} == {None}
    running.stop()
    assert moves(site.database) == [("a1-c5",)] * BOARDS


def test_lines_about_boards_in_any_order_act_once(playing, other):
    """Mails that name all boards, up and down, to two nodes with several writers each."""
    site, _ = playing
    before = deadlocks()
    nodes = [node(site, database, threads=3) for database in (site.database, other)]
    numbers = [101 + number for number in range(BOARDS)]
    password, address = PLAYERS["alice"]
    done = []
    for network in map(str, range(6)):
        numbers.reverse()
        lines = [f"knightpanic move {number} alice {password} a1-c5#1" for number in numbers]
        content = simple_mail(address, "", "\n".join(lines), Message_ID=f"<{network}@x>")
        mail = read_incoming_mail(address, (ADDRESS,), content)
        done += [each.receive(mail, network) for each in nodes]
    for each in nodes:
        each.start()
    assert {each.exception(TIMEOUT_SECONDS) for each in done} == {None}
    for running in nodes:
        running.stop()
    assert moves(other) == [("a1-c5",)] * BOARDS
    assert deadlocks() == before


def moves(database):
    """Returns the moves of each board."""
    with database.work() as work:
        boards = [work.boards.find("knightpanic", 101 + number) for number in range(BOARDS)]
    return [board.match.moves for board in boards]

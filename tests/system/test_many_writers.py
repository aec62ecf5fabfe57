"""Several writers at once, of one server and of two, on one PostgreSQL."""

import secrets
from email.utils import parseaddr

import pytest

from commands.inbound.mail_handler import MailHandler
from commands.outbound.mailer import Mailer
from commands.server.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from pbm.counters import COUNTS
from storage import open_database
from storage.metrics import ERRORS
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
TIMEOUT_SECONDS = 60
BOARDS = 8


@pytest.fixture
def playing(database_url):
    """A site with boards of alice and bob, and alice's first mail about each."""
    site = Site(database_url, answers_per_hour=10_000, answers_per_day=10_000)
    site.sign_up("alice", "bob")
    for _ in range(BOARDS):
        site.say("knightpanic challenge alice bob")
    yield site, [mail for mail in site.mails() if mail["To"] == PLAYERS["alice"][1]]
    site.database.close()


def node(site, database, threads):
    """Returns a running writer, as that of a server with these keys on this database."""
    handler = MailHandler(site.dispatcher, Mailer(ADDRESS), site.tokens)
    writer = Writer(database, handler, lambda: None, threads=threads)
    writer.start()
    return writer


def reply(mail, move):
    content = simple_mail(mail["To"], "Re: ", move, Message_ID=f"<{secrets.token_hex(8)}@x>")
    return read_incoming_mail(mail["To"], (parseaddr(mail["Reply-To"])[1],), content)


def deadlocks():
    return sum(count for (name, _), count in COUNTS.totals().items() if name == ERRORS.name)


def test_letters_to_two_nodes_act_once(playing, database_url):
    """Each comes to both at the same time, in the opposite order, and no two wait in a circle."""
    site, mails = playing
    other, before = open_database(database_url), deadlocks()
    letters = [reply(mail, "a1-c5") for mail in mails]
    nodes = [node(site, database, threads=2) for database in (site.database, other)]
    done = [
        running.receive(letter)
        for pair in zip(letters, reversed(letters), strict=True)
        for running, letter in zip(nodes, pair, strict=True)
    ]
    assert [each.exception(TIMEOUT_SECONDS) for each in done] == [None] * 2 * BOARDS
    for running in nodes:
        running.stop()
    with other.work() as work:
        boards = [work.boards.find("knightpanic", 101 + number) for number in range(BOARDS)]
    assert [board.match.moves for board in boards] == [("a1-c5",)] * BOARDS
    assert len(site.mails()) == 2 * BOARDS
    assert deadlocks() == before
    other.close()


def test_a_senders_mails_keep_their_order(playing):
    """Of two moves on a board, the first is played, whichever thread is free; and so on."""
    site, mails = playing
    running = node(site, site.database, threads=4)
    done = [
        running.receive(reply(mail, move)) for mail in mails for move in ("a1-c5", "c1-g3", "c1-e5")
    ]
    assert {each.exception(TIMEOUT_SECONDS) for each in done} == {None}
    running.stop()
    with site.database.work() as work:
        for number in range(BOARDS):
            assert work.boards.find("knightpanic", 101 + number).match.moves == ("a1-c5",)


def test_lines_about_boards_in_any_order_act_once(playing, database_url):
    """Mails that name several boards, and begin others, while other nodes do the same."""
    site, _ = playing
    other = open_database(database_url)
    nodes = [node(site, database, threads=3) for database in (site.database, other)]
    numbers = [101 + number for number in range(BOARDS)]
    done = []
    for name in ("alice", "bob") * 3:
        password, address = PLAYERS[name]
        numbers.reverse()
        lines = [f"knightpanic chat {number} {name} {password} x{name}" for number in numbers]
        content = simple_mail(
            address, "", "\n".join(lines), Message_ID=f"<{secrets.token_hex(8)}@x>"
        )
        done += [each.receive(read_incoming_mail(address, (ADDRESS,), content)) for each in nodes]
    assert {each.exception(TIMEOUT_SECONDS) for each in done} == {None}
    for running in nodes:
        running.stop()
    other.close()

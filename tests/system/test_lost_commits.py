"""The connection to PostgreSQL is cut before, in and after a commit: all mails act once."""

import json
import secrets
import smtplib
from contextlib import closing
from email.utils import parseaddr
from itertools import count, cycle

import pytest

from commands.server.writer.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from pbm.stored_values import MailOrigin
from storage import UnknownCommitError, open_database
from tests.support.database_proxy import AFTER, BEFORE, WITHOUT_ANSWER, DatabaseProxy
from tests.support.server_process import Server
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail
from tests.support.waiting import wait_for

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
TIMEOUT_SECONDS = 300
PLACES = [BEFORE, WITHOUT_ANSWER, AFTER]
ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
GAME = ("a1-c5", "e7-c3", "c1-g3", "g7-e3")
NEW_PLAYER = b"INSERT INTO player"
SIGN_UP = f"signup alice {PLAYERS['alice'][0]} {ALICE}"


@pytest.fixture
def proxy(database_url):
    """A proxy between pbm and the database."""
    made = DatabaseProxy(database_url)
    yield made
    made.close()


@pytest.fixture
def playing(proxy):
    """A site behind the proxy, and alice's first mail about a board."""
    site = Site(proxy.url)
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    yield site, next(mail for mail in site.mails() if mail["To"] == ALICE)
    site.close()


def sent(site, mails):
    """Returns the error of each mail, None for those that were taken."""
    writer = Writer(site.database, site.mail_handler, lambda: None, threads=2)
    writer.start()
    errors = [writer.receive(mail).exception(TIMEOUT_SECONDS) for mail in mails]
    writer.stop()
    return errors


@pytest.mark.parametrize("origin", [None, MailOrigin("box", 1, 7)])
@pytest.mark.parametrize("place", PLACES)
def test_a_mail_that_comes_again_acts_once(proxy, playing, place, origin):
    """It is put off while it is unknown whether it was taken, and at its second try it is known."""
    site, first = playing
    content = simple_mail(ALICE, "Re: your move", "a1-c5", Message_ID="<1@x>")
    to = parseaddr(first["Reply-To"])[1]
    mail = read_incoming_mail(ALICE, (to,), content, origin)
    proxy.cut = place
    assert [type(error) for error in sent(site, [mail, mail])] == [
        type(None) if place == AFTER else UnknownCommitError,
        type(None),
    ]
    assert proxy.cuts == 1
    with site.database.work() as work:
        assert work.boards.find("knightpanic", 101).match.moves == ("a1-c5",)
    assert sorted(mail["To"] for mail in site.mails()) == [ALICE, BOB]


@pytest.mark.parametrize("place", [BEFORE, WITHOUT_ANSWER])
def test_a_line_says_that_its_commit_is_unknown(proxy, shell, monkeypatch, place):
    """The shell doesn't try again by itself: what was typed may have been done."""
    monkeypatch.setenv("PBM_DATABASE", proxy.url)
    proxy.cut, proxy.statement = place, NEW_PLAYER
    status, out, err = shell(*SIGN_UP.split())
    assert status
    assert "pbm can't tell whether the change was saved" in " ".join((out + err).split())
    again, *_ = shell(*SIGN_UP.split())
    assert bool(again) is (place == WITHOUT_ANSWER)


def test_a_line_of_many_says_so_too(proxy, shell, monkeypatch):
    """The lines after it are run."""
    monkeypatch.setenv("PBM_DATABASE", proxy.url)
    proxy.cut, proxy.statement = WITHOUT_ANSWER, NEW_PLAYER
    _, out, _ = shell("--json", "-", stdin=f"{SIGN_UP}\nlist\n")
    first, second = map(json.loads, out.splitlines())
    assert not first["ok"]
    assert "can't tell whether" in first["text"]
    assert second["ok"]


@pytest.mark.parametrize("place", [BEFORE, WITHOUT_ANSWER])
def test_a_received_mail_says_so_too(proxy, shell, monkeypatch, tmp_path, place):
    """The exit status has the mail server try again, and then it acts once."""
    monkeypatch.setenv("PBM_DATABASE", proxy.url)
    monkeypatch.setenv("PBM_CONFIRM", "off")
    monkeypatch.setenv("PBM_ADDRESS", ADDRESS)
    mail = simple_mail(ALICE, SIGN_UP, Message_ID="<1@x>")
    proxy.cut, proxy.statement = place, NEW_PLAYER
    status, _, err = shell("receive", stdin=mail)
    assert status == 75
    assert "can't tell whether it saved this email" in err
    assert shell("receive", stdin=mail)[0] == 0
    with closing(open_database(proxy.url)) as database, database.work() as work:
        assert work.players.find("alice")
    assert len([*(tmp_path / "pbm-data" / "outbox" / "new").iterdir()]) == 1


@pytest.mark.slow
def test_a_server_whose_commits_are_cut_acts_once(proxy, tmp_path):
    """Clients by SMTP and LMTP get a 451, send their mails again, and each acts once."""
    socket = tmp_path / "lmtp"
    server = Server(tmp_path, database=proxy.url, lmtp=f"unix:{socket}")
    try:
        server.start()
        proxy.places = cycle([None, None, BEFORE, None, WITHOUT_ANSWER, None, AFTER])
        mails = [mail_of(name, f"signup {name} PASSWORD") for name in ("alice", "bob")]
        mails.append(mail_of("alice", "knightpanic challenge alice bob"))
        for ply, move in enumerate(GAME):
            name = ("alice", "bob")[ply % 2]
            mails.append(mail_of(name, f"knightpanic move 101 {name} PASSWORD {move}"))
        tries = [
            until_taken(server, socket, *each, lmtp=number % 2) for number, each in enumerate(mails)
        ]
        proxy.places = iter(())
        assert sum(tries) > len(mails)
        wait_for(lambda: len(message_ids(server)) == 4 + 2 * len(GAME), "all mails")
        with closing(open_database(proxy.url)) as database, database.work() as work:
            assert work.boards.find("knightpanic", 101).match.moves == GAME
        assert server.stop() == 0
    finally:
        server.close()
    assert len(message_ids(server)) == 4 + 2 * len(GAME)


def mail_of(name, subject):
    """Returns a player's address and mail."""
    password, address = PLAYERS[name]
    subject = subject.replace("PASSWORD", password)
    return address, simple_mail(address, subject, Message_ID=f"<{secrets.token_hex(8)}@x>")


def until_taken(server, socket, sender, content, *, lmtp):
    """Sends a mail until it is taken; returns the number of tries."""
    for tries in count(1):
        try:
            if lmtp:
                client = smtplib.LMTP(str(socket), local_hostname="mta")
            else:
                client = smtplib.SMTP("127.0.0.1", server.port, local_hostname="client")
            with client:
                client.sendmail(sender, [ADDRESS], content)
        except (smtplib.SMTPException, OSError):
            assert tries < 200
        else:
            return tries
    return None


def message_ids(server):
    return {mail["Message-ID"] for mail in server.mails()}

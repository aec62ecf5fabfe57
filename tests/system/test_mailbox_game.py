"""A server whose mail comes from a mailbox alone: a whole game, and life with a provider."""

import random
from contextlib import closing
from email.utils import parseaddr
from importlib.util import find_spec

import pytest

from storage import open_database
from tests.support.dovecot import PASSWORD, USER, dovecot
from tests.support.imap_proxy import ImapProxy
from tests.support.server_process import START_SECONDS, Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.smtp_sink import wait_for

MAX_PLIES = 20
"""Then the game is resigned."""
BY_REFERENCE = pytest.param(
    "reference",
    marks=pytest.mark.skipif(
        not find_spec("commands.inbound.letter_labels"), reason="replies need plus addresses"
    ),
)


class MailboxServer(Server):
    """A server with a mailbox, without SMTP."""

    def __init__(self, folder, provider, *, port=0, **settings):
        self.provider = provider
        self.password_file = folder / "password"
        self.password_file.write_text(f"{PASSWORD}\n")
        self.password_file.chmod(0o600)
        scheme = "imap" if port else "imaps"
        port = port or provider.ports["IMAPS"]
        super().__init__(
            folder,
            smtp_port="off",
            mailbox=f"{scheme}://{USER.replace('@', '%40')}@127.0.0.1:{port}",
            mailbox_password_file=self.password_file,
            **settings,
        )

    @property
    def environment(self):
        return super().environment | {"SSL_CERT_FILE": str(self.provider.ca_file)}

    def start(self):
        self.launch()
        self.wait_for_log("mailbox opened")
        self.children = self._processes()
        return self

    def wait_for_log(self, text, times=1):
        """Waits until the log says so, so often."""
        said = f"{text!r} {times} times"
        wait_for(lambda: self.log().count(text) >= times, said, START_SECONDS)

    def deliver(self, sender, content, to=USER):
        self.provider.deliver(sender, content, to)


@pytest.fixture
def provider():
    """A Dovecot."""
    with dovecot() as made:
        yield made


@pytest.fixture
def start(tmp_path, provider):
    """Starts a server with a mailbox; ends it at the end."""
    made = []

    def start(**settings):
        made.append(MailboxServer(tmp_path, provider, **settings))
        return made[-1].start()

    yield start
    for each in made:
        each.close()


def reply(server, mail, text, by):
    """Replies to a mail as its reader's program does; `by` a plus address, or the references."""
    to = parseaddr(mail["Reply-To"])[1] if by == "address" else USER
    headers = {"In_Reply_To": mail["Message-ID"], "References": mail["Message-ID"]}
    headers["Message_ID"] = f"<reply{next(server.ids)}@sender>"
    content = simple_mail(mail["To"], f"Re: {mail['Subject']}", text, **headers)
    server.deliver(mail["To"], content.replace(b"pbm@example.net", to.encode()), to)


def state(server):
    """Returns the match of board 101."""
    url = f"sqlite:///{server.data / 'pbm.db'}"
    with closing(open_database(url)) as database, database.snapshot() as work:
        return work.boards.find("knightpanic", 101).match


@pytest.mark.slow
@pytest.mark.parametrize("by", ["address", BY_REFERENCE])
def test_a_game_by_a_mailbox_alone(start, by):
    """Two players sign up, challenge and play to the end, by replies to a mailbox."""
    server = start(replies=by)
    for number, name in enumerate(("alice", "bob"), start=1):
        server.send(name, f"signup {name} PASSWORD")
        signed_up = {mail["Message-ID"] for mail in server.expect(number)}
    server.send("alice", "knightpanic challenge alice bob")
    mails, seen = server.expect(4), signed_up
    chance, latest = random.Random(1), {}
    while not (match := state(server)).outcome:
        mover = PLAYERS[("alice", "bob")[match.to_move]][1]
        latest |= {mail["To"]: mail for mail in mails if mail["Message-ID"] not in seen}
        seen = {mail["Message-ID"] for mail in mails}
        move = chance.choice(match.legal) if len(match.moves) < MAX_PLIES else "resign"
        reply(server, latest[mover], move, by)
        mails = server.expect(len(mails) + 2)
    assert any("Game won by" in mail.get_body(("plain",)).get_content() for mail in mails)
    wait_for(lambda: server.provider.mails() == {}, "all mails to be filed")
    assert len(server.provider.mails("pbm/done")) == next(server.ids) - 1
    assert server.stop() == 0
    assert "Traceback" not in server.log()


@pytest.mark.slow
def test_a_refused_login_is_told_once_and_tried_when_the_password_changes(start, provider):
    """The admin is told, the server isn't hammered, and mails that came meanwhile count."""
    server = start(admin="admin@example.org")
    server.stop()
    server.password_file.write_text("wrong-password\n")
    server.launch()
    server.wait_for_log("refuses the login")
    server.send("alice", "signup alice PASSWORD")
    server.password_file.write_text(f"{PASSWORD}\n")
    server.expect(1)
    assert server.log().count("refuses the login") == 1
    assert provider.log().count("auth failed") == 1
    assert server.stop() == 0
    assert "wrong-password" not in server.log()


@pytest.mark.slow
def test_connections_are_cut_after_any_number_of_bytes(start, provider):
    """Wherever an answer ends, the next session goes on, and each mail counts once."""
    proxy = ImapProxy(provider.ports["IMAP"])
    with closing(proxy):
        server = start(port=proxy.port)
        for number, most in enumerate((700, 1200, 1600, 2000, 2400, 2800, 3300), start=1):
            proxy.most_bytes = most
            name = f"rook{number}"
            sender = f"{name}@example.org"
            content = simple_mail(sender, f"signup {name} Xa!11ce-X", Message_ID=f"<{name}@x>")
            server.deliver(sender, content)
            server.expect(number)
        proxy.most_bytes = None
        wait_for(lambda: provider.mails() == {}, "all mails to be filed")
        assert server.log().count("signup: done") == 7
        assert server.stop() == 0

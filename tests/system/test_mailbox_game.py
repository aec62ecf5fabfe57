"""A server whose mail comes from a mailbox alone: a whole game, and life with a provider."""

import os
import random
import re
import shutil
import subprocess
import sys
from contextlib import closing, contextmanager
from email import message_from_bytes, policy
from email.utils import parseaddr

import pytest

from commands.cli.doctor.round_trip.round_trip import WAIT_SECONDS
from storage import open_database
from tests.support.dovecot import PASSWORD, USER, dovecot
from tests.support.imap_proxy import ImapProxy
from tests.support.mail_provider import mail_provider
from tests.support.paths import ROOT
from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail, text_of
from tests.support.terminal import Terminal
from tests.support.waiting import wait_for

MAX_PLIES = 4
"""Then the game is resigned."""
NAMES = ("alice", "bob")
BOT_PASSWORD = "ascii-alone"
"""smtplib sends no others."""


class MailboxServer(Server):
    """A server with a mailbox, without SMTP."""

    def __init__(self, folder, provider, *, port=0, **settings):
        self.provider = provider
        folder.mkdir(exist_ok=True)
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
        self.children = self.processes()
        return self

    def wait_for_log(self, text, times=1):
        """Waits until the log says so, so often."""
        said = f"{text!r} {times} times"
        wait_for(lambda: self.log().count(text) >= times, said)

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


class SetUpServer(Server):
    """A server whose settings are those that `pbm setup` has written, and no others."""

    def __init__(self, folder, provider):
        super().__init__(folder)
        self.provider = provider

    @property
    def environment(self):
        others = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
        return others | {"PYTHONPATH": str(ROOT)} | self.provider.environment


class Player:
    """A player with a mailbox at the provider, who replies as mail programs do."""

    def __init__(self, name, server, login=PASSWORD):
        """`login`: the password of the mailbox."""
        self.password, self.address = PLAYERS[name]
        self.login = login
        self.server = server
        self.written = 0

    def mails(self):
        """Returns all mails that have come, in order."""
        found = self.server.mails(user=self.address, password=self.login).values()
        return [message_from_bytes(each, policy=policy.default) for each in found]

    def expect(self, number):
        """Waits for exactly so many mails; returns the last."""
        found = wait_for(lambda: self.mails()[number - 1 :] and self.mails(), f"{number} mails")
        assert len(found) == number
        return found[-1]

    def write(self, subject, text="", to=USER, **headers):
        """Puts a mail into the mailbox of the server."""
        self.written += 1
        headers = {"Message_ID": f"<{self.written}.{self.address}>"} | headers
        content = simple_mail(self.address, subject, text, **headers)
        content = content.replace(f"To: {USER}".encode(), f"To: {to}".encode())
        self.server.deliver(self.address, content, to)

    def reply(self, mail, text):
        """Replies to a mail."""
        thread = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
        to = parseaddr(mail["Reply-To"] or mail["From"])[1]
        headers = {"In_Reply_To": mail["Message-ID"], "References": thread}
        self.write(f"Re: {mail['Subject']}", f"{text}\n", to, **headers)


def set_up(folder, provider):
    """Answers the questions of `pbm setup` with a mailbox at the provider."""
    with Terminal(folder, "setup", "--offline", **provider.environment) as terminal:
        terminal.answer("Address", USER)
        terminal.answer("Sender name")
        terminal.answer("Your choice [mailbox]")
        terminal.answer("IMAP server", provider.mailbox)
        terminal.answer("User name")
        terminal.answer("Password", PASSWORD)
        terminal.answer("Your choice [provider]")
        terminal.answer("Outgoing mail server", provider.relay)
        terminal.answer("User name")
        terminal.answer("Password")
        terminal.expect("Where should pbm keep its data?", 2 * WAIT_SECONDS)
        terminal.answer("Folder [pbm-data]")
        terminal.answer("Admin's address")
        assert terminal.end() == 0, terminal.shown


def state(server, game="knightpanic"):
    """Returns the match of board 101."""
    url = f"sqlite:///{server.data / 'pbm.db'}"
    with closing(open_database(url)) as database, database.snapshot() as work:
        return work.boards.find(game, 101).match


def sign_up_and_challenge(alice, bob):
    """Both confirm what they do by replies; then both have the board."""
    for player, name in ((alice, "alice"), (bob, "bob")):
        player.write(f"signup {name} {player.password}")
        player.reply(player.expect(1), "yes")
        player.expect(2)
    alice.write("knightpanic challenge alice bob")
    alice.reply(alice.expect(3), "yes")


def play(server, players):
    """Plays to the end, by replies to the last mail of who is to move; returns such a mail."""
    chance, number = random.Random(1), 0
    while True:
        last = [
            player.expect(count + number) for player, count in zip(players, (4, 3), strict=True)
        ]
        match = state(server)
        if match.outcome:
            results = sorted(text_of(mail).split("\n")[2] for mail in last)
            assert [result.split(" by ")[0] for result in results] == ["Game won", "You won."]
            return last[0]
        mail = last[match.to_move]
        move = chance.choice(match.legal) if len(match.moves) < MAX_PLIES else "resign"
        players[match.to_move].reply(mail, move)
        number += 1


@pytest.mark.slow
@pytest.mark.parametrize("has_plus", [True, False])
def test_a_game_by_a_mailbox_alone(tmp_path, has_plus):
    """From `pbm setup` to the end of a game, by replies to what comes into players' mailboxes."""
    users = tuple(PLAYERS[name][1] for name in NAMES)
    with mail_provider(has_plus=has_plus, users=users) as provider:
        set_up(tmp_path, provider)
        server = SetUpServer(tmp_path, provider)
        server.launch()
        try:
            wait_for(lambda: "mailbox opened" in server.log(), "the mailbox")
            players = [Player(name, provider.server) for name in NAMES]
            sign_up_and_challenge(*players)
            last = play(server, players)
            assert ("+" in (last["Reply-To"] or last["From"])) is has_plus
            wait_for(lambda: provider.server.mails() == {}, "all mails to be filed")
            written = sum(player.written for player in players)
            assert len(provider.server.mails("pbm/done")) == written
            assert server.stop() == 0
        finally:
            server.close()
    assert "Traceback" not in server.log()


@contextmanager
def bot(program, provider, name):
    """Runs the program of `docs/bots.md` for a player while the block runs."""
    own = {"ADDRESS": PLAYERS[name][1], "PASSWORD": BOT_PASSWORD, "SERVER": USER, "PAUSE": "0.1"}
    ports = provider.server.ports
    own |= {"IMAP": f"localhost:{ports['IMAPS']}", "SMTP": f"localhost:{ports['SUBMISSIONS']}"}
    environment = os.environ | provider.environment | own
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        _, errors = process.communicate()
        assert errors == ""


@pytest.mark.slow
def test_the_bot_of_the_docs_plays_by_mail(tmp_path):
    """Two of them, with a mailbox each, play a game to its end, each with its own moves."""
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/bots.md").read_text(), re.DOTALL)
    users = tuple(PLAYERS[name][1] for name in NAMES)
    with mail_provider(users=users) as provider:
        for user in users:
            provider.server.add_user(user, BOT_PASSWORD)
        set_up(tmp_path, provider)
        server = SetUpServer(tmp_path, provider)
        server.launch()
        try:
            wait_for(lambda: "mailbox opened" in server.log(), "the mailbox")
            alice, bob = (Player(name, provider.server, BOT_PASSWORD) for name in NAMES)
            for player, name in ((alice, "alice"), (bob, "bob")):
                player.write(f"signup {name} {player.password}")
                player.reply(player.expect(1), "yes")
                player.expect(2)
                player.write(f"change format {name} {player.password} json")
                player.expect(3)
            line = "trailblazer challenge -size=4 alice bob"
            alice.write(f"{line} -password={alice.password}")
            bob.expect(4)
            with bot(program, provider, "alice"), bot(program, provider, "bob"):
                wait_for(lambda: state(server, "trailblazer").outcome, "the end")
            authors = [event.author for event in state(server, "trailblazer").events]
            assert authors == [NAMES[ply % 2] for ply in range(len(authors))]
            assert server.stop() == 0
        finally:
            server.close()
    assert "Traceback" not in server.log()


@pytest.mark.slow
def test_a_refused_login_is_told_once_and_tried_when_the_password_changes(start, provider):
    """The admin is told, the server isn't hammered, and mails that came meanwhile count."""
    server = start(admin="admin@example.org")
    server.stop()
    server.password_file.write_text("wrong-password\n")
    server.launch()
    server.wait_for_log("rejected the login")
    server.send("alice", "signup alice PASSWORD")
    server.password_file.write_text(f"{PASSWORD}\n")
    server.expect(1)
    assert server.log().count("rejected the login") == 1
    assert provider.log().count("auth failed") == 1
    assert server.stop() == 0
    assert "wrong-password" not in server.log()


@pytest.mark.slow
def test_connections_are_cut_after_any_number_of_bytes(start, provider):
    """Wherever an answer ends, the next session goes on, and each mail counts once."""
    proxy = ImapProxy(provider.ports["IMAP"])
    with closing(proxy):
        server = start(port=proxy.port)
        for number, most in enumerate((700, 1600, 2800), start=1):
            proxy.most_bytes = most
            name = f"rook{number}"
            sender = f"{name}@example.org"
            content = simple_mail(sender, f"signup {name} Xa!11ce-X", Message_ID=f"<{name}@x>")
            server.deliver(sender, content)
            server.expect(number)
        proxy.most_bytes = None
        wait_for(lambda: provider.mails() == {}, "all mails to be filed")
        assert server.log().count("signup: done") == 3
        assert server.stop() == 0


@pytest.mark.slow
def test_one_server_at_a_time_reads_the_mailbox(new_databases, tmp_path, provider):
    """Once it is stopped another one does so; a mail of that time acts once.

    That leases of a killed server end is tried with the clocks' one.
    """
    common = {"database": new_databases(1)[0], "relay": f"maildir:{tmp_path / 'mails'}"}
    reading, waiting = (
        MailboxServer(folder, provider, node=folder.name, **common)
        for folder in (tmp_path / "web1", tmp_path / "web2")
    )
    with closing(reading), closing(waiting):
        reading.start()
        waiting.data.mkdir()
        shutil.copy(reading.data / "master-key", waiting.data)
        waiting.launch()
        waiting.wait_for_log("node joined")
        reading.send("alice", "signup alice PASSWORD")
        waiting.mails_in = tmp_path / "mails"
        waiting.expect(1)
        assert "mailbox opened" not in waiting.log()
        assert reading.stop() == 0
        reading.send("bob", "signup bob PASSWORD")
        waiting.wait_for_log("mailbox opened")
        waiting.expect(2)
        assert waiting.stop() == 0

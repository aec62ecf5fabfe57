"""Sessions with an IMAP server: TLS, logins, and how their errors are told."""

import base64
import binascii
import re
import socket
import ssl
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import pytest

from mail.mailbox.errors import MailboxError
from mail.mailbox.folder import open_folder
from mail.mailbox.session import open_session
from mail.servers.address import ServerAddress
from mail.servers.login import Login
from tests.support.cases import cases
from tests.support.dovecot import PASSWORD, TOKEN, USER, dovecot


@pytest.fixture(scope="module")
def server():
    """A Dovecot."""
    with dovecot() as made:
        yield made


@dataclass
class Secrets:
    """A source of secrets, one after the other."""

    left: list
    asked: list = field(default_factory=list)

    def read(self):
        self.asked.append(self.left.pop(0))
        return self.asked[-1]

    def accepted(self):
        self.asked.append("accepted")

    def refused(self):
        return bool(self.left)


def log_in(server, *secrets, scheme="imaps", port=0, kind="password", trusted=True):
    """Opens a session with the first secret that is taken; returns it and the secrets asked for."""
    address = ServerAddress(scheme, "127.0.0.1", port or server.ports[scheme.upper()], USER)
    context = ssl.create_default_context(cafile=server.ca_file if trusted else None)
    source = Secrets([*secrets])
    session = open_session(address, Login(USER, source, kind), timeout=60, context=context)
    session.close()
    return session, source.asked


@pytest.mark.parametrize("scheme", ["imaps", "imap"])
def test_a_password_of_any_letters_opens_the_mailbox(server, scheme):
    """IMAP with TLS from the start, and without it on this machine, take any password."""
    session, _ = log_in(server, PASSWORD, scheme=scheme)
    assert {"IDLE", "MOVE"} <= session.capabilities


def test_an_expired_token_is_asked_for_once_more(server):
    """A token that the server refuses is replaced, and the new one opens the mailbox."""
    _, asked = log_in(server, "expired", TOKEN, kind="token")
    assert asked == ["expired", TOKEN, "accepted"]


def test_a_refused_password_is_never_told(server):
    """The error quotes the server, and neither it nor its causes hold the password."""
    with pytest.raises(MailboxError) as caught:
        log_in(server, "wrong-password")
    assert caught.value.kind == "login"
    assert f"refuses the login of {USER}" in caught.value.text
    assert "wrong-password" not in repr(caught.getrepr(chain=True, showlocals=False).reprcrash)


@contextmanager
def imap_server(answer):
    """Yields the port of an IMAP server for one connection.

    `answer` returns the lines before the tagged one to a command, or, if it begins with NO, that.
    """

    def serve(listener):
        client, _ = listener.accept()
        with client, client.makefile("rwb", buffering=0) as stream:
            stream.write(b"* OK ready\r\n")
            for line in stream:
                tag, _, command = line.decode().strip().partition(" ")
                if command.startswith("AUTHENTICATE"):
                    stream.write(b"+ \r\n")
                    command = stream.readline().decode().strip()
                said = answer(command)
                said = f"{tag} {said}" if said.startswith("NO ") else f"{said}\r\n{tag} OK done"
                client.sendall(f"{said}\r\n".lstrip().encode())

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


@cases(
    ("capabilities", "kind"),
    [("", "password"), ("AUTH=PLAIN", "password"), ("AUTH=XOAUTH2", "token")],
)
def test_a_server_that_quotes_a_login(capabilities, kind):
    """The secret isn't told in any encoding, as errors stand in logs and in mails to the admin."""

    def quote(command):
        offer = f"* CAPABILITY IMAP4rev1 {capabilities}"
        return offer if command == "CAPABILITY" else f"NO what is {command}?"

    login = Login(USER, Secrets(['s3"cret\\']), kind)
    with imap_server(quote) as port:
        address = ServerAddress("imap", "127.0.0.1", port, USER)
        with pytest.raises(MailboxError) as caught:
            open_session(address, login, timeout=60)
    assert f"refuses the login of {USER}: what is" in caught.value.text
    assert "***" in caught.value.text
    words = caught.value.text.replace("?", "").split()
    assert not any("cret" in each or b"cret" in _decoded(each) for each in words)


def _decoded(word):
    with suppress(binascii.Error, ValueError):
        return base64.b64decode(word)
    return b""


def test_a_certificate_of_an_unknown_authority_isnt_trusted(server):
    """Without the authority of the certificate no password is sent."""
    with pytest.raises(MailboxError, match="its certificate isn't valid") as caught:
        log_in(server, PASSWORD, trusted=False)
    assert caught.value.kind == "tls"


def test_a_server_that_speaks_something_else_is_told(server):
    """The port of another protocol is an error of the connection, which quotes its greeting."""
    with pytest.raises(MailboxError, match="220 mail") as caught:
        log_in(server, PASSWORD, scheme="imap", port=server.ports["LMTP"])
    assert caught.value.kind == "connect"


def dates(uids):
    """Returns the arrivals of these mails: one of 2026, the others of 2020."""
    for uid in uids:
        year = 2026 if uid == 100 else 2020
        yield f'* {uid} FETCH (UID {uid} INTERNALDATE "01-Mar-{year} 12:00:00 +0000")'


@pytest.mark.slow
def test_a_mailbox_with_hundreds_of_thousands_of_mails():
    """Their list comes in one line, and few are asked for their dates, in whichever order."""
    commands = []
    answers = {
        "CAPABILITY": "* CAPABILITY IMAP4rev1 UIDPLUS",
        "SELECT": "* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 300001]\r\n* OK [READ-WRITE]",
    }

    def answer(command):
        commands.append(command)
        name, _, rest = command.removeprefix("UID ").partition(" ")
        if name == "SEARCH":
            return f"* SEARCH {'100' if 'SINCE' in rest else ' '.join(map(str, range(1, 300_001)))}"
        if name == "FETCH":
            return "\r\n".join(dates(map(int, re.findall(r"\d+", rest.partition(" ")[0]))))
        return answers.get(name, "")

    with imap_server(answer) as port:
        address = ServerAddress("imap", "127.0.0.1", port, USER)
        session = open_session(address, Login(USER, Secrets(["secret"]), "password"), timeout=60)
        newest = open_folder(session, "").newest_arrival()
        session.close()
    assert newest.year == 2026
    assert len(commands) < 12

"""Sessions with an IMAP server: TLS, logins, and how their errors are told."""

import base64
import re
import socket
import ssl
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from commands.system.logs.logging import LogStyle, configure_logging
from mail.login import Login
from mail.mailbox.errors import MailboxError
from mail.mailbox.folder import MailboxFolder, MailboxMail, open_folder
from mail.mailbox.folder_names import own_folder
from mail.mailbox.session import open_session
from mail.server_address import ServerAddress
from tests.support.cases import cases
from tests.support.dovecot import PASSWORD, TOKEN, USER, dovecot
from tests.support.scripted_imap import Mails, imap_server, select_answer


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
    assert f"rejected the login for {USER}" in caught.value.text
    assert "wrong-password" not in repr(caught.getrepr(chain=True, showlocals=False).reprcrash)


SECRET = "s3cret-word"
FORMS = (SECRET, SECRET[::-1], SECRET.encode().hex(), " ".join(SECRET), f"[{SECRET}]")


def forms_of(command):
    """Returns the password in several forms, with those that the login had."""
    return f"{command} {' '.join(FORMS)} {base64.b64encode(SECRET.encode()).decode()}"


def plain_login(port):
    """Opens a session without TLS, by a password."""
    address = ServerAddress("imap", "127.0.0.1", port, USER)
    session = open_session(address, Login(USER, Secrets([SECRET]), "password"), timeout=60)
    session.client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return session


@cases(
    ("capabilities", "kind"),
    [("", "password"), ("AUTH=PLAIN", "password"), ("AUTH=XOAUTH2", "token")],
)
def test_a_server_that_quotes_a_login(capabilities, kind, capfd):
    """The secret is told in no form, as errors stand in logs and in mails to the admin."""
    configure_logging(LogStyle(level="debug"))

    def quote(command):
        offer = f"* CAPABILITY IMAP4rev1 {capabilities}"
        return offer if command == "CAPABILITY" else f"NO [EXPIRED] {forms_of(command)}"

    with imap_server(quote) as port:
        address = ServerAddress("imap", "127.0.0.1", port, USER)
        with pytest.raises(MailboxError) as caught:
            open_session(address, Login(USER, Secrets([SECRET]), kind), timeout=60)
    assert caught.value.text == (
        f"127.0.0.1 (port {port}) rejected the login for {USER}: "
        "the server refused the command [EXPIRED]"
    )
    assert capfd.readouterr().err == ""


def test_a_server_that_quotes_the_password_later_on(capfd):
    """Neither in a refusal nor in the name of a folder does it reach an error."""
    configure_logging()
    answers = {
        "CAPABILITY": "* CAPABILITY IMAP4rev1 UIDPLUS NAMESPACE MOVE",
        "NAMESPACE": f'* NAMESPACE (("{SECRET}" "/")) NIL NIL',
        "SELECT": select_answer(mails=1, uid_next=2),
    }

    def answer(command):
        name = command.removeprefix("UID ").partition(" ")[0]
        return answers.get(name, f"NO {forms_of('it')}" if name != "AUTHENTICATE" else "")

    with imap_server(lambda command: "" if "LOGIN" in command else answer(command)) as port:
        session = plain_login(port)
        folder = open_folder(session, "")
        target = own_folder(session, "done")
        acts = (
            lambda: folder.move([1], target),
            lambda: [*folder.list_from(1)],
            lambda: folder.fetch([1, 2], 100),
            lambda: open_folder(session, "mine"),
        )
        told = [_error_of(act) for act in acts]
        session.close()
    assert target.startswith(SECRET)
    assert not any(form in each for each in [*told, capfd.readouterr().err] for form in FORMS), told


def _error_of(act):
    try:
        return str(act())
    except MailboxError as error:
        return error.text


def test_a_certificate_of_an_unknown_authority_isnt_trusted(server):
    """Without the authority of the certificate no password is sent."""
    with pytest.raises(MailboxError, match="the server's certificate isn't valid") as caught:
        log_in(server, PASSWORD, trusted=False)
    assert caught.value.kind == "tls"


def test_a_server_that_speaks_something_else_is_told(server):
    """The port of another protocol is an error of the connection."""
    with pytest.raises(MailboxError, match="doesn't speak IMAP") as caught:
        log_in(server, PASSWORD, scheme="imap", port=server.ports["LMTP"])
    assert caught.value.kind == "connect"


LONG = {
    "a literal": "* 1 FETCH (UID 1 BODY[]<0> {2000000000}",
    "two literals": f"* 1 FETCH (UID 1 BODY[]<0> {{4000}}\r\n{'x' * 4000} A {{97}}",
    "a line": f"* SEARCH {'1 ' * 1000}",
    "lines": "* JUNK x\r\n" * 200,
    "a line that the library refuses": f"* SEARCH {'1 ' * 600_000}",
}
UNCLEAR = {
    "parentheses": f"* 1 FETCH {'(' * 1800}",
    "a date": "* 1 FETCH (UID 1 INTERNALDATE 7 BODY[] x)",
    "a name that is a number": "* 1 FETCH (1 1)",
}
BROKEN = {
    "no pairs": "* 1 FETCH (UID)",
    "no mail": "* 1 FETCH x",
    "no literal": "* 1 FETCH (UID 1 BODY[] {x})",
}


@contextmanager
def folder_with(said):
    """Yields a folder of one mail whose server says this when the mail is fetched."""
    answers = {"SELECT": select_answer(mails=1, uid_next=2), "FETCH": said}
    name = lambda command: command.removeprefix("UID ").partition(" ")[0]  # noqa: E731
    with imap_server(lambda command: answers.get(name(command), "")) as port:
        session = plain_login(port)
        try:
            yield open_folder(session, "")
        finally:
            session.abort()


@cases("said", LONG.values())
def test_answers_that_are_too_long(said, monkeypatch):
    """They are refused before they are read, in words, and the session ends."""
    monkeypatch.setattr("mail.mailbox.bounded_answers.MAX_LINES_BYTES", 1900)
    monkeypatch.setattr("mail.mailbox.bounded_answers.MAX_LITERALS_BYTES", 4096)
    with (
        folder_with(said) as folder,
        pytest.raises(MailboxError, match="the server's response is too long"),
    ):
        folder.fetch([1], 100)


@cases("said", UNCLEAR.values())
def test_answers_that_arent_understood(said):
    """They are errors of the connection, in words."""
    with folder_with(said) as folder, pytest.raises(MailboxError, match="can't understand"):
        folder.fetch([1], 100)


@cases("said", BROKEN.values())
def test_mails_whose_answer_the_library_refuses(said):
    """They are left where they are."""
    with folder_with(said) as folder:
        assert folder.fetch([1], 100) == ([], [1])


@cases(
    "said",
    [
        '* 1 FETCH (UID 1 INTERNALDATE "31-Dec-9999 23:59:59 -1400" BODY[] {1}\r\nx)',
        '* 1 FETCH (UID 1 INTERNALDATE "no date" BODY[] {1}\r\nx)',
    ],
)
def test_a_mail_without_a_date_that_is_one_is_read(said):
    """Its arrival is unknown."""
    with folder_with(said) as folder:
        found, _ = folder.fetch([1], 100)
    assert found == [MailboxMail(1, None, b"x")]


@pytest.mark.slow
def test_an_answer_without_end(monkeypatch):
    """It is bounded as a whole: its lines, what it asks for before it ends, and its time."""
    monkeypatch.setattr("mail.mailbox.bounded_answers.MAX_LINES_BYTES", 190)
    with (
        imap_server(lambda _: "* CAPABILITY IMAP4rev1 AUTH=PLAIN", challenges=sys.maxsize) as port,
        pytest.raises(MailboxError, match="the server's response is too long"),
    ):
        plain_login(port)
    with imap_server(lambda _: "") as port:
        session = plain_login(port)
        monkeypatch.setattr("mail.mailbox.bounded_answers.TIMEOUTS", 0)
        with pytest.raises(MailboxError, match="the server didn't respond in time"):
            own_folder(session, "done")
        session.abort()


def test_what_nobody_asked_for_is_dropped():
    """Else a session of days would keep all that a server says beside its answers."""
    junk = "* JUNK x\r\n* 7 EXISTS\r\n* 1 FETCH (FLAGS ())"
    with imap_server(lambda command: junk if command == "NOOP" else "") as port:
        session = plain_login(port)
        for _ in range(20):
            session.client.noop()
        imap = session.client._imap  # noqa: SLF001 - nothing else tells what is kept
        kept = sum(map(len, imap.untagged_responses.values()))
        assert MailboxFolder(session, "INBOX", 1, 2, 1, ()).has_new_mail()
        session.close()
    assert kept <= 6


def test_a_folder_is_listed_in_steps(monkeypatch):
    """No answer has more UIDs than were asked for, however far apart they are; all are listed."""
    monkeypatch.setattr("mail.mailbox.folder.STEP", 3)
    for uids in (
        [1],
        [1, 2, 3],
        [7, 9, 4_000_000, 4_000_001, 4_000_002, 4_294_967_294, 4_294_967_295],
    ):
        mails = Mails(uids)
        with imap_server(mails.answer) as port:
            session = plain_login(port)
            folder = open_folder(session, "")
            for first in uids[0], uids[-1]:
                listed = [uid for listing in folder.list_from(first) for uid in listing.uids]
                assert listed == [uid for uid in uids if uid >= first]
            session.close()
        assert max(map(len, mails.searches)) <= 3


def test_a_folder_whose_numbers_are_none():
    """Is refused in words: what isn't a UID can't be stored."""
    for bad in ("UIDVALIDITY 0", "UIDVALIDITY 99999999999", "UIDVALIDITY x"):
        told = f"* 1 EXISTS\r\n* OK [{bad}]\r\n* OK [READ-WRITE]"
        with imap_server(lambda command, told=told: told if "SELECT" in command else "") as port:
            session = plain_login(port)
            with pytest.raises(MailboxError, match=r"no UIDVALIDITY|can't understand"):
                open_folder(session, "")
            session.abort()


def dates(uids):
    """Returns the arrivals of these mails: one of 2026, the others of 2020."""
    for uid in uids:
        year = 2026 if uid == 100 else 2020
        yield f'* {uid} FETCH (UID {uid} INTERNALDATE "01-Mar-{year} 12:00:00 +0000")'


@pytest.mark.slow
def test_a_mailbox_with_hundreds_of_thousands_of_mails():
    """They are listed in steps, and few are asked for their dates, in whichever order."""
    commands = []
    answers = {
        "CAPABILITY": "* CAPABILITY IMAP4rev1 UIDPLUS",
        "SELECT": select_answer(mails=300_000, uid_next=300_001),
    }

    def answer(command):
        commands.append(command)
        name, _, rest = command.removeprefix("UID ").partition(" ")
        if name == "SEARCH" and "SINCE" in rest:
            return f"* SEARCH {'100' if 'UID 1:' in rest else ''}".rstrip()
        if name == "SEARCH":
            first, _, last = rest.removeprefix("UID ").partition(":")
            found = range(int(first), 300_001) if last else map(int, first.split(","))
            return f"* SEARCH {' '.join(map(str, found))}"
        if name == "FETCH":
            return "\r\n".join(dates(map(int, re.findall(r"\d+", rest.partition(" ")[0]))))
        return answers.get(name, "")

    with imap_server(answer) as port:
        session = plain_login(port)
        newest = open_folder(session, "").newest_arrival()
        session.close()
    assert newest.year == 2026
    assert len(commands) < 20

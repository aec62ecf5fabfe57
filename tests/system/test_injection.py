"""Attacks in every place that takes words have no effect where the words are shown."""

import email
import email.policy
import json
import re
from html.parser import HTMLParser

import pytest

from commands.language.userids import USERID
from commands.server.writer.batch_worker import log
from mail.reading.incoming import read_incoming_mail
from tests.support.cases import cases
from tests.support.site import ADDRESS, PLAYERS, text_of

pytestmark = pytest.mark.slow  # every attack in every place

ALICE, BOB = "alice Xa!11ce-X", "bob Yb%0b-Yes"
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]

ATTACKS = {
    "line ends": "x\r\nBcc: victim@example.com\r\n\r\nbody",
    "bare returns": "x\rBcc: victim@example.com\ry",
    "nul": "x\0y",
    "escapes": "\x1b[2J\x1b]0;owned\x07\x9b31mred",
    "bidi": "\u202eevil\u2066\u2067\u2069\u200f",
    "separators": "a\u2028Bcc: victim@example.com\u2029\x85b",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>&lt;b&gt;",
    "attributes": "\"'><a href=\"javascript:alert(1)\" style='x'>",
    "encoded words": "=?utf-8?q?x=0D=0ABcc=3A_victim=40example=2Ecom?= =?utf-8?b?DQpCY2M6?=",
    "a very long word": "x" * 5000,
    "markup": "[red]x[/red] {0} %s $x `id`",
    "broken bytes": "\udc80\udcffx",
}
HEADERS = {
    "from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references",
    "list-id", "list-unsubscribe", "auto-submitted", "x-auto-response-suppress", "x-pbm-loop",
    "mime-version", "content-type", "content-transfer-encoding",
}  # fmt: skip
CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
every_attack = cases("attack", ATTACKS.values())
"""All attacks on one server."""
each_attack = pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
"""Each on a server of its own, where attacks that have an effect change the next answers."""


@pytest.fixture
def players(site):
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    return site


def raw(subject="list", body="", sender=AT_ALICE, **headers):
    """Returns a mail of just these bytes, as no honest program would write them."""
    head = {"From": sender, "To": ADDRESS, "Subject": subject} | headers
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in head.items()]
    kind = "Content-Type: text/plain; charset=utf-8"
    return "\r\n".join([*lines, kind, "", body]).encode(errors="surrogateescape")


def sent(site, content, sender=AT_ALICE):
    """Returns the bytes of all mails that a mail causes."""
    with site.database.work() as work, work.savepoint():
        site.mail_handler.handle(work, read_incoming_mail(sender, (ADDRESS,), content))
    return site.messages()


def check(messages):
    """Asserts that every mail has only our headers and recipients, and harmless parts."""
    assert messages
    for message in messages:
        assert "\n" not in message.recipient
        assert "victim" not in message.recipient
        lines = message.message.replace(b"\r\n", b"")
        assert b"\r" not in lines
        assert b"\n" not in lines
        assert max(map(len, message.message.split(b"\r\n"))) <= 998
        _check_message(email.message_from_bytes(message.message, policy=email.policy.default))


def _check_message(message):
    assert {name.lower() for name in message} <= HEADERS
    for value in message.values():
        assert not CONTROLS.search(str(value)), value
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            assert not CONTROLS.search(part.get_content().replace("\r\n", "\n"))
        if part.get_content_type() == "text/html":
            _check_page(part.get_content().replace("\r\n", "\n"))


class _Page(HTMLParser):
    """The elements of a page, as a reader would parse it."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.links = set(), set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value for name, value in attrs if name in ("href", "src")]


def _check_page(text):
    """Asserts that no element, attribute or address is the attacker's."""
    assert not CONTROLS.search(text)
    page = _Page(text)
    assert not page.tags & {"script", "img", "iframe", "svg", "object", "form", "red"}
    assert not [name for name in page.attributes if name.startswith("on") or name == "src"]
    assert not [link for link in page.links if not link.startswith("mailto:pbm")]


@each_attack
def test_comments_and_chat(players, attack):
    """Comments and chat are harmless in the mails of both players, and in HTML."""
    check(sent(players, raw(f"panic move 101 {ALICE} a1-c5", attack)))
    check(sent(players, raw(f"panic chat 101 {ALICE}", f"said {attack}")))
    check(sent(players, raw(f"message {ALICE} bob", f"said {attack}")))
    check(sent(players, raw(f"panic move 101 {BOB} propose", attack, AT_BOB), AT_BOB))


LINES = (
    "{}",
    "signup {} pa55-of-his",
    "signup carol pa55-of-his {}",
    "signup carol {}",
    "panic challenge -{} alice bob",
    "panic challenge -size={} alice bob",
    "panic challenge --nagtime={} alice bob",
    "panic challenge alice {}",
    "panic show {}",
    "panic move 101 alice Xa!11ce-X {}",
    "panic preview 101 {}",
    "help {}",
    "{} help",
    "change address alice Xa!11ce-X {}",
    "panic limit alice {}",
    "reset {} {} {}",
    "forgot {}",
)


@every_attack
@cases("line", LINES)
def test_words_of_subjects(players, attack, line):
    """Words of commands are harmless in the subject."""
    players.clock.forward(days=1)  # as answers are limited
    check(sent(players, raw(line.replace("{}", attack))))
    assert all(USERID.fullmatch(player.userid) for player in everybody(players))


@every_attack
def test_words_of_commands(players, attack):
    """Words of commands are harmless in the text, all in one mail."""
    lines = [line.replace("{}", attack.replace("\r", " ").replace("\n", " ")) for line in LINES]
    check(sent(players, raw("multiple", "\r\n".join(lines))))
    assert all(USERID.fullmatch(player.userid) for player in everybody(players))


def everybody(site):
    with site.database.work() as work:
        return work.players.everybody()


@every_attack
@cases("name", ["Subject", "Message-ID", "References", "Date", "From", "X"])
def test_headers_of_mails(players, attack, name):
    """Headers that an answer repeats, as those of threads, are well formed."""
    players.clock.forward(days=1)  # as answers are limited
    content = raw(body="help").replace(b"Subject: list\r\n", b"")
    extra = f"{name}: <{attack}@x.org>\r\n".encode(errors="surrogateescape")
    check(sent(players, extra + content))


@each_attack
def test_senders(players, attack, capsys):
    """An invalid envelope sender redirects no mail, and its log line is one line."""
    sender = f"{attack}@example.com"
    for number in range(6):
        content = raw(f"panic limit alice wr0ng{number}", sender="x@y.org")
        with players.database.work() as work, work.savepoint():
            handled = players.mail_handler.handle(
                work, read_incoming_mail(sender, (ADDRESS,), content)
            )
    told = [message for message in players.messages() if message.recipient == AT_ALICE]
    assert told or "broken sender" in handled.outcome
    if told:
        check(told)
    log.info("mail in", sender=handled.sender, outcome=handled.outcome)
    for line in capsys.readouterr().err.splitlines():
        assert line.startswith("timestamp=")
        assert line.isprintable()


@each_attack
def test_tables_and_json_of_the_shell(shell, attack):
    """Output for admins and programs has one line where it should, and no controls."""
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    shell("signup", "bob", "pw2-bob-1", "bob@example.org")
    shell("knightpanic", "challenge", "alice", "bob")
    if "\0" not in attack:
        for line in (["signup", attack, "pa55-of-his"], ["knightpanic", "show", attack], [attack]):
            out = shell("--json", *line)[1]
            assert json.loads(out)["ok"] is False
            assert out.count("\n") == 1
            assert out.strip().isprintable()
            shown = "".join(shell(*line)[1:])
            assert not CONTROLS.search(shown)
        shell("admin", "adjudicate", "knightpanic", "101", "--places", "1 2", "--reason", attack)
    for words in (["games"], ["players"], ["board", "knightpanic", "101"], ["log"]):
        _, out, err = shell("admin", *words)
        assert not CONTROLS.search(out + err)


def test_a_comment_reads_as_it_was_written(players):
    """Harmless text is kept: only its encoding is safe."""
    content = raw(f"panic chat 101 {ALICE}", "1 < 2 & <b>bold</b> =?utf-8?q?no?= \u00fc")
    mails = [email.message_from_bytes(each.message, policy=email.policy.default)
             for each in sent(players, content)]  # fmt: skip
    assert all("1 < 2 & <b>bold</b> =?utf-8?q?no?= \u00fc" in text_of(mail) for mail in mails)

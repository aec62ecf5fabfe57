"""First inputs of the fuzzer: real replies, known right and wrong lines, moves."""

import re
from collections.abc import Iterator

from commands.language import registry
from mail.reading.phrases import replies
from pbm.game import legal
from pbm.games import games
from tests.fuzz import lines, moves
from tests.support.bounce_samples import AWAY, HARD, OTHER, SOFT
from tests.support.paths import TESTS


def seeds(target: str) -> list[bytes]:
    """Returns the first inputs for this target, with those of fixed findings."""
    made = {"mail": _mails, "bounces": _reports, "lines": _lines, "moves": _moves}[target]()
    kept = (TESTS / "fuzz" / "cases" / target).glob("*")
    return [*made, *(path.read_bytes() for path in kept)]


def words() -> Iterator[bytes]:
    """Yields words that our code looks for, which chance would find too seldom."""
    for name in ("WROTE", "ORIGINAL", "FORWARDED", "FOOTER_STARTS", "REPLY_PREFIXES", "FROM"):
        yield from (word.encode() for word in getattr(replies, name)[::4])
    yield from (word.encode() for kind in registry.commands() for word in kind.names)
    yield from (word.encode() for word in games())
    yield from WORDS


SAID = (
    *(
        b"alice",
        b"bob",
        b"carol",
        b"Xa!11ce-X",
        b"Yb%0b-Yes",
        b"-",
        b"101",
        b"102",
        b"#1",
        b"101#3",
    ),
    *(b"if", b"none", b"new", b"all", b"next", b"off", b"json", b"both", b"daily", b"Europe/Paris"),
    *(b"a7-c3", b"c1-e5", b"R", b"(0,1)", b"2026-04-01", b"-3d", b"-size=4", b"-pair", b"-unrated"),
    *(
        b"-position=(w 5 6 a1 b1 f5 b5)",
        b"-start=c3,f6,d5",
        b"--nagtime=3",
        b"-seed=1",
        b"word0001",
    ),
    *(b"\x01a1-c5 \x02\x04", b"\x019\x02\x08", b"d@e.fg", b"\n", b"\n>", b"\nbob wrote:\n"),
)
"""Words of lines; the replies have moves and verbs."""

WORDS = (
    *SAID,
    *(b"Content-Type: ", b"multipart/mixed; boundary=b", b"text/html", b"; charset=", b"\n--b\n"),
    *(b"Content-Transfer-Encoding: ", b"base64", b"quoted-printable", b"message/rfc822", b"utf-7"),
    *(b"=?utf-8?q?", b"=?utf-8?b?", b"?=", b"; format=flowed; delsp=yes", b"filename*=utf-8''%"),
    *(b"<blockquote>", b"<div class=gmail_quote>", b"<table><tr><td>", b"<!--", b"&#27;", b"> "),
    *(b'\x01"\x02\xff', b"\x01(\x02\xff", b"\x01<b>\x02\xff", b"\x01\n> \x02\x10"),
)


def _mails() -> Iterator[bytes]:
    for path in (TESTS / "replies").glob("*.eml"):
        yield path.read_bytes()
    for name in ("attributions", "heads", "signatures"):
        for line in (TESTS / "replies" / f"{name}.txt").read_bytes().splitlines():
            yield b"In-Reply-To: <1@a>\n\na1-c5\n\n" + line.replace(b"|", b"\n") + b"\n> a"

    yield from _reports()
    yield from (head + b"\na1-c5\n" for head in HEADS)


def _reports() -> Iterator[bytes]:
    for kind in (HARD, SOFT, AWAY, OTHER):
        yield from kind.values()


HEADS = (
    b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n",
    b"Content-Type: application/pkcs7-mime; smime-type=signed-data\n",
    b"Content-Type: text/plain; charset=utf-7\n",
    b"Content-Transfer-Encoding: x-uuencode\n\nbegin 666 a\n",
    b"Content-Type: text/plain; charset*=utf-8''%75tf-8; name*0=a; name*1*=%62\n",
    b"Content-Type: text/html\n\n<meta charset=koi8-r><table><tr><td>a<td><pre>b</pre><ul><li>c",
    b"Content-Type: text/html\n\n\x01<div>\x02\x01<blockquote class=gmail_quote>",
    b'Subject: =?utf-8?q?a?= =?gb2312?b?sA==?=\nFrom: \x01"\x02\x0f\nTo: \x01(\x02\x80\n',
    b"Precedence: bulk\nList-Id: a\nAuto-Submitted: no (a); b\n" + b"Received: a\n" * 51,
    b"\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: a\n\n- -- a\n-----BEGIN PGP SIGNATURE-----\n",
    b"Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>",
    b"Content-Type: multipart/mixed; boundary=b\n\n\x01--b\nContent-Type: text/plain\n\n\x02\x01",
    b"\x01Content-Type: multipart/mixed; boundary=b\n\n--b\n\x02\x01",
)


def _lines() -> Iterator[bytes]:
    wrong = re.findall(r"(?m)^> (.*)$", (TESTS / "commands/language/wrong_lines.txt").read_text())
    right = [kind.sample(game) for kind in registry.commands() for game in games().values()]
    told = "".join(path.read_text() for path in (TESTS / "transcripts").glob("*.txt"))
    for line in {*wrong, *right, *re.findall(r"(?m)^Subject: (.*)$", told)}:
        yield from (
            bytes([way]) + line.encode() for way in (lines.ADMIN, lines.CONFIRMING_MAIL, lines.MAIL)
        )
    yield from (bytes([lines.BOUNCE]) + report for report in _reports())
    for way in range(lines.REPLY, lines.WAYS):
        yield from (bytes([way]) + line for line in REPLIES)


REPLIES = (
    *(b"a1-c5", b"right", b"e3", b"(2,3)", b"accept", b"reject", b"undo", b"propose", b"resign"),
    *(b"Hi Bob,\n\na1-c5 good luck", b"show #1", b"preview a1-c5", b"queue if a7-c3 c1-e5"),
    *(b"legal", b"chat\nhello", b"help", b"confirm", b"subscribe", b"record json", b"describe"),
)


def _moves() -> Iterator[bytes]:
    for which in range(len(moves.GAMES)):
        for chosen in range(5):
            for head in (bytes([which, chosen, 0, 0]), bytes([which, chosen, 7, 3])):
                game, position = moves.position_of(head)
                yield from (head + move.encode() for move in legal(game, position)[:4])

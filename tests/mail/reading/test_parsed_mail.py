"""Reading mails of people, of programs, and of attackers."""

import base64
import quopri

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.reading.body import own_text as limits
from mail.reading.characters import clean
from mail.reading.charsets import decode
from mail.reading.parsed_mail import ParsedMail, UnreadableMailError, parse_mail
from tests.support.cases import cases

ME = "pbm@example.net"
TEXT = "Zug: a1-c5, schöne Grüße"


def read(content, sender="alice@example.org"):
    if isinstance(content, str):
        content = content.encode()
    return parse_mail(sender, (ME,), content)


def part(content, kind="text/plain; charset=utf-8", *headers):
    return "\n".join([f"Content-Type: {kind}", *headers, "", content])


def multipart(*parts, kind="mixed", boundary="b1"):
    body = "".join(f"--{boundary}\n{each}\n" for each in parts)
    return part(f"{body}--{boundary}--\n", f'multipart/{kind}; boundary="{boundary}"')


def nested(depth, innermost):
    for level in range(depth):
        innermost = multipart(innermost, boundary=f"b{level}")
    return innermost


def test_a_plain_mail_is_read_whole():
    """Sender, recipients, subject, text, Message-ID and Date are read unchanged."""
    found = read(
        "From: x@y\nTo: A <a@b>\nCc: c@d, E <e@f>\nSubject: help me\nMessage-ID: <1@example.org>\n"
        "Date: Sun, 1 Mar 2026 12:00:00 +0000\n\none\ntwo\n"
    )
    assert found == ParsedMail(
        sender="alice@example.org",
        recipients=(ME,),
        author="x@y",
        delivered_to=(),
        subject="help me",
        text="one\ntwo\n",
        blocks=("one\ntwo",),
        message_id="<1@example.org>",
        references=(),
        date="Sun, 1 Mar 2026 12:00:00 +0000",
        is_reply=False,
        automatic="",
        sole_author="x@y",
        addressees=("a@b", "c@d", "e@f"),
    )


def test_an_empty_mail_can_be_read():
    """A mail without headers and text is read as empty."""
    found = read("")
    assert (found.subject, found.text, found.message_id, found.date) == ("", "", "", "")


@cases("end", ["\n", "\r\n", "\r"])
def test_line_ends(end):
    """With any line ends, the text has plain newlines."""
    assert read(f"Subject: x{end}{end}one{end}two{end}").text == "one\ntwo\n"


@cases(
    ("encoding", "encoded"),
    [
        ("quoted-printable", quopri.encodestring(TEXT.encode()).decode()),
        ("base64", base64.encodebytes(TEXT.encode()).decode()),
        ("8bit", TEXT),
        ("unheard-of", TEXT),
    ],
)
def test_transfer_encodings(encoding, encoded):
    """Any transfer encoding gives the same text."""
    mail = part(encoded, "text/plain; charset=utf-8", f"Content-Transfer-Encoding: {encoding}")
    assert read(mail).text.strip() == TEXT


@cases("encoding", ["base64", "quoted-printable", "x-uuencode"])
def test_broken_transfer_encodings(encoding):
    """A body with a wrong transfer encoding doesn't fail."""
    mail = part("=ZZ !!! a=b\n=", "text/plain", f"Content-Transfer-Encoding: {encoding}")
    assert isinstance(read(mail).text, str)


@cases(
    ("declared", "written"),
    [
        ("utf-8", "utf-8"),
        ("iso-8859-1", "iso-8859-1"),
        ("windows-1252", "windows-1252"),
        ("utf-8", "windows-1252"),
        ("us-ascii", "utf-8"),
        ("no-such-charset", "utf-8"),
        ("no-such-charset", "windows-1252"),
        ("idna", "utf-8"),
        ("unicode_escape", "utf-8"),
        ("punycode", "utf-8"),
        ("hex", "utf-8"),
        ("iso-8859-15", "iso-8859-15"),
        ("iso-8859-9", "windows-1254"),
        ("utf-7", "utf-7"),
        ("utf-16", "utf-16"),
        ("undefined", "utf-8"),
        ("'\\x00", "utf-8"),
        ("a" * 200, "utf-8"),
    ],
)
def test_charsets(declared, written):
    """The declared charset is used if it works; else UTF-8; else Windows-1252."""
    head = f"Content-Type: text/plain; charset={declared}\nContent-Transfer-Encoding: 8bit\n\n"
    assert read(head.encode() + TEXT.encode(written)).text == TEXT


@cases(
    ("declared", "written", "text"),
    [
        ("koi8-r", "koi8-r", "Ход: привет"),
        ("windows-1251", "windows-1251", "Ход: привет"),
        ("gb2312", "gb18030", "好棋，镕"),
        ("iso-2022-jp", "iso-2022-jp", "よろしく"),
        ("shift_jis", "cp932", "①番、髙橋"),
        ("ks_c_5601-1987", "cp949", "똠방각하"),
        ("big5", "big5", "好棋"),
        ("iso-8859-8-i", "iso-8859-8", "שלום"),
        ("windows-874", "cp874", "สวัสดี"),
        ("iso-8859-1", "windows-1252", "“ok” – €"),
    ],
)
def test_charsets_of_the_world(declared, written, text):
    """A charset is found when a program declares a narrower one, or uses another name."""
    mail = part("", f'text/plain; charset="{declared}"', "Content-Transfer-Encoding: 8bit")
    assert read(mail.encode() + text.encode(written)).text == text


def test_latin_1_takes_what_is_left():
    """Bytes that fit no charset become text all the same."""
    assert decode(b"\x81\xff", None) == "\x81ÿ"


def test_utf_7_makes_no_half_characters():
    """Half a surrogate pair, which no database takes, is dropped."""
    assert read(part("a+2AA-b", "text/plain; charset=utf-7")).text == "ab"


@cases(
    ("header", "subject"),
    [
        ("knightpanic show 101", "knightpanic show 101"),
        ("knightpanic\n show\n\t101", "knightpanic show 101"),
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?UTF-8?B?R3LDvMOfZQ==?=", "Grüße"),
        ("=?utf-8?q?Gr=C3=BC?=\n =?utf-8?q?=C3=9Fe?=", "Grüße"),
        ("move =?iso-8859-1?q?a1=2Dc5?= now", "move a1-c5 now"),
        ("=?no-such?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?help=0D=0AX-Bad:_1?=", "help X-Bad: 1"),
        ("=?utf-8?q?help=0DX-Bad:_1?=", "help X-Bad: 1"),
        ("=?utf-8?b?a?= help", "=?utf-8?b?a?= help"),
        ("  help  ", "help"),
        ("Grüße", "Grüße"),
    ],
)
def test_subjects(header, subject):
    """A folded, encoded or raw subject is one line of text."""
    assert read(f"Subject: {header}\n\nx").subject == subject


def test_bare_windows_1252_in_a_subject():
    """A subject of bytes that aren't UTF-8 is read as Windows-1252."""
    assert read("Subject: Grüße\n\nx".encode("windows-1252")).subject == "Grüße"


def test_alternatives_give_the_plain_text():
    """Of plain text and HTML, the plain text is read, in either order."""
    plain, html = part("help"), part("<p>no</p>", "text/html")
    assert read(multipart(plain, html, kind="alternative")).text == "help"
    assert read(multipart(html, plain, kind="alternative")).text == "help"


def test_nested_parts():
    """Text is found in parts of parts."""
    assert read(nested(6, part("help"))).text == "help"


def test_the_first_text_counts():
    assert read(multipart(part("one"), part("two"))).text == "one"


@cases("disposition", ["attachment", 'attachment; filename="a.txt"', 'inline; filename="a.txt"'])
def test_attachments_are_not_the_text(disposition):
    """An attached text isn't read as the mail's own."""
    attached = part("resign", "text/plain", f"Content-Disposition: {disposition}")
    assert read(multipart(attached, part("help"))).text == "help"
    assert read(multipart(part("<p>", "text/html"), attached)).text == ""


def test_forwarded_mails_are_not_the_text():
    """A mail attached to a mail is somebody else's, and isn't read."""
    forwarded = part("Subject: x\n\nresign", "message/rfc822")
    assert read(multipart(part("<p>", "text/html"), forwarded)).text == ""


@cases(
    ("header", "found"),
    [
        ("<[x@y]>", "<[x@y]>"),
        ("<1@a>", "<1@a>"),
        ("\n <1@a>", "<1@a>"),
        ("junk <1@a> more <2@a>", "<1@a>"),
        ("<a b@c>", ""),
        ("none", ""),
        ("<>", ""),
        ("<" + "x" * 251 + ">", ""),
        ("<ü@a>", ""),
    ],
)
def test_message_ids(header, found):
    """A Message-ID stands in angle brackets, without spaces; or there is none."""
    assert read(f"Message-ID: {header}\n\nx").message_id == found


@cases(
    "headers",
    ["In-Reply-To: <1@a>", "References: <1@a>"]
    + [f"Subject: {mark} x" for mark in ("Re:", "RE:", "AW:", "Sv:", "Fwd:", "FW:", "Re[2]:")]
    + [
        f"Subject: {mark} x"
        for mark in ("Antwort:", "R:", "VS:", "YNT:", "回复：", "答复:", "RE :", "Отв:")
    ],
)
def test_replies(headers):
    """In-Reply-To, References, or Re: in any of its languages make a reply."""
    assert read(f"{headers}\n\nx").is_reply


@cases("subject", ["resign", "reply", "help re: this", "re move"])
def test_other_subjects_are_no_replies(subject):
    """A word that merely begins like Re: doesn't make a reply."""
    assert not read(f"Subject: {subject}\n\nx").is_reply


def test_references():
    """The thread is References, or else In-Reply-To."""
    both = read("References: <1@a>\n <2@a>\nIn-Reply-To: <2@a>\n\nx")
    assert both.references == ("<1@a>", "<2@a>")
    assert read("In-Reply-To: <2@a>\n\nx").references == ("<2@a>",)


@cases(
    "mark", ["\x00", "\x07", "\x08", "\x1b", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\ud800"]
)
def test_no_controls(mark):
    """Control characters, escapes and marks of text direction are dropped."""
    assert clean(f"a{mark}[31mb\tc\n") == "a[31mb\tc\n"


def test_no_controls_in_mails():
    """Control characters are dropped from subject and text, encoded or not."""
    encoded = base64.b64encode("a\x1b[31m\u202eb".encode()).decode()
    head = f"Subject: =?utf-8?b?{encoded}?=\nContent-Transfer-Encoding: base64\n"
    found = read(f"{head}Content-Type: text/plain; charset=utf-8\n\n{encoded}")
    assert (found.subject, found.text) == ("a[31mb", "a[31mb")


def test_headers_have_a_limit():
    """A mail of more than 64 KiB of headers is refused."""
    line = "X-Long: " + "x" * 991 + "\n"
    assert read(line * 65 + "\nhelp").text == "help"
    with pytest.raises(UnreadableMailError, match="headers too long"):
        read(line * 66 + "\nhelp")


def test_a_header_has_a_limit():
    """A header of more than 4 KiB is ignored."""
    assert read("Subject: " + "x" * 4096 + "\n\ny").subject == "x" * 4096
    assert read("Subject: " + "x" * 4097 + "\n\ny").subject == ""


def test_parts_have_a_limit():
    """A mail in which 50 parts hold no text isn't searched further."""
    html = [part("<p>", "text/html")] * 60
    assert read(multipart(*html[:48], part("help"))).text == "help"
    with pytest.raises(UnreadableMailError, match="too many parts"):
        read(multipart(*html, part("help")))


def test_text_has_a_limit():
    """Only 64 KiB of own text are read; a quotation may be longer."""
    quoting = read(part("help\n\n" + "> x\n" * 30_000))
    assert (len(quoting.text), quoting.blocks) == (limits.MAX_TEXT_LENGTH, ("help",))
    with pytest.raises(UnreadableMailError, match="text too long"):
        read(part("x" * 100_000))


AUTOMATIC = {
    "Auto-Submitted": [
        "auto-replied",
        "auto-generated; owner=x",
        "Auto-Notified",
        "no\nAuto-Submitted: auto-replied",
        f"no ({'x' * 5000})",
        "",
    ],
    "Precedence": ["bulk", "List", "junk", "auto_reply", "first-class\nPrecedence: bulk"],
    "X-Autoreply": ["yes"],
    "X-Autorespond": ["Board 101"],
    "Content-Type": [
        'multipart/report; report-type=delivery-status; boundary="b"',
        "message/delivery-status",
    ],
    "From": ["MAILER-DAEMON@x.org (Mail Delivery)", '"Mr. No" <no_reply@x.org>'],
    "X-Pbm-Loop": [ME],
    "List-Id": ["<x.example.org>"],
    "List-Unsubscribe": ["<mailto:x@example.org>"],
    "List-Post": ["NO"],
    "List-Archive": ["<x>"],
    "list-owner": ["<x>"],
}


@cases(
    ("header", "value"), [(header, value) for header in AUTOMATIC for value in AUTOMATIC[header]]
)
def test_automatic_mail(header, value):
    """Answers, bounces, bulk mail, lists' and our own mail are recognised."""
    assert read(f"{header}: {value}\nSubject: x\n\nx").automatic


@cases(
    "sender",
    [
        "",
        "<>",
        "MAILER-DAEMON@example.org",
        "postmaster@x.org",
        "no-reply@x.org",
        "noreply+7@x.org",
        "donotreply@x.org",
        "gmail-noreply@x.org",
        "calendar.no-reply@x.org",
        "Accounts_NoReply+x7@x.org",
        "noreply-dmarc-support@x.org",
        "do.not.reply@x.org",
        "never-reply@x.org",
        "nicht-antworten@x.org",
        "shop-nepasrepondre@x.org",
        "no_responder@x.org",
        "bounces-17@x.org",
        "games-request@x.org",
    ],
)
def test_automatic_senders(sender):
    """The null sender, mailer-daemon, postmaster and all kinds of noreply are never answered."""
    found = read("Subject: help\n\nx", sender)
    assert found.automatic
    assert found.sender in ("", sender)


@cases(
    "header",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (a person)",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: All",
        "From: postmaster@x.org <jane@x.org>",
        "From: Noreen <noreen@x.org>",
        "From: noreply.smith@x.org",
        "From: jane+noreply@x.org",
        "From: piano.reply@x.org",
        "From: noanswers4me@x.org",
    ],
)
def test_people_are_not_automatic(header):
    """Headers that people's mail may have don't make it automatic."""
    assert not read(f"{header}\nSubject: help\n\nx").automatic


def test_loops_end():
    """A mail that has come through more than 50 servers is in a loop."""
    hop = "Received: from a by b\n"
    assert not read(hop * 50 + "\nx").automatic
    assert read(hop * 51 + "\nx").automatic


PIECES = st.sampled_from(
    [
        b"Subject: ",
        b"Content-Type: multipart/mixed; boundary=b\n",
        b"Content-Type: text/plain; charset=",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Disposition: attachment; filename*=utf-8''%",
        b"Message-ID: <",
        b"Auto-Submitted: ",
        b"From: a@b, ",
        b"Delivered-To: <",
        b"In-Reply-To: <1@a>\n",
        b"Content-Type: text/plain; format=flowed; delsp=yes\n\n",
        b"Content-Type: text/html\n\n",
        b"<blockquote>",
        b"<p>",
        b"&#27;",
        b"> ",
        b"On 2026 a@b wrote:\n",
        b"--b\n",
        b"--b--\n",
        b"=?utf-8?b?",
        b"?=",
        b"\n",
        b"\r\n\r\n",
    ]
)


@given(st.lists(PIECES | st.binary(max_size=40), max_size=30).map(b"".join), st.text(max_size=30))
def test_any_bytes_are_a_mail_or_unreadable(content, sender):
    """Any bytes give a mail that can be stored and shown, or UnreadableMailError."""
    try:
        found = parse_mail(sender, (ME,), content)
    except UnreadableMailError:
        return
    shown = found.subject + found.text + found.message_id + found.date + found.author
    shown += "".join(found.blocks + found.delivered_to)
    assert shown == clean(shown)
    assert all(block.strip() for block in found.blocks)
    assert "\n" not in found.subject
    shown.encode()

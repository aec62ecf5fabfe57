"""Reading bodies: HTML, flowed text, encrypted mail, addresses, typographic characters."""

import base64

import pytest

from mail.reading.body.html import html_text
from mail.reading.characters import plain_signs
from mail.reading.errors import UnreadableMailError
from tests.mail.reading.test_parsed_mail import ME, multipart, nested, part, read
from tests.support.cases import cases
from tests.support.site import PLAYERS, simple_mail, text_of

ALICE = f"alice {PLAYERS['alice'][0]}"


@cases(
    ("html", "text"),
    [
        ("<ol start=241><li>one<li>two</ol>", "241. one\n242. two"),
        ("<ol><li>one<li value='241'>two</ol>", "one\n241. two"),
        ("one<br>two", "one\ntwo"),
        ("<div>one</div><div><br></div><div>two</div>", "one\n\ntwo"),
        ("<p>one</p><p>two</p>", "one\n\ntwo\n"),
        ("<p class=MsoNormal>one</p><p class=MsoNormal>&nbsp;</p>two", "one\n\ntwo"),
        ("<b>o</b>n<i>e</i>\n  and &lt;two&gt;", "one and <two>"),
        ("<ul><li>one<li>two</ul>", "one\ntwo"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a  b\nc"),
        ("<pre>a  b\nc</pre>", "a  b\nc"),
        ("<head><title>no</title></head><style>no</style><script>no</script>one", "one"),
        ("<div style='display: none'>no</div>one<!-- no -->", "one"),
        ("one<blockquote>no</blockquote>two", "one\n>\ntwo"),
        ("one<div id=Signature>no</div><div class='gmail_signature x'>no</div>", "one"),
        ("one<div class=gmail_quote>no</div>two", "one\n-----Original Message-----"),
        ("one<div id=divRplyFwdMsg></div>two", "one\n-----Original Message-----"),
        ("<div data-marker=__QUOTED_TEXT__>no</div>two", "-----Original Message-----"),
        ("", ""),
        ("<a href='x'", ""),
    ],
)
def test_html_becomes_lines(html, text):
    """HTML is read as shown; quotations get marks, invisible text and signatures are dropped."""
    assert html_text(html) == text


UNSEEN = """\
<s>no</s>
<s>n<b>o</b></s>
<S class=x>no</S>
<strike>no</strike>
<del>no</del>
<del><p>no</p></del>
<span style="text-decoration:line-through">no</span>
<span style='color:red; text-decoration: underline Line-Through !important'>no</span>
<b style="text-decoration-line: line-through">no</b>
<div style="display:none">no</div>
<div style="visibility: hidden">no</div>
<div style="opacity:0">no</div>
<div style="margin:0;opacity: 0.0;">no</div>
<span style="font-size:0">no</span>
<span style="font-size: 0px; line-height:0">no</span>
<div style="max-height:0;overflow:hidden">no</div>
<span style="color:#fff;background:#ffffff">no</span>
<span style="color: White; background-color: rgb(255, 255, 255)">no</span>
<div style="background:#FFF"><p><span style="color:white">no</span></p></div>"""
SEEN = """\
<span style="opacity:0.5">yes</span>
<span style="font-size:0.9em">yes</span>
<span style="text-decoration:none">yes</span>
<span style="max-height:0.5em">yes</span>
<span style="color:#fff;background:#000">yes</span>
<div style="background:#fff"><span style="background:#000;color:#fff">yes</span></div>
<strong>yes</strong>
<small>yes</small>
<span>yes</span>"""


def test_what_nobody_sees_is_no_text():
    """Text that is struck out, hidden, or of the colour of its ground is no text; other is."""
    wrong = [
        html
        for html in (*UNSEEN.splitlines(), *SEEN.splitlines())
        if html_text(f"a {html} b").split() != ["a", *["yes"] * (html in SEEN), "b"]
    ]
    assert not wrong


def test_a_page_is_read_for_what_it_strikes_out():
    """Plain text has what the page beside it strikes out, so the page is read, if it is safe."""
    plain = "c1-e5\na1-c5"
    struck = "<div><s>c1-e5</s></div><div>a1-c5</div>"
    quotation = "<blockquote>resign</blockquote>"
    for text, html, own in (
        (plain, struck, ("a1-c5",)),
        (f"{plain}\n\n> resign", struck + quotation, ("a1-c5",)),
        (f"{plain}\n\n> resign", f"{struck}<p>resign</p>", ("c1-e5\na1-c5",)),
        (plain, "<span>a1-c5</span>", ("c1-e5\na1-c5",)),
    ):
        mail = multipart(part(text), part(html, "text/html"), kind="alternative")
        assert tuple(map(str.strip, read(mail).blocks)) == own


def test_html_is_read_where_plain_text_says_nothing():
    """HTML is read if the plain text is empty, as some programs send it."""
    html = part("<p>help</p>", "text/html")
    assert read(multipart(part(" \n"), html, kind="alternative")).blocks == ("help",)
    related = multipart(html, part("x", "image/png"), kind="related", boundary="r")
    assert read(multipart(related, kind="mixed")).blocks == ("help",)


def test_a_list_footer_in_a_part_of_its_own_is_not_the_text():
    """A plain part after an HTML text is a later part, not an alternative."""
    assert read(multipart(part("<p>help</p>", "text/html"), part("footer"))).blocks == ("help",)


def test_a_page_declares_its_charset():
    """A charset declared in HTML counts when the mail declares none."""
    page = '<meta charset="koi8-r"><p>привет</p>'
    mail = part("", "text/html", "Content-Transfer-Encoding: 8bit").encode()
    assert read(mail + page.encode("koi8-r")).blocks == ("привет",)


@cases(
    ("flowed", "text", "parameters"),
    [
        ("one \ntwo", "one two", ""),
        ("one \ntwo", "onetwo", "; delsp=yes"),
        ("one\ntwo", "one\ntwo", ""),
        (" From here", "From here", ""),
        ("> one \n> two\nown", "> one two\nown", ""),
        (">> one \n> two", ">> one \n> two", ""),
        ("end \n-- \nAlice", "end \n-- \nAlice", ""),
    ],
)
def test_flowed_lines_are_joined(flowed, text, parameters):
    """Lines that end in a space continue in the next one of the same depth."""
    assert read(part(flowed, f"text/plain; format=flowed{parameters}")).text == text


MANY = multipart(*[part("", "image/png")] * 60)
LONG = "X-Long: " + "x" * 991 + "\n"


@cases(
    ("content", "advice"),
    [
        (LONG * 70 + "\nhelp", "headers are longer than 64 KiB"),
        (MANY, "more than 50 parts"),
        (nested(11, part("help")), "nested more than 10 levels deep"),
        (part("x\n" * 40_000), "text is longer than 64 KiB"),
        (part("", "application/pkcs7-mime; smime-type=enveloped-data"), "encrypted"),
        (part("", "application/x-pkcs7-mime; smime-type=signed-data"), "a clear-text signature"),
        (
            multipart(
                part("1", "application/pgp-encrypted"), part("x", "application/octet-stream")
            ),
            "encrypted",
        ),
        (part("-----BEGIN PGP MESSAGE-----\n\nwcBMA\n"), "encrypted"),
    ],
)
def test_unreadable_bodies_are_refused_clearly(site, content, advice):
    """The sender is told the reason and a remedy; a program is told nothing."""
    site.clock.forward(days=1)  # as answers are limited
    (mail,) = site.receive("alice@example.org", f"Message-ID: <1@a>\n{content}".encode())
    assert "We can't read your email: it" in text_of(mail)
    assert advice in text_of(mail)
    assert mail["In-Reply-To"] == "<1@a>"
    assert site.receive("a@b.c", f"Auto-Submitted: auto-replied\n{content}".encode()) == []


@cases(
    ("header", "author"),
    [
        ("Alice <alice@example.org>", "alice@example.org"),
        ("alice@example.org", "alice@example.org"),
        ("alice@example.org (Alice), bob@example.org", "alice@example.org"),
        ('"bob@evil.example <x@y>" <alice@example.org>', "alice@example.org"),
        ("=?utf-8?q?bob=40example.org_=3Cb=40c=3E?= <alice@example.org>", "alice@example.org"),
        ("Alice", ""),
        ("", ""),
        ("(" * 4000, ""),
        ("<" + "x" * 5000 + "@y>", ""),
    ],
)
def test_the_author_is_the_address_in_from(header, author):
    """Other text in the From header doesn't matter."""
    assert read(f"From: {header}\n\nx").author == author


def test_delivered_to_addresses():
    """Addresses noted by servers on the way are read, up to twenty of them."""
    mail = "Delivered-To: a@x.org\nX-Original-To: <B@x.org>\nDelivered-To: none\n\nx"
    assert read(mail).delivered_to == ("a@x.org", "B@x.org")
    assert read(mail).recipients == (ME,)
    assert len(read("Delivered-To: a@x.org\n" * 30 + "\nx").delivered_to) == 20


@cases(
    ("typed", "plain"),
    [
        ("a1\u2010c5 a1\u2011c5 a1\u2013c5 a1\u2014c5 a1\u2212c5", "a1-c5 a1-c5 a1-c5 a1-c5 a1-c5"),
        ("\u201ca\u201d \u2018b\u2019", "\"a\" 'b'"),
        ("a\u00a0b\u202fc\u3000d\u2003e", "a b c d e"),
        ("a\u00ad1\u200b-\u200dc\ufeff5\u200e", "a1-c5"),
        ("ｃ１－ａ５　＃３", "c1-a5 #3"),
        ("ｃ１ーａ５", "c1-a5"),
        ("\u2014nagtime=3", "--nagtime=3"),
    ],
)
def test_signs_are_read_as_meant(typed, plain):
    """Typographic dashes, quotes, spaces and full-width letters are read as plain ones."""
    assert plain_signs(typed) == plain


def test_commands_are_read_as_meant_and_comments_stay(site):
    """Characters are normalised in commands of subject and body, but not in comments."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    comment = "“Schön” – ｃ１"
    mails = site.mail("alice@example.org", f"ｐａｎｉｃ move 101 {ALICE} a1–c5", comment)
    assert all("alice moves a1-c5" in text_of(mail) for mail in mails)
    assert all(comment in text_of(mail) for mail in mails)
    (mail,) = site.mail("alice@example.org", "Hello", "ｐａｎｉｃ\u00a0ｓｈｏｗ １０１")
    assert "Summary of Knight Panic Board 101" in text_of(mail)


def test_commands_in_a_page(site):
    """A mail without plain text is read too."""
    content = simple_mail("alice@example.org", "multiple", "<div>list</div><div>help</div>")
    html = content.replace(b"text/plain", b"text/html")
    (mail,) = site.receive("alice@example.org", html)
    assert mail["Subject"] == "Results of 2 commands"


def test_quoted_commands_in_a_fresh_mail_are_not_read(site):
    """Signatures and forwarded mails aren't read either."""
    body = "list\n\n-- \nhelp\n\n-----Original Message-----\npanic show 101\n"
    (mail,) = site.mail("alice@example.org", "multiple", body)
    assert "commands" not in mail["Subject"]


UUENCODED = "begin 644 board.txt\n" + "M" + "x" * 60 + "\n`\nend"


def test_uuencoded_files_are_no_text():
    """Files that old programs write into the text are left out, and the text around them isn't."""
    assert read(part(f"help\n\n{UUENCODED}\nbye\n")).blocks == ("help\n\nbye",)
    assert read(part(f"help\n{UUENCODED[:-4]}" * 2)).text.count("board.txt") == 2
    large = UUENCODED.replace("\n`", ("\nM" + "x" * 60) * 2_000)
    assert read(part(f"{large}\nhelp\n")).blocks == ("help",)


def test_a_part_in_uuencoding_is_decoded():
    """A text that is uuencoded as a whole is read."""
    content = "begin 644 x\n%:&5L<`H \n`\nend\n"
    assert read(part(content, "text/plain", "Content-Transfer-Encoding: x-uuencode")).blocks == (
        "help",
    )


@cases("charset", ["utf-8", "utf-16-le", "utf-16-be", "iso-8859-1"])
def test_a_byte_order_mark_is_no_text(charset):
    """It tells the charset, whatever the header says, and the first word stands without it."""
    mark = "\ufeff".encode("utf-8" if charset == "iso-8859-1" else charset)
    text = "help g\u00f6".encode("utf-8" if charset == "iso-8859-1" else charset)
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: base64\n\n"
    content = head.encode() + base64.encodebytes(mark + text)
    assert read(content).blocks == ("help g\u00f6",)


def test_the_better_marked_alternative_is_read():
    """If the plain text marks no quotation and the HTML does, the HTML is read."""
    html = part("<p>help</p><blockquote>resign</blockquote>", "text/html")
    assert read(multipart(part("help\n\nresign"), html, kind="alternative")).blocks == ("help",)
    whole = part("<p>help</p><p>resign</p>", "text/html")
    both = multipart(part("help\nresign"), whole, kind="alternative")
    assert read(both).blocks == ("help\nresign",)


def test_a_page_has_a_limit():
    """Text above a long quotation is read; for text that is cut the mail is refused."""
    words = "<p>x</p>" * 20_000
    assert read(part(f"<p>help</p><blockquote>{words}</blockquote>", "text/html")).blocks == (
        "help",
    )
    for page in (words, f"<blockquote>{words}</blockquote><p>help</p>"):
        with pytest.raises(UnreadableMailError, match="page too long"):
            read(part(page, "text/html"))
    with pytest.raises(UnreadableMailError, match="text too long"):
        read(part("> x\n" * 30_000 + "\nhelp\n"))

"""Mails made to take a server's time or memory.

Some take minutes in Python's parser, or make it fail; others take quadratic time where lines, words
or characters are compared with one another.
"""

import random

from tests.mail.reading.test_parsed_mail import multipart, nested, part

BLANK = "\n" * 50_000
REPLY = "Subject: Re: Knight Panic Board 101\n\n"


def shuffled(word: str, number: int) -> list[str]:
    """Returns so many words of the same letters."""
    chance = random.Random(1)
    return ["".join(chance.sample(word, len(word))) for _ in range(number)]


def bodies(**lines: str) -> dict[str, str]:
    """Returns replies that consist of these lines."""
    return {name.replace("_", " "): f"{REPLY}{line}\n" for name, line in lines.items()}


HEADERS = {
    "quote marks in To": "To: " + '"' * 50_000 + "\n\nx",
    "quote marks in From": "From: " + '"' * 4_000 + "\n\nx",
    "encoded words": "Subject: " + "=?utf-8?q?a?= " * 32_000 + "\n\nx",
    "encoded words that are read": "Subject: " + "=?utf-8?q?a?= " * 290 + "\n\nx",
    "encoded words, folded": "Subject: " + "=?utf-8?q?a?=\n " * 4_000 + "\n\nx",
    "Message-ID in brackets": "Message-ID: <[x@y]>\n\nx",
    "Message-IDs in brackets": "References: " + "<[x@y]> " * 500 + "\n\nx",
    "a group without a name": "To: (c):\nCc: (c):\nFrom: (c):\n\nx",
    "comments in To": "Content-Type: " + "(" * 30_000 + "\nTo: " + "(" * 30_000 + "\n\nx",
    "comments in From": "From: " + "(" * 4_000 + "\n\nx",
    "comments in Auto-Submitted": "Auto-Submitted: " + "(" * 4_000 + "\n\nx",
    "spaces": "Subject: x" + " " * 60_000 + "x\n\n" + " " * 150_000,
    "odd headers": "Message-ID: <[x@y]>\nTo: (c):\nFrom: @\nDate: \x00\nSubject: =?x?=\n\nx",
    "a long Delivered-To": f"Delivered-To: {'a' * 4_000}\n" + "Delivered-To: @\n" * 4_000 + "\n",
    "very many headers": "X: y\n" * 13_000 + "\nx",
    "one long header": "X-Long: " + "x" * 200_000 + "\n\nx",
    "no header ends": "x" * 250_000,
}
PARTS = {
    "nested parts": nested(2000, part("x")),
    "nested parts of one boundary": "Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 2_000,
    "nested parts and many lines": nested(400, part(BLANK)),
    "nested mails": "Content-Type: message/rfc822\n\n" * 2000 + "x",
    "parameters": 'Content-Type: text/plain; x="' + ";" * 60_000 + "\n\nx",
    "parameters of a part": multipart(part("x", 'text/plain; x="' + ";" * 200_000)),
    "continued parameters": "Content-Type: text/plain" + "; x*1=a" * 9_000 + "\n\nx",
    "parts": multipart(*["\nx"] * 20_000),
    "no end": 'Content-Type: multipart/mixed; boundary="b"\n\n--b\n' + "\n--b" * 50_000,
}
CHARSETS = {
    f"charset {name}": part("a" * 99_999 + "-" + "b9z" * 50_000, f"text/plain; charset={name}")
    for name in (
        *("punycode", "idna", "unicode-escape", "utf-7", "utf-16", "hz", "iso-2022-jp-3", "zlib"),
        *("rot13", "hex", "undefined", "mbcs", "x" * 3_000, '"utf-8\x00"', "utf-8''%", "''"),
    )
}
ENCODINGS = {
    f"encoding {name}": part(line * 30_000, "text/plain", f"Content-Transfer-Encoding: {name}")
    for name, line in (
        *(("base64", "YWJj\n"), ("base64", "====\n"), ("quoted-printable", "=3D=\n")),
        *(("x-uuencode", "begin\n"), ("x-uuencode", "#86%T\n"), ("8bit", "\x80\xff\n")),
    )
}
PAGES = {
    "nested tags": part("<div>" * 50_000, "text/html"),
    "nested lists": part("<ul><li>" * 25_000, "text/html"),
    "tags in a table": part("<table>" + "<div>x" * 30_000, "text/html"),
    "formatting left open": part(
        "".join(f"<b a{n}>" for n in range(12_000)) + "<p>" * 30_000, "text/html"
    ),
    "attributes": part("<p " + " ".join(f"a{n}" for n in range(35_000)) + ">x", "text/html"),
    "depth hidden": part("<ul><li><!--</li></ul>-->" * 10_000, "text/html"),
    "entities": part("&#x1d54f;&notanentity" * 12_000, "text/html"),
}
TEXTS = {
    "flowed": part(("> " * 200 + "x \n") * 600, "text/plain; format=flowed; delsp=yes"),
    "attributions": part("On 2026-03-01 12:00 a@b wrote:\n" * 6_000),
    "almost attributions": part(("On 2026 a@b wrote " * 20 + "\n") * 600),
    "almost a head on each line": part(("From: a Sent: b To: c Subject: " * 12 + "\n") * 170),
    "almost dates": part(("On Sun, 1 March 2026 at Sun " * 13 + "\n") * 170),
    "almost names with dates": part(("abc " * 6 + "1 March 2026 abc abc \n") * 1_400),
    "attributions with gaps": part("On 2026 a@b\n\n" * 5_000),
    "files without an end": part("begin 644 x\n" * 5_000),
    "greetings between quotations": part("hi\n>\n" * 13_000),
    "footers": part("Sent from my iPhone\n" * 3_000),
    "almost heads": part("From: x\nTo:\n" * 6_000),
    "one long line": part("On " + "wrote: a@b 12:30 " * 3_000),
    "one line of a mail's size": part("x" * 250_000),
    "armour": part("-----BEGIN PGP SIGNED MESSAGE-----\n\n" + "- -\n" * 16_000),
    "numbers without a move": part("11 at night to 7 " * 3_500),
    "a mail of empty lines": part("\n" * 250_000),
    "almost commands": part("\n".join(shuffled("madknights", 5_700))),
    "the longest text": part("a1-c5 \n" * 9_000),
}
LINES = bodies(
    on="On " + "a" * 5_000,
    dates="On Mon, Jan 1, 2026 at " * 220,
    spaces_before_wrote="On" + " " * 5_000 + "wrote",
    colons=":" * 5_000,
    dashes="-" * 5_000 + "x",
    underscores="_" * 5_000 + "x",
    stars="*" * 5_000 + ":",
    ats="a@" * 2_500,
    angles="<" * 5_000 + ">" * 5_000,
    labels="From: " * 900,
    bars="| " * 2_500,
    dots="1." * 2_500,
    spaces="x" + " " * 5_000 + "x",
    quotes="\"'" * 2_500,
    options="-a=(" * 1_250,
    squares="a1-" * 1_700,
    numbers="9" * 5_000,
    a_number_of_moves="(" + "9" * 5_000 + "," + "9" * 5_000 + ")",
    greetings="hi " * 1_700,
    commands="knightpanic " * 400,
    misspelt="knightpanik" * 450,
    a_misspelt_line_again_and_again="knightpanik shwo 101\n" * 3_000,
    moves="preview " + "a1-c5 a7-c3 " * 1_300,
    almost_plans="a1-c5\n" + "if a1-c5 then " * 380,
    plans="queue if " + "a7-c3 c1-e5 if " * 1_000,
    boards="knightpanic show " + "101 " * 3_900,
    wide_letters="\ufdfa" * 5_000,
    composed="a" + "\u0301" * 5_000,
)
HOSTILE_MAILS = HEADERS | PARTS | CHARSETS | ENCODINGS | PAGES | TEXTS | LINES

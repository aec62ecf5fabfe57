"""Replies to a mail about a board, made from the tables in tests/replies: programs, languages.

The mail that is answered consists of decoys: moves and commands that would be obeyed if the
quotation weren't recognised.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from email.charset import BASE64, QP, Charset
from email.header import Header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from enum import Enum, auto

from tests.support.paths import TESTS

FOLDER = TESTS / "replies"
LANGUAGES = tomllib.loads((FOLDER / "languages.toml").read_text())
PROGRAMS = tomllib.loads((FOLDER / "programs.toml").read_text())

DECOYS = """\
e1-g5

resign

knightpanic move 101 alice - g1-e5
It is alice's turn.
c5-a1
propose

bob writes:

e1-a3
Accept my apologies.
undo"""
SHORT = "Knight Panic"
SENDER = f"{SHORT} <pbm@example.net>"
LATER = "P. S.: 1 + 1 = 2"
MOVES = {
    "c1-a5": "c1-a5",
    "C1-E5": "c1-e5",
    "c1\u2013g3": "c1-g3",
    "c5 to g3": "c5-g3",
    "c1-a5.": "c1-a5",
    "c1a5": "c1-a5",
    "c1-e5#3": "c1-e5",
}
"""Moves as they are typed, and as they are played."""
ENCODINGS = (
    ("utf-8", "8bit"),
    ("utf-8", "base64"),
    ("", "8bit"),
    ("utf-8", "quoted-printable"),
    ("", "base64"),
    ("utf-16", "base64"),
    ("", "quoted-printable"),
)
"""Charsets and transfer encodings; without a charset it is the language's own."""


class Kind(Enum):
    """The writer's own part of a reply."""

    MOVE = auto()
    """A move with a comment."""
    WORDS = auto()
    """Only what would be the comment."""
    NOTHING = auto()


@dataclass(frozen=True)
class Reply:
    """A reply, and what its writer meant."""

    name: str
    content: bytes
    move: str
    """The move that is meant; empty if there is none."""
    comment: str


def replies() -> Iterator[Reply]:
    """Yields replies of each program in each language, with a move and without."""
    number = 0
    for name, program in PROGRAMS.items():
        for language in program.get("only", LANGUAGES):
            for kind in Kind:
                full = f"{name}-{kind.name.lower()}-{language}"
                yield _reply(full, program, LANGUAGES[language], number, kind)
            number += 1


def reply_saying(text: str, program: str, language: str = "en", **headers: str) -> bytes:
    """Returns a reply in which the user of a program writes this text alone.

    Headers are given with _ for -.
    """
    words = _words(LANGUAGES[language]) | {"MOVE": text, "COMMENT": "", "LATER": ""}
    message = _message(_parts(PROGRAMS[program], words), "utf-8", "base64", PROGRAMS[program])
    message["In-Reply-To"] = "<mail-7@example.net>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = Header(value).encode()
    return message.as_bytes()


def _reply(name: str, program: dict, language: dict, number: int, kind: "Kind") -> Reply:
    typed, played = list(MOVES.items())[number % len(MOVES)]
    words = _words(language) | {"MOVE": typed}
    if kind is not Kind.MOVE:
        played, words = "", words | {"MOVE": "", "LATER": ""}
    if kind is Kind.NOTHING:
        words |= {"COMMENT": ""}
    parts = _parts(program, words)
    charset, encoding = ENCODINGS[number % len(ENCODINGS)]
    message = _message(parts, charset or language["charset"], encoding, program)
    message["From"] = "alice@example.org"
    message["Subject"] = Header("Re: Knight Panic Board 101: alice - bob", "utf-8").encode()
    message["Message-ID"] = f"<{number}@example.org>"
    message["In-Reply-To"] = "<mail-7@example.net>"
    later = any("LATER" in program[kind] for kind, _ in parts)
    comment = f"{language['comment']}\n\n{LATER}" if later else language["comment"]
    return Reply(name, message.as_bytes(), played, comment)


def _parts(program: dict, words: dict[str, str]) -> list[tuple[str, str]]:
    """Returns the kinds and texts of the parts of a reply."""
    return [
        (kind, _filled(program[kind], words if kind == "plain" else _html(words)))
        for kind in ("plain", "html")
        if kind in program
    ]


def _words(language: dict) -> dict[str, str]:
    """Returns the words to fill in, the longest names first."""
    labels = dict(zip(("FROM", "SENT", "TO", "SUBJECT"), language["labels"], strict=True))
    attributions = {
        "GMAIL": language["gmail"],
        "APPLE": language["apple"],
        "NO_COLON": language["no_colon"],
        "BROKEN": language["gmail"].replace("<", "<\n"),
        "GAP": _last_space(language["gmail"].replace("SENDER", SENDER), "\n\n"),
    }
    attributions["BROKEN"] = language["gmail"].replace("SENDER", SENDER.replace("<", "<\n"))
    return labels | {
        **{key: text.replace("SENDER", SENDER) for key, text in attributions.items()},
        "SENDER": SENDER,
        "SHORT": SHORT,
        "DATE": language["date"],
        "ORIGINAL": language["original"],
        "FOOTER": language["footer"],
        "COMMENT": language["comment"],
        "LATER": LATER,
        "QUOTED": _marked("> "),
        "TIGHT": _marked(">"),
        "BARRED": _marked("| "),
        "MARKED-PB": _marked("PB> "),
        "MARKED-p": _marked("pbm> ").replace("pbm>", "P>"),
        "BARE": DECOYS,
        "FLAT": " ".join(DECOYS.split("\n\n")),
    }


def _last_space(text: str, instead: str) -> str:
    """Returns the text with its address on a line of its own."""
    return text.replace(" <pbm", f"{instead}<pbm")


def _marked(mark: str) -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in DECOYS.split("\n"))


def _html(words: dict[str, str]) -> dict[str, str]:
    escaped = {key: text.replace("&", "&amp;").replace("<", "&lt;") for key, text in words.items()}
    return {key: text.replace("\n", "<br>\n") for key, text in escaped.items()}


def _filled(template: str, words: dict[str, str]) -> str:
    """Returns the template with its words; each in one pass, as texts may hold such words."""
    parts = [template]
    for key in sorted(words, key=len, reverse=True):
        parts = [
            piece
            for part in parts
            for piece in (_split(part, key) if isinstance(part, str) else [part])
        ]
    return "".join(part if isinstance(part, str) else words[part[0]] for part in parts)


def _split(text: str, key: str) -> list:
    first, *others = text.split(key)
    return [first, *(piece for other in others for piece in ((key,), other))]


def _message(parts: list[tuple[str, str]], charset: str, encoding: str, program: dict) -> Message:
    found = [_part(kind, text, charset, encoding, program) for kind, text in parts]
    if len(found) == 1:
        return found[0]
    whole = MIMEMultipart("alternative", "=-boundary")
    for part in found:
        whole.attach(part)
    return whole


def _part(kind: str, text: str, charset: str, encoding: str, program: dict) -> Message:
    python = {"iso-8859-8-i": "windows-1255", "tis-620": "cp874"}.get(charset, charset)
    try:
        content = text.encode(python)
    except UnicodeEncodeError:
        charset, content = "utf-8", text.encode()
    part = MIMENonMultipart("text", kind, charset=charset)
    if program.get("flowed"):
        part.set_param("format", "flowed")
    made = Charset("utf-8")
    made.body_encoding = {"base64": BASE64, "quoted-printable": QP}.get(encoding)
    part["Content-Transfer-Encoding"] = encoding
    if encoding == "8bit":
        part.set_payload(content.decode("ascii", "surrogateescape"))
    else:
        part.set_payload(made.body_encode(content))
    return part

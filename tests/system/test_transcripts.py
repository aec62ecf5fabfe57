"""Golden transcripts: whole games by mail, with every mail in and out.

A transcript is a series of mails to the server, each started by `=== SENDER` and followed, after a
line of `--->`, by the mails that the server sent. In those named `confirmed-` the server asks for
confirmations. To write the answers again, run with PBM_GOLDEN=write and read what has changed.
"""

import os
import re

import pytest

from pbm.games import games
from tests.support.paths import TESTS
from tests.support.site import ADDRESS, simple_mail, text_of

FOLDER = TESTS / "transcripts"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))
TOKEN = "TOKEN"
"""Stands for the reply token of the last mail to the sender: tokens aren't the same twice."""
KEPT_HEADERS = (
    "From",
    "Reply-To",
    "To",
    "Subject",
    "In-Reply-To",
    "References",
    "List-Id",
    "Auto-Submitted",
)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_the_mails_are_as_recorded(request, path):
    confirmed = path.stem.startswith("confirmed-")
    site = request.getfixturevalue("confirming_site" if confirmed else "site")
    recorded = path.read_text()
    now = "\n".join(_exchange(site, block) for block in _blocks(recorded))
    if os.environ.get("PBM_GOLDEN") == "write":
        path.write_text(now)
    assert now == recorded


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_transcript(name):
    """A game that is served has at least one recorded game, played to its end."""
    played = [path.read_text() for path in FOLDER.glob(f"{name}*.txt")]
    assert any("Game won by" in text for text in played)


def _blocks(text: str) -> list[str]:
    return [block for block in re.split(r"(?m)^(?==== )", text) if block]


def _exchange(site, block: str) -> str:
    sent = block.split("--->\n", maxsplit=1)[0]
    head, _, rest = sent.partition("\n")
    headers, _, body = rest.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in headers.split("\n"))
    recipient = fields.pop("To", ADDRESS).replace(TOKEN, site.last_token(head[4:]))
    content = simple_mail(head[4:], fields.pop("Subject"), body.strip(), **fields)
    mails = site.receive(head[4:], content, recipient)
    site.clock.forward(hours=3)
    mails += site.mails()
    return "\n".join([sent + "--->", *map(_shown, mails)])


def _shown(mail) -> str:
    headers = [f"{name}: {mail[name]}" for name in KEPT_HEADERS if mail[name]]
    shown = "\n".join(headers) + "\n\n" + text_of(mail)
    shown = re.sub(r" ?<r\.[^>]*>", "", shown)  # the trace, which differs with the tokens in it
    return re.sub(r"\+([cmw]\.)?[a-z2-7]{31,32}@", rf"+\1{TOKEN}@", shown)

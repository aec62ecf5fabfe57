"""Wrong lines, each with its answer, in `wrong_lines.txt`.

A line of the table begins with `> `; the lines below it, up to the next, are the answer. Long
lines and characters that don't print are written as Python writes them, after `>>> `. To write
the answers again, run with PBM_GOLDEN=write, and read what has changed.
"""

import ast
import os
import re
from functools import partial
from pathlib import Path

from commands.content.status import Status
from commands.views.text import rendering
from pbm.tournaments.events import Begin, End
from tests.support.site import PLAYERS
from tests.support.site_tournaments import add

TABLE = Path(__file__).parent / "wrong_lines.txt"
ENOUGH = 150


def test_every_wrong_line_brings_its_answer(site):
    """A refusal says what was wrong, changes nothing and tells nobody else."""
    _prepare_boards(site)
    before = _state(site)
    blocks = _blocks(TABLE.read_text())
    now = "".join(f"{head}\n{_answer(site, head)}\n\n" for head, _ in blocks)
    if os.environ.get("PBM_GOLDEN") == "write":
        TABLE.write_text(now)
    assert now == TABLE.read_text()
    assert len(blocks) >= ENOUGH
    assert _state(site) == before
    assert not site.mails()


def test_no_answer_shows_a_password():
    """The table's lines hold passwords in all places; its answers don't."""
    answers = " ".join(answer for _, answer in _blocks(TABLE.read_text()))
    for password, _ in PLAYERS.values():
        assert password not in answers


def _prepare_boards(site) -> None:
    """Board 101 goes on after two moves, 102 is over, 103 removed; carol plays on none of them.

    Of the tournaments, spring has alice, full is full, running has begun, and past is over.
    """
    site.sign_up("alice", "bob", "carol")
    for _ in range(3):
        site.say("knightpanic challenge alice bob")
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    site.play("knightpanic", 102, "a1-c5", "c7-e3")
    site.say(f"knightpanic resign 103 bob {PLAYERS['bob'][0]}")
    site.say("madknights challenge -start=c3,f6,d5 alice bob carol")
    site.begin("trailblazer challenge alice bob")
    add(site, name="spring", players=["alice"])
    begin, end = partial(Begin, 1), lambda _: End()
    for name, events in (("full", []), ("running", [begin]), ("past", [begin, end])):
        add(
            site,
            "--min-players=2",
            "--max-players=2",
            name=name,
            players=["alice", "bob"],
            events=events,
        )


def _state(site) -> list[object]:
    shown = [site.say(line) for line in ("all games all", "list", "knightpanic show 101")]
    return [answer.data for answer in shown]


def _blocks(text: str) -> list[tuple[str, str]]:
    found = [block.rstrip("\n") for block in re.split(r"(?m)^(?=>{1,3} |>$)", text) if block]
    return [(head, answer) for head, _, answer in (block.partition("\n") for block in found)]


def _answer(site, head: str) -> str:
    line = ast.literal_eval(head[4:]) if head.startswith(">>> ") else head[2:]
    answer = site.say(line)
    assert answer.status is not Status.DONE, line
    assert "went wrong" not in rendering.text(answer.content), line
    return f"{rendering.text(answer.content)}"

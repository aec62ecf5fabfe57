"""The findings of the fuzzers in `fuzz`, and their checks on a few inputs each time."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import bounces, lines, mail, moves

CASES = Path(__file__).parent / "cases"
TARGETS = (bounces, lines, mail, moves)
CHECKS = {target.__name__.removeprefix("tests.fuzz."): target.check for target in TARGETS}
KEPT = sorted(CASES.glob("*/*"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_fixed_findings_stay_fixed(path):
    CHECKS[path.parent.name](path.read_bytes())


WORDS = st.sampled_from(
    [
        *("knightpanic", "panic", "knightsdance", "madknights", "trailblazer", "all", "help"),
        *("show", "legal", "preview", "move", "queue", "submit", "challenge", "record", "games"),
        *("subscribe", "notify", "seek", "limit", "chat", "accept", "undo", "propose", "resign"),
        *(
            "alice",
            "bob",
            "carol",
            "Xa!11ce-X",
            "-",
            "101",
            "102",
            "103",
            "#1",
            "101#2",
            "new",
            "if",
        ),
        *("a1-c5", "a7-c3", "(2,3)", "right", "e3", "none", "-size=4", "-3d", "--nagtime=3"),
        *("-position=(w 5 6 a1 b1 f5 b5)", "next", "json", "multiple", "signup", "\n", "99" * 9),
    ]
)


@settings(max_examples=50)
@given(st.integers(0, lines.WAYS - 1), st.lists(WORDS | st.text(max_size=8), max_size=9))
def test_any_line_is_answered(way, words):
    """A line in the shell, a mail or a reply gets a printable answer, and no internal error."""
    lines.check(bytes([way]) + " ".join(words).encode(errors="replace"))

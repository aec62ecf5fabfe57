"""Signed words are taken out of texts, wherever they stand."""

from commands.system.logs.log_values import without_signed_words
from tests.support.cases import cases

TOKEN = "b.abcdefghijklmnopqrstuvwxyz234"


@cases(
    "text",
    [
        f"550 <pbm+{TOKEN}@example.net>: Sender rejected",
        f"550 <PBM+{TOKEN.upper()}@EXAMPLE.NET>",
        f"bounce to pbm%2B{TOKEN}%40example.net",
        f"no such mailbox {TOKEN} here",
        "reply to pbm+confirm.abcdefghijklmnop@example.net",
    ],
)
def test_a_signed_word_is_left_out(text):
    """In an address of any writing, and alone."""
    found = without_signed_words(text)
    assert "..." in found
    assert "abcdefgh" not in found.lower()


@cases(
    "text",
    ["alice+games@example.org", "Connection refused (111)", "<4f1e09a8b7c6d5e4f3a2@example.net>"],
)
def test_other_words_stay(text):
    """Players' own subaddresses, numbers and Message-IDs help an admin."""
    assert without_signed_words(text) == text

"""The addresses in a header, which every Python reads alike."""

from mail.reading.header_addresses import addresses, sole_author
from tests.support.cases import cases

MALFORMED = (
    "alice@example.org(<mallory@example.net>",
    "alice@example.org)mallory@example.net",
    "alice@example.org<mallory@example.net>",
    "Alice <alice@example.org> <mallory@example.net>",
    "alice@example.org:mallory@example.net",
    "a\x1b[2J@example.org",
    "alice@[192.0.2.1]",
)
WELL_FORMED = {
    "alice@example.org (Alice)": ["alice@example.org"],
    '"Alice, \\"the (knight" <alice@example.org>': ["alice@example.org"],
    "alice@example.org, Bob <bob@example.org>": ["alice@example.org", "bob@example.org"],
}


@cases("header", MALFORMED)
def test_a_malformed_header_names_no_author(header):
    """Python 3.11.7 and 3.12.1 find an address in it, and programs disagree on which."""
    assert sole_author([addresses(header)]) == ""


@cases("header", WELL_FORMED)
def test_commas_and_parentheses_in_quotes_do_not_count(header):
    """Nor do they in a name; comments are allowed."""
    assert addresses(header) == WELL_FORMED[header]

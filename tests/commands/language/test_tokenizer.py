"""Splitting lines into words."""

import random

import pytest

from commands.language.tokenizer import MAX_LINE_LENGTH, tokenize
from pbm.errors import ParseError
from tests.support.cases import cases


@cases(
    ("line", "words"),
    [
        ("list", ["list"]),
        ("  show\t101 ", ["show", "101"]),
        ('say "two words" here', ["say", "two words", "here"]),
        ("say 'two words' here", ["say", "two words", "here"]),
        ("it's bob's turn", ["it's", "bob's", "turn"]),
        ("x -position=(w 5 6 a1 b1 f5 b5) y", ["x", "-position=(w 5 6 a1 b1 f5 b5)", "y"]),
        ('x -position="(w 5 6 a1 b1 f5 b5)"', ["x", "-position=(w 5 6 a1 b1 f5 b5)"]),
        ("a (b c)", ["a", "(b", "c)"]),
        ("move 101 ** alice", ["move", "101", "alice"]),
        ('an "open quote', ["an", '"open', "quote"]),
        ("", []),
    ],
)
def test_a_line_splits_into_words(line, words):
    """White space separates, quotes and parentheses after -name= keep together."""
    assert tokenize(line) == words


@cases(
    ("typed", "meant"),
    [
        ("a1\u2013c5", ["a1-c5"]),
        ("a1\u2212c5", ["a1-c5"]),
        ("\u2014nagtime=3", ["--nagtime=3"]),
        ("\u201ctwo words\u201d", ["two words"]),
        ("show\u00a0101", ["show", "101"]),
        ("a1\u200b-c5", ["a1-c5"]),
        ("\uff41\uff11\uff0d\uff43\uff15", ["a1-c5"]),
        ("bob\u2019s", ["bob's"]),
    ],
)
def test_typographic_characters_are_normalised(typed, meant):
    """Typographic dashes, quotes, spaces and full-width letters count as the plain ones."""
    assert tokenize(typed) == meant


def test_a_line_too_long_is_refused():
    """The refusal names the limit."""
    with pytest.raises(ParseError, match=str(MAX_LINE_LENGTH)):
        tokenize("x" * (MAX_LINE_LENGTH + 1))


def test_any_text_splits():
    """No text breaks the tokenizer, and no word is only white space unless it was quoted."""
    chance = random.Random(7)
    for _ in range(200):
        ends = chance.choices((0x80, 0x3000, 0xD800), k=chance.randrange(60))
        line = "".join(chr(chance.randrange(end)) for end in ends)
        for word in tokenize(line):
            assert word.strip() or '"' in line or "'" in line

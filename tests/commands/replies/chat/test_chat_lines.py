"""Ordinary words between players, which ask the server for nothing."""

from pathlib import Path

import pytest

from tests.support.site import words_of

LINES = Path(__file__).with_name("chat.txt").read_text().splitlines()


@pytest.mark.slow
def test_ordinary_words_are_sent_or_offered_as_chat(started_game):
    site, at_alice, _ = started_game
    for line in LINES:
        answer, *others = site.reply(at_alice, line)
        if others:  # it is plainly for Bob
            assert any(line in words_of(mail) for mail in others), line
            continue
        assert f'as chat, reply "yes" to this email. You wrote: {line}' in words_of(answer), line
        site.reply(answer, "no")
        site.clock.forward(hours=5)  # answers to prose are limited

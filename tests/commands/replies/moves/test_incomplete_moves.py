"""Lines that only have coordinates are nearly moves, and nothing to send to the opponents."""

from tests.support.site import words_of

BROKEN = (
    *("1-3", "1,3", "1-3?", "a1c", "a1-", "a-c5", "a1 5", "A1-5", "1 3 5", "1→3", "(1,2)", "a2"),
    *("3:2", "a1->c", "1c", "a c 5", "**1-3**", "a1x", "c - 5"),
)
CHAT = (
    *("1-0", "10:30", "24/7", "50-50", "8-)", "2", "100%", "g2g", "b2b", "b4 you ask", "7pm"),
    *("4 me", "won 2-1", "k9", "i1", "5/5", "haha 2", "3.4 kg", ":3"),
)


def test_coordinates_without_a_move_are_refused_with_the_legal_moves(started_game):
    site, at_alice, _ = started_game
    for text in BROKEN:
        (answer,) = site.reply(at_alice, text)
        assert "Legal moves (10)" in words_of(answer), text
        assert "as chat" not in words_of(answer), text
        site.clock.forward(hours=5)


def test_other_short_texts_with_digits_are_offered_as_chat(started_game):
    site, at_alice, _ = started_game
    for text in CHAT:
        (answer,) = site.reply(at_alice, text)
        assert 'as chat, reply "yes"' in words_of(answer), text
        site.reply(answer, "no")
        site.clock.forward(hours=5)

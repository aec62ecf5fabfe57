"""Moves by names and letters of pieces in the languages of the players: "Fou en c4", "Lc4"."""

import pytest

from tests.support.site import words_of

OPENING = ("e4", "e5", "Nf3", "Nc6")
HELD = {
    "Bc4": "Fou en c4 s'il vous plaît|alfil a c4 por favor|je joue fou c4 merci"
    "|speel loper naar c4 aub|gram goniec na c4 proszę|jag spelar löpare till c4"
    "|bispo em c4 obrigado"
    "|Fil c4'e gitsin. Kolay gelsin"
    "|alfiere in c4 grazie|min løber til c4|Lc4|lc4|L c4|Lc4 bitte|Fc4|Ac4|Gc4|L-c4",
    "Nc3": "Sc3|sc3|Cc3|cavalier en c3 svp|ruszam skoczek na c3 dzięki"
    "|the other knight out to c3 please, and tell Bob I enjoy this",
    "Nxe5": "Sxe5|Cxe5|S:e5|il cavallo prende e5 grazie",
    "Qe2": "De2|He2|la dama va a e2 gracias",
    "Rg1": "Tg1|tg1|Wg1|tour en g1 merci",
    "c4": "pion en c4 merci|I play c4 then|then maybe c4",
}
"""What alice writes, by the move that is held."""
ASKED = {
    "Bc4 or c4": "futó c4|lähetti ruutuun c4|maho auf c4",
    "Nc3 or c3": "dobbelspringer c3|Xyz to c3",
}
"""Names of pieces that aren't known: never the pawn's move without a question."""
REFUSED = ("Ld7", "Td1", "Lc9", "Tg1-d1", "Sb8", "Wa8", "Fou en h8 svp")
CHAT = ("Nice fork!", "My tower of books fell over", "Sa bad day", "Lc is my name", "See F16s fly")


@pytest.fixture
def chess(begin):
    return begin("chess", *OPENING)


def answers(chess, texts):
    """Yields the answer to each text. No move is made, because none gets a yes."""
    site, mail = chess
    for text in texts:
        first, *others = site.reply(mail, text)
        assert not others, text
        yield text, words_of(first)
        if "as chat" in words_of(first):
            site.reply(first, "no")
        site.clock.forward(hours=5)  # answers to prose are limited


@pytest.mark.parametrize(("move", "texts"), HELD.items())
def test_one_legal_move_of_the_named_piece_is_held(move, texts, chess):
    for text, answer in answers(chess, texts.split("|")):
        assert f"Not played yet: {move}." in answer, text


@pytest.mark.parametrize(("moves", "texts"), ASKED.items())
def test_an_unknown_word_before_a_square_may_be_any_piece(moves, texts, chess):
    for text, answer in answers(chess, texts.split("|")):
        assert f"Which move do you want to play: {moves}?" in answer, text


def test_illegal_moves_are_refused_and_not_offered_as_chat(chess):
    for text, answer in answers(chess, REFUSED):
        assert "Legal moves (27)" in answer, text
        assert "as chat" not in answer, text


def test_words_that_name_no_move_are_offered_as_chat(chess):
    for text, answer in answers(chess, CHAT):
        assert 'as chat, reply "yes"' in answer, text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("C3", "c3"),
        ("Bc4", "Bc4"),
        ("D2-d4", "d4"),
        ("Läufer auf c4, ok", "Bc4"),
        ("Springer nach c3 bitte", "Nc3"),
        ("Dame nach e2", "Qe2"),
        ("torn g1", "Rg1"),
        ("pion c4", "c4"),
    ],
)
def test_written_moves_are_made_in_all_languages(text, move, chess):
    site, mail = chess
    site.reply(mail, text)
    with site.database.work() as work:
        assert work.boards.find("chess", 101).match.moves == (*OPENING, move)


SHOGI = {
    "7g7f": "Bauer nach 7f bitte|pion en 7f|peón a 7f por favor|pionek na 7f|bonde till 7f",
    "6i7h": "Gold auf 7h|oro a 7h|goud naar 7h",
    "7i7h": "Silber nach 7h|argent en 7h s'il te plaît",
    "2h7h": "Turm nach 7h|tour en 7h|wieża na 7h|torre in 7h grazie",
    "1i1h": "Lanze auf 1h|lanza a 1h",
}


@pytest.mark.parametrize(("move", "texts"), SHOGI.items())
def test_pieces_of_shogi_are_translated(move, texts, begin):
    for text, answer in answers(begin("shogi"), texts.split("|")):
        assert f"Not played yet: {move}." in answer, text


def test_illegal_moves_of_shogi_are_refused(begin):
    for text, answer in answers(begin("shogi"), ("Springer nach 7g", "fou en 7g", "Turm auf 5e")):
        assert "Legal moves" in answer, text
        assert "as chat" not in answer, text

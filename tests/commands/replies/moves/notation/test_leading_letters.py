"""A letter before a move is never left out: "3. Cc3" is a knight's move, and not the pawn's."""

import pytest

from tests.support.site import words_of

OPENING = ("e4", "e5", "Nf3", "Nc6")
HELD = {
    "Nc3": '3. Cc3|3.Cc3|Cc3+|Cc3!|3... Cc3|3)Cc3|- Cc3|*Cc3*|(Cc3)|"Cc3"|CC3|C c3|3. C c3|«Cc3»'
    "|3. Cc3\n\nBonne soirée !|3. Cc3 bonne soirée|play Cc3|je joue Cc3|3. Sc3|Sb1-c3|Кс3|К c3|кc3",
    "Bb5": "3. Lb5|3.Lb5|Gb5|Fb5+|Ab5 gracias|Сb5|С b5",
    "Nd4": "1. Sd4|Cd4|Кd4",
    "Rg1": "Лg1|Tg1!",
    "Qe2": "Фe2|3. De2",
    "Ke2": "Крe2|Кр e2",
}
"""What alice writes, by the move that is held."""
REFUSED = (
    *("Dd4", "3. Dd4", "Dd3", "Aa4", "3. Aa4", "Gg3", "Hh3", "Aa3", "Dd2-d4", "Sd2-d4", "Ld2-d4"),
    *("Xc3", "xc3", "Сc3", "С с3", "♖c3", "Pd4", "P c3", "3.Pd4", "Zc3", "cc3", "dd4"),
)
PLAYED = {
    "c3": "C3|3. C3|c2-c3|C2-C3|3.c3",
    "d4": "D4|d2d4|pd4|Pd2-d4|♙d4|D2-D4",
    "b3": "Pb3|P b3|3. Pb3",
    "Nc3": "♘c3|♞c3|♘ c3|3.♘c3|3. Nc3|Nb1-c3|!Nc3|♘\ufe0ec3",
}


@pytest.fixture
def chess(begin):
    return begin("chess", *OPENING)


@pytest.mark.parametrize(("move", "texts"), HELD.items())
def test_the_move_of_the_named_piece_is_held(move, texts, chess):
    site, mail = chess
    for text in texts.split("|"):
        (answer,) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(answer), text
        site.clock.forward(hours=5)


def test_a_move_by_itself_is_no_comment(chess):
    site, mail = chess
    for text in ("3. Lb5", "Lb5!", "Сb5", "«Cc3»", "3... Cc3"):
        (answer,) = site.reply(mail, text)
        assert "send your comment" not in words_of(answer), text
        site.clock.forward(hours=5)


def test_no_other_move_is_made_or_sent_if_none_of_the_piece_is_legal(chess):
    site, mail = chess
    for text in REFUSED:
        (answer,) = site.reply(mail, text)
        assert "That didn't work." in words_of(answer), text
        assert "as chat" not in words_of(answer), text
        site.clock.forward(hours=5)


@pytest.mark.parametrize(
    ("move", "text"), [(move, text) for move, texts in PLAYED.items() for text in texts.split("|")]
)
def test_usual_spellings_are_made(move, text, chess):
    site, mail = chess
    site.reply(mail, text)
    with site.database.work() as work:
        assert work.boards.find("chess", 101).match.moves == (*OPENING, move)


@pytest.mark.parametrize("game", ["antichess", "crazyhouse"])
def test_relatives_of_chess_never_leave_a_letter_out(game, begin):
    site, mail = begin(game)
    for text in ("1. Cc3", "Cc3", "1.Sc3", '"Cc3"', "♘c3?"):
        (answer,) = site.reply(mail, text)
        assert "Nc3" in words_of(answer), text
        site.clock.forward(hours=5)
    for text in ("Dd4", "1. Hh3", "Aa4"):
        (answer,) = site.reply(mail, text)
        assert "That didn't work." in words_of(answer), text
        site.clock.forward(hours=5)


PLACED = {
    "d4": "Bd4|B d4|W d4|Wd4|wd4|w d4|B: d4|W. d4|W[d4]|3. Bd4|*Bd4*|Sd4|Nd4|N d4|Zd4|black d4"
    "|Black: d4|W d4 please",
}
NOT_PLACED = ("Qd4", "B[dd]", ";B[dd]", "B e5", "Be5", "Wc3", "Qe5", "bd4", "dd4", "Ad4", "W[ee]")


def test_a_stone_with_the_initial_of_a_color_is_held(begin):
    site, mail = begin("go", "e5", "c3")
    for move, texts in PLACED.items():
        for text in texts.split("|"):
            (answer,) = site.reply(mail, text)
            assert f"Not played yet: {move}." in words_of(answer), text
            site.clock.forward(hours=5)
    for text in NOT_PLACED:
        (answer,) = site.reply(mail, text)
        assert "That didn't work." in words_of(answer), text
        assert "as chat" not in words_of(answer), text
        site.clock.forward(hours=5)
    for text in ("G2g", "You were gr8!", "See you at 5"):
        (answer,) = site.reply(mail, text)
        assert "as chat" in words_of(answer), text
        site.reply(answer, "no")
        site.clock.forward(hours=5)


@pytest.mark.parametrize("game", ["othello", "hex"])
def test_letters_before_squares_are_kept_in_other_games(game, begin):
    site, mail = begin(game)
    for text in ("Nc4", "Bc4", "B c4", "W[c4]", "Rc4", "1. Nc4"):
        (answer,) = site.reply(mail, text)
        assert "Not played yet: c4." in words_of(answer), text
        site.clock.forward(hours=5)

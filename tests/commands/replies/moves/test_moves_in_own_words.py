"""Moves that players write in their own words: which are made at once, held or explained."""

import pytest

from tests.support.site import words_of


def answers(game, texts):
    """Yields each text with the answer to it."""
    site, mail = game
    for text in texts:
        first, *_ = site.reply(mail, text)
        yield text, words_of(first)
        site.clock.forward(hours=5)


@pytest.fixture
def chess(begin):
    return begin("chess", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6")


def test_offers_and_questions_next_to_a_move_are_held_with_it(chess):
    for text, answer in answers(
        chess,
        (
            "Bishop takes knight. And I offer Bob a draw.",
            "Bishop takes c6, and I'd like to propose a draw",
        ),
    ):
        assert "chess move 101 Bxc6 propose" in answer, text
    for text, answer in answers(chess, ("What does check mean? d3 anyway", "Is it late? Well, d3")):
        assert "Not played yet: d3." in answer, text
        assert "send your comment" not in answer, text


def test_a_choice_from_a_list_is_held(chess):
    program = "The program prints this:\n1. O-O  +0.35\n2. d3   +0.28\n3. Nc3  +0.20\n"
    for text, move in {
        f"{program}I'll have the second one, thanks.": "d3",
        f"{program}Ich nehme die dritte, danke": "Nc3",
    }.items():
        assert f"Not played yet: {move}." in dict(answers(chess, (text,)))[text], text
    for text, answer in answers(chess, (f"{program}Not the second.", f"{program}The second?")):
        assert "Not played yet: d3." not in answer, text


def test_a_question_how_to_castle_is_answered(chess):
    for text, answer in answers(chess, ("How do I castle in this thing?", "Wie geht die Rochade?")):
        assert 'To castle, reply with only "O-O".' in answer, text


def test_alternatives_and_moves_with_spaces(started_game):
    game = started_game[:2]
    text = "a1-g7 please, or if that isn't possible then c1-g3"
    assert "Not played yet: c1-g3." in dict(answers(game, (text,)))[text]
    assert "alice moves c1-g3." in dict(answers(game, ("C 1  -  G 3",)))["C 1  -  G 3"]


def test_spelt_squares_of_a_move_are_held(begin):
    amazons = begin("amazons")
    ((_, answer),) = answers(amazons, ("J four to J five, and the arrow goes to J six",))
    assert "Not played yet: j4-j5/j6." in answer


def test_words_for_points_and_moves_of_go_and_hex(begin):
    for text, answer in answers(begin("go", "c3", "c4"), ("Tengen! Always wanted to play that.",)):
        assert "Not played yet: k10." in answer, text
    hex_game = begin("hex", "a1", "b2")
    for text, answer in answers(hex_game, ("Эф пять, пожалуйста",)):
        assert "Not played yet: f5." in answer, text
    for text, answer in answers(hex_game, ("Swap sides please", "swap colors")):
        assert 'You can\'t play "swap" now.' in answer, text

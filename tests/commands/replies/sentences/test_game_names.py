import pytest

from commands.replies.named_boards.board_names import may_name_board
from commands.replies.sentences.game_names import game_patterns
from commands.replies.server.complete_lines import game_in
from pbm import games


@pytest.fixture
def with_classics():
    pytest.importorskip("pyspiel")
    games.choose("")


@pytest.mark.usefixtures("with_classics")
def test_a_game_is_named_by_whole_words():
    texts = {
        "I'd like a good opponent": "",
        "a game of Go please": "go",
        "find me someone for knight panic": "knightpanic",
        "let's go on with Knight's Duel": "knightsduel",
        "chess or hex?": "",
    }
    assert {text: game_in(text) for text in texts} == texts


def test_names_follow_the_games_that_are_served():
    games.choose("knightpanic,trailblazer")
    assert [*game_patterns()] == ["knightpanic", "trailblazer"]
    assert may_name_board("in trailblazer: right")
    games.choose("knightpanic")
    assert [*game_patterns()] == ["knightpanic"]
    assert not may_name_board("in trailblazer: right")

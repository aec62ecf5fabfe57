"""On boards of ten rows, "b10" is a square and no board."""

from tests.support.site import words_of

GAMES = {"xiangqi": ("h3-e3", "b10-c8"), "amazons": ("d1-d2/d3", "a7-b8/b10")}
COMMENTS = ("", "\n\nGood luck!", " nice move!")


def test_a_move_with_b10_is_made(begin):
    for game, (first, second) in GAMES.items():
        for comment in COMMENTS:
            site, mail = begin(game, first)
            answers = site.reply(mail, f"{second}{comment}")
            assert any(f"bob moves {second}." in words_of(answer) for answer in answers)


def test_a_long_number_behind_b_is_a_board(begin):
    site, mail = begin("xiangqi", "h3-e3")
    (answer,) = site.reply(mail, "b241 b10-c8")
    assert "board 241" in words_of(answer)

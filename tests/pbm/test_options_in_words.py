"""Options and terms in words, as board mails show them."""

from hypothesis import given
from hypothesis import strategies as st

from pbm.board.terms import Terms
from pbm.games import find
from pbm.options import plain_phrases, read_options
from tests.support.cases import cases


@cases(
    ("game", "given_options", "words"),
    [
        ("knightpanic", "", "4x4, flat"),
        ("knightpanic", "-size=5", "5x5, flat"),
        ("knightpanic", "-size=5 -extra=0", "5x5, flat, no extra rows"),
        ("knightpanic", "-size=6 -extra=1", "6x6, flat, 1 extra row"),
        ("knightpanic", "-size=6 -3d -extra=0", "6x6, 3D, no extra rows"),
        (
            "knightpanic",
            "-mover_loses",
            "4x4, flat, the mover loses if a move gives both players a win",
        ),
        ("knightpanic", "-3d -win_no_move", "4x4, 3D"),
        ("knightpanic", "-3d -lose_no_move", "4x4, 3D, a player whose pieces are all pinned loses"),
        ("knightsdance", "", "5 rows by 6 columns"),
        ("knightsdance", "-rows=7 -cols=7", "7x7"),
        (
            "knightsdance",
            "-misere -jumpblock",
            "5 rows by 6 columns, misere: a player who captures loses, jumps can be blocked",
        ),
        (
            "knightsdance",
            "-position=(b 5 5 a1 b1 e5 b5)",
            "5x5, start: white king a1, knight e5; black king b1, knight b5; Black begins",
        ),
        ("knightsduel", "", "8x8"),
        ("knightsduel", "-rows=5 -cols=4", "5 rows by 4 columns"),
        ("madknights", "", "8x8, seed 5"),
        ("madknights", "-seed=5 -start=d4,g6,d2", "8x8, seed 5"),
        ("madknights", "-start=c3,f6,d5", "8x8, start c3,f6,d5, seed 5"),
        ("madknights", "-size=6 -strict", "6x6, seed 5, a player who sends an illegal move is out"),
        ("trailblazer", "", "7x7"),
    ],
)
def test_options_in_words(game, given_options, words):
    """The size comes first; what is usual is left out, and the rest reads as plain words."""
    found = find(game)
    typed = [f"-{each}" for each in given_options.removeprefix("-").split(" -") if each]
    options = found.resolve(found.read_options(typed), 5)
    assert ", ".join(found.describe_options(options)) == words


ALL = "21 days per move, 30 days in total"


@cases(
    ("typed", "words"),
    [
        ("", "21 days per move, rated"),
        ("--forfeittime=1 -unrated", "1 day per move, unrated"),
        ("--forfeittime=30 --totaltime=100", "30 days per move, 100 days in total, rated"),
        (
            "--nagtime=0.5 -hints",
            "21 days per move, a reminder after 0.5 days, hints allowed, rated",
        ),
        ("--totaltime=30 --increment=1", f"{ALL}, 1 day given back for each move, rated"),
        ("--totaltime=30 --daysoff=sun,sat", f"{ALL}, clocks paused on Sat, Sun, rated"),
        ("-pair", "21 days per move, two games with the seats swapped, rated"),
    ],
)
def test_terms_in_words(typed, words):
    """The time for a move comes first, and the last word tells if the game is rated."""
    assert ", ".join(read_options(Terms, typed.split(), "").describe()) == words


DAYS = st.sampled_from([0.5, 1.0, 7.0, 21.0])
OFF_DAYS = st.sampled_from(["", "sun", "sat,sun"])


@given(*[st.builds(Terms, *[DAYS] * 4, OFF_DAYS, *[st.booleans()] * 3)] * 2)
def test_other_terms_read_differently(terms, other):
    """Terms in words differ exactly where the terms do."""
    assert (terms.describe() == other.describe()) == (terms == other)


def test_a_plain_game_needs_no_words():
    """A game that declares none shows its options as typed, without the dashes."""
    game = find("knightpanic")
    options = game.resolve(game.options(size=5), 0)
    assert plain_phrases(options) == ("size 5", "2d", "mover_wins", "extra 1")

"""Facts about moves, each in a position that was set up for it."""

from commands.language.tokenizer import tokenize
from pbm.games import find
from pbm.match.match import Match
from pbm.review.facts import find_facts
from pbm.review.reviewed_step import Step, can_win, region
from tests.support.cases import cases

NAMES = ("alice", "bob", "carol")
ATTACK = "It attacks bob's king on b1, which can't move away"


def facts(line, *moves):
    """Returns the facts about the last of these moves."""
    name, _, options = line.partition(" ")
    game = find(name)
    chosen = game.resolve(game.read_options(tokenize(options)), 1)
    states = Match.replay_texts(game, chosen, [f"move {move}" for move in moves]).state.played
    last = states[-1]
    return list(
        find_facts(game)(Step(game, last.before.position, last.position, last.mover, NAMES))
    )


@cases(
    ("line", "moves", "said"),
    [
        (
            "knightpanic",
            "a1-e3",
            "It threatens e1-c5 (Black's piece on g7 can't move).",
        ),
        ("knightpanic", "a1-e3", "It leaves bob's piece on g7 with only one move, to c5."),
        (
            "knightsdance -position='(w 5 6 a1 b1 c4 f5)'",
            "d2",
            "It attacks bob's king on b1, which can neither move away nor be protected.",
        ),
        (
            "knightsdance -jumpblock -position='(w 5 6 a1 b1 c4 f5)'",
            "d2",
            f"{ATTACK}. Only blocking the jump could save it.",
        ),
        ("knightsduel -size=4", "(3,2)", "It leaves bob's knight only one square to go to, (2,3)."),
        (
            "trailblazer -size=4",
            "(0,1) (2,3) (1,1) (2,2) (2,1) (1,2)",
            "It blocks bob's own way to alice's start for good.",
        ),
        (
            "trailblazer -size=4",
            "(0,1) (2,3) (1,1) (2,2) (2,1) (1,2) (3,1) (0,2) (3,2)",
            "alice is now next to bob's start, and nothing can keep alice from entering it.",
        ),
        (
            "madknights -size=5 -start=c3,b3,d4",
            "a2 c5 c2 b4 d3",
            "It leaves alice's knight only one square to go to, d5.",
        ),
        (
            "madknights -size=5 -start=c3,b3,d4",
            "a2 c5 c2 b4 d3 e3 d5",
            "It leaves alice's own knight with nowhere to go, now or later.",
        ),
    ],
)
def test_a_fact_is_told(line, moves, said):
    """Each game's facts name the squares and the players."""
    assert said in facts(line.replace("'", '"'), *moves.split())


def test_the_kings_attacker_may_be_captured_first():
    """An attack is no threat if the other player wins at once."""
    assert facts('knightsdance -position="(w 5 6 a1 b1 c4 b3)"', "d2") == []


def test_a_move_to_the_first_square_counts():
    """A win is seen also on square number 0."""
    game = find("dance")
    options = game.read_options(["-position=(b 5 6 a1 c1 f5 b3)"])
    assert can_win(game, game.start(game.resolve(options, 1)))


def test_a_region_is_what_steps_reach():
    """It leaves out the piece's own square, and what lies behind squares that aren't free."""
    steps = {0: 0b10, 1: 0b101, 2: 0b1010, 3: 0b100}
    assert region(steps, 0b1010, 0) == 0b10
    assert region(steps, 0b1110, 0) == 0b1110

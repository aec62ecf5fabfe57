"""Games against robots of rated levels."""

import pytest

from commands.context.robots import NAMED_ROBOTS, RATED_ROBOTS, robot_level
from commands.server.workers.turns.backoff import Backoff
from commands.server.workers.turns.robot_turns import RobotTurns, move_robots
from pbm.board.ratings import NEWCOMER
from pbm.robots.levels import LEVELS, rated_levels
from pbm.robots.move_choice import SearchLimit
from tests.support.cases import cases
from tests.support.site import PLAYERS, text_of, words_of

QUICK = SearchLimit(positions=600)
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]


@pytest.fixture
def players(confirming_site):
    """A server that asks for confirmations, with three players, of whom carol shares an address."""
    confirming_site.sign_up("alice", "bob", "carol")
    for mail in confirming_site.mails():
        confirming_site.reply(mail)
    return confirming_site


@pytest.fixture
def signed_up(site):
    """A server with alice and bob."""
    site.sign_up("alice", "bob")
    return site


def players_of(site, game, number=101):
    return site.say(f"{game} show {number}").data["players"]


def let_robots_move(site):
    """Runs all due robot turns; returns their number."""
    robots = RobotTurns(site.database, site.dispatcher, site.mailer, Backoff(lambda: 0.0))
    return move_robots(robots, QUICK, 1)


def test_the_player_moves_first(signed_up):
    """In the shell the userid is named; the robot's account is made at once."""
    answer = signed_up.say("trailblazer robot challenge 5 alice")
    assert answer.ok
    assert players_of(signed_up, "trailblazer") == ["alice", "robot-level5"]
    assert "robot-level5 (Player 2, P2, robot)" in text_of(signed_up.mails()[0])


def test_a_newcomer_gets_the_side_that_is_not_proved_to_lose(signed_up):
    """Until a game is over, and one that was declined isn't a game; then the player moves first."""
    alice = PLAYERS["alice"][0]
    for number, userids in ((101, ["robot-level1", "alice"]), (102, ["robot-level1", "alice"])):
        assert signed_up.say("duel robot challenge 1 alice -size=4").ok
        assert players_of(signed_up, "duel", number) == userids
        assert signed_up.say(f"duel resign {number} alice {alice}").ok
    assert signed_up.say("duel challenge alice robot1 -size=4").ok
    assert players_of(signed_up, "duel", 103) == ["alice", "robot1"]
    signed_up.play("knightsduel", 103, "(2,3)")
    let_robots_move(signed_up)
    assert signed_up.say(f"duel resign 103 alice {alice}").ok
    assert signed_up.say("duel robot challenge 1 alice -size=4").ok
    assert players_of(signed_up, "duel", 104) == ["alice", "robot-level1"]


def test_by_mail_the_userid_may_be_left_out(signed_up):
    """The sender's address tells it."""
    (board,) = signed_up.mail(AT_BOB, "duel robot challenge 10 -size=5")
    assert board["Subject"] == "Knight's Duel Board 101: bob - robot-level10"
    assert players_of(signed_up, "duel") == ["bob", "robot-level10"]


@pytest.mark.parametrize(
    ("level", "opponents"),
    [(1, ["robot-level1", "robot-level2"]), (5, ["robot-level5", "robot-level4"])],
)
def test_with_three_players_the_other_robot_is_a_level_lower(signed_up, level, opponents):
    """Below level 1 there is none, so level 2 joins it."""
    assert signed_up.say(f"madknights robot challenge {level} alice").ok
    assert players_of(signed_up, "madknights") == ["alice", *opponents]


def test_options_are_those_of_any_challenge(signed_up):
    """Options of the game and of the challenge may stand anywhere."""
    assert signed_up.say("panic robot challenge -size=5 3 -unrated alice --nagtime=3").ok
    with signed_up.database.work() as work:
        board = work.boards.find("knightpanic", 101)
    assert (board.match.options.size, board.terms.unrated) == (5, True)
    assert board.players[0].userid == "alice"


@cases(
    "line",
    [
        "panic robot challenge 0 alice",
        "panic robot challenge 11 alice",
        "panic robot challenge five alice",
        "panic robot challenge alice 5",
        "panic robot challenge",
        "panic robot",
        "panic robot play 5 alice",
        "panic robot challenge 5",
        "panic robot challenge 5 nobody1",
        "panic robot challenge 5 robot1",
        "panic robot challenge 5 robot-level5",
        "panic robot challenge 5 alice bob",
        "panic robot challenge 5 -size=99 alice",
    ],
)
def test_wrong_lines_begin_nothing(signed_up, line):
    assert not signed_up.say(line).ok
    assert not signed_up.say("panic games alice").data["boards"]


def test_an_address_of_several_players_needs_the_userid(signed_up):
    """The answer names the players with that address; with the userid it begins."""
    password = PLAYERS["bob"][0]
    assert signed_up.say(f"change address bob {password} {AT_ALICE}").ok
    for mail in signed_up.mails():
        signed_up.reply(mail)
    (refused,) = signed_up.mail(AT_ALICE, "trail robot challenge 2")
    assert "Write alice or bob after the level" in words_of(refused)
    (board, *_) = signed_up.mail(AT_ALICE, "trail robot challenge 2 bob")
    assert board["Subject"] == "Trailblazer Board 101: bob - robot-level2"


def test_strangers_and_others_cannot_begin(signed_up):
    """A stranger is told to write a userid; nobody begins a game for somebody else."""
    (stranger,) = signed_up.mail("stranger@example.org", "panic robot challenge 2")
    assert "Write your userid after the level" in text_of(stranger)
    (refused,) = signed_up.mail(AT_BOB, "panic robot challenge 2 alice")
    assert "challenge only in your own name" in text_of(refused)


def test_it_is_confirmed_as_any_challenge(players):
    """Five boards that wait for their first move need no confirmation; the sixth does."""
    subjects = [
        players.mail(AT_ALICE, f"trail robot challenge 3 -size={size}")[0]["Subject"]
        for size in range(4, 10)
    ]
    assert ["Please confirm" in subject for subject in subjects] == [False] * 5 + [True]
    assert subjects[-1] == "Please confirm: trailblazer challenge -size=9 alice robot-level3"


def test_a_whole_game_against_a_level(signed_up):
    """The robot answers each move, never resigns, and the game is rated."""
    signed_up.begin("duel robot challenge 1 -size=4 alice")
    let_robots_move(signed_up)
    while moves := signed_up.say("duel legal 101").data["moves"]:
        assert signed_up.say(f"duel move 101 alice {PLAYERS['alice'][0]} {moves[0]}").ok
        let_robots_move(signed_up)
    last = text_of(signed_up.mails()[-1])
    assert "You won." in last or "Game won by" in last
    assert "resigned" not in last
    assert "robot-level1 (robot)" in signed_up.say("duel standings").content.text
    with signed_up.database.work() as work:
        robot, alice = (change.before for change in work.boards.find("knightsduel", 101).ratings)
    assert (robot.points, robot.provisional) == (1258, False)
    assert alice == NEWCOMER


def test_levels_and_named_robots_differ(signed_up):
    """The stored descriptions tell level 3 of the ten from robot3's."""
    signed_up.say("panic robot challenge 3 alice")
    signed_up.say("panic challenge alice robot3")
    with signed_up.database.work() as work:
        rated, named = (work.players.find(userid) for userid in ("robot-level3", "robot3"))
    assert (rated.robot, named.robot) == ("rated 3", "level 3")
    assert robot_level(named, "knightpanic") == LEVELS[3]
    for game in ("knightpanic", "trailblazer"):
        assert robot_level(rated, game) == rated_levels(game)[3].level


@cases("userid", [*NAMED_ROBOTS, *RATED_ROBOTS])
def test_nobody_else_has_their_names(signed_up, userid):
    """They can't be signed up."""
    assert not signed_up.say(f"signup {userid} pa55-of-mine me@example.org").ok


def test_help_shows_their_ratings(signed_up):
    """The page on robots has the command, and the ratings of some levels at each game."""
    text = signed_up.say("help robots").content.text
    assert "knightpanic robot challenge 3" in text
    heading = next(line for line in text.splitlines() if line.split()[:1] == ["level"])
    assert heading.split()[1:] == ["1", "4", "7", "10"]
    assert any(line.split()[:1] == ["knightpanic"] for line in text.splitlines())
    assert max(map(len, text.splitlines())) <= 78

"""Every game, played by mail to its end, with every option; and games of three players."""

import random
import re

import pytest

from commands.language.help import writing
from commands.language.parser import readings
from commands.language.tokenizer import tokenize
from pbm.match.match import Match
from pbm.options import helps
from tests.support.site import PLAYERS, Site, text_of
from tests.support.strategies import ALL, NAMES

every_game = pytest.mark.parametrize("game", ALL, ids=NAMES)
MAX_ANSWER_LENGTH = 90_000

OPTIONS = {
    "knightpanic": (
        "-size=5",
        "-3d",
        "-2d -mover_loses",
        "-3d -win_no_move -mover_wins",
        "-3d -lose_no_move -extra=1",
        "-size=6 -3d -extra=0",
    ),
    "knightsdance": (
        "-misere",
        "-jumpblock",
        "-misere -jumpblock -rows=4 -cols=5",
        '-position="(b 5 6 a1 b1 f5 b5)"',
        "-position=(w 30 30 a1 b1 ab28 ad29) -jumpblock",
    ),
    "knightsduel": ("-size=5", "-rows=4 -cols=7"),
    "madknights": ("-size=6", "-seed=7", "-start=c3,f6,d5", "-strict -seed=7 -start=b2,c2,d2"),
    "trailblazer": ("-size=3", "-size=5"),
}
USUAL = [
    pytest.param(url, game, "", id=f"{game.name} {url}")
    for game in ALL
    for url in ("sqlite", "postgresql")
    if url == "postgresql" or game.name in {"knightsduel", "madknights"}
]
"""Games with their usual options; the default run plays one of two players and one of three."""
UNUSUAL = [
    pytest.param("sqlite", game, typed, marks=pytest.mark.slow, id=f"{game.name} {typed}")
    for game in ALL
    for typed in OPTIONS[game.name]
]
"""Each game with all other options, in the slow run."""
MAX_PLIES = 20
"""The number of plies after which endless games are resigned."""


def names_of(game):
    return list(PLAYERS)[: len(game.seats)]


def send(site, name, line, body=""):
    return site.mail(PLAYERS[name][1], line.replace("PASSWORD", PLAYERS[name][0]), body)


@pytest.mark.parametrize(
    ("database_url", "game", "typed"), USUAL + UNUSUAL, indirect=["database_url"]
)
def test_a_game_is_played_by_mail_to_its_end(database_url, game, typed):
    """With each option the game is challenged, moved in turn by mail, and won."""
    site, names = Site(database_url), names_of(game)
    site.sign_up(*names)
    assert len(send(site, names[0], f"{game.title} challenge {typed} {' '.join(names)}")) == len(
        names
    )
    chance = random.Random(1)
    while (data := site.say(f"{game.name} legal 101").data)["to_move"] is not None:
        mover = names[data["to_move"]]
        move = chance.choice(data["moves"]) if data["ply"] < MAX_PLIES else "resign"
        mails = send(site, mover, f"{game.name} move 101 {mover} PASSWORD {move}", "My comment.")
        assert {mail["To"] for mail in mails} == {PLAYERS[name][1] for name in names}
        for mail in mails:
            assert mail["Subject"] == f"{game.title} Board 101: {' - '.join(names)}"
            assert "My comment." in text_of(mail)
            assert len(mail.as_bytes()) < MAX_ANSWER_LENGTH
    assert re.search("Game won by|You won", text_of(mails[0]))
    assert sorted(data["places"]) == list(range(1, len(names) + 1))
    assert data["winners"] == [data["places"].index(1)]
    site.close()


def test_every_option_is_played():
    for game in ALL:
        said = " ".join(OPTIONS[game.name])
        for word, _ in helps(game.options):
            assert word.partition("=")[0] in said, (game.name, word)


@every_game
def test_help_fits_a_mail(site, game):
    """A help page explains all options, shows an example, and is no wider than a mail."""
    (mail,) = site.mail("guest@example.org", f"help {game.title}")
    text = text_of(mail)
    assert len(text) < 10_000
    assert max(map(len, text.splitlines())) <= 78
    for word, _ in helps(game.options):
        assert word in text
    for part in ("Moves:", "Rulings.", "Known results."):
        assert part in text, part
    assert " ".join(game.example[1][:3]) in text


@every_game
def test_the_worked_example_is_a_whole_game(game):
    """It can be replayed by the rules to its end."""
    typed, moves = game.example
    options = game.read_options(tokenize(typed))
    match = Match.begin(game, game.resolve(options, 0))
    for move in moves:
        assert match.outcome is None
        match = Match.replay_texts(game, match.options, [*match.state.effective, f"move {move}"])
    assert match.outcome


def test_the_tutorial_is_in_the_language():
    """Every line that it shows parses as a command, except for two replies."""
    lines = writing.tutorial().split("\n\n")[1].splitlines()
    said = [line[4:].split("  ")[0] for line in lines]
    commands = [line for line in said if " " in line]
    assert len(commands) == len(said) - 2
    for line in commands:
        assert list(readings(tokenize(line), proven=False))


@pytest.fixture
def three(site):
    """A board of Mad Knights, on which all have moved."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -start=c3,f6,d5 alice bob carol")
    site.play("madknights", 101, "a2", "d7", "b4")
    return site


def resign(site, name):
    return site.say(f"madknights resign 101 {name} {PLAYERS[name][0]}")


def test_a_player_leaves_and_the_others_go_on(three):
    """A later resignation means leaving; turns go on, and places follow the order of leaving."""
    answer = resign(three, "alice")
    assert answer.data["to_move"] == 1
    assert "It is bob's turn." in text_of(three.mails()[2])
    three.play("madknights", 101, "e5", "d3")
    assert three.say("madknights legal 101").data["to_move"] == 1
    shown = three.say("madknights show 101")
    assert "bob" in shown.content.players
    assert "has already left the game" in resign(three, "alice").content.text
    assert resign(three, "carol").ok  # out of turn: stored
    moves = three.say("madknights legal 101").data["moves"]
    final = three.say(f"madknights move 101 bob {PLAYERS['bob'][0]} {moves[0]}").data
    assert (final["places"], final["winners"]) == ([3, 1, 2], [1])


def test_declining_removes_the_board_for_all_three(site):
    """Any player declines by resigning before their first move."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge alice bob carol")
    resign(site, "carol")
    assert {mail["To"] for mail in site.mails()} == {PLAYERS[name][1] for name in PLAYERS}
    assert not site.say("madknights show 101").ok


def test_random_plays_a_drawn_move(three):
    """The move is drawn from seed and ply, stored as a square, and the rest is a comment."""
    legal = three.say("madknights legal 101").data["moves"]
    drawn = three.say("madknights preview 101 random").data["moves"][-1]
    answer = three.say(f"madknights move 101 alice {PLAYERS['alice'][0]} random luck be with me")
    assert answer.data["moves"][-1] == drawn
    assert drawn in legal
    assert answer.content.comment == "luck be with me"


@pytest.mark.parametrize("move", ["a9", "hello", "c3", "a2"])
def test_strict_boards_expel(site, move):
    """Under -strict an unreadable or illegal move on one's turn makes the player leave."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -strict -start=c3,f6,d5 alice bob carol")
    site.play("madknights", 101, "b5")
    data = site.say(f"madknights move 101 bob {PLAYERS['bob'][0]} {move}").data
    assert (data["ply"], data["to_move"]) == (1, 2)
    assert "sent an illegal move and is out of the game" in text_of(site.mails()[0])


@pytest.mark.parametrize("line", ["carol PASSWORD a9", "bob PASSWORD a9#7", "bob wrong a9"])
def test_strict_boards_forgive_what_was_not_for_now(site, line):
    """A move out of turn, for another ply, or by somebody else expels nobody."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -strict -start=c3,f6,d5 alice bob carol")
    site.play("madknights", 101, "b5")
    before = site.say("madknights show 101").data
    name = line.split()[0]
    assert not site.say(f"madknights move 101 {line.replace('PASSWORD', PLAYERS[name][0])}").ok
    assert site.say("madknights show 101").data == before


def test_without_strict_an_illegal_move_changes_nothing(three):
    """The refusal has the reason and the legal moves."""
    before = three.say("madknights show 101").data
    answer = three.say(f"madknights move 101 alice {PLAYERS['alice'][0]} h8")
    assert "Legal moves" in answer.content.text
    assert three.say("madknights show 101").data == before


def test_set_up_by_hand_is_unrated(site):
    """Hand-set squares, seeds and positions make a board unrated; a size doesn't."""
    site.sign_up("alice", "bob", "carol")
    for typed, unrated in (("-seed=5", True), ("-start=c3,f6,d5", True), ("-size=9", False)):
        answer = site.say(f"madknights challenge {typed} alice bob carol")
        assert ("-unrated" in answer.content.terms) is unrated
    answer = site.say("dance challenge '-position=(w 5 6 a1 b1 f5 b5)' alice bob")
    assert "-unrated" in answer.content.terms

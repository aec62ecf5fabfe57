from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.request_prefilter import may_request
from commands.replies.requests.worded_requests import MEANT_BY_REQUESTS
from commands.replies.server.topics import requested_topics
from pbm import games
from tests.commands.replies.requests.test_suspected_requests import REQUESTS
from tests.commands.replies.test_lines_for_somebody_else import (
    ABOUT_OTHER_BOARDS,
    CHAT,
    FOR_THE_SERVER,
)

ORDINARY = (
    "Good luck!",
    "Have fun",
    "See you tomorrow",
    "Nice move!",
    "That was a nice one, I hadn't seen it coming. How was your holiday?",
    "Ganz schön knifflig heute. Wie war dein Urlaub?",
    "Bonne chance et à bientôt",
)


def test_ordinary_chat_is_read_no_further():
    assert [line for line in ORDINARY if may_request(line)] == []


def test_every_request_is_a_possible_request():
    tables = "\n".join(MEANT_BY_REQUESTS.values()).replace(",", "\n").split("\n")
    lines = (*tables, *REQUESTS, *CHAT, *ABOUT_OTHER_BOARDS, *FOR_THE_SERVER)
    asking = [
        f"{before}{line}" for line in lines for before in ("", "please ", "I want ", "can I ")
    ]
    requests = [line for line in asking if asks_server(line) or requested_topics(line)]
    assert len(requests) > len(tables)
    assert [line for line in requests if not may_request(line)] == []


def test_every_name_of_a_game_may_name_another_board():
    names = [name for game in games.games().values() for name in (game.name, game.title)]
    assert [name for name in names if not may_request(f"The same in {name}!")] == []
    assert may_request("the same in knight-panic")


def test_moves_against_somebody_else_are_read():
    lines = ("I won against Carol with e1-g5", "gegen Carol spiele ich (2,3)", "vs Carol e1 to g5")
    assert [line for line in lines if not may_request(line)] == []


def test_long_lines_are_read_to_the_end():
    """A pattern that backtracks would never come to an end."""
    for word in ("the other ", "knight_", "four ", "take ", "a", "_", "é"):
        may_request(word * 30_000)

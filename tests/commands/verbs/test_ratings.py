"""Ratings, and the standings and history that show them."""

import math
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from openskill.models import PlackettLuce
from sqlalchemy.exc import IntegrityError

from commands.language.paging import PER_PAGE
from pbm import games
from pbm.board.ratings import NEWCOMER, PROVISIONAL, Rating, Standing, ranked, rate
from pbm.board.terms import Terms
from pbm.match.match import Event, Match
from tests.support.cases import cases
from tests.support.site import NOON, said, text_of

MODEL = PlackettLuce()
NAMES = ("ann", "ben", "cleo", "dan", "eve")
WON = ("a1-c5", "c7-e3")
"""A game of Knight Panic that the first player wins."""
PANIC = games.find("knightpanic")
PLACES = ([1, 2], [2, 1], [1, 1], [1, 2, 3], [3, 1, 2], [1, 1, 3], [2, 1, 2], [1, 1, 1])

NOT_RATED = {
    "unrated": ("knightpanic challenge -unrated ann ben",),
    "position": ("knightsdance challenge ann ben -position=(b 5 6 a1 b1 f5 b5)",),
    "seed": ("madknights challenge -seed=7 ann ben cleo",),
    "start": ("madknights challenge -start=c3,f6,d5 ann ben cleo",),
    "declined": ("knightpanic challenge ann ben", "knightpanic resign 101 ann"),
    "declined after a move": (
        "knightpanic challenge ann ben",
        "knightpanic move 101 ann a1-c5",
        "knightpanic resign 101 ben",
    ),
}
"""The challenges of games that don't count."""


@pytest.fixture
def five_players(site):
    """A server with five players."""
    with site.database.work() as work:
        for name in NAMES:
            work.players.add(name, "hash", [f"{name}@example.org"], NOON)
    return site


def do(five_players, line):
    answer = five_players.say(line, admin=True)
    assert answer.ok, answer
    return answer


def standings(five_players, game="knightpanic"):
    return {row["userid"]: row for row in five_players.say(f"{game} standings").data["standings"]}


def win(five_players, winner, loser, options=""):
    """Plays a game of Knight Panic, won in two moves; returns the last answer."""
    number = do(five_players, f"knightpanic challenge {options} {winner} {loser}").data["board"]
    do(five_players, f"knightpanic move {number} {winner} {WON[0]}")
    return do(five_players, f"knightpanic move {number} {loser} {WON[1]}")


def draw(five_players, *names):
    """Plays a game of Knight Panic whose players agree on a draw after a move each."""
    number = do(five_players, f"knightpanic challenge {' '.join(names)}").data["board"]
    do(five_players, f"knightpanic move {number} {names[0]} a1-c5")
    do(five_players, f"knightpanic move {number} {names[1]} a7-c3")
    do(five_players, f"knightpanic move {number} {names[0]} propose")
    return do(five_players, f"knightpanic move {number} {names[1]} accept")


def three(five_players, chance, names):
    """Plays Mad Knights at random, with some resignations; returns the last answer."""
    answer = do(five_players, f"madknights challenge -size=6 {' '.join(names)}")
    number = answer.data["board"]
    while (data := do(five_players, f"madknights legal {number}").data)["to_move"] is not None:
        resigns = data["ply"] >= len(names) and chance.random() < 0.2
        move = "resign" if resigns else chance.choice(data["moves"])
        answer = do(five_players, f"madknights move {number} {names[data['to_move']]} {move}")
    return answer


def finish(five_players, game):
    """Ends board 101 by a move each and resignations; returns the last answer."""
    names = do(five_players, f"{game} show 101").data["players"]
    while (data := do(five_players, f"{game} legal 101").data)["to_move"] is not None:
        move = data["moves"][0] if data["ply"] < len(names) else "resign"
        answer = do(five_players, f"{game} move 101 {names[data['to_move']]} {move}")
    return answer


def shown(player):
    """Returns openskill's rating as people see it."""
    return f"{round(1600 + 30 * (player.mu - 25))} (+-{round(30 * player.sigma)})"


def expect(expected, names, places):
    teams = [[expected[name]] for name in names]
    for name, [player] in zip(names, MODEL.rate(teams, ranks=places), strict=True):
        expected[name] = player


@pytest.mark.parametrize(
    "game", [pytest.param("knightpanic", marks=pytest.mark.slow), "madknights"]
)
def test_an_evening_of_rated_games(five_players, game):
    """After each of many games by two or three, the ratings are those of openskill."""
    chance = random.Random(3)
    expected = {name: MODEL.rating() for name in NAMES}
    for number in range(8):
        names = chance.sample(NAMES, len(games.find(game).seats))
        if game == "madknights":
            answer = three(five_players, chance, names)
        else:
            answer = draw(five_players, *names) if number % 4 == 1 else win(five_players, *names)
        before = {name: shown(expected[name]) for name in names}
        expect(expected, names, answer.data["places"])
        for name in names:
            line = f"Ratings: {name} {before[name]} -> {shown(expected[name])}"
            assert line in said(answer)
    rows = standings(five_players, game)
    assert {name: f"{row['rating']} (+-{row['margin']})" for name, row in rows.items()} == {
        name: shown(player) for name, player in expected.items()
    }
    ordered = sorted(rows, key=lambda name: -expected[name].mu)
    assert list(rows) == ordered
    played = sum(row["won"] + row["lost"] + row["drawn"] for row in rows.values())
    assert played == 8 * len(names)
    assert sum(row["won"] for row in rows.values()) == (6 if game == "knightpanic" else 8)


@cases("places", PLACES)
def test_the_formula_is_the_one_explained(places):
    """The formula of `help ratings` gives the stored rating; equal places are draws."""
    chance = random.Random(1)
    before = [Rating(chance.uniform(15, 35), chance.uniform(1, 8)) for _ in places]
    m = [rating.mu for rating in before]
    s = [math.sqrt(rating.sigma**2 + (25 / 300) ** 2) for rating in before]
    c = math.sqrt(sum(x**2 + (25 / 6) ** 2 for x in s))
    for i, change in enumerate(rate(before, places)):
        grows = shrinks = 0
        for q, place in enumerate(places):
            if place <= places[i]:
                worse = [k for k, other in enumerate(places) if other >= place]
                p = math.exp(m[i] / c) / sum(math.exp(m[k] / c) for k in worse)
                grows += ((i == q) - p) / places.count(place)
                shrinks += p * (1 - p) / places.count(place)
        factor = max(1 - (s[i] / c) ** 3 * shrinks, 0.0001)
        assert change.before == before[i]
        assert change.after.mu == pytest.approx(m[i] + s[i] ** 2 / c * grows)
        assert change.after.sigma == pytest.approx(s[i] * math.sqrt(factor))


def test_a_newcomer_stands_at_1600():
    """A new rating is shown with its uncertainty, provisional until that is below 180 points."""
    assert NEWCOMER.write() == "1600 (+-250)"
    assert NEWCOMER.provisional
    assert Rating(28.72, 2.83).write() == "1712 (+-85)"
    assert [Rating(25, margin / 30).provisional for margin in (180, 181)] == [False, True]


def test_a_rating_is_provisional_for_about_a_dozen_games(five_players):
    """The mark and its explanation disappear once the rating is certain enough."""
    for _ in range(7):
        win(five_players, "ann", "ben")
        answer = win(five_players, "ben", "ann")
    assert "provisional" not in said(answer)
    page = said(five_players.say("knightpanic standings"))
    assert "?" not in page
    win(five_players, "ann", "cleo")
    page = said(five_players.say("knightpanic standings"))
    assert f"? provisional: may be off by more than {PROVISIONAL}" in page


@pytest.mark.parametrize("lines", NOT_RATED.values(), ids=NOT_RATED)
def test_games_that_do_not_count(five_players, lines):
    """Such games end without changing or mentioning ratings."""
    for line in lines:
        answer = do(five_players, line)
    game = lines[0].split()[0]
    if "removed" not in said(answer):
        answer = finish(five_players, game)
        assert answer.data["winners"]
    assert "Ratings:" not in said(answer)
    assert "ratings" not in answer.data
    assert standings(five_players, game) == {}


def test_a_game_that_somebody_left_before_moving_does_not_count(five_players):
    """The game doesn't count even when the others played on until one won."""
    do(five_players, "signup zoe pa55-of-zoe zoe@example.org")
    do(five_players, "madknights challenge -strict zoe ben cleo")
    assert five_players.say("madknights move 101 zoe pa55-of-zoe nonsense").ok
    answer = finish(five_players, "madknights")
    assert answer.data["places"] == [3, 1, 2]
    assert "Ratings:" not in said(answer)
    assert standings(five_players, "madknights") == {}


def test_a_game_is_rated_when_it_is_resigned(five_players):
    """Resigning after everybody's first move counts, also when it was said out of turn."""
    do(five_players, "knightpanic challenge ann ben")
    do(five_players, "knightpanic move 101 ann a1-c5")
    do(five_players, "knightpanic move 101 ben a7-c3")
    do(five_players, "knightpanic resign 101 ben")
    assert standings(five_players) == {}
    assert "Ratings: ann 1600 (+-250) -> 1679" in said(
        do(five_players, "knightpanic move 101 ann c1-g3")
    )
    assert standings(five_players)["ben"]["lost"] == 1


def test_a_finished_board_says_what_it_did_to_the_ratings(five_players):
    """`show` reports the change to people and programs, but not for earlier plies."""
    answer = win(five_players, "ann", "ben")
    win(five_players, "ben", "ann")
    lines = "Ratings: ann 1600 (+-250) -> 1679 (+-242), provisional\nRatings: ben 1600 (+-250) -> "
    for line in ("show 101", "show 101#2"):
        assert lines in said(five_players.say(f"knightpanic {line}"))
    data = [{"before": 1600, "after": 1679}, {"before": 1600, "after": 1521}]
    assert (
        answer.data["ratings"] == five_players.say("knightpanic show 101").data["ratings"] == data
    )
    assert "Ratings:" not in said(five_players.say("knightpanic show 101#1"))
    assert "ratings" not in five_players.say("knightpanic show 101#1").data
    assert all("Ratings: ann" in text_of(mail) for mail in five_players.mails()[4:6])


def test_each_game_has_its_own_ratings(five_players):
    """The winner of one game has no rating in the others."""
    win(five_players, "ann", "ben")
    assert standings(five_players, "knightsduel") == {}
    told = said(five_players.say("knightsduel standings"))
    assert told.startswith("No rated Knight's Duel players")


def test_a_board_is_rated_once(five_players):
    """Later events change no rating, and the database takes no second change."""
    win(five_players, "ann", "ben")
    before = standings(five_players)
    for line in ("move 101 ann c1-g3", "resign 101 ben", "show 101"):
        five_players.say(f"knightpanic {line}", admin=True)
    with pytest.raises(IntegrityError), five_players.database.work() as work:
        work.ratings.save(work.boards.lock("knightpanic", 101))
    assert standings(five_players) == before


def test_a_game_that_ends_a_second_time_is_not_rated_again(five_players):
    """The ratings of the first end stay when it was taken back."""
    win(five_players, "ann", "ben")
    before = standings(five_players)
    with five_players.database.work() as work:
        board = work.boards.lock("knightpanic", 101)
        work.boards.save(board, board.with_match(board.match.add(Event("undo", NOON, "-"))), NOON)
    assert "Ratings:" not in said(five_players.say("knightpanic show 101"))
    answer = do(five_players, "knightpanic move 101 ben c7-e3")
    assert "Ratings: ann 1600 (+-250) -> 1679" in said(answer)
    assert standings(five_players) == before


def test_ratings_are_kept_with_the_move_or_not_at_all(five_players, monkeypatch):
    """If the line that ends a game fails, the game goes on and no rating has changed."""
    do(five_players, "knightpanic challenge ann ben")
    do(five_players, "knightpanic move 101 ann a1-c5")
    with monkeypatch.context() as patched:
        patched.setattr("commands.boards.board_changes.notifications_of", lambda *_, **_kw: 1 / 0)
        assert not five_players.say("knightpanic move 101 ben c7-e3", admin=True).ok
    assert five_players.say("knightpanic show 101").data["ply"] == 1
    assert standings(five_players) == {}
    assert "ratings" in do(five_players, "knightpanic move 101 ben c7-e3").data


def test_games_that_end_at_once_all_count(five_players):
    """Each rating starts from the previous result: none is overwritten."""
    numbers = [do(five_players, "knightpanic challenge ann ben").data["board"] for _ in range(8)]
    for number in numbers:
        do(five_players, f"knightpanic move {number} ann a1-c5")
    with ThreadPoolExecutor(8) as threads:
        list(
            threads.map(
                lambda number: do(five_players, f"knightpanic move {number} ben c7-e3"), numbers
            )
        )
    assert standings(five_players)["ann"]["won"] == 8
    with five_players.database.work() as work:
        changes = [work.boards.find("knightpanic", number).ratings[0] for number in numbers]
    befores, afters = ({getattr(change, at) for change in changes} for at in ("before", "after"))
    assert len(befores) == len(befores & afters) + 1 == 8


def test_an_imported_game_is_not_rated(five_players):
    """A record of a game that ended elsewhere changes nothing here."""
    win(five_players, "ann", "ben")
    before = standings(five_players)
    with five_players.database.work() as work:
        board = work.boards.find("knightpanic", 101)
        copy = work.boards.open(board.players, board.match, board.terms, NOON)
    assert "Ratings:" not in said(five_players.say(f"knightpanic show {copy.number}"))
    assert standings(five_players) == before


def test_standings_are_a_table(five_players):
    """The table has rank, rating, results, running boards, and limit and seeking if set."""
    win(five_players, "ann", "ben")
    draw(five_players, "cleo", "dan")
    do(five_players, "knightpanic challenge ann cleo")
    answer = five_players.say("knightpanic ratings")
    assert answer.content.subject == "Knight Panic Standings"
    assert said(answer) == (
        "4 rated Knight Panic players\n\n"
        "rank  name  rating         won  lost  drawn  active/limit  seeking\n"
        "   1  ann   1679 (+-242)?    1     0      0           1/-        -\n"
        "   2  cleo  1600 (+-242)?    0     0      1           1/-        -\n"
        "   2  dan   1600 (+-242)?    0     0      1           0/-        -\n"
        "   4  ben   1521 (+-242)?    0     1      0           0/-        -\n\n"
        '? provisional: may be off by more than 180 points. See "help ratings".'
    )
    first = {
        "rank": 1,
        "userid": "ann",
        "robot": False,
        "rating": 1679,
        "margin": 242,
        "provisional": True,
    }
    first |= {"won": 1, "lost": 0, "drawn": 0, "active": 1, "limit": None, "seeking": None}
    assert answer.data["standings"][0] == first


def test_equal_ratings_share_a_rank():
    """Equal shown ratings share a rank; the more certain one, then the name, comes first."""
    rows = [("Zoe", 25, 2), ("amy", 25.001, 2), ("bea", 25, 1), ("cat", 30, 8), ("dot", 20, 1)]
    everybody = [Standing(1, name, Rating(mu, sigma), 1, 0, 0, 0) for name, mu, sigma in rows]
    order = [(rank, standing.userid) for rank, standing in ranked(everybody)]
    assert order == [(1, "cat"), (2, "bea"), (2, "amy"), (2, "Zoe"), (5, "dot")]


def test_standings_come_in_pages(five_players):
    """A page has a hundred players with their ranks, and the line for the next page."""
    with five_players.database.work() as work:
        names = [f"p{number:03}" for number in range(2 * PER_PAGE)]
        crowd = [work.players.add(name, "hash", [f"{name}@x.org"], NOON) for name in names]
        work.ratings.lock("knightpanic", crowd)
    win(five_players, "ann", "p007")
    first, second, third = (five_players.say(f"panic standings {page}") for page in (1, 2, 3))
    assert said(first).endswith("Page 1 of 3. For the next page, send: knightpanic standings 2")
    assert [len(answer.data["standings"]) for answer in (first, third)] == [PER_PAGE, 1]
    ranks = [entry["rank"] for answer in (first, second) for entry in answer.data["standings"]]
    assert ranks == [1, *[2] * (2 * PER_PAGE - 1)]
    assert third.data["standings"][0]["userid"] == "p007"
    assert said(third).endswith("Page 3 of 3.")


@cases("verb", ["standings", "history"])
@cases(
    ("page", "why"),
    [
        ("0", "Pages are numbered from 1"),
        ("2", "There is no page 2. The list has 1 page."),
        ("x", "too many words"),
    ],
)
def test_pages_that_are_not_there(five_players, verb, page, why):
    """Missing pages are refused; the first page exists even for an empty list."""
    answer = five_players.say(f"knightpanic {verb} {page}")
    assert not answer.ok
    assert why in said(answer)
    assert five_players.say(f"knightpanic {verb} 1").ok


def test_history_lists_finished_games(five_players):
    """Finished games are listed, the latest first; running and declined ones aren't."""
    for number in range(101, 105):
        do(five_players, "knightpanic challenge ann ben")
        do(five_players, f"knightpanic move {number} ann a1-c5")
    do(five_players, "knightpanic resign 104 ben")
    for number in (102, 101):
        do(five_players, f"knightpanic move {number} ben c7-e3")
        five_players.clock.forward(days=1)
    answer = five_players.say("knightpanic history")
    assert answer.content.subject == "Knight Panic History"
    assert said(answer) == (
        "2 finished Knight Panic games\n\n"
        "board  ended       players\n"
        "  101  2 Mar 2026  ann - ben  won by ann after 2 moves\n"
        "  102  1 Mar 2026  ann - ben  won by ann after 2 moves"
    )
    assert answer.data["finished"] == 2
    newest = answer.data["boards"][0]
    assert (newest["board"], newest["ended"]) == (101, "2026-03-02T12:00:00+00:00")
    assert said(five_players.say("knightsduel history")) == "No finished Knight's Duel games"


def test_history_comes_in_pages(five_players):
    """A page has a hundred games, below the size that mail readers clip."""
    match = Match.begin(PANIC, PANIC.resolve(PANIC.options(), 0))
    for move in WON:
        match = match.play(move, NOON, "-")
    with five_players.database.work() as work:
        names = [f"{letter}{'x' * 23}" for letter in "ab"]
        players = [work.players.add(name, "hash", [f"{name}@x.org"], NOON) for name in names]
        for _ in range(PER_PAGE + 1):
            work.boards.open(players, match, replace(Terms(), unrated=True), NOON)
    first, second = (five_players.say(f"knightpanic history {page}") for page in (1, 2))
    assert [len(answer.data["boards"]) for answer in (first, second)] == [PER_PAGE, 1]
    assert second.data["boards"][0]["board"] == 101
    assert said(first).endswith("Page 1 of 2. For the next page, send: knightpanic history 2")
    assert len(said(first)) < 20_000


def test_help_explains_the_formula(site):
    """The topic gives initial rating, threshold and formula in lines that fit a mail."""
    page = said(site.say("help ratings"))
    for word in ("1600 (+-250)", f"{PROVISIONAL} points", "Plackett-Luce", "s_i^2", "-unrated"):
        assert word in page
    assert max(map(len, page.splitlines())) <= 78

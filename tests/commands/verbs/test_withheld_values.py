"""Values near the positions of running contests, which are withheld from everybody."""

import json
import re
from contextlib import suppress

import pytest

from commands.context.caller import Caller
from commands.language.registry import game_verbs
from commands.server.site.page_data import Site as Address
from commands.server.site.page_data import Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.pages import pages_of
from commands.server.workers.explorer import explore_finished
from commands.server.workers.search_functions import search_here
from commands.server.workers.search_jobs import Jobs
from commands.settings import Settings
from commands.views.text.rendering import text
from pbm.solver.withholding_prover import MAX_AHEAD
from tests.support.site import ADDRESS, PLAYERS, text_of
from tests.support.site_tournaments import make

ALICE, BOB, CAROL = (f"{name} {password}" for name, (password, _) in PLAYERS.items())
ALICE_ADDRESS = PLAYERS["alice"][1]
TOLD = re.compile(
    r"best play|perfect play|Best (is|play)|proved that|(wins|loses) by (move )?#|by force|"
    r"draws by endless|would play|decisive mistake|~\d"
)
"""Words that tell a value or a good move."""
TOLD_IN_DATA = re.compile(r'"value": "(won|lost|drawn)"|"hint": "')
WITHHELD = "show the value of this position yet"
GAMES = {
    "knightsdance": ("", ("e3", "c3"), "c4", "a2"),
    "knightsduel": ("-size=5", ("(2,3)",), "(3,4)", "(1,5)"),
    "trailblazer": ("-size=4", ("right", "left"), "(0,2)", "(2,2)"),
    "knightpanic": ("-size=5", ("a1-c5",), "a7-c3", "a3-c7"),
}
"""Options, the moves on a board, a move that may follow, and an answer to it that loses."""


class Undone(Exception):
    """Ends a savepoint without keeping what was done in it."""


def answers(site, lines, **caller):
    """Returns all that each of these lines has somebody told, as text; nothing of it is saved."""
    found = {}
    with site.database.work() as work:
        for line in lines:
            with suppress(Undone), work.savepoint():
                found[line] = site.dispatcher.dispatch_line(work, line, Caller(**caller))
                raise Undone
    return {line: words_of(response.resolve()) for line, response in found.items()}


def words_of(response):
    """Returns the data of a response, and all texts that come of it, the data in a first line."""
    contents = [response.content, *(each.content for each in response.notifications)]
    return "\n".join([json.dumps(response.data), *map(text, contents)])


def told_by(site, line, **caller):
    """Returns what one line has somebody told."""
    return answers(site, [line], **caller)[line]


def tells(words):
    """Returns True if an answer tells a value or a move, but for the values of standard starts."""
    data, _, sentences = words.partition("\n")
    sentences = re.sub(r"[^.:]*(the usual|this) start\b[^.]*\.", "", " ".join(sentences.split()))
    return bool(TOLD_IN_DATA.search(data) or TOLD.search(sentences))


def lines_of(verb, game):
    """Returns lines with this verb about board 101, about its position, and about the next one."""
    options, moves, move, reply = GAMES[game]
    after = " ".join([options, *moves])
    yield from (f"{game} {verb} {each}" for each in ("101", after, f"{after} {move}"))
    for who in (ALICE, BOB):
        yield from (
            f"{game} {verb} 101 {who}{each}" for each in ("", f" if {move} {reply}", f" {move}")
        )


def begin(site, game, terms="", number=101):
    """Begins a board of a game, and plays its moves."""
    options, moves, *_ = GAMES[game]
    site.begin(f"{game} challenge {terms} {options} alice bob")
    site.play(game, number, *moves)


def telling_verbs(site, game, **caller):
    """Returns the verbs of a game by which a value is told."""
    lines = {line: verb for verb in game_verbs() for line in lines_of(verb, game)}
    told = answers(site, lines, **caller)
    return {verb for line, verb in lines.items() if tells(told[line])}


@pytest.mark.parametrize(
    ("game", "caller"),
    [
        ("knightsdance", {}),
        ("knightsdance", {"address": ALICE_ADDRESS}),
        ("knightsduel", {"address": ALICE_ADDRESS}),
        ("trailblazer", {}),
        ("knightpanic", {"address": ALICE_ADDRESS}),
    ],
)
def test_no_verb_tells_a_value_of_a_running_contest(players, game, caller):
    """Neither in the shell nor by mail, by any verb that there is."""
    begin(players, game)
    assert telling_verbs(players, game, **caller) == set()


@pytest.mark.parametrize("caller", [{}, {"address": ALICE_ADDRESS}])
def test_of_other_games_values_are_told(players, caller):
    """Without a contest the same lines tell them: by these verbs, and no others."""
    begin(players, "knightsdance", "-hints")
    telling = {"explore", "hint", "moveq", "qmove", "queue", "solve"}
    assert telling_verbs(players, "knightsdance", **caller) == telling


@pytest.fixture
def contest(players):
    """A server on which a contest has come to a position that alice, who isn't to move, has lost.

    Board 102 was played alike, with hints; on board 103 the same game is over, unrated.
    """
    begin(players, "knightsdance")
    begin(players, "knightsdance", "-hints", 102)
    begin(players, "knightsdance", "-unrated", 103)
    return players


QUESTIONS = {
    "the board": "solve 101",
    "the board at an earlier ply": "solve 101#1",
    "the same moves": "solve new e3 c3",
    "other moves": "solve d4 a3 f5 b5 e3 c3",
    "the position": 'solve "-position=(w 5 6 a1 b1 e3 c3)"',
    "its reflection": 'solve "-position=(w 5 6 f1 e1 b3 d3)"',
    "turned by a quarter": 'solve "-position=(w 6 5 a1 a2 c5 c3)"',
    "exchanged colours": 'solve "-position=(b 5 6 b1 a1 c3 e3)"',
    "after the next move": "solve new e3 c3 c4",
    "after the next move, by position": 'solve "-position=(b 5 6 a1 b1 c4 c3)"',
    "after two moves": "solve e3 c3 c4 b5",
    "after two moves, by position": 'solve "-position=(w 5 6 a1 b1 c4 b5)"',
    "after two moves, reflected": 'solve "-position=(w 5 6 f1 e1 d4 e5)"',
    "after four moves": "solve e3 c3 c4 b5 d2 d4",
    "before the last move": 'solve "-position=(b 5 6 a1 b1 e3 d5)"',
    "the record of games": "explore e3 c3",
    "the record of games, after the next move": "explore e3 c3 c4",
    "a board with hints": "solve 102",
    "a hint on a board with hints": f"hint 102 {ALICE}",
    "a plan on a board with hints": f"queue 102 {BOB} if c4 a2",
    "a board that is begun there": 'challenge "-position=(b 5 6 a1 b1 c4 c3)" alice carol',
}
"""Ways of asking about the position of board 101."""


@pytest.mark.parametrize("caller", [{}, {"address": "stranger@example.com"}, {"admin": True}])
def test_no_way_of_asking_tells_it(contest, caller):
    """Whoever asks: by symmetry, by other moves, from before, from behind or on another board."""
    lines = [f"knightsdance {question}" for question in QUESTIONS.values()]
    told = answers(contest, lines, **caller)
    assert [line for line, words in told.items() if tells(words)] == []


def test_a_start_whose_best_play_leads_to_a_contest_has_its_value_alone(players):
    """Its value is known to everybody; the way is withheld, also after a search in the shell."""
    players.begin("trailblazer challenge -size=4 alice bob")
    players.play("trailblazer", 101, "(0,1)", "(2,3)", "(1,1)")
    told = told_by(players, "trailblazer solve -size=4")
    public = "Player 1 wins by move 11."
    assert public in " ".join(told.split())
    assert "Best play" not in told


def test_what_is_far_from_the_position_is_told(contest):
    """After more moves, on other boards and by other rules; and all, once the contest is over."""
    far = ["e3", "c3", "c4", "b5", "d2", "d4", "c4"]
    lines = [
        f"knightsdance solve {' '.join(far)}",
        'knightsdance solve "-position=(w 5 6 a1 c1 e3 c3)"',
        "knightsdance solve -jumpblock e3 c3",
        "knightsdance solve -rows=6 -cols=6",
    ]
    assert len(far) > 2 + MAX_AHEAD
    assert all(map(tells, answers(contest, lines).values()))
    assert contest.say(f"knightsdance resign 101 {ALICE}").ok
    lines = [f"knightsdance {question}" for question in QUESTIONS.values()]
    silent = [line for line, words in answers(contest, lines).items() if not tells(words)]
    assert silent == ["knightsdance solve 101"]  # whose game is over


@pytest.mark.parametrize("terms", ["", "-private", "-ladder"])
def test_each_kind_of_contest_counts(players, terms):
    """Rated, also if few may see it, and for the ladder."""
    if terms == "-ladder":
        for who in (ALICE, BOB):
            assert players.say(f"knightsdance ladder join {who}").ok
    begin(players, "knightsdance", terms)
    assert WITHHELD in told_by(players, "knightsdance solve e3")


def test_games_of_an_unrated_tournament_count(players):
    """From their first position on."""
    terms = ("--options=-size=4 -unrated", "--from=2026-03-01", "--min-players=2")
    make(players, *terms, players=("alice", "bob"))
    with players.database.work() as work:
        assert work.boards.find("trailblazer", 101).terms.unrated
    assert WITHHELD in told_by(players, "trailblazer solve -size=4 right")


def test_a_move_taken_back_counts_no_more(contest):
    """The position of the board counts, and those that it has come to."""
    contest.play("knightsdance", 101, "c4", "b5")
    for who, word in ((ALICE, "undo"), (BOB, "accept")):
        assert contest.say(f"knightsdance move 101 {who} {word}").ok
    with contest.database.work() as work:
        found = work.contest_positions.all_of("knightsdance")
    assert len(found) == 2


def test_a_finished_game_is_told_without_what_is_withheld(contest):
    """Its mails, its board, its review and its page leave out what belongs to the contest."""
    assert contest.say(f"knightsdance resign 103 {ALICE}").ok
    assert not any(map(tells, map(text_of, contest.mails())))
    data = contest.say("knightsdance show 103").data
    assert data["values"] == [{"value": "lost", "plies": 6}, None]
    assert data["mistake"] is None
    review = told_by(contest, "knightsdance review 103")
    assert "We can't show our analysis of this position" in " ".join(review.split())
    assert not tells(review.replace("with best play", "", 0).partition("Before and after")[0])
    page = pages(contest, Kind.BOARD, 103)
    assert "wins by" not in page


def test_pages_about_positions_leave_it_out(contest):
    """While the contest runs; then they have it again."""
    for number in (102, 103):
        assert contest.say(f"knightsdance resign {number} {ALICE}").ok
    explore_finished(contest.database)
    assert "With best play, White wins" not in pages(contest, Kind.EXPLORE)
    assert contest.say(f"knightsdance resign 101 {ALICE}").ok
    assert "This is proved" in pages(contest, Kind.EXPLORE)


def test_the_page_of_a_finished_board_is_due_when_a_contest_comes_to_its_positions(players):
    """It is again as it was once the contest is over."""
    begin(players, "knightsdance", "-unrated")
    assert players.say(f"knightsdance resign 101 {ALICE}").ok
    explore_finished(players.database)
    before = version(players)
    begin(players, "knightsdance", number=102)
    assert version(players) != before
    assert players.say(f"knightsdance resign 102 {ALICE}").ok
    assert version(players) == before


def version(site):
    """Returns the version of the page of board 101."""
    with site.database.snapshot() as work:
        return work.published_states.of_game("knightsdance", 101, 1)[0].state.version


def pages(site, kind, number=0):
    """Returns the pages of a subject as one text."""
    with site.database.snapshot() as work:
        source = Source(Address(ADDRESS), work, site.services.signer)
        made = pages_of(source, Subject(kind, "knightsdance", number))
        return "\n".join(page.content.decode(errors="replace") for page in made)


def test_a_search_that_was_asked_for_before_tells_nothing(players, tmp_path):
    """A contest may come to the position before the answer is sent."""
    settings = Settings(data=tmp_path / "data", solve_seconds=60)
    jobs = Jobs(
        players.database, players.dispatcher, players.mailer, settings, "a worker", search_here
    )
    [asked] = players.mail(ALICE_ADDRESS, "trailblazer solve -size=5 right")
    assert "will arrive" in text_of(asked)
    players.begin("trailblazer challenge -size=5 alice bob")
    players.play("trailblazer", 101, "right")
    assert jobs.run_one()
    [answered] = players.mails()
    assert WITHHELD in text_of(answered)
    assert not tells("\n" + text_of(answered))


def test_robots_hints_are_withheld_of_games_of_three(players):
    """A robot's move is help, too; the starts that are drawn are the same here."""
    players.begin("madknights challenge -hints -size=5 alice bob carol")
    for who in (ALICE, BOB, CAROL):
        assert players.say(f"madknights hint 101 {who}").ok
    hint = f"madknights hint 101 {ALICE}"
    assert tells(told_by(players, hint))
    players.begin("madknights challenge -size=5 alice bob carol")
    assert "We can't give a hint now" in told_by(players, hint)

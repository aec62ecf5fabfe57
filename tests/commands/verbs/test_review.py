"""Reviews of finished games, in the shell and by mail, one for each board and player."""

import os
import re
from datetime import timedelta

import pytest

from commands.content.messages import GameReview, MessageBatch, ReviewedMove, TextMessage
from commands.server.workers.search_functions import SearchFailed, search_here
from commands.server.workers.search_jobs import Jobs
from commands.settings import Settings
from commands.views.text import rendering
from tests.support.html_reader import HtmlPage, html_page
from tests.support.paths import TESTS
from tests.support.site import PLAYERS, Site, text_of, thread

ALICE, BOB, CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))
STRANGER = "stranger@example.com"
REVIEW = "knightsdance review 101"
BAR = re.compile(r'<table role="presentation" width="100%".*?</table>')
MOVES = ("e3", "c3", "c4", "b5", "d2", "d4", "b1")
DRAWN = GameReview(
    game="knightsdance",
    players=("alice", "bob"),
    result="",
    decision="What was found.",
    explanation="",
    moves=(),
    decisive=2,
)
FOUND = "What was found.", DRAWN


@pytest.fixture
def settings(tmp_path):
    """The settings of a server in its own folder."""
    return Settings(data=tmp_path / "data")


@pytest.fixture
def finished(site):
    """A server with a finished game of Knight's Dance, in which Black lost a won position."""
    return begin(site)


@pytest.fixture
def searched():
    """The games of the reviews that were made, each a game's name, options, events and players."""
    return []


@pytest.fixture
def run_job(finished, settings, searched):
    """Runs a job of that server, whose review is found at once, or by another search."""
    site = finished

    def find(_seconds, _review, _prover, *task):
        searched.append(task)
        return FOUND

    def run(search=find):
        return Jobs(
            site.database, site.dispatcher, site.mailer, settings, "a worker", search
        ).run_one()

    return run


def begin(site):
    site.once(_play)
    return site


def _play(site):
    site.sign_up("alice", "bob", "carol")
    site.begin("knightsdance challenge alice bob")
    site.play("knightsdance", 101, *MOVES)


def flat(text):
    return " ".join(text.split())


def test_the_shell_reviews_at_once(finished):
    """The answer has the moves with their values, a better one, and the decisive position."""
    answer = finished.say(REVIEW)
    text = flat(rendering.text(answer.content))
    assert "2 bob c3 wins by 6 loses by 7 a3 (wins by 6)" in text
    assert "a3 would have won by move 6. Now alice wins by move 7." in text
    assert "The decisive mistake was bob's c3 (move 2)" in text
    assert "The decisive position" in text
    move = answer.data["review"][1]
    assert move["before"] == {"value": "won", "plies": 5}
    assert (move["after"]["value"], move["better"]) == ("lost", "a3")
    assert rendering.text(finished.say(REVIEW).content)


def test_a_game_that_goes_on_is_not_reviewed(site):
    """The refusal says why, and nothing is queued."""
    site.sign_up("alice", "bob")
    site.begin("knightsdance challenge alice bob")
    assert "isn't over yet" in site.say(REVIEW).content.text
    assert "isn't over yet" in text_of(site.mail(ALICE, REVIEW)[0])


def request(site, address):
    """Asks for the review; returns the answer once it has waited for the review in vain."""
    assert site.mail(address, REVIEW, Message_ID="<asked@example.org>") == []
    site.clock.forward(seconds=10)
    return site.mails()


def test_one_mail_brings_a_review_that_is_ready_soon(finished, run_job):
    """It takes the place of the mail that would have announced it."""
    assert finished.mail(ALICE, REVIEW, Message_ID="<asked@example.org>") == []
    assert run_job()
    [review] = finished.mails()
    assert review["Subject"] == "Review of Knight's Dance Board 101"
    assert "What was found." in text_of(review)
    finished.clock.forward(minutes=1)
    assert finished.mails() == []


def test_it_comes_as_a_second_mail(finished, run_job, searched):
    """The first mail says by when; the second joins the board's thread and answers the request."""
    [first] = request(finished, ALICE)
    assert "The review will arrive within 2 minutes" in flat(text_of(first))
    assert run_job()
    [(game, _, log, names)] = searched
    assert (game, log) == ("knightsdance", tuple(f"move {move}" for move in MOVES))
    assert names == ["alice", "bob"]
    [second] = finished.mails()
    assert second["To"] == ALICE
    assert second["Subject"] == "Review of Knight's Dance Board 101"
    assert thread(second).startswith("<knightsdance.101@example.net> ")
    assert "<asked@example.org>" in thread(second)
    text = text_of(second)
    assert "What was found." in text
    assert "The decisive position" in text
    assert "after move 1" in text
    html = second.get_body(("html",)).get_content()
    assert "What was found." in html
    assert "white knight" in html
    assert not run_job()


def test_a_reply_asks_for_it(finished):
    """The word alone, in a reply to a mail about the board, is enough."""
    [told] = finished.mail(ALICE, "knightsdance showas alice Xa!11ce-X 101")
    assert finished.reply(told, "review", Message_ID="<asked@example.org>") == []
    finished.clock.forward(seconds=10)
    [answer] = finished.mails()
    assert "The review will arrive" in flat(text_of(answer))


def test_each_player_gets_one(finished, run_job):
    """A second request of the same player is refused, also later; others get theirs."""
    finished.mail(ALICE, REVIEW)
    again = "You can get only one review"
    assert again in flat(text_of(finished.mail(ALICE, REVIEW, "please")[0]))
    assert run_job()
    finished.mails()
    finished.clock.forward(days=30)
    assert again in flat(text_of(finished.mail(ALICE, REVIEW, "once more")[0]))
    assert "will arrive" in flat(text_of(finished.mail(BOB, REVIEW)[0]))
    assert finished.say(f"mydata alice {PLAYERS['alice'][0]}").data["reviews"] == [
        {"game": "knightsdance", "board": 101, "date": "2026-03-01T12:00:00+00:00"}
    ]


def test_strangers_get_none(finished):
    """An address that isn't registered is refused."""
    assert "Only registered players" in text_of(finished.mail(STRANGER, REVIEW)[0])


def test_they_are_limited():
    """Proofs and reviews count together, for an address and for all."""
    site = begin(Site(solves_per_day=1, solves_waiting=2))
    site.mail(ALICE, "trailblazer solve -size=6")
    assert "at most 1 proof or review" in text_of(site.mail(ALICE, REVIEW)[0])
    site.limit(solves_per_day=5, solves_waiting=0)
    assert "Too many searches are waiting" in text_of(site.mail(BOB, REVIEW)[0])
    site.close()


def test_a_search_that_fails_is_explained(finished, run_job):
    """The second mail says that there is no review, and why."""
    for sender, limit, why in (
        (ALICE, "time", "60 seconds"),
        (BOB, "memory", "1024 MB"),
        (CAROL, "", "the search was interrupted"),
    ):

        def fail(*_, limit=limit):
            raise SearchFailed("failed", limit)

        finished.mail(sender, REVIEW)
        assert run_job(fail)
        [mail] = finished.mails()
        assert why in flat(text_of(mail))


def test_a_review_whose_worker_died_is_made_again(finished, run_job, searched):
    """It is taken again after its lease, and given up after two tries."""
    finished.mail(ALICE, REVIEW)
    for _ in range(2):
        with finished.database.work() as dying:
            now = finished.clock.now()
            assert dying.jobs.take(now, now + timedelta(minutes=3), "dead")
        assert not run_job()
        finished.clock.forward(minutes=3)
    assert run_job()
    assert "interrupted twice" in text_of(finished.mails()[0])
    assert searched == []


def test_a_lease_has_one_holder(finished):
    """Only its holder renews it and answers; a server that ends gives it back."""
    finished.mail(ALICE, REVIEW)
    now, soon = finished.clock.now(), finished.clock.now() + timedelta(minutes=1)
    with finished.database.work() as work:
        taken = work.jobs.take(now, soon, "one")
        assert work.jobs.take(now, soon, "two") is None
        work.jobs.renew(taken.id, "two", now)
        assert work.jobs.take(now, soon, "two") is None
        work.jobs.renew(taken.id, "one", now)
        assert work.jobs.take(now, soon, "two").job == taken.job
        assert not work.jobs.done(taken.id, "one")
        work.jobs.release_all("two", now)
        assert not work.jobs.done(taken.id, "two")
        assert work.jobs.take(now, soon, "three").tries == 2
        assert work.jobs.done(taken.id, "three")
        assert work.jobs.waiting() == 0
        assert work.jobs.drop_waiting() == 0


def test_a_game_that_was_reopened_is_not_reviewed(finished, run_job, searched):
    """If an admin takes back the end meanwhile, the second mail says so."""
    finished.mail(ALICE, REVIEW)
    with finished.database.work() as work:
        board = work.boards.lock("knightsdance", 101)
        now = finished.clock.now()
        work.boards.save(board, board.decide("rollback 3", now, "admin"), now)
    assert run_job()
    assert "has been reopened" in text_of(finished.mails()[0])
    assert searched == []


def test_a_board_that_was_hidden_is_not_reviewed_for_others(finished, run_job, searched):
    """A player who turns private while a review waits is private at once, but for the players."""
    finished.mail(CAROL, REVIEW)
    finished.mail(BOB, REVIEW)
    finished.mails()
    assert finished.say(f"change visibility alice {PLAYERS['alice'][0]} private").ok
    assert run_job()
    assert run_job()
    to_carol, to_bob = finished.mails()
    assert "you are no longer allowed to see it" in flat(text_of(to_carol))
    assert "What was found." in text_of(to_bob)
    assert len(searched) == 1


@pytest.mark.parametrize("kind", ["txt", "html"])
def test_the_mail_is_as_recorded(finished, run_job, kind):
    """Its text and HTML are as when they were last looked at."""
    finished.mail(ALICE, REVIEW)
    assert run_job(search_here)
    [mail] = finished.mails()
    html = mail.get_body(("html",)).get_content().replace("\r\n", "\n")
    part = text_of(mail) if kind == "txt" else html
    path = TESTS / "html" / f"review.{kind}"
    if os.environ.get("PBM_GOLDEN") == "write":
        path.write_text(part)
    assert part == path.read_text()


def test_its_html_draws_what_each_move_led_to(finished, run_job):
    """Values have bars, mistakes have a badge, and unchanged values are one row."""
    finished.mail(ALICE, REVIEW)
    assert run_job(search_here)
    [mail] = finished.mails()
    source = mail.get_body(("html",)).get_content()
    without_bars, bars = BAR.subn("", source)
    rows = [[cell[2] for cell in row] for row in HtmlPage(without_bars).tables[0][1:]]
    assert [row for row in rows if row[0]] == [
        ["1", "e3", "", "bob wins by move 6"],
        ["2", "", "c3", "alice wins by move 7"],
        ["3\N{EN DASH}4", "c4", "b5", "alice wins by move 7"],
        ["5", "d2", "", "alice wins by move 7"],
        ["6", "", "d4", "alice wins by move 7"],
        ["7", "b1", "", "alice won"],
    ]
    assert bars == 6
    [mistake] = [row[1] for row in rows if "mistake" in " ".join(row)]
    assert mistake.startswith("Decisive mistake a3 would have won by move 6.")


def test_a_long_review_is_drawn_without_what_is_said():
    """The mails of the longest reviews stay below the limit, and have their bars."""
    told = {"move": "g10-h12", "after": "x" * 24, "mark": "??", "notes": "It was a mistake. " * 20}
    said = [ReviewedMove(ply=ply, seat=ply % 2, share=ply, **told) for ply in range(1, 101)]
    drawn = DRAWN.model_copy(update={"moves": tuple(said)})
    part = TextMessage(subject="Move by move", text="", review=drawn)
    for told in (part, MessageBatch(subject="Review", parts=(("Move by move", part),))):
        page = html_page(told)
        assert "g10-h12" in page.text
        assert "It was a mistake." not in page.text


def test_the_job_finds_what_the_shell_finds(finished, run_job):
    """Also in a process of its own, to which only plain values go."""
    finished.mail(ALICE, REVIEW)
    assert run_job(search_here)
    [mail] = finished.mails()
    assert "The decisive mistake was bob's c3 (move 2)" in flat(text_of(mail))

"""Boards of a game that isn't served any more are kept, and go on when it is back."""

import html
import re
from datetime import timedelta
from os.path import normpath

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from pbm import games
from pbm.tournaments.tournament_terms import TournamentTerms
from storage import open_database
from storage.boards.repositories import Caches
from tests.support.site import PLAYERS, said, words_of
from tests.support.site_pages import SitePages

ALICE = f"alice {PLAYERS['alice'][0]}"
WHY = "its package, pbm-clobber 1.0, isn't installed"
ABSENT = f"Clobber isn't available here at the moment: {WHY}. Games in progress are kept"


@pytest.fixture
def absent(packages, players):
    """A server with a board of Clobber after a move, whose package was uninstalled since."""
    packages.install_clobber()
    (first, *_) = players.begin("clobber challenge alice bob", "panic challenge alice bob")
    players.first = first
    assert players.say(f"clobber move 101 {ALICE} a1-a2").ok
    players.mails()
    players.forget = lambda: (packages.uninstall("pbm-clobber"), restart(players))
    players.install = lambda: (packages.install_clobber(), restart(players))
    players.forget()
    return players


def restart(site):
    """Opens the database as a server does that starts."""
    open_database(site.url).close()
    site.database.caches = Caches()


def test_its_boards_are_listed(absent):
    """With all others of a player, and in the list of games."""
    assert {"game": "clobber", "running": 1, "finished": 0} in absent.say("list").data["games"]
    assert absent.say("clobber games alice").data["boards"][0]["board"] == 101
    listed = absent.say("all games alice").data["boards"]
    assert {each["game"] for each in listed} == {"clobber", "knightpanic"}
    shown = absent.say("all show bob active")
    assert [each["board"] for each in shown.data["boards"]] == [101]
    assert (
        f"{ABSENT}, and their clocks are paused until the game is available again. Boards: 101."
        in said(shown)
    )


def test_a_board_is_shown_as_its_record(absent):
    """With what happened, and what to install; to those alone who may see it."""
    answer = absent.say("clobber show 101")
    text = " ".join(said(answer).split())
    assert ABSENT in text
    assert "Players: alice - bob. Options: -rows=6 -cols=5." in text
    assert "2026-03-01 alice: move a1-a2" in text
    assert "no clobber board 102" in said(absent.say("clobber show 102")).lower()
    absent.begin(f"change visibility alice {PLAYERS['alice'][0]} private")
    (mail,) = absent.mail(PLAYERS["carol"][1], "clobber show 101")
    assert "There is no Clobber board 101" in words_of(mail)


def test_mails_wait_for_it(absent):
    """Mails that were on their way are sent as soon as it is back, however long that takes."""
    absent.install()
    assert absent.say(f"clobber move 101 bob {PLAYERS['bob'][0]} b1-b2").ok
    absent.forget()
    for _ in range(10):
        assert absent.queue.take() == []
        absent.clock.forward(hours=1)
    absent.install()
    assert [mail["To"] for mail in absent.mails()] == ["alice@example.org", "bob@example.com"]


def test_what_needs_the_rules_is_refused(absent):
    """By mail, by reply, and in the shell, with the same sentence; nothing changes."""
    lines = ("move 101 {} b1-b2", "challenge alice bob", "challenge -rows=3 alice bob", "help")
    for line in (*lines, "resign 101 {}", "legal 101", "record 101", "preview 101 b1-b2"):
        answer = absent.say(f"clobber {line.format(ALICE)}")
        assert not answer.ok, line
        assert ABSENT in " ".join(said(answer).split()), line
    (answer,) = absent.reply(absent.first, "b1-b2")
    assert ABSENT in words_of(answer)
    assert absent.say(f"panic move 101 {ALICE} a1-c5").ok


def test_its_pages_are_records(absent, tmp_path):
    """In a fresh folder, too, with no link that leads nowhere; whole pages when it is back."""
    pages = SitePages(absent, tmp_path)
    for is_back in (False, True, False):
        if is_back:
            absent.install()
        elif "clobber" in games.games():
            absent.forget()
        assert (pages.make().failed, pages.errors()) == (0, {})
        files = pages.files()
        board = files["clobber/101.html"].decode()
        assert ("<svg" in board, "clobber/101.json" in files) == (is_back, is_back)
        assert ("2026-03-01 alice: move a1-a2" in board) != is_back
        assert ("Clobber isn&#39;t available" in board) != is_back
        for path in ("index.html", "clobber/index.html", "clobber/boards.html", "clobber/101.html"):
            for link in re.findall(r'href="([^":#?]+)["#?]', files[path].decode()):
                assert normpath(f"{path}/../{link}") in files, (path, link)
    absent.say(f"change visibility {ALICE} private")
    pages.make()
    assert "clobber/101.html" not in pages.files()


def test_nothing_is_lost_when_it_is_back(absent):
    """Clocks have stood still: the turn begins anew, and the game goes on by reply."""
    watcher = ClockWatcher(absent.database, absent.services, absent.mailer, timedelta(days=9))
    watcher.tick()
    for _ in range(6):
        absent.clock.forward(days=5)
        result = watcher.tick()
        assert "clobber 101" not in result.nagged + result.forfeited
    absent.install()
    assert watcher.tick().forfeited == ()
    assert absent.say("clobber show 101").content.number == 101
    absent.mails()
    absent.clock.forward(days=6)
    assert "clobber 101" not in watcher.tick().nagged
    absent.clock.forward(days=2)
    assert "clobber 101" in watcher.tick().nagged
    (nag,) = (mail for mail in absent.mails() if "Clobber" in mail["Subject"])
    assert any("bob moves b1-b2" in words_of(mail) for mail in absent.reply(nag, "b1-b2"))


def test_tournaments_ladders_and_seeks_wait_for_it(absent):
    """They are shown beside other games' ones, and have the time back afterwards."""
    absent.install()
    terms = (
        "--game=clobber",
        "--kind=knock-out",
        "--from=2026-03-02",
        "--days=7",
        "--min-players=2",
    )
    with absent.database.work() as work:
        work.tournaments.add("cup", TournamentTerms.from_words(terms), absent.clock.now())
    for userid in ("alice", "bob"):
        player = f"{userid} {PLAYERS[userid][0]}"
        for line in ("tournament cup join {}", "clobber ladder join {}"):
            assert absent.say(line.format(player)).ok
    absent.say(f"clobber seek {ALICE} 2")
    watcher = ClockWatcher(absent.database, absent.services, absent.mailer, timedelta(days=9))
    absent.clock.forward(days=2)
    watcher.tick()
    absent.forget()
    watcher.tick()
    for _ in range(40):
        absent.clock.forward(days=5)
        watcher.tick()
    for line in ("tournaments", "tournament cup"):
        assert " is paused because Clobber isn't available." in " ".join(
            said(absent.say(line)).split()
        )
    for line in ("clobber ladder", "clobber seeks"):
        assert ABSENT in " ".join(said(absent.say(line)).split()), line
    absent.install()
    watcher.tick()
    absent.clock.forward(days=4)
    watcher.tick()
    ladder = absent.say("clobber ladder").data["ladder"]
    assert [each["userid"] for each in ladder] == ["alice", "bob"]
    assert "Round 1 of the cup tournament ends on" in said(absent.say("tournament cup"))
    absent.clock.forward(days=4)
    watcher.tick()
    assert "Round 1 lasts" not in said(absent.say("tournament cup"))


def test_pages_show_nobody_who_has_hidden_since(absent, tmp_path):
    """What can't be made without the rules is removed until the game is back."""
    absent.install()
    pages = SitePages(absent, tmp_path)
    pages.make()
    absent.forget()
    absent.begin(f"change visibility {ALICE} private")
    pages.make()
    overview = html.unescape(pages.files()["clobber/index.html"].decode())
    assert ABSENT in " ".join(overview.split())
    assert [path for path, page in pages.files().items() if b"alice" in page] == []
    absent.install()
    absent.begin(f"change visibility {ALICE} public")
    pages.make()
    assert pages.errors() == {}
    assert {"clobber/101.html", "clobber/index.xml"} <= pages.files().keys()


def test_a_game_that_is_switched_off_is_absent(packages, players):
    """The reason is another."""
    packages.install_clobber()
    players.begin("clobber challenge alice bob")
    games.choose("-clobber")
    open_database(players.url).close()
    text = " ".join(said(players.say("clobber show 101")).split())
    assert "Clobber isn't available here at the moment: it is turned off." in text

"""The pages of lists: front, games, results, archives and players."""

import re
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import html5lib
import pytest

from commands.server.site.lists.paging import list_pages
from commands.server.site.lists.rating_curve import MAX_POINTS, rating_curve
from commands.server.site.page_data import Site as SiteFacts
from commands.server.site.page_data import Source
from commands.server.site.page_subjects import Kind, Subject, archive_of
from commands.server.site.pages import pages_of
from commands.server.site.updating.affected_subjects import general_subjects
from pbm import games
from pbm.board.ratings import Rating
from storage.boards.public.players import RatedEnd
from tests.support.database_copies import DatabaseCopy
from tests.support.site import ADDRESS, NOON, PLAYERS, Site

pytestmark = pytest.mark.usefixtures("few_games")

WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
"""A game of Knight Panic that White wins."""
MAD = "madknights challenge -size=5 -start=c3,b3,d4 alice bob carol"
MAD_MOVES = ("a2", "c5", "c2", "b4", "d3", "e3", "d5", "e5", "c4")


@pytest.fixture(scope="module")
def saved():
    """Three finished games of Knight Panic, one of Mad Knights, and a running one."""
    with closing(Site()) as site:
        _play(site)
        return DatabaseCopy(site.database), site.clock.time, site.mail_ids.last


@pytest.fixture
def played(site, saved):
    """A server with these games."""
    copy, site.clock.time, site.mail_ids.last = saved
    copy.put(site.database)
    return site


@pytest.fixture(scope="module")
def all_files(saved):
    """All files of the server with these games, but the boards' own."""
    with closing(Site()) as site:
        copy, site.clock.time, _ = saved
        copy.put(site.database)
        return files_of(site)


def _play(site):
    site.sign_up("alice", "bob", "carol")
    for number, names in enumerate(("alice bob", "bob alice", "carol alice"), 101):
        site.say(f"panic challenge {names}")
        site.play("knightpanic", number, *WON)
        site.clock.forward(hours=1)
    site.say(MAD)
    site.play("madknights", 101, *MAD_MOVES)
    site.clock.forward(hours=1)
    site.say("panic challenge bob carol")
    site.play("knightpanic", 104, "c1-g3")


def files_of(site, *subjects, url=""):
    """Returns the files of these subjects by path, or of all but the boards' own."""
    with site.database.snapshot() as work:
        source = Source(SiteFacts(ADDRESS, url), work, site.services.signer)
        wanted = subjects or [*_all_subjects()]
        return {
            page.path: page.content.decode(errors="replace")
            for subject in wanted
            for page in pages_of(source, subject)
        }


def _all_subjects():
    yield from general_subjects()
    for player in range(1, 10):
        yield Subject(Kind.PLAYER, "", player)
        yield from (Subject(Kind.GAMES, game, player) for game in games.games())
    for game in games.games():
        yield archive_of(game, 101)


def text_of(page):
    """Returns the words of a page."""
    words = re.sub(r"<(style|script|svg).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return " ".join(words.split())


def rows_of(page, heading=""):
    """Returns the rows of the first table below a heading, as words."""
    table = page[page.index(heading) :].partition("</table>")[0]
    return [text_of(row) for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)][1:]


def test_front_shows_games_and_latest_moves(played):
    """The front page has each game with its boards, and the boards that changed last."""
    front = files_of(played, Subject(Kind.FRONT))["index.html"]
    assert "Knight Panic" in text_of(front)
    assert "1 game running, 3 finished" in text_of(front)
    latest = rows_of(front, 'id="latest"')
    assert latest[0].startswith("Knight Panic 104 c1-g3 bob – carol 4x4, flat carol to play move 2")
    assert latest[1].startswith("Mad Knights 101 c4 alice – bob – carol")


def test_what_is_going_on_is_drawn(played):
    """Running boards and those that ended on the last day, on the front page and their game's."""
    files = files_of(played, Subject(Kind.FRONT), Subject(Kind.GAME, "knightpanic"))
    for path, anchors in (
        ("index.html", ("running", "ended")),
        ("knightpanic/index.html", ("now", "day")),
    ):
        running, ended = (
            files[path].split(f'id="{each}"')[1].split("</ul>")[0] for each in anchors
        )
        assert re.findall(r'aria-labelledby="([^"]+)-title"', running) == ["knightpanic-104"]
        drawn = re.findall(r'aria-labelledby="([^"]+)-title"', ended)
        assert drawn[-3:] == ["knightpanic-103", "knightpanic-102", "knightpanic-101"]
        assert "bob - carol: carol to play move 2" in running
    password = PLAYERS["carol"][0]
    assert played.say(f"change visibility carol {password} private").ok
    front = files_of(played, Subject(Kind.FRONT))["index.html"]
    assert 'id="running"' not in front
    assert "carol" not in front


def test_no_game_of_the_day_is_without_moves(board):
    """One that was lost before the first move has nothing to show."""
    for name in ("alice", "bob"):
        assert board.say(f"trailblazer ladder join {name} {PLAYERS[name][0]}").ok
    assert board.say("trailblazer challenge -ladder bob alice").ok
    mover = board.say("trailblazer show 101").data["players"][0]
    assert board.say(f"trailblazer resign 101 {mover} {PLAYERS[mover][0]}").ok
    assert board.say("trailblazer show 101").data["winners"]
    assert "Latest results" not in files_of(board, Subject(Kind.FRONT))["index.html"]


def test_the_link_to_join_signs_up(site):
    """What the link opens is refused as it stands, and registers once its words are replaced."""
    front = files_of(site, Subject(Kind.FRONT))["index.html"]
    href = re.search(r'href="(mailto:[^"]*signup[^"]*)"', front)[1].replace("&amp;", "&")
    parts = urlsplit(href)
    assert unquote(parts.path) == ADDRESS
    subject, body = (parse_qs(parts.query)[name][0] for name in ("subject", "body"))
    [refusal] = site.mail("new@example.org", subject, body)
    assert "Commands use that word" in refusal.get_body(("plain",)).get_content()
    subject = subject.replace("USERID", "newcomer").replace("PASSWORD", "seven-knights")
    assert "Welcome, newcomer" in [
        mail["Subject"] for mail in site.mail("new@example.org", subject, body)
    ]


def test_the_link_to_play_starts_a_game(site):
    """The mail that a game's button opens begins a game against a robot, without any comment."""
    site.sign_up("alice")
    page = files_of(site, Subject(Kind.GAME, "madknights"))["madknights/index.html"]
    href = re.search(r'href="(mailto:[^"]*challenge[^"]*)"', page)[1].replace("&amp;", "&")
    query = parse_qs(urlsplit(href).query, keep_blank_values=True)
    assert query["body"] == [""]
    mails = site.mail(PLAYERS["alice"][1], query["subject"][0].replace("USERID", "alice"))
    assert any("Mad Knights Board 101" in mail["Subject"] for mail in mails)


def test_a_games_page_lists_running_and_finished_boards(played):
    """Each list has its boards, the latest first; the rules have a page of their own."""
    files = files_of(played, Subject(Kind.GAME, "knightpanic"), Subject(Kind.STATIC))
    page = files["knightpanic/index.html"]
    assert [row.split()[0] for row in rows_of(page, 'id="running"')] == ["104"]
    assert [row.split()[0] for row in rows_of(page, 'id="finished"')] == ["103", "102", "101"]
    rules = text_of(files["knightpanic/rules.html"])
    assert "Trap" in text_of(page) or "Leave any one" in text_of(page)
    assert "-lose_no_move" in rules
    assert "--forfeittime=DAYS" in rules


def test_every_page_leads_to_how_to_join(all_files):
    """By a link in its foot to the front page; also where links open mails that want a userid."""
    for path, page in all_files.items():
        if path.endswith(".html"):
            [link, *others] = reversed(re.findall(r'href="([^"]*)#join"', page))
            assert _target(path, link) == "index.html"
            assert len(others) == bool(re.fullmatch(r"\w+/index.html|players/\w+.html", path))
    assert '<h2 id="join">' in all_files["index.html"]


def test_openings_count_first_moves_by_seat(played):
    """First moves have the games in which they stood, and who won; those taken back don't count."""
    played.say("panic challenge alice bob")
    played.play("knightpanic", 105, "a1-e3")
    for name, word in (("alice", "undo"), ("bob", "accept")):
        assert played.say(f"panic move 105 {name} {PLAYERS[name][0]} {word}").ok
    played.play("knightpanic", 105, *WON)
    page = files_of(played, Subject(Kind.RESULTS, "knightpanic"))["knightpanic/openings.html"]
    assert rows_of(page, "4x4, flat") == [
        "a1-c5 4 4 (100%) 0 (0%) 0 (0%)",
        "All 4 4 (100%) 0 (0%) 0 (0%)",
    ]


def test_starts_drawn_at_random_are_listed_once_they_recur(played):
    """A start that was played once is listed only if most games have it."""
    page = files_of(played, Subject(Kind.RESULTS, "madknights"))["madknights/openings.html"]
    assert rows_of(page) == ["All 1 0 (0%) 0 (0%) 1 (100%)"]
    assert "No two games have begun in the same position yet." in page
    played.say(MAD)
    played.play("madknights", 102, *MAD_MOVES)
    page = files_of(played, Subject(Kind.RESULTS, "madknights"))["madknights/openings.html"]
    assert rows_of(page, "5x5, start c3,b3,d4</h2>")[0] == "a2 2 0 (0%) 0 (0%) 2 (100%)"


def test_records_name_extreme_games_and_pairs(played):
    """Shortest games were decided by a move; pairs are counted whoever moved first."""
    played.say("panic challenge alice carol")
    played.play("knightpanic", 105, "c1-g3", "g7-e3")
    played.say(f"panic resign 105 alice {PLAYERS['alice'][0]}")
    page = files_of(played, Subject(Kind.RESULTS, "knightpanic"))["knightpanic/records.html"]
    assert [row.split()[0] for row in rows_of(page, 'id="shortest"')] == ["101", "102", "103"]
    assert rows_of(page, 'id="pairs"') == ["alice – bob 2", "alice – carol 2"]


def test_a_player_has_ratings_games_and_opponents(played):
    """A player's page tells the rating with its curve, the boards, and results by opponent."""
    files = files_of(played, Subject(Kind.PLAYER, "", 1), Subject(Kind.GAMES, "knightpanic", 1))
    page = files["players/alice.html"]
    assert re.match(r"Knight Panic \d+\? ±\d+ 1 2 0 0 3$", rows_of(page, 'id="games"')[0])
    assert '<polyline class="line"' in page
    assert rows_of(page, 'id="opponents"') == ["bob 3 1 2 0", "carol 2 0 2 0"]
    everything = rows_of(files["players/alice~knightpanic.html"])
    assert [row.split()[0] for row in everything] == ["101", "102", "103"]


def test_who_signs_off_is_a_former_player(played):
    """Nothing has the userid any more; the boards stay, with a name that links nowhere."""
    assert played.say(f"signoff carol {PLAYERS['carol'][0]} yes").ok
    files = files_of(played)
    assert not any("carol" in path or "carol" in content for path, content in files.items())
    page = files["players/alice.html"]
    assert "former-player-3 2 0 2 0" in rows_of(page, 'id="opponents"')
    assert "former-player-3</a>" not in page


def test_nothing_is_told_of_private_boards(played):
    """Boards that not everybody may see are in no list, and neither is who has no others."""
    with played.database.work() as work:
        carol = work.players.find("carol")
        work.preferences.put(carol, "visibility", "private", played.clock.now())
    files = files_of(played)
    assert not any("carol" in content for content in files.values())
    assert "players/carol.html" not in files
    assert "1 game running" not in text_of(files["index.html"])
    assert [row.split()[0] for row in rows_of(files["knightpanic/boards-100.html"])] == [
        "101",
        "102",
    ]


def test_the_ladder_is_below_the_standings(played):
    """In order, with the places of those who aren't seen; it shows at the next update."""
    for name in ("carol", "bob", "alice"):
        assert played.say(f"knightpanic ladder join {name} {PLAYERS[name][0]}").ok
    assert played.say(f"change visibility bob {PLAYERS['bob'][0]} private").ok
    page = files_of(played, Subject(Kind.RESULTS, "knightpanic"))["knightpanic/standings.html"]
    assert rows_of(page, 'id="ladder"') == ["1 carol", "3 alice"]
    with played.database.snapshot() as work:
        before = work.published_states.players()
    assert played.say(f"knightpanic ladder leave carol {PLAYERS['carol'][0]}").ok
    with played.database.snapshot() as work:
        after = work.published_states.players()
    assert before != after


def test_a_move_changes_front_and_game_alone(played, all_files):
    """Everything else stays the same byte for byte, until a board begins or ends."""
    played.play("knightpanic", 104, "g7-e3")
    after = files_of(played)
    changed = {path for path in after if after[path] != all_files.get(path)}
    assert changed == {"index.html", "knightpanic/index.html"}


def test_pages_are_valid_html_whose_links_lead_somewhere(played, all_files):
    """A strict parser accepts each page, and each relative link is the path of a file."""
    boards = [Subject(Kind.BOARD, "knightpanic", number) for number in range(101, 105)]
    boards += [Subject(Kind.BOARD, "madknights", 101)]
    files = all_files | files_of(played, *boards)
    for path, content in files.items():
        if not path.endswith(".html"):
            continue
        html5lib.HTMLParser(strict=True).parse(content)
        for href in re.findall(r'(?:href|src)="([^":#?]+)["#?]', content):
            assert _target(path, href) in files or ".jsonl" in href, (path, href)


def _target(path, href):
    folder = path.split("/")[:-1]
    for part in unquote(href).split("/"):
        folder = folder[:-1] if part == ".." else [*folder, part]
    return "/".join(folder)


def test_an_empty_server_has_pages_too(site):
    """Without any board, each list says so, and nobody has a page."""
    files = files_of(site)
    assert "There are no public games yet" in files["index.html"]
    assert files["index.html"].count("No games yet") == len(games.games())
    assert "No public rated game has ended yet" in files["trailblazer/standings.html"]
    assert not [path for path in files if path.startswith("players/")]


def test_long_lists_come_in_pages():
    """Pages hold so many rows, and link to each other; an empty list has one page."""
    found = [*list_pages(range(25), lambda number: f"a/list-{number}.html", 10)]
    assert [len(page.rows) for page in found] == [10, 10, 5]
    assert [link.href for link in found[1].links] == ["../a/list-1.html", "", "../a/list-3.html"]
    assert len([*list_pages([], str)]) == 1


def test_long_curves_are_thinned():
    """The curve of thousands of games has few points, the last of them at its end."""
    end = RatedEnd("trailblazer", 101, NOON, Rating(), Rating(30, 2))
    ends = [later(end, day) for day in range(3000)]
    curve = rating_curve(ends, "key", "Rating")
    points = re.search(r'class="line" points="([^"]+)"', curve)[1].split()
    assert len(points) <= MAX_POINTS + 1
    assert "from 1600 before 1 Mar 2026" in curve


def later(end, day):
    """Returns the end of a game some days later, with another rating."""
    after = replace(end.after, mu=25 + day % 7)
    return end._replace(at=end.at + timedelta(days=day), after=after)

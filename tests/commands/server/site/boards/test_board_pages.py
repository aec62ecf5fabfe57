"""The pages of a board: all positions, moves, words and values; long games are divided."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import html5lib
import pytest
from markupsafe import Markup

from commands.security.record_signing import check_record
from commands.server.site.boards import fragments, long_games
from commands.server.site.boards.fragments import RecentFragments
from commands.server.site.boards.long_games import Fragment
from commands.server.site.page_data import Site as Facts
from commands.server.site.page_data import Source
from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.pages import pages_of
from commands.views.html.colours import SQUARES
from commands.views.svg.drawing import Drawing
from pbm.games import games
from tests.support.site import PLAYERS

GAME, NUMBER = "knightpanic", 101
PATH = f"{GAME}/{NUMBER}.html"
MOVES = games()[GAME].example[1]
HREF = re.compile(r'href="([^"]+)"')
ANCHOR = re.compile(r'<article class="position" id="(move-\d+)"')


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    """Returns a function that forgets the positions made before; each test begins so."""

    def forget():
        monkeypatch.setattr(fragments, "recent_fragments", RecentFragments())

    forget()
    return forget


@pytest.fixture
def game(site):
    """A server on which alice and bob have begun a game."""
    site.sign_up(*PLAYERS)
    assert site.say(f"{GAME} challenge alice bob").ok
    return site


def made(site, game=GAME, number=NUMBER):
    """The files about a board, by path, as text."""
    facts = Facts(site.services.site, "", site.services.signer.public())
    with site.database.snapshot() as work:
        source = Source(facts, work, site.services.signer)
        found = pages_of(source, Subject(Kind.BOARD, game, number))
        return {page.path: page.content.decode() for page in found}


def anchors(page):
    """The names of the positions on a page."""
    return ANCHOR.findall(page)


def mails(page):
    """The subjects of the mails that links of a page open."""
    links = (link.replace("&amp;", "&") for link in HREF.findall(page) if link.startswith("mailto"))
    return [parse_qs(urlsplit(link).query)["subject"][0] for link in links]


def test_moves_are_tried_on_running_boards(game):
    """What plays lines is hidden from browsers without it; a robot's move has no mail."""
    page = made(game)[PATH]
    assert '<p class="try" hidden>' in page
    assert '<section class="trial" aria-labelledby="trial" hidden>' in page
    assert "knightpanic move 101 alice - {move}#1" in page
    assert game.say(f"{GAME} challenge robot1 bob").ok
    page = made(game, number=102)[f"{GAME}/102.html"]
    assert "trial-table" in page
    assert "move}" not in page
    game.play(GAME, NUMBER, *MOVES)
    assert "trial" not in made(game)[PATH]


def test_every_position_has_a_place(game):
    """The page has the start, and the position after each move, and links to them all."""
    game.play(GAME, NUMBER, *MOVES)
    page = made(game)[PATH]
    expected = [f"move-{ply}" for ply in range(len(MOVES) + 1)]
    assert anchors(page) == expected
    assert {link for link in HREF.findall(page) if link.startswith("#move")} == {
        f"#{anchor}" for anchor in expected
    }
    for move in MOVES:
        assert f">{move}</a>" in page


def test_it_tells_whose_turn_it_is_and_who_won(game):
    """The words are those of the mails."""
    assert "<p>alice to move.</p>" in made(game)[PATH]
    game.play(GAME, NUMBER, *MOVES)
    page = made(game)[PATH]
    assert "<p>bob won.</p>" in page
    assert "White&#39;s piece on g1 can&#39;t move." in page
    assert "1600 \N{RIGHTWARDS ARROW} 1521 (provisional)" in page
    assert "4x4, flat, 21 days per move, rated" in page


def test_values_stand_where_they_are_proved(site):
    """Before the end that of the start alone; then all, and the decisive mistake is marked."""
    site.sign_up(*PLAYERS)
    assert site.say("knightsdance challenge alice bob").ok
    moves = games()["knightsdance"].example[1]
    site.play("knightsdance", 101, *moves[:-1])
    page = made(site, "knightsdance")["knightsdance/101.html"]
    start = "We&#39;ve proved that, with perfect play, Black wins from this start within 6 moves"
    assert (start in page, page.count("roved")) == (True, 1)
    site.play("knightsdance", 101, moves[-1])
    page = made(site, "knightsdance")["knightsdance/101.html"]
    assert "Proven result after each move" in page
    row = r'c3</span></td>\s*<td class="value">alice wins by move 7 <svg.*</svg><b class="badge">'
    assert re.findall(f"{row}(.*?)</b>", page) == ["Decisive mistake"]
    assert page.count('class="badge"') == 1
    last = page.partition(f'id="move-{len(moves) - 1}"')[2].partition("</article>")[0]
    ending = f"wins by move {len(moves)}."
    assert f"It has been proven that, with best play, alice {ending}" in last
    mistake = re.search(r"The decisive mistake was (\w+)&#39;s ([^,]+), move (\d+)\.", page)
    assert f'<a href="#move-{mistake[3]}">{mistake[0]}</a>' in page
    name, move, ply = mistake.groups()
    assert moves[int(ply) - 1] == move
    assert f'<span class="ply">{ply}</span> {name}: {move} <b class="bad">??</b>' in page


def test_comments_stand_where_they_were_written(game):
    """Published comments are at their moves, as text; others nowhere."""
    password, address = PLAYERS["alice"]
    for text, state in (("secret words", "unpublished"), ("<i>public</i> words", "published")):
        assert game.say(f"change comments alice {password} {state}").ok
        ply = 1 if state == "unpublished" else 3
        subject = f"{GAME} move {NUMBER} alice {password} {MOVES[ply - 1]}"
        assert game.mail(address, subject, text)
        game.play(GAME, NUMBER, MOVES[ply])
    page = made(game)[PATH]
    assert "secret words" not in page
    place = page.partition('id="move-3"')[2].partition("</article>")[0]
    assert "&lt;i&gt;public&lt;/i&gt; words" in place
    assert page.count("public") == 1


def test_the_record_and_its_key_are_there(game):
    """The command shown verifies the file that the page links to."""
    game.play(GAME, NUMBER, *MOVES[:2])
    files = made(game)
    assert 'href="../knightpanic/101.json" download="knightpanic-101.json"' in files[PATH]
    [key] = re.findall(r"pbm import --verify --key (\S+) knightpanic-101.json", files[PATH])
    assert "alice - bob" in check_record(files[f"{GAME}/{NUMBER}.json"].encode(), key)


def test_the_mails_that_it_opens_work(game):
    """Each line does what its link says, once the reader's own words are in it."""
    password, address = PLAYERS["carol"]
    lines = mails(made(game)[PATH])
    game.play(GAME, NUMBER, *MOVES)
    lines += mails(made(game)[PATH])
    assert {line.split()[1] for line in lines if " " in line} == {"subscribe", "show", "challenge"}
    for line in {line for line in lines if " " in line}:
        own = line.replace("USERID", "carol").replace("PASSWORD", password)
        answers = game.mail(address, own)
        assert "That didn't work" not in answers[0].as_string(), own


def test_a_former_player_has_no_name(game):
    """Who has signed off is a former player, without a page, and can't be challenged."""
    game.play(GAME, NUMBER, *MOVES)
    assert game.say(f"signoff bob {PLAYERS['bob'][0]} yes").ok
    page = made(game)[PATH]
    assert "bob" not in page
    assert "alice - former-player-2" in page
    assert "players/alice.html" in page
    assert "players/former-player-2.html" not in page
    assert [line.split()[-1] for line in mails(page) if "challenge" in line] == ["alice"]


def test_a_long_game_is_divided(game, monkeypatch):
    """Positions are on several pages; a later move changes none that is full, but for its link."""
    monkeypatch.setattr(long_games, "PART_BYTES", 4_000)
    game.play(GAME, NUMBER, *MOVES[:7])
    first = made(game)
    game.play(GAME, NUMBER, MOVES[7])
    second = made(game)
    pages = [path for path in second if path.endswith(".html")]
    assert pages == [f"{GAME}/{NUMBER}-{part}.html" for part in range(1, len(pages))] + [PATH]
    assert len(pages) > 2
    found = [anchor for path in pages for anchor in anchors(second[path])]
    assert found == [f"move-{ply}" for ply in range(9)]
    changed = {path for path in first if path in second and first[path] != second[path]}
    full = [path for path in pages[:-1] if path in first]
    assert len(changed & set(full)) <= 1
    assert all(first[path] == second[path] for path in full[:-1])


def test_a_move_draws_two_positions(game, monkeypatch):
    """However long a game is: the new one, and the one before, which is no longer the last."""
    game.play(GAME, NUMBER, *MOVES[:8])
    before = made(game)[PATH]
    drawn, draw = [], Drawing.picture
    counted = staticmethod(lambda *args, **more: drawn.append(more["key"]) or draw(*args, **more))
    monkeypatch.setattr(Drawing, "picture", counted)
    game.play(GAME, NUMBER, MOVES[8])
    after = made(game)[PATH]
    assert drawn == ["move-8", "move-9"]
    assert anchors(after) == [*anchors(before), "move-9"]


def test_recent_fragments_are_bounded():
    """Those that were used longest ago are dropped first."""
    recent = RecentFragments(max_bytes=2_500)
    fragments = [Fragment(ply, Markup("x" * 1_000), Markup(""), frozenset()) for ply in range(3)]
    for number, fragment in enumerate(fragments):
        recent.put(bytes([number]), fragment)
        recent.get(b"\0")
    assert [recent.get(bytes([number])) for number in range(3)] == [
        fragments[0],
        None,
        fragments[2],
    ]


def test_all_links_between_positions_lead_somewhere(game, monkeypatch):
    """Every link to a position names a page that has it."""
    monkeypatch.setattr(long_games, "PART_BYTES", 4_000)
    game.play(GAME, NUMBER, *MOVES)
    files = made(game)
    for path, page in files.items():
        for link in HREF.findall(page) if path.endswith(".html") else ():
            target, _, anchor = link.partition("#")
            if anchor.startswith("move-"):
                name = unquote(target).removeprefix("../") or path
                assert anchor in anchors(files[name]), (path, link)


@pytest.mark.parametrize("name", ["knightpanic", "madknights"])
def test_it_is_valid_and_asks_for_nothing(site, name):
    """Boards of one and of more levels have valid HTML, without scripts and styles of their own."""
    game = games()[name]
    words, moves = game.example
    site.sign_up(*PLAYERS)
    site.begin(f"{name} challenge {words} {' '.join([*PLAYERS][: len(game.seats)])}")
    site.play(name, 101, *moves)
    files = made(site, name, 101)
    page = files[f"{name}/101.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    assert page.count("<script") == 1
    assert not re.search(r"<style|\sstyle=|\son\w+=|https?:(?!//www\.w3\.org)", page)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'<use href="#([^"]+)"', page))
    assert used <= set(ids)


def test_it_is_the_same_whenever_it_is_made(game, forget):
    """Pages depend on the database alone."""
    game.play(GAME, NUMBER, *MOVES)
    first = made(game)
    game.clock.forward(days=400)
    assert made(game) == first
    forget()
    assert made(game) == first


def test_a_removed_board_has_no_page(game):
    """A board that its players declined leaves nothing."""
    assert game.say(f"{GAME} resign {NUMBER} alice {PLAYERS['alice'][0]}").ok
    assert made(game) == {}


def test_the_style_sheet_has_the_colours_of_the_boards(game):
    """The one style sheet begins with the colours that mails have."""
    with game.database.snapshot() as work:
        source = Source(Facts(game.services.site), work, game.services.signer)
        found = pages_of(source, Subject(Kind.STATIC))
        files = {page.path: page.content.decode() for page in found}
    assert all(colour in files["static/site.css"] for colour in SQUARES)
    assert "http" not in files["static/site.css"]
    assert files["static/icon.svg"].startswith("<svg")

"""The HTML part of a mail: its size, its safety, and its presence."""

import os
import re
from urllib.parse import quote, unquote

import pytest

from commands.content.messages import ChatMessage, MessageBatch, TextMessage, dump
from commands.content.reply_claims import BoardClaims
from commands.language import registry
from commands.language.help.pages import SYNONYMS
from commands.outbound.addressing import make_address_signer
from commands.outbound.mime_rendering import render
from commands.security.keys.key_ring import KeyRing, StoredKey
from commands.security.tokens import TokenSigner
from commands.views.html import document
from commands.views.reply_target import NOWHERE
from commands.views.text import rendering
from commands.views.text.ascii_diagram import render_ascii
from commands.views.text.spoken import spoken_diagram
from mail.composing.wrapping import MAX_COLUMNS
from pbm.clock import SystemClock
from pbm.games import find, games
from pbm.solver.prover import Prover
from pbm.stored_values import OutboxMail
from tests.support.cases import cases
from tests.support.html_reader import HtmlPage, html_page
from tests.support.paths import TESTS
from tests.support.site import NOON, Site, words_of
from tests.support.site import PLAYERS as SITE_PLAYERS
from tests.support.snapshots import PLAYERS, played, playout, snapshot, times, to_us

ENVELOPE = document.Envelope(to_us, NOON)
GOLDEN = TESTS / "html"
LONG_ADDRESS = f"pbm@{'.'.join(['x' * 60] * 3)}.example"
ADDRESS_SIGNER = make_address_signer(
    LONG_ADDRESS, TokenSigner(KeyRing(lambda: [StoredKey(b"key")], SystemClock()))
)
SEATS = BoardClaims(board=1, epoch=0, ply=0, stamps=("a", "b", "c"), ids=(1, 2, 3))


COMMENTS = ("<" * 8000, "x" * 8000, "x\n" * 4000, "♞" * 8000)


@cases(
    ("name", "options", "plies"),
    [
        ("knightpanic", "-size=13 -3d", 300),
        ("knightpanic", "-size=13", 6),
        ("knightpanic", "-size=9 -3d", 60),
        ("knightsdance", "-rows=100 -cols=100", 3),
        ("knightsduel", "-size=26", 500),
        ("madknights", "-size=26", 500),
        ("trailblazer", "-size=26", 500),
    ],
)
def test_it_stays_below_90_kb(name, options, plies):
    """The size holds for any board, comment and addresses."""
    game = find(name)
    resolved = game.resolve(game.read_options(options.split()), 7)
    match = playout(game, resolved, plies)
    more = {"writer": "alice", "times": times(match), "seats": SEATS}
    for comment in COMMENTS:
        mail = OutboxMail(
            recipient="alice@example.org",
            message_id="<1@example.net>",
            date=NOON,
            content=dump(snapshot(match, comment=comment, **more)),
            automatic="auto-generated",
        )
        sent = render(1, mail, ADDRESS_SIGNER, Prover())
        assert len(sent) < 90_000, comment[:2]
        assert b"text/html" in sent


def test_nothing_comes_from_elsewhere_or_runs():
    """No kind of mail has images, scripts, remote styles or web addresses."""
    plain = TextMessage(subject="Hello", text="a\nb")
    board = snapshot(played(find("knightsduel")), comment="hi", writer="bob")
    chat = ChatMessage(game="trailblazer", number=101, players=PLAYERS, writer="bob", text="hi")
    several = MessageBatch(subject="Two", parts=(("1. show", board), ("2. list", plain)))
    for said in (plain, board, chat, several):
        html = document.html(said, ENVELOPE)
        assert HtmlPage(html).tags.isdisjoint({"script", "img", "link", "iframe", "form"})
        assert not re.search(r"https?:|url\(|@import| on\w+=", html)
        assert html.isascii()
        assert max(map(len, html.split("\n"))) < 998
        assert "<title></title>" not in html


@cases("text", ["</p><script>x</script>", "\"' onclick='x", "a\n\n  b&amp;"])
def test_peoples_text_is_escaped(text):
    """Text in comments, chat and plain answers isn't markup."""
    board = snapshot(played(find("knightsduel")), comment=text, writer="<b>", news=text)
    chat = ChatMessage(game="trailblazer", number=101, players=PLAYERS, writer="<b>", text=text)
    for said in (board, chat, TextMessage(subject=text, text=text)):
        shown = html_page(said)
        assert "script" not in shown.tags
        assert "b" not in shown.tags or "<b>" in shown.text
        assert "".join(text.split()) in "".join(shown.text.split())


def test_prose_flows_and_tables_stand():
    """Filled lines are joined for narrow screens, and columns are kept."""
    text = (
        "A sentence that was filled to the width of eighty columns, as most of ours\n"
        "are, goes on.\n\nShort lines\nstay apart.\n\nGAME   the game\nBOARD  its number"
    )
    source = document.html(TextMessage(subject="Help", text=text), ENVELOPE)
    assert "as most of ours are, goes on." in source
    assert "Short lines<br\n>stay apart." in source
    (table,) = HtmlPage(source).tables
    assert [[cell[2] for cell in row] for row in table] == [
        ["GAME", "the game"],
        ["BOARD", "its number"],
    ]


def test_lists_and_lines_to_be_typed_wrap():
    """Lists have items; a line that is to be typed is one of its own, and goes on in the next."""
    text = (
        "It is rated, unless\n  - it was declined;\n  - it ended before each player\n"
        "    had moved.\nTo begin, send\n"
        "  GAME challenge [OPTIONS]\n      USERID USERID\n  GAME list"
    )
    source = document.html(TextMessage(subject="Help", text=text), ENVELOPE)
    assert re.findall(r"<(?:li|p)[^>]*>(.*?)</(?:li|p)>", source) == [
        "It is rated, unless",
        "it was declined;",
        "it ended before each player had moved.",
        "To begin, send",
        "GAME challenge [OPTIONS] USERID USERID",
        "GAME list",
    ]
    assert "<pre" not in source


def test_a_chat_can_be_answered():
    """A chat has a link for an answer, and words where a reply does it."""
    chat = ChatMessage(game="trailblazer", number=101, players=PLAYERS, writer="bob", text="hi")
    assert html_page(chat).bodies == [""]
    assert html_page(chat, NOWHERE).bodies == []
    assert "alice, bob and carol get your text as chat, with two exceptions:" in " ".join(
        rendering.mail_text(chat, to_us).split()
    )
    assert "reply" not in rendering.mail_text(chat, lambda _: NOWHERE)


@pytest.mark.parametrize("form", ["text", "classic"])
def test_some_want_no_html(form):
    """`change format` turns HTML off."""
    assert document.html(snapshot(played(find("knightsduel")), form=form), ENVELOPE) == ""


@cases("name", games())
def test_spoken_mails_neither_draw_nor_repeat_themselves(name):
    """The position is told in words alone, each sentence once; the moves are links in the HTML."""
    game = find(name)
    options, moves = game.example
    match = played(game, options, moves[: len(moves) // 2])
    news = f"bob {match.at(match.ply - 1).describe_move(match.last_move)}"
    said, drawn = (snapshot(match, form=form, news=news) for form in ("spoken", ""))
    text, page = rendering.text(said), html_page(said)
    first = next(spoken_diagram(game.diagram(match.state.position)))
    for told in (text, page.text):
        words = " ".join(told.split())
        assert words.count(first) == 1
        sentences = re.findall(r"[A-Z][^.]{12,}\.", words)
        assert len(sentences) == len(set(sentences))
    assert render_ascii(game.diagram(match.state.position)) not in text
    assert len(re.findall(r"\bYour move\b|\bturn\b", text)) == 1
    assert not page.boards
    assert 'role="img"' not in page.source
    assert set(page.bodies) == set(html_page(drawn).bodies)


def test_squares_are_seen_without_their_grounds():
    """Each has an edge of its ground's colour: Thunderbird's dark mode takes light grounds away."""
    page = document.html(snapshot(played(find("knightpanic"), moves=["a1-c5"])), ENVELOPE)
    squares = re.findall(r'class="s k([0-9a-f]{6})" bgcolor="#([0-9a-f]{6})"', page)
    assert len(squares) == 16
    for edge, ground in squares:
        assert edge == ground
        assert f".k{edge} {{ outline: 1px solid #{edge}; outline-offset: -1px }}" in page


@cases("name", games())
def test_it_is_as_recorded(name):
    """A mail of each game is as in `tests/html`; PBM_GOLDEN=write writes them again."""
    game = find(name)
    options, moves = game.example
    match = played(game, options, moves[: len(moves) // 2])
    html = document.html(
        snapshot(match, times=times(match), writer="bob", comment="Well played."), ENVELOPE
    )
    path = GOLDEN / f"{name}.html"
    if os.environ.get("PBM_GOLDEN") == "write":
        path.write_text(html)
    assert html == path.read_text()


class TestOtherMails:
    @pytest.fixture
    def site(self):
        site = Site()
        site.sign_up("alice", "bob")
        yield site
        site.close()

    def test_a_refusal_shows_the_board_with_its_moves(self, site):
        """A refused reply brings the board again, and each link of it can be sent."""
        (mail, _) = site.mail("alice@example.org", "knightpanic challenge alice bob")
        (refusal,) = site.reply(mail, "a1-b2")
        page = HtmlPage(refusal.get_body(("html",)).get_content())
        assert "That didn't work. Nothing has changed." in page.text
        assert "Legal moves" not in page.text
        assert len(page.boards) == 1
        assert page.text.index("no square b2") < page.text.index("Your move, alice.")
        assert {"a1-c5", "rules"} <= set(page.bodies)
        assert site.reply(refusal, "a1-c5")[0]["Subject"].startswith("Knight Panic Board 101: ")

    def test_a_refused_command_shows_the_board_only_to_its_player(self, site):
        """A right password brings links with the refusal; a wrong one brings no board."""
        site.begin("knightpanic challenge alice bob")
        line = "knightpanic move 101 alice {} a1-b2"
        (right,) = site.mail("alice@example.org", line.format(SITE_PLAYERS["alice"][0]))
        (wrong, *_) = site.mail("alice@example.org", line.format("wrong"))
        pages = [HtmlPage(mail.get_body(("html",)).get_content()) for mail in (right, wrong)]
        assert [len(page.boards) for page in pages] == [1, 0]
        assert "a1-c5" in pages[0].bodies
        assert not pages[1].links

    @cases("name", games())
    def test_the_help_of_a_game_shows_its_board(self, site, name):
        """A board of the game's example stands above the rules, in text and HTML."""
        opening = " ".join(games()[name].rules.split())[:40]
        for line in (f"help {name}", f"{name} rules"):
            (mail,) = site.mail("alice@example.org", line)
            page = HtmlPage(mail.get_body(("html",)).get_content())
            assert len(page.boards) == 1
            assert page.text.index("From the example: ") < page.text.index(opening)
            assert not page.links
            above, board = words_of(mail).split("in the example game below")
            assert board.index(" 1 ") < board.index(opening)
            assert games()[name].title in above

    def test_a_confirmation_has_a_button_for_yes_and_one_for_no(self):
        """The links send mails to the address that confirms."""
        site = Site(confirm=True)
        (mail,) = site.mail("alice@example.org", "signup alice Xa!11ce-and-more")
        page = HtmlPage(mail.get_body(("html",)).get_content())
        assert page.bodies == ["yes", "no"]
        to = "mailto:" + quote(mail["Reply-To"], safe="@")
        assert all(link.startswith(to) for link in page.links)
        site.close()

    def test_the_welcome_tells_each_line_once(self):
        """Each line is one button or link."""
        site = Site(confirm=True)
        (asked,) = site.mail("alice@example.org", "signup alice Xa!11ce-and-more")
        (mail,) = site.reply(asked, "yes")
        page = HtmlPage(mail.get_body(("html",)).get_content())
        assert page.source.partition("<body")[2].count("Welcome") == 1
        assert len(page.links) == len(set(page.links))
        site.close()

    def test_suggested_lines_are_buttons(self, site):
        """Each opens a new mail to the server with the line as its subject."""
        (mail,) = site.mail("zoe@example.org", "hello")
        page = HtmlPage(mail.get_body(("html",)).get_content())
        assert [unquote(link) for link in page.links[:2]] == [
            "mailto:pbm@example.net?subject=signup zoe -&body=",
            "mailto:pbm@example.net?subject=knightpanic robot challenge 1 zoe&body=",
        ]


def test_help_wraps_on_a_phone(site):
    """Its lists are tables, whose cells wrap; text with fixed lines would be cut off."""
    for line in ("help", "help commands", "help reply", "help mail", "help panic"):
        (mail,) = site.mail("zoe@example.org", line)
        assert "<pre" not in mail.get_body(("html",)).get_content(), line


def test_help_fits_a_terminal(site):
    """Its indented lines, which aren't wrapped, have at most 78 columns."""
    topics = {*registry.general_verbs(), *registry.game_verbs(), *games(), *SYNONYMS.values(), ""}
    for topic in topics:
        answer = site.say(f"help {topic}".strip())
        lines = rendering.text(answer.content).split("\n")
        long = [line for line in lines if line.startswith(" ") and len(line) > MAX_COLUMNS]
        assert not long, topic


@cases(
    ("text", "rows"),
    [
        ("game   won\nduel    12\npanic    7", [["game", "won"], ["duel", "12"], ["panic", "7"]]),
        ("a  one\n   more\nb  two", [["a", "one more"], ["b", "two"]]),
        (
            "  too long for its place\n             two\n  b          three",
            [["too long for its place", "two"], ["b", "three"]],
        ),
        (
            "one line\n    explained\nanother\n    as well",
            [["one line", "explained"], ["another", "as well"]],
        ),
        (
            "  too long for its place\n  b   three\n  c   four",
            [["too long for its place", ""], ["b", "three"], ["c", "four"]],
        ),
        ("  no columns", []),
    ],
)
def test_aligned_text_is_read_as_a_table(text, rows):
    """Columns are found by their gaps; a line without a first column continues a row."""
    tables = HtmlPage(document.html(TextMessage(subject="Table", text=text), ENVELOPE)).tables
    assert [[[cell[2] for cell in row] for row in table] for table in tables] == (
        [rows] if rows else []
    )

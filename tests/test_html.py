"""The HTML part of mails, read as a mail program reads it."""

import os
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from house import NOON
from hypothesis import given, settings
from hypothesis import strategies as st
from playouts import ALL, NAMES
from snapshots import PLAYERS, REPLY_TO, matches, played, playout, snapshot, times

from commands import views
from commands.keys import Kept, Keys
from commands.post import render
from commands.said import ChatSaid, Plain, Several, dump
from commands.seal import make_seal
from commands.tickets import Seats
from commands.views.board import thread_subject
from commands.views.html.links import MOST_MOVES
from pbm.clock import SystemClock
from pbm.games import find, games
from pbm.options import read_options
from pbm.work import Outgoing

GOLDEN = Path(__file__).parent / "html"
SEATS = Seats(board=1, epoch=0, ply=0, stamps=("a", "b", "c"))
LONGEST_ADDRESS = f"pbm@{'.'.join(['x' * 60] * 3)}.example"
ACTIONS = {"accept", "reject", "propose", "undo", "resign", "show", "help"}


@dataclass
class Page(HTMLParser):
    """What a reader has of it: tables of cells, links, and the text."""

    source: str
    tables: list = field(default_factory=list)
    links: list = field(default_factory=list)
    tags: set = field(default_factory=set)
    text: str = ""

    def __post_init__(self):
        super().__init__()
        self.feed(self.source)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append([tag, dict(attributes), ""])
        elif tag == "a":
            self.links.append(dict(attributes)["href"])

    def handle_data(self, data):
        self.text += data
        if self.tables and self.tables[-1] and self.tables[-1][-1]:
            self.tables[-1][-1][-1][2] += data

    @property
    def bodies(self):
        return [parse_qs(urlsplit(link).query)["body"][0] for link in self.links]

    @property
    def boards(self):
        return [table for table in self.tables if "height" in table[-1][0][1]]


def page(said, reply_to=REPLY_TO):
    return Page(views.html(said, lambda _: reply_to))


def moves_linked(match):
    """The moves that a reader can choose, those of pieces by way of their boards."""
    bodies = set(page(snapshot(match)).bodies) - ACTIONS
    pieces = {body.removeprefix("legal ") for body in bodies if body.startswith("legal ")}
    if not pieces:
        return bodies
    assert len(match.legal) > MOST_MOVES
    answers = (page(snapshot(match, piece=piece)).bodies for piece in pieces)
    return {body for answer in answers for body in answer} - ACTIONS


class TestLinks:
    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=12, deadline=None)
    @given(data=st.data())
    def test_they_are_the_legal_moves(self, game, data):
        """Of any position, each link's reply is a move, and every legal move has one."""
        match = data.draw(matches(game))
        position, linked = match.state.position, moves_linked(match)
        assert linked == set(match.legal)
        assert {game.write(position, game.read(position, move)) for move in linked} == linked

    def test_they_open_a_reply_about_the_board(self):
        """Address and subject are the reply's, whatever stands in them."""
        said = snapshot(played(find("knightsduel")))
        (link, *_) = page(said, "pbm+a&b'\"<@example.net").links
        parts = urlsplit(link)
        assert unquote(parts.path) == "pbm+a&b'\"<@example.net"
        assert parse_qs(parts.query) == {
            "subject": [f"Re: {thread_subject('knightsduel', 101, ('alice', 'bob'))}"],
            "body": ["(2,3)"],
        }

    def test_moves_are_grouped_by_piece(self):
        """Where a player has several."""
        said = snapshot(played(find("knightpanic"), moves=["a1-c5"]))
        assert re.search(r"a7\s+a7-c3\s+a7-e5\s+c7\s+c7-a3", page(said).text)

    def test_a_piece_asked_for_has_its_own_moves(self):
        """No others are linked."""
        said = snapshot(played(find("knightpanic")), piece="c1")
        assert set(page(said).bodies) - ACTIONS == {"c1-a5", "c1-e5", "c1-g5", "c1-g3"} & set(
            played(find("knightpanic")).legal
        )

    def test_of_many_moves_the_pieces_are_links_also_on_the_board(self):
        """Each piece that can move, once in the list and once in its square."""
        game = find("knightpanic")
        match = playout(game, played(game, "-size=13").options, 8)
        bodies = [body for body in page(snapshot(match)).bodies if body not in ACTIONS]
        assert sorted(bodies) == sorted([f"legal {square}" for square in match.legal_by_piece] * 2)

    @pytest.mark.parametrize(
        ("more", "reply_to", "expected"),
        [
            ({"to": "bob"}, REPLY_TO, {"propose", "undo", "resign", "show", "help"}),
            ({"to": "carol"}, "", set()),
            ({"to": "alice"}, "", set()),
            ({"ply": 1}, REPLY_TO, {"propose", "undo", "resign", "show", "help"}),
            ({"removed": "declined"}, REPLY_TO, {"show", "help"}),
        ],
    )
    def test_only_the_player_to_move_is_offered_moves(self, more, reply_to, expected):
        """The other player can do what needs no turn; strangers have no address."""
        match = played(find("knightpanic"), moves=["a1-c5", "a7-c3"])
        assert set(page(snapshot(match, **more), reply_to).bodies) == expected

    def test_an_open_offer_can_be_answered(self):
        """By whom it was made to; whoever made it can take it back."""
        match = played(find("knightpanic"))
        offer = {"offer": "alice offers a draw.", "asked": ("bob",)}
        assert {"accept", "reject"} <= set(page(snapshot(match, to="bob", **offer)).bodies)
        own = set(page(snapshot(match, to="alice", **offer)).bodies)
        assert "reject" in own
        assert "accept" not in own

    def test_what_makes_no_sense_is_not_offered(self):
        """No draw where there are none, no undo before the first move."""
        assert not {"propose", "undo"} & set(page(snapshot(played(find("trailblazer")))).bodies)


class TestBoard:
    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=8, deadline=None)
    @given(data=st.data())
    def test_it_reads_without_looking(self, game, data):
        """Every row and column has its header, every square on which something is its words."""
        match = data.draw(matches(game))
        boards = page(snapshot(match)).boards
        diagram = match.game.diagram(match.state.position)
        assert len(boards) == len(diagram.layers)
        for head, *rows in boards:
            assert {cell[1].get("scope") for cell in head[1:]} == {"col"}
            assert all(row[0][1]["scope"] == "row" for row in rows)
            assert {len(row) for row in rows} == {len(head)}
        said = " ".join(cell[2] for board in boards for row in board for cell in row)
        for piece in diagram.pieces():
            assert f"{piece.text} {piece.words}" in said

    @pytest.mark.parametrize(
        ("name", "moves", "marked"),
        [
            ("knightpanic", ["a1-c5"], {"a1", "c5"}),
            ("knightsdance", ["e3", "c3"], {"b5", "c3"}),
            ("trailblazer", ["(0,1)"], {"(0,0)", "(0,1)"}),
            ("knightsduel", [], set()),
        ],
    )
    def test_the_last_move_is_marked(self, name, moves, marked):
        """By a border, and in words."""
        match = played(find(name), moves=moves)
        (board,) = page(snapshot(match)).boards
        found = {
            cell.square
            for row, cells in zip(
                board[1:], match.game.diagram(match.state.position).layers[0].cells, strict=True
            )
            for box, cell in zip(row[1:], cells, strict=True)
            if "last move" in box[2] and "border" in box[1]["style"]
        }
        assert found == marked

    def test_levels_stand_side_by_side(self):
        """One table each, named by its caption."""
        html = views.html(
            snapshot(played(find("knightpanic"), "-3d", ["a1-c5"])), lambda _: REPLY_TO
        )
        assert re.findall(r">(Board 101, Level \d)</caption>", html) == ["Board 101, Level 1"]


class TestMail:
    @pytest.mark.parametrize("comment", ["x" * 8000, "<" * 8000, "x\n" * 4000, "♞" * 8000])
    @pytest.mark.parametrize(
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
    def test_it_stays_below_90_kb(self, name, options, plies, comment):
        """Whatever the board, its comment and the addresses."""
        game = find(name)
        resolved = game.resolve(read_options(game.options, options.split(), game.title), 7)
        match = playout(game, resolved, plies)
        more = {
            "writer": "alice",
            "comment": comment,
            "times": times(match),
            "seats": SEATS,
            "to": "alice",
        }
        mail = Outgoing(
            recipient="alice@example.org",
            message_id="<1@example.net>",
            date=NOON,
            said=dump(snapshot(match, **more)),
            automatic="auto-generated",
        )
        sent = render(mail, make_seal(LONGEST_ADDRESS, Keys(lambda: [Kept(b"key")], SystemClock())))
        assert len(sent) < 90_000
        assert b"text/html" in sent

    def test_nothing_comes_from_elsewhere_or_runs(self):
        """No images, scripts, styles from afar or web addresses, for any kind of mail."""
        plain = Plain(subject="Hello", text="a\nb")
        board = snapshot(played(find("knightsduel")), comment="hi", writer="bob")
        chat = ChatSaid(game="trailblazer", number=101, players=PLAYERS, writer="bob", text="hi")
        several = Several(subject="Two", parts=(("1. show", board), ("2. list", plain)))
        for said in (plain, board, chat, several):
            html = views.html(said, lambda _: REPLY_TO)
            assert Page(html).tags.isdisjoint({"script", "img", "link", "iframe", "form"})
            assert not re.search(r"https?:|url\(|@import| on\w+=", html)
            assert html.isascii()

    @pytest.mark.parametrize("text", ["</p><script>x</script>", "\"' onclick='x", "a\n\n  b&amp;"])
    def test_what_people_write_stays_text(self, text):
        """In comments, chat, and plain answers."""
        board = snapshot(played(find("knightsduel")), comment=text, writer="<b>", news=text)
        chat = ChatSaid(game="trailblazer", number=101, players=PLAYERS, writer="<b>", text=text)
        for said in (board, chat, Plain(subject=text, text=text)):
            shown = page(said)
            assert "script" not in shown.tags
            assert "b" not in shown.tags or "<b>" in shown.text
            assert "".join(text.split()) in "".join(shown.text.split())

    @pytest.mark.parametrize("form", ["text", "classic"])
    def test_some_want_no_html(self, form):
        """`change format` says so."""
        assert (
            views.html(snapshot(played(find("knightsduel")), form=form), lambda _: REPLY_TO) == ""
        )

    def test_spoken_mails_begin_with_the_position(self):
        """In text and HTML, before the diagram."""
        said = snapshot(played(find("knightsduel")), form="spoken")
        for text in (views.text(said), page(said).text):
            assert text.index("White knight: (1,1).") < text.index("It is alice's turn.\n")

    @pytest.mark.parametrize("name", games())
    def test_it_is_as_recorded(self, name):
        """A mail of each game, as in `tests/html`; PBM_GOLDEN=write writes them anew."""
        game = find(name)
        options, moves = game.example
        match = played(game, options, moves[: len(moves) // 2])
        html = views.html(
            snapshot(match, times=times(match), writer="bob", comment="Well played."),
            lambda _: REPLY_TO,
        )
        path = GOLDEN / f"{name}.html"
        if os.environ.get("PBM_GOLDEN") == "write":
            path.write_text(html)
        assert html == path.read_text()

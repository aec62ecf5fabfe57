"""The HTML part of mails about boards: its links and its tables."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.views.board_text import thread_subject
from commands.views.html import document
from commands.views.html.links import MAX_MOVES
from pbm.games import find
from pbm.match import Event
from tests.support.html_reader import html_page
from tests.support.site import NOON
from tests.support.snapshots import REPLY_TO, matches, played, playout, snapshot, to_us
from tests.support.strategies import ALL, NAMES

CHAT = "chat\r\n"
ACTIONS = {"accept", "reject", "propose", "undo", "resign", CHAT, "show", "help"}


def moves_linked(match):
    """Returns the moves that a reader can choose, directly or by a piece's link."""
    bodies = set(html_page(snapshot(match)).bodies) - ACTIONS
    pieces = {body.removeprefix("legal ") for body in bodies if body.startswith("legal ")}
    if not pieces:
        return bodies
    assert len(match.legal) > MAX_MOVES
    answers = (html_page(snapshot(match, piece=piece)).bodies for piece in pieces)
    return {body for answer in answers for body in answer} - ACTIONS


class TestLinks:
    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=12, deadline=None)
    @given(data=st.data())
    def test_they_are_the_legal_moves(self, game, data):
        """In any position each link's reply is a move, and every legal move has one."""
        match = data.draw(matches(game))
        position, linked = match.state.position, moves_linked(match)
        assert linked == set(match.legal)
        assert {game.write(position, game.read(position, move)) for move in linked} == linked

    def test_they_open_a_reply_about_the_board(self):
        """Address and subject of a link are the reply's, whatever characters they hold."""
        said = snapshot(played(find("knightsduel")))
        (link, *_) = html_page(said, "pbm+a&b'\"<@example.net").links
        parts = urlsplit(link)
        assert unquote(parts.path) == "pbm+a&b'\"<@example.net"
        assert parse_qs(parts.query) == {
            "subject": [f"Re: {thread_subject('knightsduel', 101, ('alice', 'bob'))}"],
            "body": ["(2,3)"],
        }

    def test_moves_are_grouped_by_piece(self):
        """A player with several pieces has the moves of each in a group."""
        said = snapshot(played(find("knightpanic"), moves=["a1-c5"]))
        assert re.search(r"a7\s+a7-c3\s+a7-e5\s+c7\s+c7-a3", html_page(said).text)

    def test_a_piece_asked_for_has_its_own_moves(self):
        """No other moves are linked."""
        said = snapshot(played(find("knightpanic")), piece="c1")
        assert set(html_page(said).bodies) - ACTIONS == {"c1-a5", "c1-e5", "c1-g5", "c1-g3"} & set(
            played(find("knightpanic")).legal
        )

    def test_of_many_moves_the_pieces_are_links_also_on_the_board(self):
        """Each piece that can move is linked once in the list and once in its square."""
        game = find("knightpanic")
        match = playout(game, played(game, "-size=13").options, 8)
        bodies = [body for body in html_page(snapshot(match)).bodies if body not in ACTIONS]
        assert sorted(bodies) == sorted([f"legal {square}" for square in match.legal_by_piece] * 2)

    @pytest.mark.parametrize(
        ("more", "reply_to", "expected"),
        [
            ({"to": "bob"}, REPLY_TO, {"propose", "undo", "resign", CHAT, "show", "help"}),
            ({"to": "carol"}, "", set()),
            ({"to": "alice"}, "", set()),
            ({"ply": 1}, REPLY_TO, {"show", "help"}),
            ({"ply": 1, "preview": True}, REPLY_TO, {"confirm", "show", "help"}),
            ({"removed": "declined"}, REPLY_TO, {"show", "help"}),
        ],
    )
    def test_only_the_player_to_move_is_offered_moves(self, more, reply_to, expected):
        """The other player has the actions that need no turn; strangers have no address."""
        match = played(find("knightpanic"), moves=["a1-c5", "a7-c3"])
        assert set(html_page(snapshot(match, **more), reply_to).bodies) == expected

    def test_an_open_offer_can_be_answered(self):
        """Its recipient can accept it, and its author can withdraw it."""
        match = played(find("knightpanic"))
        offer = {"offer": "alice offers a draw.", "asked": ("bob",)}
        assert {"accept", "reject"} <= set(html_page(snapshot(match, to="bob", **offer)).bodies)
        own = set(html_page(snapshot(match, to="alice", **offer)).bodies)
        assert "reject" in own
        assert "accept" not in own

    def test_impossible_actions_are_not_offered(self):
        """There is no link for a draw where there are none, an early undo, or a second offer."""
        assert not {"propose", "undo"} & set(
            html_page(snapshot(played(find("trailblazer")))).bodies
        )
        match = played(find("knightpanic"), moves=["a1-c5"])
        offer = {"offer": "alice offers a draw.", "asked": ("bob",)}
        assert not {"propose", "undo"} & set(html_page(snapshot(match, to="bob", **offer)).bodies)

    def test_a_player_who_left_can_only_chat(self):
        """A player who left can only chat, and no undo goes back before that."""
        match = played(find("madknights"))
        match = match.play(match.legal[0], NOON, "alice")
        match = match.add(Event(f"leave {match.to_move} resigned", NOON, "bob"))
        assert set(html_page(snapshot(match, to="bob")).bodies) == {CHAT, "show", "help"}
        assert "undo" not in html_page(snapshot(match, to="alice")).bodies


class TestBoard:
    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=8, deadline=None)
    @given(data=st.data())
    def test_it_reads_without_looking(self, game, data):
        """Every row and column has its header, and every occupied square its words."""
        match = data.draw(matches(game))
        boards = html_page(snapshot(match)).boards
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
        """The last move has a border, and is told in words."""
        match = played(find(name), moves=moves)
        (board,) = html_page(snapshot(match)).boards
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
        """Each level is a table with a caption; on narrow screens they are below each other."""
        moves = ["e1-g5", "g7-c5", "g1-c3", "e7-g3", "g5-e1", "c7-e3", "c3-g1"]
        html = document.html(snapshot(played(find("knightpanic"), "-3d", moves)), to_us)
        captions = re.findall(r"inline-block[^>]*>\s*<table[^>]*>\s*<caption[^>]*>([^<]*)", html)
        assert captions == ["Board 101, Level 1", "Board 101, Level 2"]

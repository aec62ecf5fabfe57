"""The HTML part of mails about boards: its links and its tables."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands.content.messages import ReviewedMove
from commands.views.html.colours import LAST_MOVE, TRAPPED
from commands.views.html.headline import LOST, OVER, WON
from commands.views.html.links import MAX_MOVES
from commands.views.reply_target import NOWHERE, ReplyTarget
from commands.views.text.board_text import thread_subject
from pbm.board.ratings import NEWCOMER, Change, Rating
from pbm.games import find
from pbm.match.match import Event
from tests.support.cases import cases
from tests.support.html_reader import html_page
from tests.support.site import NOON
from tests.support.snapshots import REPLY_TO, matches, played, playout, snapshot, times
from tests.support.strategies import ALL, NAMES

CHAT = "chat\r\n"
STACKED = ["c1-g3", "a7-e5", "e1-g5", "c7-f6", "g3-c1", "f6-a7", "g1-f6", "a7-c3"]
ACTIONS = {
    "accept",
    "reject",
    "withdraw",
    "propose",
    "undo",
    "resign",
    CHAT,
    "show",
    "rules",
    "help",
}


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
    @settings(max_examples=12)
    @given(data=st.data())
    def test_they_are_the_legal_moves(self, game, data):
        """In any position each link's reply is a move, and every legal move has one."""
        match = data.draw(matches(game, unfinished=True))
        position, linked = match.state.position, moves_linked(match)
        assert linked == set(match.legal)
        assert {game.write(position, game.read(position, move)) for move in linked} == linked

    def test_they_open_a_reply_about_the_board(self):
        """Address and subject of a link are the reply's, whatever characters they hold."""
        said = snapshot(played(find("knightsduel")))
        (link, *_) = html_page(said, ReplyTarget("pbm+a&b'\"<@example.net")).links
        parts = urlsplit(link)
        assert unquote(parts.path) == "pbm+a&b'\"<@example.net"
        assert parse_qs(parts.query) == {
            "subject": [f"Re: {thread_subject('knightsduel', 101, ('alice', 'bob'))}"],
            "body": ["(2,3)"],
        }

    def test_moves_are_grouped_by_piece(self):
        """A player with several pieces has the moves of each in a group."""
        said = snapshot(played(find("knightpanic"), moves=["a1-c5"]))
        assert re.search(
            r"a7 \N{RIGHTWARDS ARROW}\s+c3\s+e5\s+c7 \N{RIGHTWARDS ARROW}\s+a3",
            html_page(said).text,
        )

    @cases("name", ["knightsdance", "knightsduel", "madknights", "trailblazer"])
    def test_a_player_with_one_piece_moves_on_the_board(self, name):
        """Each square to which the piece can move is a link, named for who can't see it."""
        match = played(find(name))
        page = html_page(snapshot(match))
        linked = {cell[2] for row in page.boards[0] for cell in row if "href" in cell[1]}
        assert linked == {move.strip("()") for move in match.legal}
        assert all(f'aria-label="Move to {square}"' in page.source for square in linked)

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

    @cases(
        ("more", "reply_to", "expected"),
        [
            ({"to": "bob"}, REPLY_TO, {"propose", "undo", "resign", CHAT, "rules", "help"}),
            ({"to": "carol"}, NOWHERE, set()),
            ({"to": "alice"}, NOWHERE, set()),
            ({"ply": 1}, REPLY_TO, {"show", "rules", "help"}),
            ({"ply": 1, "preview": True}, REPLY_TO, {"confirm", "show", "rules", "help"}),
            ({"removed": "declined"}, REPLY_TO, {"rules", "help"}),
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
        assert "withdraw" in own
        assert not {"accept", "reject"} & own

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
        assert set(html_page(snapshot(match, to="bob")).bodies) == {CHAT, "rules", "help"}
        assert "undo" not in html_page(snapshot(match, to="alice")).bodies


class TestBoard:
    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=8)
    @given(data=st.data())
    def test_it_reads_without_looking(self, game, data):
        """Rows and columns have headers, and every piece its name, square and marks in words."""
        match = data.draw(matches(game))
        page = html_page(snapshot(match))
        diagram = match.game.diagram(match.state.position)
        for head, *rows in page.boards:
            assert {cell[1]["scope"] for cell in head[1:] if cell[0] == "th"} == {"col"}
            assert {row[0][1]["scope"] for row in rows if row[0][0] == "th"} == {"row"}
        titles = [
            cell[1].get("title", "") for board in page.boards for row in board for cell in row
        ]
        for piece in diagram.pieces():
            named = any(title.startswith(f"{piece.square}: {piece.words}") for title in titles)
            assert named or "left out" in page.text  # a page too long for a mail is cropped
            assert f'aria-label="{piece.words}' in page.source

    @pytest.mark.parametrize("game", ALL, ids=NAMES)
    @settings(max_examples=8)
    @given(data=st.data())
    def test_rows_are_complete(self, game, data):
        """All rows of a board cover the same columns, with squares that take two rows counted."""
        match = data.draw(matches(game))
        for board in html_page(snapshot(match)).boards:
            covered = [0] * (len(board) + 1)
            for number, row in enumerate(board):
                for _, attributes, _ in row:
                    for below in range(int(attributes.get("rowspan", 1))):
                        covered[number + below] += int(attributes.get("colspan", 1))
            assert set(covered[:-1]) == {covered[0]}
            assert covered[-1] == 0

    @cases(
        ("name", "moves", "marked"),
        [
            ("knightpanic", ["a1-c5"], {"a1", "c5"}),
            ("knightsdance", ["e3", "c3"], {"b5", "c3"}),
            ("trailblazer", ["(0,1)"], {"(0,0)", "(0,1)"}),
            ("knightsduel", [], set()),
        ],
    )
    def test_the_last_move_is_filled(self, name, moves, marked):
        """Both squares of the last move have a colour of their own, and say so in words."""
        match = played(find(name), moves=moves)
        (board,) = html_page(snapshot(match)).boards
        found = {
            cell.square
            for row, cells in zip(
                board[1:], match.game.diagram(match.state.position).layers[0].cells, strict=True
            )
            for box, cell in zip(row[1:], cells, strict=True)
            if "last move" in box[1].get("title", "") and box[1]["bgcolor"] in LAST_MOVE
        }
        assert found == marked

    def test_a_trail_shows_its_way(self):
        """Each square of a trail has an arrow to the square that came next."""
        moves = ["(0,1)", "(6,5)", "(1,1)"]
        (board,) = html_page(snapshot(played(find("trailblazer"), moves=moves))).boards
        assert [cell[2] for cell in board[1][1:3]] == [
            "\N{RIGHTWARDS ARROW}",
            "\N{DOWNWARDS ARROW}",
        ]
        assert board[7][7][2] == "\N{LEFTWARDS ARROW}"

    def test_a_trapped_piece_is_marked(self):
        """At the end, the piece that can't move has a colour, and says so in words."""
        game = find("knightpanic")
        options, moves = game.example
        match = played(game, options, moves)
        titles = [
            (cell[1]["title"], cell[1]["bgcolor"])
            for board in html_page(snapshot(match)).boards
            for row in board
            for cell in row
            if "can't move" in cell[1].get("title", "")
        ]
        (trapped,) = game.trapped(match.state.position)
        assert [(title.partition(":")[0], colour) for title, colour in titles] == [
            (trapped, TRAPPED)
        ]

    def test_a_level_lies_on_the_one_below(self):
        """Level 2 stands beside level 1, in half squares; pinned pieces are dimmed."""
        match = played(find("knightpanic"), "-3d", STACKED)
        page = html_page(snapshot(match))
        assert re.findall(r"<caption[^>]*>([^<]*)", page.source)[:2] == [
            "Level 1",
            "Level 2, on level 1",
        ]
        flat, raised = page.boards
        assert (len(flat), len(raised)) == (1 + 4, 1 + 8)
        pieces = [cell for row in raised for cell in row if "knight" in cell[1].get("title", "")]
        assert {(cell[1]["colspan"], cell[1]["rowspan"]) for cell in pieces} == {("2", "2")}
        pinned = [cell for row in flat for cell in row if "pinned" in cell[1].get("title", "")]
        assert len(pinned) >= 4
        assert not re.search(r">\s*[oxOX]\s*<", page.source)

    def test_an_empty_level_is_left_out(self):
        """A level on which a piece could stand, but none does, isn't drawn."""
        moves = ["e1-g5", "g7-c5", "g1-c3", "e7-g3", "g5-e1", "c7-e3", "c3-g1"]
        match = played(find("knightpanic"), "-3d", moves)
        assert len(match.game.diagram(match.state.position).layers) == 2
        assert len(html_page(snapshot(match)).boards) == 1

    @pytest.mark.parametrize(
        ("name", "options"), [("knightsdance", "-rows=100 -cols=100"), ("knightsduel", "-size=26")]
    )
    def test_a_large_board_is_cropped_to_what_matters(self, name, options):
        """At most 14 rows and columns are shown, and with them every square to move to."""
        match = played(find(name), options)
        page = html_page(snapshot(match))
        (board,) = page.boards
        assert len(board) == 1 + 14
        assert {len(row) for row in board} == {1 + 14}
        assert set(page.bodies) - ACTIONS == set(match.legal)


class TestHeadline:
    def test_it_says_whose_move_it_is_and_what_was_played(self):
        """The first text of the mail is the reader's name and the opponent's move."""
        page = html_page(snapshot(played(find("knightpanic"), moves=["a1-c5"])))
        assert " ".join(page.shown.split()).startswith("Your move, bob. alice played a1-c5.")

    def test_it_has_all_moves_since_the_readers_last(self):
        """In a game of three both other moves are told."""
        match = played(find("madknights"))
        for _ in range(3):
            match = match.play(match.legal[0], NOON, "")
        first, second = match.moves[1:]
        text = " ".join(html_page(snapshot(match)).shown.split())
        assert text.startswith(f"Your move, alice. bob played {first}. carol played {second}.")

    def test_the_time_left_has_hour_and_zone(self):
        """The deadline is told in the reader's zone; at first nothing is "left" of the time."""
        match = played(find("knightsduel"))
        clock, until = times(match), "until Sun 22 Mar 2026, 13:00 CET."
        for began, words in ((timedelta(0), "21 days"), (timedelta(hours=1), "21 days left")):
            started = clock.model_copy(update={"began": NOON - began})
            text = html_page(snapshot(match, times=started, zone="Europe/Berlin")).text
            assert f"You have {words}, {until}" in text

    def test_news_of_moves_isnt_told_twice(self):
        """The words of the first line are left out of the news; the rest stays."""
        match = played(find("knightsduel"), moves=["(2,3)"])
        news = "alice moves to (2,3). alice's offer has expired."
        text = html_page(snapshot(match, news=news)).text
        assert "moves to (2,3)" not in text
        assert "alice's offer has expired." in text

    def test_a_queued_move_is_named(self):
        """The news of a move that was queued has it, also where the first line tells it."""
        match = played(find("knightsduel"), moves=["(2,3)"])
        news = "alice's queued move was played: alice moves to (2,3)."
        text = html_page(snapshot(match, news=news)).text
        assert "alice's queued move was played: (2,3)." in text

    def test_the_second_of_three_neither_won_nor_lost(self):
        """The banner tells the place, in a colour of its own."""
        game = find("madknights")
        options, moves = game.example
        match = played(game, options, moves)
        for reader, told, colour in (
            ("carol", "You won.", WON),
            ("bob", "You came second of three.", OVER),
            ("alice", "carol won.", LOST),
        ):
            page = html_page(snapshot(match, to=reader))
            assert " ".join(page.shown.split()).startswith(told)
            assert f"background-color:{colour};color:#ffffff" in page.source

    def test_the_foot_is_one_line(self):
        """All links that aren't moves stand in one line at the end."""
        page = html_page(snapshot(played(find("knightpanic"), moves=["a1-c5"])))
        foot = page.source.rpartition("<p")[2]
        words = ["Chat", "Offer a draw", "Take back", "Resign", "Rules", "Help"]
        assert re.findall(r">([^<>]+)</a>", foot) == words

    def test_options_are_words(self):
        """Nothing is shown as it is typed in a challenge."""
        text = html_page(snapshot(played(find("knightpanic"), "-3d"))).text
        assert "4x4, 3D, 21 days per move, rated" in text
        assert "-mover_wins" not in text

    @pytest.mark.parametrize(
        ("reader", "result"), [("bob", "You won. You"), ("alice", "You lost to bob. bob")]
    )
    def test_the_end_has_a_banner(self, reader, result):
        """At the end the result comes first, with its reason, ratings and the decisive mistake."""
        game = find("knightpanic")
        options, moves = game.example
        match = played(game, options, moves)
        change = Change(NEWCOMER, Rating(NEWCOMER.mu + 1, NEWCOMER.sigma))
        said = snapshot(
            match,
            to=reader,
            ratings=(change, change),
            decisive_mistake=ReviewedMove(ply=2, seat=1, move=match.moves[1]),
        )
        text = " ".join(html_page(said).shown.split())
        assert text.startswith(f"{result} played c1-e5. {match.outcome.reason}.")
        assert "The decisive mistake was bob's g7-c5, move 2." in text
        assert "Ratings: you 1600 \N{RIGHTWARDS ARROW} 1630 (provisional)," in text

    def test_an_offer_comes_first(self):
        """An offer stands in the first line, with buttons to answer it."""
        match = played(find("knightpanic"), moves=["a1-c5"])
        said = snapshot(match, offer="alice offers a draw.", asked=("bob",))
        page = html_page(said)
        text = " ".join(page.shown.split())
        assert text.startswith("Your move, bob. alice offers a draw. alice played a1-c5.")
        assert page.bodies[:2] == ["accept", "reject"]

    def test_a_small_board_lists_its_moves_as_well(self):
        """Squares too small for a finger have a button each below the board."""
        match = played(find("trailblazer"), "-size=14")
        assert sorted(html_page(snapshot(match)).bodies[:4]) == sorted(match.legal * 2)

    def test_moves_to_a_higher_level_say_so(self):
        """Where a piece would stand on others, its level is told."""
        match = played(find("knightpanic"), "-3d", STACKED[:-2])
        text = html_page(snapshot(match)).text
        assert "f6 \N{BLACK UP-POINTING TRIANGLE}2" in text

    def test_a_finished_game_can_be_played_again(self):
        """Its links begin a rematch, bring a review or the whole game."""
        game = find("madknights")
        options, moves = game.example
        said = snapshot(played(game, options, moves), to="bob", terms=("-unrated",))
        bodies = {"rematch", "review", "record", CHAT, "rules", "help"}
        assert set(html_page(said).bodies) == bodies

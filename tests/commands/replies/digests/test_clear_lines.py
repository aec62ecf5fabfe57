"""Lines of a reply to a digest that clearly name their boards, and the lines next to them."""

from datetime import timedelta

import pytest

from commands.content.reply_claims import ReplyAge, digest_claims
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import running_boards
from commands.replies.digests.digest_replies import DigestReader
from pbm.errors import UserError
from tests.commands.replies.digests.test_digest_replies import serve_classics
from tests.support.site import PLAYERS

PANIC, CHESS, OTHER = "Knight Panic 101", "Chess 101", "Chess 102"


@pytest.fixture
def read(site):
    """Returns the commands of a reply to a digest, by board: the moves, and the words to send.

    alice plays Knight Panic 101 against bob, Chess 101 against carol, and Chess 102 against dan.
    Commands to be confirmed end with "?", and answers to lines are in quotation marks.
    """
    serve_classics()
    site.sign_up("alice", "bob", "carol")
    site.begin(
        "signup dan Wd7dan-Wx dan@example.com",
        "knightpanic challenge alice bob",
        "chess challenge alice carol",
    )
    site.begin("chess challenge alice dan")
    with site.database.work() as work:
        boards = running_boards(work, "alice")
        (alice,) = [each for each in boards[0].players if each.userid == "alice"]
        claims = digest_claims(alice, site.clock.now() - timedelta(days=1))
    digest = DigestContext(alice, claims, PLAYERS["alice"][1], ReplyAge.RECENT, boards)

    def read(text):
        blocks = text.split("\n\n")
        return [
            described(line) for line in DigestReader(digest).read(blocks, [""] * len(blocks)).lines
        ]

    return read


def described(line):
    if line.read:
        with pytest.raises(UserError) as error:
            list(line.read())
        return f'"{" ".join(error.value.text.split())}"'
    said = " ".join(line.text.split()[5:]) or line.text
    return f"{line.heading}: {said}{'?' * line.guessed}{line.comment and f' [{line.comment}]'}"


def test_clear_moves_behind_a_name_of_a_board_are_played_at_once(read):
    for text in (
        "Carol: Nc3\nDan: Nf3\nBob: e1-g5",
        "Chess against Carol: Nc3\nagainst Dan Nf3\nKnight Panic: e1-g5",
        "Chess 101: Nc3, please\nChess 102: Nf3\nKP 101: e1-g5\n\nAlice K.\nTel. 031 555 01 22",
        "Board Opponent Move\nChess 101  Carol  Nc3\nChess 102  Dan  Nf3\nKP 101 Bob e1-g5",
        "Before I leave:\n\nDan's game - Nf3\nCarol Nc3\nfor Bob: e1-g5",
    ):
        lines = [f"{CHESS}: Nc3", f"{OTHER}: Nf3", f"{PANIC}: e1-g5"]
        assert sorted(read(text)) == sorted(lines), text


def test_other_words_for_boards_and_moves_are_held(read):
    for text in (
        "In the same order as in your mail:\n1) Nc3\n2) Nf3\n3) e1-g5",
        "Against Carol I play knight c3, and against Dan knight to f3. Bob gets e1-g5.",
        "Schach 101: Sc3\nSchach 102: Sf3\nI play e1-g5 against Bob",
    ):
        lines = [f"{CHESS}: Nc3?", f"{OTHER}: Nf3?", f"{PANIC}: e1-g5?"]
        assert sorted(read(text)) == sorted(lines), text


def test_remarks_on_a_line_go_to_the_opponent(read):
    for text, line in {
        "Carol: Nc3 - good luck, Carol!": f"{CHESS}: Nc3 [good luck, Carol!]",
        "Chess 102: g3. A Catalan, just for you!": f"{OTHER}: g3 [A Catalan, just for you!]",
        "Dan: g3 - how is your knee, Dan?": f"{OTHER}: g3? [how is your knee, Dan?]",
        "Chess 102 g3 and I'd be happy with a draw there, Dan": f"{OTHER}: g3 propose?",
    }.items():
        assert read(text) == [line], text


def test_words_for_somebody_else_are_not_sent_but_named(read):
    for text, ignored in {
        "Carol: Nc3. Can you send me the rules of this game?": "send me the rules",
        "Carol: Nc3, and I resign against Bob": "I resign against Bob",
        "Carol: Nc3. If she takes, Nf3": "If she takes, Nf3",
        "Carol: Nc3. No wait, Nf3": "No wait, Nf3",
    }.items():
        lines = read(text)
        assert lines[0].removesuffix("?") == f"{CHESS}: Nc3", text
        assert "resign" in lines[1] or ignored in lines[1], text
        assert "[" not in lines[0], text


def test_a_correction_below_a_move_asks_about_its_board(read):
    for correction in (
        "PS: argh, Carol's board should be Nf3, not Nc3. Sorry!",
        "PS: sorry, Nf3 instead of Nc3 against Carol",
        "Oops, I meant Nf3 and not Nc3.",
    ):
        lines = read(f"Carol: Nc3\nDan: g3\n\n{correction}")
        assert len(lines) == 2, correction
        assert "two moves for board 101: Nc3 and Nf3" in lines[0], correction
        assert lines[1] == f"{OTHER}: g3", correction


def test_the_opponent_named_in_a_line_decides_which_game_it_resigns(read):
    said = "I want to stop this one, it was started by accident"
    for text, comment in {
        "Dan is just too good for me. Please resign that one.": "",
        "Chess 102: please resign this one": "",
        f"Chess 102 - {said}": f" [{said}]",
    }.items():
        first, *_, last = read(f"{text}\nCarol: d4")
        assert first == f"{OTHER}: chess resign 102 alice -?{comment}", text
        assert last == f"{CHESS}: d4", text


def test_all_lines_that_are_not_read_are_named(read):
    answer = read("Carol: d4\nxyzzy 12 plugh\nthe quick brown fox jumps over it")[1]
    assert 'ignored "xyzzy 12 plugh" and "the quick brown fox jumps over it"' in answer

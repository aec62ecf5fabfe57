"""Lines of moves on boards, which nobody but their writers are shown."""

import json

import pytest

from commands.verbs.preview import MAX_LINE_MOVES, MAX_LINES
from commands.views.text import rendering
from tests.support.site import PLAYERS, text_of
from tests.support.site_pages import SitePages

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
NAMES = ("fork", "other", "quiet", "trick")
EVE = "eve@example.org"
TREE = """\
+- a1-c5
|  +- a7-c3
|  |  +- c1-g3 [fork]
|  |  +- e1-a3 c7-e3 [trick]
|  +- c7-a3 [other]
+- c1-e5 [quiet]"""


@pytest.fixture
def lined(site):
    """Board 101 of alice and bob before its first move, with four lines of alice's."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob")
    for line in (
        "fork a1-c5 a7-c3 c1-g3",
        "trick a1-c5 a7-c3 e1-a3 c7-e3",
        "other a1-c5 c7-a3",
        "quiet c1-e5",
    ):
        assert site.say(f"knightpanic preview 101 {ALICE} save {line}").ok
    return site


def listed(site, player=ALICE):
    return site.say(f"knightpanic preview 101 {player} list")


def reasons(site):
    return {each["name"]: each["reason"] for each in listed(site).data["lines"]}


def first_legal(site, moves=()):
    return site.say(f"madknights legal 101 {' '.join(moves)}").data["moves"][0]


def test_a_tree_is_drawn_in_text_html_and_data(lined):
    """Common moves stand once; names stand where lines end; the words may be a mail's."""
    assert TREE in rendering.text(listed(lined).content)
    (mail,) = lined.mail(AT_ALICE, f"knightpanic preview 101 {ALICE} list")
    assert f"Starting at move 1:\n\n{TREE}" in text_of(mail)
    html = mail.get_body(("html",)).get_content().replace("\r\n", "\n")
    assert f">{TREE}</pre>" in html
    first, second = listed(lined).data["tree"]
    assert first["moves"] == ["a1-c5"]
    assert [each["names"] for each in first["branches"]] == [[], ["other"]]
    assert second == {"moves": ["c1-e5"], "names": ["quiet"], "branches": []}


def test_a_long_line_is_wrapped(lined):
    """However deep the tree, it fits into 80 columns."""
    moves = "a1-c5 a7-c3 c1-g3 c3-a7 c5-a1 a7-c3 a1-c5 c3-a7 c5-a1 a7-c3 a1-c5 c3-a7 c5-a1 a7-c3"
    assert lined.say(f"knightpanic preview 101 {ALICE} save long {moves}").ok
    text = rendering.text(listed(lined).content)
    assert "[long]" in text
    assert max(map(len, text.split("\n"))) <= 80


def test_what_is_played_and_taken_back_decides_which_fit(lined):
    """A line goes on where its moves were made; others say why they don't fit, until an undo."""
    lined.play("knightpanic", 101, "a1-c5")
    lined.say(f"knightpanic preview 101 {BOB} save later c7-a3 c1-e5")
    assert reasons(lined) == {
        "fork": "",
        "other": "",
        "quiet": "move 1 was a1-c5, not c1-e5",
        "trick": "",
    }
    shown = lined.say(f"knightpanic preview 101 {ALICE} show fork")
    assert shown.data["played"] == 1
    assert shown.data["to_move"] == 1
    assert "1 of its 3 moves were made" in rendering.text(shown.content)
    lined.play("knightpanic", 101, "c7-a3")
    assert reasons(lined)["other"] == "all its moves were played"
    assert reasons(lined)["fork"] == "move 2 was c7-a3, not a7-c3"
    gone = lined.say(f"knightpanic preview 101 {ALICE} show fork")
    assert not gone.data["fits"]
    assert "no longer possible: move 2 was c7-a3" in rendering.text(gone.content).replace("\n", " ")
    lined.begin(f"knightpanic move 101 {ALICE} undo", f"knightpanic move 101 {BOB} accept")
    assert reasons(lined) == dict.fromkeys(NAMES, "")
    (theirs,) = listed(lined, BOB).data["lines"]
    assert theirs["reason"] == "the moves before it were taken back"


def test_a_player_who_leaves_makes_lines_impossible(site):
    """Where three play, the turn then comes to another."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -start=c3,f6,d5 alice bob carol")
    for player in (ALICE, BOB, CAROL):
        site.say(f"madknights move 101 {player} {first_legal(site)}")
    moves = [first_legal(site)]
    moves.append(first_legal(site, moves))
    assert site.say(f"madknights preview 101 {ALICE} save plan {' '.join(moves)}").ok
    site.say(f"madknights move 101 {ALICE} {moves[0]}")
    assert site.say(f"madknights resign 101 {BOB}").ok
    (line,) = site.say(f"madknights preview 101 {ALICE} list").data["lines"]
    assert line["reason"] == f"{moves[1]} is no longer possible"


def test_replies_keep_show_list_and_drop_them(lined):
    """Also replies to chat; none of it goes to the others."""
    (board,) = (
        mail
        for mail in lined.mail(AT_BOB, f"knightpanic chat 101 {BOB}", "Hello")
        if mail["To"] == AT_ALICE
    )
    for body, told in (
        ("preview save new a1-c5 a7-e5", "Saved new. Only you can see it."),
        ("preview new", "new, starting at move 1: a1-c5 a7-e5."),
        ("preview show fork", "fork, starting at move 1"),
        ("Prev list", "[new]"),
        ("preview drop new", "Deleted new."),
        ("preview new", "You have no saved line with that name. Your lines: fork, other"),
        (
            "preview save new",
            "Some words are missing. In a reply, write:\n  preview save NAME MOVE+",
        ),
        ("preview a1-c5", "Black to play move 2"),
    ):
        (answer,) = lined.reply(board, body)
        assert answer["To"] == AT_ALICE, body
        assert told in text_of(answer), body


def test_a_line_below_a_move_goes_to_nobody(lined):
    """As other plans do."""
    (board,) = lined.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    mails = lined.reply(board, "a1-c5\nGood luck!\npreview save plan a7-c3 c1-g3")
    assert mails
    assert not any("c1-g3" in text_of(mail) for mail in mails if mail["To"] != AT_ALICE)


def test_names_are_used_again_and_limits_hold(lined):
    """A name's new line takes the place of the old one, also where the board has no more room."""
    room = MAX_LINES - 4
    for number in range(room):
        assert lined.say(f"knightpanic preview 101 {ALICE} save more{number} a1-c5").ok
    refused = lined.say(f"knightpanic preview 101 {ALICE} save last a1-c5")
    assert f"You can save at most {MAX_LINES} lines" in rendering.text(refused.content)
    assert lined.say(f"knightpanic preview 101 {ALICE} save FORK c1-e5").ok
    assert lined.say(f"knightpanic preview 101 {ALICE} show fork").data["moves"] == ["c1-e5"]
    moves = " ".join(["a1-c5"] * (MAX_LINE_MOVES + 1))
    refused = lined.say(f"knightpanic preview 101 {ALICE} save fork {moves}")
    assert f"at most {MAX_LINE_MOVES} moves" in rendering.text(refused.content)
    assert lined.say(f"knightpanic preview 101 {BOB} save last a1-c5").ok  # each has their own


def test_nobody_else_is_shown_them(lined, tmp_path):
    """Not in mails, lists, records or pages; the writer's data has them until sign-off."""
    mails = lined.mail(AT_ALICE, f"knightpanic move 101 {ALICE} a1-c5")
    mails += lined.mail(AT_BOB, "knightpanic show 101")
    assert not any("trick" in mail.as_string() for mail in mails)
    for line in ("show 101", "record 101", f"showas {BOB} 101", f"preview 101 {BOB} list"):
        answer = lined.say(f"knightpanic {line}")
        assert "trick" not in rendering.text(answer.content) + json.dumps(answer.data), line
    pages = SitePages(lined, tmp_path)
    pages.make()
    assert not any(b"trick" in content for content in pages.files().values())
    kept = lined.say(f"mydata {ALICE}").data["lines"]
    assert kept[3] == {
        "game": "knightpanic",
        "board": 101,
        "name": "trick",
        "ply": 0,
        "moves": ["a1-c5", "a7-c3", "e1-a3", "c7-e3"],
    }
    assert not lined.say(f"mydata {BOB}").data["lines"]
    lined.begin(f"knightpanic move 101 {BOB} c7-a3", f"knightpanic resign 101 {BOB}")
    assert len(listed(lined).data["lines"]) == 4  # a finished board keeps them
    lined.begin(f"signoff {ALICE} yes")
    with lined.database.work() as work:
        tables = work.connection.exec_driver_sql("SELECT count(*) FROM saved_line").scalar()
    assert tables == 0


def test_nobody_reads_or_changes_anothers_lines(lined):
    """Not with a reply address or a subject that somebody else found, nor with another password."""
    (board,) = lined.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    board.replace_header("To", EVE)
    for body in ("preview list", "preview fork", "preview drop fork", "preview save x a1-c5"):
        mails = lined.reply(board, body, Message_ID=f"<{len(body)}@x>")
        mails += lined.mail(EVE, "Re: Knight Panic Board 101: alice - bob", body)
        assert not any("a7-c3" in text_of(mail) for mail in mails if mail["To"] == EVE), body
    for line in (f"{BOB} show fork", f"{BOB} drop fork", "alice wrong-1Word list"):
        answer = lined.say(f"knightpanic preview 101 {line}")
        assert not answer.ok
        assert "a7-c3" not in rendering.text(answer.content)
    assert [each["name"] for each in listed(lined).data["lines"]] == [*NAMES]


def test_no_answer_quotes_a_password(lined):
    """Wherever it stands among words that save and show lines."""
    password = PLAYERS["alice"][0]
    for words in (
        f"{password} alice list",
        f"{password} list",
        f"alice {password} {password} list",
        f"alice {password} save {password} a1-c5",
        f"alice {password} save x {password}",
        f"alice {password} save x a1-c5 {password}",
        f"alice {password} show {password}",
        f"alice {password} drop {password} x",
        f"alice {password} shwo fork",
        f"alice save x {password}",
        f"alice {password}",
    ):
        answer = lined.say(f"knightpanic preview 101 {words}")
        assert not answer.ok, words
        assert password not in rendering.text(answer.content), words


def test_a_late_reply_saves_nothing(lined):
    """A line begins in the position that its writer saw."""
    (board,) = lined.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    lined.play("knightpanic", 101, "a1-c5")
    (answer,) = lined.reply(board, "preview save late c1-e5")
    assert "has changed since" in text_of(answer)
    assert "late" not in reasons(lined)
    (answer,) = lined.reply(board, "preview list")
    assert "[fork]" in text_of(answer)


def test_a_mail_of_many_lines_is_bounded(lined):
    """Drawing the same again and again takes its share of what a mail may have computed."""
    for number in range(MAX_LINES - 4):
        moves = " ".join(["a1-c5 a7-c3 c5-a1 c3-a7"] * 5)
        assert lined.say(f"knightpanic preview 101 {ALICE} save deep{number} {moves}").ok
    line = f"knightpanic preview 101 {ALICE}"
    names = [f"deep{number}" for number in range(MAX_LINES - 4)]
    lines = [f"{line} {words}" for name in names for words in (f"show {name}", "list")] * 20
    (answer,) = lined.mail(AT_ALICE, "multiple", "\n".join(lines))
    assert "can search or set up at most" in text_of(answer)


def test_a_damaged_board_keeps_what_is_ones_own(lined):
    """The lines are in their writer's data, and the answer says what is wrong."""
    with lined.database.work() as work:
        work.connection.exec_driver_sql("UPDATE board SET checksum = 'x'")
    assert "frozen" in rendering.text(listed(lined).content)
    assert len(lined.say(f"mydata {ALICE}").data["lines"]) == 4


def test_an_admins_rollback_is_an_undo(lined):
    """Lines that fit again are shown again."""
    lined.play("knightpanic", 101, "a1-c5", "c7-a3")
    assert lined.say(f"knightpanic preview 101 {ALICE} save deep c1-e5").ok
    with lined.database.work() as work:
        board = work.boards.lock("knightpanic", 101)
        after = board.decide("rollback 1", lined.clock.now(), "admin")
        work.boards.save(board, after, lined.clock.now())
    assert reasons(lined)["deep"] == "the moves before it were taken back"
    assert reasons(lined)["fork"] == ""
    lined.play("knightpanic", 101, "c7-a3")
    assert reasons(lined)["deep"] == ""


def test_words_about_lines_below_a_move_go_to_nobody(lined):
    """Also without moves in them."""
    (board,) = lined.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
    mails = lined.reply(board, "a1-c5\nGood luck!\npreview drop fork")
    (theirs,) = (mail for mail in mails if mail["To"] == AT_BOB)
    assert "fork" not in text_of(theirs)

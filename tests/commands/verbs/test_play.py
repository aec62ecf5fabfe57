"""Signing up, challenging, moving, resigning and showing, as typed in the shell."""

import errno
import json
import re

import pytest

from commands.content.status import Status
from commands.views.text import rendering
from tests.support.cases import cases
from tests.support.site import PLAYERS, said, text_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


def state(site):
    return site.say("knightpanic show 101").data


def test_signing_up_registers_the_sender(site):
    """By mail the address is the sender's, and the welcome is sent there once."""
    (welcome,) = site.mail("dave@example.org", "signup Dave pa55-word-9")
    assert welcome["To"] == "dave@example.org"
    assert "Welcome, Dave" in text_of(welcome)
    (refusal,) = site.mail("dave@example.org", "signup dave other")
    assert "taken" in text_of(refusal)


@cases(
    ("line", "why"),
    [
        ("signup 1alice pw a@x.org", "begins with a letter"),
        ("signup \u0430lice pw a@x.org", "begins with a letter"),  # Cyrillic a
        ("signup abcdefghijklmnopqrstuvwxyz pw a@x.org", "at most 24"),
        ("signup next pw a@x.org", "Commands use that word"),
        ("signup Knightpanic pw a@x.org", "Commands use that word"),
        ("signup alice pw nonsense", "Replace ADDRESS with an email address"),
        ("signup alice p:w a@x.org", "can't contain spaces, quotes or colons"),
        ('signup alice "p w" a@x.org', "can't contain spaces, quotes or colons"),
        ("signup alice p'w a@x.org", "can't contain spaces, quotes or colons"),
        ("signup alice -Xa!11ce-X a@x.org", "begin with a dash"),  # as options have
        ("signup alice pw", "so give the address"),
        ("signup alice - a@x.org", "instead of the dash"),
        ("signup alice pw a@x.org b@x.org c@x.org d@x.org e@x.org f@x.org", "at most 5"),
    ],
)
def test_names_and_passwords_that_cannot_be(site, line, why):
    """A refused sign-up gives the reason, quotes no word, and registers nobody."""
    answer = site.say(line)
    assert not answer.ok
    assert why in said(answer)
    assert "pw" not in said(answer)
    assert not site.say("knightpanic games alice").ok


def test_a_challenge_starts_at_once_and_tells_both(site):
    """Both players get the board; only the one to move gets instructions."""
    site.sign_up("alice", "bob")
    answer = site.say("panic challenge -size=5 Alice BOB")
    assert answer.data == {"game": "knightpanic", "board": 101}
    to_alice, to_bob = site.mails()
    assert to_alice["Subject"] == to_bob["Subject"] == "Knight Panic Board 101: alice - bob"
    assert "To move, reply" in text_of(to_alice)
    assert "To move" not in text_of(to_bob)


def test_board_numbers_count_from_101(board):
    """Every challenge gets the next number."""
    assert [board.say("panic challenge bob carol").data["board"] for _ in "ab"] == [102, 103]


def test_a_pair_is_two_boards_with_seats_exchanged(board):
    """-pair starts both boards, and -unrated applies to them."""
    answer = board.say("knightpanic challenge -pair -unrated alice carol")
    assert answer.data == {"game": "knightpanic", "board": 102, "boards": [102, 103]}
    players = [board.say(f"knightpanic show {n}").data["players"] for n in (102, 103)]
    assert players == [["alice", "carol"], ["carol", "alice"]]
    assert "unrated." in said(board.say("knightpanic show 103"))


@cases(
    ("line", "why"),
    [
        ("challenge alice", "is for 2 players, but you gave 1 userid"),
        ("challenge alice bob carol", "is for 2 players, but you gave 3 userids"),
        ("challenge alice alice", "You named a player twice"),
        ("challenge alice nobdy", 'Nobody is registered as "nobdy"'),
        ("challenge alice bobb", 'Did you mean "bob"?'),
        ("challenge -2d -3d alice bob", '"-2d" and "-3d" contradict each other'),
        ("challenge -size=4 -size=5 alice bob", "contradict"),
        ("challenge -win_no_move alice bob", "works only in the 3D game"),
        ("challenge -size=3 alice bob", "4 to 13"),
        ("challenge -size=x alice bob", "whole number"),
        ("challenge -size alice bob", "whole number"),
        ("challenge -3d=yes alice bob", "takes no value"),
        ("challenge -sise=5 alice bob", 'Did you mean "-size"?'),
        ("challenge --nagtime=soon alice bob", "number of days"),
        ("challenge --nagtme=3 alice bob", 'Did you mean "--nagtime"?'),
        ("challenge -extra=2 alice bob", "The maximum is -extra=1"),
    ],
)
def test_challenges_that_cannot_be(board, line, why):
    """Each is refused with its reason, and starts no board."""
    answer = board.say(f"knightpanic {line}")
    assert not answer.ok
    assert why in said(answer)
    assert not board.mails()
    assert board.say("knightpanic games all").data["boards"][0]["board"] == 101


def test_a_challenge_by_mail_comes_from_a_player(board):
    """An address that isn't a player's can't start a game between others."""
    (mail,) = board.mail("mallory@example.org", "knightpanic challenge alice bob")
    assert "challenge only in your own name" in text_of(mail)
    answer, notice = board.mail("ALICE@example.org", "knightpanic challenge alice bob")
    assert answer["To"], notice["To"] == ("ALICE@example.org", "bob@example.com")


@pytest.mark.parametrize("move", ["a1-c5", "A1C5", "a1 c5", "a1 to c5", "a1-c5#1", "a1 c5 #1"])
def test_moves_are_read_generously(board, move):
    """Every usual notation plays the same move, with its ply or without."""
    answer = board.say(f"knightpanic move 101 {ALICE} {move}")
    assert answer.ok
    assert answer.data["moves"] == ["a1-c5"]
    assert (answer.data["ply"], answer.data["to_move"]) == (1, 1)


@cases(
    ("line", "why"),
    [
        (f"move 101 {BOB} a7-c3", "It isn't your turn on board 101. It's alice's turn"),
        (f"move 101 {ALICE} a1-e5", "isn't a knight's move"),
        (f"move 101 {ALICE} a7-c3", "The piece on a7 is Black's"),
        (f"move 101 {ALICE} a3-c7", "There is no piece on a3"),
        (f"move 101 {ALICE} a1-b2", "no square b2 on this board"),
        (f"move 101 {ALICE} c1-g1", "isn't a knight's move"),
        (f"move 101 {ALICE} a1-e1", "isn't a knight's move"),
        (f"move 101 {ALICE} hello", "isn't a Knight Panic move"),
        (f"move 101 {ALICE} a1-c5#2", "Move 2 isn't due yet. The next move is move 1"),
        (f"move 101 {ALICE} pass", 'no "pass"'),
        (f"move 101 {ALICE} swap", 'no "swap"'),
        ("move 101 alice wrong a1-c5", "password is wrong"),
        (f"move 101 {BOB.replace('bob', 'alice')} a1-c5", "password is wrong"),
        ("move 101 nobody pw a1-c5", "password is wrong"),
        (f"move 999 {ALICE} a1-c5", "There is no Knight Panic board 999"),
        (f"move 101 carol {PLAYERS['carol'][0]} a1-c5", "carol isn't a player on"),
        (f"resign 101 carol {PLAYERS['carol'][0]}", "carol isn't a player on"),
    ],
)
def test_moves_that_cannot_be(board, line, why):
    """Each is refused with its reason, changes nothing and tells nobody else."""
    before = state(board)
    answer = board.say(f"knightpanic {line}")
    assert answer.status is Status.REFUSED
    assert why in said(answer)
    assert state(board) == before
    assert not board.mails()


def test_an_illegal_move_brings_the_legal_ones(board):
    """The refusal lists the legal moves."""
    answer = board.say(f"knightpanic move 101 {ALICE} a1-a3")
    assert "Legal moves (10):\na1-c5 a1-e3" in said(answer)


def test_a_guarded_move_acts_once(board):
    """The same move with its ply, sent twice, is refused the second time."""
    line = f"knightpanic move 101 {ALICE} a1-c5#1"
    assert board.say(line).ok
    board.say(f"knightpanic move 101 {BOB} a7-c3")
    assert "Move 1 has already been made" in said(board.say(line))
    assert state(board)["ply"] == 2


def test_comments_reach_both_players_without_the_password(board):
    """Words after the move and the mail's body are the comment; the password in them is hidden."""
    answer, notice = board.mail(
        "alice@example.org",
        f"knightpanic move 101 {ALICE} a1-c5 your turn, we're #1",
        "Dear Bob,\n\nI typed: move 101 alice Xa!11ce-X a1-c5\n> quoted\nGood luck!\n-- \nAlice",
    )
    for mail in (answer, notice):
        comment = text_of(mail).split("*" * 60)[1]
        assert comment.startswith("\nalice writes:\n\nyour turn, we're #1\nDear Bob,")
        assert "I typed: move 101 alice *** a1-c5" in comment
        assert "quoted" not in comment
        assert comment.endswith("Good luck!\n")


def test_a_won_game_is_over(board):
    """The mail names winner and reason; no more moves are taken."""
    board.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    answer = board.say(f"knightpanic move 101 {ALICE} g1-e5")
    assert "You won.\nBlack's piece on a7 can't move." in said(answer)
    assert answer.data["winners"] == [0]
    assert answer.data["places"] == [1, 2]
    assert answer.data["to_move"] is None
    late = board.say(f"knightpanic move 101 {BOB} e3-a1")
    assert "is over: alice won" in said(late)
    assert "is over: alice won" in said(board.say(f"knightpanic resign 101 {BOB}"))


def test_resigning_on_ones_turn_loses(board):
    """After one's first move, resigning ends the game for the other."""
    board.play("knightpanic", 101, "a1-c5", "a7-c3")
    answer = board.say(f"knightpanic resign 101 {ALICE}")
    assert "Game won by bob.\nWhite resigned." in said(answer)
    assert {mail["To"] for mail in board.mails()} == {"alice@example.org", "bob@example.com"}


def test_resigning_before_ones_first_move_declines(board):
    """The board is removed, both are told, and its number isn't used again."""
    board.play("knightpanic", 101, "a1-c5")
    assert board.say(f"knightpanic move 101 {BOB} resign").ok
    assert "bob declined the game" in said(board.say("knightpanic show 101"))
    assert board.say("knightpanic games all").data == {"boards": []}
    assert board.say("knightpanic challenge alice bob").data["board"] == 102


def test_resigning_out_of_turn_waits_for_the_turn(board):
    """A resignation is stored, and executed when the turn comes."""
    board.play("knightpanic", 101, "a1-c5", "a7-c3")
    assert "You'll resign when your turn comes" in said(board.say(f"knightpanic resign 101 {BOB}"))
    assert state(board)["winners"] is None
    answer = board.say(f"knightpanic move 101 {ALICE} c1-g3")
    assert answer.data["winners"] == [0]
    assert "bob resigns, as announced." in said(answer)


def test_resigning_out_of_turn_twice_takes_it_back(board):
    """A second resignation out of turn cancels the first."""
    board.play("knightpanic", 101, "a1-c5", "a7-c3")
    board.say(f"knightpanic resign 101 {BOB}")
    assert "canceled" in said(board.say(f"knightpanic resign 101 {BOB}"))
    assert board.say(f"knightpanic move 101 {ALICE} c1-g3").data["winners"] is None


def test_show_looks_back(board):
    """BOARD#PLY shows the position after that ply."""
    board.play("knightpanic", 101, "a1-c5", "a7-c3", "c1-g3")
    answer = board.say("knightpanic show 101#1")
    assert answer.data["moves"] == ["a1-c5"]
    assert said(answer).startswith("Summary of Knight Panic Board 101, after move 1")
    assert "Move 4 hasn't been made yet" in said(board.say("knightpanic show 101#4"))


def test_show_tells_programs_all(board):
    """The data of a board has the fields that LANGUAGE.md names."""
    board.play("knightpanic", 101, "a1-c5")
    assert state(board) == {
        "game": "knightpanic",
        "board": 101,
        "ply": 1,
        "to_move": 1,
        "players": ["alice", "bob"],
        "options": ["-size=4", "-2d", "-mover_wins", "-extra=0"],
        "moves": ["a1-c5"],
        "winners": None,
    }


def test_boards_are_listed_by_player_and_state(board):
    """Games and show take userids and a selector."""
    board.say("knightpanic challenge carol alice")
    board.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")

    def numbers(line):
        return [entry["board"] for entry in board.say(f"knightpanic games {line}").data["boards"]]

    assert numbers("") == [102]
    assert numbers("all") == [102, 101]
    assert numbers("bob") == []
    assert numbers("bob inactive") == [101]
    assert numbers("alice bob all") == [102, 101]
    assert (numbers("alice next"), numbers("carol next")) == ([], [102])
    shown = board.say("knightpanic show carol next").data["boards"]
    assert [entry["board"] for entry in shown] == [102]
    shown = board.say("knightpanic show alice all").data["boards"]
    assert [entry["board"] for entry in shown] == [102, 101]


def test_list_counts_boards(board):
    """Each game is listed with its numbers of running and finished boards."""
    (entry,) = board.say("list Knight Panic").data["games"]
    assert entry == {"game": "knightpanic", "running": 1, "finished": 0}


def test_legal_and_preview_need_no_board(site):
    """`new` stands for a board with the given options; nothing is stored."""
    answer = site.say("knightpanic legal new -3d a1-c5")
    assert (answer.data["ply"], answer.data["to_move"], answer.data["winners"]) == (1, 1, None)
    assert answer.data["moves"] == sorted(answer.data["moves"])
    assert "Black is to move." in said(answer)
    preview = site.say("knightpanic preview new a1-c5 -size=5")
    assert "9  x x x x x  9" in said(preview)
    assert site.say("list").data["games"][0]["running"] == 0


@pytest.mark.parametrize("place", ["101", "101#1"])
def test_legal_moves_of_a_piece(board, place):
    """A square alone asks for the moves of the piece on it, in games with choice of pieces."""
    board.play("knightpanic", 101, "a1-c5")
    answer = board.say(f"knightpanic legal {place} c7")
    assert answer.data["moves"] == ["c7-a3", "c7-e3", "c7-g5"]
    assert answer.content.piece == "c7"
    text = rendering.text(answer.content)
    assert "The piece on c7. Legal moves (3):\nc7-a3 c7-e3 c7-g5\n" in text


def test_legal_moves_of_a_piece_on_a_new_board(site):
    """Moves of a piece are listed without a board."""
    answer = site.say("knightpanic legal new A1")
    assert (answer.data["moves"], answer.data["ply"]) == (["a1-c5", "a1-e3"], 0)


@pytest.mark.parametrize("square", ["c5", "e5", "z9"])
def test_squares_of_no_such_piece_are_moves(board, square):
    """An empty square, one off the board, or another player's piece is refused as a move."""
    board.play("knightpanic", 101, "a1-c5")
    answer = board.say(f"knightpanic legal 101 {square}")
    assert f'"{square}"' in rendering.text(answer.content)
    assert not answer.ok


def test_legal_when_it_is_over(site):
    """A finished game has no moves, and the answer names the winner."""
    answer = site.say("knightpanic legal new a1-c5 c7-e3")
    assert answer.data == {
        "ply": 2,
        "to_move": None,
        "winners": [0],
        "places": [1, 2],
        "moves": [],
    }


@cases(
    ("line", "why"),
    [
        ("legal new a1-c5 a1-c5", 'Move 2 of 2, "a1-c5": There is no piece on a1'),
        ("legal new a1-c5 c7-e3 a1-c5", "The game is over"),
        ("legal 101 -3d", 'Give options only with "new"'),
        ("legal old", '"old" isn\'t a board'),
        ("preview new", "Some words are missing"),
        ("preview 101 a7-c3", "The piece on a7 is Black's"),
    ],
)
def test_legal_and_preview_refuse(board, line, why):
    """A bad move is named with its number; bad board references and options are refused too."""
    assert why in said(board.say(f"knightpanic {line}"))


def test_the_admin_needs_no_password(board):
    """With --as-admin the password may be left out, a dash, or anything."""
    for number, words in enumerate(["alice a1-c5", "bob - a7-c3", "alice wrong c1-g3"], 1):
        answer = board.say(f"knightpanic move 101 {words}", admin=True)
        assert (answer.ok, answer.data["ply"]) == (True, number)
    assert board.say("knightpanic resign 101 bob", admin=True).ok


def test_a_dash_needs_a_terminal(board):
    """Without a terminal a dash is refused with that reason."""
    assert "instead of the dash" in said(board.say("knightpanic move 101 alice - a1-c5"))


def test_the_admin_expels_nobody(site):
    """An admin's typing error on a strict board is refused, and told to nobody else."""
    site.sign_up("alice", "bob", "carol")
    site.begin("madknights challenge -strict -start=c3,f6,d5 alice bob carol")
    answer = site.say("madknights move 101 alice Xa!11ce-X zzz", admin=True)
    assert "Xa!11ce-X" not in said(answer)
    assert not site.mails()
    assert site.say("madknights move 101 alice Xa!11ce-X e4", admin=True).ok


def test_a_password_may_look_like_a_move(board):
    """A password that looks like a move is hidden in comments, not in moves."""
    board.say("signup dave c1-g3#11 d@example.org")
    board.say("knightpanic challenge dave bob")
    assert board.say("knightpanic move 102 dave c1-g3#11 c1-g3").data["moves"] == ["c1-g3"]


@cases("guard", ["#7, good luck", "# 9", "#9999999", "#7 hello", " #7."])
def test_guards_are_read_generously(board, guard):
    """A ply with unusual spelling still guards."""
    answer = board.say(f"knightpanic move 101 {ALICE} a1-c5{guard}")
    assert "isn't due yet" in said(answer)
    assert state(board)["ply"] == 0


def test_a_guard_without_a_number_is_refused(board):
    """A # after the move must be followed by a number."""
    assert "such as #3" in said(board.say(f"knightpanic move 101 {ALICE} a1-c5 #x"))


@cases("line", ["show 101", "move 101 alice pw a1-c5", "challenge a b"])
def test_a_line_without_its_game_is_explained(site, line):
    """The refusal says that the game's name comes first."""
    assert "Which game?" in said(site.say(line))


def test_passwords_are_the_same_however_they_are_composed(site):
    """Composed and decomposed accented letters are the same in passwords."""
    assert site.say("signup dave p\u00e4ss-wort9 d@example.org").ok
    site.say("signup erin pa55-of-erin e@example.org")
    site.say("panic challenge dave erin")
    assert site.say("panic move 101 dave pa\u0308ss-wort9 a1-c5").ok


@cases(
    "line",
    [
        "move 101 h9nter2-q a1-c5 hello there",
        "move h9nter2-q 101 alice a1-c5",
        "move 101 alice h9nter2-q",
        "move alice h9nter2-q a1-c5",
        "move 101 alice h9nter2-q h9nter2-q a1-c5",
        "resign h9nter2-q",
        "resign 101 h9nter2-q alice",
        "resign h9nter2-q alice 101",
        "resign 101 alice h9nter2-q extra",
    ],
)
def test_no_password_is_quoted(board, line):
    """No refusal shows a password, whatever its place in the line."""
    board.say("signup hunter h9nter2-q h@example.org")
    before = state(board)
    assert "h9nter2-q" not in said(board.say(f"knightpanic {line}"))
    assert state(board) == before


def test_a_password_typed_twice_is_hidden(board):
    """The move's text is quoted, except where it repeats the password."""
    answer = board.say("knightpanic move 101 alice Xa!11ce-X Xa!11ce-X a1-c5")
    assert not answer.ok
    assert "Xa!11ce-X" not in said(answer)


def test_internal_errors_are_answered_with_a_reference(board, monkeypatch, capsys):
    """A bug changes nothing, is logged without the line, and shows no traceback to anybody."""
    monkeypatch.setattr("pbm.match.match.Match.play", lambda *_: 1 / 0)
    answer = board.say(f"knightpanic move 101 {ALICE} a1-c5")
    reference = re.search(r"this reference: (\w+)\.", said(answer))[1]
    logged = capsys.readouterr().err
    assert reference in logged
    assert "Xa!11ce-X" not in logged
    assert "Traceback" not in said(answer)


def test_a_mail_waits_for_a_machine_that_lacks_files(board, monkeypatch):
    """It isn't answered: its sender gets 451, and sends it again."""

    def open_file(*_):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("pbm.match.match.Match.play", open_file)
    with pytest.raises(OSError, match="Too many open files"):
        board.say(f"knightpanic move 101 {ALICE} a1-c5")


def test_help_explains_games_commands_and_topics(site):
    """Every topic has a page, and an unknown one brings a suggestion."""
    for subject in ("", "knightpanic", "Knight Panic", "move", "knightpanic move", "commands"):
        assert site.say(f"help {subject}").ok
    assert said(site.say("knightpanic rules")) == said(site.say("help panic"))
    assert said(site.say("panic help move")) == said(site.say("help knightpanic move"))
    assert 'Did you mean "move"?' in said(site.say("help mvoe2"))


def test_answers_are_json(board):
    """The data of an answer can be written as JSON."""
    for line in ("list", "help", "knightpanic games", "knightpanic legal 101"):
        json.dumps(board.say(line).data)

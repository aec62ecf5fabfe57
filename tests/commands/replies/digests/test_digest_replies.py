"""Replies to a digest of several boards."""

import re
from datetime import timedelta

import pytest

from commands.cli.database.backups.new_generation import begin_new_generation
from commands.server.workers.clock_watcher import ClockWatcher
from pbm import games
from tests.commands.replies.test_replies import AT_ALICE
from tests.support.site import PLAYERS, simple_mail, text_of, words_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_BOB = PLAYERS["bob"][1]
PANIC = "Knight Panic against bob"


@pytest.fixture
def digest(site):
    """A site on which alice got a digest of 101 and 102 of Knight Panic, and Trailblazer 103."""
    return site, site.once(_digest)


def _digest(site):
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    site.begin("knightpanic challenge alice bob")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.mails()
    return next_digest(site)


def next_digest(site):
    """Returns the digest of the next evening at 18:00."""
    while site.clock.forward(hours=1) or site.clock.time.hour != 18:
        pass
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=1)).tick()
    (mail,) = [mail for mail in site.mails() if mail["Subject"].startswith("Your move in")]
    return mail


def send(site, sender, mail, body):
    """Sends an email to the reply address of the digest; returns the mails that this causes."""
    return site.receive(sender, simple_mail(sender, "", body), mail["Reply-To"])


def asked(mails):
    return [mail["Subject"] for mail in mails if mail["Subject"].startswith("Please confirm")]


def news(mails):
    return "\n".join(map(text_of, mails))


def test_moves_are_made_on_all_boards(digest):
    site, mail = digest
    mails = site.reply(mail, "101: a1-e3\n102: a1-c5\n103: right")
    assert not asked(mails)
    text = news(mails)
    assert all(f"alice moves {move}" in text for move in ("a1-e3", "a1-c5", "(0,1)"))


def test_full_commands_accept_a_dash(digest):
    site, mail = digest
    mails = site.reply(mail, "knightpanic move 102 alice - a1-c5\nknightpanic legal 101")
    assert not asked(mails)
    assert "alice moves a1-c5" in news(mails)


def test_commands_that_cannot_be_undone_are_asked_about(digest):
    site, mail = digest
    for line in ("103: resign", "102: draw?", "102: undo"):
        assert len(asked(site.reply(mail, line))) == 1, line


def test_a_board_that_has_changed_is_asked_about(digest):
    site, mail = digest
    site.clock.forward(minutes=1)
    site.play("knightpanic", 102, "a1-c5", "a7-c3")
    mails = site.reply(mail, "101: a1-e3\n102: c1-e5")
    assert asked(mails) == ["Please confirm: knightpanic move 102 c1-e5"]
    assert "alice moves a1-e3" in news(mails)
    (question,) = [mail for mail in mails if mail["Subject"] in asked(mails)]
    assert "alice moves c1-e5" in news(site.reply(question, "yes"))


def test_another_address_proves_nothing(digest):
    site, mail = digest
    mails = send(site, "eve@example.org", mail, "101: a1-e3")
    assert "alice moves" not in news(mails)
    assert [mail["To"] for mail in mails if mail["Subject"] in asked(mails)] == [AT_ALICE]


def test_the_address_is_useless_for_other_players(digest):
    site, mail = digest
    assert "moves" not in news(send(site, AT_BOB, mail, "knightpanic move 101 bob - a7-c3"))
    assert "moves" not in news(site.reply(mail, "knightpanic move 101 bob - a7-c3"))


def test_an_address_that_others_know_proves_nothing(digest):
    site, mail = digest
    site.reply(mail, "Thanks!", Cc="bob@example.org")
    mails = site.reply(mail, "101: a1-e3")
    assert len(asked(mails)) == 1
    assert "alice moves" not in news(mails)


def test_a_new_password_ends_the_address(digest):
    site, mail = digest
    site.mail(AT_ALICE, f"change password {ALICE} Nb!77zz-Q")
    site.mails()
    mails = site.reply(mail, "101: a1-e3")
    assert "alice moves" not in news(mails)


def test_a_restored_backup_makes_the_address_old(digest):
    site, mail = digest
    with site.database.work() as work:
        context = site.services.server_context(work)
        begin_new_generation(site.database, work, context, site.mailer)
    assert len(asked(site.reply(mail, "101: a1-e3"))) == 1


def test_the_address_is_masked_in_text_for_others(digest):
    site, mail = digest
    token = mail["Reply-To"].partition("+")[2].partition("@")[0]
    text = f"knightpanic chat 101 alice -\n\nWrite to {mail['Reply-To']} or {token}"
    assert token not in news(site.reply(mail, text))


def test_a_move_without_a_number_is_asked_about(digest):
    """It must be legal on exactly one board."""
    site, mail = digest
    questions = {
        "right": ["Please confirm: trailblazer move 103 (0,1)"],
        "trailblazer: I resign": ["Please confirm: trailblazer resign 103 alice"],
        "3. right": ["Please confirm: trailblazer move 103 (0,1)"],
        "a1-c5": [],
        "Panic: a1-c5": [],
        "104 a1-c5": [],
        "104: right": [],
    }
    for line, subjects in questions.items():
        assert asked(site.reply(mail, line)) == subjects, line


def test_the_answer_asks_which_board_is_meant(digest):
    site, mail = digest
    for line, numbers in {
        "resign": f"101 ({PANIC}), 102 ({PANIC}) or 103 (Trailblazer against bob)",
        "a1-c5": f"101 ({PANIC}) or 102 ({PANIC})",
    }.items():
        (answer,) = site.reply(mail, line)
        question = (
            f'Which board do you mean by "{line}"? Begin the line with its number: {numbers}.'
        )
        assert " ".join(text_of(answer).split()) == question


QUOTED = """\
On Sun, 1 Mar 2026 at 18:00, pbm <pbm@example.net> wrote:
> Knight Panic Board 101: alice - bob
> Legal moves: a1-c5 a1-e3
{}
> ------------------------------
> Knight Panic Board 102: alice - bob
> 103: right
{}
> Trailblazer Board 103: alice - bob
> Legal moves: right
{}
"""


def test_moves_between_the_quoted_boards_count_for_the_board_above(digest):
    site, mail = digest
    mails = site.reply(mail, QUOTED.format("a1-e3", "c1-e5", "down"))
    assert asked(mails) == ["Please confirm: knightpanic move 101 a1-e3, and 2 more"]
    text = news(site.reply(mails[-1], "yes"))
    assert all(f"alice moves {move}" in text for move in ("a1-e3", "c1-e5", "(1,0)"))


def test_nothing_quoted_is_obeyed(digest):
    site, mail = digest
    for mails in (
        site.reply(mail, QUOTED.format("", "", "")),
        site.reply(mail, QUOTED.format("", "", "Will look tonight.")),
    ):
        assert not asked(mails)
        assert "alice moves" not in news(mails)


def test_other_boards_are_shown(digest):
    site, mail = digest
    text = news(site.reply(mail, "101: show\n102: legal"))
    assert "Knight Panic Board 101" in text
    assert "a1-c5" in text


def test_text_that_was_not_read_is_named(digest):
    site, mail = digest
    for unread in ("104: a1-c5", "Trailblazer one zero"):
        text = " ".join(news(site.reply(mail, f"101: a1-e3\nThanks!\n{unread}")).split())
        assert f'We ignored "{unread}".' in text


def test_a_reply_without_a_command_gets_help(digest):
    site, mail = digest
    for line in ("Thanks!", "101: yes", ""):
        (answer,) = site.reply(mail, line)
        text = " ".join(text_of(answer).split())
        assert f"101 ({PANIC}), 102 ({PANIC}) and 103 (Trailblazer against bob)" in text, line


def test_another_address_learns_nothing_about_the_boards(digest):
    site, mail = digest
    for line in ("right", "resign", "Thanks!"):
        text = news(send(site, "eve@example.org", mail, line))
        assert "Trailblazer" not in text


def test_unsubscribing_by_reply_keeps_the_account(digest):
    site, mail = digest
    assert "Fewer emails, or none" in [mail["Subject"] for mail in site.reply(mail, "stop")]


def test_settings_of_the_reader_can_be_changed(digest):
    site, mail = digest
    lines = {
        "change delivery daily 8": "change delivery daily 8",
        "Could you send these at 8 in the morning instead? cheers": "change delivery daily 8",
        "¿Puedes enviar estos a las 8?": "change delivery daily 8",
        "I'm on holiday until 14 March": "vacation until 2026-03-14",
    }
    for text, line in lines.items():
        (answer,) = site.reply(mail, text)
        assert line in news([answer]), text
        site.clock.forward(hours=1)
    (answer,) = site.reply(mail, "get me a beer at 8")
    assert "can't tell what you want to do" in news([answer])


def test_ordinals_and_list_marks_count_the_boards(digest):
    site, mail = digest
    expected = "Please confirm: knightpanic move 101 g1-c3, and 2 more"
    for text in (
        "first one g1-c3, second e1-g5, third right",
        "Erstes Spiel g1-c3, beim zweiten e1-g5, drittes nach rechts",
        "1. g1-c3\n2. e1-g5\n3. right",
        "first one g1-c3, second one e1-g5, trailblazer right",
        "the first: g1-c3\nthe second: e1-g5\nthe third: right",
        "first\ng1-c3\n\nsecond one\ne1-g5\n\nthird game\nright",
        "le premier g1-c3, le deuxième e1-g5, le troisième droite",
    ):
        assert asked(site.reply(mail, text)) == [expected], text
    assert not asked(site.reply(mail, "first one g1-c3, fourth right"))
    (last,) = asked(site.reply(mail, "last one: right. the rest after work"))
    assert last == "Please confirm: trailblazer move 103 (0,1)"


def test_opponents_name_their_boards(site):
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    site.begin("knightpanic challenge alice bob")
    site.begin("knightpanic challenge alice carol", "trailblazer challenge alice bob")
    site.mails()
    mail = next_digest(site)
    for text in (
        "I play c1-g3 against Carol\nthe others later",
        "with Carol I play c1-g3",
        "I go c1-g3 in Carol's game",
    ):
        assert asked(site.reply(mail, text)) == ["Please confirm: knightpanic move 102 c1-g3"], text
    mails = site.reply(mail, "carol: g1-c3\nbob trail: downn")
    assert 'We ignored "bob trail: downn"' in " ".join(news(mails).split())
    answer = " ".join(news(site.reply(mail, "i resign the one against bob")).split())
    assert "101 (Knight Panic against bob) or 103 (Trailblazer against bob)" in answer


def test_words_behind_a_number_are_chat_after_a_yes(digest):
    site, mail = digest
    mails = site.reply(mail, "101: Good game so far!")
    assert asked(mails) == ["Please confirm: knightpanic chat 101 alice"]
    assert [each["To"] for each in mails] == [AT_ALICE]
    assert "Good game so far!" in news(site.reply(mails[0], "yes"))


def test_a_command_can_be_for_several_boards(digest):
    site, mail = digest
    mails = site.reply(mail, "101 and 102: propose")
    assert asked(mails) == ["Please confirm: knightpanic move 101 propose, and 1 more"]


def test_a_board_about_which_the_writer_still_thinks_gets_no_chat(digest):
    site, mail = digest
    mails = site.reply(mail, "101: a1-e3\n102: still thinking\n103: let me think about it")
    assert asked(mails) == []
    assert "still thinking" not in news([each for each in mails if each["To"] != AT_ALICE])


def test_the_answer_names_a_board_that_the_player_does_not_have(digest):
    site, mail = digest
    for line in ("Board 104: b2-b4 please", "104 a1-c5"):
        (answer,) = site.reply(mail, line)
        assert "You aren't playing on board 104." in text_of(answer), line


def test_all_commands_below_a_quoted_heading_are_for_its_board(digest):
    site, mail = digest
    body = "> Board 101 against bob\na1-e3\n> Board 102 against bob\nresign\n"
    (question,) = [each for each in site.reply(mail, body) if asked([each])]
    assert "knightpanic resign 102 alice" in text_of(question)


def test_thanks_are_welcome(digest):
    site, mail = digest
    for text in ("Thanks for the overview, very handy!", "Vielen Dank"):
        (answer,) = send(site, AT_ALICE, mail, text)
        assert "You're welcome!" in text_of(answer), text
    (answer,) = send(site, AT_ALICE, mail, "Thanks, what is my rating there?")
    assert "You're welcome!" not in text_of(answer)


def test_a_line_can_tell_an_opponent_something(digest):
    site, mail = digest
    for line in ("Tell Bob on 102 happy birthday", "Sag Bob auf Brett 102: happy birthday"):
        mails = send(site, AT_ALICE, mail, line)
        assert asked(mails) == ["Please confirm: knightpanic chat 102 alice"], line
        assert "we'll send this text: happy birthday" in " ".join(news(mails).split()), line
    assert not asked(send(site, AT_ALICE, mail, "Tell me on 102 the legal moves"))


def test_a_square_that_several_moves_reach_is_asked_about(digest):
    site, mail = digest
    text = " ".join(news(send(site, AT_ALICE, mail, "101 e5\n102 e3")).split())
    assert "Knight Panic board 101: do you mean c1-e5 or g1-e5?" in text
    assert "Please confirm: knightpanic move 102 a1-e3" in text


def test_one_move_can_be_for_both_boards_on_which_it_is_the_turn(site):
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    site.begin(
        *(f"knightpanic challenge {who}" for who in ("alice bob", "bob alice", "alice carol"))
    )
    site.mails()
    mail = next_digest(site)
    subjects = ["Please confirm: knightpanic move 101 a1-c5, and 1 more"]
    for line in ("On both boards a1 to c5 please", "na 101 gram a1-c5, na 103 to samo"):
        mails = send(site, AT_ALICE, mail, line)
        assert asked(mails) == subjects, line
        assert "knightpanic move 103 a1-c5" in news(mails), line
    for line in (
        "Auf Brett 103 ziehe ich c1-g3. Bei 101 muss ich noch überlegen.",
        "101 still thinking, 103 c1-g3",
    ):
        mails = send(site, AT_ALICE, mail, line)
        assert asked(mails) == ["Please confirm: knightpanic move 103 c1-g3"], line


EXACT = {
    "Trailblazer 101: right": "(0,1)",
    "trailblazer 101 down": "(1,0)",
    "Trailblazer board #101: (0,1)": "(0,1)",
    "- TRAILBLAZER 101 - (1,0)": "(1,0)",
    "2. Trailblazer 101: 0,1": "(0,1)",
    "knightpanic 101 c1-g3": "c1-g3",
    "Knight Panic 101: c1-e5": "c1-e5",
}
GUESSED = {
    "I dreamt of trailblazer 101 (0,1)": "trailblazer move 101 0,1",
    "trailblazer 101 (0,1)?": "trailblazer move 101 (0,1)",
    "trailblazer 101: maybe (0,1)": "trailblazer move 101 (0,1)",
    "trailblazer 102: c1-g3": "knightpanic move 102 c1-g3",
    "102: c1-g3?": "knightpanic move 102 c1-g3",
    "I go down against carol": "trailblazer move 101 (1,0)",
    "knightpanic 101 resign": "knightpanic resign 101 alice",
}


@pytest.fixture
def same_numbers(site):
    """A digest of Knight Panic 101 and 102, and Trailblazer 101."""
    return site, site.once(_same_numbers)


def _same_numbers(site):
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice carol")
    site.begin("knightpanic challenge alice bob")
    site.mails()
    return next_digest(site)


@pytest.mark.parametrize(("line", "move"), EXACT.items())
def test_a_game_and_a_number_name_a_board_exactly(line, move, same_numbers):
    site, mail = same_numbers
    mails = site.reply(mail, line)
    assert not asked(mails)
    assert f"alice moves {move}." in news(mails)


def test_other_names_of_boards_and_questions_are_asked_about(same_numbers):
    site, mail = same_numbers
    for line, command in GUESSED.items():
        mails = site.reply(mail, line)
        assert asked(mails) == [f"Please confirm: {command}"], line
        assert "alice moves" not in news(mails), line
        site.clock.forward(hours=5)


POSTPONED = (
    *("will do the other one tomorrow", "The rest later!", "I'll do the others tomorrow."),
    *("Die anderen mache ich morgen.", "je jouerai les autres demain", "rest tomorrow"),
    *("Las otras mañana", "le altre domani", "de rest morgen", "resztę zrobię jutro"),
)
NOT_POSTPONED = (
    *("resign the other one tomorrow", "tomorrow down on the other one", "the other one up"),
    *("do the other one tomorrow?", "draw in the other game"),
)


def test_lines_about_later_moves_are_no_commands(same_numbers):
    site, mail = same_numbers
    for line in (*POSTPONED, *NOT_POSTPONED):
        mails = site.reply(mail, f"102: a1-c5\n\n{line}")
        to_alice = [each["Subject"] for each in mails if each["To"] == AT_ALICE]
        assert (to_alice[0] == "Results of 2 commands") == (line in NOT_POSTPONED), line
        site.say("knightpanic rollback 102 0", admin=True)
        site.clock.forward(hours=5)


def serve_classics():
    pytest.importorskip("pyspiel")
    games.choose("")


@pytest.fixture
def three_boards(site):
    """A digest of Knight Panic 101, Trailblazer 101 and Chess 101."""
    serve_classics()
    return site, site.once(_three_boards)


def _three_boards(site):
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.begin("chess challenge alice carol")
    site.mails()
    return next_digest(site)


PLAYED = {
    "101: c1-g3": "c1-g3",
    "101: e4": "e4",
    "101: right": "(0,1)",
    "e4 on 101": "e4",
    "101: c1-g3\n101: e4\n101: right": "(0,1)",
}
SHARED = (
    "101 is the number of three of your boards: Knight Panic 101, Trailblazer 101 and Chess 101."
)
REFUSED = {
    "101: e5": "Knight Panic 101: a1-c5",  # legal on none of the boards
    "101: zz9": "Knight Panic 101: a1-c5",
    "101: resign": "Knight Panic 101: resign",
    "101: show": "Knight Panic 101: show",
    "101: Good game so far!": "Knight Panic 101: Good game so far!",
}


@pytest.mark.parametrize(("lines", "move"), PLAYED.items())
def test_a_shared_number_means_the_board_on_which_the_move_is_legal(lines, move, three_boards):
    site, mail = three_boards
    mails = site.reply(mail, lines)
    assert not asked(mails)
    assert f"alice moves {move}." in news(mails)
    assert "your boards" not in news(mails)


def test_a_shared_number_with_an_unclear_text_is_refused(three_boards):
    site, mail = three_boards
    for line, example in REFUSED.items():
        (answer,) = site.reply(mail, line)
        text = " ".join(text_of(answer).split())
        assert f'{SHARED} Begin the line with the game, too, such as "{example}".' in text, line
        site.clock.forward(hours=5)


def test_a_shared_number_does_not_mean_a_board_on_which_others_are_to_move(three_boards):
    site, mail = three_boards
    site.play("knightpanic", 101, "c1-g3")
    mails = site.reply(mail, "101: a7-c3")  # bob's move
    assert "moves a7-c3" not in news(mails)
    assert f'{SHARED} Begin the line with the game, too, such as "Trailblazer 101: (0,1)".' in (
        " ".join(news(mails).split())
    )


def test_a_move_on_several_boards_with_the_number_is_refused(site):
    serve_classics()
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    site.begin("chess challenge alice bob", "antichess challenge alice bob")
    site.mails()
    (answer,) = site.reply(next_digest(site), "101: e4")
    assert (
        "101 is the number of two of your boards: Antichess 101 and Chess 101. "
        'Begin the line with the game, too, such as "Antichess 101: e4".'
    ) in " ".join(text_of(answer).split())


def test_a_game_and_a_number_name_a_board_for_chat(three_boards):
    site, mail = three_boards
    mails = site.reply(mail, "Chess 101: Good game so far!")
    assert asked(mails) == ["Please confirm: chess chat 101 alice"]


def test_examples_of_lines_name_the_game_of_a_shared_number(three_boards):
    site, mail = three_boards
    assert '"Knight Panic 101: a1-c5" or "Knight Panic 101: show"' in " ".join(
        news(site.reply(mail, "Hm.")).split()
    )
    text = " ".join(news(site.reply(mail, "101: e4\nTrailblazer one zero")).split())
    assert 'the game and number of the board and the move, such as "Knight Panic 101: a1-c5".' in (
        text
    )


def test_a_game_and_a_number_name_a_board_for_views(three_boards):
    site, mail = three_boards
    (answer,) = site.reply(mail, "Knight Panic 101: show")
    assert answer["Subject"] == "Knight Panic Board 101: alice - bob"


def headings(mail):
    """Returns the headings of the results in an answer."""
    return re.findall(r"(?m)^\d+\. .+$", text_of(mail))


def test_results_are_in_the_order_of_the_lines_with_their_boards(three_boards):
    site, mail = three_boards
    lines = (
        *("Chess 101: e4", "hello there old friend 999", "101: zz9", "101: c1-g3"),
        *("Trailblazer 101: right", "101: I think so, too"),
    )
    answer, *_ = site.reply(mail, "\n".join(lines))
    assert headings(answer) == [
        *("1. Chess 101", '2. "hello there old friend 999"', '3. "101: zz9"'),
        *("4. Knight Panic 101", "5. Trailblazer 101", '6. "101: I think so, too"'),
    ]


def test_a_refused_move_is_headed_by_its_board(digest):
    site, mail = digest
    mails = site.reply(mail, "101: a1-a3\n103: right\n102: e5")
    (answer,) = [each for each in mails if each["Subject"].startswith("Results")]
    assert headings(answer) == ["1. Knight Panic 101", "2. Trailblazer 103", "3. Knight Panic 102"]


def test_an_illegal_move_is_refused_with_the_board_on_which_it_is_legal(digest):
    site, mail = digest
    for line, suggestion in {
        "102: right": 'Did you mean "Trailblazer 103: (0,1)"?',
        "101: (1,0)": 'Did you mean "Trailblazer 103: (1,0)"?',
        "103: a1-c5": '"Knight Panic 101: a1-c5" or "Knight Panic 102: a1-c5"?',
        "101: a1-a3": "Legal moves (10)",
    }.items():
        mails = site.reply(mail, f"{line}\n102: show")
        assert not asked(mails), line
        assert suggestion in " ".join(map(words_of, mails)), line
    assert "alice moves (1,0)." in news(site.reply(mail, "Trailblazer 103: (1,0)"))


def test_a_move_on_two_lines_is_made_once(digest):
    site, mail = digest
    mails = site.reply(mail, "102: a1-c5\n103: right\n102: a1-c5")
    assert "It isn't your turn" not in news(mails)
    assert "alice moves a1-c5." in news(mails)


def test_two_moves_on_one_board_are_refused_and_others_made(digest):
    site, mail = digest
    mails = site.reply(mail, "102: a1-c5\n103: right\n102: c1-g3")
    assert "Your email has two moves for board 102: a1-c5 and c1-g3." in news(mails)
    assert "alice moves (0,1)." in news(mails)
    assert "alice moves a1-c5." not in news(mails)


def test_words_behind_the_moves_of_a_line_are_not_lost(digest):
    site, mail = digest
    for line, moves, note in (
        ("I play right on 103, and congrats on the baby, Bob!", "(0,1)", "We didn't send"),
        ("In 101 a1-e3, and on the trail thing 0,1.", "a1-e3, and 1 more", "103 (0,1)"),
        ("101: a1-e3 it rained here all day. 102: a1-c5", "a1-e3", "We ignored"),
    ):
        mails = site.reply(mail, line)
        (question,) = asked(mails)
        assert question.endswith(moves), line
        assert note in " ".join(map(words_of, mails)), line


def test_calling_off_a_game_resigns_it_after_a_yes(digest):
    site, mail = digest
    for line, note in (
        (
            "Please call off the trailblazer, I have no time. Knight Panic I keep, of course.",
            "We ignored",
        ),
        ("103: please cancel this game", ""),
    ):
        mails = site.reply(mail, line)
        assert asked(mails) == ["Please confirm: trailblazer resign 103 alice"], line
        assert note in news(mails), line


def test_spoken_clauses_mean_the_only_board_on_which_they_are_legal(digest):
    site, mail = digest
    for line in ("I go right, so zero comma one", "Well, zero comma one"):
        assert asked(site.reply(mail, line)) == ["Please confirm: trailblazer move 103 (0,1)"]
    mails = site.reply(mail, "トレイルブレイザーは（0，1）、ありがとう。")
    assert asked(mails) == ["Please confirm: trailblazer move 103 (0,1)"]
    mails = site.reply(mail, "Zero comma one, it rained here the whole weekend")
    assert "We ignored" in news(mails)
    assert not asked(site.reply(mail, "Right, zero comma one or down, what do you think?"))

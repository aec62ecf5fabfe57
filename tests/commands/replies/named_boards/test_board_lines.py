"""Lines that name a board are valid for that board, in any email."""

import re
from contextlib import closing

import pytest

from commands.replies.contexts.running_boards import NO_BOARDS
from commands.replies.named_boards.board_lines import MAX_LENGTH
from commands.replies.named_boards.board_names import BoardNames, is_same
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import Site, simple_mail, text_of, words_of


@pytest.fixture
def boards(site):
    """A site on which alice plays boards 101 and 102 of Knight Panic, and Trailblazer 103."""
    return site, begin_boards(site)


def begin_boards(site):
    site.sign_up("alice", "bob", "carol")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    (at_alice,) = [
        mail for mail in site.begin("knightpanic challenge alice bob") if mail["To"] == AT_ALICE
    ]
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.mails()
    return at_alice


ASKED = {
    "102: a1-c5": "knightpanic move 102 a1-c5",
    "#102 a1-c5": "knightpanic move 102 a1-c5",
    "board 102 a1-c5": "knightpanic move 102 a1-c5",
    "knightpanic 102 a1-c5": "knightpanic move 102 a1-c5",
    "knightpanic move 102 a1-c5": "knightpanic move 102 a1-c5",
    "a1-c5 on board 102": "knightpanic move 102 a1-c5",
    "102: a one to c five": "knightpanic move 102 a1-c5",
    "Brett 103: rechts": "trailblazer move 103 (0,1)",
    "102: a1-c5 propose": "knightpanic move 102 a1-c5 propose",
    "102 a1-c5 and offer him a draw": "knightpanic move 102 a1-c5 propose",
    "102 draw?": "knightpanic move 102 propose",
    "I give up on 103": "trailblazer resign 103 alice",
    "in 103 I'd go down": "trailblazer move 103 (1,0)",
    "And in 103 I'm going down, but don't tell anyone": "trailblazer move 103 (1,0)",
}
NAMED_BY_WORDS = {
    "My move in the other knight panic is a1-e3": "knightpanic move 102 a1-e3",
    "Trailblazer: down": "trailblazer move 103 (1,0)",
    "im Trailblazer nach rechts": "trailblazer move 103 (0,1)",
    "I resign the trailblazer game": "trailblazer resign 103 alice",
    "resign the trailblazer game for me": "trailblazer resign 103 alice",
    "and e1-g5 on the other one": "knightpanic move 102 e1-g5",
    "en la otra partida c1-e5": "knightpanic move 102 c1-e5",
    "sorry wrong mail, this was meant for 102: e1-g5": "knightpanic move 102 e1-g5",
    "resign all of them": "knightpanic resign 101 alice, and 2 more",
    "alle aufgeben": "knightpanic resign 101 alice, and 2 more",
}
BOTH_BOARDS = {
    "a1-c5 for both": "knightpanic move 102 a1-c5",
    "a1-c5 auf beiden Brettern": "knightpanic move 102 a1-c5",
    "a1-c5\n\n102 same please": "knightpanic move 102 a1-c5",
    "a1-c5\n\nThe other board: same move": "knightpanic move 102 a1-c5",
    "a1-c5\nen la 102 lo mismo": "knightpanic move 102 a1-c5",
    "a1-c5 here and c1-e5 on 102": "knightpanic move 102 c1-e5",
    "c1-e5 on 102 and a1-c5 on 101": "knightpanic move 102 c1-e5",
    "Tablero 102: c1-a5. En este: a1-c5.": "knightpanic move 102 c1-a5",
    "In der anderen Partie g1-c3, hier a1-c5": "knightpanic move 102 g1-c3",
    "Hier a1-c5, im Trailblazer rechts": "trailblazer move 103 (0,1)",
    "This one: a1-c5. Board 102: c1-e5. Trailblazer: down.": (
        "knightpanic move 102 c1-e5, and 1 more"
    ),
}


def test_a_line_counts_for_the_board_that_it_names(boards):
    """In a reply to another board, and in an email to the server. The player confirms it."""
    site, at_alice = boards
    for line, command in ASKED.items():
        for answers in (site.reply(at_alice, line), site.mail(AT_ALICE, "Hi", line)):
            (asked,) = answers
            assert asked["Subject"] == f"Please confirm: {command}", line


def test_words_name_the_board_that_fits_the_command(boards):
    site, at_alice = boards
    for line, command in NAMED_BY_WORDS.items():
        (asked,) = site.reply(at_alice, line)
        assert asked["Subject"] == f"Please confirm: {command}", line


def test_words_for_both_boards_move_here_and_ask_about_the_other():
    for text, command in BOTH_BOARDS.items():
        with closing(Site("")) as site:
            at_alice = begin_boards(site)
            mails = site.reply(at_alice, text)
            news = " ".join(map(words_of, mails))
            assert "alice moves a1-c5" in news or "Not played yet: a1-c5" in news, text
            assert f"Please confirm: {command}" in [mail["Subject"] for mail in mails], text


def test_the_answer_asks_which_board_or_move_is_meant(boards):
    site, at_alice = boards
    questions = {
        "I resign the other game": "Which board do you mean",
        "auf dem anderen Brett dasselbe": "Which move do you mean",
    }
    for text, question in questions.items():
        (answer,) = site.reply(at_alice, text)
        assert question in words_of(answer), text
        assert "as chat" not in words_of(answer), text


def test_chat_about_other_games_is_no_command(boards):
    site, at_alice = boards
    for text in (
        "The other game was fun!",
        "Do you like trailblazer? I find it harder than this one",
        "Both of us are tired, all the best!",
        "All my friends play chess",
    ):
        site.clock.forward(hours=2)
        (answer,) = site.reply(at_alice, text)
        assert "as chat, reply" in words_of(answer), text


def test_an_illegal_move_on_another_board_is_refused_with_its_moves(boards):
    site, _ = boards
    mails = site.mail(AT_ALICE, "Hi", "102 e1-g5, 103 left")
    news = " ".join(map(words_of, mails))
    assert "Please confirm: knightpanic move 102 e1-g5" in [mail["Subject"] for mail in mails]
    assert "Trailblazer board 103: " in news
    assert "Legal moves (2)" in news


def test_hostile_lines_are_read_to_the_end():
    """A pattern that backtracks would never come to an end."""
    for part in ("the other ", "all of my ", "both ", "the trailblazer ", "in on at for ", "102 "):
        names = BoardNames(NO_BOARDS)
        names.replaced((part * MAX_LENGTH)[:MAX_LENGTH])
        names.own_replaced((part * MAX_LENGTH)[:MAX_LENGTH])
        is_same((part * MAX_LENGTH)[:MAX_LENGTH])


AGAINST_CAROL = (
    "against Carol please play e1-g5",
    "in the game with carol: e1-g5",
    "please also play e1-g5 against Carol",
    "Could you play e1-g5 against carol too?",
    "vs. Carol: e1-g5",
    "and on the board against Carol, knight e1 to g5",
    "the game I'm playing against Carol: e one to g five",
    "e1-g5 for Carol",
    "Carol: e1-g5",
    "Carol's game: e1-g5",
    "the Carol game: e1-g5",
    "my move with Carol is e1-g5",
    "In der Partie gegen Carol ziehe ich von e1 nach g5",
    "gegen Carol bitte e1-g5",
    "dans la partie contre Carol : e1-g5 s'il te plaît",
    "en la partida con Carol, e1-g5 por favor",
    "en la partida de Carol e1-g5",
    "nella partita con Carol e1-g5",
    "tegen Carol speel ik e1-g5",
    "przeciwko Carol gram e1-g5",
    "no jogo com a Carol: e1-g5, por favor",
    "в партии с Carol хожу e1-g5",
    "Carol'a karşı e1-g5 oynuyorum",
    "Against Carol:\ne1-g5",
)
RESIGNED = (
    "resign the game with carol",
    "I want to resign against Carol",
    "I give up against Carol, she's too good",
    "Ich gebe gegen Carol auf",
    "j'abandonne contre Carol",
    "me rindo contra Carol",
    "mi arrendo contro Carol",
    "ik geef op tegen Carol",
    "Ik geef op tegen Carol, de andere partijen speel ik gewoon door",
    "Ich gebe gegen Carol auf, die anderen Partien spiele ich weiter",
    "me rindo contra Carol, las otras partidas las sigo",
    "poddaję się przeciwko Carol",
    "desisto contra a Carol",
    "сдаюсь против Carol",
    "Carol'a karşı pes ediyorum",
)
NOT_OBEYED = (
    "I had a great game against Carol yesterday, she opened with a1-c5",
    "With Carol I always lose after e1-g5",
    "I wonder whether e1-g5 works against Carol",
    "Should I play e1-g5 against Carol?",
    "You played e1-g5 against Carol last time, didn't you",
    "In 2019 I won with e1-g5 against Carol",
    "If I were you I'd play e1-g5 against Carol",
    "Gegen Carol hätte ich e1-g5 gespielt",
    "Contre Carol j'ai perdu avec e1-g5",
    "I'd never resign against Carol",
    "Ik geef op tegen Carol nooit iets toe, haha",
    "Als ik verlies geef ik op tegen Carol, denk ik",
    "I almost resigned against Carol",
    "If I lose the knight I resign against Carol",
    "resign the game against Carol if she plays c7-e3",
    "Good luck against Carol!",
)


@pytest.fixture
def rivals(site):
    """A site on which alice plays board 101 against bob, 102 against carol and 103 against bob."""
    return site, begin_against_rivals(site)


def begin_against_rivals(site):
    site.sign_up("alice", "bob", "carol")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    (at_alice,) = [
        mail for mail in site.begin("knightpanic challenge alice bob") if mail["To"] == AT_ALICE
    ]
    site.begin("knightpanic challenge alice carol", "trailblazer challenge alice bob")
    site.mails()
    return at_alice


def asked(mails):
    return [mail["Subject"] for mail in mails if mail["Subject"].startswith("Please confirm")]


@pytest.mark.slow
def test_an_opponent_names_the_board(rivals):
    site, at_alice = rivals
    for line in AGAINST_CAROL:
        for mails in (site.reply(at_alice, line), site.mail(AT_ALICE, "Hi", line)):
            assert asked(mails) == ["Please confirm: knightpanic move 102 e1-g5"], line
    for line in RESIGNED:
        for mails in (site.reply(at_alice, line), site.mail(AT_ALICE, "Hi", line)):
            assert asked(mails) == ["Please confirm: knightpanic resign 102 alice"], line


def test_other_words_about_an_opponent_are_not_obeyed(rivals):
    site, at_alice = rivals
    for line in NOT_OBEYED:
        for mails in (site.reply(at_alice, line), site.mail(AT_ALICE, "Hi", line)):
            assert not any(" 102 " in subject for subject in asked(mails)), line


def test_a_line_for_another_opponent_is_not_sent():
    for line in ("and against Carol please play e1-g5", "against Dave please play e1-g5"):
        with closing(Site("")) as site:
            at_alice = begin_against_rivals(site)
            mails = site.reply(at_alice, f"a1-c5\n\n{line}")
            (at_bob,) = [words_of(mail) for mail in mails if mail["To"] != AT_ALICE]
            assert "alice moves a1-c5" in at_bob, line
            assert "e1-g5" not in at_bob, line


def test_an_opponent_and_a_game_name_the_board(rivals):
    site, at_alice = rivals
    commands = {
        "resign against bob in trailblazer": "trailblazer resign 103 alice",
        "trailblazer against bob: right": "trailblazer move 103 (0,1)",
        "against bob: right": "trailblazer move 103 (0,1)",
        "offer carol a draw": "knightpanic move 102 draw",
        "resign the game with bob": "knightpanic resign 101 alice",
    }
    for line, command in commands.items():
        assert asked(site.reply(at_alice, line)) == [f"Please confirm: {command}"], line


def test_several_games_against_an_opponent_are_asked_about(rivals):
    site, _ = rivals
    (answer,) = site.mail(AT_ALICE, "Hi", "I resign the one against bob")
    choice = "101 (Knight Panic against bob) or 103 (Trailblazer against bob)"
    assert choice in words_of(answer)


def test_two_opponents_name_two_boards(rivals):
    site, _ = rivals
    text = "In the knight panic game with Bob a1 to c5, and in the one against Carol I give up."
    (question,) = site.mail(AT_ALICE, "Hi", text)
    assert "knightpanic move 101 a1-c5" in words_of(question)
    assert "knightpanic resign 102 alice" in words_of(question)


def test_one_move_for_both_boards_is_made_here_and_asked_about_there(rivals):
    site, at_alice = rivals
    mails = site.reply(at_alice, "same move on both knight panic boards pls: a1-c5")
    assert "alice moves a1-c5" in " ".join(map(words_of, mails))
    assert asked(mails) == ["Please confirm: knightpanic move 102 a1-c5"]


def test_lines_of_an_email_that_were_not_read_are_named(rivals):
    site, _ = rivals
    assert len(asked(site.mail(AT_ALICE, "Boards", "102 resign pls\n101 go on with a1-c5"))) == 1
    for line in ("102 I will think about it", "and a vacation until Friday please", "resign"):
        mails = site.mail(AT_ALICE, "Boards", f"101 a1-c5\n{line}\nThanks and best regards")
        assert f'We ignored "{line}".' in " ".join(map(words_of, mails)), line


def test_words_for_another_board_cast_no_doubt_on_a_numbered_move():
    for line in ("102: still thinking, tomorrow", "Carol: still thinking, tomorrow"):
        with closing(Site("")) as site:
            mails = site.reply(begin_against_rivals(site), f"101: a1-c5\n{line}")
            news = " ".join(map(words_of, mails))
            assert "alice moves a1-c5" in news, line
            assert 'On board 102, we ignored "still thinking, tomorrow".' in news, line


def test_the_own_board_s_move_is_made_and_the_others_are_asked_about(boards):
    site, at_alice = boards
    mails = site.reply(at_alice, "101: a1-c5\n102: c1-e5\n103: right")
    *_, asked = [mail for mail in mails if mail["To"] == AT_ALICE]
    assert any("alice moves a1-c5" in text_of(mail) for mail in mails)
    assert asked["Subject"] == "Please confirm: knightpanic move 102 c1-e5, and 1 more"
    news = "\n".join(map(text_of, site.reply(asked, "yes")))
    assert "alice moves c1-e5" in news
    assert "alice moves (0,1)" in news


def test_two_moves_for_one_board_are_refused(boards):
    site, at_alice = boards
    (refusal,) = site.reply(at_alice, "102: a1-c5\n102: c1-e5")
    assert "two moves for board 102: a1-c5 and c1-e5" in text_of(refusal)


def test_other_numbers_name_no_board(boards):
    """Numbers that are no board of the player's, and boards that are only mentioned."""
    site, at_alice = boards
    for line in ("102 points for you!", "See you in 2026", "Nice game on 102", "999: thanks"):
        subjects = [mail["Subject"] for mail in site.reply(at_alice, line)]
        assert not any(subject.startswith("Please confirm") for subject in subjects), line


def test_full_commands_are_left_alone(boards):
    site, _ = boards
    mails = site.mail(AT_ALICE, "", "knightpanic move 102 alice Xa!11ce-X a1-c5")
    assert "alice moves a1-c5" in text_of(to(mails, AT_ALICE))


def test_a_stranger_with_a_reply_address_learns_nothing_about_other_boards(boards):
    """A board of the player and one that doesn't exist get the same answer."""
    site, at_alice = boards

    def answers(number):
        content = simple_mail("eve@example.org", "Re: x", f"{number}: a1-c5")
        mails = site.receive("eve@example.org", content, at_alice["Reply-To"])
        texts = (text_of(mail).replace(number, "NUMBER") for mail in mails if "eve" in mail["To"])
        return [*texts]

    assert answers("102") == answers("105")


def test_many_words_before_a_number_are_read_at_once(boards):
    """A pattern of repeated words and signs would never come to an end."""
    site, at_alice = boards
    *_, asked = site.reply(at_alice, f"{'on ; ' * 40}x 102: a1-c5")
    assert "102" in text_of(asked)


def test_text_beside_a_line_for_another_board_is_not_dropped(boards):
    site, at_alice = boards
    texts = {
        "102: c1-e5. Good game so far, my friend": "We didn't send bob the rest of your reply",
        "c1-e5 on 102, and I like this one here": "We didn't send bob the rest of your reply",
    }
    for text, note in texts.items():
        mails = site.reply(at_alice, text)
        assert [mail for mail in mails if mail["To"] != AT_ALICE] == [], text
        assert any(note in " ".join(text_of(mail).split()) for mail in mails), text
        asked = [mail["Subject"] for mail in mails if "confirm" in mail["Subject"]]
        assert asked == ["Please confirm: knightpanic move 102 c1-e5"], text


def test_words_torn_off_a_request_about_another_board_are_not_sent(rivals):
    site, at_alice = rivals
    mails = site.reply(at_alice, "c1-g3\nps could you also do e1-a3 in my game with carol, ta")
    assert "alice moves c1-g3" in words_of(to(mails, AT_BOB))
    assert "could you" not in words_of(to(mails, AT_BOB))


def test_one_email_moves_on_all_boards_and_gives_the_opponent_no_other_text():
    for text, command, more in (
        ("Bob e1-g5, Carol: a1-c5", "knightpanic move 102 a1-c5", ""),
        ("102: a1-e3\n101: ditto", "knightpanic move 102 a1-e3", ", and 1 more"),
        ("I den första: a1-c5, i den andra: c1-g3", "knightpanic move 101 a1-c5", ", and 1 more"),
        ("a1-c5 against carol, but NOT here. here i have to think", "knightpanic move 102 a1", ""),
    ):
        with closing(Site()) as site:
            mails = site.reply(begin_against_rivals(site), text)
        (question,) = [mail["Subject"] for mail in mails if "confirm" in mail["Subject"]]
        assert question.startswith(f"Please confirm: {command}"), text
        assert question.endswith(more), text
        news = " ".join(map(words_of, mails))
        assert not re.search(r"You wrote: .*\d|You wrote: .*here|says:", news), text


def test_the_same_move_behind_a_move_is_for_the_other_boards():
    for text in ("a1-c5 please, same for the other one", "a1-c5 and the same against carol"):
        with closing(Site()) as site:
            site.sign_up("alice", "bob", "carol")
            begun = site.begin("knightpanic challenge alice bob")
            (at_alice,) = [mail for mail in begun if mail["To"] == AT_ALICE]
            site.begin("knightpanic challenge alice carol")
            site.mails()
            mails = site.reply(at_alice, text)
        news = " ".join(map(words_of, mails))
        assert "alice moves a1-c5" in news, text
        assert "alice writes" not in news, text
        assert "Please confirm: knightpanic move 102 a1-c5" in [
            mail["Subject"] for mail in mails
        ], text


def test_a_sentence_before_another_board_is_still_sent(rivals):
    site, at_alice = rivals
    mails = site.reply(at_alice, "c1-g3\nNice one! And e1-a3 in my game with carol")
    assert "Nice one" in words_of(to(mails, AT_BOB))


def test_a_move_for_a_board_that_the_writer_does_not_have_is_refused(boards):
    site, _ = boards
    for text, refusal in {
        "104: (0,1)": "You aren't playing on board 104.",
        "Board 104: (0,1) and board 101: a1-c5": 'Did you mean "Trailblazer 103: (0,1)"?',
        "knight panic 103: a1-c5": "You aren't playing on Knight Panic board 103.",
        "Trailblazer 102: down": 'Did you mean "Trailblazer 103: (1,0)"?',
    }.items():
        news = " ".join(map(words_of, site.mail(AT_ALICE, "Hi", text)))
        assert refusal in news, text
        assert "103 (" not in news, text


def test_a_number_of_no_board_is_asked_about(boards):
    site, at_alice = boards
    (error,) = site.reply(at_alice, "112: c1-g3 pls")
    assert "You aren't playing on board 112. Which board do you mean" in words_of(error)
    assert "101 (Knight Panic against bob) or 102 (Knight Panic" in words_of(error)


@pytest.mark.parametrize(
    "text", ["pareil, merci", "same please, thanks", "das Gleiche, danke", "hetzelfde, bedankt"]
)
def test_the_same_move_with_courtesies(text):
    assert is_same(text)


@pytest.mark.parametrize(
    "text",
    [
        "101 a1-c5\n102 to samo",
        "101: a1-c5\n102: same",
        "#101 a1-c5\n#102 same please",
        "board 101 a1-c5\nboard 102 the same",
        "101 - a1-c5\n\n102 pareil",
    ],
)
def test_the_same_move_as_on_the_own_board_by_its_number(text, boards):
    site, at_alice = boards
    mails = site.reply(at_alice, text)
    assert "alice moves a1-c5." in words_of(to(mails, AT_BOB))
    assert "knightpanic move 102 a1-c5" in text_of(to(mails, AT_ALICE))


@pytest.mark.parametrize(
    "text", ["102 to samo", "101 nice game\n102 same", "101 thanks!\n102 same"]
)
def test_the_same_move_as_none_is_asked_about(text, boards):
    site, at_alice = boards
    (answer,) = site.reply(at_alice, text)
    assert "Which move do you mean by" in words_of(answer)


def test_a_shared_number_means_the_board_on_which_the_move_is_legal(site):
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.mails()
    (asked,) = site.mail(AT_ALICE, "Hi", "101: c1-g3")
    assert asked["Subject"] == "Please confirm: knightpanic move 101 c1-g3"
    (refused,) = site.mail(AT_ALICE, "Hi", "101: c1-c7")
    assert 'such as "Knight Panic 101: a1-c5"' in words_of(refused)


def test_results_are_in_the_order_of_the_lines_with_their_boards(boards):
    """The own board comes first, because the other text of the reply is its comment."""
    site, at_alice = boards
    body = "102: still thinking\n103: down\n101: a1-c5"
    (answer, *_) = site.reply(at_alice, body)
    assert re.findall(r"(?m)^\d+\. .+$", text_of(answer)) == [
        *("1. Knight Panic 101", "2. Knight Panic 102", "3. Trailblazer 103"),
    ]


def test_a_line_that_is_no_command_is_not_called_unknown(boards):
    site, _ = boards
    (answer,) = site.mail(AT_ALICE, "multiple", "help\nknigth Xa!11ce-X")
    assert "2. not a command" in text_of(answer)
    assert "Xa!11ce-X" not in text_of(answer)

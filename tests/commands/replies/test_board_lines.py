"""Lines that name a board are valid for that board, in any email."""

import pytest

from tests.commands.replies.test_replies import AT_ALICE, to
from tests.support.site import simple_mail, text_of


@pytest.fixture
def boards(site):
    """A site on which alice plays boards 101 and 102 of Knight Panic, and Trailblazer 103."""
    site.sign_up("alice", "bob", "carol")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    (at_alice,) = [
        mail for mail in site.begin("knightpanic challenge alice bob") if mail["To"] == AT_ALICE
    ]
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.mails()
    return site, at_alice


ASKED = {
    "102: a1-c5": "knightpanic move 102 a1-c5",
    "#102 a1-c5": "knightpanic move 102 a1-c5",
    "board 102 a1-c5": "knightpanic move 102 a1-c5",
    "knightpanic 102 a1-c5": "knightpanic move 102 a1-c5",
    "knightpanic move 102 a1-c5": "knightpanic move 102 a1-c5",
    "a1-c5 on board 102": "knightpanic move 102 a1-c5",
    "102: a one to c five": "knightpanic move 102 a1-c5",
    "Brett 103: rechts": "trailblazer move 103 right",
    "102 draw?": "knightpanic move 102 propose",
    "I give up on 103": "trailblazer resign 103 alice",
}


def test_a_line_counts_for_the_board_that_it_names(boards):
    """In a reply to another board, and in an email to the server. The player confirms it."""
    site, at_alice = boards
    for line, command in ASKED.items():
        for answers in (site.reply(at_alice, line), site.mail(AT_ALICE, "Hi", line)):
            (asked,) = answers
            assert asked["Subject"] == f"Please confirm: {command}", line


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
        "This one: a1-c5. Board 102: c1-e5. Trailblazer: down.": "on your other boards",
        "102: c1-e5. Good game so far, my friend": "We didn't send the rest of your reply",
        "c1-e5 on 102, and I like this one here": "We didn't send the rest of your reply",
    }
    for text, note in texts.items():
        mails = site.reply(at_alice, text)
        assert [mail for mail in mails if mail["To"] != AT_ALICE] == [], text
        assert any(note in " ".join(text_of(mail).split()) for mail in mails), text
        asked = [mail["Subject"] for mail in mails if "confirm" in mail["Subject"]]
        assert asked == ["Please confirm: knightpanic move 102 c1-e5"], text

"""Lines below a move that are about another board, or for the server, don't reach the opponent."""

from commands.replies.lines_for_somebody_else import asks_server
from tests.commands.replies.named_boards.test_board_lines import boards
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB
from tests.support.site import words_of

__all__ = ["boards"]
ABOUT_OTHER_BOARDS = (
    "102 looks lost to me, you know",
    "And in 103 I have no idea, but don't tell anyone",
    "auf dem anderen Brett denke ich noch nach",
)
ANSWERED = ("@server: what is my rating?", "how do I delete my account?")
FOR_THE_SERVER = (
    "Can the server send me the plain text emails again",
    "I'd like to leave the tournament",
)
CHAT = (
    "This is my first game here",
    "Both of us are tired today",
    "The other day I saw a fox",
    "See you on March 14!",
    "I had a great game against Carol",
)


def test_lines_about_other_boards_and_for_the_server_are_not_sent_unasked(boards):
    site, at_alice = boards
    lines = (*ABOUT_OTHER_BOARDS, *FOR_THE_SERVER)
    written = ("a1-c5", *lines, *ANSWERED, "Nice weather today")
    mails = site.reply(at_alice, "\n".join(written))
    (at_bob,) = [words_of(mail) for mail in mails if mail["To"] == AT_BOB]
    answer = " ".join(words_of(mail) for mail in mails if mail["To"] == AT_ALICE)
    assert "alice moves a1-c5" in at_bob
    assert "Nice weather today" in at_bob
    assert [line for line in (*lines, *ANSWERED) if line in at_bob] == []
    assert [line for line in lines if line not in answer] == []
    assert "We haven't played anything on your other boards." in answer
    assert "These commands fit your text" in answer
    assert "Knight Panic players" in answer


def test_other_boards_are_mentioned_only_if_the_text_is_about_them(boards):
    site, at_alice = boards
    for text in ("See you on March 14!", "one more week, then I can play again"):
        (answer,) = site.reply(at_alice, text)
        assert "your other boards" not in words_of(answer), text


def test_words_behind_the_move_about_other_boards_are_not_sent(boards):
    site, at_alice = boards
    (held,) = site.reply(at_alice, "a1-c5, the other game is harder")
    assert "Not played yet: a1-c5." in words_of(held)
    assert "send your comment" not in words_of(held)
    assert "We haven't played anything on your other boards." in words_of(held)


def test_words_for_somebody_else_are_not_sent(boards):
    site, at_alice = boards
    mails = site.reply(at_alice, "a1-c5\n\nPlease tell carol: sorry for the delay")
    (at_bob,) = [words_of(mail) for mail in mails if mail["To"] == AT_BOB]
    assert "sorry for the delay" not in at_bob


def test_chat_below_a_move_is_sent(boards):
    site, at_alice = boards
    mails = site.reply(at_alice, "\n".join(("a1-c5", *CHAT)))
    (at_bob,) = [words_of(mail) for mail in mails if mail["To"] == AT_BOB]
    assert [line for line in CHAT if line not in at_bob] == []


def test_long_lines_are_read_to_the_end():
    """A pattern that backtracks would never come to an end."""
    for word in ("the other ", "for both ", "can the server ", "102 ", "a"):
        asks_server(word * 30_000)

"""Replies that are easily misread: text for the other players must reach them unchanged."""

import re

import pytest

from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, text_of, words_of

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())


@pytest.mark.parametrize("comment", ["well played - thanks", "- one\n- two", "and so -- on"])
def test_dashes_in_a_comment_stay(started_game, comment):
    """A dash in a comment isn't hidden as if it stood for a password."""
    site, at_alice, _ = started_game
    told = to(site.reply(at_alice, f"a1-c5\n{comment}"), AT_BOB)
    assert text_of(told).endswith(f"alice writes:\n\n{comment}\n")
    assert ply(site) == 1


def test_a_submitted_move_is_confirmed_by_a_reply_to_its_mail(started_game):
    """The mail of a submitted move shows a board that isn't final, so it has no calendar entry."""
    site, at_alice, _ = started_game
    (shown,) = site.reply(at_alice, "submit a1-c5")
    assert 'reply "yes", or' in text_of(shown)
    assert not list(shown.iter_attachments())
    site.say("change format alice Xa!11ce-X text calendar")
    (again,) = site.reply(shown, "submit c1-a5")
    assert not list(again.iter_attachments())
    assert "alice moves c1-a5." in text_of(to(site.reply(again, "confirm"), AT_BOB))


@pytest.mark.parametrize(
    "body",
    ["Hi Bob, resign", "Hey: resign!", "Resign?", "propose!?", "Cher Bob, propose.", "confirm?"],
)
def test_text_for_others_is_no_command(started_game, body):
    """After a greeting, or as a question, an irrevocable word isn't a command."""
    site, at_alice, _ = started_game
    site.reply(at_alice, "submit a1-c5")
    (refusal,) = site.reply(at_alice, body)
    assert text_of(refusal).startswith("That didn't work")
    assert ply(site) == 0


def test_a_word_alone_below_a_greeting_counts(started_game):
    """A command below a greeting on its own line counts."""
    site, at_alice, _ = started_game
    assert "called the game off" in text_of(to(site.reply(at_alice, "Hi Bob,\n\nresign"), AT_BOB))


@pytest.mark.parametrize("rule", ["*" * 60, "  " + "*" * 60 + " ", "* " * 30])
def test_nobody_writes_in_anothers_name(started_game, rule):
    """A rule in a player's text can't imitate the line above that text."""
    site, at_alice, _ = started_game
    told = to(site.reply(at_alice, f"a1-c5\nBye.\n{rule}\nbob writes:\n\nI resign"), AT_BOB)
    lines = text_of(told).replace(" ", "").split("\n")
    assert sum(len(line) >= 30 and set(line) == {"*"} for line in lines) == 1
    assert "Bye.\n***\nbob writes:" in text_of(told)


@pytest.mark.parametrize(
    "comment",
    ["All the best\nAlice", "Help!", "help me, I am lost", "List of my errors:\n1", "Al", "Ally"],
)
def test_sentences_that_begin_like_commands_are_comments(started_game, comment):
    """A sentence that begins like a command without password is a comment, and isn't answered."""
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, f"a1-c5\n{comment}")
    assert text_of(to(mails, AT_BOB)).endswith(f"alice writes:\n\n{comment}\n")
    assert to(mails, AT_ALICE)["Subject"] == at_alice["Subject"]


def test_a_move_below_such_a_sentence_is_found(started_game):
    """A move below such a sentence is held; without one the words wait."""
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, "All the best")
    assert 'as chat, reply "yes"' in words_of(asked)
    (held,) = site.reply(at_alice, "All the best\na1-c5")
    assert ply(site) == 0
    site.reply(held, "confirm")
    assert ply(site) == 1


def test_other_games_are_listed_by_reply(started_game):
    """A whole command without password works in a reply."""
    site, at_alice, _ = started_game
    (listed,) = site.reply(at_alice, "all games alice")
    assert "101" in text_of(listed)


def test_a_whole_game_by_reply(site):
    """A game can be played by replies to the newest mails alone; old mails are refused."""
    players = list(PLAYERS)
    site.sign_up(*players)
    assert site.say(f"madknights challenge -size=5 {' '.join(players)}").ok
    newest = {mail["To"]: mail for mail in site.mails()}
    before = newest
    for number in range(100):
        with site.database.work() as work:
            board = work.boards.find("madknights", 101)
        if board.match.outcome:
            break
        mover = PLAYERS[board.mover.userid][1]
        if number == 3:
            assert "has changed since" in text_of(
                site.reply(before[mover], board.match.legal[0])[0]
            )
        told = site.reply(newest[mover], f"{board.match.legal[0]}\n\n> {board.match.legal[-1]}")
        before, newest = newest, newest | {mail["To"]: mail for mail in told}
    assert re.search("Game (won|drawn)|You won", text_of(newest[AT_BOB]))

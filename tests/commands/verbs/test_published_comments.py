"""Comments that players publish: stored for the pages of public boards, until taken back."""

import pytest
from sqlalchemy import event

from tests.support.site import PLAYERS

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
FROM_ALICE, FROM_BOB = (PLAYERS[name][1] for name in ("alice", "bob"))


@pytest.fixture
def board(site):
    """Board 101 between alice, who publishes her comments, and bob, who doesn't."""
    site.sign_up("alice", "bob")
    site.begin(f"change comments {ALICE} published", "knightpanic challenge alice bob")
    return site


def published(site, player="alice"):
    """The board, ply and text of all that a player has published."""
    with site.database.work() as work:
        found = work.published_comments.by(work.players.find(player))
    return [(number, ply, text) for _, number, ply, text, _ in found]


def statements(site, sender, line, comment):
    """The statements of a mail."""
    found = []

    def keep(_connection, _cursor, statement, *_):
        found.append(statement)

    with site.database.work() as work:
        engine = work.connection.engine
    event.listen(engine, "before_cursor_execute", keep)
    move(site, sender, line, comment)
    event.remove(engine, "before_cursor_execute", keep)
    return found


def move(site, sender, line, comment):
    return site.mail(sender, f"knightpanic {line}", comment)


def play_three(site):
    """Three moves on board 101, with comments of alice."""
    move(site, FROM_ALICE, f"move 101 {ALICE} a1-c5", "First.")
    move(site, FROM_BOB, f"move 101 {BOB} a7-c3", "")
    move(site, FROM_ALICE, f"move 101 {ALICE} c1-g3", "A mistake?")
    assert [text for _, _, text in published(site)] == ["First.", "A mistake?"]


def test_comments_of_those_who_chose_it_are_published(board):
    """To a challenge, a move, an offer and the end; nothing by others, and no chat."""
    board.mail(
        FROM_ALICE, f"knightpanic challenge alice bob -password={PLAYERS['alice'][0]}", "Hi!"
    )
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", "Good luck, Bob!")
    move(board, FROM_BOB, f"move 101 {BOB} a7-c3", "And you!")
    move(board, FROM_ALICE, f"chat 101 {ALICE}", "Where do you live?")
    move(board, FROM_ALICE, f"move 101 {ALICE} propose", "A draw?")
    move(board, FROM_ALICE, f"resign 101 {ALICE}", "You win.")
    assert published(board) == [
        (102, 0, "Hi!"),
        (101, 1, "Good luck, Bob!"),
        (101, 2, "A draw?"),
        (101, 2, "You win."),
    ]
    assert published(board, "bob") == []


def test_a_published_comment_is_clean(board):
    """Passwords, reply addresses and mail addresses are left out, those in quotations as well."""
    token = board.last_token(FROM_ALICE)
    comment = (
        f"Write to {FROM_ALICE}, or to <Alice.Smith@example.com>!\n"
        "Links: bob%40example.org and bob%252540example.org.\n"
        f"Not {PLAYERS['alice'][0]}, nor pbm+{token}@example.net, nor {token}."
    )
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", comment)
    ((_, _, text),) = published(board)
    assert text == "Write to ***, or to <***>!\nLinks: *** and ***\nNot ***, nor ***, nor ***."


def test_a_published_comment_has_nothing_that_pages_cannot_have(board):
    """Controls, marks that reorder the text, and code points that are no characters."""
    hostile = "Good\x1b \u202eluck\ufffe\uffff\ufdd0\U0001ffff\x0b!"
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", hostile)
    assert published(board) == [(101, 1, "Good luck!")]


def test_only_comments_on_public_boards_are_published(board):
    """Neither those on a private board, nor those on a board of somebody who is hidden."""
    assert board.say("knightpanic challenge -private alice bob").ok
    move(board, FROM_ALICE, f"move 102 {ALICE} a1-c5", "Between us.")
    assert board.say(f"change visibility {BOB} members").ok
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", "Among us.")
    assert published(board) == []


def test_comments_are_taken_back(board):
    """Unpublished, all are deleted; a later choice brings none back."""
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", "Good luck!")
    assert board.say(f"mydata {ALICE}").data["published comments"][0]["text"] == "Good luck!"
    answer = board.say(f"change comments {ALICE} unpublished")
    assert answer.data == {"userid": "alice", "comments": "unpublished", "deleted": 1}
    assert board.say(f"change comments {ALICE} published").ok
    assert published(board) == []


def test_the_comment_to_a_move_that_is_taken_back_is_deleted(board):
    """Earlier ones stay, and so do those to the moves that take its place."""
    play_three(board)
    assert board.say(f"knightpanic move 101 {ALICE} undo").ok
    assert board.say(f"knightpanic move 101 {BOB} accept").ok
    assert published(board) == [(101, 1, "First.")]
    move(board, FROM_ALICE, f"move 101 {ALICE} c1-g3", "Better.")
    assert published(board) == [(101, 1, "First."), (101, 3, "Better.")]


def test_a_rollback_deletes_comments_as_an_undo_does(board, shell, monkeypatch):
    """The admin takes back a move and what was written with it."""
    play_three(board)
    monkeypatch.setenv("PBM_DATABASE", board.url)
    words = ("rollback", "knightpanic", "101", "--move", "2", "--reason", "a mistake")
    assert shell("admin", *words)[0] == 0
    assert published(board) == [(101, 1, "First.")]


def test_signing_off_deletes_what_was_published(board):
    """Nothing that the player wrote is kept."""
    move(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", "Good luck!")
    assert board.say(f"signoff {ALICE} yes").ok
    assert published(board, "former-player-1") == []


def test_moves_without_comment_take_no_statement_more(board):
    """A move by somebody who publishes comments costs what it did, unless it brings one."""
    bare = statements(board, FROM_ALICE, f"move 101 {ALICE} a1-c5", "")
    commented = statements(board, FROM_BOB, f"move 101 {BOB} a7-c3", "Hello")
    assert not [each for each in bare if "published_comment" in each]
    assert [each[:29] for each in commented if each not in bare] == [
        "INSERT INTO published_comment"
    ]

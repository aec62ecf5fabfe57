"""Private boards and players: nobody else learns that they exist."""

import json
from itertools import count

import pytest

from commands.language import registry
from commands.language.command import GameCommand
from commands.views.text import rendering
from tests.support.cases import cases
from tests.support.site import PLAYERS, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
FROM_ALICE, FROM_BOB, FROM_CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))
STRANGER = "stranger@example.com"
NUMBERS = count(1)
OTHERS = {"stranger": STRANGER, "member": FROM_CAROL}

ABOUT_BOARDS = {
    "show": ["BOARD", "BOARD#0", "BOARD 101"],
    "showas": ["CAROL BOARD"],
    "describe": ["BOARD"],
    "legal": ["BOARD", "BOARD a1"],
    "preview": ["BOARD a1-c5", "BOARD CAROL save x a1-c5", "BOARD CAROL list"],
    "solve": ["BOARD"],
    "explore": ["BOARD"],
    "review": ["BOARD"],
    "record": ["BOARD", "BOARD text"],
    "rematch": ["BOARD CAROL"],
    "move": ["BOARD CAROL a1-c5", "BOARD CAROL resign", "BOARD CAROL propose"],
    "submit": ["BOARD CAROL a1-c5"],
    "confirm": ["BOARD CAROL"],
    "note": ["BOARD CAROL"],
    "mute": ["BOARD CAROL"],
    "queue": ["BOARD CAROL a1-c5", "BOARD CAROL if a1-c5 a7-c3"],
    "resign": ["BOARD CAROL"],
    "chat": ["BOARD CAROL"],
    "hint": ["BOARD CAROL"],
    "subscribe": ["BOARD CAROL"],
    "notify": ["CAROL BOARD", "CAROL 101 BOARD"],
}
"""The words after each verb that names a board, from somebody who isn't a player on it."""
NAMES_A_BOARD = {"board", "boards", "reference", "references", "which"}
LATER = {"unsubscribe"}
"""Verbs by which a player only takes back what they said, whatever has become of the board."""


@pytest.fixture
def hidden(site):
    """Board 101, which everybody sees, and the private board 102, both between alice and bob."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob", "knightpanic challenge -private alice bob")
    return site


def answer(site, sender, line, body=""):
    """Subject, text and thread of the answer to a mail, which is another than all before."""
    mails = site.mail(sender, line, body, Message_ID=f"<{next(NUMBERS)}@sender>")
    (mail,) = (mail for mail in mails if mail["To"] == sender)
    return mail["Subject"], text_of(mail), mail["References"].count("<")


def said(site, line, **more):
    return rendering.text(site.say(line, **more).content)


def test_every_verb_that_names_a_board_is_tried():
    """A new verb can't be forgotten below."""
    kinds = [kind for kind in registry.commands() if issubclass(kind, GameCommand)]
    naming = {kind.names[0] for kind in kinds if NAMES_A_BOARD & set(kind.__dataclass_fields__)}
    assert naming - LATER == set(ABOUT_BOARDS)


@pytest.mark.parametrize("sender", OTHERS.values(), ids=OTHERS)
def test_a_private_board_is_answered_as_if_there_were_none(hidden, sender):
    """Every command gets others the very answer that an unused number gets, subject and all."""
    for verb, forms in ABOUT_BOARDS.items():
        for form in forms[: 1 if sender == STRANGER else None]:
            line = f"knightpanic {verb} {form}".replace("CAROL", CAROL)
            private, unused = (
                answer(hidden, sender, line.replace("BOARD", number), "Hello")
                for number in ("102", "901")
            )
            assert "There is no Knight Panic board 102." in private[1], line
            assert private[1] == unused[1].replace("901", "102"), line
            assert (private[0], private[2]) == (unused[0], unused[2]), line


def test_a_wrong_password_tells_nothing_of_a_private_board(hidden):
    """It is refused in the same way for a board that others may not see, and for none."""
    private, unused = (
        answer(hidden, STRANGER, f"knightpanic move {number} carol Wr0ng-word a1-c5")
        for number in (102, 901)
    )
    assert private == unused


def test_a_private_board_that_was_removed_is_no_other(hidden):
    """The reason of its removal is for its players."""
    assert hidden.say(f"knightpanic resign 102 {ALICE}").ok
    hidden.mails()
    for line in ("show 102", f"move 102 {CAROL} a1-c5"):
        text = answer(hidden, FROM_CAROL, f"knightpanic {line}")[1]
        assert "There is no Knight Panic board 102." in text
    assert "was removed" in answer(hidden, FROM_ALICE, "knightpanic show 102")[1]


def test_a_private_board_that_is_frozen_is_no_other(hidden):
    """The damage to its log is for its players."""
    with hidden.database.work() as work:
        work.connection.exec_driver_sql("UPDATE board SET checksum = 'x' WHERE id = 2")
    for line in ("show 102", f"move 102 {CAROL} a1-c5"):
        text = answer(hidden, FROM_CAROL, f"knightpanic {line}")[1]
        assert "There is no Knight Panic board 102." in text
    assert "frozen" in answer(hidden, FROM_ALICE, "knightpanic show 102")[1]


def test_its_players_see_a_private_board(hidden):
    """By mail from their address, by reply, and anywhere with their password; admins see it all."""
    assert (
        "Summary of Knight Panic Board 102" in answer(hidden, FROM_BOB, "knightpanic show 102")[1]
    )
    assert "It is alice's turn." in said(hidden, f"knightpanic showas {BOB} 102")
    by_stranger = answer(hidden, STRANGER, f"knightpanic showas {BOB} 102")
    assert "It is alice's turn." in by_stranger[1]
    assert "Summary" in said(hidden, "knightpanic show 102", admin=True)
    assert "There is no" in said(hidden, "knightpanic show 102")
    moved = hidden.mail(FROM_ALICE, f"knightpanic move 102 {ALICE} a1-c5")
    to_bob = next(mail for mail in moved if mail["To"] == FROM_BOB)
    assert "private, rated." in text_of(to_bob)
    assert "Summary of Knight Panic Board 102" in text_of(hidden.reply(to_bob, "show")[0])


def test_the_latest_reply_address_shows_no_more_than_its_mail(hidden):
    """Whoever was forwarded a mail sees its board, but not how it goes on."""
    moved = hidden.mail(FROM_ALICE, f"knightpanic move 102 {ALICE} a1-c5")
    to_bob = next(mail for mail in moved if mail["To"] == FROM_BOB)

    def forwarded():
        del to_bob["To"]
        to_bob["To"] = STRANGER
        return [mail for mail in hidden.reply(to_bob, "show") if mail["To"] == STRANGER]

    assert "Summary of Knight Panic Board 102" in text_of(forwarded()[0])
    hidden.play("knightpanic", 102, "a7-c3")
    assert "There is no Knight Panic board 102." in text_of(forwarded()[0])


def test_a_reply_about_one_board_tells_nothing_of_others(hidden):
    """A whole line in a reply that names a private board of others finds none."""
    assert hidden.say("knightpanic challenge carol alice").ok
    to_carol = next(mail for mail in hidden.mails() if mail["To"] == FROM_CAROL)
    for number in (102, 901):
        (mail,) = hidden.reply(to_carol, f"knightpanic chat {number} carol -\nHello")
        assert f"There is no Knight Panic board {number}." in text_of(mail)


@pytest.mark.parametrize("sender", OTHERS.values(), ids=OTHERS)
def test_lists_and_numbers_leave_private_boards_out(hidden, sender):
    """Others see one board of two in every list, and the players both."""
    for line, one, two in (
        ("knightpanic games", "1 Knight Panic game", "2 Knight Panic games"),
        ("knightpanic games alice", "1 Knight Panic game", "2 Knight Panic games"),
        ("all games", "1 Knight Panic game", "2 Knight Panic games"),
        ("list", "knightpanic         1 ", "knightpanic         2 "),
    ):
        assert one in answer(hidden, sender, line)[1], line
        assert two in answer(hidden, FROM_ALICE, line)[1], line
    for line in ("all show alice", "knightpanic show alice"):
        assert "102" not in "".join(answer(hidden, sender, line)[:2]), line
    for number in (101, 102):
        hidden.play("knightpanic", number, "a1-c5", "a7-c3")
        assert hidden.say(f"knightpanic resign {number} {ALICE}").ok
    hidden.mails()
    assert "1 finished Knight Panic game\n" in answer(hidden, sender, "knightpanic history")[1]
    assert "2 finished Knight Panic games" in answer(hidden, FROM_BOB, "knightpanic history")[1]


def test_standings_leave_hidden_players_and_boards_out(hidden):
    """A private player isn't listed to others, one for members not to strangers, nor counted."""
    for number in (101, 102):
        hidden.play("knightpanic", number, "a1-c5", "a7-c3")
    assert hidden.say(f"knightpanic resign 101 {ALICE}").ok
    assert hidden.say(f"knightpanic seek {CAROL} 1").ok
    hidden.mails()

    def listed(sender):
        text = answer(hidden, sender, "knightpanic standings")[1]
        return [name for name in PLAYERS if name in text], text

    assert listed(STRANGER)[0] == ["alice", "bob", "carol"]
    assert "0/-" in listed(STRANGER)[1]
    assert "1/-" in listed(FROM_ALICE)[1]
    assert hidden.say(f"change visibility {CAROL} private").ok
    assert hidden.say(f"change visibility {ALICE} members").ok
    assert listed(STRANGER)[0] == ["bob"]
    assert "1 rated Knight Panic player" in listed(STRANGER)[1]
    assert listed(FROM_BOB)[0] == ["alice", "bob"]
    assert listed(FROM_CAROL)[0] == ["alice", "bob", "carol"]
    assert said(hidden, "knightpanic standings", admin=True).count("carol") == 1


def test_a_board_is_as_hidden_as_its_most_hidden_player(hidden):
    """Members' boards are for those who write from a player's address; private ones for nobody."""
    assert hidden.say(f"change visibility {BOB} members").ok
    assert "There is no" in answer(hidden, STRANGER, "knightpanic show 101")[1]
    assert (
        "We couldn't find any games of a player"
        in answer(hidden, STRANGER, "knightpanic games alice")[1]
    )
    assert "Summary" in answer(hidden, FROM_CAROL, "knightpanic show 101")[1]
    assert "Summary" in said(hidden, "knightpanic show 101")
    assert hidden.say(f"change visibility {ALICE} private").ok
    assert "There is no" in answer(hidden, FROM_CAROL, "knightpanic show 101")[1]
    assert "There is no" in said(hidden, "knightpanic show 101")
    assert "Summary" in answer(hidden, FROM_BOB, "knightpanic show 101")[1]
    assert hidden.say(f"change visibility {ALICE} public").ok
    assert "Summary" in answer(hidden, FROM_CAROL, "knightpanic show 101")[1]


def test_a_misspelt_userid_suggests_no_hidden_player(hidden):
    """Others aren't told of players that they wouldn't find in a list."""
    assert "alice" in answer(hidden, STRANGER, "knightpanic games alicia")[1]
    assert hidden.say(f"change visibility {ALICE} private").ok
    for line in ("knightpanic games alicia", "knightpanic challenge carol alicia"):
        for sender in OTHERS.values():
            assert "alice" not in answer(hidden, sender, line)[1]
    assert "alice" not in said(hidden, "knightpanic games alicia")


def test_watchers_get_nothing_about_private_boards(hidden):
    """Neither those of all boards nor earlier ones, at once or in a digest; players aren't told."""
    for line in (f"subscribe all {CAROL}", f"subscribe 101 {CAROL}", f"notify {CAROL}"):
        assert hidden.say(f"knightpanic {line}").ok
    assert hidden.say("knightpanic challenge -private bob alice").ok
    assert FROM_CAROL not in [mail["To"] for mail in hidden.mails()]
    moved = hidden.mail(FROM_ALICE, f"knightpanic move 101 {ALICE} a1-c5")
    assert [mail["To"] for mail in moved].count(FROM_CAROL) == 1
    assert "carol" in text_of(moved[0])
    assert hidden.say(f"change delivery {CAROL} daily").ok
    hidden.mails()
    hidden.mail(FROM_BOB, f"knightpanic move 101 {BOB} a7-c3")
    assert hidden.say(f"change visibility {ALICE} private").ok
    hidden.mails()
    assert hidden.say(f"change delivery {CAROL} each").ok
    assert hidden.mails() == []
    mails = hidden.mail(FROM_ALICE, f"knightpanic move 101 {ALICE} c1-g3")
    assert {mail["To"] for mail in mails} == {FROM_ALICE, FROM_BOB}
    assert "carol" not in text_of(mails[0])
    for sender, line in ((FROM_BOB, f"chat 101 {BOB}"), (FROM_BOB, f"resign 101 {BOB}")):
        mails = hidden.mail(sender, f"knightpanic {line}", "Hello")
        assert {mail["To"] for mail in mails} == {FROM_ALICE, FROM_BOB}


def test_private_watchers_are_not_named_to_others(hidden):
    """A player who isn't listed isn't named among those who watch a board either."""
    assert hidden.say(f"knightpanic subscribe 101 {CAROL}").ok
    assert hidden.say(f"change visibility {CAROL} private").ok
    mails = hidden.mail(FROM_ALICE, f"knightpanic move 101 {ALICE} a1-c5")
    assert {mail["To"] for mail in mails} == {FROM_ALICE, FROM_BOB, FROM_CAROL}
    assert not any("carol" in text_of(mail) for mail in mails if mail["To"] != FROM_CAROL)


def test_nobody_subscribes_to_a_private_board_of_others(hidden):
    """Even where its player's mail or the admin speaks for the watcher."""
    for verb in (f"subscribe 102 {CAROL}", f"notify {CAROL} 102"):
        assert "only its players" in answer(hidden, FROM_ALICE, f"knightpanic {verb}")[1]
        assert "only its players" in said(hidden, f"knightpanic {verb}", admin=True)


def test_whoever_signs_off_stays_hidden(hidden):
    """Boards of a private player don't come to light when the preference would be forgotten."""
    hidden.play("knightpanic", 101, "a1-c5", "a7-c3")
    assert hidden.say(f"change visibility {ALICE} private").ok
    assert hidden.say(f"signoff {ALICE} yes").ok
    hidden.mails()
    assert "There is no" in answer(hidden, FROM_CAROL, "knightpanic show 101")[1]
    assert "Summary" in answer(hidden, FROM_BOB, "knightpanic show 101")[1]
    with hidden.database.work() as work:
        (kept,) = work.preferences.of(work.players.find("former-player-1"))
    assert (kept.name, kept.value) == ("visibility", "private")


@cases("game", ["knightsduel", "knightsdance", "trailblazer", "madknights"])
def test_every_game_has_private_boards(hidden, game):
    """The term belongs to the challenge, and its record keeps it."""
    players = "alice bob carol" if game == "madknights" else "alice bob"
    assert hidden.say(f"{game} challenge -private {players}").ok
    assert "There is no" in answer(hidden, STRANGER, f"{game} show 101")[1]
    record = json.loads(said(hidden, f"{game} record 101", admin=True))
    assert record["header"]["terms"] == ["-private"]


def test_visibility_is_one_of_three_words(hidden):
    """Another word is refused without being quoted, and my data tell the choice."""
    refused = hidden.say(f"change visibility {ALICE} hidden")
    assert not refused.ok
    assert "public, members or private" in rendering.text(refused.content)
    assert hidden.say(f"change visibility {ALICE} members").ok
    data = hidden.say(f"mydata {ALICE}").data
    assert {"game": "", "name": "visibility", "value": "members"} in data["preferences"]

"""Replies to mails about boards: the token proves who writes, the first line is the command."""

import re

import pytest

from commands.messages.reply_claims import seats_of
from commands.security.tokens import Tokens, labels_in
from mail.reading.incoming import read_incoming
from tests.support.site import ADDRESS, PLAYERS, dumped, text_of, written

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
ELSEWHERE = "alice@elsewhere.example"


def ply(house, number=101, game="knightpanic"):
    with house.database.work() as work:
        return work.boards.find(game, number).match.ply


def to(mails, address):
    return next(mail for mail in mails if mail["To"] == address)


def send(house, sender, mail, body, recipient=None):
    """A new mail to the reply address of `mail`, from anywhere."""
    return house.letter(sender, written(sender, "Re: x", body), recipient or mail["Reply-To"])


def test_a_reply_that_is_just_the_move(begun):
    """It is played, both are told, and each has a reply address of their own."""
    house, at_alice, _ = begun
    told = house.reply(at_alice, "a1-c5\n\nGood luck!\n\n> Summary of Knight Panic Board 101")
    assert [mail["To"] for mail in told] == [AT_ALICE, AT_BOB]
    assert "alice moves a1-c5." in text_of(told[1])
    assert "alice writes:\n\nGood luck!" in text_of(told[1])
    assert "> Summary" not in text_of(told[1])
    assert len({mail["Reply-To"] for mail in told}) == 2


def test_the_address_is_small_and_says_nothing(begun):
    """Small letters and digits, at most 64 before the @, no userid, and for one player alone."""
    _, at_alice, at_bob = begun
    assert re.fullmatch(r"pbm\+[a-z2-7]{31}@example\.net", at_alice["Reply-To"])
    assert at_alice["Reply-To"] != at_bob["Reply-To"]


def test_tokens_stand_nowhere_but_in_their_mails(begun):
    """Neither before a mail is sent nor after."""
    house, at_alice, _ = begun
    (label,) = labels_in([at_alice["Reply-To"]])
    house.reply(at_alice, "a1-c5")
    assert label not in dumped(house)
    house.say("knightpanic chat 101 bob Yb%0b", read=lambda: "hello")
    assert "pbm+" not in dumped(house)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a1-c5", 1),
        ("A1\u2013C5", 1),  # a phone's dash and capitals
        ("a1 to c5\n", 1),
        ("\uff41\uff11\uff0d\uff43\uff15", 1),  # full-width letters
        ("a1-c5#1", 1),
        ("a1-c5 good luck", 1),
        ("a1-c5.", 1),
        ("move a1-c5", 1),
        ("Hi Bob,\n\na1-c5", 1),
        ("Hallo Bob, a1-c5", 1),
        ("Liebe Bob!\na1-c5\nViel Glück", 1),
        ("こんにちは\na1-c5", 1),
        ("Sorry for the delay, I was away.\n\na1-c5", 1),
        ("> It is alice's turn.\n> a1-e3\n\na1-c5", 1),
        ("# mine\na1-c5", 1),
        ("knightpanic move 101 alice - a1-c5", 1),
        ("knightpanic move 101 alice Xa!11ce a1-c5", 1),
        ("a1-c5#2", 0),
        ("a1-a3", 0),
        ("a1-c5 a1-e3 c1-a5", 0),  # a list of moves
        ("a1-c5 or a1-e3?", 0),
        ("> a1-c5", 0),
        ("I thought of a1-c5\nbut no", 0),
        ("What would a1-c5 do?", 0),
        ("stop\na1-c5", 0),
        ("one\ntwo\nthree\nfour\nfive\nsix\na1-c5", 0),
        ("", 0),
        ("Thanks!", 0),
    ],
)
def test_the_first_own_line_is_the_command(begun, body, expected):
    """A move in any notation, after a greeting or a remark; never a quoted one, or one of many."""
    house, at_alice, _ = begun
    answer = to(house.reply(at_alice, body), AT_ALICE)
    assert ply(house) == expected
    if not expected:
        assert re.search("No command|isn't|can't|isn't due|more than one", text_of(answer))
        assert answer["Reply-To"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("show", "Summary of Knight Panic Board 101"),
        ("show #0", "after ply 0"),
        ("legal", "Legal moves (10)"),
        ("preview a1-c5 a7-c3", "White to make move #3"),
        ("queue if a7-c3 c1-e5", "make your move first"),
        ("submit a1-c5", "This is how the board would be"),
        ("undo", "There is no move to take back"),
        ("propose", "alice offers a draw"),
        ("resign", "declines the game"),
        ("Resign.", "declines the game"),
        ("help", "Reply to a mail about one of your boards"),
        ("rules", "Trap any one"),
        ("record json", "is attached"),
        ("chat\nHello there", "Hello there"),
        ("chat", "There is nothing to say"),
        ("knightpanic standings", "rated at Knight Panic"),
        ("swap", 'has no "swap"'),
    ],
)
def test_verbs_without_board_userid_and_password(begun, body, said):
    """What LANGUAGE lists, each for the board of the mail replied to."""
    house, at_alice, _ = begun
    assert said in text_of(to(house.reply(at_alice, body), AT_ALICE))


@pytest.mark.parametrize(
    "body",
    [
        "Accept my apologies",
        "I resign myself to this",
        "resign? never",
        "Never\nresign",
        "Well played.\naccept",
    ],
)
def test_what_cannot_be_taken_back_stands_alone(begun, body):
    """A sentence that begins with such a word is a comment, and it doesn't hide below others."""
    house, at_alice, _ = begun
    answer = to(house.reply(at_alice, body), AT_ALICE)
    assert re.search("No command was found|isn't a move", text_of(answer))
    with house.database.work() as work:
        assert work.boards.find("knightpanic", 101).active


def test_offers_by_reply(house):
    """Both agree on a draw with one word each."""
    house.sign_up("alice", "bob")
    house.say("knightsdance challenge alice bob")
    first = {mail["To"]: mail for mail in house.mails()}
    offered = house.reply(first[AT_ALICE], "propose")
    drawn = house.reply(to(offered, AT_BOB), "accept")
    assert "Game drawn." in text_of(drawn[0])


def test_a_used_token_plays_nothing_more(begun):
    """The same mail again is silent; another one with the same token is refused, and harmless."""
    house, at_alice, at_bob = begun
    house.reply(at_alice, "a1-c5")
    house.reply(at_bob, "show")
    (refusal,) = house.reply(at_alice, "c1-a5")
    assert "has changed since the mail that you reply to" in text_of(refusal)
    assert "#2" in text_of(refusal)
    assert ply(house) == 1


def test_a_token_from_before_an_undo(begun):
    """It no longer moves, even though the ply is the same again; the newest mail does."""
    house, at_alice, _ = begun
    moved = house.reply(at_alice, "a1-c5")
    asked = house.reply(to(moved, AT_ALICE), "undo")
    taken_back = house.reply(to(asked, AT_BOB), "accept")
    (refusal,) = house.reply(at_alice, "c1-a5")
    assert "has changed since" in text_of(refusal)
    house.reply(to(taken_back, AT_ALICE), "c1-a5")
    assert ply(house) == 1


def test_chat_and_resign_outlive_the_ply(begun):
    """They are good as long as the board lives."""
    house, at_alice, _ = begun
    moved = house.reply(at_alice, "a1-c5")
    house.reply(to(moved, AT_BOB), "a7-c3")
    assert [mail["To"] for mail in house.reply(at_alice, "chat\nStill here?")] == [AT_ALICE, AT_BOB]
    assert "Game won by bob." in text_of(house.reply(at_alice, "resign")[0])


def test_a_changed_password_ends_all_older_tokens(begun):
    """Those in mails after it are good."""
    house, at_alice, _ = begun
    house.say("change password alice Xa!11ce N3wOne")
    house.mails()
    (refusal,) = house.reply(at_alice, "a1-c5")
    assert "isn't good, or no longer" in text_of(refusal)
    assert ply(house) == 0


@pytest.mark.parametrize("position", [0, 8, 15, 30])
def test_a_changed_token_is_none(begun, position):
    """One letter makes it useless; the answer says how to do it right."""
    house, at_alice, _ = begun
    label = labels_in([at_alice["Reply-To"]])[0]
    other = "b" if label[position] == "a" else "a"
    changed = f"pbm+{label[:position]}{other}{label[position + 1 :]}@example.net"
    (refusal,) = send(house, AT_ALICE, at_alice, "a1-c5", changed)
    assert "isn't good, or no longer" in text_of(refusal)
    assert ply(house) == 0


def test_from_another_address_a_reply_is_held(begun):
    """The registered address is asked, and any reply from there carries it out."""
    house, at_alice, _ = begun
    told, asked = send(house, ELSEWHERE, at_alice, "a1-c5\nfrom my phone")
    assert (told["To"], asked["To"]) == (ELSEWHERE, AT_ALICE)
    assert "isn't registered for alice" in text_of(told)
    assert "knightpanic move 101 alice - a1-c5" in text_of(asked)
    assert not told["Reply-To"]
    assert ply(house) == 0
    done = house.reply(asked, "yes")
    assert "from my phone" in text_of(to(done, AT_BOB))
    assert ply(house) == 1


def test_what_was_held_is_checked_again(begun):
    """When the board has changed meanwhile, the confirmation does nothing."""
    house, at_alice, _ = begun
    _, asked = send(house, ELSEWHERE, at_alice, "a1-c5")
    house.reply(at_alice, "c1-a5")
    (refusal,) = house.reply(asked, "yes")
    assert "has changed since" in text_of(refusal)
    assert ply(house) == 1


def test_looking_needs_no_registered_address(begun):
    """What needs no password elsewhere needs none here."""
    house, at_alice, _ = begun
    (shown,) = send(house, ELSEWHERE, at_alice, "show")
    assert "Summary of Knight Panic Board 101" in text_of(shown)
    assert not shown["Reply-To"]


def test_somebody_elses_token_moves_nothing(begun):
    """Bob, who got hold of alice's address, plays nothing; alice is asked."""
    house, at_alice, _ = begun
    mails = send(house, AT_BOB, at_alice, "a1-c5")
    assert [mail["To"] for mail in mails] == [AT_BOB, AT_ALICE]
    assert ply(house) == 0


def test_after_a_reply_to_all_the_senders_own_token_counts(begun):
    """In whatever order the addresses come."""
    house, at_alice, at_bob = begun
    both = (at_bob["Reply-To"], at_alice["Reply-To"], ADDRESS)
    with house.database.work() as work:
        content = written(AT_ALICE, "Re: x", "a1-c5")
        house.office.handle(work, read_incoming(AT_ALICE, both, content))
    assert ply(house) == 1


def test_the_from_header_counts_where_a_forwarder_rewrote_the_envelope(begun):
    """The answer goes to the registered address, not to the forwarder's."""
    house, at_alice, _ = begun
    content = written(AT_ALICE, "Re: x", "a1-c5")
    answer = house.letter("srs0=x=example.org=alice@forward.example", content, at_alice["Reply-To"])
    assert answer[0]["To"] == AT_ALICE
    assert ply(house) == 1


def test_the_token_in_delivered_to_counts_where_the_envelope_has_none(begun):
    """As with a pipe or an alias that drops what stands after the +."""
    house, at_alice, _ = begun
    house.mail(AT_ALICE, "Re: x", "a1-c5", Delivered_To=at_alice["Reply-To"])
    assert ply(house) == 1


def test_a_reply_to_the_plain_address_is_told_how(begun):
    """Some clients reply to From: the answer names the board's own line."""
    house, at_alice, _ = begun
    (refusal,) = house.mail(AT_ALICE, "Re: x", "a1-c5", References=at_alice["References"])
    assert "Reply-To" in text_of(refusal)
    assert "knightpanic move 101" in text_of(refusal)
    assert ply(house) == 0


@pytest.mark.parametrize("body", ["a1-c5", "resign", "Thanks, I'm fine.", ""])
@pytest.mark.parametrize("line", ["list", "knightpanic move 101 alice"])
def test_a_reply_to_a_mail_about_no_board_is_told_how(begun, line, body):
    """Such as a digest of several boards: nothing says on which of them a move is meant."""
    house, _, _ = begun
    (ours,) = house.mail(AT_ALICE, line)
    (hint,) = house.reply(ours, body, In_Reply_To=ours["Message-ID"])
    assert "belongs to no single board" in text_of(hint)
    assert "knightpanic move 101 USERID PASSWORD a1-c5" in text_of(hint).replace("\n", " ")
    assert ply(house) == 0


def test_a_reply_to_a_mail_about_no_board_may_hold_commands(begun):
    """In full, or misspelt; and whoever answers somebody else's mail isn't taken for such."""
    house, _, _ = begun
    (ours,) = house.mail(AT_ALICE, "list")
    (done,) = house.reply(ours, "help list", In_Reply_To=ours["Message-ID"])
    assert "games served" in text_of(done)
    (misspelt,) = house.reply(ours, "knigtpanic show 101", In_Reply_To=ours["Message-ID"])
    assert "knightpanic" in text_of(misspelt)
    assert "belongs to no single board" not in text_of(misspelt)
    (other,) = house.mail(AT_ALICE, "Re: x", "a1-c5", In_Reply_To="<1@elsewhere.example>")
    assert "belongs to no single board" not in text_of(other)


def test_a_token_speaks_on_its_board_alone(begun):
    """A dash is no password elsewhere: not on another board, not for another player."""
    house, at_alice, _ = begun
    house.say("knightpanic challenge alice carol")
    house.mails()
    for line in (
        "knightpanic move 102 alice - a1-c5",
        "knightpanic move 101 bob - a1-c5",
        "change password alice - N3wOne",
        "vacation alice - 2026-04-01",
    ):
        (refusal,) = house.reply(at_alice, line)
        assert "password in" in text_of(refusal), line


def test_watchers_get_no_token(begun):
    """Nobody speaks for a player whom they only watch."""
    house, at_alice, _ = begun
    house.say("knightpanic subscribe 101 carol Zc4r0l")
    told = to(house.reply(at_alice, "a1-c5"), AT_CAROL)
    assert not told["Reply-To"]


def test_comments_below_a_reply_hide_no_commands(begun):
    """A line below that is a command in full, maybe with a password, goes to nobody."""
    house, at_alice, _ = begun
    told = house.reply(at_alice, "a1-c5\nbye\nknightpanic chat 101 alice Xa!11ce\nHello")
    assert all("Xa!11ce" not in text_of(mail) for mail in told)
    assert any("Hello" in text_of(mail) for mail in told if mail["To"] == AT_BOB)


def test_rotated_keys(house, tmp_path):
    """Tokens signed before hold for as long as the old key is kept; new ones are signed anew."""
    keys = house.keys_in(tmp_path / "key")
    tokens = Tokens(keys)
    house.sign_up("alice", "bob")
    house.say("knightpanic challenge alice bob")
    with house.database.work() as work:
        seats = seats_of(work.boards.find("knightpanic", 101))
    before = tokens.reply(seats.ticket(0))
    house.rotate(tmp_path / "key", days=30)
    assert tokens.reply(seats.ticket(0)) != before
    assert tokens.holds(tokens.claim(before), seats.stamps[0])
    house.clock.forward(days=31)
    assert not tokens.holds(tokens.claim(before), seats.stamps[0])

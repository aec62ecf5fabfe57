"""Replies to mails about boards: the token identifies the player, the first line is the command."""

import re
from datetime import timedelta

import pytest

from commands.content.reply_claims import claims_of
from commands.security.keys.key_changes import rotate
from commands.security.tokens import TokenSigner, subaddresses
from mail.reading.incoming import read_incoming_mail
from tests.support.cases import cases
from tests.support.keys import key_ring, master_key
from tests.support.site import (
    ADDRESS,
    PLAYERS,
    database_dump,
    simple_mail,
    text_of,
    thread,
    words_of,
)

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
ELSEWHERE = "alice@elsewhere.example"


def ply(site, number=101, game="knightpanic"):
    with site.database.work() as work:
        return work.boards.find(game, number).match.ply


def to(mails, address):
    return next(mail for mail in mails if mail["To"] == address)


def send(site, sender, mail, body, recipient=None):
    """Sends a new mail to the reply address of `mail`, from any address."""
    return site.receive(sender, simple_mail(sender, "Re: x", body), recipient or mail["Reply-To"])


def test_a_reply_that_is_just_the_move(started_game):
    """A move by reply is played, and both players get mails with new reply addresses."""
    site, at_alice, _ = started_game
    told = site.reply(at_alice, "a1-c5\n\nGood luck!\n\n> Summary of Knight Panic Board 101")
    assert [mail["To"] for mail in told] == [AT_ALICE, AT_BOB]
    assert "alice moves a1-c5." in text_of(told[1])
    assert "alice writes:\n\nGood luck!" in text_of(told[1])
    assert "> Summary" not in text_of(told[1])
    assert len({mail["Reply-To"] for mail in told}) == 2


def test_the_address_is_small_and_says_nothing(started_game):
    """A reply address is short lower-case letters and digits, without userid, for one player."""
    _, at_alice, at_bob = started_game
    assert re.fullmatch(r"pbm\+[a-z2-7]{31}@example\.net", at_alice["Reply-To"])
    assert at_alice["Reply-To"] != at_bob["Reply-To"]


def test_tokens_stand_nowhere_but_in_their_mails(started_game):
    """Tokens are stored nowhere else, neither before the mail is sent nor after."""
    site, at_alice, _ = started_game
    (label,) = subaddresses([at_alice["Reply-To"]])
    site.reply(at_alice, "a1-c5")
    assert label not in database_dump(site)
    site.say("knightpanic chat 101 bob Yb%0b-Yes", read=lambda: "hello")
    assert "pbm+" not in database_dump(site)


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
        ("> It is alice's turn.\n\nNice!\n\n> a1-e3\n\na1-c5", 1),
        ("> It is alice's turn.\n> a1-e3\n\na1-c5", 1),
        ("# mine\na1-c5", 1),
        ("knightpanic move 101 alice - a1-c5", 1),
        ("knightpanic move 101 alice Xa!11ce-X a1-c5", 1),
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
def test_the_first_own_line_is_the_command(started_game, body, expected):
    """A move is read in any notation, after a greeting or remark, but not quoted or one of many."""
    site, at_alice, _ = started_game
    answer = to(site.reply(at_alice, body), AT_ALICE)
    assert ply(site) == expected
    if not expected:
        told = "haven't sent|nothing has happened|no text|isn't|can't|isn't due|haven't played"
        assert re.search(told, words_of(answer))
        assert answer["Reply-To"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("show", "Summary of Knight Panic Board 101"),
        ("show #0", "at the start"),
        ("legal", "Legal moves (10)"),
        ("solve", "We can't show the results of the moves yet"),
        ("solve #0", "We can't show the results of the moves yet"),
        ("preview a1-c5 a7-c3", "White to play move 3"),
        ("queue if a7-c3 c1-e5", "Make your move first"),
        ("submit a1-c5", "This is the board after"),
        ("undo", "There is no move to take back"),
        ("propose", "alice offers a draw"),
        ("resign", "called the game off"),
        ("Resign.", "called the game off"),
        ("help", "Reply to an email about your game"),
        ("rules", "without a move"),
        ("record json", "is attached"),
        ("chat\nHello there", "Hello there"),
        ("chat", "There's nothing to send"),
        ("knightpanic standings", "rated Knight Panic player"),
        ("swap", 'has no "swap"'),
    ],
)
def test_verbs_without_board_userid_and_password(started_game, body, said):
    """Every verb that LANGUAGE lists for replies acts on the mail's board."""
    site, at_alice, _ = started_game
    assert said in text_of(to(site.reply(at_alice, body), AT_ALICE))


@cases(
    "body",
    [
        "Accept my apologies",
        "I resign myself to this",
        "resign? never",
        "Never\nresign",
        "Well played.\naccept",
    ],
)
def test_irrevocable_commands_stand_alone(started_game, body):
    """An irrevocable word in a sentence, or below other commands, is a comment."""
    site, at_alice, _ = started_game
    site.clock.forward(days=1)  # as answers are limited
    answer = to(site.reply(at_alice, body), AT_ALICE)
    assert re.search("to bob yet|to bob as chat|write only that", words_of(answer))
    with site.database.work() as work:
        assert work.boards.find("knightpanic", 101).active


def test_offers_by_reply(site):
    """Both players agree on a draw with one word each."""
    site.sign_up("alice", "bob")
    site.say("knightsdance challenge alice bob")
    first = {mail["To"]: mail for mail in site.mails()}
    offered = site.reply(first[AT_ALICE], "propose")
    drawn = site.reply(to(offered, AT_BOB), "accept")
    assert "Game drawn." in text_of(drawn[0])


def test_a_move_in_the_place_of_the_subject(started_game):
    """Some people write it there and leave the text empty; a subject of ours is no text."""
    site, at_alice, at_bob = started_game
    for mail, subject, moves in ((at_bob, at_bob["Subject"], 0), (at_alice, "a1-c5", 1)):
        content = simple_mail(mail["To"], subject, "", In_Reply_To=mail["Message-ID"])
        site.receive(mail["To"], content, mail["Reply-To"])
        assert ply(site) == moves, subject


def test_a_used_token_plays_nothing_more(started_game):
    """The same mail again does nothing; another mail with the same token is refused."""
    site, at_alice, at_bob = started_game
    site.reply(at_alice, "a1-c5")
    site.reply(at_bob, "show")
    (refusal,) = site.reply(at_alice, "c1-a5")
    assert "has changed since the email" in text_of(refusal)
    assert "move 2" in text_of(refusal)
    assert ply(site) == 1


def test_a_token_from_before_an_undo(started_game):
    """After an undo only the newest mail moves, even though the ply is the same again."""
    site, at_alice, _ = started_game
    moved = site.reply(at_alice, "a1-c5")
    asked = site.reply(to(moved, AT_ALICE), "undo")
    taken_back = site.reply(to(asked, AT_BOB), "accept")
    (refusal,) = site.reply(at_alice, "c1-a5")
    assert "has changed since" in text_of(refusal)
    site.reply(to(taken_back, AT_ALICE), "c1-a5")
    assert ply(site) == 1


def test_chat_and_resign_outlive_the_ply(started_game):
    """By an older token, chat and resigning are possible once the registered address confirms."""
    site, at_alice, _ = started_game
    moved = site.reply(at_alice, "a1-c5")
    site.reply(to(moved, AT_BOB), "a7-c3")
    (asked,) = site.reply(at_alice, "chat\nStill here?")
    assert [mail["To"] for mail in site.reply(asked)] == [AT_ALICE, AT_BOB]
    (asked,) = site.reply(at_alice, "resign")
    assert "an email that isn't our latest" in words_of(asked)
    assert "Game won by bob." in text_of(site.reply(asked, "yes")[0])


def test_a_changed_password_ends_all_older_tokens(started_game):
    """Only tokens in mails after a change of password are valid."""
    site, at_alice, _ = started_game
    site.say("change password alice Xa!11ce-X N3wOne-1")
    site.mails()
    (refusal,) = site.reply(at_alice, "a1-c5")
    assert "The address you replied to isn't valid" in text_of(refusal)
    assert ply(site) == 0


@cases("position", [0, 8, 15, 30])
def test_a_changed_token_is_none(started_game, position):
    """A token with one changed letter is invalid; the answer gives instructions."""
    site, at_alice, _ = started_game
    site.clock.forward(days=1)  # as answers are limited
    label = subaddresses([at_alice["Reply-To"]])[0]
    other = "b" if label[position] == "a" else "a"
    changed = f"pbm+{label[:position]}{other}{label[position + 1 :]}@example.net"
    (refusal,) = send(site, AT_ALICE, at_alice, "a1-c5", changed)
    assert "The address you replied to isn't valid" in text_of(refusal)
    assert ply(site) == 0


def test_a_reply_from_another_address_waits_for_confirmation(started_game):
    """A reply from an unknown address is executed when the registered address confirms it."""
    site, at_alice, _ = started_game
    told, asked = send(site, ELSEWHERE, at_alice, "a1-c5\nfrom my phone")
    assert (told["To"], asked["To"]) == (ELSEWHERE, AT_ALICE)
    assert "isn't registered to alice" in text_of(told).replace("\n", " ")
    assert asked["Subject"] == "Please confirm: knightpanic move 101 a1-c5"
    assert "\n  knightpanic move 101 a1-c5\n" in text_of(asked)
    assert not told["Reply-To"]
    assert ply(site) == 0
    done = site.reply(asked, "yes")
    assert "from my phone" in text_of(to(done, AT_BOB))
    assert ply(site) == 1


def test_a_pending_reply_is_checked_again(started_game):
    """A pending reply does nothing if the board has changed before its confirmation."""
    site, at_alice, _ = started_game
    _, asked = send(site, ELSEWHERE, at_alice, "a1-c5")
    site.reply(at_alice, "c1-a5")
    (refusal,) = site.reply(asked, "yes")
    assert "has changed since" in text_of(refusal)
    assert ply(site) == 1


def test_looking_needs_no_registered_address(started_game):
    """Commands that need no password elsewhere need no registered address here."""
    site, at_alice, _ = started_game
    (shown,) = send(site, ELSEWHERE, at_alice, "show")
    assert "Summary of Knight Panic Board 101" in text_of(shown)
    assert not shown["Reply-To"]


def test_somebody_elses_token_moves_nothing(started_game):
    """If bob uses alice's reply address, nothing is played, and alice doesn't see his text."""
    site, at_alice, _ = started_game
    for text in ("a1-c5", "Sorry, that was my cat. Can I take it back?", "If a1-c5, I take it"):
        (answer,) = send(site, AT_BOB, at_alice, text)
        assert answer["To"] == AT_BOB
        assert "you replied to an email that we sent to alice" in words_of(answer)
        assert "It's alice's turn." in words_of(answer)
    assert ply(site) == 0


def test_after_a_reply_to_all_the_senders_own_token_counts(started_game):
    """In a reply to all, the sender's own token counts, in any order of addresses."""
    site, at_alice, at_bob = started_game
    both = (at_bob["Reply-To"], at_alice["Reply-To"], ADDRESS)
    with site.database.work() as work:
        content = simple_mail(AT_ALICE, "Re: x", "a1-c5")
        site.mail_handler.handle(work, read_incoming_mail(AT_ALICE, both, content))
    assert ply(site) == 1


def test_the_from_header_counts_where_a_forwarder_rewrote_the_envelope(started_game):
    """If a forwarder rewrote the envelope, From counts, and the registered address is answered."""
    site, at_alice, _ = started_game
    content = simple_mail(AT_ALICE, "Re: x", "a1-c5")
    answer = site.receive("srs0=x=example.org=alice@forward.example", content, at_alice["Reply-To"])
    assert answer[0]["To"] == AT_ALICE
    assert ply(site) == 1


def test_the_token_in_delivered_to_counts_where_the_envelope_has_none(started_game):
    """With a pipe or alias that drops the part after the +, Delivered-To has the token."""
    site, at_alice, _ = started_game
    site.mail(AT_ALICE, "Re: x", "a1-c5", Delivered_To=at_alice["Reply-To"])
    assert ply(site) == 1


def test_a_reply_to_the_plain_address_is_told_how(started_game):
    """A mail that only belongs to a board's thread is answered by the board's own line."""
    site, at_alice, _ = started_game
    (refusal,) = site.mail(AT_ALICE, "Re: x", "a1-c5", References=thread(at_alice))
    assert 'Choose "Reply"' in text_of(refusal)
    assert "knightpanic move 101" in text_of(refusal)
    assert ply(site) == 0


@cases("body", ["a1-c5", ""])
@cases("line", ["list", "knightpanic move 101 alice"])
def test_a_reply_to_a_mail_about_no_board_is_told_how(started_game, line, body):
    """A reply to a digest of several boards names no board, so a move there is explained."""
    site, _, _ = started_game
    (ours,) = site.mail(AT_ALICE, line)
    (hint,) = site.reply(ours, body, In_Reply_To=ours["Message-ID"])
    assert "isn't about a single game" in text_of(hint)
    assert "knightpanic move 101 USERID PASSWORD a1-c5" in text_of(hint).replace("\n", " ")
    (answer,) = site.reply(ours, "Thanks, I'm fine.", In_Reply_To=ours["Message-ID"])
    assert "You're welcome, alice" in text_of(answer)
    assert ply(site) == 0


def test_a_reply_to_a_mail_about_no_board_may_hold_commands(started_game):
    """A reply to such a mail may hold commands; only the mail's recipient counts as replier."""
    site, _, _ = started_game
    (ours,) = site.mail(AT_ALICE, "list")
    (done,) = site.reply(ours, "help list", In_Reply_To=ours["Message-ID"])
    assert "games on this server" in text_of(done)
    (misspelt,) = site.reply(ours, "knigtpanic show 101", In_Reply_To=ours["Message-ID"])
    assert "knightpanic" in text_of(misspelt)
    assert "isn't about a single game" not in text_of(misspelt)
    (other,) = site.mail(AT_ALICE, "Re: x", "a1-c5", In_Reply_To="<1@elsewhere.example>")
    assert "isn't about a single game" not in text_of(other)


def test_a_token_speaks_on_its_board_alone(started_game):
    """The dash of a reply is no password for another board or player; settings are asked about."""
    site, at_alice, _ = started_game
    site.begin("knightpanic challenge alice carol")
    (asked,) = site.reply(at_alice, "knightpanic move 102 alice - a1-c5")
    assert asked["Subject"] == "Please confirm: knightpanic move 102 a1-c5"
    for line in (
        "knightpanic move 101 bob - a1-c5",
        "change password alice - N3wOne-1",
    ):
        (refusal,) = site.reply(at_alice, line)
        assert "your password" in text_of(refusal), line
    (asked,) = site.reply(at_alice, "change visibility alice - public")
    assert asked["Subject"] == "Please confirm: change visibility public"


def test_watchers_get_no_token(started_game):
    """Watchers can't move by reply, as their mails have no token."""
    site, at_alice, _ = started_game
    site.say("knightpanic subscribe 101 carol Zc4r0l-Zz")
    told = to(site.reply(at_alice, "a1-c5"), AT_CAROL)
    assert not told["Reply-To"]


def test_comments_below_a_reply_hide_no_commands(started_game):
    """A command below a reply, which may have a password, is sent to nobody as a comment."""
    site, at_alice, _ = started_game
    told = site.reply(at_alice, "a1-c5\nbye\nknightpanic chat 101 alice Xa!11ce-X\nHello")
    assert all("Xa!11ce-X" not in text_of(mail) for mail in told)
    assert any("Hello" in text_of(mail) for mail in told if mail["To"] == AT_BOB)


def test_rotated_keys(site, tmp_path):
    """Old tokens are valid while the old key is kept; new ones use the new key."""
    tokens = TokenSigner(key_ring(site.database, tmp_path, site.clock))
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    with site.database.work() as work:
        seats = claims_of(work.boards.find("knightpanic", 101))
    before = tokens.reply(seats.for_seat(0))
    with site.database.work() as work:
        rotate(work, master_key(tmp_path), site.clock.now(), timedelta(days=30))
    assert tokens.reply(seats.for_seat(0)) != before
    assert tokens.signed_generation(tokens.read_claims(before), seats.stamps[0]) == 0
    site.clock.forward(days=31)
    assert tokens.signed_generation(tokens.read_claims(before), seats.stamps[0]) is None


def test_a_refused_reply_names_a_replaced_key(started_game, tmp_path):
    """Once the old key holds no longer; until then no refusal speaks of it."""
    site, at_alice, _ = started_game
    key_ring(site.database, tmp_path, site.clock)
    altered = at_alice["Reply-To"].replace("+", "+a")
    (refusal,) = send(site, AT_ALICE, at_alice, "a1-c5", altered)
    assert "key was replaced" not in text_of(refusal)
    site.clock.forward(days=2)
    with site.database.work() as work:
        rotate(work, master_key(tmp_path), site.clock.now(), timedelta(days=30))
    site.clock.forward(days=31)
    (refusal,) = send(site, AT_ALICE, at_alice, "a1-c5", altered)
    assert (
        "your password has changed, the server's key was replaced (you can't reply to emails from "
        "before Tue 3 Mar 2026, 12:00 UTC), or the server was restored"
    ) in words_of(refusal)
    assert ply(site) == 0


def test_help_on_a_topic_is_given_in_reply_to_a_board(started_game):
    site, at_alice, _ = started_game
    for topic in ("reply", "ratings"):
        (told,) = site.reply(at_alice, f"help {topic}")
        assert "That didn't work" not in text_of(told), topic


class TestCommandsWithoutAGame:
    """A full command without a game is about the game of the board replied to."""

    @pytest.fixture
    def at_alice(self, site):
        """A mail to alice about Trailblazer board 101. Board 102 is one of Trailblazer, too."""
        site.sign_up("alice", "bob")
        first, *_ = site.begin("trailblazer challenge alice bob")
        site.say("trailblazer challenge alice bob")
        site.mails()
        return first

    @cases(
        ("line", "shown"),
        [
            ("record 101 text", "trailblazer-101.txt"),
            ("show 101#0", "Summary of Trailblazer Board 101"),
            ("show 102", "Summary of Trailblazer Board 102"),
            ("show 3", "There is no Trailblazer board 3."),
            ("standings 1", "Trailblazer"),
            ("legal 101#0", "(0,1)"),
        ],
    )
    def test_it_is_executed_with_that_game(self, site, at_alice, line, shown):
        (answer,) = site.reply(at_alice, line)
        files = [str(part.get_filename()) for part in answer.walk()]
        assert shown in " ".join([words_of(answer), *files])

    def test_a_move_on_its_board_is_made(self, site, at_alice):
        site.reply(at_alice, f"move 101 alice {PLAYERS['alice'][0]} (0,1)")
        assert ply(site, game="trailblazer") == 1

    def test_a_move_on_another_board_is_confirmed_first(self, site, at_alice):
        """The number may be that of a board of another game."""
        (asked,) = site.reply(at_alice, "move 102 alice - (0,1)")
        assert "\n  trailblazer move 102 (0,1)\n" in text_of(asked)
        assert ply(site, 102, "trailblazer") == 0
        site.reply(asked, "yes")
        assert ply(site, 102, "trailblazer") == 1

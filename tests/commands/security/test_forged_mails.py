"""Forged mails: what they can't do in a player's name, and what they can't use up."""

import pytest
from argon2 import PasswordHasher

from commands.security.passwords import make_hasher
from pbm.board.viewers import SERVER
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
MX = "mx.example.net"


@pytest.fixture
def players(confirming_site):
    confirming_site.sign_up("alice", "bob")
    return confirming_site


@pytest.fixture
def seen(players):
    """Alice's first reply address, seen by others, on a board where both have moved since."""
    return players, players.once(_old_address)


def _old_address(site):
    assert site.say("panic challenge alice bob").ok
    mail = next(mail for mail in site.mails() if mail["To"] == AT_ALICE)
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    return mail


def board(site):
    with site.database.work() as work:
        return work.boards.find("knightpanic", 101)


def recipients(mails):
    return [mail["To"] for mail in mails]


class TestOldAddresses:
    """By an address that others may have seen nothing is done that can't be taken back."""

    @pytest.mark.parametrize(
        "line",
        [
            "resign",
            "chat\nI am a fool.",
            "knightpanic move 101 alice - resign",
            "panic challenge -size=5 bob alice",
        ],
    )
    def test_words_wait_for_the_player(self, seen, line):
        """The player alone is asked, and nothing is said or done before a reply to that."""
        site, mail = seen
        (asked,) = site.reply(mail, line)
        assert asked["To"] == AT_ALICE
        assert asked["Subject"].startswith("Please confirm: knightpanic")
        assert board(site).match.outcome is None
        assert AT_BOB in recipients(site.reply(asked, "yes"))

    def test_the_words_are_shown_before_they_are_sent(self, seen):
        """Nobody has to confirm words unread that somebody else may have written."""
        site, mail = seen
        (asked,) = site.reply(mail, "chat\nI am a fool.")
        assert "If you confirm, we'll send this text: I am a fool." in words_of(asked)

    def test_an_offer_made_since_is_not_accepted(self, players):
        """The address of a mail from before an offer of the same turn doesn't accept it."""
        players.say("panic challenge alice bob")
        mail = next(mail for mail in players.mails() if mail["To"] == AT_ALICE)
        players.say(f"panic move 101 {BOB} propose")
        (offered,) = [mail for mail in players.mails() if mail["To"] == AT_ALICE]
        (asked,) = players.reply(mail, "accept")
        assert asked["Subject"] == "Please confirm: knightpanic move 101 accept"
        assert board(players).match.outcome is None
        assert "The game is drawn" in text_of(players.reply(offered, "accept")[0])

    def test_the_latest_address_needs_no_confirmation(self, seen):
        """By the address of the latest mail the player chats, offers and resigns at once."""
        site, _ = seen
        site.say(f"panic chat 101 {BOB}", read=lambda: "Hello")
        mail = next(mail for mail in site.mails() if mail["To"] == AT_ALICE)
        for line in ("chat\nHello", "panic move 101 alice - propose"):
            told = site.reply(mail, line)
            assert recipients(told) == [AT_ALICE, AT_BOB]
        assert "White resigned." in text_of(site.reply(told[0], "resign")[0])

    def test_chat_may_cross_a_move_of_the_opponent(self, players):
        """Until the player's own next move, chat is sent by an older address as well."""
        players.say("panic challenge bob alice")
        mail = next(mail for mail in players.mails() if mail["To"] == AT_ALICE)
        players.play("knightpanic", 101, "a1-c5")
        assert recipients(players.reply(mail, "chat\nHello")) == [AT_ALICE, AT_BOB]
        players.play("knightpanic", 101, "a7-c3")
        assert recipients(players.reply(mail, "chat\nHello again")) == [AT_ALICE]

    def test_a_message_is_answered_within_two_weeks(self, players):
        """A later answer waits until it is confirmed."""
        players.say(f"message {BOB} alice", read=lambda: "Hello")
        (mail,) = players.mails()
        assert recipients(players.reply(mail, "Hello")) == [AT_ALICE, AT_BOB]
        players.clock.forward(days=15)
        (asked,) = players.reply(mail, "Hello again")
        assert asked["Subject"].startswith("Please confirm: message bob")
        assert AT_BOB in recipients(players.reply(asked))


class TestSharedAddresses:
    """An address that a copy of a reply shows to others, on a board that stays as it is."""

    @pytest.fixture
    def chatted(self, players):
        """A mail to alice about a board where both have moved, and bob has written."""
        players.once(_old_address)
        players.say(f"panic chat 101 {BOB}", read=lambda: "Hello")
        return players, next(mail for mail in players.mails() if mail["To"] == AT_ALICE)

    def forge(self, site, mail, line):
        """Sends a line in alice's name to the address that stood in the copy."""
        address = mail["Reply-To"].replace("+c.", "+")
        return site.receive(AT_ALICE, simple_mail(AT_ALICE, "Re:", line), address)

    @pytest.mark.parametrize("line", ["resign", "chat\nI am a fool.", "panic resign 101 alice -"])
    def test_nothing_lasting_is_done_with_it(self, chatted, line):
        """A copy of chat to the opponent lets nobody resign, or write, as the player."""
        site, mail = chatted
        assert recipients(site.reply(mail, "Hello yourself", Cc=AT_BOB)) == [AT_ALICE, AT_BOB]
        (asked,) = self.forge(site, mail, line)
        assert asked["Subject"].startswith("Please confirm: ")
        assert board(site).match.outcome is None
        assert AT_BOB in recipients(site.reply(asked, "yes"))

    def test_an_offer_made_again_is_not_accepted(self, chatted):
        """A reader of the rejection of an offer can't accept the next one."""
        site, _ = chatted
        site.say(f"panic move 101 {BOB} propose")
        (offered,) = (mail for mail in site.mails() if mail["To"] == AT_ALICE)
        site.reply(offered, "reject", Cc=f"Bob <{AT_BOB}>")
        site.say(f"panic move 101 {BOB} propose")
        site.mails()
        (asked,) = self.forge(site, offered, "accept")
        assert asked["Subject"] == "Please confirm: knightpanic move 101 accept"
        assert board(site).match.outcome is None

    def test_nobody_answers_a_message_with_it(self, players):
        """A reader of an answer to a message can't write to its writer as the player."""
        players.say(f"message {BOB} alice", read=lambda: "Hello")
        (mail,) = players.mails()
        assert AT_BOB in recipients(players.reply(mail, "Hello", Cc="carol@example.org"))
        (asked,) = players.reply(mail, "I am a fool.")
        assert "I am a fool." in text_of(asked)
        assert AT_BOB in recipients(players.reply(asked))

    def test_copies_to_oneself_and_moves_need_no_confirmation(self, chatted):
        """A player's own act counts at once; after a move the address is another."""
        site, mail = chatted
        site.reply(mail, "Hello", Cc=f"{AT_ALICE}, {mail['Reply-To']}, alice+2@example.org")
        assert recipients(self.forge(site, mail, "chat\nAnd good luck")) == [AT_ALICE, AT_BOB]
        moved = self.forge(site, mail, board(site).match.legal[0])[0]
        assert "resign when your turn comes" in text_of(site.reply(moved, "resign", Cc=AT_BOB)[0])


FAILURES = [
    "dmarc=fail header.from=example.org",
    "dmarc=fail (p=none) header.from=Example.org; dkim=pass header.d=evil.example",
    "spf=fail smtp.mailfrom=alice@example.org",
    "dmarc=none; spf=softfail smtp.mailfrom=example.org; dkim=fail header.d=example.org",
    "dkim=fail header.i=@example.org; spf=pass smtp.mailfrom=evil.example",
    "compauth=fail reason=000; dmarc=none header.from=example.org",
    "dmarc=pass header.from=evil.example",
    'spf=fail smtp.mailfrom="; x"@evil; dmarc=fail header.from=example.org)',
    "dmarc=fail header.from=example.org;" + " dkim=fail header.d=x.example;" * 300,
]
NO_FAILURES = [
    "dmarc=none header.from=example.org; spf=none smtp.mailfrom=example.org; dkim=none",
    "dmarc=temperror header.from=example.org",
    "spf=fail smtp.mailfrom=list@forwarder.example; dkim=neutral header.d=example.org",
    "spf=fail smtp.mailfrom=alice@example.org; dkim=pass header.d=mail.example.org",
    "dkim=fail header.d=example.org; spf=pass smtp.mailfrom=bounces.example.org",
    "none",
    "dkim=pass header.d=example.org (broken",
]


class TestDeniedSenders:
    """Senders of whom the site's own mail server says that they are forged."""

    @pytest.fixture
    def site(self):
        site = Site(authserv_id=MX)
        site.sign_up("alice", "bob")
        yield site
        site.close()

    def sent(self, site, mail, result, *, sender=AT_ALICE, more=""):
        """Sends a reply with this result of the mail server's."""
        head = f"Authentication-Results: {MX}; {result}\n{more}".encode()
        return site.receive(AT_ALICE, head + simple_mail(sender, "Re:", "a1-c5"), mail["Reply-To"])

    def first_mail(self, site):
        site.say("panic challenge alice bob")
        return next(mail for mail in site.mails() if mail["To"] == AT_ALICE)

    @pytest.mark.parametrize("result", FAILURES)
    def test_their_replies_wait_for_the_player(self, site, result):
        """A move is made only once the player's own address confirms it."""
        (asked,) = self.sent(site, self.first_mail(site), result)
        assert asked["To"] == AT_ALICE
        assert board(site).match.ply == 0
        site.reply(asked)
        assert board(site).match.ply == 1

    @pytest.mark.parametrize("result", NO_FAILURES)
    def test_without_such_a_result_the_reply_address_is_enough(self, site, result):
        """Results that leave the sender open, and failures of others, hold up nobody."""
        self.sent(site, self.first_mail(site), result)
        assert board(site).match.ply == 1

    def test_another_author_under_the_players_envelope_waits(self, site):
        """An authenticated author who isn't the player, or two authors, aren't the player."""
        mail = self.first_mail(site)
        result = "dmarc=pass header.from=evil.example; spf=softfail smtp.mailfrom=example.org"
        self.sent(site, mail, result, sender="mallory@evil.example")
        self.sent(site, mail, result, more="From: mallory@evil.example\n")
        assert board(site).match.ply == 0

    def test_their_challenges_are_confirmed_even_where_nothing_else_is(self, site):
        """Neither robots nor PBM_CONFIRM=off let a forged challenge begin a game."""
        for opponent in ("bob", "robot1"):
            line = f"panic challenge alice {opponent}"
            head = f"Authentication-Results: {MX}; {FAILURES[0]}\n".encode()
            (asked,) = site.receive(AT_ALICE, head + simple_mail(AT_ALICE, line))
            assert asked["Subject"] == f"Please confirm: knight{line}"


class TestLimits:
    """Mail of strangers in a player's name doesn't use up what is the player's."""

    def test_answers(self, players):
        """Mails that prove their sender are answered after any number of forged ones."""
        players.limit(emails_per_address=3)
        for _ in range(4):
            players.mail(AT_ALICE, "list")
        assert players.mail(AT_ALICE, "list") == []
        assert "Your data" in players.mail(AT_ALICE, f"mydata {ALICE}")[0]["Subject"]
        stranger = players.mail(AT_ALICE, f"mydata {BOB}")
        assert stranger == []

    @pytest.mark.slow
    def test_challenges(self, players):
        """The twelfth challenge of a day is asked about as the first; robots' games are apart."""
        for number in range(12):
            line = f"panic challenge --nagtime={number + 1} alice bob"
            assert "Please confirm" in players.mail(AT_ALICE, line)[0]["Subject"]
        for _ in range(20):
            players.mail(AT_ALICE, "panic challenge alice robot1")
            with players.database.work() as work:
                newest = work.boards.lines("knightpanic", ["alice"], "active", 1, viewer=SERVER)[1][
                    0
                ]
            players.say(f"panic resign {newest.number} {ALICE}")
            players.mails()
        assert "the limit of 20" in text_of(
            players.mail(AT_ALICE, "panic challenge alice robot1")[0]
        )
        own = f"panic challenge -password={PLAYERS['alice'][0]} alice robot1"
        assert "alice started a new game" in text_of(players.mail(AT_ALICE, own)[0])

    def test_passwords(self, players):
        """After forged wrong ones, the right password is asked about, and wrong ones refused."""
        for number in range(5):
            players.mail(AT_ALICE, f"panic limit alice wr0ng{number}")
        refused = players.mail(AT_ALICE, "panic limit alice wr0ng")
        assert "even correct ones" in words_of(refused[0])
        (asked,) = players.mail(AT_ALICE, f"panic limit {ALICE} 3")
        assert "The command came with your password" in text_of(asked)
        assert PLAYERS["alice"][0] not in text_of(asked)
        (told,) = players.reply(asked)
        assert "limited to 3 Knight Panic games" in text_of(told)

    @pytest.mark.parametrize("sender", [AT_ALICE, "mallory@evil.example"])
    def test_a_locked_sender_stays_locked(self, players, sender):
        """The right password, sent again and again, isn't taken from a locked sender."""
        for number in range(5):
            players.mail(sender, f"panic limit alice wr0ng{number}")
        for number in range(3):
            told = players.mail(sender, "commands", f"panic limit {ALICE} {number + 2}\n" * 2)
            assert not any("boards of Knight Panic at once" in text_of(each) for each in told)

    def test_no_new_password_waits_in_the_database(self, players):
        """While it is locked, a line that brings a second secret is refused."""
        for number in range(5):
            players.mail(AT_ALICE, f"panic limit alice wr0ng{number}")
        (refused,) = players.mail(AT_ALICE, f"change password {ALICE} N3wOne-1")
        assert "forgot USERID" in text_of(refused)

    def test_confirmations(self, players):
        """Those for replies and passwords are counted apart, until one is confirmed."""
        mail = players.once(_old_address)
        asked = [players.reply(mail, f"chat\n{number}") for number in range(11)]
        assert ["Please confirm" in each[0]["Subject"] for each in asked] == [True] * 10 + [False]
        assert "needs no confirmation if it has your password" in text_of(asked[10][0])
        assert "Please confirm" in players.mail(AT_ALICE, f"signoff {ALICE}")[0]["Subject"]
        players.reply(asked[0][0])
        assert "Please confirm" in players.reply(mail, "chat\nmore")[0]["Subject"]

    def test_codes(self, players):
        """Wrong codes in the player's name don't keep the right one from working."""
        players.mail(AT_ALICE, "forgot alice")
        for number in range(6):
            players.mail(AT_ALICE, f"reset alice c0de{number} N3wOne-1")
        (told, *_) = players.mail(AT_ALICE, f"reset alice {players.code(1)} N3wOne-1")
        assert "was changed" in text_of(told)


class TestExistence:
    """Strangers aren't told who is registered."""

    @cases(
        "line",
        [
            "panic limit {} wr0ng-99",
            "panic limit {} -",
            "panic move 101 {} wr0ng-99 a1-c5",
            "forgot {}",
            "reset {} c0de N3wOne-1",
            "panic games {}",
            "all show {}",
            "panic challenge {} bob",
        ],
    )
    def test_an_unknown_userid_is_answered_as_a_known_one(self, players, line):
        """Strangers can't find out if a userid in no list is mistyped, or belongs to somebody."""
        told = [
            text_of(next(each for each in players.mail(to, line.format(who)) if each["To"] == to))
            for to, who in (("x@example.com", "alice"), ("y@example.com", "alicf"))
        ]
        assert told[0] == told[1].replace("alicf", "alice")

    def test_each_check_takes_argon2_once(self, players, monkeypatch):
        """For unknown and known userids, and for locked senders, the same work is done."""
        ran, verify = [], PasswordHasher.verify

        def counted(self, hashed, word):
            ran.append(hashed.split("$")[3])
            return verify(self, hashed, word)

        monkeypatch.setattr("commands.security.passwords.MEMORY_COST", 64)  # others than at first
        monkeypatch.setattr("commands.security.passwords.TIME_COST", 2)
        players.services.passwords.hasher = make_hasher()
        assert players.say("change password alice Xa!11ce-X N3w-pa55w0rd").ok
        monkeypatch.setattr(PasswordHasher, "verify", counted)
        for number in range(7):
            for who in ("alice", "nobody"):
                players.mail("x@example.com", f"panic limit {who} wr0ng{number}")
        assert len(ran) == 14
        assert len(set(ran)) == 1

    def test_players_of_public_boards_are_suggested(self, players):
        """A mistyped userid brings the nearest one of those that lists show."""
        assert "Did you mean" not in text_of(players.mail("x@y.org", "panic games alcie")[0])
        players.begin("panic challenge alice bob")
        assert 'Did you mean "alice"?' in text_of(players.mail("x@y.org", "all show alcie")[0])

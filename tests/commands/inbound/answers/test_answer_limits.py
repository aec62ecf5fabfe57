"""Servers and programs that answer each other, and the limits on answers."""

import re
from email.utils import parseaddr

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.workers.due_digests import send_due_digests
from mail.reading.incoming import read_incoming_mail
from tests.support.cases import cases
from tests.support.site import PLAYERS, Site, simple_mail, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
OTHER = "pbm@example.org"
STRANGER = "x@example.org"


@pytest.fixture
def servers():
    """Two servers without sockets, by address; alice and bob play on the first."""
    made = {
        address: Site(address=address, broadcast=True) for address in ("pbm@example.net", OTHER)
    }
    for site in made.values():
        site.sign_up("alice", "bob", "carol")
        site.begin("knightpanic challenge alice bob", f"knightpanic subscribe 101 {CAROL}")
    yield made
    for site in made.values():
        site.close()


def exchange(servers, sender, recipient, content):
    """Delivers a mail and all mails that it causes between the two; returns their number."""
    waiting, count = [(sender, recipient, content)], 0
    while waiting and count < 20:
        sender, recipient, content = waiting.pop(0)
        name, _, host = recipient.lower().partition("@")
        site = servers.get(f"{name.partition('+')[0]}@{host}")
        if site is None:
            continue
        count += 1
        with site.database.work() as work:
            site.mail_handler.handle(work, read_incoming_mail(sender, (recipient,), content))
        waiting += sent(site)
    return count


def sent(site):
    """Returns the mails in the outbox: envelope sender, recipient, bytes."""
    return [(message.sender, message.recipient, message.message) for message in site.messages()]


def notices(site):
    """Returns a mail of each kind that is sent without a request, as sent."""
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello")
    site.say(f"message {ALICE} bob", read=lambda: "Hello")
    site.say(f"broadcast {ALICE}", read=lambda: "Hello")
    site.say("forgot bob")
    site.clock.forward(days=9)
    clock_watcher = ClockWatcher(site.database, site.services, site.mailer)
    clock_watcher.tick()
    site.clock.forward(days=9)
    clock_watcher.tick()
    return sent(site)


@pytest.mark.parametrize(
    "subject",
    [
        "list",
        "no such thing",
        "",
        f"knightpanic move 101 {ALICE} a1-c5",
        f"signup dave pa55-of-his {OTHER}",
    ],
)
def test_an_answer_to_another_server_is_the_last_word(servers, subject):
    """A mail forged in another server's name brings it one mail, which brings none."""
    content = simple_mail(OTHER, subject)
    assert exchange(servers, OTHER, "pbm@example.net", content) == 2


def test_a_server_does_not_answer_itself(servers):
    """A mail forged in the server's own name isn't answered."""
    address = "pbm@example.net"
    assert exchange(servers, address, address, simple_mail(address, "list")) == 1


@pytest.mark.parametrize("unenveloped", [False, True])
def test_no_mail_of_ours_is_answered_by_another_server(servers, unenveloped):
    """Another server answers no board, chat, message, broadcast, code or reminder."""
    kinds = set()
    mails = notices(servers["pbm@example.net"])
    for sender, _, content in mails:
        envelope = "pbm@example.net" if unenveloped else sender
        assert exchange(servers, envelope, OTHER, content) == 1
        kinds.add(content.split(b"Subject: ")[1].split(b"\r\n")[0])
    assert len(kinds) == 4
    assert any(b"Reminder: bob" in content for _, _, content in mails)


def test_a_bounce_of_each_is_not_answered(servers):
    """A bounce to the bounce address of any of our mails isn't answered."""
    site = servers["pbm@example.net"]
    for sender, recipient, _ in notices(site):
        for content in (simple_mail(recipient, "list"), simple_mail("", "Undelivered", "550")):
            assert exchange(servers, recipient, sender, content) == 1


def test_a_program_without_any_sign_is_answered_once(site):
    """An answering machine that isn't recognised as one gets one answer to the same mail."""
    answers = []
    for number in range(5):
        text = f"I am on holiday until May. You wrote: {number}"
        answers += site.mail(STRANGER, "Re: No command", text, Message_ID=f"<{number}@x>")
        site.clock.forward(minutes=5)
    assert len(answers) == 1


def test_a_person_without_a_command_is_answered_each_time(site):
    """Other words than before are a person's, also in a reply to the answer."""
    (greeting,) = site.mail(STRANGER, "Hi", "How do I join?")
    (again,) = site.reply(greeting, "ok cool, and then?")
    assert greeting["Subject"] == again["Subject"] == "Hello"
    assert site.reply(greeting, "ok cool, and then?") == []


@pytest.mark.parametrize(
    "mails",
    [
        [("zap", ""), ("zup", "")],
        [("chess please", "Bye, Alice"), ("go please", "Bye, Alice")],
        [("moving", "c1-g3 I think"), ("moving", "c1-g5 I think")],
        [("moving", "b15 I think"), ("moving", "b16 I think")],
    ],
)
def test_another_text_that_is_not_understood_is_answered_too(site, mails):
    """The subject and the squares are parts of the text. Only the same email isn't answered."""
    site.sign_up("alice")
    told = [
        len(site.mail("alice@example.org", subject, body))
        for subject, body in mails
        for _ in range(2)
    ]
    assert told == [1, 0, 1, 0]


def test_a_program_that_repeats_our_subject_is_answered_once(site):
    """So is one with numbers of tickets."""
    for subject in ("Re: Hello {0}", "Automatic reply: Hello {0}", "Received {0}: Hello"):
        told = [
            len(site.mail(STRANGER, subject.format(number), "We have got it. R1000" + str(number)))
            for number in range(3)
        ]
        assert sum(told) <= 1, subject


def test_a_program_whose_mails_cannot_be_read_is_answered_once(site):
    """The request for a readable mail isn't repeated either."""
    content = b"Subject: x\n" + b"X: y\n" * 20_000 + b"\nx"
    assert [len(site.receive(STRANGER, content)) for _ in range(3)] == [1, 0, 0]


def test_the_same_refusal_is_told_once_a_day(site):
    """A refusal is repeated only for another line, refusal, sender or day."""

    def told(sender, line):
        return len(site.mail(sender, line))

    assert [told(STRANGER, "panic show 9") for _ in range(3)] == [1, 0, 0]
    assert told("X@Example.org", "panic show 9") == 0
    assert told(STRANGER, "panic show 8") == 1
    assert told(STRANGER, "panic show 9") == 1
    assert told("y@example.org", "panic show 9") == 1
    site.clock.forward(hours=25)
    assert told(STRANGER, "panic show 9") == 1


def test_successful_commands_are_always_answered(site):
    """A command that succeeds is always answered, and so is a refusal after it."""
    lines = ["list", "list", "panic show 9", "list", "panic show 9"]
    assert [len(site.mail(STRANGER, line)) for line in lines] == [1] * 5


def test_refusals_are_kept_as_hashes(site):
    """Refused lines have passwords in them, so only their hashes are stored."""
    site.mail(STRANGER, "panic move 9 alice S3cret-99 a1-c5")
    with site.database.engine.connect() as connection:
        kept = "\n".join(connection.connection.iterdump())
    assert re.search(
        r"""INSERT INTO "limit_count" VALUES\('[0-9a-f]{64}','.*','.*',1,'[0-9a-f]{64}'\)""", kept
    )
    assert "S3cret" not in kept


@pytest.fixture
def strict():
    """A server with two answers in an hour and ten in a day, on which alice and bob play."""
    site = Site(emails_per_address=10)
    site.sign_up("alice", "bob")
    yield site
    site.close()


def subjects(site, sender, lines):
    """Returns the subjects of the mails that bring the answers to these lines."""
    return [[mail["Subject"] for mail in site.mail(sender, line)] for line in lines]


LIST = ["List of games"]
AGAIN = "No replies until 13:01 UTC"


def test_an_address_gets_so_many_answers_in_an_hour_and_a_day(strict):
    """Above the limit commands are still executed, and the players, the sender too, are told."""
    at = "alice@example.org"
    assert subjects(strict, at, ["list"] * 4) == [LIST, LIST, [AGAIN], []]
    (told, own) = strict.mail("Alice@example.org", "knightpanic challenge alice bob")
    assert {told["To"], own["To"]} == {at, "bob@example.com"}
    assert subjects(strict, "other@example.org", ["list"]) == [LIST]
    for _ in range(2):
        strict.clock.forward(minutes=61)
        assert [len(each) for each in subjects(strict, at, ["list"] * 4)] == [1, 1, 1, 0]
    strict.clock.forward(minutes=61)
    again = "No replies until Mon 2 Mar 2026, 12:01 UTC"
    assert subjects(strict, at, ["list"] * 3) == [LIST, [again], []]
    strict.clock.forward(hours=20, minutes=58)
    assert subjects(strict, at, ["list"]) == [LIST]


def test_the_first_mail_without_an_answer_is_announced(strict):
    """The announcement tells what was done, and the hour in the reader's zone."""
    strict.say(f"change delivery {ALICE} daily 18 Europe/Berlin")
    strict.mails()
    lines = ["list", "list", "knightpanic show 9"]
    announced = [strict.mail("alice@example.org", line) for line in lines][-1][0]
    assert announced["Subject"] == "No replies until 14:01 CET"
    assert "Your moves and other commands still work" in text_of(announced)
    assert "\n  knightpanic show: refused\n" in text_of(announced)
    assert "There is no Knight Panic board 9." in text_of(announced)


def test_a_refused_command_is_told_beyond_the_limit(strict):
    """A player whose password is right learns of it, before and behind the announcement."""
    at = "alice@example.org"
    lines = [f"knightpanic move {number} {ALICE} a1-c5" for number in range(101, 104)]
    lines[2:2] = [f"knightpanic limit {ALICE} 9"] * 2
    answers = [strict.mail(at, line) for line in lines]
    assert [len(each) for each in answers] == [1, 1, 1, 0, 1]
    assert answers[2][0]["Subject"] == AGAIN
    assert "There is no Knight Panic board 103." in text_of(answers[4][0])
    assert strict.mail(at, lines[4]) == []


def test_the_announced_time_is_right(strict):
    """At the announced minute a mail is answered, and not a minute before."""
    assert subjects(strict, STRANGER, ["list"] * 3)[-1] == [AGAIN]
    strict.clock.forward(minutes=60)
    assert subjects(strict, STRANGER, ["list"]) == [[]]
    strict.clock.forward(minutes=1)
    assert subjects(strict, STRANGER, ["list"]) == [LIST]


def test_limits_and_batches_are_kept_in_each_database(database_url):
    """On SQLite and PostgreSQL alike, a batch is confirmed, and the time of answers is right."""
    site = Site(database_url, confirm=True, emails_per_address=10)
    site.sign_up("alice", "bob")
    lines = "panic challenge alice bob\nduel challenge alice bob"
    (asked,) = site.mail("alice@example.org", "multiple", lines)
    assert len(site.reply(asked)) == 3
    site.clock.forward(minutes=5)
    again = ["No replies until 13:06 UTC"]
    assert subjects(site, "alice@example.org", ["list"] * 2) == [LIST, again]
    site.clock.forward(minutes=61)
    assert subjects(site, "alice@example.org", ["list"]) == [LIST]
    site.close()


def test_replies_with_a_valid_token_do_not_count(strict):
    """Players who reply are answered beyond the limit for other mails, and don't use it up."""
    strict.say("knightpanic challenge alice bob")
    board = next(mail for mail in strict.mails() if mail["To"] == "alice@example.org")
    assert [len(strict.reply(board, "show")) for _ in range(5)] == [1] * 5
    assert subjects(strict, "alice@example.org", ["list"]) == [LIST]


def test_a_program_that_replies_by_token_is_stopped(strict):
    """Even commands to the right address that differ each time end at a limit, once announced."""
    strict.say("knightpanic challenge alice bob")
    mail = next(mail for mail in strict.mails() if mail["To"] == "alice@example.org")
    answers = []
    for number in range(22):
        answers += strict.reply(mail, f"show #{number}")
    assert len(answers) == 10 + 10 + 1
    assert answers[-1]["Subject"] == AGAIN
    assert "Move 20 hasn't been made yet" in text_of(answers[-1])
    assert "bob@example.com" in [told["To"] for told in strict.reply(mail, "a1-c5")]


@pytest.fixture
def playing(site):
    """A server, and a mail to alice about each of two boards."""
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    site.say("knightpanic challenge alice bob")
    return site, [mail for mail in site.mails() if mail["To"] == "alice@example.org"]


def test_an_answering_machine_at_a_reply_address_is_answered_three_times_an_hour(playing):
    """That is each board's limit on answers to words without a command; a day's is ten."""
    site, (mail, other) = playing
    told = []
    for hour in range(5):
        told.append(sum(len(site.reply(mail, f"[Ticket {hour}{letter}]")) for letter in "abcd"))
        site.clock.forward(minutes=62)
    assert told == [3, 3, 3, 1, 0]
    assert len(site.reply(other, "I am on holiday")) == 1
    assert len(site.reply(mail, "show")) == 1


@pytest.mark.parametrize("words", ["STOP", "unsubscribe", "I'm on holiday until March 20"])
def test_requests_for_rest_are_answered_beyond_the_limit_on_words(playing, words):
    site, (mail, _) = playing
    for letter in "abcd":
        site.reply(mail, f"Nice weather, isn't it? {letter}")
    (answer,) = site.reply(mail, words)
    assert answer["Subject"].startswith(("Fewer emails", "Please confirm: vacation"))


def test_an_answering_machine_with_holidays_is_answered_three_times_an_hour(playing):
    site, (mail, _) = playing
    told = [len(site.reply(mail, f"I'm on holiday until March {day}")) for day in range(20, 26)]
    assert sum(told) == 3


REFUSED = ("e1-g6", "resgin", "accept", "queue zz", "swap", "a1-c5\nif e7-c3 c1-e5", "show #99")


def test_a_refused_command_of_a_player_is_always_answered(playing):
    """However many others came before it, chatty ones too, on each board."""
    site, mails = playing
    silent = []
    for round in range(2):
        for place, mail in enumerate(mails):
            site.reply(mail, f"Nice weather, isn't it? {round}")
            silent += [(line, place) for line in REFUSED if not site.reply(mail, line)]
    assert not silent


def test_the_same_refused_command_is_answered_again_after_a_moment(playing):
    """Only what comes again at once looks like a loop of programs; each board has its own."""
    site, mails = playing
    assert [len(site.reply(mail, "e1-g6")) for mail in (*mails, *reversed(mails))] == [1, 1, 0, 1]
    site.clock.forward(minutes=11)
    assert len(site.reply(mails[0], "e1-g6")) == 1


class TestUnsubscribing:
    """Unsubscribing by a mail to the address in List-Unsubscribe."""

    @pytest.fixture
    def watched(self, servers):
        return servers["pbm@example.net"]

    def uri(self, mail):
        """Returns the address in `<mailto:ADDRESS?subject=unsubscribe>`."""
        address, query = mail["List-Unsubscribe"].strip("<>").removeprefix("mailto:").split("?")
        assert query == "subject=unsubscribe"
        return address

    def to_carol(self, site):
        site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello")
        return [mail for mail in site.mails() if mail["To"] == "carol@example.org"]

    def test_only_what_can_be_unsubscribed_has_one(self, watched):
        """Mails about boards, messages and broadcasts have the header; answers don't."""
        watched.say(f"message {ALICE} carol", read=lambda: "Hello")
        watched.say(f"knightpanic move 101 {ALICE} a1-c5")
        watched.say(f"broadcast {ALICE}", read=lambda: "Hello")
        found = [(mail["To"], bool(mail["List-Unsubscribe"])) for mail in watched.mails()]
        at = {name: address for name, (_, address) in PLAYERS.items()}
        assert found == [
            (at["carol"], True),
            *((at["alice"], True), (at["bob"], True), (at["carol"], True)),
            *((at["bob"], True), (at["carol"], True)),
        ]
        (answer,) = watched.mail(at["alice"], "help")
        assert answer["List-Unsubscribe"] is None

    def to_bob(self, site, line, text=""):
        site.say(line, read=lambda: text)
        return [mail for mail in site.mails() if mail["To"] == PLAYERS["bob"][1]]

    def test_who_plays_gets_urgent_mail_alone(self, watched):
        """No game is given up, also if a program asks; how to undo it and to end more is told."""
        (mail,) = self.to_bob(watched, f"knightpanic move 101 {ALICE} a1-c5")
        content = simple_mail("", "unsubscribe", Auto_Submitted="auto-generated")
        (told,) = watched.receive("", content, self.uri(mail))
        assert (told["To"], told["Subject"]) == (mail["To"], "Fewer emails, or none")
        assert told["List-Unsubscribe"] is None
        text = words_of(told)
        assert "we'll email you about bob's games only when one starts or ends" in text
        for line in ("change delivery bob - each", "knightpanic resign 101 bob -", "signoff bob -"):
            assert line in text
        assert "urgent" not in text
        assert self.to_bob(watched, f"knightpanic chat 101 {ALICE}", "Hello") == []
        (again,) = watched.receive("", content, self.uri(mail))
        assert "You can't get fewer emails while you're playing." in words_of(again)
        assert watched.receive("", content, self.uri(mail)) == []
        (ended,) = self.to_bob(watched, f"knightpanic resign 101 {ALICE}")[-1:] or [None]
        assert watched.say("knightpanic show 101").ok
        assert ended is None or ended["To"] == mail["To"]

    def test_a_digest_has_one(self, watched):
        """It leads to urgent mail alone; what was held for the next digest isn't sent as one."""
        watched.say(f"trailblazer challenge -password={PLAYERS['alice'][0]} alice bob")
        watched.say(f"change delivery {BOB} daily 18 Europe/Berlin")
        watched.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello")
        watched.say(f"trailblazer chat 101 {ALICE}", read=lambda: "Hello")
        watched.mails()
        watched.clock.forward(days=1)
        given = watched.database, watched.services, watched.mailer
        send_due_digests(*given, watched.clock.now())
        (digest,) = watched.mails()
        assert digest["Subject"].endswith("games")
        watched.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello again")
        watched.mails()
        (told,) = watched.receive("", simple_mail("", "unsubscribe"), self.uri(digest))
        assert "change delivery bob - daily 18\n" in text_of(told)
        watched.clock.forward(days=1)
        assert send_due_digests(*given, watched.clock.now()) == 0

    def test_a_message_blocks_its_writer(self, watched):
        """No more comes from that player; a line lifts that."""
        (mail,) = self.to_bob(watched, f"message {ALICE} bob", "Hello")
        (told,) = watched.receive("", simple_mail("", "unsubscribe"), self.uri(mail))
        assert "We won't send bob messages, chat or challenges from alice anymore." in text_of(told)
        assert "\n  unblock bob - alice\n" in text_of(told)
        assert not watched.say(f"message {ALICE} bob", read=lambda: "Hello").ok
        assert watched.receive("", simple_mail("", "unsubscribe"), self.uri(mail)) == []

    @cases("how", ["101", "all"])
    @cases("sender", ["", "carol@example.org", "unsubscriber@mail.example"])
    def test_a_watch_ends(self, watched, how, sender):
        """Any sender ends the watch of a board, or of all; the player is told once."""
        watched.say(f"knightpanic unsubscribe 101 {CAROL}")
        watched.say(f"knightpanic subscribe {how} {CAROL}")
        (mail,) = self.to_carol(watched)
        content = simple_mail(sender, "unsubscribe", Auto_Submitted="auto-generated")
        (told,) = watched.receive(sender, content, self.uri(mail))
        assert told["To"] == "carol@example.org"
        what = "Knight Panic board 101" if how == "101" else "all games of Knight Panic"
        text = words_of(told)
        assert text.startswith(f"We won't send carol emails about {what} anymore.")
        assert text.endswith(f" knightpanic subscribe {how} carol -")
        assert self.to_carol(watched) == []
        assert watched.receive(sender, content, self.uri(mail)) == []

    def test_notify_ends(self, watched):
        """Unsubscribing ends `notify` as well."""
        watched.say(f"knightpanic unsubscribe 101 {CAROL}")
        watched.say(f"knightpanic notify {CAROL}")
        watched.say(f"knightpanic resign 101 {ALICE}")
        watched.say(f"knightpanic resign 101 {BOB}")
        mail = next(each for each in watched.mails() if each["To"] == "carol@example.org")
        (told,) = watched.receive("", simple_mail("", "unsubscribe"), self.uri(mail))
        assert text_of(told).endswith("\n  knightpanic notify carol -\n")

    def test_broadcasts_end(self, watched):
        """Unsubscribing from broadcasts does what `block USERID PASSWORD broadcast` does."""
        watched.say(f"broadcast {ALICE}", read=lambda: "Hello")
        mail = next(each for each in watched.mails() if each["To"] == "bob@example.com")
        (told,) = watched.receive("", simple_mail("", "unsubscribe"), self.uri(mail))
        assert "We won't send bob emails to all players anymore." in text_of(told)
        assert "\n  unblock bob - broadcast\n" in text_of(told)
        assert watched.receive("", simple_mail("", "unsubscribe"), self.uri(mail)) == []
        assert watched.say(f"broadcast {ALICE}", read=lambda: "Hello").data["players"] == 1

    def test_a_changed_token_ends_nothing(self, watched):
        """A changed token, or one for another player, unsubscribes nobody."""
        (mail,) = self.to_carol(watched)
        name, _, host = self.uri(mail).partition("@")
        forged = f"{name[:-4]}aaaa@{host}"
        assert watched.receive("x@example.org", simple_mail("x@example.org", "list"), forged) == []
        assert len(self.to_carol(watched)) == 1
        assert parseaddr(mail["From"])[1] == "pbm@example.net"

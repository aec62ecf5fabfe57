"""Replies without plus addresses: known by the mail that they refer to, or by their subject."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from commands.content.reply_claims import claims_of
from commands.inbound.requests.replaced_subjects import has_own_subject
from commands.outbound.addressing import AddressForms
from commands.system.logs.log_values import without_signed_words
from mail.reading.incoming import read_incoming_mail
from mail.reading.parsed_mail import parse_mail
from pbm.games import find
from pbm.wording import WIDTH
from tests.support.cases import cases
from tests.support.html_reader import HtmlPage
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail, text_of

AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
ALICE, BOB, CAROL = (f"{name} {password}" for name, (password, _) in PLAYERS.items())
PLUS = re.compile(r"pbm(?:\+|%2B|=2B)", re.IGNORECASE)
PLIES = 6
"""Then games are resigned."""
SMALL = {"trailblazer": "-size=3", "madknights": "-size=6"}
LABEL = re.compile(r"(?:[bcgmuw]\.)?[a-z2-7]{29,32}|confirm\.[a-z2-7]{16}")


class PlainSite(Site):
    """A server whose provider drops what stands after a +, wherever it stands in an address."""

    def answer(self, mail, body="", **headers):
        """Replies to a mail as a mail program does; returns the mails that this causes."""
        subject = headers.pop("Subject", f"Re: {mail['Subject']}")
        sender = headers.pop("sender", mail["To"])
        references = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
        headers = {"In_Reply_To": mail["Message-ID"], "References": references} | headers
        headers = {name: value for name, value in headers.items() if value}
        return self.receive(sender, simple_mail(sender, subject, body, **headers))

    def follow(self, link, sender):
        """Returns the mails caused by opening a mailto: link and sending the new mail."""
        parts = urlsplit(link)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert unquote(parts.path) == ADDRESS
        content = simple_mail(sender, query["subject"], query.get("body", ""))
        return self.receive(sender, content)


@pytest.fixture(params=["reference", "both"])
def site(request):
    """A server that reads references; its provider drops subaddresses."""
    made = PlainSite(forms=AddressForms(request.param))
    made.sign_up("alice", "bob", "carol")
    yield made
    made.close()


@pytest.fixture
def plain():
    """A server that shows no address with a +, and asks for confirmations."""
    made = PlainSite(forms=AddressForms("reference"), confirm=True)
    made.sign_up("alice", "bob", "carol")
    yield made
    made.close()


@pytest.fixture
def make():
    """Makes servers, which are closed at the end."""
    made = []

    def make(*args, **more):
        made.append(PlainSite(*args, **more))
        return made[-1]

    yield make
    for each in made:
        each.close()


def begin(site, line="knightpanic challenge alice bob"):
    """Returns the mails to alice and to bob about a new board."""
    assert site.say(line, admin=True).ok
    return by_receiver(site.mails())


def by_receiver(mails):
    """Returns the last mails to alice and to bob."""
    found = {mail["To"]: mail for mail in mails}
    return found[AT_ALICE], found[AT_BOB]


def events(site, game="knightpanic", number=101):
    with site.database.work() as work:
        return [event.text for event in work.boards.find(game, number).match.events]


def secrets_of(mail):
    """Returns the labels that a mail's headers show."""
    return set(LABEL.findall(" ".join(f" {value} " for value in mail.values()).lower()))


@pytest.mark.parametrize("game", ["madknights", "trailblazer"])
def test_a_whole_game_by_plain_replies(game, make):
    """Each game is played by links and by replies, all to the plain address, and resigned."""
    site = make(forms=AddressForms("reference"))
    names = list(PLAYERS)[: len(find(game).seats)]
    site.sign_up(*names)
    site.say(f"{game} challenge {SMALL.get(game, '')} {' '.join(names)}", admin=True)
    last = {mail["To"]: mail for mail in site.mails()}
    while (data := site.say(f"{game} legal 101").data)["to_move"] is not None:
        mail = last[PLAYERS[names[data["to_move"]]][1]]
        ply = data["ply"]
        move = data["moves"][ply % len(data["moves"])] if ply < PLIES else "resign"
        links = HtmlPage(mail.get_body(("html",)).get_content()).links
        link = next(
            (each for each in links if parse_qs(urlsplit(each).query)["body"] == [move]), ""
        )
        mails = site.follow(link, mail["To"]) if link and ply % 2 else site.answer(mail, move)
        assert not any(PLUS.search(each.as_string()) for each in mails)
        assert {each["To"] for each in mails} == {PLAYERS[name][1] for name in names}, text_of(
            mails[0]
        )
        last |= {each["To"]: each for each in mails}
    assert "Game won by" in text_of(mails[0])
    site.close()


def test_moves_chat_and_offers(site):
    """A reply to the plain address is worth as much as one to the reply address."""
    to_alice, to_bob = begin(site)
    to_alice, to_bob = by_receiver(site.answer(to_alice, "a1-c5\n\nGood luck!"))
    assert "Good luck!" in text_of(to_bob)
    chat = site.answer(to_bob, "chat\nHello?")[-1]
    assert (chat["To"], "Hello?" in text_of(chat)) == (AT_ALICE, True)
    answer = site.answer(chat, "Hello to you.\nresign")[-1]
    assert (answer["To"], "Hello to you.\nresign" in text_of(answer)) == (AT_BOB, True)
    to_alice, to_bob = by_receiver(site.answer(to_alice, "undo"))
    assert "take back the last move" in text_of(to_bob)
    site.answer(to_bob, "accept")
    assert events(site)[0] == "move a1-c5"
    assert len(events(site)) > 1


@pytest.mark.parametrize("known", ["In-Reply-To", "References", "trace", "To", "Cc", "subject"])
def test_each_place_of_the_token(site, known):
    """One header is enough; a trace helps where a relay has replaced our Message-ID."""
    to_alice, _ = begin(site)
    token = site.tokens.reply(_claims(site))
    trace = to_alice["References"].split()[-1]
    headers = {
        "In-Reply-To": {"In_Reply_To": to_alice["Message-ID"]},
        "References": {"References": f"<x@y.example> {to_alice['Message-ID']}"},
        "trace": {"In_Reply_To": "<1@relay>", "References": f"<0@x> {trace} <1@relay>"},
        "Cc": {"Cc": f"Them <pbm+{token}@example.net>"},
    }
    subject = f"Re: whatever [ref-{token}]" if known == "subject" else "Re: whatever"
    content = simple_mail(AT_ALICE, subject, "a1-c5", **headers.get(known, {}))
    if known == "To":
        content = content.replace(b"To: pbm@", f"To: PBM+{token.upper()}@".encode())
    site.receive(AT_ALICE, content)
    assert events(site) == ["move a1-c5"]


def test_a_later_mail_through_a_relay(site):
    """Its trace counts more than the first mail about the board, which it refers to as well."""
    first, _ = begin(site)
    _, to_bob = by_receiver(site.answer(first, "a1-c5"))
    to_alice, _ = by_receiver(site.answer(to_bob, "a7-c3"))
    assert to_alice["In-Reply-To"] == first["Message-ID"]
    headers = {"In_Reply_To": "<1@relay>", "References": f"{to_alice['References']} <1@relay>"}
    site.receive(AT_ALICE, simple_mail(AT_ALICE, "Re: x", "c1-a5", **headers))
    assert events(site) == ["move a1-c5", "move a7-c3", "move c1-a5"]


def _claims(site, seat=0, number=101):
    with site.database.work() as work:
        return claims_of(work.boards.find("knightpanic", number)).for_seat(seat)


@pytest.mark.parametrize("name", ["Delivered-To", "X-Original-To", "Envelope-To"])
def test_headers_of_delivery(site, name):
    """A mailbox says in a header to which address a mail was delivered."""
    to_alice, _ = begin(site)
    token = site.tokens.reply(_claims(site))
    header = f"{name}: other@example.net, pbm+{token}@example.net\n".encode()
    site.receive(AT_ALICE, header + simple_mail(AT_ALICE, "Re: whatever", "a1-c5"))
    assert events(site) == ["move a1-c5"]
    assert to_alice["To"] == AT_ALICE


def test_the_address_counts_more_than_a_reference(site):
    """A reply to one board's mail that is sent to another board's address is about the latter."""
    first, _ = begin(site)
    begin(site)
    token = site.tokens.reply(_claims(site, number=102))
    content = simple_mail(AT_ALICE, "Re: x", "a1-c5", In_Reply_To=first["Message-ID"])
    site.receive(AT_ALICE, content, f"pbm+{token}@example.net")
    assert (events(site), events(site, number=102)) == ([], ["move a1-c5"])


def test_tokens_in_addresses_of_others_are_none(site):
    """In To and Cc only our own address counts."""
    begin(site)
    token = site.tokens.reply(_claims(site))
    content = simple_mail(AT_ALICE, "Re: x", "a1-c5", Cc=f"pbm+{token}@other.example")
    (answer,) = site.receive(AT_ALICE, content)
    assert events(site) == []
    assert "Nothing has changed." in text_of(answer)


def test_the_latest_reference_counts(site):
    """References hold the whole thread; the mail answered stands last."""
    first, _ = begin(site)
    second, _ = begin(site)
    references = f"{first['Message-ID']} {second['Message-ID']}"
    site.receive(AT_ALICE, simple_mail(AT_ALICE, "Re: x", "a1-c5", References=references))
    assert (events(site), events(site, number=102)) == ([], ["move a1-c5"])


def test_references_are_off(make):
    """With PBM_REPLIES=address they are neither made nor read; other tokens stay."""
    site = make(forms=AddressForms("address"))
    site.sign_up("alice", "bob")
    to_alice, _ = begin(site)
    assert {each[:2] for each in secrets_of(to_alice) if "." in each} == {"b.", "u."}
    assert to_alice["Message-ID"].count("+") == 1
    token = site.tokens.reply(_claims(site))
    for more in ({"In_Reply_To": f"<x+{token}@example.net>"}, {"Subject": f"Re: x [ref-{token}]"}):
        site.answer(to_alice, "a1-c5", **more)
    assert events(site) == []
    site.reply(to_alice, "a1-c5")
    assert events(site) == ["move a1-c5"]


def test_an_old_address_is_still_read(plain):
    """Whoever sets PBM_REPLIES=reference has sent mails with plus addresses before."""
    begin(plain)
    token = plain.tokens.reply(_claims(plain))
    plain.receive(AT_ALICE, simple_mail(AT_ALICE, "Re:", "a1-c5"), f"pbm+{token}@example.net")
    assert events(plain) == ["move a1-c5"]


class TestWhatElseAReplyMayBe:
    """A reply is often the way to begin another mail."""

    def test_a_typed_subject_wins(self, site):
        """A command in the place of the subject is a mail of its own."""
        to_alice, _ = begin(site)
        site.answer(to_alice, "a1-c5", Subject="knightpanic challenge alice carol")
        assert events(site) == []
        assert events(site, number=102) == []

    @pytest.mark.parametrize("before", ["", "Re: ", "AW: ", "Fwd: "])
    def test_our_own_subject_is_no_command(self, site, before):
        """Some programs leave out the Re:, and classic subjects look like commands."""
        site.say(f"change format {ALICE} classic")
        to_alice, _ = begin(site)
        assert to_alice["Subject"] == "New Knight Panic Board 101 alice"
        for number, subject in enumerate(("Knight Panic Board 101 alice", to_alice["Subject"])):
            site.answer(to_alice, f"chat\nHello {number}", Subject=f"{before}{subject}")
        site.answer(to_alice, "a1-c5", Subject=f"{before}Knight Panic Board 101: alice - bob")
        assert events(site) == ["move a1-c5"]

    def test_full_commands_below_a_greeting(self, site):
        """What no reply can mean is read as a new mail is."""
        to_alice, _ = begin(site)
        site.answer(to_alice, f"Dear server,\nplease do:\nknightpanic move 101 {ALICE} a1-c5")
        assert events(site) == ["move a1-c5"]

    def test_a_full_command_about_another_board(self, site):
        """The board of the mail answered doesn't matter to a command that names its own."""
        to_alice, _ = begin(site)
        begin(site)
        site.answer(to_alice, f"knightpanic move 102 {ALICE} a1-c5")
        assert (events(site), events(site, number=102)) == ([], ["move a1-c5"])

    def test_words_are_explained(self, site):
        """A reply without a command is answered with the board, and changes nothing."""
        to_alice, _ = begin(site)
        (answer,) = site.answer(to_alice, "What is this?")
        assert answer["Subject"] == to_alice["Subject"]
        assert events(site) == []


class TestProof:
    """A reference proves what an address does, and nothing more."""

    def test_another_sender_is_asked(self, plain):
        """From an address that isn't registered, the registered one is asked."""
        to_alice, _ = begin(plain)
        mails = plain.answer(to_alice, "a1-c5", sender="else@example.org")
        assert events(plain) == []
        (asked,) = (mail for mail in mails if mail["To"] == AT_ALICE)
        plain.answer(asked, "")
        assert events(plain) == ["move a1-c5"]

    def test_an_old_mail_resigns_nothing(self, plain):
        """What can't be taken back waits, in a reply to an older mail than the latest."""
        to_alice, to_bob = begin(plain)
        after = plain.answer(to_alice, "a1-c5")
        (to_bob,) = (mail for mail in after if mail["To"] == AT_BOB)
        plain.answer(to_bob, "a7-c3")
        mails = plain.answer(to_alice, "resign")
        assert events(plain) == ["move a1-c5", "move a7-c3"]
        assert any("confirm" in text_of(mail) for mail in mails)

    def test_a_copy_to_others_counts(self, plain):
        """Who got a copy of a reply has read the token in its References."""
        to_alice, _ = begin(plain)
        plain.answer(to_alice, "chat\nHello", Cc=AT_CAROL)
        mails = plain.answer(to_alice, "resign")
        assert events(plain) == []
        assert any("Please confirm" in mail["Subject"] for mail in mails)

    def test_a_copy_of_another_board_s_token_counts(self, plain):
        """A mail with an address of one board shows others the token of another as well."""
        first, _ = begin(plain)
        begin(plain)
        token = plain.tokens.reply(_claims(plain, number=102))
        more = {"In_Reply_To": first["Message-ID"], "Cc": AT_CAROL}
        content = simple_mail(AT_ALICE, "Re: x", "chat\nHello", **more)
        plain.receive(AT_ALICE, content, f"pbm+{token}@example.net")
        assert any("Please confirm" in each["Subject"] for each in plain.answer(first, "resign"))

    @pytest.mark.parametrize("change", ["change password", "flip"])
    def test_a_token_that_does_not_hold(self, plain, change):
        """An altered token, and one from before a change of the password, do nothing."""
        to_alice, _ = begin(plain)
        id = to_alice["Message-ID"]
        if change == "flip":
            id = re.sub(r".(?=.{10}@)", lambda found: "b" if found[0] == "a" else "a", id)
        else:
            plain.say(f"change password {ALICE} N3w-Passw0rd")
            plain.mails()
        headers = {"In_Reply_To": id, "References": id}
        (answer,) = plain.answer(to_alice, "a1-c5", **headers)
        assert events(plain) == []
        assert "so we haven't done anything" in text_of(answer)


class TestPrivacy:
    """A token stands in the mails of its reader alone."""

    def test_no_mail_shows_another_s_tokens(self, site):
        """Whatever References a mail brings, nobody else reads a token in any header."""
        site.say(f"knightpanic subscribe all {CAROL}")
        to_alice, to_bob = begin(site)
        theirs = {AT_ALICE: secrets_of(to_alice), AT_BOB: secrets_of(to_bob)}
        both = f"{to_bob['Message-ID']} {to_bob['References']} {to_alice['Message-ID']}"
        for body in ("a1-c5", "chat\nHello", f"message {ALICE} bob\nHi", "show", "nonsense"):
            mails = site.answer(to_alice, body, References=both)
            for mail in mails:
                others = {
                    label for at, labels in theirs.items() if at != mail["To"] for label in labels
                }
                assert not others & secrets_of(mail)
                theirs.setdefault(mail["To"], set()).update(secrets_of(mail))

    def test_a_watcher_has_no_token(self, site):
        """Subscribers, and strangers, get no token for a reply."""
        site.say(f"knightpanic subscribe all {CAROL}")
        to_alice, _ = begin(site)
        mails = site.answer(to_alice, "a1-c5")
        (watched,) = (mail for mail in mails if mail["To"] == AT_CAROL)
        assert watched["Message-ID"].count("+") == 1
        (listed,) = site.mail("guest@example.org", "list")
        assert listed["Message-ID"].count("+") == 1

    def test_nothing_is_stored(self, site):
        """The outbox holds Message-IDs and References without tokens."""
        to_alice, _ = begin(site)
        content = simple_mail(
            AT_ALICE, "list", In_Reply_To=to_alice["Message-ID"], Message_ID="<1@a>"
        )
        with site.database.work() as work:
            site.mail_handler.handle(work, read_incoming_mail(AT_ALICE, (ADDRESS,), content))
            rows = work.outbox.lease(9, site.clock.now(), site.clock.now())
        assert rows
        stored = " ".join(f"{row.mail.message_id} {row.mail.references}" for row in rows)
        assert "+" not in stored
        assert to_alice["Message-ID"].partition("+")[0] in stored

    def test_the_thread_holds(self, site):
        """An answer refers to what its mail answered, by an id that stands in both."""
        (asked, _) = begin(site)
        (first,) = site.mail(AT_ALICE, "list", Message_ID="<1@a>")
        (second,) = site.answer(first, "list", Message_ID="<2@a>", Subject="Re: x")
        assert "<1@a>" in first["References"].split()
        assert {"<1@a>", "<2@a>"} <= set(second["References"].split())
        assert asked["To"] == AT_ALICE

    def test_a_subject_is_told_to_nobody(self, plain):
        """The reference in the subject of a link reaches no other mail."""
        to_alice, _ = begin(plain)
        links = HtmlPage(to_alice.get_body(("html",)).get_content()).links
        link = next(each for each in links if each.endswith("body=a1-c5"))
        token = re.search(r"ref-([a-z2-7]{31})", unquote(link))[1]
        for mail in plain.follow(link, AT_ALICE):
            if mail["To"] != AT_ALICE:
                assert token not in mail.as_string()
            assert "[ref-" not in mail["Subject"]

    def test_a_quoted_reference_is_masked(self, plain):
        """A link or an id that a mail program has quoted in a comment is masked."""
        to_alice, _ = begin(plain)
        page = to_alice.get_body(("html",)).get_content()
        link = HtmlPage(page).links[0]
        body = f"chat\nLook: {link}\n{to_alice['Message-ID']} {unquote(link)}"
        for mail in plain.answer(to_alice, body):
            shown = text_of(mail)
            assert "Look" in shown
            assert not LABEL.search(shown.lower()), shown


class TestCodes:
    """Codes and links without a plus address."""

    def test_a_signup_is_confirmed(self, plain):
        """A yes to the mail that asks confirms, and its link for that does."""
        for number, name in enumerate(("dave", "erin")):
            address = f"{name}@example.org"
            (asked,) = plain.mail(address, f"signup {name} Long-Passw0rd!")
            assert not PLUS.search(asked.as_string())
            assert asked["Reply-To"] is None
            if number:
                link, _ = HtmlPage(asked.get_body(("html",)).get_content()).links
                mails = plain.follow(link, address)
            else:
                mails = plain.answer(asked, "yes")
            assert f"Welcome, {name}" in {mail["Subject"] for mail in mails}

    def test_a_message_is_answered(self, plain):
        """A reply to a message goes to its writer."""
        mails = plain.mail(AT_ALICE, f"message {ALICE} bob", "Hello Bob")
        (message,) = (mail for mail in mails if mail["To"] == AT_BOB)
        mails = plain.answer(message, "Hello Alice")
        assert "Hello Alice" in " ".join(text_of(m) for m in mails if m["To"] == AT_ALICE)

    def test_a_watcher_leaves(self, plain):
        """List-Unsubscribe opens a mail to the plain address, whose subject has the token."""
        plain.say(f"knightpanic subscribe all {CAROL}")
        plain.say("knightpanic challenge alice bob", admin=True)
        watched = next(mail for mail in plain.mails() if mail["To"] == AT_CAROL)
        assert not PLUS.search(watched.as_string())
        (done,) = plain.follow(watched["List-Unsubscribe"].strip("<>"), AT_CAROL)
        assert done["Subject"] == "Unsubscribed"

    def test_several_boards_in_a_mail(self, plain):
        """Each board names the subject that a mail about it needs."""
        line = f"duel challenge -pair alice bob -password={PLAYERS['alice'][0]}"
        mail = next(mail for mail in plain.mail(AT_ALICE, line) if mail["To"] == AT_ALICE)
        assert "with the subject above" in text_of(mail)
        subjects = re.findall(r"(?m)^  (Re: Knight's Duel Board .* \[ref-.*\])$", text_of(mail))
        assert len(subjects) == 2
        assert max(map(len, subjects)) <= WIDTH
        plain.receive(AT_ALICE, simple_mail(AT_ALICE, subjects[0], "resign"))
        with plain.database.work() as work:
            boards = [work.boards.find("knightsduel", number) for number in (101, 102)]
        assert [bool(board.removed) for board in boards] == [True, False]


def test_no_plus_address_is_shown(plain):
    """In the mode without them, no mail and no help shows an address with a +."""
    mails = plain.mail(AT_ALICE, f"panic challenge alice carol -password={PLAYERS['alice'][0]}")
    mails += plain.mail(AT_ALICE, "duel challenge -pair alice carol")
    mails += plain.mail(AT_ALICE, f"message {ALICE} carol", "Hi")
    mails += plain.mail(AT_ALICE, "a1-c5", References="<1@example.net>")
    for page in ("help", "help reply", "help commands", "help mail", "help tutorial"):
        mails += plain.mail("guest@example.org", page)
    plain.clock.forward(days=1)
    mails += plain.mails()
    assert len(mails) > 8
    for mail in mails:
        assert not PLUS.search(mail.as_string()), mail


@cases(
    ("subject", "typed"),
    [
        ("knightpanic challenge alice carol", True),
        ("Knight Panic show 101", True),
        ("panic move 101 alice Xa!11ce-X a1-c5", True),
        ("multiple", True),
        ("list", True),
        ("all show alice", True),
        ("Re: knightpanic show 101", False),
        ("Knight Panic Board 101: alice - bob", False),
        ("Knight Panic Board 101 bob **", False),
        ("Knight Panic Board 101", False),
        ("Knight Panic Board 101 Error", False),
        ("Nag: Knight Panic Board 101 bob", False),
        ("Knight Panic chat 101 alice", False),
        ("Knight Panic Standings", False),
        ("Knight's Duel: two boards", False),
        ("List of Knight Panic games", False),
        ("Record of Knight Panic Board 101", False),
        ("Please confirm: signup dave", False),
        ("Hello", False),
        ("(", False),
        ("", False),
    ],
)
def test_which_subjects_are_typed(subject, typed):
    """A subject is a command of its writer unless a mail of ours may have had it."""
    mail = parse_mail(AT_ALICE, (), simple_mail(AT_ALICE, subject, "x"))
    assert has_own_subject(mail) == typed


def test_no_log_line_shows_a_token(site):
    """A token is masked in the logs, wherever in a line it stands."""
    to_alice, _ = begin(site)
    (link, *_) = HtmlPage(to_alice.get_body(("html",)).get_content()).links
    for text in (to_alice["Message-ID"], to_alice["References"], link, unquote(link)):
        for shown in (f"id={text}", f"451 {text!r} refused", text.upper()):
            assert not LABEL.search(without_signed_words(shown).lower())
    for text in (
        f"[ref-confirm.{'abcdefgh' * 2}]",
        f"subject=Re%3A%20x%20%5Bref-{'abcdefgh' * 4}%5D",
        f"<m+b.{'a2' * 14}a+confirm.{'abcdefgh' * 2}@x>",
    ):
        assert "abcdefgh" not in without_signed_words(text)

"""Bounces are recognised, recorded, and never answered."""

import asyncio
import json
import re
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import text

from commands.players.reachability import record_bounce
from commands.server.workers.clock_watcher import ClockWatcher
from mail.delivery.delivery import Delivery
from mail.delivery.relay import DeliveryError
from mail.delivery.retries import MAX_TRIES
from mail.reading.bounces.bounce_report import read_bounce_report
from mail.reading.incoming import read_incoming_mail
from pbm.clock import SystemClock
from storage import open_database
from tests.mail.delivery.test_delivery import Failing, Relay
from tests.support.bounce_samples import AWAY, HARD, OTHER, SOFT, simple
from tests.support.cases import cases
from tests.support.site import ADDRESS, PLAYERS, Site, database_dump, simple_mail, text_of, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]


@pytest.fixture
def site(site):
    """A server without sockets, where alice and bob play; alice is to move."""
    site.sign_up("alice", "bob", "carol")
    site.begin("knightpanic challenge alice bob")
    return site


def to_bob(site):
    """Returns the envelope sender of a new mail to bob."""
    site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello?")
    return next(each.sender for each in site.messages() if each.recipient == AT_BOB)


def come_back(site, times=1, content=HARD["postfix"], sender=""):
    """Bounces mails to bob; returns the mails that this causes."""
    found = []
    for _ in range(times):
        where = to_bob(site)
        found += site.receive(sender, content, where)
    return found


def bounces(site, player="bob"):
    with site.database.work() as work:
        addresses = work.players.find(player).addresses
        return [(each.address, each.kind, each.counts) for each in work.bounces.of(addresses)]


def player(site, name="bob"):
    with site.database.work() as work:
        return work.players.find(name)


def tick(site, **more):
    return ClockWatcher(
        site.database, site.services, site.mailer, timedelta(days=100), **more
    ).tick()


def lost(site):
    """Makes bob unreachable; returns the mails that alice gets about it."""
    return come_back(site, 3)


@cases(
    ("kind", "content"),
    [
        (kind, content)
        for kind, found in (("hard", HARD), ("soft", SOFT), ("away", AWAY), ("other", OTHER))
        for content in found.values()
    ],
)
def test_bounces_are_recognised(kind, content):
    """Permanent and temporary failures, automatic answers and other mails are told apart."""
    report = read_bounce_report(content)
    assert report.kind == kind
    assert report.addresses == ((AT_BOB,) if kind in ("hard", "soft") else ())


@pytest.mark.parametrize("sender", ["", "<>", "mailer-daemon@example.com", AT_BOB])
@pytest.mark.parametrize(
    ("kind", "content"),
    [("hard", HARD["exim"]), ("soft", SOFT["gmail"]), ("away", AWAY["german"])],
    ids=["hard", "soft", "away"],
)
def test_bounces_are_recorded_and_not_answered(site, sender, kind, content):
    """The bounce address names the mail and so its recipient, whoever sends the bounce."""
    assert come_back(site, content=content, sender=sender) == []
    assert bounces(site) == [(AT_BOB, kind, True)]


def test_a_command_to_a_bounce_address_is_none(site):
    """A command to a bounce address is recorded as a bounce, and not executed."""
    assert come_back(site, content=OTHER["person"], sender=AT_BOB) == []
    assert bounces(site) == [(AT_BOB, "other", True)]
    assert site.say("knightpanic show 101").data["ply"] == 0


def test_each_mail_counts_once(site):
    """A delay and a failure count separately; the same bounce counts once."""
    where = to_bob(site)
    for content in (SOFT["postfix"], HARD["postfix"], HARD["gmail"], HARD["postfix"]):
        assert site.receive("", content, where) == []
    assert sorted(bounces(site)) == [(AT_BOB, "hard", True), (AT_BOB, "soft", True)]


@cases("change", ["other", "short", "none", "reply"])
def test_a_forged_bounce_suppresses_nobody(site, change):
    """Without a valid token a bounce proves nothing."""
    where = to_bob(site)
    token = where.partition("+b.")[2].partition("@")[0]
    forged = {
        "other": where.replace(token, token[:-8] + "a2b3c4d5"),
        "short": where.replace(token, token[:-1]),
        "none": ADDRESS,
        "reply": where.replace("+b.", "+"),
    }[change]
    for number in range(5):
        content = HARD["postfix"] + b"%d" % number
        assert site.receive("", content, forged) == []
    assert bounces(site) == []


def test_a_bounce_is_known_by_where_it_was_delivered_to(site):
    """A bounce is recognised by Delivered-To, as servers may replace the envelope recipient."""
    content = f"Delivered-To: {to_bob(site)}\n".encode() + HARD["postfix"]
    assert site.receive("<>", content) == []
    assert bounces(site) == [(AT_BOB, "hard", True)]


def database_mails(work):
    """Returns the numbers of bob's mails about boards."""
    rows = work.connection.execute(text("select id from outbox where recipient like 'bob@%'"))
    return [row.id for row in rows][-3:]


def test_answers_have_no_address_to_come_back_to(site):
    """Answers have a null envelope sender; notifications have a signed one, each its own."""
    with site.database.work() as work:
        content = simple_mail(AT_ALICE, f"knightpanic move 101 {ALICE} a1-c5")
        site.mail_handler.handle(work, read_incoming_mail(AT_ALICE, (ADDRESS,), content))
    answer, notice = site.messages()
    assert (answer.recipient, answer.sender) == (AT_ALICE, "")
    assert notice.recipient == AT_BOB
    assert notice.sender.startswith("pbm+b.")


def test_three_bounces_suppress_an_address(site):
    """The opponent is told once, the clock stops, and only answers still go to the address."""
    assert come_back(site, 2) == []
    (told,) = come_back(site)
    assert told["To"] == AT_ALICE
    assert (
        "Our emails to bob are bouncing, so bob's clock is paused until Sun 15 Mar 2026"
        in text_of(told).replace("\n", " ")
    )
    assert "Knight Panic board 101" in text_of(told)
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    (mail,) = site.mails()
    assert mail["To"] == AT_ALICE
    assert "Our emails to bob are bouncing" in text_of(mail)
    assert "Deadline: Sun 5 Apr 2026, 12:00" in words_of(mail)
    (answer,) = site.mail(AT_BOB, "list")
    assert answer["To"] == AT_BOB


def test_bounces_a_month_apart_suppress_nothing(site):
    """Bounces far apart don't add up."""
    for _ in range(4):
        assert come_back(site) == []
        site.clock.forward(days=16)
    assert player(site).unreachable is None


def test_automatic_answers_and_soft_bounces_suppress_nothing(site):
    """Automatic answers and temporary failures don't suppress an address, however many."""
    assert come_back(site, 4, AWAY["outlook"]) + come_back(site, 4, SOFT["postfix"]) == []
    assert player(site).unreachable is None


def test_one_address_of_two_is_suppressed(site):
    """With one of two addresses suppressed, the player is reached, and the game goes on."""
    site.say(f"change address {BOB} {AT_BOB} bob@home.org")
    site.mails()
    site.clock.forward(minutes=1)
    assert come_back(site, 3) == []
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    assert sorted(mail["To"] for mail in site.mails()) == [AT_ALICE, "bob@home.org"]
    assert player(site).unreachable is None


def test_queued_mails_are_withheld(site):
    """Mails queued before the address was suppressed aren't sent."""
    where = [to_bob(site) for _ in range(3)]
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    for each in where:
        with site.database.work() as work:
            site.mail_handler.handle(work, read_incoming_mail("", (each,), HARD["qmail"]))
    assert {mail["To"] for mail in site.mails()} == {AT_ALICE}


@pytest.mark.slow
def test_the_clock_runs_again_after_a_while(site):
    """After 14 days the admin is told, once, and the clock runs from where it stopped."""
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    lost(site)
    told, forfeited = [], []
    for days in range(1, 60):
        site.clock.forward(days=1)
        forfeited += [days] * len(tick(site, admin="admin@example.net").forfeited)
        told += [(days, mail) for mail in site.mails() if "admin" in mail["To"]]
        if days == 2:
            listed = text_of(site.mail("x@example.org", "knightpanic games active")[0])
            assert "Sun 5 Apr 2026, 12:00 UTC; emails to bob bounce" in " ".join(listed.split())
    ((day, mail),) = told
    assert day == 14
    assert "Knight Panic board 101: bob can't be reached" in text_of(mail)
    assert forfeited == [14 + 21]


@pytest.mark.parametrize(
    "line", [f"knightpanic move 101 {BOB} a7-c3", f"knightpanic move 101 {BOB} z9"]
)
def test_an_authenticated_mail_ends_it(site, line):
    """A right password, even in a refused line, starts the clock, and the others are told."""
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    site.clock.forward(days=5)
    lost(site)
    site.clock.forward(days=10)
    mails = site.mail(AT_BOB, line)
    news = [mail for mail in mails if mail["Subject"] == "Emails to bob"]
    assert [mail["To"] for mail in news] == [AT_ALICE, AT_BOB]
    assert "We can reach bob again" in text_of(news[0])
    assert "from Fri 6 Mar 2026, 12:00 UTC to Mon 16 Mar 2026, 12:00 UTC" in words_of(news[1])
    assert not any("comes back" in text_of(mail) for mail in mails)
    assert player(site).unreachable is None
    assert bounces(site) == [(AT_BOB, "hard", False)] * 3
    if "z9" in line:  # it is bob's turn still, of which 5 days are used
        site.clock.forward(days=15)
        assert tick(site).forfeited == ()
        site.clock.forward(days=1)
        assert len(tick(site).forfeited) == 1


@pytest.mark.slow
def test_reports_of_ones_own_give_no_fresh_turn(site):
    """However often a player reports their own mail and writes again, it gains 14 days a year."""
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    times = 0
    while site.say("knightpanic games active").data["boards"]:
        times += 1
        lost(site)
        site.clock.forward(days=4)
        site.mail(AT_BOB, f"block {BOB} carol", Message_ID=f"<{times}@x>")
        site.clock.forward(minutes=1)
        tick(site)
        site.mails()
        assert times < 30
    assert site.clock.time.date().isoformat() == "2026-04-06"  # 21 and 14 days later
    assert len(site.say(f"mydata {BOB}").data["outages"]) == 4


def test_the_days_are_those_of_a_year(site):
    """When they are used up the opponents are told that the clock runs; a year later it stops."""
    lost(site)
    site.clock.forward(days=20)
    site.mail(AT_BOB, f"block {BOB} carol")
    site.clock.forward(days=1)
    (told,) = lost(site)
    assert "Our emails to bob are bouncing, but bob's clock is still running" in text_of(told)
    site.mail(AT_BOB, f"unblock {BOB} carol")
    site.clock.forward(days=365)
    lost(site)
    assert player(site).clock_stop.length == timedelta(days=14)


def test_who_sends_mail_is_reachable(site):
    """Reports about mails from before the player's last one make nobody unreachable."""
    where = [to_bob(site) for _ in range(5)]
    site.clock.forward(hours=1)
    site.mail(AT_BOB, f"block {BOB} carol")
    assert [mail for each in where for mail in site.receive("", HARD["postfix"], each)] == []
    assert player(site).unreachable is None


@pytest.mark.parametrize("line", [f"show {BOB}", "knightpanic move 101 bob wrong a7-c3", "list"])
def test_an_unauthenticated_mail_ends_nothing(site, line):
    """A sender without a password, easily forged, changes nothing."""
    lost(site)
    site.mail(AT_BOB, line)
    assert player(site).unreachable


def test_an_address_may_be_suppressed_again(site):
    """After a recovery earlier bounces don't count; three new ones do."""
    lost(site)
    site.mail(AT_BOB, f"block {BOB} carol")
    site.clock.forward(days=1)
    assert come_back(site, 2) == []
    assert [mail["To"] for mail in come_back(site)] == [AT_ALICE]
    assert player(site).unreachable == site.clock.time


def test_a_confirmed_address_ends_it(confirming_site):
    """A reply to the confirmation mail of an address makes the player reachable again."""
    confirming_site.sign_up("alice", "bob")
    confirming_site.begin("knightpanic challenge alice bob")
    mails = confirming_site.mail(AT_BOB, f"change address {BOB} {AT_BOB} new@example.com")
    asked = next(mail for mail in mails if mail["To"] == "new@example.com")
    confirming_site.clock.forward(minutes=1)
    lost(confirming_site)
    assert player(confirming_site).unreachable
    assert "new@example.com" in confirming_site.reply(asked, "yes")[0].as_string()
    assert player(confirming_site).unreachable is None


def test_a_requested_mail_goes_to_a_suppressed_address(site):
    """A code for a forgotten password goes to a suppressed address, and its use ends that."""
    lost(site)
    site.say("forgot bob")
    (mail,) = site.mails()
    assert mail["To"] == AT_BOB
    site.mail(AT_BOB, f"reset bob {site.code(1)} newpass-99")
    assert player(site).unreachable is None


def test_a_confirmed_line_ends_it(confirming_site):
    """The reply that confirms a challenge makes its player reachable again."""
    confirming_site.sign_up("alice", "bob")
    confirming_site.begin("knightpanic challenge alice bob")
    asked = confirming_site.mail(AT_BOB, "knightpanic challenge bob alice")[-1]
    lost(confirming_site)
    mails = confirming_site.reply(asked)
    assert [mail["To"] for mail in mails if mail["Subject"] == "Emails to bob"] == [
        AT_ALICE,
        AT_BOB,
    ]
    assert not any("comes back" in text_of(mail) for mail in mails)
    assert player(confirming_site).unreachable is None


@pytest.mark.parametrize(
    ("whose", "permanent", "marked"),
    [
        ("recipient", True, True),
        ("recipient", False, True),
        ("mail", True, False),
        ("mail", False, False),
        ("line", False, False),
        ("relay", False, False),
    ],
)
def test_a_recipient_refused_by_the_relay_counts(site, whose, permanent, marked):
    """A refused recipient counts as a bounce, at once or after all tries; other errors don't."""
    error = DeliveryError("said", whose, permanent=permanent)
    for _ in range(3):
        site.say(f"knightpanic chat 101 {ALICE}", read=lambda: "Hello?")
    for _ in range(3 if permanent else 3 * MAX_TRIES):
        asyncio.run(Delivery(site.queue, Relay(Failing({AT_BOB: error}))).deliver())
        site.clock.forward(hours=16)
    assert bool(player(site).unreachable) == marked


def test_undo_leaves_the_clock_standing(site):
    """A turn that an undo gives back to an unreachable player has a stopped clock too."""
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    lost(site)
    assert site.say("knightpanic move 101 bob - undo", admin=True).ok
    assert site.say("knightpanic move 101 alice - accept", admin=True).ok
    for _ in range(2):
        site.clock.forward(days=7)
        assert tick(site).forfeited == tick(site).nagged == ()
    with site.database.work() as work:
        assert work.boards.find("knightpanic", 101).mover.userid == "bob"


def test_it_is_shown_to_the_player_and_deleted_with_them():
    """`mydata` lists bounces; signing off deletes them."""
    site = Site()
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    lost(site)
    data = site.say(f"mydata {BOB}").data
    assert [each["kind"] for each in data["bounces"]] == ["hard"] * 3
    assert data["unreachable"] == "2026-03-01T12:00:00+00:00"
    assert data["last mail"] is None
    site.mail(AT_BOB, f"knightpanic chat 101 {BOB}", "Hello!")
    assert site.say(f"mydata {BOB}").data["last mail"] == data["unreachable"]
    site.say(f"signoff {BOB} yes")
    site.mails()
    kept = [line for line in database_dump(site).splitlines() if AT_BOB in line]
    assert not [line for line in kept if re.match('INSERT INTO "?(bounce|mark)', line)]
    site.close()


def test_mails_that_were_waiting_tell_of_nobody_who_left():
    """The address of a player who signed off is gone once the waiting mails are sent."""
    site = Site()
    site.sign_up("alice", "bob")
    site.say("knightpanic challenge alice bob")
    site.say(f"signoff {BOB} yes")
    assert AT_BOB in {mail["To"] for mail in site.mails()}
    assert AT_BOB not in database_dump(site)
    site.close()


def test_the_admin_sees_it(shell, tmp_path):
    """`admin player show` lists bounces; `admin games` shows the boards that wait."""
    for name in ("alice", "bob"):
        shell("signup", name, f"pw-of-{name}", f"{name}@example.com")
    for _ in range(3):
        shell("knightpanic", "challenge", "alice", "bob")
    url = f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}"
    with closing(open_database(url)) as database, database.work() as work:
        mails = database_mails(work)
        long_ago = SystemClock().now() - timedelta(days=20)
        for id in mails:
            record_bounce(work, id, "hard", long_ago)
    out = shell("admin", "player", "show", "bob")[1]
    assert re.search(
        r"^unreachable since .*\njoined .*\naddress     bob@example.com, suppressed$",
        out,
        re.MULTILINE | re.DOTALL,
    )
    assert len(re.findall(r"hard +bob@example.com +yes", out)) == 3
    listed = json.loads(shell("admin", "games", "--state", "unreachable", "--json")[1])
    assert [board["unreachable"] for board in listed["boards"]] == [["bob"]] * 3
    table = " ".join(shell("admin", "games")[1].split())
    assert "bob unreachable" in table
    assert "paused" not in table
    assert json.loads(shell("admin", "games", "--state", "overdue", "--json")[1])["boards"] == []


def test_a_complaint_is_only_noted(site):
    """A spam complaint is recorded, but stops no clock."""
    come_back(site, 4, OTHER["complaint"])
    assert {kind for _, kind, _ in bounces(site)} == {"other"}
    assert player(site).unreachable is None


def test_a_hostile_report_is_read_or_not(capfd):
    """A hostile report raises nothing and prints nothing."""
    lines = b"the following addresses had\nYour message to:\nnot yet been delivered\n"
    for filler in (b"x" * 500 + b"\n", b"<" * 500 + b"\n", b"a@" * 250 + b"\n", b"\n"):
        assert read_bounce_report(b"\n\n" + lines + filler * 100).kind in ("other", "hard", "soft")
    assert read_bounce_report(simple("x@y.org", "x", "y")).kind == "other"
    assert capfd.readouterr() == ("", "")

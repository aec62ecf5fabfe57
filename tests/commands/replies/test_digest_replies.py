"""Replies to a digest of several boards."""

from datetime import timedelta

import pytest

from commands.cli.database.new_generation import begin_new_generation
from commands.server.workers.clocks import ClockWatcher
from tests.commands.replies.test_replies import AT_ALICE
from tests.support.site import PLAYERS, simple_mail, text_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_BOB = PLAYERS["bob"][1]


@pytest.fixture
def digest(site):
    """A site on which alice got a digest of 101 and 102 of Knight Panic, and Trailblazer 103."""
    site.sign_up("alice", "bob", "carol")
    site.mail(AT_ALICE, f"change delivery {ALICE} daily 18")
    for _ in range(2):
        site.begin("trailblazer challenge bob carol")
    site.begin("knightpanic challenge alice bob")
    site.begin("knightpanic challenge alice bob", "trailblazer challenge alice bob")
    site.mails()
    return site, next_digest(site)


def next_digest(site):
    """Returns the digest of the next evening at 18:00."""
    while site.clock.forward(hours=1) or site.clock.time.hour != 18:
        pass
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=1)).tick()
    (mail,) = [mail for mail in site.mails() if mail["Subject"].startswith("Your move in")]
    return mail


def send(site, sender, mail, body):
    """Sends an email to the reply address of the digest; returns the mails that this causes."""
    return site.receive(sender, simple_mail(sender, "", body), mail["Reply-To"])


def asked(mails):
    return [mail["Subject"] for mail in mails if mail["Subject"].startswith("Please confirm")]


def news(mails):
    return "\n".join(map(text_of, mails))


def test_moves_are_made_on_all_boards(digest):
    site, mail = digest
    mails = site.reply(mail, "101: a1-e3\n102: a1-c5\n103: right")
    assert not asked(mails)
    text = news(mails)
    assert all(f"alice moves {move}" in text for move in ("a1-e3", "a1-c5", "(0,1)"))


def test_full_commands_accept_a_dash(digest):
    site, mail = digest
    mails = site.reply(mail, "knightpanic move 102 alice - a1-c5\nknightpanic legal 101")
    assert not asked(mails)
    assert "alice moves a1-c5" in news(mails)


def test_commands_that_cannot_be_undone_are_asked_about(digest):
    site, mail = digest
    for line in ("103: resign", "102: draw?", "102: undo"):
        assert len(asked(site.reply(mail, line))) == 1, line


def test_a_board_that_has_changed_is_asked_about(digest):
    site, mail = digest
    site.clock.forward(minutes=1)
    site.play("knightpanic", 102, "a1-c5", "a7-c3")
    mails = site.reply(mail, "101: a1-e3\n102: c1-e5")
    assert asked(mails) == ["Please confirm: knightpanic move 102 c1-e5"]
    assert "alice moves a1-e3" in news(mails)
    (question,) = [mail for mail in mails if mail["Subject"] in asked(mails)]
    assert "alice moves c1-e5" in news(site.reply(question, "yes"))


def test_another_address_proves_nothing(digest):
    site, mail = digest
    mails = send(site, "eve@example.org", mail, "101: a1-e3")
    assert "alice moves" not in news(mails)
    assert [mail["To"] for mail in mails if mail["Subject"] in asked(mails)] == [AT_ALICE]


def test_the_address_is_useless_for_other_players(digest):
    site, mail = digest
    assert "moves" not in news(send(site, AT_BOB, mail, "knightpanic move 101 bob - a7-c3"))
    assert "moves" not in news(site.reply(mail, "knightpanic move 101 bob - a7-c3"))


def test_an_address_that_others_know_proves_nothing(digest):
    site, mail = digest
    site.reply(mail, "Thanks!", Cc="bob@example.org")
    mails = site.reply(mail, "101: a1-e3")
    assert len(asked(mails)) == 1
    assert "alice moves" not in news(mails)


def test_a_new_password_ends_the_address(digest):
    site, mail = digest
    site.mail(AT_ALICE, f"change password {ALICE} Nb!77zz-Q")
    site.mails()
    mails = site.reply(mail, "101: a1-e3")
    assert "alice moves" not in news(mails)


def test_a_restored_backup_makes_the_address_old(digest):
    site, mail = digest
    with site.database.work() as work:
        context = site.services.server_context(work)
        begin_new_generation(site.database, work, context, site.mailer)
    assert len(asked(site.reply(mail, "101: a1-e3"))) == 1


def test_the_address_is_masked_in_text_for_others(digest):
    site, mail = digest
    token = mail["Reply-To"].partition("+")[2].partition("@")[0]
    text = f"knightpanic chat 101 alice -\n\nWrite to {mail['Reply-To']} or {token}"
    assert token not in news(site.reply(mail, text))

"""Mails, commands and moves are counted by their outcomes; unknown words aren't labels."""

from commands.server.writer.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from tests.support.site import PLAYERS, simple_mail

ALICE, BOB = (PLAYERS[name] for name in ("alice", "bob"))


def counted(counts, name):
    return {key[1]: count for key, count in counts.totals().items() if key[0] == name}


def test_commands_by_verb_and_outcome(site, counts):
    """Abbreviations count as their verb, whether the line was understood or not."""
    site.mail(ALICE[1], f"signup alice {ALICE[0]}")
    site.mail(BOB[1], f"add bob {BOB[0]}")
    site.mail(ALICE[1], "knightpanic chall alice bob")
    site.mail(ALICE[1], f"knightpanic mvoe 101 alice {ALICE[0]} a1-c5")
    site.mail(ALICE[1], f"knightpanic move 101 alice {ALICE[0]} a1-c5")
    site.mail(ALICE[1], "knightpanic move", "knightpanic hunter2\n")
    assert counted(counts, "pbm_commands_total") == {
        ("signup", "done"): 2,
        ("challenge", "done"): 1,
        ("move", "done"): 1,
        ("move", "refused"): 1,
        ("move", "wrong_usage"): 1,
    }
    assert counted(counts, "pbm_moves_total") == {("knightpanic",): 1}


def test_a_confirmation_waits(confirming_site, counts):
    """A command that must be confirmed counts as waiting, and again once it is done."""
    site = confirming_site
    site.mail(ALICE[1], f"signup alice {ALICE[0]}")
    assert counted(counts, "pbm_commands_total") == {("signup", "waiting"): 1}


def test_mails_by_outcome(site, counts):
    """Each mail has one outcome, counted once its transaction is on disk."""
    writer = Writer(site.database, site.mail_handler, lambda: None)
    writer.start()
    signup = simple_mail(ALICE[1], f"signup alice {ALICE[0]}", Message_ID="<1@x>")
    for content in (
        signup,
        signup,
        simple_mail(ALICE[1], "signup"),
        simple_mail(ALICE[1], "hello", "there"),
        simple_mail(ALICE[1], "help", Auto_Submitted="auto-replied"),
    ):
        writer.receive(read_incoming_mail(ALICE[1], ("pbm@example.net",), content)).result()
    writer.receive(read_incoming_mail("", ("pbm+b.x@example.net",), b"x")).result()
    writer.stop()
    assert counted(counts, "pbm_emails_in_total") == {
        ("answered",): 1,
        ("duplicate",): 1,
        ("refused",): 1,
        ("no_command",): 1,
        ("automatic",): 1,
        ("invalid",): 1,
    }

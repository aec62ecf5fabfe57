"""Players who move for others, in tests."""

from datetime import timedelta

from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.text import rendering
from tests.support.site import PLAYERS

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))


def agree(site, until="2026-03-10", asking=ALICE, deputy=CAROL):
    """Has a player asked, and the deputy agree."""
    name, player = deputy.split()[0], asking.split()[0]
    site.begin(f"deputy {asking} {name} {until}", f"deputy {deputy} for {player} {until}")


def sent_to(mails, address):
    """Returns the mails to an address."""
    return [mail for mail in mails if mail["To"] == address]


def tick(site, **step):
    """Moves the clock and has it checked; returns the mails that this causes."""
    site.clock.forward(**step)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=99)).tick()
    return site.mails()


def said(site, line):
    """Returns the text of the answer to a line in the shell."""
    return rendering.text(site.say(line).content)


def board_for_carol(site, line=f"knightpanic move 101 {BOB} c3-a7"):
    """Has it become alice's turn again; returns the mail that carol gets."""
    site.begin(f"knightpanic move 101 {ALICE} c1-g3")
    (mail,) = sent_to(site.mail(AT_BOB, line), AT_CAROL)
    return mail

"""Mails for a site, handled together as the writer does, or each alone."""

import itertools
from dataclasses import replace
from functools import partial

from commands.content.reply_claims import claims_of
from commands.inbound.mail_handler import HandledMail
from commands.security.passwords import Passwords
from commands.security.tokens import CHAT
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver_interface import Busy
from tests.support.site import ADDRESS, PLAYERS, QUICK, Site, simple_mail

SALT = b"the same for all"


class SameHashes:
    """A hasher whose hashes are the same on every site, and with them the reply tokens."""

    def hash(self, word):
        return QUICK.hash(word, salt=SALT)

    def verify(self, hashed, word):
        return QUICK.verify(hashed, word)


class MailBatches:
    """A site to which mails are written."""

    def __init__(self, url, **policy):
        self.site = Site(url, **policy)
        self.site.services = replace(self.site.services, passwords=Passwords(SameHashes()))
        self.site.limit()
        self._ids = itertools.count(1)
        self.failing = []
        """The mails that fail once they have been handled."""

    def begin(self, names, boards):
        """Registers players, and starts boards between the first two of them."""
        for name in names:
            password, address = PLAYERS[name]
            assert self.site.say(f"signup {name} {password} {address}").ok
        for _ in range(boards):
            assert self.site.say(f"knightpanic challenge {names[0]} {names[1]}").ok
        self.site.mails()

    def close(self):
        self.site.close()

    def board(self, number, game="knightpanic"):
        with self.site.database.work() as work:
            return work.boards.find(game, number)

    def reply(self, name, number, text, *, chat=False, ply=None):
        """Returns a reply to the mail about a board; `ply`: to an earlier one."""
        board = self.board(number)
        seat = [player.userid for player in board.players].index(name)
        claims = claims_of(board).for_seat(seat)
        if ply is not None:
            claims = claims.model_copy(update={"ply": ply})
        token = self.site.tokens.reply(claims, CHAT if chat else "")
        return self._mail(name, "Re: board", text, ADDRESS.replace("@", f"+{token}@"))

    def command(self, name, line, text=""):
        """Returns a mail with a command as its subject."""
        return self._mail(name, line, text, ADDRESS)

    def to_postmaster(self, name, subject):
        """Returns a mail to the admin."""
        return self._mail(name, subject, "", ADDRESS.replace("pbm", "postmaster"))

    def _mail(self, name, subject, text, to):
        author = PLAYERS[name][1] if name in PLAYERS else name
        content = simple_mail(author, subject, text, Message_ID=f"<{next(self._ids)}@sender>")
        return read_incoming_mail(author, (to,), content)

    def handle_together(self, mails):
        """Handles mails in one transaction; returns their outcomes."""
        outcomes = []
        with self.site.database.work(deferred_writes=True) as work:
            identities = self.site.mail_handler.prefetch(work, mails)
            outcomes += map(partial(self.handle, work), mails, identities)
        return outcomes

    def handle_apart(self, mails):
        """Handles each mail in a transaction of its own; returns their outcomes."""
        outcomes = []
        for mail in mails:
            with self.site.database.work() as work:
                outcomes.append(self.handle(work, mail))
        return outcomes

    def handle(self, work, mail, identity=None):
        try:
            with work.savepoint():
                handled = self.site.mail_handler.handle(work, mail, identity)
                self._check(mail)
                return handled
        except Busy:
            return "busy"

    def _check(self, mail):
        if mail in self.failing:
            raise Busy


def text_of(outcome):
    """Returns the outcome of a mail in words."""
    return outcome.outcome if isinstance(outcome, HandledMail) else outcome

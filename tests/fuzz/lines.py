"""Any line, mail or reply is answered, and never by a mistake of ours."""

from contextlib import contextmanager, suppress
from functools import cache
from unittest.mock import patch

from argon2 import PasswordHasher

from commands.context.caller import Caller
from commands.dispatch import dispatcher
from commands.messages.content import load
from commands.messages.reply_claims import claims_of
from commands.outbound.rendering import render
from commands.views import rendering
from mail.reading.incoming import read_incoming_mail
from mail.reading.text import UNSAFE, clean, decode
from tests.fuzz.repeating import Brief, expanded
from tests.support.site import ADDRESS, PLAYERS, Site

HEAD = b"Content-Type: text/plain; charset=utf-8\n\n"
BOARDS = (
    ("knightpanic", 101),
    ("knightpanic", 102),
    ("knightsdance", 101),
    ("knightsduel", 101),
    ("madknights", 101),
    ("trailblazer", 101),
)
SHELL, ADMIN, BOUNCE, CAREFUL, MAIL, REPLY = range(6)
"""Ways in; CAREFUL is a mail to a server that asks for confirmation of whatever can be forged.

From REPLY on there is one for each of two players on each board.
"""
WAYS = REPLY + 2 * len(BOARDS)


class _UndoneError(Exception):
    """Nothing that is said is kept."""


class _Plainly:
    """In the place of the log: a mistake of ours comes out as it is."""

    def exception(self, *_args, **_words):
        raise  # noqa: PLE0704 - called where one is being handled


def check(content: bytes) -> None:
    """The first byte tells the way in; what is answered can be shown."""
    way, said = content[:1], expanded(content[1:])
    if not way:
        return
    site = furnished(confirming_site=way[0] % WAYS == CAREFUL)
    with patch.object(dispatcher, "log", _Plainly()), undone(site) as work:
        _say(site, work, way[0] % WAYS, said)
        _check_mails(site, work)


@contextmanager
def undone(site):
    """A unit of work of which nothing is kept."""
    with suppress(_UndoneError), site.database.work() as work:
        yield work
        raise _UndoneError


def _say(site, work, way, said) -> None:
    with Brief():
        if way in (SHELL, ADMIN):
            line = clean(decode(said, "utf-8"))
            answer = site.dispatcher.dispatch_line(work, line, Caller(admin=way == ADMIN))
            site.mailer.publish(site.services.server_context(work), answer.notifications)
            _check_text(rendering.text(answer.content))
        else:
            sender, recipient = addresses(site, work, way)
            content = said if way == BOUNCE else HEAD + said
            mail = read_incoming_mail(sender, (recipient,), content)
            site.mail_handler.handle(work, mail)


def addresses(site, work, way) -> tuple[str, str]:
    """Whose mail comes this way, and to which of our addresses."""
    address_signer = site.queue.address_signer
    if way == BOUNCE:
        return "<>", address_signer.bounces_to(1)
    if way < REPLY:
        return PLAYERS["alice"][1], ADDRESS
    number, seat = divmod(way - REPLY, 2)
    board = work.boards.find(*BOARDS[number])
    claims = claims_of(board).for_seat(seat)
    return board.players[seat].addresses[0], address_signer.at(address_signer.tokens.reply(claims))


def _check_mails(site, work) -> None:
    now = site.clock.now()
    for leased in work.outbox.lease(100, now, now):
        assert render(leased.mail, site.queue.address_signer)
        said = load(leased.mail.content)
        _check_text(rendering.subject(said) + rendering.text(said))


def _check_text(text) -> None:
    assert text.strip()
    assert not UNSAFE.search(text), ascii(text)


@cache
def furnished(*, confirming_site: bool = False) -> Site:
    """One board of each game, some with offers and queued moves, and one that is over."""
    site = Site("sqlite://", confirm=confirming_site, broadcast=True)
    site.services.passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    site.sign_up("alice", "bob", "carol")
    for line in BEGUN:
        assert site.say(line, admin=True).ok, line
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    site.play("knightpanic", 102, "a1-c5", "c7-e3")
    site.play("knightsduel", 101, "(2,3)")
    for line in OFFERED:
        assert site.say(line, admin=True).ok, line
    site.mails()
    return site


BEGUN = (
    "knightpanic challenge alice bob",
    "knightpanic challenge alice bob",
    "knightsdance challenge alice bob",
    "knightsduel challenge alice bob",
    "madknights challenge -start=c3,f6,d5 alice bob carol",
    "trailblazer challenge alice bob",
)
OFFERED = (
    "knightpanic move 101 bob - undo",
    "knightsdance move 101 alice - propose",
    "trailblazer submit 101 alice - right",
    "knightsduel subscribe 101 carol -",
    "knightsduel queue 101 alice - (3,5)",
    "trailblazer queue 101 bob - if (0,1) (5,6) if right (6,5)",
    "knightpanic queue 101 bob - if c1-a5 c7-g5",
    "knightpanic seek carol - 2",
    "change delivery carol - daily",
    "change format bob - spoken",
)

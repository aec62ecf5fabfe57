"""Any line, mail or reply is answered, and causes no internal error."""

from contextlib import contextmanager, suppress
from functools import cache
from unittest.mock import patch

from argon2 import PasswordHasher

from commands.content.messages import load
from commands.content.reply_claims import claims_of
from commands.context.caller import Caller
from commands.language import dispatcher
from commands.outbound.mime_rendering import render
from commands.views.text import rendering
from mail.reading.characters import UNSAFE, clean
from mail.reading.charsets import decode
from mail.reading.incoming import read_incoming_mail
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
SHELL, ADMIN, BOUNCE, CONFIRMING_MAIL, MAIL, REPLY = range(6)
"""The ways in; CONFIRMING_MAIL is a mail to a server that asks for confirmations.

From REPLY on there is one for each of two players on each board.
"""
WAYS = REPLY + 2 * len(BOARDS)


class _RollBackError(Exception):
    """Rolls back the unit of work."""


class _RaisingLogger:
    """Replaces the logger: raises an internal error instead of logging it."""

    def exception(self, *_args, **_words):
        raise  # noqa: PLE0704 - called where one is being handled


def check(content: bytes) -> None:
    """Sends the input by the way that its first byte chooses; the answer can be shown."""
    way, said = content[:1], expanded(content[1:])
    if not way:
        return
    site = prepared_site(confirming_site=way[0] % WAYS == CONFIRMING_MAIL)
    with patch.object(dispatcher, "log", _RaisingLogger()), rolled_back(site) as work:
        _say(site, work, way[0] % WAYS, said)
        _check_mails(site, work)


@contextmanager
def rolled_back(site):
    """Yields a unit of work that is rolled back."""
    with suppress(_RollBackError), site.database.work() as work:
        yield work
        raise _RollBackError


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
    """Returns the sender of a mail by this way, and its recipient among our addresses."""
    address_signer = site.queue.address_signer
    if way == BOUNCE:
        return "<>", address_signer.with_subaddress(site.tokens.bounce(1))
    if way < REPLY:
        return PLAYERS["alice"][1], ADDRESS
    number, seat = divmod(way - REPLY, 2)
    board = work.boards.find(*BOARDS[number])
    claims = claims_of(board).for_seat(seat)
    token = address_signer.tokens.reply(claims)
    return board.players[seat].addresses[0], address_signer.with_subaddress(token)


def _check_mails(site, work) -> None:
    now = site.clock.now()
    for leased in work.outbox.lease(100, now, now):
        assert render(leased.id, leased.mail, site.queue.address_signer, site.services.prover)
        said = load(leased.mail.content)
        _check_text(rendering.subject(said) + rendering.text(said))


def _check_text(text) -> None:
    assert text.strip()
    assert not UNSAFE.search(text), ascii(text)


@cache
def prepared_site(*, confirming_site: bool = False) -> Site:
    """Creates a board of each game, some with offers and queued moves, and a finished one."""
    site = Site("sqlite://", confirm=confirming_site, broadcast=True)
    site.services.passwords.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    site.sign_up("alice", "bob", "carol")
    for line in CHALLENGES:
        assert site.say(line, admin=True).ok, line
    site.play("knightpanic", 101, "a1-c5", "a7-c3")
    site.play("knightpanic", 102, "a1-c5", "c7-e3")
    site.play("knightsduel", 101, "(2,3)")
    for line in ACTIONS:
        assert site.say(line, admin=True).ok, line
    site.mails()
    return site


CHALLENGES = (
    "knightpanic challenge alice bob",
    "knightpanic challenge alice bob",
    "knightsdance challenge alice bob",
    "knightsduel challenge alice bob",
    "madknights challenge -start=c3,f6,d5 alice bob carol",
    "trailblazer challenge alice bob",
)
ACTIONS = (
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

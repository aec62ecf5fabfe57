"""Any line, mail or reply is answered, and never by a mistake of ours."""

from contextlib import contextmanager, suppress
from functools import cache
from unittest.mock import patch

from argon2 import PasswordHasher

from commands.context.caller import Speaker
from commands.dispatch import dispatcher
from commands.messages.content import load
from commands.messages.reply_claims import seats_of
from commands.outbound.rendering import render
from commands.views import rendering
from mail.reading.incoming import read_incoming
from mail.reading.text import UNSAFE, clean, decode
from tests.fuzz.repeating import Brief, expanded
from tests.support.site import ADDRESS, PLAYERS, House

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
    house = furnished(careful=way[0] % WAYS == CAREFUL)
    with patch.object(dispatcher, "log", _Plainly()), undone(house) as work:
        _say(house, work, way[0] % WAYS, said)
        _check_mails(house, work)


@contextmanager
def undone(house):
    """A unit of work of which nothing is kept."""
    with suppress(_UndoneError), house.database.work() as work:
        yield work
        raise _UndoneError


def _say(house, work, way, said) -> None:
    with Brief():
        if way in (SHELL, ADMIN):
            line = clean(decode(said, "utf-8"))
            answer = house.desk.line(work, line, Speaker(admin=way == ADMIN))
            work.outbox.put(house.post.notices(answer.notices, [], house.clock.now()))
            _check_text(rendering.text(answer.said))
        else:
            sender, recipient = addresses(house, work, way)
            content = said if way == BOUNCE else HEAD + said
            mail = read_incoming(sender, (recipient,), content)
            house.office.handle(work, mail)


def addresses(house, work, way) -> tuple[str, str]:
    """Whose mail comes this way, and to which of our addresses."""
    seal = house.queue.seal
    if way == BOUNCE:
        return "<>", seal.bounces_to(1)
    if way < REPLY:
        return PLAYERS["alice"][1], ADDRESS
    number, seat = divmod(way - REPLY, 2)
    board = work.boards.find(*BOARDS[number])
    ticket = seats_of(board).ticket(seat)
    return board.players[seat].addresses[0], seal.at(seal.tokens.reply(ticket))


def _check_mails(house, work) -> None:
    now = house.clock.now()
    for leased in work.outbox.lease(100, now, now):
        assert render(leased.mail, house.queue.seal)
        said = load(leased.mail.said)
        _check_text(rendering.subject(said) + rendering.text(said))


def _check_text(text) -> None:
    assert text.strip()
    assert not UNSAFE.search(text), ascii(text)


@cache
def furnished(*, careful: bool = False) -> House:
    """One board of each game, some with offers and queued moves, and one that is over."""
    house = House("sqlite://", confirm=careful, broadcast=True)
    house.desk.passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    house.sign_up("alice", "bob", "carol")
    for line in BEGUN:
        assert house.say(line, admin=True).ok, line
    house.play("knightpanic", 101, "a1-c5", "a7-c3")
    house.play("knightpanic", 102, "a1-c5", "c7-e3")
    house.play("knightsduel", 101, "(2,3)")
    for line in OFFERED:
        assert house.say(line, admin=True).ok, line
    house.mails()
    return house


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

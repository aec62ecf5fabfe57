"""Replies of many programs in many languages: counted are decoys obeyed, moves made, comments."""

from contextlib import suppress
from dataclasses import dataclass

import pytest

from commands.inbound.mail_handler import MailHandler
from mail.reading.incoming import read_incoming_mail
from tests.support.reply_corpus import replies
from tests.support.site import PLAYERS, Site

MIN_MADE, MIN_WHOLE = 0.99, 0.97
AT_ALICE = PLAYERS["alice"][1]


@dataclass(frozen=True)
class Effect:
    """The effect of a reply on the board."""

    moves: tuple[str, ...]
    """The events after the quoted mail."""
    comment: str


class UndoneError(Exception):
    """Raised to undo a reply."""


def undo():
    """Leaves a unit of work without its changes."""
    raise UndoneError


class _Recorder:
    """A mailer that records what is published, and queues nothing: that takes longer."""

    def __init__(self, mailer) -> None:
        self._mailer = mailer
        self.published = []

    def __getattr__(self, name):
        return getattr(self._mailer, name)

    def publish(self, _context, notifications, **_) -> None:
        self.published += notifications


class Board:
    """A board whose last mail is answered again and again."""

    def __init__(self, url: str) -> None:
        self.site = Site(url)
        self.site.sign_up("alice", "bob")
        self.site.begin("knightpanic challenge alice bob")
        self.site.play("knightpanic", 101, "a1-c5", "a7-c3")
        (mail,) = self.site.mail(AT_ALICE, "knightpanic showas alice Xa!11ce-X 101")
        self.address = mail["Reply-To"]
        self._recorder = _Recorder(self.site.mailer)
        self.site.mail_handler = MailHandler(self.site.dispatcher, self._recorder, self.site.tokens)

    def effect(self, content: bytes) -> Effect:
        """Returns the effect of a reply, which is undone."""
        self._recorder.published.clear()
        mail = read_incoming_mail(AT_ALICE, (self.address,), content)
        with suppress(UndoneError), self.site.database.work() as work:
            self.site.mail_handler.handle(work, mail)
            board = work.boards.find("knightpanic", 101)
            undo()
        comments = [getattr(each.content, "comment", "") for each in self._recorder.published]
        events = tuple(event.text for event in board.match.events[2:])
        offer = (f"offer {board.offer}",) if board.offer else ()
        return Effect(
            (*events, *offer, *board.submitted.values()), next(filter(None, comments), "")
        )


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """A board on which alice is to move."""
    made = Board(f"sqlite:///{tmp_path_factory.mktemp('corpus') / 'pbm.db'}")
    yield made
    made.site.close()


def plain(text):
    return " ".join(text.split())


def report(board, replies):
    """Returns the names of replies that obey a decoy, miss their move, and change their comment."""
    obeyed, missed, changed = [], [], []
    for reply in replies:
        effect = board.effect(reply.content)
        meant = f"move {reply.move}"
        if set(effect.moves) - {meant if reply.move else ""}:
            obeyed.append(f"{reply.name}: {effect.moves}")
        if not reply.move:
            continue
        if effect.moves[:1] != (meant,):
            missed.append(f"{reply.name}: {effect.moves}")
        elif plain(effect.comment) != plain(reply.comment):
            changed.append(f"{reply.name}: {effect.comment!r}")
    return obeyed, missed, changed


def check(board, replies):
    obeyed, missed, changed = report(board, replies)
    number = len(replies)
    figures = (
        f"{number} replies: {len(obeyed)} obeyed, {len(missed)} missed, {len(changed)} changed"
    )
    lines = "\n".join([figures, "obeyed:", *obeyed, "missed:", *missed, "changed:", *changed])
    assert not obeyed, lines
    assert len(missed) <= (1 - MIN_MADE) * number, lines
    assert len(changed) <= (1 - MIN_WHOLE) * number, lines


@pytest.mark.slow
def test_the_whole_corpus(board):
    """No reply obeys a decoy, 99 % move, and 97 % have a whole comment."""
    check(board, list(replies()))

"""Replies of many programs in many languages: counted are decoys obeyed, moves made, comments."""

from contextlib import suppress
from dataclasses import dataclass

import pytest

from commands.content.messages import BoardSnapshot, ChatMessage, TextMessage
from commands.inbound.mail_handler import MailHandler
from mail.reading.incoming import read_incoming_mail
from tests.support.reply_corpus import FOLDER, replies, reply_saying
from tests.support.site import PLAYERS, Site, simple_mail

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
        self.answers = []

    def __getattr__(self, name):
        return getattr(self._mailer, name)

    def reply(self, mail, content, *more, **options):
        self.answers.append(content)
        return self._mailer.reply(mail, content, *more, **options)

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


SAYINGS = (FOLDER / "sayings.txt").read_text()
CLIENTS = (
    *("gmail-web", "gmail-android", "apple-mail", "iphone", "outlook-desktop", "outlook-mobile"),
    *("outlook-web-html-alone", "thunderbird-top", "thunderbird-bottom", "samsung", "yahoo", "k9"),
)
ALICE = f"alice {PLAYERS['alice'][0]}"
SUBJECTS = {
    "Help": "help",
    "Forgotten": "forgot",
    "Your vacation": "vacation",
    "Knight Panic: preview": "shown",
}
GUESSED = ("resign", "propose", "queue", "vacation", "rematch")
"""What a sentence may mean, of which its writer is asked."""


def sayings():
    """Yields the state, the meaning, the language and the text of each line."""
    language = ""
    for line in SAYINGS.splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif " | " in line:
            state, meaning, text = line.split(" | ")
            yield state, meaning, language, text.replace(" // ", "\n")


class Conversation:
    """A mail to alice in one state of a board or of a question, answered again and again."""

    def __init__(self, state):
        self.site = Site(confirm=state in ("challenge", "resign"))
        self.site.sign_up("alice", "bob")
        if state == "challenge":
            (mail,) = self.site.mail(AT_ALICE, "knightpanic challenge alice bob")
        else:
            self.site.begin("knightpanic challenge alice bob")
            self.site.play("knightpanic", 101, "a1-c5", "a7-c3")
            (mail,) = self.site.mail(AT_ALICE, f"knightpanic showas {ALICE} 101")
        if state == "resign":
            elsewhere = "x@elsewhere.example"
            incoming = simple_mail(elsewhere, "Re: x", "resign")
            _, mail = self.site.receive(elsewhere, incoming, mail["Reply-To"])
        if state in ("moved", "asked"):
            words = "I think my move is c1-a5" if state == "moved" else "Thanks!"
            (mail,) = self.site.reply(mail, words)
        if state == "over":
            told = self.site.mail(AT_ALICE, f"knightpanic resign 101 {ALICE}")
            mail = next(each for each in told if each["To"] == AT_ALICE)
        self.site.clock.forward(hours=2)  # as answers are limited
        self.address, self.subject = mail["Reply-To"], mail["Subject"]
        self._recorder = _Recorder(self.site.mailer)
        self.site.mail_handler = MailHandler(self.site.dispatcher, self._recorder, self.site.tokens)
        self.before = self._state()

    def _state(self, work=None):
        if work is None:
            with self.site.database.work() as own:
                return self._state(own)
        boards = [work.boards.find("knightpanic", number) for number in (101, 102)]
        return [
            (len(each.match.events), each.match.last_move, each.offer, dict(each.submitted))
            for each in filter(None, boards)
        ]

    def meaning(self, text, program, language):
        """Returns the effect of a reply, which is undone."""
        headers = {"From": AT_ALICE, "Subject": f"Re: {self.subject}"}
        content = reply_saying(text, program, language, **headers)
        self._recorder.published.clear()
        self._recorder.answers.clear()
        mail = read_incoming_mail(AT_ALICE, (self.address,), content)
        with suppress(UndoneError), self.site.database.work() as work:
            self.site.mail_handler.handle(work, mail)
            after = self._state(work)
            undo()
        return self._changes(after) or self._answer()

    def _changes(self, after):
        """Returns what has become of the board."""
        if len(after) > len(self.before):
            return "game"
        if not after:
            return ""
        events, last, offer, submitted = after[0]
        if events > self.before[0][0]:
            return f"made {last}"
        if offer != self.before[0][2]:
            return f"offer {offer.kind}"
        if submitted != self.before[0][3]:
            held = [each.partition("#")[0] for each in submitted.values()]
            return f"held {held[0]}" if held else "dropped"
        is_chat = any(isinstance(each.content, ChatMessage) for each in self._recorder.published)
        return "chat" if is_chat else ""

    def _answer(self):
        """Returns what the answer is, where nothing has changed."""
        answer = next(iter(self._recorder.answers), None)
        if isinstance(answer, BoardSnapshot):
            return "board"
        if not isinstance(answer, TextMessage):
            return "silence"
        if "discarded your message" in answer.text:
            return "dropped"
        if answer.confirm:
            words = answer.subject.removeprefix("Please confirm:").split()
            return f"asks {next((word for word in words if word in GUESSED), answer.subject)}"
        kinds = {"words": answer.asks, "refused": answer.refusal}
        named = {word: answer.subject.startswith(begin) for begin, word in SUBJECTS.items()}
        return next((name for name, holds in (named | kinds).items() if holds), answer.subject)

    def said(self, text, program, language):
        """Returns what a reply to a question says: yes, no, or nothing clear."""
        self.meaning(text, program, language)
        answer = self._recorder.answers[0]
        if answer.confirm:
            return "again"
        return "no" if "Canceled" in str(answer) else "yes"


@pytest.mark.slow
def test_each_saying_is_understood():
    """Over 200 replies in ten languages, as today's clients write them: none is misread."""
    conversations, wrong, number = {}, [], 0
    for number, (state, meaning, language, text) in enumerate(sayings(), 1):
        conversation = conversations.get(state) or conversations.setdefault(
            state, Conversation(state)
        )
        read = conversation.said if state in ("challenge", "resign") else conversation.meaning
        program = CLIENTS[number % len(CLIENTS)]
        if (found := read(text, program, language)) != meaning:
            wrong.append((state, meaning, found, program, text))
    for conversation in conversations.values():
        conversation.site.close()
    assert not wrong, "\n".join(map(str, wrong))
    assert number > 200

"""Answering letters: finds the lines, has them carried out, and queues what is to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commands.context.context import Speaker
from commands.dispatch import dispatcher
from commands.dispatch.dispatcher import Desk
from commands.inbound.answer_limits import Limits, Restraint
from commands.inbound.command_lines import Found, Line, find_lines, is_meant
from commands.inbound.no_command import answers_us, nothing_found, thread_of
from commands.inbound.reply_context import Replying, who_replies
from commands.inbound.reply_lines import find_reply
from commands.inbound.service_mail import Returned
from commands.language import tokenizer
from commands.messages.content import Part, Plain, Said, Several, parts_of
from commands.messages.response import Answer, plain
from commands.outbound.mailer import Post
from commands.security.keys import Keys
from commands.security.one_time_codes import code_in
from commands.security.tokens import Tokens, bare, labels_in
from mail.reading.authentication_results import vouched_for
from mail.reading.incoming import Incoming
from mail.reading.letter import Letter
from pbm.errors import Refusal
from pbm.ports import Work

CUT = 'The rest was not read. The word "help" alone brings an overview.'
MOST_REFUSALS = 10
"""After so many in one letter the rest isn't read."""
LONGEST_ANSWER = 90_000
"""In characters, about; when it is reached, likewise. Mail readers clip what is longer."""
BOARD_LENGTH = 1_000

ASKED = Plain(subject="", text="This waits for your reply to a mail that comes by itself.")


@dataclass(frozen=True, slots=True)
class Handled:
    """What may be logged of a letter."""

    sender: str
    id: str
    size: int
    outcome: str


class Office:
    """Where letters are answered. Knows no sockets."""

    def __init__(self, desk: Desk, post: Post, keys: Keys, limits: Limits | None = None) -> None:
        self._desk = desk
        self._post = post
        self._keys = keys
        self._tokens = Tokens(keys)
        self._restraint = Restraint(keys, desk.clock, limits or Limits())
        self._returned = Returned(desk, post, self._tokens)

    def handle(self, work: Work, mail: Incoming) -> Handled:
        """Acts on an incoming mail, once, and queues the answers; what may be logged of it."""
        handled = self._handled(work, mail)
        return replace(handled, sender=bare(mail.sender)) if self._is_ours(mail.sender) else handled

    def _handled(self, work: Work, mail: Incoming) -> Handled:
        size = len(mail.content)
        if outcome := self._returned.take(work, mail.sender, mail.recipients, mail.content):
            return Handled(mail.sender, "", size, outcome)
        if self._is_ours(mail.sender):
            return Handled(mail.sender, "", size, "from our own address, not answered")
        if mail.trouble:
            silence = self._send_back(work, mail.letter, mail.advice)
            return Handled(mail.sender, "", size, f"unreadable: {mail.trouble}{silence}")
        return Handled(mail.sender, mail.letter.message_id, size, self._act(work, mail.letter))

    def _is_ours(self, sender: str) -> bool:
        """Whether it is our own address, with a token or without."""
        return bare(sender).lower() == self._post.address.lower()

    def _act(self, work: Work, letter: Letter) -> str:
        if letter.automatic:
            return f"automatic ({letter.automatic}), not answered"
        labels = labels_in(letter.recipients) or labels_in(letter.delivered_to)
        if not self._first_time(work, letter, labels):
            return "seen before"
        if code := code_in(labels):
            return self._confirm(work, letter, code)
        vouched = vouched_for(letter, self._desk.policy.authserv)
        case = _Case(letter, self._post.host, labels, vouched=vouched)
        try:
            case = replace(case, replying=who_replies(work, self._tokens, labels, letter))
        except Refusal as refusal:  # for a frozen board
            found, answers = Found(()), [dispatcher.refuse(refusal, ())]
        else:
            found, answers = self._said_in(work, case)
        silence = self._send(work, case, found, answers)
        return (", ".join(map(_outcome, found.lines, answers)) or "no command") + silence

    def _said_in(self, work: Work, case: "_Case") -> tuple[Found, list[Answer]]:
        """The commands of a letter with their answers."""
        if case.replying is None:
            found = find_lines(case.letter)
            lost = case.meant_as_reply and not any(is_meant(line.text) for line in found.lines)
            return self._answers(work, Found(()) if lost else found, case.speaker)
        try:
            found = find_reply(case.replying, case.letter.blocks)
        except Refusal as refusal:
            return Found(()), [dispatcher.refuse(refusal, (), case.replying.board)]
        return self._answers(work, found, case.speaker)

    def _answers(self, work: Work, found: Found, speaker: Speaker) -> tuple[Found, list[Answer]]:
        """Each line's answer, up to where it is enough."""
        answers: list[Answer] = []
        for number, line in enumerate(found.lines):
            if _is_enough(answers):
                return Found(found.lines[:number], cut=True), answers
            answer = self._desk.line(work, line.text, speaker, line.comment, discreet=line.in_body)
            answers.append(answer)
            speaker = replace(speaker, board=None)  # it may have changed
        return found, answers

    def _confirm(self, work: Work, letter: Letter, code: str) -> str:
        """Whatever the letter says: the code in the address to which it came says all."""
        answer = self._desk.confirmed(work, code)
        silence = self._send(work, _Case(letter, self._post.host), Found(()), [answer])
        return f"confirmation: {_how_it_went(answer)}{silence}"

    def _first_time(self, work: Work, letter: Letter, labels: Sequence[str]) -> bool:
        """A mail without Message-ID and Date can't be told from its like, so it is always new.

        One to several of our addresses may come once for each, and is another one each time.
        """
        if not letter.message_id and not letter.date:
            return True
        text = letter.text.rstrip()  # servers on the way may end it with a line end more
        own = (letter.sender, letter.message_id, letter.date, letter.subject, text)
        keys = self._keys.digests(*own, *labels)
        return work.letters.first_time(keys, self._desk.clock.now())

    def _send_back(self, work: Work, letter: Letter, advice: str) -> str:
        """Asks for a mail that can be read; why not, if it doesn't."""
        if letter.automatic:
            return f", automatic ({letter.automatic}), not answered"
        said = Plain(subject="Unreadable mail", text=advice)
        silence = self._restraint.silence(work, letter.sender, (), said)
        if not silence:
            work.outbox.put([self._post.answer(letter, said, self._desk.clock.now())])
        return silence

    def _send(self, work: Work, case: "_Case", found: Found, answers: list[Answer]) -> str:
        """Queues the answer and what others are told; why there is no answer, if there is none."""
        now = self._desk.clock.now()
        answer = case.answerable(work, _together(case, found, answers))
        said = [part for each in answers for part in parts_of(each.said)]
        covered = [(case.to, part) for part in said if part is answer or not part.confirm]
        notices = [notice for each in answers for notice in each.notices]
        refusal = None if any(each.ok for each in answers) else answer
        if silence := self._restraint.silence(work, case.to, _known(found, refusal), refusal):
            work.outbox.put(self._post.notices(notices, [], now))
            return silence
        mails = [self._post.answer(case.letter, answer, now, to=case.to)]
        work.outbox.put([*mails, *self._post.notices(notices, covered, now)])
        return ""


@dataclass(frozen=True)
class _Case:
    """A letter, and who writes it."""

    letter: Letter
    host: str
    """The part of our address after the @."""
    labels: tuple[str, ...] = ()
    """What stood after the + in our addresses to which it came."""
    replying: Replying | None = None
    vouched: str = ""
    """The sender's address, where the site's own mail server vouches for it."""

    @property
    def to(self) -> str:
        """Where the answer goes: forwarders rewrite envelopes, so rather where we know somebody."""
        return (self.replying and self.replying.own) or self.letter.sender

    @property
    def meant_as_reply(self) -> bool:
        """Whether it came to a reply address that isn't good, or answers a mail of ours."""
        if self.labels or thread_of(self.letter):
            return True
        return answers_us(self.letter, self.host)

    @property
    def speaker(self) -> Speaker:
        """Whoever gives its commands."""
        if self.replying is None:
            address = self.vouched or self.letter.sender
            return Speaker(address, letter=self.letter.message_id, vouched=self.vouched)
        return Speaker(
            self.to,
            letter=self.letter.message_id,
            ticket=self.replying.ticket,
            own=bool(self.replying.own),
            vouched=self.vouched,
            board=self.replying.board,
        )

    def answerable(self, work: Work, said: Said) -> Said:
        """The answer to a reply belongs to the board's thread, and may be replied to as well."""
        if not (self.replying and isinstance(said, Plain)) or said.confirm:
            return said
        ticket = self.replying.now(work)
        if ticket is None:
            return said
        board = f"{self.replying.board.game.name} {self.replying.board.number}"
        return said.model_copy(update={"ticket": ticket, "board": said.board or board})


def _is_enough(answers: Sequence[Answer]) -> bool:
    """Guessing passwords must not be cheap, nor keeping the server busy."""
    refusals = sum(not answer.ok for answer in answers)
    return refusals >= MOST_REFUSALS or sum(map(_length, answers)) >= LONGEST_ANSWER


def _length(answer: Answer) -> int:
    parts = parts_of(answer.said)
    return sum(len(part.text) if isinstance(part, Plain) else BOARD_LENGTH for part in parts)


def _together(case: _Case, found: Found, answers: list[Answer]) -> Said:
    """One answer as it is, several in one mail under numbers."""
    if not answers:
        return plain("No command", nothing_found(case.letter, case.labels, case.host)).said
    if len(answers) == 1 and not found.cut:
        return answers[0].said
    parts: list[tuple[str, Part]] = [
        (f"{number}. {_name(line)}", ASKED if said.confirm else said)
        for number, (line, answer) in enumerate(zip(found.lines, answers, strict=True), 1)
        for said in parts_of(answer.said)
    ]
    if found.cut:
        parts.append(("...", Plain(subject="", text=CUT)))
    return Several(subject=f"{len(answers)} commands answered", parts=tuple(parts))


def _outcome(line: Line, answer: Answer) -> str:
    return f"{_name(line)}: {_how_it_went(answer)}"


def _how_it_went(answer: Answer) -> str:
    return answer.status.name.lower().replace("_", " ")


def _known(found: Found, refusal: Said | None) -> list[str]:
    """The commands by which a refusal is known again.

    What isn't even a command may differ each time: a program quotes what it answers.
    """
    lines = found.lines if refusal else ()
    return [line.text for line in lines if _name(line) != "unknown"]


def _name(line: Line) -> str:
    try:
        return dispatcher.name(tokenizer.split(line.text))
    except Refusal:
        return "unknown"

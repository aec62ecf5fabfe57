"""Answering letters: finds the lines, has them carried out, and queues what is to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from commands.context.caller import Speaker
from commands.context.policy import Limits
from commands.dispatch import refusals
from commands.dispatch.dispatcher import Desk
from commands.inbound.answer_limits import Restraint
from commands.inbound.answering import _how_it_went, _is_enough, _known, _outcome, _together
from commands.inbound.command_lines import Found, find_lines, is_meant
from commands.inbound.reply_context import who_replies
from commands.inbound.reply_lines import find_reply
from commands.inbound.request import _Case
from commands.inbound.service_mail import Returned
from commands.messages.content import Plain, parts_of
from commands.messages.response import Answer
from commands.outbound.mailer import Post
from commands.security.keys import Keys
from commands.security.one_time_codes import code_in
from commands.security.tokens import Tokens, bare, labels_in
from mail.reading.authentication_results import vouched_for
from mail.reading.incoming import Incoming
from mail.reading.letter import Letter
from pbm.errors import Refusal
from pbm.ports import Work


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
            found, answers = Found(()), [refusals.refuse(refusal, ())]
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
            return Found(()), [refusals.refuse(refusal, (), case.replying.board)]
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

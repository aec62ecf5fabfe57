"""Players' mails in the form that each of them wants."""

from dataclasses import replace

from commands.accounts.preferences import DELIVERY, FORMAT, Form
from commands.context.context import Session
from commands.messages.content import BoardSaid, ChatSaid, Part, Said, Several
from commands.messages.response import Answer
from commands.notifications.deferral import in_their_time, readers_of
from pbm.ports import Work


def in_their_way(session: Session, answer: Answer) -> Answer:
    """The answer with the notices that come now, each as its reader wants it."""
    wishes = _wishes(session.work, answer)
    timed = in_their_time(session, answer, wishes[DELIVERY])
    return _in_form(timed, wishes[FORMAT])


def in_their_form(work: Work, answer: Answer) -> Answer:
    """The answer and its notices, each marked with its reader's form."""
    return _in_form(answer, _wishes(work, answer)[FORMAT])


def _wishes(work: Work, answer: Answer) -> dict[str, dict[str, str]]:
    """What the readers of these want, by the names of wishes and their userids."""
    readers = sorted(readers_of(answer))
    names = (FORMAT, DELIVERY)
    return work.preferences.by_userid(names, readers) if readers else {name: {} for name in names}


def _in_form(answer: Answer, forms: dict[str, str]) -> Answer:
    if not forms:
        return answer
    notices = tuple(replace(notice, said=_formed(notice.said, forms)) for notice in answer.notices)
    return replace(answer, said=_formed(answer.said, forms), notices=notices)


def _formed(said: Said, forms: dict[str, str]) -> Said:
    if isinstance(said, Several):
        parts = tuple((title, _formed_part(part, forms)) for title, part in said.parts)
        return said.model_copy(update={"parts": parts})
    return _formed_part(said, forms)


def _formed_part(said: Part, forms: dict[str, str]) -> Part:
    if not isinstance(said, BoardSaid | ChatSaid) or said.to not in forms:
        return said
    form = Form.read(forms[said.to])
    update: dict[str, object] = {"form": "" if form.name == Form().name else form.name}
    if isinstance(said, BoardSaid):
        update |= {"calendar": said.calendar and form.calendar}
    return said.model_copy(update=update)

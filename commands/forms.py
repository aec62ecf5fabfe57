"""Players' mails in the form that each of them wants."""

from dataclasses import replace

from commands.answer import Answer
from commands.said import BoardSaid, ChatSaid, Part, Said, Several, parts_of
from commands.session import Speaker
from commands.wishes import FORMAT, Form
from pbm.work import Work


def to_the_replier(speaker: Speaker, answer: Answer) -> Answer:
    """A board that a player asked for by reply, addressed to them: they may go on from there."""
    said, ticket = answer.said, speaker.ticket if speaker.own else None
    if not (ticket and isinstance(said, BoardSaid) and said.seats and not said.to):
        return answer
    theirs = said.seats.board == ticket.board
    to = said.players[ticket.seat] if theirs else ""
    return replace(answer, said=said.model_copy(update={"to": to}))


def in_their_form(work: Work, answer: Answer) -> Answer:
    """The answer and its notices, each marked with its reader's form."""
    said = [answer.said, *(notice.said for notice in answer.notices)]
    boards = (
        part for each in said for part in parts_of(each) if isinstance(part, BoardSaid | ChatSaid)
    )
    readers = sorted({part.to for part in boards if part.to})
    forms = work.preferences.by_userid(FORMAT, readers) if readers else {}
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

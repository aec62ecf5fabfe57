"""One mail from the responses to the commands of a mail."""

from collections.abc import Sequence

from commands.dispatch import refusals
from commands.inbound.command_lines import Found, Line
from commands.inbound.no_command import nothing_found
from commands.inbound.request import _Case
from commands.language import tokenizer
from commands.messages.content import Part, Plain, Said, Several, parts_of
from commands.messages.response import Answer, plain
from pbm.errors import Refusal

CUT = 'The rest was not read. The word "help" alone brings an overview.'


MOST_REFUSALS = 10
"""After so many in one letter the rest isn't read."""


LONGEST_ANSWER = 90_000
"""In characters, about; when it is reached, likewise. Mail readers clip what is longer."""


BOARD_LENGTH = 1_000


ASKED = Plain(subject="", text="This waits for your reply to a mail that comes by itself.")


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
        return refusals.name(tokenizer.split(line.text))
    except Refusal:
        return "unknown"

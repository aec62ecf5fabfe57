"""Run the command lines of one email, in their order."""

from dataclasses import replace

from commands.content.messages import FileMessage, TextMessage
from commands.content.response import Response
from commands.context.caller import Caller
from commands.dispatch.dispatcher import Dispatcher
from commands.inbound.answering import Answered, is_enough, line_title
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.system.stored_types import UnitOfWork


def run_lines(
    dispatcher: Dispatcher, work: UnitOfWork, found: FoundCommands, caller: Caller
) -> tuple[FoundCommands, list[Answered]]:
    """Returns the responses to all lines, unless there are enough before the last.

    Of equal lines between which nothing changes the first is executed. The first lines, as
    long as they change nothing, aren't executed again when the mail goes on after others.
    """
    answered: list[Answered] = []
    known: dict[CommandLine, int] = {}
    kept, changes = caller.allowance.answers, work.changes
    if len(found.lines) > 1:
        caller = replace(caller, several=True)
    for number, line in enumerate(found.lines):
        if is_enough([each.response for each in answered]):
            return FoundCommands(found.lines[:number], cut=True), answered
        if answered:
            caller = _after(caller, answered[-1].response)
        before = work.changes
        if number < len(kept):
            response = kept[number]
        elif line in known:
            response = _same(answered[known[line]].response, known[line] + 1)
        else:
            response = _run(dispatcher, work, line, caller)
        answered.append(Answered(line_title(line), response))
        if work.changes > before and not response.queued:
            known.clear()
        else:
            known.setdefault(line, number)
        if number == len(kept) and work.changes == changes:
            caller.allowance.keep(response)
    return found, answered


def _run(dispatcher: Dispatcher, work: UnitOfWork, line: CommandLine, caller: Caller) -> Response:
    caller = replace(caller, guessed=True) if line.guessed else caller
    response = dispatcher.dispatch_line(
        work, line.text, caller, line.comment, discreet=line.in_body, read=line.read
    )
    is_kept = line.withheld or line.guessed
    return replace(response, unsent=line.withheld) if is_kept else response


def _same(response: Response, number: int) -> Response:
    """Returns the response to a line that is the same as this earlier one, and changed nothing."""
    text = f"This is the same line as number {number}, and has the same answer."
    refusal = not response.ok
    content = TextMessage(subject=f"As number {number}", text=text, refusal=refusal)
    return Response(content, status=response.status)


def _after(caller: Caller, response: Response) -> Caller:
    """Returns the caller of the next line: what a mail proves and asks for counts for all."""
    proved = caller.proved | response.proved
    caller = caller.after_moves(response.moves)
    has_file = caller.has_file or isinstance(response.content, FileMessage)
    return replace(caller, proved=proved, asked=caller.asked | response.asked, has_file=has_file)

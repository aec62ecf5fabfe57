"""Run the command lines of one email, in their order."""

from dataclasses import replace

from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.caller import Caller
from commands.context.line_results import LineResult
from commands.inbound.answers.answering import is_enough, line_title
from commands.language.dispatcher import Dispatcher
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.system.stored_types import UnitOfWork


def run_lines(
    dispatcher: Dispatcher, work: UnitOfWork, found: FoundCommands, caller: Caller
) -> tuple[FoundCommands, list[LineResult]]:
    """Returns the results of all lines, unless there are enough before the last.

    Of equal lines between which nothing changes the first is executed. The first lines, as
    long as they change nothing, aren't executed again when the mail goes on after others.
    """
    results: list[LineResult] = []
    known: dict[CommandLine, int] = {}
    kept, changes = caller.allowance.answers, work.changes
    if len(found.lines) > 1:
        caller = replace(caller, several=True)
    for number, line in enumerate(found.lines):
        if is_enough([each.response for each in results]):
            return FoundCommands(found.lines[:number], cut=True), results
        before = work.changes
        if number < len(kept):
            result = kept[number]
        elif line in known:
            result = _same(results[known[line]], known[line] + 1)
        else:
            result = _run(dispatcher, work, line, caller)
        results.append(result)
        caller = replace(caller, earlier=caller.earlier.after(result))
        if work.changes > before and not result.response.arrival.is_queued:
            known.clear()
        else:
            known.setdefault(line, number)
        if number == len(kept) and work.changes == changes:
            caller.allowance.keep(result)
    return found, results


def _run(dispatcher: Dispatcher, work: UnitOfWork, line: CommandLine, caller: Caller) -> LineResult:
    caller = replace(caller, guessed=True) if line.guessed else caller
    result = dispatcher.run_line(
        work, line.text, caller, line.comment, discreet=line.in_body, read=line.read
    )
    unsent = line.withheld if line.withheld or line.guessed else result.unsent
    return replace(result, title=line_title(line), unsent=unsent)


def _same(result: LineResult, number: int) -> LineResult:
    """Returns the result of a line that is the same as this earlier one, and changed nothing."""
    text = f"This is the same line as number {number}, and has the same answer."
    refusal = not result.response.ok
    content = TextMessage(subject=f"As number {number}", text=text, refusal=refusal)
    return LineResult(Response(content, status=result.response.status), result.title)

"""Runs the command lines of an email in their order."""

from dataclasses import replace

from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.caller import Caller
from commands.context.line_results import LineResult
from commands.inbound.answers.combined_answers import is_enough, line_heading, line_title
from commands.language.dispatcher import Dispatcher
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.system.stored_types import UnitOfWork


def run_lines(
    dispatcher: Dispatcher, work: UnitOfWork, commands: FoundCommands, caller: Caller
) -> tuple[FoundCommands, list[LineResult]]:
    """Returns the executed lines with their results. Lines after too many results are ignored.

    A repeated line isn't executed again if nothing has changed since its first execution. If the
    email was interrupted and starts again, the results of the lines before its first change to the
    database are reused.
    """
    results: list[LineResult] = []
    first_numbers: dict[CommandLine, int] = {}
    earlier_results, changes = caller.allowance.answers, work.changes
    if len(commands.lines) > 1:
        caller = replace(caller, several=True)
    for number, line in enumerate(commands.lines):
        if is_enough([each.response for each in results]):
            return FoundCommands(commands.lines[:number], cut=True), results
        if results:
            caller = replace(caller, earlier=caller.earlier.after(results[-1]))
        before = work.changes
        if number < len(earlier_results):
            result = earlier_results[number]
        elif line in first_numbers:
            result = _same(results[first_numbers[line]], first_numbers[line] + 1)
        else:
            result = _run(dispatcher, work, line, caller)
        results.append(result)
        if work.changes > before and not result.response.arrival.is_queued:
            first_numbers.clear()
        else:
            first_numbers.setdefault(line, number)
        if number == len(earlier_results) and work.changes == changes:
            caller.allowance.keep(result)
    return commands, results


def _run(dispatcher: Dispatcher, work: UnitOfWork, line: CommandLine, caller: Caller) -> LineResult:
    caller = replace(caller, guessed=True) if line.guessed else caller
    result = dispatcher.run_line(
        work, line.text, caller, line.comment, discreet=line.in_body, read=line.read
    )
    unsent = line.withheld if line.withheld or line.guessed else result.unsent
    return replace(result, title=line_title(line), heading=line_heading(line), unsent=unsent)


def _same(result: LineResult, number: int) -> LineResult:
    """Returns the result of a repeated line. It refers to the number of the earlier line."""
    text = f"This command is the same as command {number}, so its result is the same."
    refusal = not result.response.ok
    content = TextMessage(subject=f"Same as command {number}", text=text, refusal=refusal)
    response = Response(content, status=result.response.status)
    return LineResult(response, result.title, result.heading)

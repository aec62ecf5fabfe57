"""Finds requests to the server in the text next to a move. The other players don't get them."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from commands.inbound.finding.requests.server_requests import ServerRequests
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.running_boards import running_numbers
from commands.replies.lines_for_somebody_else import (
    asks_server,
    is_about_other_board,
    is_about_other_opponent,
)
from commands.replies.reply_commands import ReplyCommands
from commands.replies.request_prefilter import may_request
from commands.replies.sentences.wrapped_lines import unwrapped
from commands.verbs.chat import Chat
from commands.verbs.note import Note

MIN_BEGINNING = 20
"""Minimum number of characters of a sentence's beginning at the end of a broken line."""
HELP = "help "
"""The beginning of a help command. A complete request below it replaces it."""


def with_requests_below(requests: ServerRequests, found: FoundCommands) -> FoundCommands:
    """Returns the commands of a reply, with the complete requests in its first one's comment.

    These requests aren't sent to the other players.
    """
    reader, _ = requests.people
    if reader is None or not found.lines:
        return found
    first, *later_lines = found.lines
    first = _without_private_text(requests, first)
    first, *beside = _read_remark(requests, first)
    if beside or not _may_ask_below(first):
        return replace(found, lines=(first, *beside, *later_lines))
    written = unwrapped(first.comment).split("\n")
    possible = [text for text in written if may_request(text)]
    if not possible:
        return replace(found, lines=(first, *later_lines))
    asked = {text: line for text in possible if (line := requests.changing(text))}
    kept = [text for text in possible if text not in asked and _is_elsewhere(requests, text)]
    if not (asked or kept):
        return replace(found, lines=(first, *later_lines))
    rest, torn = _without_torn_sentences(written, {*asked, *kept})
    withheld = "\n".join(filter(None, (first.withheld, *(() if asked else torn), *kept)))
    first = replace(first, comment="\n".join(rest).strip(), withheld=withheld)
    is_answered = asked and first.text.startswith(HELP) and not (first.comment or withheld)
    lines = () if is_answered else (first,)
    return replace(found, lines=(*lines, *asked.values(), *later_lines))


def _without_private_text(requests: ServerRequests, line: CommandLine) -> CommandLine:
    """Returns a line whose comment ends before a text for only one of several opponents."""
    lines = line.comment.split("\n")
    starts = (at for at, text in enumerate(lines) if requests.is_for_one(text))
    start = next(starts, None) if _may_ask_below(line) else None
    if start is None:
        return line
    withheld = "\n".join(filter(None, (line.withheld, *lines[start:])))
    return replace(line, comment="\n".join(lines[:start]).strip(), withheld=withheld)


def _without_torn_sentences(
    lines: Sequence[str], taken: Collection[str]
) -> tuple[list[str], list[str]]:
    """Returns the lines without those taken, and the beginnings of sentences that end in these.

    Mail programs break a sentence into lines, so the line above may have a part of a request.
    """
    rest: list[str] = []
    torn: list[str] = []
    for line in lines:
        if line not in taken:
            rest.append(line)
        elif rest and len(rest[-1]) - (end := _end_of_sentence(rest[-1])) >= MIN_BEGINNING:
            torn.append(rest[-1][end:].strip())
            rest[-1] = rest[-1][:end].rstrip()
    return rest, torn


def _end_of_sentence(line: str) -> int:
    """Returns the index behind the last sign of a line that ends a sentence, or 0."""
    return max(line.rfind(sign) for sign in ".!?:;") + 1


def _read_remark(requests: ServerRequests, line: CommandLine) -> tuple[CommandLine, ...]:
    """Returns a line, and the request behind its move: "a1-c5 and please mute this game".

    Words behind the move that aren't for the opponents become `withheld`.
    """
    replying, words = requests.request.replying, line.text.split()
    if replying is None or line.read is None or words[1:2] != ["move"]:
        return (line,)
    move, ply, remark = replying.board.match.split(" ".join(words[5:]))
    if not (" " in remark and may_request(remark)):
        return (line,)
    asked = requests.changing(remark)
    if not (asked or _is_elsewhere(requests, remark)):
        return (line,)
    guard = "" if ply is None else f"#{ply}"
    played = ReplyCommands(replying.board, replying.player).of_player("move", f"{move}{guard}")
    if asked:
        return replace(played, comment=line.comment), asked
    withheld = "\n".join(filter(None, (remark, line.withheld)))
    return (replace(played, comment=line.comment, withheld=withheld),)


def _is_elsewhere(requests: ServerRequests, text: str) -> bool:
    """Whether a line is about another board of the writer, or asks the server."""
    replying = requests.request.replying
    if replying is None or not text.strip():
        return False
    names = {player.userid.lower() for player in replying.others}

    def running() -> list[tuple[str, int]]:
        reader, _ = requests.people
        return running_numbers(requests.work, reader.userid) if reader else []

    is_other = is_about_other_board(replying.board, text, running)
    is_other = is_other or is_about_other_opponent(replying.board, text)
    return is_other or requests.tells_somebody_else(text) or asks_server(text, names)


def _may_ask_below(line: CommandLine) -> bool:
    """Whether the comment of a command may contain requests. The text of a note or chat doesn't."""
    verbs = {*line.text.split()[:2]}
    return bool(line.comment) and not line.guessed and verbs.isdisjoint((*Note.names, *Chat.names))

"""Changes a pending challenge as the reply to the question says: "Yes, but make it two games".

The changed line replaces the pending one, and needs a confirmation of its own.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from commands.context.line_results import LineResult
from commands.inbound.requests.request import Request
from commands.inbound.running_lines import run_lines
from commands.language.dispatcher import Dispatcher
from commands.players.pending_lines import PendingAction, PendingLine
from commands.replies.answers.yes_no_patterns import YES, words_of
from commands.replies.answers.yes_or_no import YesOrNo
from commands.replies.command_lines import CommandLine, FoundCommands, is_complete
from commands.replies.led_answers import led_answer
from commands.replies.moves.contrasts import CORRECTION
from commands.replies.sentences import stemmed_phrases
from commands.replies.sentences.stemmed_phrases import mentions
from commands.replies.server.games.wished_terms import WishedTerms, wished_terms
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server.games.wished_terms import LET_THEM_BEGIN, PAIR
from commands.system.stored_types import UnitOfWork
from mail.reading.characters import plain_signs
from mail.reading.parsed_mail import ParsedMail

MAX_WORDS = 40
"""Maximum number of words among which another player is looked up."""
MIN_USERID = 2
SEATS = 2
QUESTION_MARKS = ("?", "\uff1f")
MAX_SHOWN = 400
"""Maximum number of characters of a text that isn't sent."""
NOT_SENT = "We won't send the text that you wrote to your first opponent: {}"


def changed_line(
    work: UnitOfWork, waiting: Sequence[PendingAction], text: str
) -> CommandLine | None:
    """Returns the pending challenge with the terms or the opponent that a reply wants instead.

    Returns None if nothing is pending that can be changed, or if the text changes nothing.
    """
    action = waiting[0].action if len(waiting) == 1 else None
    if not isinstance(action, PendingLine) or not _is_answer(text):
        return None
    text, verb = plain_signs(text), action.words[1:2]
    if verb == ("challenge",):
        line = _changed_challenge(work, action.words, text)
    elif verb == ("seek",):
        line = _changed_seek(action.words, text)
    else:
        return None
    if line == " ".join(action.words) or not is_complete(line):
        return None
    command = CommandLine(line, action.comment, in_body=True, guessed=True)
    is_for_another = verb == ("challenge",) and not {*_userids(action.words)} <= {*line.split()}
    # the text was written to the first opponent
    return replace(command, comment="", withheld=action.comment) if is_for_another else command


def asked_about_changed(
    dispatcher: Dispatcher,
    work: UnitOfWork,
    parsed_mail: ParsedMail,
    changed: CommandLine,
    to: str,
) -> Sequence[LineResult]:
    """Returns the question about the changed line."""
    caller = Request(parsed_mail, "", confirming_address=to).caller
    results = run_lines(dispatcher, work, FoundCommands((changed,)), caller)[1]
    return [with_unsent(each, changed.withheld) for each in results if changed.withheld] or results


def with_unsent(result: LineResult, text: str) -> LineResult:
    """Returns the question about a changed challenge, with the text that isn't sent with it."""
    shown = NOT_SENT.format(textwrap.shorten(text, MAX_SHOWN))
    response = result.response
    asked = (replace(each, note=f"{each.note} {shown}".strip()) for each in response.confirmations)
    return replace(result, response=replace(response, confirmations=tuple(asked)), unsent="")


def _is_answer(text: str) -> bool:
    """Whether a text says yes or no, or corrects something, and asks nothing."""
    if any(mark in text for mark in QUESTION_MARKS) or len(text) > MAX_LENGTH:
        return False
    is_answer = led_answer(text).answer is not YesOrNo.OTHER or YES.search(words_of(text))
    return bool(is_answer or CORRECTION.search(text))


def _changed_challenge(work: UnitOfWork, words: Sequence[str], text: str) -> str:
    """Returns a challenge with the opponent, the first player and the options of a text."""
    game, verb, *rest = words
    options = [word for word in rest if word.startswith("-")]
    userids = _userids(words)
    writer, *others = userids if len(userids) == SEATS else ("", *userids)
    if (other := _other_player(work, text, userids)) and writer:
        userids = [other if each in others else each for each in userids]
    terms = wished_terms(game, text, next(iter(others), ""))
    if terms.seat == 1 or mentions(text, LET_THEM_BEGIN):
        userids = userids[::-1]
    pair = ["-pair"] if mentions(text, PAIR) and len(userids) == SEATS else []
    return " ".join((game, verb, *_with_options(options, terms, pair), *userids))


def _changed_seek(words: Sequence[str], text: str) -> str:
    terms = wished_terms(words[0], text)
    options = [word for word in words if word.startswith("-") and word != "-"]
    rest = [word for word in words if word not in options]
    seat = [] if terms.seat is None else [f"--seat={'second' if terms.seat else 'first'}"]
    return " ".join((*rest, *_with_options(options, terms, seat)))


def _userids(challenge: Sequence[str]) -> list[str]:
    return [word for word in challenge[2:] if not word.startswith("-")]


def _with_options(
    options: Sequence[str], terms: WishedTerms, others: Sequence[str]
) -> Sequence[str]:
    """Returns the options. An option in the text replaces the option with the same name."""
    new = [*terms.options.split(), *others] if terms.is_complete else []
    names = {each.partition("=")[0] for each in new}
    return [*(each for each in options if each.partition("=")[0] not in names), *new]


def _other_player(work: UnitOfWork, text: str, userids: Sequence[str]) -> str:
    """Returns the userid of the only player whom a text names and the challenge doesn't, or ""."""
    words = dict.fromkeys(stemmed_phrases.words_of(text)[:MAX_WORDS])
    players = (work.players.find(word) for word in words if len(word) >= MIN_USERID)
    named = {player.userid for player in players if player} - {*userids}
    return named.pop() if len(named) == 1 else ""

"""Recognizes texts that only the people who run the server can act on.

They are reports of a player, texts addressed to the admins, and complaints about a board or a
result. They are never passed on to the opponents unasked.
"""

import re
from collections.abc import Sequence

from commands.replies.requests.resignations import asks_to_cancel
from commands.replies.sentences.stemmed_phrases import stemmed_phrases, word_set, words_of
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.server import appeals as tables
from commands.replies.vocabulary.server import nouns

FOR_ADMINS = (
    "We can't forward emails to the people who run this server, and no player sees your text. "
    "You can block a player, or write to {admin}."
)
RESULT_STAYS = (
    "This game is over. A command can't change the result of a finished game. If it is wrong, "
    "write to {admin}, or play again."
)
MOVES_STAY = (
    "The board shows the moves that we received, and we can't correct them. To compare them with "
    "yours, get all moves of the game. If you made a mistake, ask to take back your last move. If "
    "the server made one, write to {admin}."
)
NOTES = {nouns.REPORT: FOR_ADMINS, nouns.RESULT: RESULT_STAYS, nouns.RECORD: MOVES_STAY}
"""The first paragraph of the answer, by service."""
MAX_BEFORE_ADMINS = 4
"""Maximum number of words before the admins whom a text addresses: "To the dear admins"."""
_HEADING_END = re.compile(r"[,:!.\n]")


def appealed(text: str, *, is_over: bool = False, is_running: bool = False) -> str:
    """Returns the service that a text for the admins needs, or "".

    `is_over`: whether the text replies to an email about a finished game.
    `is_running`: whether it replies to one about a running game.
    """
    words = words_of(text[:MAX_LENGTH])
    if _addresses_admins(text, words) or _reports(words):
        return nouns.REPORT
    if is_running and _has(tables.WRONG_BOARDS, words):
        return nouns.RECORD
    is_wrong = is_over and (_has(tables.WRONG_RESULTS, words) or asks_to_cancel(text))
    return nouns.RESULT if is_wrong else ""


def _addresses_admins(text: str, words: Sequence[str]) -> bool:
    """Whether the text begins with the admins: "To the administrators: ...", "Admins, ...".

    "The admin at work saw me playing" doesn't address them.
    """
    before = word_set(tables.BEFORE_ADMINS)
    for at in range(min(MAX_BEFORE_ADMINS + 1, len(words))):
        if any(stemmed_phrases(tables.ADMINS).at(words, at)):
            is_greeted = not word_set(tables.ARTICLES).issuperset(words[:at])
            return is_greeted or len(words_of(_HEADING_END.split(text.strip())[0])) == at + 1
        if words[at] not in before:
            return False
    return False


def _reports(words: Sequence[str]) -> bool:
    """Whether the words report a player: "I want to report this player", "this man insults me"."""
    if _has(tables.REPORTING, words):
        return True
    return _has(tables.THIS_PERSON, words) and _has(tables.COMPLAINING, words)


def _has(table: str, words: Sequence[str]) -> bool:
    return bool(stemmed_phrases(table).values(words))

"""Finds the command that a misspelt word, or a word of other games, may mean."""

from commands.language import registry
from commands.language.command import SeatCommand
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from commands.replies.requests.worded_requests import BOARD_WORDS, MAX_REQUEST_LENGTH
from pbm.board.draws_and_undos import OFFERS
from pbm.suggestions import likeness, nearest

OFFER_ANSWERS = {YesOrNo.YES: "accept", YesOrNo.NO: "reject"}
NOT_IN_THESE_GAMES = ("pass", "swap", "castle", "castling", "o-o", "o-o-o", "0-0", "0-0-0")
MAX_WORDS = 4
"""Maximum number of words of a line for which a command is suggested."""
STANDALONE_WORDS = (*BOARD_WORDS, "help", "rules")
"""Commands that must be the only word of a line: "Accept my apologies" is a comment."""
SIMILAR = 0.75
"""Minimum similarity, from 0 to 1, of a single word to the command that it may mean: "resgin"."""


def suggestion(line: str, *, offered: bool) -> str:
    """Returns a hint such as ` Did you mean "resign"?`, or "" if no command is similar.

    `offered`: whether an offer is open.
    """
    words = line.lower().rstrip(".!?,;: ").split()
    if not 0 < len(words) <= MAX_WORDS:
        return ""
    text = " ".join(words)
    if text in NOT_IN_THESE_GAMES:
        return f' "{text}" isn\'t a legal move here. Send a different move.'
    answer = OFFER_ANSWERS.get(yes_or_no([line])) if offered else None
    command = answer or (nearest_word(words[0]) if len(words) == 1 else None)
    return f' Did you mean "{command}"? Write only that word on the first line.' if command else ""


def nearest_word(word: str) -> str | None:
    """Returns the command that is spelt most like the word, or None if none is similar."""
    if not word.isalpha() or len(word) > MAX_REQUEST_LENGTH:
        return None
    verbs = [
        name
        for kinds in registry.game_verbs().values()
        for kind in kinds
        if issubclass(kind, SeatCommand)
        for name in kind.names
    ]
    candidates = [*OFFERS, *verbs, "show", "legal", "describe", "preview", "help", "rules"]
    return nearest(word, candidates) if likeness(word, candidates) >= SIMILAR else None

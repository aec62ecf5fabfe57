"""Suggestions for words that people write in replies, and that aren't commands there."""

from commands.language import registry
from commands.language.command import SeatCommand
from pbm.offers import OFFERS
from pbm.suggestions import nearest

MEANINGS = {
    "draw": "propose",
    "tie": "propose",
    "remis": "propose",
    "stalemate": "propose",
    "draw offer": "propose",
    "offer draw": "propose",
    "offer a draw": "propose",
    "i offer a draw": "propose",
    "i propose a draw": "propose",
    "takeback": "undo",
    "take back": "undo",
    "back": "undo",
    "oops": "undo",
    "decline": "resign",
    "quit": "resign",
    "surrender": "resign",
    "give up": "resign",
    "i give up": "resign",
    "i resign": "resign",
    "board": "show",
    "moves": "legal",
}
"""Words that people try, and the words that they mean."""
FILL_WORDS = (
    *("me", "please", "the", "my", "a", "an", "i"),
    *("can", "could", "you", "do", "is", "are"),
)
"""Words around a request that ask for nothing by themselves."""
REMATCH = "rematch"
REQUESTS = {
    "show": "show",
    "show board": "show",
    "show moves": "legal",
    "legal moves": "legal",
    "what moves": "legal",
    "help": "help",
    "how move": "help",
    "rules": "rules",
    "what rules": "rules",
    "show rules": "rules",
    "forgot password": "forgot",
    "forgot": "forgot",
    "undo": "undo",
    "undo move": "undo",
    "take back": "undo",
    "take back move": "undo",
    "take move back": "undo",
}
"""Requests without their fill words, and what carries them out: all can be taken back."""
ANSWERS = {
    "agree": "accept",
    "agreed": "accept",
    "yes": "accept",
    "ok": "accept",
    "refuse": "reject",
    "no": "reject",
}
"""The same, while an offer is open."""
NOT_IN_THESE_GAMES = ("pass", "swap", "castle", "castling", "o-o", "o-o-o", "0-0", "0-0-0")
MAX_WORDS = 4
"""The most words of a line for which a suggestion is made."""


def requested_word(line: str) -> str:
    """Returns the word that a line asks for with fill words around it, or nothing.

    A word alone is read elsewhere, except `rematch`.
    """
    words = [word.strip(".!?,;:") for word in line.lower().split()]
    text = " ".join(word for word in words if word and word not in FILL_WORDS)
    if text == REMATCH:
        return text
    return REQUESTS.get(text, "") if len(words) > 1 else ""


def suggestion(line: str, *, offered: bool) -> str:
    """Returns ` Did you mean "resign"?` or the like; empty where no word is near.

    `offered`: an offer is open.
    """
    words = line.lower().rstrip(".!?,;: ").split()
    if not 0 < len(words) <= MAX_WORDS:
        return ""
    text = " ".join(words)
    if text in NOT_IN_THESE_GAMES:
        return " None of these games has it: a move must be made."
    meanings = MEANINGS | ANSWERS if offered else MEANINGS
    meant = meanings.get(text) or (_nearest(words[0]) if len(words) == 1 else None)
    return f' Did you mean "{meant}"? Write it alone on the first line.' if meant else ""


def _nearest(word: str) -> str | None:
    """Returns the word of a reply that is spelt most alike; moves are like none."""
    if not word.isalpha():
        return None
    verbs = [
        name
        for kinds in registry.game_verbs().values()
        for kind in kinds
        if issubclass(kind, SeatCommand)
        for name in kind.names
    ]
    return nearest(word, [*OFFERS, *verbs, "show", "legal", "describe", "preview", "help", "rules"])

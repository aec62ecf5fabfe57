"""Recognizes questions for the rules of a game, which its name may be a part of."""

from commands.replies.command_lines import PUNCTUATION
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import requested_among, requested_word
from commands.replies.sentences.game_names import game_patterns
from commands.replies.server.topics import MAX_LENGTH, clear_topics
from commands.replies.vocabulary.server import nouns
from pbm.games import AnyGame
from pbm.options import helps

RULES = "rules"


def asks_rules(text: str) -> bool:
    """Whether a text asks for the rules: "how does Trailblazer even work?"."""
    plain = text[:MAX_LENGTH]
    if nouns.RULES in clear_topics(plain):
        return True
    for pattern in game_patterns().values():
        plain = pattern.sub("the game", plain)
    return RULES in (requested_word(plain), requested_among(plain), suspected_request(plain))


def asks_about_options(text: str, game: AnyGame) -> bool:
    """Whether a question quotes an option of the game: "What does -win_no_move mean?"."""
    if "?" not in text:
        return False
    words = {word.lower().rstrip(PUNCTUATION) for word in text[:MAX_LENGTH].split()}
    names = (option.partition("=")[0] for option, _ in helps(type(game.read_options())))
    return not words.isdisjoint(names)

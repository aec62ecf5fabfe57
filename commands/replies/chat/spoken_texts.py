"""Recognizes texts that are plainly for the opponent, and ask the server for nothing.

They address the opponent by name, smile, or promise to move later. They are sent as chat at once:
"Have a great trip Ben, bring back some sunshine!".
"""

from collections.abc import Collection, Sequence

from commands.replies.lines_for_somebody_else import asks_server
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.sentences.addressed_texts import is_for_opponents, smiles
from commands.replies.sentences.addressees import MAX_LENGTH, addresses, sentences_of
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.word_tables import has_phrase, has_word
from commands.replies.sentences.wrapped_lines import unwrapped
from commands.replies.server.topics import clear_topics
from commands.replies.vocabulary.addressing_words import I_MOVE, PROMISES
from commands.replies.vocabulary.requests.suspected_words import MEN
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.sentences import FIRST_PERSONS

MAX_SENTENCES = 30
MIN_WORDS = 4
"""Minimum number of words of such a text. The text of "Hi Bob!" may have been lost."""


def is_spoken_to(text: str, name: str) -> bool:
    """Whether a text is for the player with this userid, in lower case, and nobody else."""
    sentences, names = sentences_of(unwrapped(text)), {name}
    is_long = len(text) > MAX_LENGTH or len(sentences) > MAX_SENTENCES
    if is_long or len(text.split()) < MIN_WORDS:
        return False
    is_spoken = smiles(text) or has_phrase(plain_words(text), PROMISES)
    if not (is_spoken or any(addresses(each, names) for each in sentences)):
        return False
    if not is_for_opponents(text, names):
        return False
    return all(_is_for_player(each, names) for each in sentences)


def tells_move(text: str) -> bool:
    """Whether a sentence may tell a move in words: "Ben, I move my knight to the corner"."""
    return any(_tells_move(plain_words(each)) for each in sentences_of(text))


def _tells_move(words: Sequence[str]) -> bool:
    return all(has_word(words, table) for table in (FIRST_PERSONS, MEN, I_MOVE))


def _is_for_player(sentence: str, names: Collection[str]) -> bool:
    """Whether a sentence asks the server for nothing, and no question without an addressee."""
    if asks_server(sentence, names) or clear_topics(sentence) or suspected_request(sentence):
        return False
    is_question = sentence.rstrip().endswith(("?", "\uff1f"))
    is_theirs = is_for_others(plain_words(sentence)) or addresses(sentence, names)
    return is_theirs or not is_question

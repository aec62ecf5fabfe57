"""Recognizes questions of registered players about games, robots, ratings and other players."""

import re

from commands.replies.sentences.stemmed_phrases import mentions, word_set, words_of
from commands.replies.server.questions.plain_questions import QUESTION_MARKS
from commands.replies.server.topics import MAX_LENGTH
from commands.replies.vocabulary.requests.suspected_words import WISHES
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS
from commands.replies.vocabulary.server.questions import player_questions as tables
from mail.reading.characters import plain_signs

_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")


def asks_own_games(text: str) -> bool:
    """Whether a text asks in which games its writer plays, or whose turn it is."""
    text = text[:MAX_LENGTH]
    return mentions(text, tables.OWN_RUNNING_GAMES) or mentions(text, tables.WHOSE_TURN)


def without_own_games(text: str) -> str:
    """Returns a text without the sentences that ask for the writer's games."""
    return "".join(each for each in _SENTENCE.findall(text) if not asks_own_games(each))


def asks_own_record(text: str) -> bool:
    """Whether a text asks for the writer's own rating or results."""
    return mentions(text[:MAX_LENGTH], tables.OWN_RECORD)


def asks_results(text: str) -> bool:
    """Whether a text asks how many games somebody has won or lost."""
    return mentions(text[:MAX_LENGTH], tables.WINS)


def asks_games_together(text: str) -> bool:
    """Whether a text asks how its writer and another player have done against each other."""
    return mentions(text[:MAX_LENGTH], tables.AGAINST_EACH_OTHER)


def asks_who_seeks(text: str) -> bool:
    """Whether a text asks if anybody is looking for a game."""
    return mentions(text[:MAX_LENGTH], tables.WHO_SEEKS)


def asks_about_robots(text: str) -> bool:
    """Whether a question is about the robots: "What does a level 10 robot play like?"."""
    asked = " ".join(each for each in _SENTENCE.findall(text[:MAX_LENGTH]) if _is_question(each))
    return mentions(asked, tables.ROBOTS)


def asks_if_active(text: str) -> bool:
    """Whether a text asks if another player still plays here."""
    return mentions(text[:MAX_LENGTH], tables.STILL_ACTIVE)


def ends_all_games(text: str) -> bool:
    """Whether a text gives up all games of its writer."""
    said = (each for each in _SENTENCE.findall(text[:MAX_LENGTH]) if not _is_question(each))
    return any(mentions(each, tables.ALL_GAMES_END) and not _denies(each) for each in said)


def wants_new_tournament(text: str) -> bool:
    """Whether a text about a tournament wants to set one up."""
    return mentions(text[:MAX_LENGTH], tables.NEW_TOURNAMENT)


def hides_own_games(text: str) -> bool:
    """Whether a sentence wants nobody else to see the writer's games.

    A question such as "Can anybody see my games?" doesn't.
    """
    return any(
        not _is_question(each)
        and mentions(each, tables.OWN_GAMES)
        and mentions(each, tables.NOBODY_ELSE)
        and not word_set(tables.SEEING).isdisjoint(words_of(each))
        and not word_set(WISHES).isdisjoint(words_of(each))
        for each in _SENTENCE.findall(text[:MAX_LENGTH])
    )


def _is_question(sentence: str) -> bool:
    return sentence.rstrip().endswith(QUESTION_MARKS)


def _denies(sentence: str) -> bool:
    said = plain_signs(sentence).lower().split()
    return not (NEGATIONS - AMBIGUOUS_NEGATIONS).isdisjoint(said)

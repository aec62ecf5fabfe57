"""Reads wishes for a game: "I'd like to play chess against the strongest robot".

They have a game and an opponent: a robot, a player, or anybody.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from commands.context.robots import RATED_ROBOTS
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.stemmed_phrases import mentions, stemmed_phrases, word_set, words_of
from commands.replies.server.complete_lines import (
    SENTENCE,
    RequestFacts,
    game_in,
    players_in,
    size_in,
    who_in,
)
from commands.replies.server.games.wished_terms import (
    CLAUSE,
    WishedTerms,
    number_of,
    numbers_in,
    wished_terms,
)
from commands.replies.server.topics import MAX_LENGTH, mentions_new_game
from commands.replies.vocabulary.sentence_words import AMBIGUOUS_NEGATIONS, NEGATIONS
from commands.replies.vocabulary.server import nouns
from commands.replies.vocabulary.server.games import game_wishes as tables
from commands.replies.vocabulary.server.sentences import FIRST_PERSON
from mail.reading.characters import plain_signs
from pbm import games
from pbm.robots.levels import HIGHEST

ABOUT_GAMES = {
    nouns.SEEK,
    nouns.CHALLENGE,
    nouns.ROBOT,
    nouns.GAMES,
    nouns.CATALOG,
    nouns.SIGNUP,
    nouns.REMATCH,
    nouns.DELIVERY,
}
"""Services that a wish for a game may name. The word "email" names the delivery of emails."""
MAX_SHORT = 8
"""Maximum number of words of a wish without a verb: "chess against a robot"."""
MAX_BEFORE = 3
"""Maximum number of words between "my" and the game: "my last two games"."""
MAX_GAMES = 9
LEVELS = f"Robots have levels from 1 (beginner) to {HIGHEST} (strongest)."
INVITED = (
    "You can challenge only players who have signed up. Your friend signs up with an email to "
    'this server that has the subject "signup USERID -". Then replace WHO with their userid.'
)
NOT_ALL_TERMS = (
    "We couldn't read all the terms that you want. Check the command before you send it. For the "
    'options, send "help" with the name of the game, or "help clocks".'
)
SAME_TERMS = (
    "A rematch has the same terms as the finished game. For other terms, send a challenge with "
    'options. For the options, send "help" with the name of the game, or "help clocks".'
)
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class GameWish:
    """The command that starts a wished game."""

    line: str
    note: str = ""
    """The reason why the writer has to send the command, or "" if they only confirm it."""


def wished_game(topics: Sequence[str], text: str, facts: RequestFacts) -> GameWish | None:
    """Returns the wish for a game, or None if the text leaves its opponent open.

    `topics`: the services that the text names.
    """
    text = text[:MAX_LENGTH]
    game = game_in(text)
    if not (game and ABOUT_GAMES.issuperset(topics) and _is_wish(text)):
        return None
    if mentions(text, tables.ROBOT):
        return _against_robot(game, text, facts)
    if who := who_in(text, facts):
        terms = wished_terms(game, text, who)
        userids = (who, facts.userid) if terms.seat == 1 else (facts.userid, who)
        return _wish(f"{game} challenge {terms.options} {' '.join(userids)}", terms)
    named = players_in(text, facts)
    if named and len(named) == len(games.games()[game].seats) - 1:  # a game for three players
        terms = wished_terms(game, text)
        options = f"{terms.options} {facts.userid}"
        return _wish(f"{game} challenge {options} {' '.join(named)}", terms)
    if ADDRESS.search(text):
        return GameWish(f"{game} challenge {facts.userid} WHO", INVITED)
    if mentions(text, tables.ANYBODY):
        terms = wished_terms(game, text)
        seat = "" if terms.seat is None else f"--seat={'second' if terms.seat else 'first'}"
        return _wish(f"{game} seek {facts.me} {_count(text)} {terms.options} {seat}", terms)
    return None


def _against_robot(game: str, text: str, facts: RequestFacts) -> GameWish:
    terms, level = wished_terms(game, text), _level(text)
    line = f"{game} robot challenge {level or HIGHEST} {terms.options} {facts.userid}"
    if not level:
        return GameWish(" ".join(line.split()), LEVELS)
    if terms.seat == 1:  # the robot moves first
        line = f"{game} challenge {terms.options} {[*RATED_ROBOTS][level - 1]} {facts.userid}"
    return _wish(line, terms)


def _wish(line: str, terms: WishedTerms) -> GameWish:
    note = terms.note or ("" if terms.is_complete else NOT_ALL_TERMS)
    return GameWish(" ".join(line.split()), note)


def wished_rematch(text: str, facts: RequestFacts) -> str:
    """Returns the challenge for another game of a larger or smaller size, or "".

    `text`: a reply to an email about a finished game.
    """
    option = size_in(facts.game, text) if mentions_new_game(text) else ""
    if not (option and len(facts.others) == 1):
        return ""
    (who,) = facts.others
    return f"{facts.game} challenge {option} {facts.userid} {who}"


def has_other_terms(text: str) -> bool:
    """Whether a reply wishes another game with different terms, such as a larger board."""
    return mentions_new_game(text) and mentions(text[:MAX_LENGTH], tables.TERMS)


def _is_wish(text: str) -> bool:
    """Whether a sentence wishes to play, and none denies it or is about a running game."""
    sentences = list(map(words_of, SENTENCE.findall(text)))
    is_short = sum(map(len, sentences)) <= MAX_SHORT or any(
        map(_is_short_wish, CLAUSE.findall(text))
    )
    is_opponent_named = mentions(text, tables.ROBOT) or mentions(text, tables.ANYBODY)
    is_started = mentions(text, tables.PLAYING) or mentions(text, tables.STARTING)
    is_about_playing = is_started or is_opponent_named
    is_wish = is_about_playing and (is_short or mentions(text, tables.WISHING))
    if not is_wish or suspected_request(text) or requested_word(text):
        return False
    return not (_denies(text) or any(map(_is_about_running_game, sentences)))


def _is_short_wish(clause: str) -> bool:
    """Whether a clause is little more than a game and its opponent: "Go against a robot, ..."."""
    is_opponent_named = mentions(clause, tables.ROBOT) or mentions(clause, tables.ANYBODY)
    words = words_of(clause)
    is_told = not word_set(FIRST_PERSON).isdisjoint(words)  # "I lost at Go against a robot"
    return bool(game_in(clause)) and is_opponent_named and len(words) <= MAX_SHORT and not is_told


def _denies(text: str) -> bool:
    """Whether a negation is before the word for playing in a sentence."""
    for sentence in SENTENCE.findall(text):
        before = _before(tables.PLAYING, plain_signs(sentence).lower().split())
        if before and not (NEGATIONS - AMBIGUOUS_NEGATIONS).isdisjoint(before):
            return True
    return False


def _is_about_running_game(words: Sequence[str]) -> bool:
    near = (_before(tables.PLAYING, words) or ())[-MAX_BEFORE:]
    existing, wishing = stemmed_phrases(tables.EXISTING), stemmed_phrases(tables.WISHING)
    # the Danish "ma jeg" is a wish, although "ma" is French for "my"
    return any(
        any(existing.at(near, at)) and not any(wishing.at(near, at)) for at in range(len(near))
    )


def _before(table: str, words: Sequence[str]) -> Sequence[str] | None:
    """Returns the words before the first phrase of a table, or None if there is no phrase."""
    found = (at for at in range(len(words)) if [*stemmed_phrases(table).at(words, at)])
    return next((words[:at] for at in found), None)


def _level(text: str) -> int:
    """Returns the level of the robot that a text names, 1 if it names none, or 0 for no level."""
    numbers = [int(each) for each in _NUMBER.findall(text)]
    if numbers and mentions(text, tables.LEVEL):
        return numbers[0] if numbers[0] in range(1, HIGHEST + 1) else 0
    behind = _behind_level(words_of(text))
    if named := numbers_in(behind):
        return named[0]
    levels = {tables.STRONGEST: 10, tables.STRONG: 8, tables.MEDIUM: 5, tables.WEAKEST: 1}
    return next((level for table, level in levels.items() if mentions(text, table)), 1)


def _behind_level(words: Sequence[str]) -> Sequence[str]:
    """Returns the words behind a word for levels, or none."""
    before = _before(tables.LEVEL, words)
    return () if before is None else words[len(before) + 1 :]


def _count(text: str) -> int:
    """Returns the number of games before the word for them: "three games of Go"."""
    words = words_of(text)
    for before, at in zip(words, range(1, len(words)), strict=False):
        if not [*stemmed_phrases(tables.PLAYING).at(words, at)]:
            continue
        named = number_of(before)
        if 1 < named <= MAX_GAMES:
            return named
    return 1

"""Reads complete commands from requests to the server, such as "Set my time zone to Berlin".

A command that changes something is guessed, so its writer has to confirm it.
"""

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from commands.language import parser, registry
from commands.language.command import GameCommand
from commands.language.grammar import slots
from commands.replies.command_lines import PUNCTUATION, CommandLine
from commands.replies.requests.worded_requests import LEAVE as UNSUBSCRIBE
from commands.replies.sentences.game_names import game_patterns, games_in_other_words
from commands.replies.sentences.sentence_subjects import is_for_others
from commands.replies.sentences.stemmed_phrases import words_of
from commands.replies.server.absences.absences import days_away
from commands.replies.server.account_deletion import deletion_line
from commands.replies.server.settings.requested_settings import setting_line
from commands.replies.server.topics import clear_topics
from commands.replies.vocabulary.named_boards.other_board_words import ME
from commands.replies.vocabulary.server import nouns, sentences, verbs
from commands.system.secrets.secret import NONE, Secret
from mail.reading.characters import plain_signs
from pbm import games
from pbm.errors import UserError

SHOWN = {
    nouns.STANDINGS: "{game} standings",
    nouns.GAMES: "all show {userid} active",
    nouns.RULES: "{game} help",
    nouns.LAST_MOVE: "all show {userid} active",
    nouns.LEAVE: UNSUBSCRIBE,
    nouns.CATALOG: "list",
    nouns.RATINGS: "help ratings",
}
"""Commands that change nothing, and so run at once."""
LISTS = {nouns.LADDER: "{game} ladder", nouns.TOURNAMENT: "tournaments", nouns.SEEK: "seeks"}
"""Commands that show a service. They run at once if the request asks to see something."""
MAX_SHORT_NAME = 2
MIN_NAME_PART = 4
"""Minimum number of letters of a word that names a tournament: "the spring tournament"."""
COURTESY = ("please", "pls", "plz", "thanks", "thx", "cheers", "bitte", "danke", "merci", "gracias")
"""Words behind a command that don't belong to it."""
_SIZE = re.compile("(?<!\\d)(\\d{1,2}) ?[xX*\u00d7] ?\\1(?!\\d)")
MAX_ORDER_LENGTH = 400
MAX_WORDS_BEFORE_TOLD = 7
"""Number of words at the beginning of "forward this to carol" among which the player is."""
SENTENCE = re.compile(r"[^.!?;\n]+")
UNBLOCK = "unblock"
BLOCK_WORDS = 2
ABOUT_ACCOUNT = {nouns.LEAVE, nouns.DATA}
"""Services whose words may ask to delete the account."""


@dataclass(frozen=True)
class RequestFacts:
    """Facts about the writer of a request."""

    userid: str
    today: date
    game: str = ""
    """The game of the email replied to, or ""."""
    board: int = 0
    """The number of the board of the email replied to, or 0."""
    others: Collection[str] = ()
    """Userids of the players to whom the writer could have replied."""
    is_player: Callable[[str], bool] = bool
    """Returns whether a userid is registered."""
    tournaments: Callable[[], Collection[str]] = tuple
    """Returns the names of all tournaments."""

    @property
    def me(self) -> str:
        return f"{self.userid} {NONE}"


def complete_line(topics: Sequence[str], text: str, facts: RequestFacts) -> CommandLine | None:
    """Returns the command of a request, or None if it isn't complete or not clear."""
    if topics[0] == nouns.NOTE and facts.board:
        return note_line(text, facts)
    if topics[0] == nouns.OWN_NOTE and facts.board:
        return CommandLine(f"{facts.game} note {facts.board} {facts.me}", in_body=True)
    has_address = nouns.ADDRESS in topics and "@" in text
    is_about_account = nouns.DATA in topics and not has_address
    about = ABOUT_ACCOUNT | ({nouns.ADDRESS} if is_about_account else set())
    if {*topics} <= about and (deletion := deletion_line(text, facts.userid)):
        return deletion
    lines = {topic: _line(topic, text, facts) for topic in topics}
    if lines.get(nouns.DELIVERY):
        lines.pop(nouns.ZONE, "")  # the city of an hour is a part of the schedule
    clear = [line for topic, line in lines.items() if line and line not in SHOWN.values()]
    if len(topics) == 1 and (shown := _shown(topics[0], text, facts)):
        return CommandLine(shown, in_body=True)
    return CommandLine(clear[0], in_body=True, guessed=True) if len(clear) == 1 else None


def with_data_first(line: CommandLine, text: str) -> tuple[CommandLine, ...]:
    """Returns the lines of a request. One for the player's data precedes the deletion of these.

    An example is "I'd like to know what data you have about me, and then delete everything".
    """
    verb, userid, *_ = (*line.text.split(), "", "")
    words = words_of(text)
    is_asked = all(
        not _words(table).isdisjoint(words) for table in (verbs.ACCOUNT, sentences.GETTING)
    )
    if verb != "signoff" or not is_asked:
        return (line,)
    return CommandLine(f"mydata {userid} {NONE}", in_body=True, guessed=True), line


def account_line(line: str, userid: str) -> str:
    """Returns the full command of a line such as "change delivery daily 8", or ""."""
    words = plain_signs(line).split()
    while len(words) > 1 and words[-1].lower().strip(PUNCTUATION) in COURTESY:
        words.pop()
    verb, *rest = words or [""]
    values = {"userid": userid, "password": Secret(NONE)}
    for kind in registry.account_commands(verb.lower()):
        if issubclass(kind, GameCommand):
            continue
        place = [*slots(kind)].index("userid")
        full = [verb.lower(), *rest[:place], userid, NONE, *rest[place:]]
        with suppress(UserError):
            [*parser.readings_on_board([kind], None, [verb.lower(), *rest], values)]
            return " ".join(full)
    return ""


def _shown(topic: str, text: str, facts: RequestFacts) -> str:
    game = game_in(text) or facts.game or next(iter(games.games()))
    words = {*words_of(text)}
    line = SHOWN.get(topic, "")
    changes = _words(verbs.FIND) if topic == nouns.SEEK else _words(verbs.JOIN) | _words(verbs.QUIT)
    if topic in LISTS and not words.isdisjoint(_words(verbs.SHOW)) and words.isdisjoint(changes):
        line = LISTS[topic]
    if topic == nouns.TOURNAMENT and not words.isdisjoint(_words(verbs.JOIN)):
        line = "" if tournament_in(facts.tournaments(), text) else LISTS[topic]
    if topic == nouns.STANDINGS and (name := tournament_in(facts.tournaments(), text)):
        line = f"tournament {name}"
    if topic == nouns.LAST_MOVE and facts.board:
        line = f"{facts.game} show {facts.board}"
    if topic == nouns.REVIEW and facts.board:
        line = f"{facts.game} review {facts.board}"
    if topic == nouns.CLOCKS and facts.board:
        line = f"{facts.game} show {facts.board}"
    if topic == nouns.RECORD and facts.board:
        line = f"{facts.game} record {facts.board} text"
    return line.format(game=game, userid=facts.userid)


def _line(topic: str, text: str, facts: RequestFacts) -> str:
    """Returns the command that changes something, or "" if the text leaves a part of it open."""
    words, me = {*words_of(text)}, facts.me
    joins, quits = (
        not words.isdisjoint(_words(verbs.JOIN)),
        not words.isdisjoint(_words(verbs.QUIT)),
    )
    game = game_in(text) or facts.game
    if topic == nouns.LADDER and game and joins != quits:
        return f"{game} ladder {'join' if joins else 'leave'} {me}"
    if topic == nouns.TOURNAMENT and joins != quits:
        name = tournament_in(facts.tournaments(), text)
        return f"tournament {name} {'join' if joins else 'leave'} {me}" if name else ""
    if topic == nouns.SEEK and game:
        return _seek(game, text, facts)
    if topic == nouns.MUTE and facts.board:
        return f"{facts.game} mute {facts.board} {me}"
    if topic == nouns.LIMIT and game and (number := re.search(r"\b\d{1,2}\b", text)):
        return f"{game} limit {me} {number[0]}"
    if topic == nouns.DATA and words.isdisjoint(_words(verbs.DELETE)):
        return f"mydata {me}"
    if topic == nouns.BLOCK and (who := who_in(text, facts) or _fool_in(text, facts)):
        return f"{UNBLOCK if _unblocks(text) else nouns.BLOCK} {me} {who}"
    if topic == nouns.DEPUTY:
        return _deputy(text, facts)
    if topic == nouns.CHALLENGE and game and (who := who_in(text, facts)):
        return f"{game} challenge {facts.userid} {who}"
    return setting_line(topic, text, facts.userid, facts.today)


def _unblocks(text: str) -> bool:
    """Whether the text ends a block: "I blocked him in anger, please let him write to me again"."""
    words = words_of(text)
    if not _words(verbs.UNBLOCK).isdisjoint(words):
        return True
    said = f" {' '.join(words)} "
    is_ended = any(f" {phrase} " in said for phrase in _phrases(verbs.UNBLOCKING))
    return is_ended and _words(verbs.AGAINST).isdisjoint(words)


def _seek(game: str, text: str, facts: RequestFacts) -> str:
    words, number = {*words_of(text)}, re.search(r"\b\d{1,4}\b", text)
    if not words.isdisjoint(_words(verbs.CANCEL)):
        return f"{game} seek {facts.me} 0"
    if number and not words.isdisjoint(_words(verbs.JOIN) | {"take", "nehme", "challenge"}):
        return f"{game} join {number[0]} {facts.me}"
    if words.isdisjoint(_words(verbs.FIND)):
        return ""
    return f"{game} seek {facts.me} {size_in(game, text)}".rstrip()


def cancels_seek(text: str) -> bool:
    """Whether a text about open challenges withdraws one's own: "cancel my open challenge"."""
    words = words_of(text)
    is_cancelled = not _words(f"{verbs.CANCEL} {sentences.TAKING_BACK}").isdisjoint(words)
    return is_cancelled and "?" not in text and not _words(sentences.OWN).isdisjoint(words)


def size_in(game: str, text: str) -> str:
    """Returns the option for a size such as "9x9" in the text, or "" if the game has none."""
    size = _SIZE.search(text)
    option = f"-size={size[1]}" if size else ""
    with suppress(UserError):
        games.games()[game].read_options([option] if option else [])
        return option
    return ""


def deputy_line(text: str, facts: RequestFacts) -> CommandLine | None:
    """Returns the command for a sentence such as "Carol moves for me until Friday", or None.

    The text may name another date for something else: "I'm away until Monday. Carol moves ...".
    """
    asking = list(filter(_is_for_me, SENTENCE.findall(text)))
    lines = (_deputy(each, facts) for each in (*asking, text) if asking)
    line = next(filter(None, lines), "")
    is_other = line and not {each.lower() for each in facts.others} & {*line.lower().split()}
    return CommandLine(line, in_body=True, guessed=True) if is_other else None


def may_block(text: str) -> bool:
    """Whether a text may only be "block" or "unblock" and a player."""
    words = text.split(maxsplit=BLOCK_WORDS)
    return len(words) == BLOCK_WORDS and words[0].lower() in (nouns.BLOCK, UNBLOCK)


def block_line(text: str, facts: RequestFacts) -> CommandLine | None:
    """Returns the command of a text that is only "block" or "unblock" and a player, or None."""
    if not may_block(text):
        return None
    verb, who = plain_signs(text).lower().rstrip(f"{PUNCTUATION}\n ").split()
    known = facts.is_player(who)
    return CommandLine(f"{verb} {facts.me} {who}", in_body=True, guessed=True) if known else None


def _is_for_me(sentence: str) -> bool:
    words = f" {' '.join(words_of(sentence))} "
    is_for_me = any(f" {phrase} " in words for phrase in _phrases(verbs.FOR_ME))
    return is_for_me or nouns.DEPUTY in clear_topics(sentence)


def note_line(text: str, facts: RequestFacts) -> CommandLine:
    """Returns the command that saves a text as the writer's note on the board."""
    line = f"{facts.game} note {facts.board} {facts.me}"
    return CommandLine(line, text.partition(":")[2].strip() or text, in_body=True, guessed=True)


def _deputy(text: str, facts: RequestFacts) -> str:
    """Returns the command for the deputy whom a text names, or "".

    An opponent is one only if the text clearly says so: "Bob is my deputy until Friday".
    """
    words, days = words_of(text), days_away(text, facts.today)
    said = f" {' '.join(words)} "
    if not days and any(f" {phrase} " in said for phrase in _phrases(sentences.NO_DEPUTY)):
        return f"deputy {facts.me} off" if "?" not in text else ""
    who = who_in(text, replace(facts, others=())) if days else ""
    needed = verbs.DEPUTY, sentences.OWN
    is_opponent = who.lower() in {each.lower() for each in facts.others}
    if is_opponent and any(_words(table).isdisjoint(words) for table in needed):
        return ""
    return f"deputy {facts.me} {who} {days.split()[-1]}" if who else ""


def players_in(text: str, facts: RequestFacts) -> list[str]:
    """Returns the userids of the other players whom the text names."""
    words = [word for word in words_of(text) if word != facts.userid.lower()]
    others = {each.lower(): each for each in facts.others}
    named = [others[word] for word in words if word in others]
    named = named or [word for word in words if len(word) > 1 and facts.is_player(word)]
    return list(dict.fromkeys(named))


def who_in(text: str, facts: RequestFacts) -> str:
    """Returns the userid of the only other player whom the text names, or ""."""
    words, named = words_of(text), {*players_in(text, facts)}
    if not named and len(facts.others) == 1 and not _words(verbs.HIM).isdisjoint(words):
        named = {*facts.others}
    return named.pop() if len(named) == 1 else ""


def _fool_in(text: str, facts: RequestFacts) -> str:
    """Returns the userid of the only other player if the text calls somebody names, or ""."""
    is_named = not _words(nouns.FOOLS).isdisjoint(words_of(text))
    return next(iter(facts.others)) if is_named and len(facts.others) == 1 else ""


def told_player(text: str, facts: RequestFacts) -> str:
    """Returns the userid of another player whom the text orders to tell something, or "".

    An example is "Tell Dave happy birthday", in a reply to somebody else than Dave.
    """
    first = next(SENTENCE.finditer(text[:MAX_ORDER_LENGTH]), None)
    words = words_of(first[0]) if first else []
    while words and words[0] in _words(f"{nouns.PLEASE} {verbs.CAN_YOU}"):
        del words[0]
    if not words or words[0] not in _words(verbs.TELL):
        return ""
    known = {facts.userid.lower(), *(each.lower() for each in facts.others)}
    for at, word in enumerate(words[1:MAX_WORDS_BEFORE_TOLD], 1):
        if word in known or word in _words(ME) or is_for_others(words[:at]):
            return ""
        if len(word) > 1 and facts.is_player(word):
            return word
    return ""


def among(names: Collection[str], text: str) -> str:
    lower = f" {' '.join(text.lower().split())} "
    named = [name for name in names if f" {name.lower()}" in lower.replace('"', " ")]
    return max(named, key=len, default="")


def tournament_in(names: Collection[str], text: str) -> str:
    """Returns the only tournament whose name, or a part of it, is in the text, or "".

    The text is about a tournament: "the spring tournament", but not "a tournament next spring".
    """
    if name := among(names, text):
        return name
    words = words_of(text)
    said = {
        word
        for before, word in zip(("", *words), words, strict=False)
        if before not in _words(verbs.BEFORE_SEASONS)
    }
    found: dict[int, list[str]] = {}
    for name in names:
        parts = {*words_of(re.sub(r"[\W_]+", " ", name))}
        own = {part for part in parts - _words(nouns.NOUNS[nouns.TOURNAMENT]) if part.isalpha()}
        if any(len(part) >= MIN_NAME_PART for part in own & said):
            found.setdefault(len(parts & said), []).append(name)
    best = found[max(found)] if found else []
    return best[0] if len(best) == 1 else ""


@cache
def _phrases(table: str) -> tuple[str, ...]:
    return tuple(" ".join(words_of(phrase)) for phrase in table.split(","))


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


def games_in(text: str) -> list[str]:
    """Returns the names of all games that the text names."""
    named = [name for name, pattern in game_patterns().items() if pattern.search(text)]
    return list(dict.fromkeys((*named, *games_in_other_words(text))))


def game_in(text: str) -> str:
    """Returns the name of the only game that the text names, or "".

    Another game takes precedence over one with a short name, such as Go, which may be another word.
    """
    named = [name for name, pattern in game_patterns().items() if pattern.search(text)]
    named = named or games_in_other_words(text)
    if len(named) > 1:
        named = [name for name in named if len(name) > MAX_SHORT_NAME]
    return named[0] if len(named) == 1 else ""

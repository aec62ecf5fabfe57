"""Removes the greeting before the command of an email, in the languages of the players."""

import re
from collections.abc import Collection, Iterable

from mail.reading.characters import plain_signs

WORDS = """
    hi hey hello hallo hiya howdy greetings dear good-morning good-afternoon good-evening
    moin servus grüß grüss gruss lieber liebe liebes guten sehr-geehrte sehr-geehrter
    bonjour bonsoir salut coucou cher chère chere hola buenas buenos querido querida estimado
    estimada ciao buongiorno buonasera salve caro cara gentile olá ola oi bom-dia boa-tarde
    boa-noite prezado prezada beste hoi dag goedemorgen goedemiddag goedenavond hej hejsan
    tjena kära bästa kære kjære heisann hei moi terve hyvä cześć czesc witaj witam drogi droga
    szanowny szanowna dzień-dobry ahoj dobrý-den čau zdravím milý milá vážený szia sziasztok
    kedves üdv bună buna salutare dragă merhaba selam sevgili sayın привет здравствуй
    здравствуйте добрый доброе уважаемый уважаемая дорогой дорогая привіт вітаю шановний шалом
    γεια γειά καλημέρα καλησπέρα αγαπητέ שלום היי مرحبا السلام أهلا xin-chào chào halo hai
    selamat sayang namaste
"""
UNSPACED_GREETINGS = (
    "你好",
    "您好",
    "大家好",
    "早上好",
    "こんにちは",
    "こんばんは",
    "お疲れ",
    "안녕",
)
"""Greetings in languages without spaces between words."""

_PHRASES = {tuple(word.split("-")) for word in WORDS.split()}
_FIRST_WORDS = frozenset(phrase[0] for phrase in _PHRASES)
_LONGEST = max(map(len, _PHRASES))
MAX_LENGTH = 60
"""Maximum number of characters of a greeting. The rest of a line isn't searched."""
_END = "!.,: "
"""Punctuation that may follow a name."""
_PUNCTUATION = re.compile(r"[,!:;.、，！：。]")


def without_greeting(line: str, names: Collection[str] = ()) -> str:
    """Returns the line without its greeting, or "" if the line only addresses somebody.

    `names`: names, in lower case, of people whom the line may address, as in "Hi, Bob!" or "Bob,".
    """
    text = plain_signs(line).strip()
    greeted = after_greeting(text)
    rest = text if greeted is None else greeted
    return "" if rest.lower().rstrip(_END) in names else rest


def first_words(lines: Iterable[str], names: Collection[str] = ()) -> str:
    """Returns the first line with other words than a greeting, without its greeting, or ""."""
    return next(filter(None, (without_greeting(line, names) for line in lines)), "")


def after_greeting(line: str) -> str | None:
    """Returns the part of a line after its greeting. It can be empty.

    Returns None if the line doesn't begin with a greeting.
    """
    if not _starts_with_greeting(line):
        return None
    return "".join(_PUNCTUATION.split(line, maxsplit=1)[1:]).strip()


def _starts_with_greeting(line: str) -> bool:
    opening = line.lstrip()[:MAX_LENGTH]
    words = tuple(_PUNCTUATION.sub(" ", opening.lower()).split())
    if words[:1] and words[0] not in _FIRST_WORDS:
        return opening.startswith(UNSPACED_GREETINGS)
    phrases = (words[:count] for count in range(1, _LONGEST + 1))
    return opening.startswith(UNSPACED_GREETINGS) or any(phrase in _PHRASES for phrase in phrases)

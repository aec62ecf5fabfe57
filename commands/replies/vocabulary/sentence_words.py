"""Function words, such as conditions and negations, in the languages of the players."""

import re
import unicodedata

from mail.reading.characters import plain_signs

IF_WORDS = frozenset(
    """
    if wenn falls si se als om hvis jos jeśli jeżeli když pokud ak ha dacă ako če eğer если якщо
    ако αν אם إذا 如果 若 もし nếu jika kalau
    """.split()
)
WHEN_WORDS = frozenset("when whenever once quand cuando quando".split())
"""Words that begin a condition only if there are just fillers between the two moves after them."""
OR_WORDS = frozenset(
    "or oder ou o of eller tai lub albo nebo alebo vagy sau veya или або ή או أو 或 atau".split()
)
"""Words between two replies to which the answer is the same: "if a7-e5 or c7-a3 then c1-a5"."""
PAST = re.compile(
    r"""\b(?:
    had | hadn't | (?:would|could|might|should|'d)(?:\ not|n't)?(?:\ have|'ve)
    | hätte\w* | wär\w*
    | avais | avait | aviez | aurais | aurait | auriez
    | hubier\w+ | hubies\w+ | habías? | habría\w* | tivesse\w* | teria\w*
    | avess\w+ | avre\w+ | hadden | hade | havde | hadde | olisi\w*
    | gdyby\w* | by[łl]by\w* | kdyby\w* | volna | fi
    | бы | би | είχ\w+ | היית\w* | كنت
    )\b""",
    re.VERBOSE,
)
"""Words about moves that weren't made: "if you had played c7-e3, I would have lost"."""
FILLERS = frozenset("me please pls plz the my a an i can could you do is are just now".split())
"""Words that don't change the meaning of a request: "show me the board, please"."""
PLAN_FILLERS = FILLERS | frozenset(
    """
    he she they it i'll he'll ill we then so and move moves play plays go goes answer
    answers answering reply replies with to by his her your opponent dann spiele spielt er ich
    zieht alors je joue il elle entonces yo juego él allora io gioco dan speel ik så då spelar jag
    gram то он я тогда 那么 就 なら -
    """.split()
)
"""Words and symbols between conditional moves: "if c7-e3 then I play a1-c5"."""
THEN_WORDS = frozenset("then dann alors entonces allora dan então wtedy то тогда".split())
I_PLAY_WORDS = frozenset(
    """
    i i'll ill i'd play move take ich spiele ziehe nehme je joue prends yo juego muevo io gioco
    muovo ik speel zet eu jogo movo gram я играю хожу
    """.split()
)
"""Words between "then" and the writer's own move: "if you are protected then I play c1-a5"."""
DOUBTS = frozenset(
    """
    is isn't was wasn't were weren't would wouldn't could couldn't should shouldn't might may can
    can't will won't does doesn't did didn't has hasn't had hadn't looks looked seems seemed or not
    instead
    ist war wäre würde könnte sollte geht oder nicht est était serait ou es era sería o è sarebbe
    zou kan of är vore var er vil eller on oli
    """.split()
)
"""Words directly after a move if the sentence discusses the move or asks about it."""
NEGATIONS = frozenset(
    """
    not no never neither nor without don't dont doesn't didn't won't wouldn't can't cannot couldn't
    shouldn't isn't wasn't ain't avoid instead except nicht kein keine keinen nie niemals nein nö
    ohne haven't hasn't hadn't weren't aren't nichts keiner keinem keines nirgends ne n'ai n'a n'as
    n'est n'y n'en pas non jamais rien aucun aucune sans no nunca nada nadie ningún ninguna tampoco
    sin mai niente nulla nessun nessuna neanche nemmeno mica não nao nenhum nenhuma ninguém sem niet
    geen nooit niets niks zonder inte aldrig utan nic nikt żaden żadna żadnych ani ni nem asla
    değilim değiliz
    ikke ingen aldri uden uten ei en älä nie bez ne není nem nincs nu fără değil hayır yok
    не нет ни ні без никогда немає δεν όχι μη לא אל لا ليس لن không jangan tidak bukan
    """.split()
)
EXCEPTIONS = (
    "instead of",
    "anything but",
    "everything but",
    "any move but",
    "alles außer",
    "alles ausser",
    "nur nicht",
    "tout sauf",
    "todo menos",
    "cualquiera menos",
    "tutto tranne",
    "alles behalve",
    "wszystko oprócz",
    "tudo menos",
    "кроме",
    "en pelaa",
    "en siirrä",
    "en halua",
    "en ota",
    "en aio",
)
"""Words before a move that isn't meant."""
AMBIGUOUS_NEGATIONS = frozenset("en nu mai instead".split())
"""Negations that also have other meanings: "en" is "in" in Spanish and "and" in Dutch."""
HARMLESS_NEGATIONS = (
    "takes nothing",
    "taking nothing",
    "captures nothing",
    "without taking",
    "without capturing",
    "schlägt nichts",
    "schlägt keine",
    "ohne zu schlagen",
    "ne prend rien",
    "sans prendre",
    "no captura nada",
    "no come nada",
    "sin capturar",
    "sin comer",
    "senza prendere",
    "senza catturare",
    "non prende niente",
    "non prende nulla",
    "slaat niets",
    "zonder te slaan",
    "nic nie bije",
    "bez bicia",
    "sem capturar",
    "não captura nada",
    "ничего не бьет",
    "ничего не бьёт",
    "без взятия",
    "no problem",
    "no worries",
    "no rush",
    "no hurry",
    "not sorry",
    "kein problem",
    "keine eile",
    "pas de problème",
    "pas de souci",
    "sin problema",
    "sin prisa",
    "nessun problema",
    "senza fretta",
    "geen probleem",
    "geen haast",
    "nie ma problemu",
    "sem problema",
    "sem pressa",
)
"""Negations next to a move that don't deny it."""
_WORD = re.compile(r"\w+")
UNSPACED_NEGATIONS = ("不", "没", "沒", "别", "別", "ない", "ません", "않", "안 ", "ไม่")
"""Negations in languages without spaces between words."""


def plain_words(text: str) -> list[str]:
    """Returns the words of a text in lower case and without accents. Many people omit accents."""
    letters = plain_signs(text).casefold()
    if not letters.isascii():
        marked = unicodedata.normalize("NFKD", plain_signs(text)).casefold()
        letters = "".join(each for each in marked if not unicodedata.combining(each))
    return _WORD.findall(letters)

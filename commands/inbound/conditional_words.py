"""Words of conditional sentences in the languages of players."""

import re

IF_WORDS = frozenset(
    """
    if wenn falls si se als om hvis jos jeśli jeżeli když pokud ak ha dacă ako če eğer если якщо
    ако αν אם إذا 如果 若 もし nếu jika kalau
    """.split()
)
OR_WORDS = frozenset(
    "or oder ou o of eller tai lub albo nebo alebo vagy sau veya или або ή או أو 或 atau".split()
)
"""Words between two replies that have the same answer: "if a7-e5 or c7-a3 then c1-a5"."""
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
"""Words that tell of moves that weren't made: "if you had played c7-e3, I would have lost"."""
FILLERS = frozenset(
    """
    he she they you it my i i'll he'll ill we the then so and move moves play plays go goes answer
    answers answering reply replies is with to by his her your opponent dann spiele spielt er ich
    zieht alors je joue il elle entonces yo juego él allora io gioco dan speel ik så då spelar jag
    to gram то он я тогда 那么 就 なら -
    """.split()
)
"""Words and signs that people write between conditional moves: "if c7-e3 then I play a1-c5"."""

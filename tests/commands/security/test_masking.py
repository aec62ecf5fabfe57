"""Secret addresses in words that go to others."""

import urllib.parse
from email.utils import parseaddr

import pytest

from commands.security.masking import mask_addresses
from tests.support.cases import cases
from tests.support.site import ADDRESS, PLAYERS, text_of

NAME, HOST = ADDRESS.split("@")
TOKEN = "aaaaaziaaeaacdqkx3nw7h5l2bqt4ye"
WHOLE = f"{NAME}+{TOKEN}@{HOST}"

FORMS = {
    "whole": WHOLE,
    "capitals": WHOLE.upper(),
    "of full width": "".join(chr(ord(sign) + 0xFEE0) for sign in WHOLE),
    "with a purpose": f"{NAME}+c.{TOKEN}@{HOST}",
    "wrapped": f"{WHOLE[:17]}\n{WHOLE[17:]}",
    "wrapped in a quotation": f"> {WHOLE[:17]}\n> {WHOLE[17:]}",
    "wrapped at the host": WHOLE.replace("@", "\n@"),
    "wrapped twice": f"{WHOLE[:9]}\r\n{WHOLE[9:25]}\r\n{WHOLE[25:]}",
    "quoted-printable": WHOLE.replace("+", "=2B").replace("@", "=40"),
    "quoted-printable, wrapped": f"{WHOLE[:17]}=\n{WHOLE[17:]}",
    "a link": f"mailto:{urllib.parse.quote(WHOLE)}?subject=a1-c5",
    "a link in a link": urllib.parse.quote(urllib.parse.quote(f"mailto:{WHOLE}")),
    "every letter encoded": "".join(f"%{ord(sign):02x}" for sign in WHOLE),
    "HTML": WHOLE.replace("+", "&#43;").replace("@", "&#x40;"),
    "HTML by names": WHOLE.replace("+", "&plus;").replace("@", "&commat;"),
    "HTML, broken": f'<a href="mailto:{WHOLE}">{WHOLE[:17]}<wbr>{WHOLE[17:]}</a>',
    "spaces": f"{NAME} + {TOKEN} @ {HOST}",
    "spaces within": f"{WHOLE[:12]} {WHOLE[12:22]} {WHOLE[22:]}",
    "an invisible sign": f"{WHOLE[:17]}\u200b{WHOLE[17:]}",
    "a soft hyphen": f"{WHOLE[:17]}\xad{WHOLE[17:]}",
    "at in words": f"{NAME}+{TOKEN} at {HOST}",
    "at in brackets": f"{NAME}+{TOKEN} (at) {HOST}",
    "without host": f"{NAME}+{TOKEN}",
    "without name": f"{TOKEN}@{HOST}",
    "without name, below a word": f"say\n{TOKEN}@{HOST}",
    "the token alone": TOKEN,
    "the token alone, wrapped": f"so\n{TOKEN[:14]}\n{TOKEN[14:]}\nsay I",
}
WORDS = [
    "Good game, thanks! a1-c5 was strong; I saw it 3 moves ago (16:30).",
    f"Write to {ADDRESS}, or to admin@{HOST}.",
    "Chess+Go, 2+2=4, 100%25, and a=b",
    "An internationalization\nimplementation of antidisestablishmentarianism",
    "https://example.org/watch?v=dQw4w9WgXcQ&list=abcdefgh",
    "abcdefghijklmnop",
]


@cases("form", FORMS.values())
def test_no_form_of_an_address_stays(site, form):
    """Neither the token nor a part that would do remains; the words around it do."""
    masked = mask_addresses(f"Hello,\n{form}\nbye", ADDRESS, site.services.codes)
    assert masked.startswith("Hello,\n")
    assert masked.endswith("bye")
    assert "say" not in form or "say" in masked
    letters = "".join(sign for sign in urllib.parse.unquote(masked).lower() if sign.isalnum())
    assert not any(TOKEN[at : at + 8] in letters for at in range(len(TOKEN) - 8))


@cases("words", WORDS)
def test_other_words_stay(site, words):
    """Words, links, sums and other people's addresses aren't masked."""
    assert mask_addresses(words, ADDRESS, site.services.codes) == words


@cases("broken", ["", "\n", "=\n"])
def test_valid_codes_are_masked(site, broken):
    """A code of ours is masked wherever it stands; other words of its form aren't."""
    code = site.services.codes.code("qrstuvwx")
    words = f"reset alice\n{code[:6]}{broken}{code[6:]}\n(abcdefghijklmnop)"
    assert (
        mask_addresses(words, ADDRESS, site.services.codes)
        == "reset alice\n***\n(abcdefghijklmnop)"
    )


@pytest.mark.slow
@cases(
    "text",
    ["=\n" * 30_000, " " * 60_000, "pbm+" * 15_000, "%41" * 20_000, "a2" * 30_000, "<b " * 20_000],
)
def test_crafted_words_take_no_time(site, text):
    """Masking is linear in the length of a text."""
    for _ in range(2):
        mask_addresses(f"{text}{WHOLE}", ADDRESS, site.services.codes)


def test_all_that_others_read_is_masked(started_game):
    """Comments, chat, messages, challenges and refused moves of strict games show no address."""
    site, mail, _ = started_game
    site.begin("madknights challenge -strict -start=c3,f6,d5 alice bob carol")
    address = parseaddr(mail["Reply-To"])[1]
    token = address.partition("@")[0].partition("+")[2]
    alice = f"alice {PLAYERS['alice'][0]}"
    lines = [
        f"panic chat 101 {alice}",
        f"message {alice} bob",
        f"panic move 101 {alice} a1-c5 {address}",
        "panic challenge -size=8 alice bob",
    ]
    told = [each for line in lines for each in site.mail(PLAYERS["alice"][1], line, address)]
    told += site.mail(PLAYERS["alice"][1], f"madknights move 101 {alice} {address}")
    texts = [text_of(each) for each in told if each["To"] == PLAYERS["bob"][1]]
    assert len(texts) == 5
    assert "is out of the game" in texts[-1]
    assert not any(token in text for text in texts)

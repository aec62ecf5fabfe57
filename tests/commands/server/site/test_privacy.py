"""Nothing that isn't public stands in any byte of the site or of an export, nor stays there."""

import json
import re
from html import unescape
from urllib.parse import unquote

import pytest

from commands.security.record_signing import check_record
from commands.server.site.updating.affected_subjects import general_subjects
from tests.support.site import ADDRESS, NOON, Site, text_of
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.usefixtures("few_games")

PEOPLE = {
    "Quentin": "quentin@people.example",
    "Rosalind": "Rosalind.Post@people.example",
    "Memberina": "memberina@people.example",
    "Privatus": "privatus@people.example",
    "Leaverton": "leaverton@people.example",
    "Formerly": "formerly@people.example",
    "Onlooker": "onlooker@people.example",
}
"""Addresses by userid, none of which is a word of the pages."""
PASSWORD = "Xy-7-secretive"
MAIL_ADDRESS = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)*")
MOVES = ("a1-c5", "a7-c3")
UNSEEN = ("memberina", "privatus", "onlooker", "between-us", "among-us", "just-chatting")
"""Names and words that no page ever has."""
PUBLISHED = "Greetings"


@pytest.fixture
def pages(site, tmp_path):
    """The pages of a server with players of all kinds, and each kind of board."""
    for userid, address in PEOPLE.items():
        assert site.say(f"signup {userid} {PASSWORD} {address}").ok
    for line in (
        f"change visibility Memberina {PASSWORD} members",
        f"change visibility Privatus {PASSWORD} private",
        f"change comments Rosalind {PASSWORD} published",
        f"knightpanic subscribe all Onlooker {PASSWORD}",
        *(
            f"knightpanic ladder join {userid} {PASSWORD}"
            for userid in ("Privatus", "Rosalind", "Memberina")
        ),
    ):
        assert site.say(line).ok
    for players in (
        "Rosalind Quentin",
        "-private Rosalind Quentin",
        "Rosalind Memberina",
        "Rosalind Privatus",
        "Rosalind Leaverton",
        "Rosalind Formerly",
    ):
        assert site.say(f"knightpanic challenge {players}").ok
    assert site.say("madknights challenge Rosalind Quentin Formerly").ok
    site.secrets = set()
    for number, word in zip(range(101, 107), (PUBLISHED, *UNSEEN[3:5], "x", "y", "z"), strict=True):
        _play_first(site, number, word)
    with site.database.work() as work:
        work.userids.rename(work.players.find("Formerly"), "Presently")
    assert site.say(f"knightpanic resign 105 Leaverton {PASSWORD}").ok
    assert site.say(f"signoff Leaverton {PASSWORD} yes").ok
    _keep_secrets(site, site.mails())
    return SitePages(site, tmp_path)


def _play_first(site, number, word):
    """Plays two moves, the first with a comment that is full of secrets; and chat."""
    with site.database.work() as work:
        board = work.boards.find("knightpanic", number)
        first, second = (player.userid for player in board.players)
        address = PEOPLE[first]
    token = site.last_token(address)
    comment = (
        f"{word} from {address}, <{address.upper()}>, mailto:{address.replace('@', '%40')}\n"
        f"or {ADDRESS.replace('@', f'+{token}@')}: {token}\nMy password is {PASSWORD}."
    )
    line = f"knightpanic move {number} {first} {PASSWORD} {MOVES[0]}"
    _keep_secrets(site, site.mail(address, line, comment))
    line = f"knightpanic chat {number} {first} {PASSWORD}"
    _keep_secrets(site, site.mail(address, line, "just-chatting"))
    assert site.say(f"knightpanic move {number} {second} {PASSWORD} {MOVES[1]}").ok


def _keep_secrets(site, mails):
    """Keeps the tokens that stand in mails."""
    for mail in mails:
        text = f"{mail.as_string()}{text_of(mail) if mail.get_body(('plain',)) else ''}"
        site.secrets |= set(re.findall(r"pbm\+([a-z2-7.]{20,})", text))


def hidden_words(site):
    """Every address, token, hash, Message-ID and key that the server has."""
    with site.database.work() as work:
        select = work.connection.exec_driver_sql
        hashes = {row[0] for row in select("SELECT password_hash FROM player") if row[0]}
        mails = {str(row[0]) for row in select("SELECT message_id FROM outbox")}
    return {*PEOPLE.values(), PASSWORD, *site.secrets, *hashes, *mails, "pbm+", "argon2"}


def texts(content):
    """A file as it stands, and as browsers read its links and entities."""
    text = content.decode()
    return (text.lower(), unescape(unquote(unescape(text))).lower())


def check(pages, files, *words, boards=()):
    """No file has anything hidden, one of these words, or a link to one of these boards."""
    hidden = [*hidden_words(pages.site), *UNSEEN, *words, "leaverton", "formerly"]
    links = [f"{number}.{end}" for number in boards for end in ("html", "json", "xml")]
    searched = {(game, row[0]) for game, row in searched_boards(files)}
    assert not searched & {("knightpanic", number) for number in boards}
    for path, content in files.items():
        for text in (path.lower(), *texts(content)):
            found = [word for word in (*hidden, *links) if word.lower() in text]
            assert not found, f"{path}: {found}"
            addresses = set(MAIL_ADDRESS.findall(text)) - {ADDRESS, "pbm@localhost"}
            assert not addresses, f"{path}: {addresses}"


def searched_boards(files):
    """The games and rows of all boards in the files that are searched."""
    for path, content in files.items():
        if found := re.fullmatch(r'pbmRows\("(.+?)",(.*)\);\n', content.decode()):
            assert found[1] == path
            game = path.split("~")[-1] if "~" in path else path.split("/")[0]
            rows = json.loads(found[2])
            yield from ((game.removesuffix(".js"), row) for row in rows if isinstance(row[0], int))


def test_only_what_is_public_is_on_the_site(pages):
    """No address, token, hidden player or board, comment that isn't published, or former name."""
    pages.make()
    assert not pages.errors()
    files = pages.files()
    check(pages, files, boards=(102, 103, 104))
    assert {f"knightpanic/{number}.html" for number in (101, 105, 106)} <= set(files)
    assert "players/presently.html" in files
    assert {row[0] for game, row in searched_boards(files) if game == "knightpanic"} == {
        101,
        105,
        106,
    }
    assert PUBLISHED in files["knightpanic/101.html"].decode()
    assert "***" in files["knightpanic/101.html"].decode()
    key = pages.site.services.signer.public()
    for number, names in ((105, "Rosalind - former-player-5"), (106, "Rosalind - Presently")):
        record = files[f"knightpanic/{number}.json"]
        assert check_record(record, key).startswith(f"Knight Panic, {names}")


STEPS = {
    "a player becomes private": (
        f"change visibility Quentin {PASSWORD} private",
        {"words": ("quentin",), "boards": (101, 102, 103, 104)},
    ),
    "a player is for members": (
        f"change visibility Quentin {PASSWORD} members",
        {"words": ("quentin",), "boards": (101, 102, 103, 104)},
    ),
    "comments are taken back": (
        f"change comments Rosalind {PASSWORD} unpublished",
        {"words": (PUBLISHED,), "boards": (102, 103, 104)},
    ),
    "a player signs off": (
        f"signoff Rosalind {PASSWORD} yes",
        {"words": ("rosalind", PUBLISHED), "boards": (102, 103, 104)},
    ),
    "a hidden player signs off": (
        f"signoff Privatus {PASSWORD} yes",
        {"words": (), "boards": (102, 103, 104)},
    ),
    "a board is removed": (
        "knightpanic resign 107 Quentin " + PASSWORD,
        {"words": (), "boards": (102, 103, 104, 107)},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "way"), [(next(iter(STEPS)), "make"), *((step, "follow") for step in STEPS)]
)
def test_what_is_hidden_later_is_taken_away(pages, step, way):
    """By `pbm site` and by a running server, also from old files: nothing of it stays."""
    assert pages.site.say("knightpanic challenge Quentin Rosalind").ok
    pages.make()
    line, expected = STEPS[step]
    assert pages.site.say(line).ok
    _keep_secrets(pages.site, pages.site.mails())
    getattr(pages, way)()
    assert not pages.errors()
    check(pages, pages.files(), *expected["words"], boards=expected["boards"])
    folder = pages.path.parent
    fresh = SitePages(pages.site, folder / "fresh")
    fresh.make()
    assert pages.files() == fresh.files()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["follow", "make"])
def test_what_was_public_only_while_pages_were_made_is_taken_away(pages, way):
    """A private player chose to be public for that moment: it is as if it had never been so."""
    pages.make()
    before = pages.files()
    with pages.updater() as updater:
        updater.state.add_due(general_subjects())
        for value in ("public", "private"):
            pages.site.clock.forward(seconds=1)
            assert pages.site.say(f"change visibility Privatus {PASSWORD} {value}").ok
            while updater.make_due().subjects:
                pass
    assert "privatus" in pages.files()["players.html"].decode().lower()
    getattr(pages, way)()
    assert pages.files() == before


@pytest.mark.slow
def test_a_former_name_is_taken_away(pages):
    """A renamed player's old pages are gone, and no file names them."""
    pages.make()
    with pages.site.database.work() as work:
        work.userids.rename(work.players.find("Quentin"), "Valentine")
    pages.follow()
    check(pages, pages.files(), "quentin", boards=(102, 103, 104))
    assert "players/valentine.html" in pages.files()


@pytest.mark.slow
def test_the_reason_of_a_decision_is_public_under_present_names(pages, shell, monkeypatch):
    """An admin's words stand in the record, but no address and no name of those who left."""
    monkeypatch.setenv("PBM_DATABASE", pages.site.url)
    reason = f"Formerly wrote from {PEOPLE['Formerly']} that Leaverton and he agree"
    words = ("adjudicate", "knightpanic", "106", "--draw", "--reason", reason)
    assert shell("admin", *words)[0] == 0
    again = Site(pages.site.url)
    again.secrets, again.clock.time = set(), NOON
    pages.site = again
    try:
        pages.make()
        files = pages.files()
        hidden = [word for word in ("formerly", *PEOPLE.values()) if word != "leaverton"]
        for path, content in files.items():
            for text in texts(content):
                assert not [word for word in hidden if word.lower() in text], path
        assert "Presently wrote from ***" in files["knightpanic/106.json"].decode()
    finally:
        again.close()


@pytest.mark.slow
def test_an_export_has_only_what_is_public(pages, shell, monkeypatch, tmp_path):
    """The records of finished public games, under present names, and all still verify."""
    for number in (101, 102, 103, 104, 106):
        assert pages.site.say(f"knightpanic resign {number} Rosalind {PASSWORD}").ok
    monkeypatch.setenv("PBM_DATABASE", pages.site.url)
    status, out, _ = shell("export", "-")
    assert status == 0
    check(pages, {"export": out.encode()}, boards=(102, 103, 104))
    headers = [json.loads(line)["header"] for line in out.splitlines()]
    found = [header["site"]["gameid"] for header in headers]
    assert found == ["knightpanic 101", "knightpanic 105", "knightpanic 106"]
    (tmp_path / "games.jsonl").write_text(out)
    assert shell("import", "--verify", str(tmp_path / "games.jsonl"))[0] == 0

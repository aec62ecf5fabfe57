"""A game of a package that fails disturbs nothing but its own boards."""

import pytest

from commands.cli.games.served_games import check_games
from commands.settings import Settings
from commands.views import board_view
from pbm import games
from pbm.errors import BoardFrozenError
from pbm.packages.stuck_games import FILE, write_note
from storage.boards.repositories import Caches
from tests.support.site import PLAYERS, said, words_of

ALICE = f"alice {PLAYERS['alice'][0]}"
FAILED = "Something went wrong in clobber, a game from the package pbm-clobber 1.0"
RAISE, HANG = 'raise RuntimeError("broken")', 'raise TimeoutError("no answer")'
BY_MAIL = ("play", "outcome", "to_move", "moves", "read", "write", "describe_move", "longest")
"""The methods that a move by mail needs."""


@pytest.fixture
def clobber(packages, players):
    """A server with a board of Clobber and one of Knight Panic; returns what changes a method."""
    packages.install_clobber()
    players.first = players.begin("clobber challenge alice bob", "panic challenge alice bob")

    def change(method, body, *, restarts=True):
        packages.uninstall("pbm-clobber")
        packages.install_clobber(f"def {method}(self, *_):\n        {body}" if method else "")
        if restarts:
            players.database.caches = Caches()
            board_view.keyed_view.cache_clear()

    players.change = change
    return players


def mail_to(site, name, game):
    address = PLAYERS[name][1]
    return next(m for m in site.first if m["To"] == address and game in m["Subject"])


def test_a_game_of_a_package_is_played_by_mail(clobber):
    """As any other: by replies, to its end."""
    (begun,) = [clobber.first[0]] if clobber.first[0]["To"] == PLAYERS["alice"][1] else [None]
    assert "Clobber Board 101: alice - bob" in begun["Subject"]
    bob = next(m for m in clobber.reply(begun, "a1-a2\n\nHello") if m["To"] == PLAYERS["bob"][1])
    assert "alice moves a1-a2." in words_of(bob)
    assert clobber.say("clobber games alice").data["boards"][0]["ply"] == 1


EVIL = "\x1b[2J\x07\x9b\u202e\u2066\u200f\u2028"
HOSTILE = f"""
from dataclasses import dataclass, replace
from pbm.errors import IllegalError, UnreadableMoveError
from pbm.games.madknights import MadKnights
from pbm.game import Seat
from pbm.options import number
EVIL = {EVIL!r}

@dataclass(frozen=True)
class Options(MadKnights.options):
    more: int = number(1, low=1, high=2, help=f"more{{EVIL}}")

class Hostile(MadKnights):
    name, title, aliases, options = "hostile", "Hostile", (), Options
    summary, rules = f"A sum{{EVIL}}mary.", f"Some{{EVIL}} rules.\\n\\nMore."
    seats = tuple(Seat(f"{{seat.name}}{{EVIL}}", seat.sign) for seat in MadKnights.seats)

    def aim(self, options):
        return f"Win{{EVIL}}."

    def describe_move(self, position, move):
        return f"It mo{{EVIL}}ves."

    def diagram(self, position):
        diagram = super().diagram(position)
        layers = tuple(replace(layer, title=f"A{{EVIL}}", columns=tuple(
            f"{{each}}{{EVIL}}" for each in layer.columns)) for layer in diagram.layers)
        return replace(diagram, layers=layers, notes=(f"A no{{EVIL}}te.",),
            text_notes=(f"Tex{{EVIL}}t.",))

    def read(self, position, text):
        if text == "z9":
            raise IllegalError(f"No {{EVIL}}such move.")
        if text == "z8":
            raise UnreadableMoveError(f"Not{{EVIL}}hing.", " Write a1.")
        return super().read(position, text)
"""


def test_no_text_of_a_game_controls_what_shows_it(packages, players):
    """Neither terminal escapes nor marks that reorder a line, in emails, help and the shell."""
    packages.install("pbm-hostile", HOSTILE, hostile="Hostile")
    mails = players.begin("hostile challenge alice bob carol")
    mails += players.mail(PLAYERS["bob"][1], "help hostile")
    parts = (part for mail in mails for part in mail.walk() if not part.is_multipart())
    moves = [f"hostile move 101 {ALICE} {move}" for move in ("z8", "z9")]
    lines = ("help", "help hostile", "hostile describe 101", *moves)
    shown = "\n".join(
        [*(part.get_content() for part in parts), *(said(players.say(line)) for line in lines)]
    )
    for text in (
        "A sum[2Jmary.",
        "Some[2J rules.",
        "No [2Jsuch move.",
        "Not[2Jhing.",
        "A no[2Jte.",
        "Tex[2Jt.",
    ):
        assert text in shown
    assert not {*EVIL.replace("[2J", "")} & {*shown}


UNMARKED = """
from dataclasses import replace
from pbm.games.madknights import MadKnights

class Unmarked(MadKnights):
    name, title, aliases = "unmarked", "Unmarked", ()

    def diagram(self, position):
        diagram = super().diagram(position)
        (layer,) = diagram.layers
        rows = (tuple(replace(cell, marks=frozenset()) for cell in row) for row in layer.cells)
        return replace(diagram, layers=(replace(layer, cells=tuple(rows)),))
"""


def test_text_tells_who_is_out_of_a_game_of_three(packages, players):
    """Without a word of its diagram about it."""
    packages.install("pbm-unmarked", UNMARKED, unmarked="Unmarked")
    players.begin("unmarked challenge alice bob carol")
    for name in ("alice", "bob", "carol"):
        players.say(f"unmarked move 101 {name} {PLAYERS[name][0]} random")
    shown = said(players.say(f"unmarked resign 101 {ALICE}"))
    assert "alice (Red, r, out)  bob (Green, g)  carol (Blue, b)" in shown


@pytest.mark.parametrize("method", BY_MAIL)
def test_an_error_is_answered_with_its_package(clobber, method, capsys):
    """Nothing changes; the other lines of the mail, and the other mails, are answered."""
    with clobber.database.work() as work:
        before = work.frozen_boards.stored_log("clobber", 101)
    clobber.change(method, RAISE)
    body = f"clobber move 101 {ALICE} a1-a2\npanic move 101 {ALICE} a1-c5"
    answers = " ".join(map(words_of, clobber.mail(PLAYERS["alice"][1], "", body)))
    assert FAILED in answers
    assert "alice moves" in answers
    assert "package='pbm-clobber 1.0'" in capsys.readouterr().err
    with clobber.database.work() as work:
        assert work.frozen_boards.stored_log("clobber", 101) == before
        assert work.boards.find("knightpanic", 101).match.ply == 1
    clobber.change("", "")
    assert clobber.say(f"clobber move 101 {ALICE} a1-a2").ok


@pytest.mark.parametrize("method", ["moves", "play"])
def test_a_board_on_which_a_call_does_not_end_is_frozen(clobber, method):
    """The first mail takes as long as a call may; later ones are told at once, by reply, too."""
    clobber.change(method, HANG)
    alice = mail_to(clobber, "alice", "Clobber")
    (answer,) = clobber.reply(alice, "a1-a2")
    assert FAILED in words_of(answer)
    clobber.change(method, RAISE, restarts=False)  # it isn't called again
    (answer,) = clobber.reply(alice, "a1-a2\nOr so.")
    assert "Board 101 is frozen. Something went wrong in clobber" in words_of(answer)
    assert "Board 101 is frozen" in said(clobber.say("clobber show 101"))
    assert clobber.say("panic show 101").ok
    with clobber.database.work() as work, pytest.raises(BoardFrozenError):
        work.boards.find("clobber", 101)


def test_doctor_names_a_disabled_game(packages, tmp_path):
    """With its package, and the file that the admin may delete."""
    packages.install_clobber()
    end = f"2026-07-01T10:00:00Z\t{write_note('clobber', 'pbm-clobber 1.0', 'play')}\n"
    (tmp_path / FILE).write_text(end * 2)
    games.watch(tmp_path)
    finding = check_games(Settings(data=tmp_path))
    assert "pbm disabled clobber from pbm-clobber 1.0, because 2 processes" in finding.text
    assert f"{tmp_path / FILE}" in finding.text
    (tmp_path / FILE).unlink()
    games.forget()
    assert "clobber" in games.games()


def test_a_mail_that_cannot_be_drawn_holds_up_no_other(clobber):
    """It is tried again later, as a fixed package may be installed."""
    clobber.change("diagram", RAISE)
    mails = clobber.reply(mail_to(clobber, "alice", "Clobber"), "a1-a2")
    assert mails == []
    assert len(clobber.say("panic show 101").content.log) == 0
    assert len(clobber.reply(mail_to(clobber, "alice", "Knight Panic"), "a1-c5")) == 2
    clobber.change("", "")
    clobber.clock.forward(hours=2)
    assert {mail["To"] for mail in clobber.mails()} == {
        PLAYERS[name][1] for name in ("alice", "bob")
    }


def test_an_answer_with_other_parts_is_sent(clobber):
    """Words stand in the place of the board that can't be drawn."""
    clobber.change("diagram", RAISE)
    lines = "clobber show 101\npanic show 101"
    (answer,) = clobber.mail(PLAYERS["alice"][1], "", lines)
    text = words_of(answer)
    assert FAILED in text
    assert "Summary of Knight Panic Board 101" in text


def test_a_challenge_that_cannot_begin_opens_no_board(clobber):
    """The error is the game's."""
    for method, body in (("start", RAISE), ("start", HANG), ("resolve", "return 5")):
        clobber.change(method, body)
        answer = clobber.say("clobber challenge alice carol")
        assert FAILED in " ".join(said(answer).split())
    clobber.change("", "")
    assert clobber.say("clobber challenge alice carol").content.number == 102

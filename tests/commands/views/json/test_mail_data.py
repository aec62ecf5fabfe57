"""The JSON part of mails, for players whose format is json."""

import json
import os
import random
from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import pytest

from commands.outbound.addressing import AddressForms
from commands.server.workers.clock_watcher import ClockWatcher
from commands.views.json import mail_data
from commands.views.json.mail_data import MailData
from commands.views.json.schemas import mail_schema, record_schema
from pbm.diagram import Cell, Hand
from pbm.games import games
from pbm.options import write_options
from tests.support.paths import ROOT
from tests.support.site import ADDRESS, PLAYERS, Site, simple_mail, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())


def data_of(mail):
    """The JSON part of a mail, as the schema has it; None if there is none."""
    files = [each for each in mail.iter_attachments() if each.get_filename() == "pbm.json"]
    if not files:
        return None
    (file,) = files
    assert (file.get_content_type(), file.get_content_disposition()) == (
        "application/json",
        "attachment",
    )
    text = file.get_content().decode()
    assert text.isascii()
    data = json.loads(text)
    assert MailData.model_validate_json(text, strict=True).model_dump(mode="json") == data
    return data


def write(site, address, board, text):
    """Writes what goes to a board as its data say; returns the mails that this causes."""
    content = simple_mail(address, board["reply"]["subject"], text)
    return site.receive(address, content, board["reply"]["to"])


def to_bob(mails):
    """The data of the only mail to bob; nobody else's has any."""
    assert all(data_of(mail) is None for mail in mails if mail["To"] != AT_BOB)
    (mail,) = [mail for mail in mails if mail["To"] == AT_BOB]
    return data_of(mail)


@pytest.fixture
def site(site):
    """A server on which bob's mails have data, and alice's don't."""
    site.sign_up("alice", "bob", "carol")
    (told,) = site.mail(AT_BOB, f"change format {BOB} json")
    assert data_of(told)["answers"] == [
        {
            "command": "change",
            "ok": True,
            "data": {"userid": "bob", "format": "json", "calendar": False},
        }
    ]
    return site


@pytest.mark.parametrize(("name", "size"), [("madknights", 5), ("trailblazer", 3)])
def test_a_game_is_played_by_the_data_alone(site, name, size):
    """Each mail has the position, the legal moves and the address for the next; to its end."""
    game = games()[name]
    site.say(f"change format {ALICE} json")
    site.say(f"change format {CAROL} json")
    players = [*PLAYERS][: len(game.seats)]
    mails = site.begin(f"{name} challenge -size={size} {' '.join(players)}")
    chance = random.Random(1)
    for _ in range(500):
        boards = {mail["To"]: data_of(mail)["boards"][0] for mail in mails}
        (board, *_) = boards.values()
        with site.database.work() as work:
            stored = work.boards.find(name, 101)
        match = stored.match
        signs = {cell.square: cell.text for cell in game.diagram(match.state.position).cells()}
        assert board["position"]["squares"] == signs
        assert (board["ply"], board["to_move"]) == (match.ply, match.to_move)
        assert board["legal"] == match.legal
        assert board["options"] == [*write_options(match.options)]
        assert match.moves[match.ply - len(board["last_moves"]) :] == tuple(board["last_moves"])
        if board["to_move"] is None:
            break
        mine = boards[PLAYERS[players[board["to_move"]]][1]]
        assert mine["seat"] == mine["to_move"]
        move = chance.choice(mine["legal"])
        site.clock.forward(hours=1)
        mails = write(site, PLAYERS[players[mine["seat"]]][1], mine, f"{move}#{mine['ply'] + 1}")
    assert board["places"] == [*match.outcome.places]
    assert board["winners"] == [*match.outcome.winners]
    assert "before" in board["ratings"][0]


def test_a_digest_has_all_boards_each_with_its_own_address(site):
    """What was said on each is there, and a reply to either plays there."""
    site.say(f"change delivery {BOB} daily 18 UTC")
    for number in (101, 102):
        site.mail(AT_ALICE, f"panic challenge alice bob -password={PLAYERS['alice'][0]}")
        site.mail(AT_ALICE, f"panic move {number} {ALICE} a1-c5", f"Hello {number}")
    site.clock.forward(hours=7)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=9)).tick()
    boards = to_bob(site.mails())["boards"]
    assert [board["board"] for board in boards] == [101, 102]
    for board in boards:
        assert {"writer": "alice", "text": f"Hello {board['board']}"} in board["comments"]
        assert board["clock"]["deadline"] == "2026-03-22T12:00:00Z"
        said = write(site, AT_BOB, board, "a7-c3#2")
        assert any("bob moves a7-c3" in text_of(mail) for mail in said)


def test_each_line_of_a_mail_has_its_outcome(site):
    """As --json prints it: also for a refusal, and for a file, which is attached."""
    site.begin("panic challenge alice bob")
    lines = ("panic legal 101", "panic show 999", "panic record 101 json", "help")
    data = to_bob(site.mail(AT_BOB, "multiple", "\n".join(lines)))
    assert [(each["command"], each["ok"]) for each in data["answers"]] == [
        ("knightpanic legal", True),
        ("knightpanic show", False),
        ("knightpanic record", True),
        ("help", True),
    ]
    assert data["answers"][0]["data"] == site.say(lines[0]).data
    assert data["answers"][2]["data"] is None
    refusals = [each["text"] for each in data["messages"] if each["refusal"]]
    assert len(refusals) == 1
    assert "no Knight Panic board 999" in refusals[0]


def test_mails_about_no_board_have_data_of_their_own(site):
    """Who wrote, what was refused, what wants a yes; a code stands in the text alone."""
    site.begin("panic challenge alice bob")
    chat = to_bob(site.mail(AT_ALICE, f"panic chat 101 {ALICE}", "Hello!"))["messages"]
    assert [(each["writer"], each["board"], each["text"]) for each in chat] == [
        ("alice", 101, "Hello!")
    ]
    (said,) = to_bob(site.mail(AT_ALICE, f"message {ALICE} bob", "How are you?"))["messages"]
    assert (said["writer"], said["game"], said["board"]) == ("alice", None, None)
    assert "How are you?" in said["text"]
    site.limit(confirm=True)
    (question,) = to_bob(site.mail(AT_BOB, "panic challenge bob alice"))["messages"]
    assert question["asks"]
    code = site.code(1)
    site.say("forgot bob")
    (mail,) = site.mails()
    codes = [word for word in text_of(mail).split() if word in {site.code(2), code}]
    assert len(codes) == 1
    assert codes[0] not in json.dumps(data_of(mail))


def test_nothing_of_others_is_in_the_data(site):
    """Neither notes, nor moves queued and submitted; a watcher has no seat and no address."""
    site.begin("panic challenge alice bob", f"panic subscribe 101 {CAROL}")
    site.say(f"change format {CAROL} json")
    site.mails()
    for line in ("note 101 {}", "queue 101 {} if a7-c3 c1-e5", "submit 101 {} a1-c5"):
        site.mail(AT_ALICE, f"panic {line.format(ALICE)}", "secret plan")
    mails = site.mail(AT_ALICE, f"panic move 101 {ALICE} a1-e3")
    found = {mail["To"]: data_of(mail) for mail in mails}
    for address in (AT_BOB, AT_CAROL):
        text = json.dumps(found[address])
        assert not any(word in text for word in ("secret", "c1-e5", "a1-c5"))
    (board,) = found[AT_CAROL]["boards"]
    assert (board["seat"], board["reply"]) == (None, None)
    assert AT_ALICE not in json.dumps([*found.values()])


def test_data_of_a_mail_are_limited(site, monkeypatch):
    """Large boards have no squares then, and long answers no data; all the rest is there."""
    monkeypatch.setattr(mail_data, "MAX_SQUARES", 20)
    monkeypatch.setattr("commands.outbound.notifications.mail_formats.MAX_DATA_LENGTH", 400)
    site.begin(*["panic challenge alice bob"] * 2)
    data = to_bob(site.mail(AT_BOB, "multiple", "panic show 101\npanic show 102\nall games bob"))
    assert [board["position"] is None for board in data["boards"]] == [False, True]
    assert [board["legal"] == [] for board in data["boards"]] == [False, False]
    assert [each["data"] is None for each in data["answers"]] == [False, True, True]
    monkeypatch.setattr("commands.views.text.rendering.MAX_LENGTH", 10)
    chat = to_bob(site.mail(AT_ALICE, f"panic chat 101 {ALICE}", "é" * 8000))
    assert chat["messages"][0]["text"] == "é" * 10


def test_a_code_is_no_address_for_moves(site):
    """A mail that asks whether a move was meant shows the board without a reply address."""
    site.limit(confirm=True)
    (mail,) = [each for each in site.begin("panic challenge bob alice") if each["To"] == AT_BOB]
    data = to_bob(site.mail(AT_BOB, f"Re: {mail['Subject']}", "a1-c5"))
    assert data["messages"][0]["asks"]
    assert site.code(1) not in json.dumps(data)


def test_a_reply_goes_where_the_data_say_without_plus_addresses():
    """Then the subject has what ties it to the mail."""
    with closing(Site(forms=AddressForms(replies="reference"))) as site:
        site.sign_up("alice", "bob")
        site.say(f"change format {ALICE} json")
        mails = site.begin("panic challenge alice bob")
        board = next(data_of(mail) for mail in mails if mail["To"] == AT_ALICE)["boards"][0]
        assert board["reply"]["to"] == ADDRESS
        said = write(site, AT_ALICE, board, "a1-c5#1")
        assert any("alice moves a1-c5" in text_of(mail) for mail in said)


def test_another_format_ends_it(site):
    """Nothing of it is left, and HTML comes again."""
    (mail,) = site.mail(AT_BOB, f"change format {BOB} both")
    assert mail.get_body(("html",))
    assert data_of(mail) is None


def test_the_schemas_are_made_from_the_program():
    """They are in `docs/schemas`; PBM_GOLDEN=write writes them again."""
    for name, schema in (("mail", mail_schema()), ("record", record_schema())):
        path = ROOT / "docs" / "schemas" / f"{name}.json"
        if os.environ.get("PBM_GOLDEN") == "write":
            path.write_text(schema)
        assert path.read_text() == schema


def test_a_position_has_the_players_hands(site, monkeypatch):
    kind = type(games()["knightsdance"])
    plain, pawn = kind.diagram, Cell("", "p", "black pawn", 1, piece=True)
    hands = (Hand("Black's pocket", ((pawn, 2),)),)
    monkeypatch.setattr(
        kind, "diagram", lambda game, position: replace(plain(game, position), hands=hands)
    )
    # Views of boards are cached, so no other test may show this one.
    [board] = to_bob(site.begin("knightsdance challenge -rows=9 alice bob"))["boards"]
    piece = {"symbol": "p", "name": "black pawn", "seat": 1, "count": 2}
    assert board["position"]["hands"] == [{"title": "Black's pocket", "pieces": [piece]}]

"""Boards between pairs of players, and mails that play on them, for the benchmarks of moves."""

import pickle
import random
import secrets
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

from commands.content.reply_claims import claims_of
from commands.server.app.app import App
from commands.server.writer.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from storage import open_database
from tests.benchmarks.servers import ADDRESS, DATABASE, environment
from tests.support.keys import token_signer

WARMING = 50
"""The mails that each server takes before it is measured."""
PLAYERS = 100
"""The number of players, each of whom has boards with one other."""
MOVES = 6
"""The number of moves prepared for each board, so that a run needs no answers."""
NUMBERS = """
    with recursive n(n) as (select 1 where ?1 > 0 union all select n + 1 from n where n < ?1)
    select n from n
"""
COPIED = {
    "id": "n + 1000000",
    "board_id": "n + 1000000",
    "number": "iif(typeof(number) = 'integer' and number > 100, number + n + 1000000, number)",
    "places": "'[1, 2]'",
    "to_move": "null",
    "due": "null",
}
BATCH = 10
TEXT = "Good luck!\r\n\r\nOn Sun, Mar 1, 2026 at 1:00 PM pbm <pbm@example.net> wrote:\r\n"
QUOTED = "".join(
    f"> line {number} of what the server had written before\r\n" for number in range(30)
)
PREPARE = """
import pickle, sys
from pathlib import Path
from tests.benchmarks.mail import prepare
url, data, boards, mails, *game = sys.argv[1:]
made = prepare(url, Path(data), int(boards), int(mails), *game)
sys.stdout.buffer.write(pickle.dumps(made))
"""


def prepare(url, data, boards, mails, game="knightpanic"):
    """Creates boards between two players each; returns mails that play on them, in turns.

    The keys are made in the data folder. Also returns the id of the first board.
    """
    database = open_database(url)
    tokens = token_signer(database, data)
    game, at = games.find(game), datetime.now(UTC)
    with database.work() as work:
        players = [_sign_up(work, f"player{number}", at) for number in range(PLAYERS)]
        pairs = cycle(zip(players[::2], players[1::2], strict=True))
        match = Match.begin(game, game.resolve(game.options(), 1))
        made = [work.boards.open(next(pairs), match, Terms(), at) for _ in range(boards)]
    database.close()
    lines = [_a_game(match, random.Random(board.id)) for board in made]
    turns = [
        (
            board.players[ply % 2].addresses[0],
            _reply_to(tokens, board, ply),
            content(line[ply], ply, board.players[ply % 2].addresses[0]),
        )
        for ply in range(MOVES)
        for board, line in zip(made, lines, strict=True)
    ]
    return turns[:mails], made[0].id


def opponent_of(address: str) -> str:
    """Returns the address of the one with whom a player has boards."""
    number = int(address.removeprefix("player").partition("@")[0])
    return f"player{number ^ 1}@example.org"


def prepare_folder(data: Path, boards, mails, finished=0, tree=None, *, game=None):
    """Makes a data folder by the program in a source tree (ours, if none); returns its mails."""
    data.mkdir(parents=True)
    file = data / DATABASE
    words = [sys.executable, "-c", PREPARE, f"sqlite:///{file}", str(data)]
    made = subprocess.run(
        [*words, str(boards), str(mails), *([game] if game else [])],
        env=environment(tree),
        cwd=tree,  # of the current folder's modules Python would take ours
        stdout=subprocess.PIPE,
        check=True,
    )
    found, first = pickle.loads(made.stdout)
    _finish(file, first, finished)
    return found


def next_moves(url, data, ids):
    """Returns mails that make the next move on each of these running boards, given by their ids.

    None of these moves ends its game.
    """
    database = open_database(url)
    tokens = token_signer(database, data)
    with closing(database), database.work() as work:
        return [_next_move(tokens, work.boards.lock_id(id)) for id in ids]


def _next_move(tokens, board):
    match, seat = board.match, board.match.to_move
    sender, at = board.players[seat].addresses[0], datetime.now(UTC)
    moves = (move for move in match.legal if match.play(move, at, "-").outcome is None)
    address = _address(tokens.reply(_claims(board, seat)))
    return sender, address, content(next(moves, match.legal[0]), board.id, sender)


def content(move: str, number: int, sender: str = "a@example.org") -> bytes:
    """Returns a reply of about 2 KB, as a mail program writes it."""
    head = (
        f"From: A Player <{sender}>\r\nTo: {ADDRESS}\r\nSubject: Re: a board\r\n"
        f"Message-ID: <{number}.{secrets.token_hex(8)}@example.org>\r\n"
        "Date: Sun, 1 Mar 2026 12:00:00 +0000\r\n"
        'MIME-Version: 1.0\r\nContent-Type: text/plain; charset="utf-8"\r\n\r\n'
    )
    return f"{head}{move}\r\n\r\n{TEXT}{QUOTED}".encode()


def _finish(path, like, count):
    """Adds finished boards, each a copy of the given one with as many events."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("create temp table n as " + NUMBERS, (count,))
        for table, own in (("board", "id"), ("seat", "board_id"), ("event", "board_id")):
            names = [row[1] for row in database.execute(f"pragma table_info({table})")]
            values = ", ".join(COPIED.get(name, name) for name in names)
            copied = f"insert into {table} select {values} from {table}, n where {own} = ?"
            database.execute(copied, (like,))


def _sign_up(work, name, at):
    known = work.players.find(name)  # in a folder that is used again
    return known or work.players.add(name, "no password", [f"{name}@example.org"], at)


def _a_game(match, chance):
    """Returns a few moves, drawn by lot, after which the game still goes on."""
    line, at = [], match
    while len(line) < MOVES and not at.outcome:
        line.append(chance.choice(at.legal))
        at = at.play(line[-1], datetime.now(UTC), "-")
    return _a_game(match, chance) if at.outcome else line


def _reply_to(tokens, board, ply):
    return _address(tokens.reply(_claims(board, ply % 2).model_copy(update={"ply": ply})))


def _claims(board, seat):
    return claims_of(board).for_seat(seat)


def _address(token):
    name, _, host = ADDRESS.partition("@")
    return f"{name}+{token}@{host}"


def handle_together(app: App, mails: list[tuple[str, str, bytes]]) -> None:
    """Handles (sender, recipient, content) mails as a writer does that finds them all waiting."""
    writer = Writer(app.database, app.mail.handler, lambda: None)
    done = [
        writer.receive(read_incoming_mail(sender, (recipient,), content))
        for sender, recipient, content in mails
    ]
    writer.start()
    try:
        for each in done:
            each.result()
    finally:
        writer.stop()

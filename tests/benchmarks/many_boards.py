"""A data folder with very many boards: real games, multiplied by SQL with all that belongs to them.

A third of the boards run. Players grow with the boards: each has about as many as before. All that
a site collects grows, too: logs, explored moves, rating changes, mails sent, and preferences.
"""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from commands.server.workers.explorer import explore_finished
from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Event, Match
from pbm.stored_values import OutboxMail
from storage import open_database
from tests.benchmarks.servers import DATABASE

PLAYERS = 60
MAX_PLIES = 30
BEGIN = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
PLAYED = 300
"""The boards that are played, of all games alike; the others are copies."""
NOT_RESIGNED = 0.5
"""The part on which nobody resigns; a third of those come to their end by themselves."""
BOARDS_PER_PLAYER = 10
DAYS = 700
"""The time over which the boards are spread."""
KEPT = 80 * 86400
"""The seconds for which mails that were sent are kept, about."""
EXPLORE_SECONDS = 600
FORMAT = "'%Y-%m-%d %H:%M:%S'"
NUMBERS = """
    create temp table n as
    with recursive n(n) as (select 1 where ?1 > 1 union all select n + 1 from n where n + 1 < ?1)
    select n from n
"""
OWN_BY = {
    "board": "id",
    "seat": "board_id",
    "event": "board_id",
    "explored_board": "board_id",
    "explored_move": "board_id",
    "rating_change": "board_id",
    "outbox": "id",
}
"""The tables that grow with the boards, and their columns with a number of their own."""
RATED = """
    insert into rating_change
    select board_id, seat, 25.0, 8.0, 25.5, 7.9 from seat join board on board.id = board_id
    where places is not null
"""
OF_PLAYERS = """
    insert into rating
        select title, id, 15 + abs(random() % 2000) / 100.0, 3.0, 4, 4, 2 from player, game;
    insert into last_mail select id, joined from player;
    insert into preference
        select id, '', 'visibility', iif(id % 50 = 0, 'private', 'members'), joined from player
        where id % 10 = 0;
    insert into preference
        select id, title, 'limit', '20', joined from player, game where id % 5 = 0;
    insert into seek (game, player_id, words, games, lowest, highest, since, until)
        select title, id, '', 1, 0, 9999, joined, '2030-01-01' from player, game
        where id % 100 = 1;
    insert into unreachable select id, joined, joined, 1 from player where id % 200 = 3;
    insert into vacation (player_id, since, until)
        select id, joined, joined from player where id % 20 = 4;
    insert into watch select id, 'knightpanic', 101 + id, 0 from player where id % 10 = 5;
"""


def make_many_boards(data: Path, boards: int) -> None:
    """Makes a data folder with so many boards, or a few less: a multiple of those played."""
    data.mkdir(parents=True)
    url = f"sqlite:///{data / DATABASE}"
    _fill(url)
    with closing(open_database(url)) as database:
        explore_finished(database, EXPLORE_SECONDS)
    with closing(sqlite3.connect(data / DATABASE, isolation_level=None)) as database:
        _multiply(database, max(boards // PLAYED, 1))


def _multiply(database: sqlite3.Connection, times: int) -> None:
    for pragma in ("journal_mode=off", "synchronous=off", "cache_size=-500000"):
        database.execute(f"pragma {pragma}").fetchall()
    indexes = database.execute("select name, sql from sqlite_master where type = 'index'")
    made = {name: sql for name, sql in indexes.fetchall() if sql}
    for name in made:
        database.execute(f"drop index {name}")
    database.execute("begin")
    database.execute(
        "update board set due = datetime('now', '+300 days') || '.000000' where due is not null"
    )
    database.execute(RATED)
    database.execute(NUMBERS, (times,))
    groups = max(times * PLAYED // BOARDS_PER_PLAYER // PLAYERS, 1)
    _copy_players(database, groups)
    for table, own in OWN_BY.items():
        _copy(database, table, own, times, groups)
    database.execute(
        "update counter set next = 1 + (select max(number) from board where game = counter.game)"
    )
    database.execute("commit")
    for sql in made.values():
        database.execute(sql)
    database.execute("pragma journal_mode=wal").fetchall()


def _copy_players(database, groups):
    """Copies the players in so many groups, and gives all of them what players have."""
    new = f"id + {PLAYERS} * n"
    columns = "id, key, userid, password_hash, joined, robot"
    values = f"{new}, 'player' || ({new} - 1), 'player' || ({new} - 1), password_hash, joined, ''"
    where = f"from n cross join player where n < {groups} and id <= {PLAYERS}"
    database.execute(f"insert into player ({columns}) select {values} {where}")
    database.execute(
        "insert into address select id, 0, userid || '@example.org' from player"
        f" where id > {PLAYERS}"
    )
    database.execute("create temp table game (title)")
    database.executemany("insert into game values (?)", [(name,) for name in games.games()])
    for statement in OF_PLAYERS.split(";"):
        database.execute(statement)


def _copy(database, table, own, times, groups):
    """Adds copies of the rows that are there, with numbers, times and players of their own."""
    step = database.execute(f"select max({own}) from {table}").fetchone()[0]
    step = PLAYED if own == "board_id" or table == "board" else step
    later = f"'+' || (n * {DAYS * 86400 // times}) || ' seconds'"
    changed = {
        own: f"{own} + n * {step}",
        "player_id": f"player_id + {PLAYERS} * (n % {groups})",
        "message_id": "'<' || n || substr(message_id, 2)",
    }
    if table == "board":
        changed["number"] = f"number + n * {PLAYED // len(games.games())}"
    for moment in ("begun", "changed", "turn", "date"):
        changed[moment] = f"strftime({FORMAT}, {moment}, {later}) || '.000000'"
    if table == "outbox":  # older ones are deleted by and by
        changed["date"] = f"strftime({FORMAT}, 'now', '-' || (n * {KEPT} / {times}) || ' seconds')"
    names = [row[1] for row in database.execute(f"pragma table_info({table})")]
    values = ", ".join(changed.get(name, name) for name in names)
    database.execute(
        f"insert into {table} ({', '.join(names)}) select {values} from n cross join {table}"
        f" where {table}.{own} <= {step}"
    )


def _fill(url: str) -> None:
    """Plays boards of all games in turn, an hour after each other; the same each time."""
    chance = random.Random(1)
    begin = datetime.now(UTC) - timedelta(days=DAYS + PLAYED)
    kinds = list(games.games().values())
    with closing(open_database(url)) as database, database.work() as work:
        signed_up = [_sign_up(work, number) for number in range(PLAYERS)]
        for number in range(PLAYED):
            at = begin + number * timedelta(hours=1)
            resign = chance.random() >= NOT_RESIGNED
            game = kinds[number % len(kinds)]
            _play(work, game, signed_up, chance, at=at, number=number, resign=resign)


def _sign_up(work, number):
    name = f"player{number}"
    return work.players.add(name, "no password", [f"{name}@example.org"], BEGIN)


def _play(work, game, players, chance, *, at, number, resign):
    sitting = chance.sample(players, len(game.seats))
    match = Match.begin(game, game.resolve(game.options(), number))
    board = work.boards.open(sitting, match, Terms(nagtime=chance.choice([3, 7, 400])), at)
    for _ in range(chance.randrange(MAX_PLIES)):
        if match.to_move is None:
            break
        at += timedelta(hours=3)
        match = match.play(chance.choice(match.legal), at, sitting[match.to_move].userid)
    while resign and match.to_move is not None:
        event = Event(f"leave {match.to_move} resigned", at, sitting[match.to_move].userid)
        match = match.add(event)
    work.boards.save(board, board.with_match(match), at)
    name = f"{game.name} {board.number}"
    work.outbox.put([_mail(player, name, match.ply, at) for player in sitting])
    for leased in work.outbox.lease(len(sitting), at, at):
        work.outbox.sent(leased.id, holder="a worker", at=at)


def _mail(player, board, ply, at):
    id = f"<{board.replace(' ', '.')}.{ply}.{player.id}@localhost>"
    return OutboxMail(player.addresses[0], id, at, "{}", "auto-generated", board=board)

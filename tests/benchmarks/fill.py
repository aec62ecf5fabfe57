"""Fills a data folder with boards on which moves have been played, to look at and to time.

python -m tests.benchmarks.fill FOLDER [BOARDS]; then: PBM_DATA=FOLDER pbm admin games
"""

import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbm import games
from pbm.board import Terms
from pbm.match import Event, Match
from pbm.ports import OutboxMail
from storage import open_database

PLAYERS = 60
MAX_PLIES = 30
BEGIN = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


def fill(
    url: str,
    boards: int,
    seed: int = 1,
    *,
    players: int = PLAYERS,
    begin: datetime = BEGIN,
    interval: timedelta = timedelta(hours=1),
    running: float = 1,
) -> None:
    """Creates boards of all games in turn, each later than the last; the same for the same seed.

    `running`: the part of the boards on which nobody resigns before the game is over.
    """
    chance = random.Random(seed)
    database = open_database(url)
    with database.work() as work:
        signed_up = [_sign_up(work, number) for number in range(players)]
        kinds = list(games.games().values())
        for number in range(boards):
            at = begin + number * interval
            game = kinds[number % len(kinds)]
            resign = chance.random() >= running
            _play(work, game, signed_up, chance, at=at, number=number, resign=resign)
    database.close()


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


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    fill(f"sqlite:///{folder / 'pbm.db'}", int(sys.argv[2]) if len(sys.argv) > 2 else 1000)

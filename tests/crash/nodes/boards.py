"""The boards of the test: made at the shell, and some of them with clocks that run down in it."""

import json
import random
from datetime import timedelta

from sqlalchemy import create_engine, text

PASSWORD = "kH7-qw2z"
GAMES = ("knightpanic -size=9", "knightsduel", "trailblazer -size=9")
ROBOT = "robot2"
ROBOT_SHARE = 0.2
NAG_AFTER, FORFEIT_AFTER = timedelta(days=7), timedelta(days=21)


class Boards:
    """The boards of people, those against robots, and those on which nobody moves."""

    def __init__(self, seed):
        self._shell, self._chance = None, random.Random(seed)
        self.played, self.nagged, self.forfeited = [], [], []
        """Boards, such as `knightpanic 101`, on which people move, and those where a reminder or a
        forfeit comes due.
        """
        self.robots = set()

    def open(self, shell, players, boards, clocks):
        """Signs players up, and begins boards, with a shell that runs."""
        self._shell = shell
        names = [f"player{number}" for number in range(players)]
        for name in (*names, "idler", "sleeper"):
            self._say(f"signup {name} {PASSWORD} {name}@example.org")
        for number in range(boards):
            author, other = self._chance.sample(names, 2)
            is_robot = number < boards * ROBOT_SHARE
            self.played.append(self._begin(author, ROBOT if is_robot else other))
            if is_robot:
                self.robots.add(self.played[-1])
        for made in (self.nagged, self.forfeited):
            made += [self._begin("idler", "sleeper") for _ in range(clocks)]

    def let_run_down(self, url, seconds):
        """Sets clocks so that their reminders and forfeits come due one by one in this time."""
        engine = create_engine(url)
        with engine.begin() as connection:
            now = connection.execute(text("SELECT clock_timestamp()")).scalar()
            for boards, after in ((self.nagged, NAG_AFTER), (self.forfeited, FORFEIT_AFTER)):
                for board in boards:
                    due = now + timedelta(seconds=self._chance.uniform(0, seconds))
                    _set_clock(connection, board, due - after, due)
        engine.dispose()

    def _begin(self, author, other):
        game, *options = self._chance.choice(GAMES).split()
        line = " ".join([game, "challenge", *options, author, other])
        return f"{game} {self._say(line)['data']['board']}"

    def _say(self, line):
        print(line, file=self._shell.stdin, flush=True)
        answer = json.loads(self._shell.stdout.readline())
        assert answer["ok"], answer
        return answer


def _set_clock(connection, board, began, due):
    game, number = board.split()
    values = {"began": began, "due": due, "game": game, "number": int(number)}
    where = "WHERE game = :game AND number = :number"
    done = connection.execute(text(f"UPDATE board SET turn = :began, due = :due {where}"), values)
    assert done.rowcount == 1

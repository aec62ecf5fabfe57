"""The boards of a test: made at the shell, and some of them with clocks that run down in it."""

import json
import random
from collections import Counter
from datetime import timedelta

from sqlalchemy import text

PASSWORD = "kH7-qw2z"
GAMES = ("knightpanic -size=9", "knightsduel", "trailblazer -size=9")
ROBOT, ENGINE = "robot2", "engine"
NAG_AFTER, FORFEIT_AFTER = timedelta(days=7), timedelta(days=21)


class Boards:
    """The boards of people, those against robots, and those on which nobody moves."""

    def __init__(self, seed):
        self._shell, self._chance = None, random.Random(seed)
        self.players = []
        self.played, self.nagged, self.forfeited = [], [], []
        """Boards, such as `knightpanic 101`, on which people move, and those where a reminder or a
        forfeit comes due.
        """
        self.robots = set()
        """Those against robots and engines."""
        self.taken_back = Counter()
        """The times that an admin has taken a board back."""

    def open(self, shell, players, boards, *, robots=0, engines=0, clocks=0):
        """Signs players up, and begins boards, with a shell that runs.

        `robots`, `engines`: the numbers of boards against them.
        """
        self._shell = shell
        names = [f"player{number}" for number in range(players)]
        self.players = [*names, "idler", "sleeper"]
        for name in self.players:
            self._say(f"signup {name} {PASSWORD} {name}@example.org")
        for number in range(boards):
            author, other = self._chance.sample(names, 2)
            self.played.append(self._begin(author, ROBOT if number < robots else other))
        duels = [self._begin(names[0], ENGINE, "knightsduel") for _ in range(engines)]
        self.played += duels
        self.robots = {*self.played[:robots], *duels}
        for made in (self.nagged, self.forfeited):
            made += [self._begin("idler", "sleeper") for _ in range(clocks)]

    def let_run_down(self, connection, seconds):
        """Sets clocks so that their reminders and forfeits come due one by one in this time."""
        now = connection.execute(text("SELECT clock_timestamp()")).scalar()
        for boards, after in ((self.nagged, NAG_AFTER), (self.forfeited, FORFEIT_AFTER)):
            for board in boards:
                due = now + timedelta(seconds=self._chance.uniform(0, seconds))
                _set_clock(connection, board, due - after, due)

    def _begin(self, author, other, game=""):
        game, *options = (game or self._chance.choice(GAMES)).split()
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

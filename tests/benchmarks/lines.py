"""The costliest line of each command: processor time in the writer, and bytes answered.

python -m tests.benchmarks.lines [VERB ...]

Of each command are tried all forms, in all games, on boards of the usual and of the largest
options, at their beginning, in the middle, before the last move and after it. Then a mail brings
the 50 costliest lines of the command. All is undone after each try; the quickest counts, as the
first may load something. Hashes of passwords aren't counted: another thread makes them.
"""

import argparse
import random
import secrets
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import product

from commands.language import registry
from commands.language.grammar import slots
from commands.language.slots import Options
from commands.replies.command_lines import MAX_LINES
from mail.reading.incoming import read_incoming_mail
from pbm import games
from pbm.board.terms import Terms
from pbm.match.match import Match
from tests.support.site import ADDRESS, NOON, PLAYERS, Site, simple_mail

LARGEST = {
    "knightpanic": ("-size=13", "-size=13 -3d -extra=5", "-size=5", "-size=8 -3d"),
    "knightsdance": ("-rows=26 -cols=26", "-rows=10 -cols=7 -jumpblock", "-misere"),
    "knightsduel": ("-size=26", "-size=13", "-size=10"),
    "madknights": ("-size=26",),
    "trailblazer": ("-size=26", "-size=12"),
}
"""The options, besides the usual ones, with the most squares, and with the costliest searches."""
TRIES = 5
"""The costliest lines that are tried again, and how often: other programs may have run before."""
MANY = 1000
"""The further boards of each player."""
LONG = 60
"""The most moves of a position in a line."""
FINISHED = 10
FORMS = {
    "PASSWORD": [PLAYERS["alice"][0]],
    "CURRENT": [PLAYERS["alice"][0]],
    "NEW": ["seven-knights"],
    "NEWPASSWORD": ["seven-knights"],
    "CODE": ["nothing-sent"],
    "USERID": ["alice"],
    "[USERID]": ["alice"],
    "USERID OPPONENT [OPPONENT]": ["alice bob", "alice bob carol"],
    "USERID*": ["alice", " ".join(PLAYERS)],
    "USERID+": ["alice", " ".join(PLAYERS)],
    "USERID|ADDRESS": ["alice", PLAYERS["alice"][1]],
    "WHO": ["bob", "alicf"],
    "TO+": ["bob", "bob carol"],
    "[ADDRESS...]": ["alice@example.org"],
    "[HOUR]": ["7"],
    "[ZONE]": ["Europe/Berlin"],
    "[PAGE]": ["1", "9"],
    "[N]": ["9"],
    "N": ["9"],
    "LEVEL": ["10"],
    "UNTIL": ["2026-04-01"],
    "[from START] until END": ["2026-04-01", "from 2026-03-02 until 2026-04-01"],
    "[GAME...]": ["", "knightpanic"],
    "[SUBJECT...]": ["", "commands", "tutorial", "knightsdance", "knightpanic challenge"],
    "[COMMAND]": ["", "challenge"],
    "BOARD|all": ["all"],
}
"""The words for each kind of place in a line that aren't about a game."""


@dataclass(frozen=True)
class Place:
    """A board of a game: its number, moves, and what may be said about it."""

    number: int
    options: str
    moves: list[str]
    following: str


class Undone(Exception):
    """Raised to undo a mail."""


class Bench:
    """A server, whose writer is measured."""

    def __init__(self, site):
        self.site = site

    def seconds(self, *lines, tries=2):
        """Returns the seconds of processor time of a mail with these lines."""
        return min(self._handle(lines) for _ in range(tries))

    def _handle(self, lines, then=lambda _: None):
        subject, body = ("multiple", "\n".join(lines)) if len(lines) > 1 else (lines[0], "Hello.")
        sender = PLAYERS["alice"][1]
        content = simple_mail(sender, subject, body, Message_ID=f"<{secrets.token_hex(8)}@x>")
        mail = read_incoming_mail(sender, (ADDRESS,), content)
        with suppress(Undone), self.site.database.work(deferred_writes=True) as work:
            started = time.thread_time()
            with work.savepoint():
                self.site.mail_handler.handle(work, mail)
            work.connection.flush()
            took = time.thread_time() - started
            then(work)
            raise Undone
        return took

    def size(self, *lines):
        """Returns the bytes of the mails that a mail with these lines causes."""
        found = []

        def count(work):
            query = "SELECT sum(length(said)) FROM outbox WHERE state = 'waiting'"
            found.append(work.connection.exec_driver_sql(query).scalar() or 0)

        self._handle(lines, count)
        return found[0]


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("verbs", nargs="*")
    wanted = parser.parse_args().verbs
    with closing(Site(emails_per_address=10**6)) as site:
        places = _fill(site)
        bench = Bench(site)
        print(f"{'milliseconds of processor time':34}{'one':>8}{'fifty':>8}{'bytes':>8}  line")
        rows = []
        for kind in registry.commands():
            if wanted and kind.names[0] not in wanted:
                continue
            lines = dict.fromkeys(_lines(kind, places))
            found = sorted((bench.seconds(line), line) for line in lines)[::-1]
            again = [(bench.seconds(line, tries=TRIES), line) for _, line in found[:TRIES]]
            worst, line = max(again)
            fifty = bench.seconds(*(line for _, line in found[:MAX_LINES]))
            rows.append((worst, kind.usage(), fifty, bench.size(line), line))
        for worst, usage, fifty, size, line in sorted(rows, reverse=True):
            shown = line if len(line) < 60 else f"{line[:57]}..."
            print(f"{usage[:33]:34}{worst * 1000:8.1f}{fifty * 1000:8.0f}{size:8}  {shown}")


def _lines(kind, places):
    """Yields lines of a command, with the words that each of its places may have."""
    head = kind.head(None)
    for game in places if head else [""]:
        for place in places[game] if head else [None]:
            forms = [_words(slot, place) for slot in slots(kind).values()]
            for words in product(*forms):
                yield " ".join(filter(None, [game, kind.names[0].split("|")[0], *words]))


def _words(slot, place):
    """Returns the words that may stand in a place of a line."""
    usage = slot.usage
    if usage in FORMS:
        return FORMS[usage]
    if isinstance(slot, Options):
        return [place.options] if usage else [""]
    if usage in ("BOARD", "BOARD+", "[BOARD...]"):
        return [str(place.number)]
    if usage == "BOARD[#PLY]+":
        return [str(place.number), f"{place.number}#0", *[" ".join(map(str, range(101, 121)))]]
    if usage == "BOARD[#PLY]":
        return [str(place.number), f"{place.number}#1"]
    if "new" in usage:
        return ["new"]
    if usage == "[MOVE+]":
        return ["", " ".join(place.moves[:LONG])]
    if usage.startswith("MOVE[#PLY]|if"):
        return [place.following]
    if usage.startswith("MOVE"):
        return [place.following]
    return usage.strip("[]").split("|")


def _fill(site):
    """Makes the boards; returns those of each game that lines are about."""
    site.sign_up(*PLAYERS)
    places = {}
    with site.database.work() as work:
        people = [work.players.find(name) for name in PLAYERS]
        for game in games.games().values():
            found = places[game.name] = []
            for options in ("", *LARGEST[game.name]):
                begun = game.resolve(game.read_options(options.split()), 1)
                played = _played(Match.begin(game, begun))
                for ply in (0, 2, len(played) // 2, len(played) - 1, len(played)):
                    number = _open(work, people, Match.begin(game, begun), played[:ply])
                    following = played[ply] if ply < len(played) else played[-1]
                    found.append(Place(number, options, played[:ply], following.replace(" ", "")))
            usual = Match.begin(game, game.resolve(game.options(), 1))
            played = _played(usual)
            for number in range(MANY // len(games.games())):
                _open(work, people, usual, played if number % 3 else played[:FINISHED])
    return places


def _played(match):
    """Returns the moves of a random game, of several the longest."""
    games_played = []
    for seed in range(5):
        chance, game, position, moves = random.Random(seed), match.game, match.state.position, []
        while game.to_move(position) is not None and len(moves) < 600:
            move = chance.choice(list(game.moves(position)))
            moves.append(game.write(position, move))
            position = game.play(position, move)
        games_played.append(moves)
    return max(games_played, key=len)


def _open(work, people, match, moves):
    sitting, at = people[: len(match.game.seats)], NOON - timedelta(days=len(moves) + 1)
    if len(moves) % 2:  # alice is to move
        sitting = sitting[::-1] if len(sitting) == 2 else [*sitting[2:], *sitting[:2]]
    board = work.boards.open(sitting, match, Terms(unrated=True, hints=True), at)
    for number, move in enumerate(moves, 1):
        match = match.play(move, at + number * timedelta(days=1), sitting[match.to_move].userid)
    work.boards.save(board, board.with_match(match), at + len(moves) * timedelta(days=1))
    return board.number


if __name__ == "__main__":
    main()

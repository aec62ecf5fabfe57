"""Checks the files that `pbm certificate` and `pbm tables excerpt` write, without using pbm.

    python docs/truths/check.py FILE [LINES]

The program checks every line of FILE, or as many random lines as LINES says. In an excerpt, it
checks the lines above the empty line. Only a check of all lines of a certificate is a proof.
README.md explains certificates and excerpts.
"""

import random
import re
import sys
from itertools import product
from pathlib import Path

LEAPS = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]
EVER = float("inf")
SIDE = r"([2-9]|[1-9]\d)"
STARTS = {
    "knightsduel": rf"-size={SIDE}|-rows={SIDE} -cols={SIDE}",
    "trailblazer": rf"-size={SIDE}",
    "knightsdance": rf"(-rows={SIDE} -cols={SIDE}|"
    rf"-position=\([wb] {SIDE} {SIDE}( [a-z]+\d+){{4}}\))( -misere)?( -jumpblock)?",
    "knightpanic": rf"-size={SIDE} (-2d -mover_(wins|loses)|-3d -mover_(wins|loses) "
    r"-(win|lose)_no_move) -extra=\d",
}
"""For each game, the options that are known, in their order; all are written out."""
CLAIM = r"([WLwl]\d{1,6}|[wl]\*)"
LINE = re.compile(rf"[ -~]+\t{CLAIM}( {CLAIM})*")


class Trails:
    """Knight's Duel and Trailblazer: `1 1..../...#./....2` is the turn, and the board by rows."""

    def __init__(self, steps, rows, columns, goals):
        self.steps, self.goals = steps, {"1": rows * (columns + 1) - 2, "2": 0} if goals else {}
        cells = "1" + "." * (rows * columns - 2) + "2"
        self.start = "1 " + "/".join(cells[i : i + columns] for i in range(0, len(cells), columns))

    def after(self, text):
        me, other, board = text[0], "21"[int(text[0]) - 1], text[2:]
        at, width = board.index(me), board.index("/") + 1
        column, row = at % width, at // width
        for x, y in self.steps:
            to = (row + y) * width + column + x
            if not (0 <= column + x < width - 1 and 0 <= to < len(board)):
                continue
            if board[to] == "." or (to == self.goals.get(me) and board[to] == "#"):
                moved = [me if i == to else "#" if i == at else c for i, c in enumerate(board)]
                yield f"{other} {''.join(moved)}"

    def winner(self, text):
        other, board = "21"[int(text[0]) - 1], text[2:]
        if self.goals and board[self.goals[other]] == other:
            return other
        return None if any(self.after(text)) else other


class Dance:
    """Knight's Dance: `(w 5 6 a1 b1 f5 b5)` is turn, rows, columns, kings and knights."""

    def __init__(self, options, position):
        self.misere, self.jumpblock = "misere" in options, "jumpblock" in options
        rows, columns = options.get("rows", "0"), options.get("cols", "0")
        usual = f"(w {rows} {columns} a1 b1 {file_name(int(columns))}{rows} b{rows})"
        self.start = position[0] if position else usual
        _, rows, columns, *pieces = self.read(self.start)
        squares = {*pieces[:2], *pieces[2]}
        if len(squares) < 4 or any(x > columns or not 0 < y <= rows for x, y in squares):
            refuse(f"these aren't four squares of the board: {self.start}")

    def read(self, text):
        turn, rows, columns, *names = text[1:-1].split()
        parts = [re.fullmatch(r"([a-z]+)(\d+)", name).groups() for name in names]
        squares = [(file_number(letters), int(digits)) for letters, digits in parts]
        me = "wb".index(turn)
        return me, int(rows), int(columns), squares[me], squares[1 - me], squares[2:]

    def after(self, text):
        me, rows, columns, king, other_king, knights = self.read(text)
        pieces = {king, other_king, *knights}
        x, y = knights[me]
        for dx, dy in LEAPS:
            to, sx, sy = (x + dx, y + dy), dx // abs(dx), dy // abs(dy)
            beside = {(x + sx, y + sy), (x + sx, y) if abs(dx) == 2 else (x, y + sy)}
            if to == king or not (1 <= to[0] <= columns and 1 <= to[1] <= rows):
                continue
            if not (self.jumpblock and beside & pieces):
                words = text[1:-1].split()
                words[0], words[5 + me] = "bw"[me], f"{file_name(to[0])}{to[1]}"
                yield f"({' '.join(words)})"

    def winner(self, text):
        me, _, _, king, _, knights = self.read(text)
        if knights[1 - me] in (king, knights[me]) or not any(self.after(text)):
            return "wb"[me if self.misere else 1 - me]
        return None


class Panic:
    """Knight Panic: `1 oooo/..../..../xxxx|...` is the turn, and level by level the rows from 1."""

    def __init__(self, options):
        size, extra = int(options["size"]), int(options["extra"])
        self.levels = size if "3d" in options else 1
        self.mover_wins, self.pinned_wins = "mover_wins" in options, "win_no_move" in options
        if 2 * extra + 2 > size:
            refuse(f"this board is too small for so many pieces: -size={size} -extra={extra}")
        ends = [size, *range(extra, 0, -1)]
        half = [("o" * n + "." * (size - 2 * n) + "o" * n)[:size] for n in ends]
        middle = ["." * size] * (size - 2 * len(half))
        rows = half + middle + [row.replace("o", "x") for row in reversed(half)]
        levels = ["/".join(rows)]
        levels += ["/".join(["." * (size - k)] * (size - k)) for k in range(1, self.levels)]
        self.start = "1 " + "|".join(levels)
        self.places = [
            (2 * x + k, 2 * y + k, k)
            for k in range(self.levels)
            for y, x in product(range(size - k), repeat=2)
        ]
        self.near = {a: [b for b in self.places if self.is_leap(a, b)] for a in self.places}

    def is_leap(self, a, b):
        far = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
        level = abs(a[2] - b[2])
        return far in ([[2, 4]], [[1, 3], [3, 3], [1, 5], [3, 5]])[level] if level < 2 else False

    def targets(self, text):
        """The places within reach of each piece that isn't pinned, by its colour."""
        cells = dict(zip(self.places, re.sub("[/|]", "", text[2:]), strict=True))

        def corners(place, level):
            x, y, k = place
            return [cells.get((x + i, y + j, k + level), ".") for i in (-1, 1) for j in (-1, 1)]

        found = {"o": {}, "x": {}}
        for place, cell in cells.items():
            if cell != "." and set(corners(place, 1)) == {"."}:
                found[cell][place] = [
                    to
                    for to in self.near[place]
                    if cells[to] == "." and (to[2] == 0 or "." not in corners(to, -1))
                ]
        return found

    def after(self, text):
        targets = self.targets(text)
        me, marks = "ox"[int(text[0]) - 1], [i for i, c in enumerate(text) if c in ".ox"]
        where = dict(zip(self.places, marks, strict=True))
        for place, reached in targets[me].items():
            for to in reached:
                moved = list(text)
                moved[0], moved[where[place]], moved[where[to]] = "21"[int(text[0]) - 1], ".", me
                yield "".join(moved)

    def winner(self, text):
        targets = self.targets(text)
        won = set()
        for side, other in ("12", "21"):
            free = targets["ox"[int(side) - 1]].values()
            if not free:
                won.add(side if self.pinned_wins else other)
            elif not all(free):
                won.add(other)
        mover = "21"[int(text[0]) - 1]
        if len(won) == 2:
            return mover if self.mover_wins else text[0]
        return won.pop() if won else None


def refuse(why):
    """Ends the program with the reason."""
    sys.exit(f"WRONG: {why}")


def file_number(letters):
    """The number of a file of the board: a to z, aa, ab and so on."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 96
    return number


def file_name(number):
    """The letters of a file."""
    return file_name((number - 1) // 26) + chr(97 + (number - 1) % 26) if number else ""


def rules(line):
    """The rules of the start that a certificate is about."""
    name, _, rest = line.partition(" ")
    if not re.fullmatch(STARTS.get(name, "(?!)"), rest):
        refuse(f"the second line isn't a start that this program knows: {line[:99]!a}")
    words = rest.split()
    options = {word.lstrip("-").partition("=")[0]: word.partition("=")[2] for word in words}
    if name == "knightsdance":
        return Dance(options, re.search(r"\(.*\)", line))
    if name == "knightpanic":
        return Panic(options)
    rows, columns = (int(options.get(side) or options["size"]) for side in ("rows", "cols"))
    steps = LEAPS if name == "knightsduel" else [(0, 1), (1, 0), (0, -1), (-1, 0)]
    return Trails(steps, rows, columns, goals=name == "trailblazer")


def limit(claim):
    """The plies of a claim; only what is denied may be denied for ever."""
    return EVER if claim[1:] == "*" else int(claim[1:])


def turn(text):
    """The sign of the player to move."""
    return text.lstrip("(")[0]


def holds(game, claims, after, letter, left):
    """The position after a move has a claim as strong as needed, or its game is over as needed."""
    for claim in claims.get(after, "").split():
        if letter + claim[0] in ("WL", "LW"):
            return limit(claim) <= left
        if letter + claim[0] in ("wl", "lw") and limit(claim) >= left:
            return True
    winner = game.winner(after)
    if winner is None:
        return letter in "wl" and left == 0
    return (winner != turn(after)) == (letter in "Wl")


def follows(game, claims, text):
    """The claims on a position follow from those on the positions after it."""
    after = list(game.after(text))
    return game.winner(text) is None and all(
        (any if claim[0] in "Wl" else all)(
            holds(game, claims, each, claim[0], limit(claim) - 1) for each in after
        )
        and limit(claim) > 0
        for claim in claims[text].split()
    )


def read(lines):
    """The claims in these lines, by position."""
    claims = {}
    for line in lines:
        if not LINE.fullmatch(line):
            refuse(f"expected a position, a tab and claims: {line[:99]!a}")
        text, _, found = line.partition("\t")
        if text in claims:
            refuse(f"listed twice: {text}")
        claims[text] = found
    return claims


def check(path, count):
    """Checks a file, or so many lines of it; returns the verdict."""
    first, start, *lines = path.read_text("ascii").splitlines()
    if first not in ("pbm certificate 1", "pbm excerpt 1"):
        refuse("this isn't a certificate or an excerpt of version 1.")
    game, excerpt = rules(start), first == "pbm excerpt 1"
    end = lines.index("") if excerpt else len(lines)
    claims = read([*lines[:end], *lines[end + 1 :]])
    shown = list(claims)[:end]
    if shown[:1] != [game.start]:
        refuse(f"the first position isn't {game.start}.")
    chosen = random.sample(shown, count) if count and count < len(shown) else shown
    for text in chosen:
        if not follows(game, claims, text):
            refuse(f"these claims don't follow from the next positions: {text} {claims[text]}")
    checked = f"{len(chosen):,} of {len(shown):,} positions checked"
    if excerpt:
        return f"{start}: an excerpt, not a proof ({checked})"
    sample = "" if chosen is shown else ": a sample, not a proof"
    return f"{start}: {claims[game.start]} ({checked}{sample})"


def main():
    """Checks the file named by the command line."""
    if len(sys.argv) not in (2, 3) or not (sys.argv[2:] or ["1"])[0].isdecimal():
        sys.exit(__doc__)
    try:
        print(check(Path(sys.argv[1]), int((sys.argv[2:] or ["0"])[0])))
    except OSError as error:
        sys.exit(f"{sys.argv[1]} can't be read: {error.strerror}.")
    except (ArithmeticError, AttributeError, LookupError, ValueError) as error:
        refuse(f"the file isn't a valid certificate or excerpt: {str(error)!a}")


if __name__ == "__main__":
    main()

"""Plays to the square from which it reaches the most squares before the others.

It looks at each of its moves, and at the worst answer of the next player. Written from the
source's text alone, and from nothing of pbm.
"""

import sys

JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
FILES = "abcdefgh"
OUT = 100


def around(square):
    """Returns the squares a knight's move away."""
    column, row = square
    found = ((column + x, row + y) for x, y in JUMPS)
    return [(x, y) for x, y in found if 0 <= x < 8 and 0 <= y < 8]


AROUND = {(x, y): around((x, y)) for x in range(8) for y in range(8)}


def reached_first(free, knights, order):
    """Returns for each player the number of squares that they reach before the others."""
    free, edges = set(free), {player: [knights[player]] for player in order}
    reached = dict.fromkeys(order, 0)
    while any(edges.values()):
        for player in order:
            edge = {near for square in edges[player] for near in AROUND[square]} & free
            free -= edge
            reached[player] += len(edge)
            edges[player] = edge
    return reached


def value(free, knights, order, player):
    """Returns my squares minus half of the others', with one of `order` to move."""
    reached = reached_first(free, knights, order)
    others = [squares for other, squares in reached.items() if other != player]
    stuck = not any(near in free for near in AROUND[knights[player]])
    return reached[player] - sum(others) / 2 - OUT * stuck + OUT * (not any(others))


def worst_answer(free, knights, order):
    """Returns the value of a move of mine, the last in `order`, after the next player's answer."""
    answering, player = order[0], order[-1]
    answers = [square for square in AROUND[knights[answering]] if square in free]
    if len(order) == 1 or not answers:
        return value(free, knights, order, player)
    after = (*order[1:], answering)
    return min(
        value(free - {square}, {**knights, answering: square}, after, player) for square in answers
    )


def read_turn():
    """Returns the players in the game, the open squares, the knights, and my moves."""
    players = [input().split() for _ in range(3)]
    alive = {colour for colour, status, _ in players if status == "1"}
    signs = {(x, 7 - y): sign for y in range(8) for x, sign in enumerate(input())}
    free = {square for square, sign in signs.items() if sign == "."}
    knights = {sign: square for square, sign in signs.items() if sign in alive}
    moves = [input() for _ in range(int(input()))]
    return alive, free, knights, [(FILES.index(name[0]), int(name[1]) - 1) for name in moves]


def main():
    """Plays until the game is over."""
    mine = input()
    others = ("rgb" * 2)["rgb".index(mine) + 1 :][:2]
    while True:
        alive, free, knights, moves = read_turn()
        order = [*(player for player in others if player in alive), mine]
        column, row = max(
            moves,
            key=lambda move: worst_answer(free - {move}, {**knights, mine: move}, order),
        )
        print(f"{FILES[column]}{row + 1}", flush=True)


try:
    main()
except EOFError:
    sys.exit()

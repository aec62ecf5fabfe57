"""Plays the source's strategy: keeps most moves for itself and leaves few to the others.

Written from the source's text alone, and from nothing of pbm.
"""

import sys

JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def ways(board, square):
    """Returns the open squares a knight's move away."""
    column, row = ord(square[0]) - ord("a"), int(square[1:])
    found = [f"{chr(ord('a') + column + x)}{row + y}" for x, y in JUMPS]
    return [name for name in found if board.get(name) == "."]


def value(board, move, others):
    """Returns my moves from there, minus half of the others' moves."""
    after = {**board, move: "#"}
    theirs = sum(len(ways(after, square)) for square in others)
    return len(ways(after, move)) - theirs / 2


def main():
    """Plays until the game is over."""
    color = input()
    while True:
        players = [input().split() for _ in range(3)]
        rows = [input() for _ in range(8)]
        moves = [input() for _ in range(int(input()))]
        board = {
            f"{'abcdefgh'[column]}{8 - row}": sign
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
        }
        alive = [player for player, status, _ in players if status == "1" and player != color]
        others = [square for square, sign in board.items() if sign in alive]
        best = max(moves, key=lambda move: value(board, move, others))
        print(best, f"of {len(moves)}", flush=True)


try:
    main()
except EOFError:
    sys.exit()

/* Paranoid search: alpha-beta in which both others play against me, deeper and deeper.

   paranoid [ms=MILLISECONDS] [depth=PLIES] [positions=NUMBER] */

#include "game.h"

#define WIN 100000
#define LONGEST 64

static int me;
static long searched, most_positions, most_milliseconds;
static int out_of_time;

/* Returns my squares within one and two moves, minus those of the others. */
static int evaluate(const Position *position) {
    int value = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        if (position->gone[seat])
            continue;
        uint64_t near = moves_of(position, seat), far = 0;
        for (uint64_t rest = near; rest; rest &= rest - 1)
            far |= around[first(rest)] & position->open;
        int reach = 3 * count(near) + count(far & ~near);
        value += seat == me ? 2 * reach : -reach;
    }
    return value;
}

/* Sorts moves: those to squares with the fewest moves onwards first, but no dead ends. */
static int sorted(const Position *position, int *squares) {
    int found = 0, keys[8];
    for (uint64_t rest = moves_of(position, position->turn); rest; rest &= rest - 1) {
        int square = first(rest), onwards = count(around[square] & position->open);
        int key = onwards ? onwards : 9, place = found++;
        for (; place > 0 && keys[place - 1] > key; place--) {
            keys[place] = keys[place - 1];
            squares[place] = squares[place - 1];
        }
        keys[place] = key;
        squares[place] = square;
    }
    return found;
}

static int spent(void) {
    searched++;
    if (most_positions)
        out_of_time |= searched > most_positions;
    else if (searched % 1024 == 0)
        out_of_time |= milliseconds() > most_milliseconds;
    return out_of_time;
}

static int search(const Position *position, int depth, int ply, int low, int high) {
    if (spent())
        return 0;
    if (position->gone[me])
        return ply - WIN;
    if (position->left == 1)
        return WIN - ply;
    if (depth <= 0)
        return evaluate(position);
    int squares[8], found = sorted(position, squares), mine = position->turn == me;
    for (int index = 0; index < found && low < high; index++) {
        Position after = play(position, squares[index]);
        int value = search(&after, depth - 1, ply + 1, low, high);
        if (mine && value > low)
            low = value;
        if (!mine && value < high)
            high = value;
    }
    return mine ? low : high;
}

/* Searches all moves to this depth; the best comes to the front. */
static int search_root(const Position *position, int *squares, int found, int depth) {
    int best = -2 * WIN;
    for (int index = 0; index < found; index++) {
        Position after = play(position, squares[index]);
        int square = squares[index], value = search(&after, depth - 1, 1, best, 2 * WIN);
        if (out_of_time)
            break;
        if (value > best) {
            best = value;
            memmove(squares + 1, squares, index * sizeof *squares);
            squares[0] = square;
        }
    }
    return best;
}

int main(int argc, char **argv) {
    int deepest = option(argc, argv, "depth=", LONGEST);
    most_milliseconds = option(argc, argv, "ms=", 90);
    most_positions = option(argc, argv, "positions=", 0);
    make_tables();
    me = read_seat();
    for (;;) {
        Position position = read_turn(me);
        int squares[8], found = sorted(&position, squares), value = 0;
        searched = out_of_time = 0;
        for (int depth = 1; depth <= deepest && !out_of_time && abs(value) < WIN / 2; depth++)
            value = search_root(&position, squares, found, depth);
        answer(squares[0], searched);
    }
}

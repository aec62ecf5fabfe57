/* Monte Carlo tree search: each player picks what has won most for them, and explores the rest.

   montecarlo [ms=MILLISECONDS] [playouts=NUMBER] */

#include "game.h"
#include <math.h>

#define MOST_NODES 2000000
#define EXPLORATION 0.7f

typedef struct {
    int child; /* the index of the first child, 0 if there is none yet */
    int children;
    int square; /* the move that leads here */
    int visits;
    float won; /* by the seat that moved here */
} Node;

static Node nodes[MOST_NODES];
static int used;
static uint64_t state;

static int winner(const Position *position) {
    for (int seat = 0; seat < SEATS; seat++)
        if (!position->gone[seat])
            return seat;
    return -1;
}

static unsigned lot(unsigned below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(((state >> 32) * below) >> 32);
}

/* Returns the moves worth trying in a playout: those that take a trapped player's last square,
   else those that lead on. */
static uint64_t candidates(const Position *position) {
    uint64_t moves = moves_of(position, position->turn), onwards = 0;
    for (uint64_t rest = moves; rest; rest &= rest - 1)
        if (around[first(rest)] & position->open)
            onwards |= rest & -rest;
    uint64_t good = onwards ? onwards : moves, traps = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t theirs = moves_of(position, seat);
        if (seat != position->turn && !position->gone[seat] && count(theirs) == 1)
            traps |= theirs & good;
    }
    return traps ? traps : good;
}

/* Plays to the end by lot; squares with fewer moves onwards are likelier. */
static int playout(Position position) {
    while (position.left > 1) {
        uint64_t moves = candidates(&position);
        int best = -1, fewest = 9;
        for (int tries = 0; tries < 2; tries++) {
            uint64_t rest = moves;
            for (unsigned skip = lot(count(moves)); skip; skip--)
                rest &= rest - 1;
            int onwards = count(around[first(rest)] & position.open);
            if (onwards < fewest) {
                fewest = onwards;
                best = first(rest);
            }
        }
        position = play(&position, best);
    }
    return winner(&position);
}

static void expand(Node *node, const Position *position) {
    uint64_t moves = moves_of(position, position->turn);
    if (position->left < 2 || used + count(moves) > MOST_NODES)
        return;
    node->child = used;
    node->children = count(moves);
    for (; moves; moves &= moves - 1)
        nodes[used++] = (Node){.square = first(moves)};
}

static Node *select_child(const Node *node) {
    float spread = EXPLORATION * sqrtf(logf((float)node->visits + 1)), best = -1;
    Node *chosen = NULL;
    for (int index = node->child; index < node->child + node->children; index++) {
        Node *child = nodes + index;
        float score = child->visits == 0
                          ? 1000 + (float)lot(1000)
                          : child->won / child->visits + spread / sqrtf((float)child->visits);
        if (score > best) {
            best = score;
            chosen = child;
        }
    }
    return chosen;
}

static void iterate(Position position) {
    Node *path[SQUARES + 1] = {nodes};
    int movers[SQUARES + 1] = {-1}, length = 1;
    Node *node = nodes;
    for (;;) {
        if (!node->child && (node->visits || node == nodes))
            expand(node, &position);
        if (!node->child)
            break;
        node = select_child(node);
        movers[length] = position.turn;
        path[length++] = node;
        position = play(&position, node->square);
    }
    int won = position.left > 1 ? playout(position) : winner(&position);
    while (length--) {
        path[length]->visits++;
        path[length]->won += movers[length] == won;
    }
}

static int most_visited(void) {
    const Node *best = nodes + nodes->child;
    for (int index = 1; index < nodes->children; index++)
        if (nodes[nodes->child + index].visits > best->visits)
            best = nodes + nodes->child + index;
    return best->square;
}

int main(int argc, char **argv) {
    long most_milliseconds = option(argc, argv, "ms=", 80);
    long most_playouts = option(argc, argv, "playouts=", 0);
    make_tables();
    int seat = read_seat();
    state = 88172645463325252ULL + seat;
    for (;;) {
        Position position = read_turn(seat);
        long playouts = 0;
        used = 1;
        nodes[0] = (Node){0};
        while (most_playouts ? playouts < most_playouts
                             : playouts % 64 || milliseconds() < most_milliseconds) {
            iterate(position);
            playouts++;
        }
        answer(most_visited(), playouts);
    }
}

/* Mad Knights as its source tells it: reading the protocol, and moves by table. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SEATS 3
#define SQUARES 64
#define bit(square) (1ULL << (square))
#define count(set) __builtin_popcountll(set)
#define first(set) __builtin_ctzll(set)

typedef struct {
    uint64_t open;
    int knight[SEATS];
    int gone[SEATS];
    int left; /* the number of seats that are still in the game */
    int turn;
} Position;

static uint64_t around[SQUARES];
static struct timespec turn_start;

static void make_tables(void) {
    static const int across[] = {1, 2, 2, 1, -1, -2, -2, -1}, up[] = {2, 1, -1, -2, -2, -1, 1, 2};
    for (int square = 0; square < SQUARES; square++)
        for (int jump = 0; jump < 8; jump++) {
            int column = square % 8 + across[jump], row = square / 8 + up[jump];
            if (column >= 0 && column < 8 && row >= 0 && row < 8)
                around[square] |= bit(row * 8 + column);
        }
}

static uint64_t moves_of(const Position *position, int seat) {
    return around[position->knight[seat]] & position->open;
}

/* Lets all seats leave that can't move on their turn; the last one stays. */
static void settle(Position *position) {
    while (position->left > 1) {
        int seat = position->turn;
        if (!position->gone[seat]) {
            if (moves_of(position, seat))
                return;
            position->gone[seat] = 1;
            position->left--;
        }
        position->turn = (seat + 1) % SEATS;
    }
}

static Position play(const Position *position, int square) {
    Position after = *position;
    after.open &= ~bit(square);
    after.knight[after.turn] = square;
    after.turn = (after.turn + 1) % SEATS;
    settle(&after);
    return after;
}

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - turn_start.tv_sec) * 1e3 + (now.tv_nsec - turn_start.tv_nsec) / 1e6;
}

static void read_line(char *line, int size) {
    if (!fgets(line, size, stdin))
        exit(0);
}

static int read_seat(void) {
    char line[80];
    read_line(line, sizeof line);
    return strchr("rgb", line[0]) - "rgb";
}

/* Reads a turn; the clock starts with its first line. */
static Position read_turn(int seat) {
    Position position = {.turn = seat};
    char line[80];
    for (int player = 0; player < SEATS; player++) {
        read_line(line, sizeof line);
        position.gone[player] = line[2] == '0';
        position.left += line[2] != '0';
    }
    clock_gettime(CLOCK_MONOTONIC, &turn_start);
    for (int row = 7; row >= 0; row--) {
        read_line(line, sizeof line);
        for (int column = 0; column < 8; column++) {
            const char *colour = strchr("rgb", line[column]);
            if (line[column] == '.')
                position.open |= bit(row * 8 + column);
            else if (colour)
                position.knight[colour - "rgb"] = row * 8 + column;
        }
    }
    read_line(line, sizeof line);
    for (int moves = atoi(line); moves > 0; moves--)
        read_line(line, sizeof line);
    return position;
}

static void answer(int square, long searched) {
    printf("%c%d %ld\n", 'a' + square % 8, square / 8 + 1, searched);
    fflush(stdout);
}

/* Returns the number after a word such as `ms=` among the arguments. */
static long option(int argc, char **argv, const char *word, long otherwise) {
    for (int index = 1; index < argc; index++)
        if (!strncmp(argv[index], word, strlen(word)))
            return atol(argv[index] + strlen(word));
    return otherwise;
}

/* Counts the lines of Knight's Duel on 8 by 8 of as many plies as its argument says. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t attacks[64];

static void fill_attacks(void) {
    static const int leaps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    for (int square = 0; square < 64; square++)
        for (int leap = 0; leap < 8; leap++) {
            int column = square % 8 + leaps[leap][0], row = square / 8 + leaps[leap][1];
            if (0 <= column && column < 8 && 0 <= row && row < 8)
                attacks[square] |= UINT64_C(1) << (row * 8 + column);
        }
}

static uint64_t count(uint64_t active, int own, int other, int depth) {
    uint64_t reach = attacks[own] & active, lines = 0;
    if (depth == 1) return (uint64_t)__builtin_popcountll(reach);
    for (; reach; reach &= reach - 1)
        lines += count(active ^ (reach & -reach), other, __builtin_ctzll(reach), depth - 1);
    return lines;
}

int main(int arguments, char **argument) {
    if (arguments != 2 || atoi(argument[1]) < 1) return 2;
    fill_attacks();
    printf("%llu\n", (unsigned long long)count(~(UINT64_C(1) | UINT64_C(1) << 63), 0, 63, atoi(argument[1])));
}

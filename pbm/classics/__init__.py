"""Games that people know, with the rules of OpenSpiel.

They need the extra `pbm[classics]`. Each module in `pbm/classics/games` declares one game: its
title, rules in words, options, notation, drawing, and the reasons for its results. The rules
themselves are OpenSpiel's.

Nothing here imports `pyspiel` before a game of this folder begins.
"""

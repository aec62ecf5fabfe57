"""Words of replies to an offer that neither accept nor decline it, without accents.

A phrase that ends in a star stands for any ending.
"""

CONDITIONS = """
    only if, only until, only till, only for, but only, but not, if we, if i can, as long as,
    provided, unless, on condition, nur wenn, aber nur, nur bis, aber nicht, sofern, solange,
    es sei denn, seulement si, mais seulement, mais pas, jusqu a, a condition, pourvu que, solo si,
    pero solo, pero no, solo hasta, siempre que, solo se, ma solo, ma non, solo fino, a patto,
    purche, alleen als, maar alleen, maar niet, alleen tot, mits, tylko jesli, ale tylko, ale nie,
    tylko do, pod warunkiem, so se, mas so, mas nao, so ate, desde que, только если, но только,
    только до, но не, при условии, ama sadece, sadece, sartiyla
"""
RATED = """
    rating*, beginner*, squash, crush, stronger, how strong, how good, good, level, elo, points,
    wertung*, anfanger*, wie stark, wie gut, spielstarke, debutant*, classement, niveau,
    quel niveau, principiante*, puntuacion, nivel, punteggio, livello, forte, sterk, goed,
    poczatkuj*, silny, silna, poziom, ranking, iniciante*, pontuacao, рейтинг*, новичок, новичк*,
    сильн*, puan*, acemi*, guclu, seviye
"""
"""Words of questions about an opponent's rating."""

"""Words of players who say that they have moved already, without accents."""

MOVED = """
    i moved, i ve moved, i have moved, i already moved, i ve already moved, i have already moved,
    i played, i already played, i ve already played, i have already played, i sent my move,
    i already sent, i ve already sent, i have already sent, habe gezogen, schon gezogen,
    bereits gezogen, zug geschickt, habe ich gezogen, deja joue, joue mon coup, envoye mon coup,
    ya jugue, ya movi, ya he jugado, ya he movido, ya mande, ya envie, gia giocato, gia mosso,
    gia mandato, al gezet, al gespeeld, al gestuurd, juz ruszylem, juz ruszylam, juz zagralem,
    juz zagralam, juz wyslalem, juz wyslalam, ja joguei, ja fiz, ja mandei, ja enviei, уже походил,
    уже походила, уже сходил, уже сходила, уже сделал ход, уже сделала ход, уже ходил, уже ходила,
    zaten oynadim, coktan oynadim
"""

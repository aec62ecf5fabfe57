"""Words about earlier games, without accents, in the languages of the players."""

EARLIER = """
    last game, last time, last match, last week, last month, last year, previous game, earlier game,
    other day, yesterday, years ago, weeks ago, days ago, back then,
    letzten spiel, letztes spiel, letzten partie, letzte partie, letztes mal, letzten mal, vorigen
    spiel, letzte woche, letztes jahr, fruheren spiel, gestern, damals, neulich,
    derniere partie, derniere fois, partie precedente, semaine derniere, hier, l'autre jour,
    ultima partida, ultima vez, partida anterior, semana pasada, ayer,
    ultima partita, ultima volta, partita precedente, settimana scorsa, ieri,
    vorige spel, vorige partij, laatste partij, vorige keer, laatste keer, vorige week, gisteren,
    ostatniej partii, poprzedniej partii, ostatnim razem, ostatniej grze, wczoraj,
    ultimo jogo, jogo anterior, semana passada, ontem,
    forra partiet, forra spelet, forra gangen, senaste partiet, forra veckan, igar, i gar,
    sidste parti, sidste spil, sidste gang, forrige parti, sidste uge,
    прошлой партии, прошлый раз, прошлой игре, вчера
"""

"""Phrases, without accents, with which people introduce their move: "my move is c1-a5"."""

INTRODUCING = """
    my move, my next move, my answer, my reply, i play, i'll play, i will play, i am playing,
    i move, i'll move, i go, i choose, i'll go with, i'm going with, going with, let's play,
    mein zug, mein nachster zug, ich spiele, ich ziehe, ich nehme, dann spiele ich,
    mon coup, je joue, je vais jouer, mi jugada, mi movimiento, juego, muevo, voy a jugar,
    la mia mossa, mia mossa, gioco, muovo, mijn zet, ik speel, ik zet,
    moj ruch, gram, ruszam, meu lance, minha jogada, eu jogo, jogo,
    mitt drag, jag spelar, jag drar, mit traek, mit trek, jeg spiller, mitt trekk,
    мой ход, я играю, я хожу, хожу, benim hamlem, hamlem
"""
LINKING = "is will be now the to with ist nun jetzt est es e jest teraz er ar это"
"""Words that may be between such a phrase and the move."""
ASKING = """
    should shall what why how where could would can may maybe might suppose imagine
    almost nearly fast beinahe presque casi quasi bijna prawie quase nastan neredeyse почти
"""
"""Words before such a phrase in a sentence that doesn't state a move."""

"""Words for the terms of a wished game, without accents, in the languages of the players."""

COLOURS = {
    "white": "white weiss weissen weisse weissem blanc blancs blanches blanco blancas bianco "
    "bianchi wit witte biale bialymi bialych branco brancas vit vita beyaz белые белыми белых",
    "black": "black schwarz schwarzen schwarze schwarzem noir noirs noires negro negras nero neri "
    "zwart zwarte czarne czarnymi czarnych preto pretas svart svarta siyah черные черными черных",
    "red": "red rot roten rouge rouges rojo rojas rosso rossi rood rode czerwone czerwonymi "
    "vermelho vermelhas kirmizi красные красными",
    "blue": "blue blau blauen bleu bleus azul azules blu blauw blauwe niebieskie niebieskimi "
    "azuis mavi синие синими",
}
"""Words for each color that a seat may have."""
FIRST = """
    i go first, i move first, like to go first, want to go first, like to move first,
    want to move first, let me go first, i play first, i ll go first, i start, i ll start, i begin,
    me to move first, ich fange an, ich beginne, ich ziehe zuerst, je commence, empiezo yo,
    comienzo yo, yo empiezo, comincio io, inizio io, ik begin, zaczynam ja, ja zaczynam,
    eu comeco, я начинаю, ben baslarim
"""
"""Phrases of players who want to move first."""
FIRST_AT_END = """
    i want to start, like to start, like to begin, like to be first, let me start, let me begin,
    i ll begin, ich will anfangen, mochte anfangen, mochte beginnen, gern anfangen, gern beginnen,
    gerne anfangen, gerne beginnen, voudrais commencer, veux commencer, quiero empezar,
    quisiera empezar, vorrei iniziare, vorrei cominciare, wil beginnen, graag beginnen,
    chce zaczac, chcialbym zaczac, chcialabym zaczac, quero comecar, gostaria de comecar,
    хочу начать, vill borja, garna borja, gerne begynde, vil begynde, ben baslayayim
"""
"""Phrases of players who want to move first, at the end of a clause: "I'd like to start."."""
SMALL = """
    small, smaller, smallest, little, mini, klein*, petit*, pequen*, piccol*, male*, malej, maly,
    mala, pequeno, pequena, маленьк*, kucuk*, liten, litet, lilla, lille
"""
LARGE = """
    large, larger, largest, big, bigger, biggest, huge, gross*, grand*, grande*, groot, grote,
    groter*, duz*, wieksz*, maior, больш*, buyuk*, stor, stort, stora, store
"""
BOARDS = """
    board, boards, size, brett*, spielfeld*, feld, grosse, plateau*, taille, tablero*, tamano*,
    tavolier*, scacchier*, goban, bord, veld, plansz*, rozmiar*, tabuleiro*, tamanho*, доск*,
    размер*, tahta*, brade, bradet, braet, storlek
"""
DAYS = """
    day days tag tage tagen jour jours dia dias giorno giorni dag dagen dzien dni день дня дней gun
"""
WEEKS = """
    week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzien
    tygodnie tygodni неделя недели неделю hafta
"""
PER = "per a each for every the pro je par por al a per na no на ogni elke her hamle basina jeden"
"""Words between the days and the move: "3 days for each move"."""
MOVES = """
    move moves turn zug zuge coup tour jugada jugadas movimiento turno mossa zet beurt ruch
    posuniecie lance jogada ход hamle hamlede
"""
UNRATED = """
    unrated, not rated, without rating, friendly game, ungewertet, ungewertete, ohne wertung,
    nicht gewertet, non classee, sans classement, amicale, sin puntuar, sin puntos, amistosa,
    amichevole, senza punteggio, zonder rating, vriendschappelijk, nierankingow*, towarzyska,
    amistoso, sem pontuacao, без рейтинга, товарищеск*, puansiz
"""
PRIVATE = """
    privately, private game, in private, privat, partie privee, en privado, partida privada,
    partita privata, prive, prywatn*, partida privada, приватн*
"""
OTHER_TERMS = """
    hour, hours, minute, minutes, stunde*, minute*, heure*, hora, horas, minuto*, ora, ore, uur,
    uren, minuten, godzin*, minut*, час, часа, часов, минут*, saat, dakika, handicap*, vorgabe*,
    odds, best of, time limit, blitz, bullet, rapid
"""
"""Words for terms that a wish may have, but that aren't read from it."""
PAIR = """
    two games, 2 games, one each way, both ways, each colour, each color, both colours, both colors,
    a pair, pair of games, home and away, once each, one game each, zwei partien, zwei spiele,
    2 partien, 2 spiele, hin und ruckspiel, mit beiden farben, je einmal, deux parties, 2 parties,
    aller retour, dos partidas, 2 partidas, ida y vuelta, due partite, 2 partite, andata e ritorno,
    twee partijen, twee spellen, 2 partijen, heen en terug, dwie partie, 2 partie, dois jogos,
    duas partidas, 2 jogos, ida e volta, tva partier, 2 partier, две партии, 2 партии, iki oyun
"""
"""Phrases for two games with the seats exchanged."""
LET_THEM_BEGIN = """
    he goes first, she goes first, they go first, he begins, she begins, he starts, she starts,
    let him begin, let her begin, let him start, let her start, let him go first, let her go first,
    he may begin, she may begin, he moves first, she moves first, er fangt an, sie fangt an,
    er beginnt, sie beginnt, er soll anfangen, sie soll anfangen, il commence, elle commence,
    que empiece el, que empiece ella, empieza el, empieza ella, comincia lui, comincia lei,
    hij begint, zij begint, niech zaczyna, ele comeca, ela comeca, han borjar, hon borjar,
    он начинает, она начинает, o baslasin
"""
"""Phrases that give the first move to the opponent."""

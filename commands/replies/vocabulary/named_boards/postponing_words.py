"""Words of lines that only say that moves on other boards follow later, without accents."""

LATER = """
    tomorrow later tonight soon weekend evening next week morgen spater spaeter heute abend abends
    wochenende demain tard soir ce week-end manana luego despues tarde noche domani dopo piu tardi
    stasera straks vanavond jutro pozniej wieczorem amanha depois logo imorgon senare ikvall
    imorgen senere aften завтра позже вечером
"""
OTHERS = """
    other others rest remaining second third last game games board boards move moves one ones them
    andere anderen anderes ubrigen spiel spiele brett bretter zuge zug autre autres reste partie
    parties coup coups otra otras otro otros resto partida partidas jugada jugadas altra altre
    altro altri partita partite mossa mosse rest overige zet zetten partij partijen reszta inne
    inna druga pozostale partie ruch ruchy outra outras outro outros jogo jogos jogada andra resten
    partiet dragen anden andre traek остальные другие другую ход ходы партии
"""
AROUND = """
    i i'll ill will i'm im going to do play make get go come follow handle answer think about need
    the my on and in for more time too also then sorry ps but this at a it
    ich mache spiele ziehe die das den der dann folgen kommen folgt kommt noch und am zum mach ich's
    je jouerai ferai fais joue le les la l' j'y mes suivent suivra plus viendra
    yo hare juego jugare las los lo el mis vienen manana por para
    faro gioco giochero le gli il i mie arrivano verso
    ik doe speel de het mijn volgen volgt komen ga
    zrobie zagram beda bedzie a to na
    eu faco farei jogo jogarei as os o minhas vem seguem
    jag gor spelar de den kommer mina jeg laver spiller min det
    я сделаю сыграю потом на
"""
"""Words that such lines may also have. None of them names a move, a direction or a command."""

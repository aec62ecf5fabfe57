"""Words of sentences that only tell a move: "I play f5, please", "mein Zug ist e4, danke"."""

TELLING = """
    i i'll ill play playing my move is the please pls thanks thank you hi hello ok okay sorry oh
    ich spiele mein zug ist bitte danke hallo
    je joue mon coup est s'il vous te plait svp merci bonjour
    juego mi jugada es por favor gracias hola
    gioco la mia mossa e per favore grazie ciao
    ik speel mijn zet is graag alsjeblieft alstublieft dank je wel bedankt
    eu jogo minha jogada e por favor obrigado obrigada ola
    gram moj ruch to prosze dziekuje
    jag spelar mitt drag ar tack
    я играю мой мои ход пожалуйста пожалуиста спасибо
"""
"""Words next to a move in any game, without accents."""
PLACING = """
    take go going move put to on from a point square arrow and
    nehme setze gehe ziehe auf nach von feld den das pfeil und
    vais prends mets deplace en sur de case a fleche et voy pongo tomo muevo en casilla flecha y
    vado metto muovo da in casella freccia e ga zet op naar van veld pijl
    vou coloco movo de para em casa seta ide klade z na pole strzala sip
    tar gar flyttar fran till pa pil och хожу иду ставлю с из на в стрела и
"""
"""More words, in games whose moves don't name pieces: "I'll take f5"."""
FRIENDLY = """
    cheers regards greetings good luck bye have fun hey your you turn
    viel gluck gruss grusse liebe viele dir euch beiden dran du bist tschuss servus
    a toi vous salut amities bonne chance tour amicalement
    un saludo saludos suerte abrazo te toca tu turno
    ciao saluti buona fortuna tocca te tuo turno
    succes allebei groet groeten groetjes jij bent aan de beurt
    oi abraco abracos boa sorte saudacoes tua vez
    pozdrawiam pozdrowienia powodzenia czesc twoja kolej
    lycka till halsningar hej din tur привет удачи твой ход
"""
"""Words of greetings and wishes, which are for the opponents."""
ALARM = "oh no, oh dear, oh my, ach nein, oh non, ay no, o nee, oh nein, ai nao, о нет"
"""Phrases that deny no move."""

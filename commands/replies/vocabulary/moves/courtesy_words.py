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
    я играю мои ход пожалуиста спасибо
"""
"""Words next to a move in any game, without accents."""
PLACING = """
    take go going put to on a point square nehme setze gehe auf nach feld den das
    vais prends mets en sur case a voy pongo tomo en casilla vado metto in casella
    ga op naar veld vou coloco em casa ide klade na pole tar pa хожу иду ставлю на в
"""
"""More words, in games whose moves don't name pieces: "I'll take f5"."""
ALARM = "oh no, oh dear, oh my, ach nein, oh non, ay no, o nee, oh nein, ai nao, о нет"
"""Phrases that deny no move."""

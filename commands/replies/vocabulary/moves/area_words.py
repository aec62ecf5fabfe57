"""Words of sentences that describe a move by areas of the board, without accents."""

AREAS = """
    corner corners middle center centre edge side
    ecke mitte zentrum rand seite coin milieu centre bord cote
    esquina rincon medio centro borde lado angolo mezzo bordo lato
    hoek midden centrum rand kant rog rogu srodek srodku centrum brzeg
    canto meio centro borda horn hornet mitten kant kanten
    угол углу центр центре середине край
"""
MOVING = """
    go goes move moves jump jumps hop hops put
    geht zieht springt ziehe setze va vais deplace saute joue salta muevo mueve pongo
    muove muovo sposto vado gaat speel zet springt idzie ruszam skacze vai movo salta
    gar flyttar hoppar идет ходит прыгает иду хожу
"""
THEIRS = """
    you your yours dein deine deinen ihr du ton ta votre tu vous su tuo tua
    jouw je jij twoj twoja ty teu tua seu voce din ditt du твой твоя ты ваш
"""
"""Words of sentences about the opponent's pieces."""

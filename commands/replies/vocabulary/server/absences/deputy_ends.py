"""Words of deputies who stop moving for another player, without accents.

A phrase that ends in a star stands for any ending.
"""

DEPUTIZING = """
    deputy, replace, replacing, stand in, standing in, fill in, filling in, move for, moving for,
    play for, playing for, cover for, covering for, vertret*, einspring*, ziehen fur, spielen fur,
    remplac*, suppleant*, jouer pour, sustitu*, suplente, reemplaz*, jugar por, mover por,
    sostitu*, supplente, giocare per, muovere per, vervang*, inval*, spelen voor, zetten voor,
    zastep*, grac za, substitu*, suplente, jogar por, jogar pelo, jogar pela, замен*, замещ*,
    играть за, ходить за, vekil*, yerine oyna*, ersatt*, vikarie*, spela for
"""
STOPPING = """
    no longer, any more, anymore, any longer, can t, cannot, stop, quit, end, remove me,
    take me off, step down, withdraw, nicht mehr, nicht langer, kann nicht, aufhor*, beend*,
    entbind*, ne peux plus, ne puis plus, ne peux pas, arret*, me retirer, ya no, no puedo, dejar,
    dejo, terminar, non posso, non riesco, smett*, basta, kan niet, niet meer, niet langer, stop*,
    nie moge, juz nie, zakoncz*, przestac, nao posso, nao consigo, deixar, parar, не могу,
    больше не, прекрат*, закончить, artik, olamam, oynayamam, edemem, birak*,
    kan inte, sluta, avsluta
"""

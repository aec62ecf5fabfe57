"""Words by which people resign a game, and words of similar sentences that don't resign it."""

RESIGN = """
resign, I resign, I give up, I surrender, I concede, surrender, decline, I quit, I forfeit,
you win, you won
ich gebe auf, ich gebe mich geschlagen, aufgeben
j'abandonne, je me rends
me rindo, abandono
mi arrendo, abbandono
ik geef op, ik geef het op
poddaję się
desisto, eu desisto
pes ediyorum, çekiliyorum, teslim oluyorum
сдаюсь
投了します, 参りました
"""
"""Requests to resign. Each line is in one language."""
RESIGNING = """
    i resign, i ll resign, i will resign, i m resigning, i am resigning, i want to resign, i d like
    to resign, i would like to resign, i should resign, i have to resign, i must resign, time to
    resign, let me resign, i surrender, i concede, i forfeit, i give up, i m giving up, i will give
    up, i ll give up, i quit, ich gebe auf, geb auf, gebe auf, gebe ich auf, gebe mich geschlagen,
    ich werde aufgeben, muss aufgeben, j abandonne, je me rends, je declare forfait, je jette l
    eponge, me rindo, abandono, me doy por vencido, me doy por vencida, tiro la toalla, mi arrendo,
    m arrendo, abbandono, getto la spugna, ik geef op, ik geef het op, geef me over, geef me
    gewonnen, poddaje sie, poddaje partie, desisto, me rendo, rendo me, pes ediyorum,
    cekiliyorum, teslim oluyorum, сдаюсь, сдаю партию
"""
"""Phrases of a sentence that resigns, without accents."""
RESIGNING_UNSPACED = "投了 参りました 降参 負けました"
MAX_RESIGNING_WORDS = 8
"""Maximum number of words of a sentence that resigns: "I give up on this weather forecast" """
NOT_RESIGNING = """
    myself if wenn falls si se als jesli jezeli eger если unless before bevor avant antes prima
"""
"""Words of a sentence that doesn't resign: "I resign myself to this", "if I resign"."""

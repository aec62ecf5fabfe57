"""Words by which people resign a game, and words of similar sentences that don't resign it."""

RESIGN = """
resign, I resign, I give up, I surrender, I concede, surrender, decline, I quit, I forfeit,
you win, you won, end this game, cancel this game, quit this game, I want to quit this game,
I want to end this game, I want to stop this game, I don't want to play this game any more,
I don't want to play any more, I don't want to play anymore, remove me from this game,
take me out of this game
ich gebe auf, ich gebe mich geschlagen, aufgeben,
ich will nicht mehr spielen, ich möchte nicht mehr spielen, Spiel beenden, beende das Spiel
j'abandonne, je me rends, je ne veux plus jouer, annuler la partie
me rindo, abandono, no quiero jugar más, cancelar la partida
mi arrendo, abbandono, non voglio più giocare, annullare la partita
ik geef op, ik geef het op, ik wil niet meer spelen
poddaję się, nie chcę już grać, zakończ grę
desisto, eu desisto, não quero mais jogar, cancelar o jogo
pes ediyorum, çekiliyorum, teslim oluyorum, artık oynamak istemiyorum
сдаюсь, не хочу больше играть, отмените игру
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

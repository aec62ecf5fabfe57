"""Words with which players pass, in the languages of the players. They have no accents."""

PASSING = """
    pass, passing, i pass, i'll pass, i will pass, i'd like to pass, i want to pass, i am passing,
    i'm passing, my move is pass, i'll have to pass, i have to pass, i must pass, i play pass,
    let me pass, pass move, pass my turn, i pass my turn, pass turn,
    passe, ich passe, passen, ich muss passen, ich mochte passen, ich will passen,
    je passe, je passe mon tour, je vais passer, je dois passer, passer, passer mon tour,
    paso, yo paso, paso turno, paso mi turno, paso el turno, voy a pasar, pasar, tengo que pasar,
    passo, io passo, passo il turno, passo il mio turno, devo passare, passare, vorrei passare,
    ik pas, ik moet passen, ik wil passen, ik wil graag passen,
    passo a vez, eu passo, eu passo a vez, vou passar, passar, passar a vez, passo a minha vez,
    pasuje, ja pasuje, pas z mojej strony, musze spasowac,
    passar, jag passar, jag passer, jag maste passa, passa, jeg passer, jeg melder pas, melder pas,
    jeg ma passe, пасую, я пасую, я пас, パス, パスします, パスです
"""
ALONE = "pas пас"
"""Words that mean a pass only without any others. "pas" is also the French word for "not"."""
AROUND_PASSING = """
    hi hello ok okay so well then now for here this time turn round move again too just simply only
    please thanks thank you hm hmm sorry think guess
    dann jetzt hier diesmal mal wieder nochmal auch einfach nur also bitte danke heute zug
    alors maintenant ici cette fois encore aussi simplement bon merci svp s'il te vous plait
    ahora aqui esta vez tambien pues entonces gracias por favor
    ora adesso qui questa volta allora anche quindi grazie per favore
    dan nu hier deze keer ook maar weer even dus graag aub bedankt alsjeblieft alstublieft beurt
    agora aqui desta vez entao tambem obrigado obrigada
    teraz tu tym razem wiec tez dziekuje prosze
    nu har den gang gangen denna har ocksa tack tak bare bara igen sa da
    здесь сейчас тогда пожалуйста спасибо
"""
"""Words that may accompany a pass or castling in its clause: "ok then, I pass for now"."""

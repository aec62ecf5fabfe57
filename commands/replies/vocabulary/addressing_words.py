"""Words next to the name of a player to whom a text speaks, without accents."""

GREETING = """
    hi hey hello hiya yo dear thanks thx cheers sorry haha hahaha hehe
    hallo servus moin lieber liebe danke bonjour salut coucou bonsoir cher chere merci
    hola querido querida gracias ciao caro cara grazie hoi beste bedankt
    czesc witaj drogi droga dzieki dziekuje ola oi obrigado obrigada
    привет дорогой дорогая спасибо merhaba selam sevgili tesekkurler hej tack moi terve kiitos ahoj
"""
"""Words after which a name addresses its owner, whatever follows: "Hey Bob no hurry at all"."""
BEFORE_NAMES = f"""
    {GREETING}
    sure ok okay yes yeah no nope thank bye well lol wow ouch ha oh ah so good morning evening night
    day luck game move one ja nein gut schon tschuss gruss oui non desole desolee bravo
    si perdon buenas scusa brava dag dank nee tak nie sim nao да нет evet hayir
"""
"""Words of a clause that, with a name, only addresses its owner: "Sure Ben, you first!"."""
NOT_BEFORE_NAMES = """
    to for with against from by of about than and or at on like is was are tell ask told asked
    let give block remind poke nudge challenge play playing played beat beating beats meet met
    invite replace know see saw against versus vs
    zu fur mit gegen von uber als und oder wie ist war an bei sag frag
    a pour avec contre de sur que et ou comme est etait chez dis demande
    para con contra sobre y o como es era dile pregunta
    per con contro di su e o come era da dici
    naar voor met tegen van over dan en of als is was bij
    do dla z przeciw od o niz i lub jak jest byl
    para com contra de sobre e ou como
    к для с против от о и или как у
    ile icin karsi ve veya gibi
"""
"""Words after which a name at the end of a clause addresses nobody: "I'm playing Ben"."""
WISHING = """
    have enjoy happy take get keep stay hope good great nice lovely best viel viele alles gute guten
    schone schonen bonne bon bonnes joyeux joyeuse passe que buen buena buenas feliz disfruta buon
    buona buone goditi veel fijne prettige geniet milego milej udanego boa bom otimo aproveita
    хорошего удачи приятного iyi kolay mutlu
"""
"""First words of wishes, which address their reader: "Have a great trip Ben"."""
OURS = "our us we unser wir uns nous notre nos nosotros nuestra nuestro"
"""Words for both players. A question with one of them may be about the other player."""
I_MOVE = """
    move moved play played take takes took put place go jump ziehe zieh setze stelle nehme schlage
    spiele springe joue deplace prends pose place saute juego muevo pongo tomo como coloco salto
    gioco muovo metto prendo salto speel zet sla neem leg gram ruszam biore klade stawiam skacze
    jogo movo ponho tomo coloco pulo хожу играю беру ставлю oynuyorum oynarim aliyorum
"""
"""Verbs of sentences that may tell a move in words."""
PROMISES = """
    i ll move tomorrow, i will move tomorrow, i ll move later, i will move later, i ll move tonight,
    i will move tonight, i ll move soon, i ll play tomorrow, i ll reply tomorrow,
    ich ziehe morgen, morgen ziehe ich, ich ziehe spater, ich ziehe heute abend, versprochen,
    je joue demain, je jouerai demain, je joue ce soir, c est promis, promis, juego manana,
    jugare manana, muevo manana, lo prometo, prometido, gioco domani, muovo domani, giochero domani,
    lo prometto, promesso, ik zet morgen, ik speel morgen, beloofd, jutro zagram, ruszam sie jutro,
    zagram jutro, obiecuje, jogo amanha, vou jogar amanha, prometo, похожу завтра, завтра похожу,
    схожу завтра, обещаю, yarin oynarim, yarin oynayacagim, soz
"""
"""Phrases of players who promise to move later."""

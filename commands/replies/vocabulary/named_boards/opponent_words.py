"""Words with which people name a board by its opponent, without accents: "against Carol"."""

AGAINST = "against versus vs gegen contre contra contro tegen przeciw przeciwko против karsi karsı"
"""Words between a board, or nothing, and the opponent."""
WITH = "with w mit avec con met com z ze с со ile"
"""Words between a board and the opponent. Without a board, they begin a clause: "with Carol e1-g5".
"""
OF = "of von vom de d di van do da del"
"""Words between a board and the opponent: "la partida de Carol"."""
FOR = "for to fur an pour a para per voor aan dla para для"
"""Words before the opponent at the beginning of a clause: "for Carol: c1-g3"."""
FOR_BEHIND = "for fur pour para per voor dla для"
"""Words before the opponent behind a move: "c1-g3 for Carol"."""
MOVE = "move zug coup jugada movimiento mossa zet ruch lance jogada hamle ход"
"""Words before WITH: "my move with Carol is c1-g3"."""
IN = "in im at on bei en dans nel nella no na w в op sur sul bij em auf"
"""Words between the opponent and the name of a game: "against Bob in trailblazer"."""
BEHIND = "karsi karsı ile"
"""Words that follow the opponent."""
INFLECTING = "przeciw przeciwko z ze dla против с со для"
"""Words behind which a name may have an ending: "przeciwko Bobowi"."""
ENDINGS = "owi iem em ie a u y s"
BESIDE_NAMES = """
    the my our der die das den dem meiner mein le la mon ma el il lo o a os het mijn mr mrs
    player spieler joueur jugador giocatore speler jogador gracz graczowi игрока my friend
"""
"""Words between AGAINST and the name of the opponent."""
CONDITIONS = """
    if whether unless should suppose imagine wish hope when once wenn falls sobald sofern ob si se
    cuando quand quando als wanneer jesli jezeli gdyby kiedy eger если когда бы
"""
"""Words of a line that leaves a move or a resignation open: "If I lose that, I resign"."""
ORDERS = """
    could can would will may please pls plz kannst konntest konnen konnten wurdest wurden bitte
    peux pouvez pourrais pourriez svp plait puedes puede podrias podria favor puoi potresti puo
    potrebbe kun kunt zou wil alsjeblieft mozesz moglbys moglabys prosze pode podes poderia
    можешь можете можно пожалуйста misin lutfen draw remis nulle tablas patta remise empate ничья
    tie
"""
"""Words of a question that asks for something: "Could you play e1-g5 against Carol?"."""
NOBODY = """
    me you him her it us them this that these those a an each everyone anybody mich dich ihn sie es
    uns euch ein eine moi toi lui elle vous nous un une ti usted nosotros uno una te noi voi jou
    hem haar ons een mnie ciebie niego niej mim voce ele ela меня тебя него неё вас white black
"""
"""Words behind AGAINST that name no player of another board."""
OFFERING = "offer offering biete propose ofrezco offro bied proponuje ofereco предлагаю"
"""Words before the opponent and DRAW: "I offer Carol a draw"."""
OFFERED = "ao"
"""Words between DRAW and the opponent, in addition to FOR."""
BEFORE_DRAW = "a the ein une un um uma una la een"
DRAW = "draw tie remis nulle tablas patta remise empate ничью"
PLAYED = """
    i i'm im am is that which we play playing played have ich ich's spiele habe laufende je j'ai
    joue que tengo juego che gioco ho die ik speel que jogo tenho gram mam мою
"""
"""Words between a board and AGAINST: "the game I'm playing against Carol"."""
TELLING = """
    pls plz kindly would could can will shall may let let's lets us you just now today need want
    like have do make made try next my as answer respond reply with this that for it be it's
    also too well then hence ok here respond same on please say choose
    kannst konntest konnen konnten wurde wurden werde will mochte gerne gern jetzt heute mal noch
    auch dort nun dann wir lass mach mache machen bitte setze zieh spiel spielen ziehen als zug
    antworte nachster nachsten zuges
    peux pouvez pourrais veux voudrais vais maintenant aujourd'hui aussi alors jouer jouez joues
    ferai fais faire reponds prochain mien svp stp bien ensuite moi
    puedes puede podrias quiero quisiera voy ahora hoy tambien entonces jugar juega mueve mover
    respondo hago proximo movimiento por haz pon favor
    puoi puo potresti voglio vorrei adesso ora oggi anche allora giocare gioca muovi muovere
    rispondo faccio prossima per fai metti favore
    kun kunt wil zou nu vandaag ook dan spelen speel zetten zet doe antwoord volgende graag
    alsjeblieft
    moge chce chcialbym chcialabym teraz dzisiaj tez takze wtedy zagrac zagraj gram zagram rusz
    odpowiadam prosze moim ruchem bedzie jest nastepny
    pode poderia quero queria vou agora hoje tambem entao jogar jogue joga mover mova respondo
    faco proximo
    я хожу играю пойду сыграй сыграйте сыграю мой ход пожалуйста теперь также тоже сделай сделайте
    хочу прошу ответ
    lutfen oyna oynuyorum oynarim hamle hamlem simdi istiyorum de da ben
"""
"""Words around a move on the board of an opponent, in addition to those of dictated moves."""

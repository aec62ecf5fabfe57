"""Words for another board than the one replied to, without accents, in the players' languages."""

OTHERS = """
    other second third andere anderen anderem anderes zweite zweiten dritte dritten autre deuxieme
    seconde troisieme otra otro segunda segundo tercera tercero altra altro seconda secondo terza
    tweede derde inna inny innej innym drugi druga drugiej drugim outra outro diger obur ikinci
    другая другой другую вторая второй вторую третья третьей третью
    autres otras otros altre altri outras outros inne innych pozostale pozostalych другие других
    остальные остальных annan annat andra anden tredje
"""
"""Words such as "other" in "on the other board"."""
BEFORE_OTHERS = """
    the my our in on at for der die das den dem im am meine meinem meinen auf le la l ma mon dans
    sur el lo mi en il nel nella nell sul sulla a o na no minha meu de het mijn op w moja mojej в
    на моя моей les mes las los mis le gli miei mie as os minhas meus moje мои
    i den det pa mitt min
"""
"""Words before OTHERS: "the other game", but not "another game" or "otra partida"."""
BOARDS = """
    two three zwei drei deux trois dos tres due tre twee drie dwie trzy dwoch trzech dois duas две
    три двух трех
    one ones board boards game games match matches table tables brett bretter brettern spiel spiele
    spielen partie
    partien tisch plateau plateaux jeu jeux parties tablero tableros partida partidas juego juegos
    mesa scacchiera scacchiere partita partite gioco giochi tabuleiro tabuleiros jogo jogos bord
    borden spel spellen partij partijen plansza planszy plansze gra grze gry partii tahta tahtada
    oyun oyunda доска доске доску партия партии партию игра игре игры
"""
BOTH = """
    both beide beiden deux ambos ambas entrambe entrambi obie obu oba обеих обе обоих
"""
BEFORE_BOTH = """
    for on in at fur auf in bei pour sur les dans para en per su nelle voor op dla na w для на в
"""
TWO = "two zwei beiden deux dos due twee dwie dwa dwoch dois duas iki две два двух"
THREE = "three drei trois tres tre drie trzy trzech три трех"
FIRST = (
    "first ersten premiers premieres primeros primeras primi prime eerste pierwsze primeiros "
    "первые forsta forste"
)
ALL = """
    all alle allen tous toutes todos todas tutti tutte wszystkie wszystkich все всех hepsi
"""
OF_ALL = """
    of my the other meine meinen mes les mis las los le mie miei mijn moje moich minhas meus os as
    мои моих de der den
"""
"""Words between ALL and ALL_BOARDS: "all of my games"."""
ALL_BOARDS = """
    them three four five boards games matches partien spiele bretter spielen drei vier trois quatre
    parties jeux tableros partidas juegos tres tre partite giochi drie partijen spellen borden trzy
    gry partie jogos tabuleiros три партии партиях игры играх
"""
"""Words that make it clear that boards are meant: "all of them", "all three games"."""
LAST = (
    "last letzte letzten letzter dernier derniere ultima ultimo laatste ostatnia sonuncu последняя"
)
EVERYWHERE = "everywhere uberall partout ovunque overal wszedzie везде"
HERE = """
    here hier ici aqui qui tutaj burada здесь тут celui-ci celle-ci questa questo deze dit dieses
    diesem
"""
HERE_PHRASES = """
    this one, this board, this game, on this, en este tablero, en este, en esta, dans celle-ci,
    auf diesem brett, auf diesem, in dieser partie, in questa, in deze, op dit bord, w tej, neste,
    nesta
"""
"""Words for the board of the email, next to another board."""
SAME = """
    same ditto likewise gleich gleiche gleichen dasselbe derselbe idem pareil pareille meme mismo
    misma igual stesso stessa uguale hetzelfde zelfde samo mesma mesmo ayni aynisi то же
    тоже самое такой
"""
"""Words that stand for the move on another board: "102 same please"."""
BESIDE_SAME = """
    the move moves again here there too also over for on in at and as please play i do make zug auch
    ebenso der das den bitte und im auf coup aussi chose le la y pareillement jugada tambien lo hago
    juego
    mossa anche faccio zet ook doe to ruch tez jogada tambem lance hamle ход и на
"""
COURTESY = """
    thanks thank you thx ta cheers danke dank dir merci gracias grazie bedankt dzieki dziekuje
    obrigado obrigada tesekkurler sagol спасибо svp stp favor por prego alsjeblieft prosze lutfen
    пожалуйста pls plz
"""
"""Words that may also accompany SAME."""
WRONG = """
    wrong mistaken falsche falschen falsches verkehrte mauvais mauvaise trompe equivocado equivocada
    sbagliata sbagliato verkeerde verkeerd zla zly niewlasciwy errado errada yanlis ошибся
"""
"""Words of a text that only says that the email was about another board."""
SERVER = "pbm"
"""Names by which a line addresses the server wherever they occur."""
CALLED_SERVER = "server serveur servidor serwer сервер sunucu"
"""Words for the server that also occur in chat."""
BEFORE_SERVER = "the der dem den le au el al il lo de o ao"
"""Words before CALLED_SERVER: "can the server ..."."""
MYSELF = """
    i me ich mir mich je j moi m yo me mi quiero puedo io mi voglio vorrei posso ik mij eu me quero
    gostaria ja mnie mi chce chcialbym chcialabym я мне меня bana beni please bitte
"""
"""Words of a line by which its writer asks for something: "I'd like to leave"."""
TELLING = """
    tell wish sag sage wünsch dis dites souhaite dile diles di digli auguri zeg wens powiedz życz
    diga deseje скажи передай söyle
"""
ON = "on auf in sur en su op na em на"
ME = "me us mir uns moi nous mi mij nam mnie мне нам bana"
"""Words of a line that gives chat for the opponent: "Tell Bob on 102 happy birthday"."""
THANKS = """
    thanks thank thx ta cheers danke dank vielen merci gracias grazie bedankt dzieki dziekuje
    obrigado obrigada tesekkurler sagol спасибо
"""
"""First words of replies that only thank the server."""

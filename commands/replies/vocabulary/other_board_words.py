"""Words for another board than the one replied to, without accents, in the players' languages."""

OTHERS = """
    other second third andere anderen anderem anderes zweite zweiten dritte dritten autre deuxieme
    seconde troisieme otra otro segunda segundo tercera tercero altra altro seconda secondo terza
    tweede derde inna inny innej innym drugi druga drugiej drugim outra outro diger obur ikinci
    другая другой другую вторая второй вторую третья третьей третью
"""
"""Words such as "other" in "on the other board"."""
BEFORE_OTHERS = """
    the my our in on at for der die das den dem im am meine meinem meinen auf le la l ma mon dans
    sur el lo mi en il nel nella nell sul sulla a o na no minha meu de het mijn op w moja mojej в
    на моя моей
"""
"""Words before OTHERS: "the other game", but not "another game" or "otra partida"."""
BOARDS = """
    one ones board boards game games match matches table tables brett bretter spiel spiele partie
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

"""Words of sentences in which a square is a place outside the game, without accents."""

NUMBERED_PLACES = """
    gate seat platform room exit route motorway motorways highway terminal flat apartment bus tram
    locker vitamin audi paper
    zimmer raum gleis ausfahrt autobahn bahnsteig flugsteig sitzplatz sitz buslinie halle
    sortie salle quai porte chambre autoroute siege
    sala puerta asiento salida habitacion anden autopista
    uscita stanza camera binario autostrada posto
    poort kamer perron afrit stoel snelweg
    peron pokoj wyjscie brama autostrada autostrade
    portao saida quarto assento plataforma
    utgang rum plats spor udgang vaerelse motorvej perrong sæde
    выход комната платформа
"""
"""Nouns before a letter and a number that name no square: "gate D5"."""
NUMBERED_ROWS = "row rows rang reihe reihen fila rij rzad rad raekke række queue stand"
"""Nouns that may also be about a board. They name a place only with a verb of PAST."""
PAST = """
    was were went sat climbed got had met saw waited stood ran walked lived parked stayed
    war waren ging gingen sass sassen stand kletterte bin hatte
    etais etait etions suis sommes alle avons avait
    estaba estuve fui estuvimos fuimos era ero eravamo sono stato stati
    ging gingen zat zaten stond waren bylem bylam bylismy byłem byłam poszedłem poszlam siedziałem
    estava fui estive estavamos
    gick satt stod var akte klattrade gik sad klatrede stod var
    был была были
"""
"""Verbs with which people tell where they were."""
PLACES = """
    climb* boulder* gym gyms hall halls cinema* theatre* theater* airport* station* school* office*
    hospital* museum* concert* train* plane* stadium* motorway* hotel* parking* metro subway
    klatre* kletter* klattr* kino* halle hallen flughafen* bahnhof* schule* buro* stadion*
    escalad* gare aeroport* ecole* bureau hopital stade cine teatro* aeropuerto* estacion*
    escuela* oficina* arrampicat* stazione aeroporto* scuola* ufficio* klim* bioscoop* vliegveld*
    lotnisk* dworz* wspin* stacj* szkol* escol* escritorio*
    biograf* flygplats* lufthavn* skola* skole* kontor* аэропорт* вокзал* кино*
"""
"""Beginnings of words for places outside the game."""
BEFORE_PLACES = """
    at to in on from by near up as til till pa i fra fran ved
    zu nach bis auf im am an aus von
    a au aux en dans vers jusqu'a hasta al del sul sulla alla da fino
    naar bij op tot in do na w przy ate no na em de
    до на в у
"""
"""Prepositions before the name of a place."""
ABOUT_GAME = """
    play plays played playing move moves moved stone stones board game turn square place placing
    spiel spiele spielte zug brett stein feld setze
    jouer joue coup plateau pierre jugar jugada tablero piedra mossa pedina scacchiera tavoliere
    zet spel bord steen steek ruch plansza kamien stawiam jogar jogada tabuleiro pedra
    spelar spela drag bradet sten spiller spille traek træk braet bræt lægger laegger saetter sætter
    placerer ход хожу доска камень
"""
"""Words of playing. With one of them, a square is never taken for another place."""

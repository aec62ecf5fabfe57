"""Words of moves that people write, and as which phones write dictated moves, in their languages.

Words of dictated moves are in lower case without accents. One word can have several meanings: "to"
is also 2.
"""

FROM = "from|von|de|da|desde|van|fra|från|z|\u0441|\u0438\u0437"
TO = "to|nach|auf|vers|à|a|naar|til|till|do|na|ha|\u043d\u0430|\u0434\u043e"
TAKES = (
    "takes|take|captures|capture|x|\u00d7|schlägt|schlaegt|prend|toma|come|captura|prende|mangia"
    "|slaat|bije|tar|slår|берёт|берет|бьёт|бьет"
)
PROMOTES = "=|promotes to|promoting to|becomes|wird"
"""Words between the parts of a written move, as alternatives of a pattern."""
LOOKALIKES = str.maketrans("асеорхукмтвніАСЕОРХУКМТВНІ", "aceopxykmtbhiACEOPXYKMTBHI")
"""Cyrillic letters that look like Latin ones."""
COLOR_INITIALS = "BWSNZVHPCR"
"""The initials of the colors of pieces: black, white, schwarz, svart, noir, negro, zwart,
vit, hvid, preto, czarny, red.
"""
LETTERS = {
    "a": "a а aa ay eh ah hey aye alpha alfa anton anna anatole エー エイ",
    "b": "b be bee bea bi bravo berta bernardo bologna bertha ビー бэ бе",
    "c": """
        c see sea zee ce ci se ze zeh si cee che charlie casar caesar como cornelis с
        цэ це c'est シー
    """,
    "d": "d dee de di da delta dora david daniel domodossola dirk ディー デー дэ де",
    "e": "e е ee he echo emil eugene empoli edward イー",
    "f": "f ef eff effe efe eph foxtrot friedrich francois firenze ferdinand エフ эф",
    "g": "g gie gee geh ge gi gay jee golf gustav gaston genova gerard j'ai ジー гэ",
    "h": """
        h ha ho ache hache acca aitch haitch age asch hotel heinrich henri
        hendrik аш ха エイチ エッチ
    """,
    "i": "i eye ih india ida irma imola isaac アイ",
    "j": "j jot jod jay jota juliett juliet julius joseph johan ジェー ジェイ йот",
    "k": "k kay ka cappa kilo kaufmann karel ケー ケイ ка",
    "l": "l el ell elle lima ludwig louis livorno lodewijk エル эль эл",
    "m": "m em emm emme mike martha marie milano maria エム эм",
}
"""The spoken names of the columns: their sounds, and the words of spelling alphabets."""

NUMBERS = {
    0: "zero null zero nul o oh",
    1: "one won ett eins ein eine un une uno una een um uma jeden bir ichi l i いち イチ 一 один",
    2: "two tva to too tu zwei zwo deux dos due twee dois duas dwa iki ni に ニ 二 два",
    3: "three tree free drei trois tres tre drie tros trzy uc san さん サン 三 три",
    4: """
        four for fore fyra fire vier quatre cuatro quattro quatro cztery dort четыре
        yon し よん ヨン 四
    """,
    5: "five fem fife funf fuenf cinq cinco cinque vijf piec bes go s ご ゴ 五 пять",
    6: "six sex seks sechs seis sei zes szesc alti roku ろく ロク 六 шесть",
    7: "seven sju syv sieben sept siete sette zeven sete siedem yedi nana なな ナナ しち 七 семь",
    8: "eight ate atta otte acht huit ocho otto oito osiem sekiz hachi はち ハチ 八 восемь",
    9: "nine nio niner neun neuf nueve nove negen dziewiec dokuz kyu きゅう 九 девять",
    10: "ten tio zehn dix diez dieci tien dez dziesiec on じゅう 十",
    11: "eleven elf onze once undici onbir",
    12: "twelve zwolf zwoelf douze doce dodici twaalf doze",
    13: "thirteen dreizehn treize trece tredici dertien treze",
}
"""Numbers, with other words that sound like them, and letters that look like them."""

BETWEEN = """
    to too two tu 2 into onto from goes go moves takes take captures x by on at till until then
    von nach auf zu in schlagt bis der de du des a au vers sur prend en al hasta hacia desde toma
    come da su per il la verso prende naar van op het slaat para por ate do na ze z bije dan den
    ten tan e ye ya over and put it aus geht va lo paso pra gaat
    which that who stands sits is was steht stehe stelle setze und ihn est et mets le esta y pongo
    metto sta staat en zet stoi i stawiam go eu coloco o olan duran koyuyorum gidiyor стоит и ставлю
    его идет hop hops jumps
    с со из на в к до から へ に まで の を
    shoot shooting shot arrow fire pfeil fleche flecha freccia pijl strzala pil amazon queen
    period point punkt dot punto comma dash minus hyphen komma strich virgule tiret coma guion
    virgola trattino streepje
"""
"""Words that may be between the parts of a dictated move."""

PLAYING = """
    play playing move moving take taking put go going choose pick spiele ziehe nehme gehe setze
    joue prends mets vais juego muevo pongo tomo gioco muovo metto prendo vado speel zet neem ga
    gram ruszam ide jogo movo coloco oynuyorum играю хожу иду ставлю
"""
"""Verbs with which people say where they move."""

PLACING = """
    place placing point intersection square position put please
    setze lege punkt schnittpunkt feld place pose point intersection case coloco pongo punto
    interseccion casilla metto intersezione casella plaats leg punt pole punkt ponto casa
"""
"""Words with which people say on which point of the board they put a stone."""
BESIDE_POINTS = "at me is it possible need auf dem am sur sobre sul"
"""More words of sentences with a point."""

PIECES = """
    knight night knights nights horse piece springer pferd cavalier caballo cavallo paard cavalo
    skoczek skoczkiem konik at atim конь конем лошадь ナイト
"""
"""Names of pieces, with a word that sounds like one."""

STONES = """
    black black's white white's stone stones disc disk piece marker counter tile
    schwarz schwarzer schwarzen weiss weisser weissen stein spielstein
    noir noire blanc blanche pierre pion jeton negro negra negras blanco blanca blancas piedra ficha
    nero nera bianco bianca pietra pedina zwart zwarte wit witte steen schijf
    preto preta branco branca pedra peca czarny czarne biały białe kamien kamień pionek
    svart svarta vit vita sten brick sort hvid brik черные белые камень черный белый 黒 白 石
"""
"""Names of stones and their colors, which people put before a square: "black at d5"."""

AROUND = """
    i i'd i'll i'm im would like want my the a move moves play plays playing go going please thanks
    thank you with ok okay so hi hello in there one step way square field direction
    im dort feld schritt gehe richtung dans case alla casella casilla vakje pole casa
    ich ziehe spiele mochte den mit meinem mein bitte danke zug
    je j'ai joue deplace le la mon coup merci s'il te plait vous
    yo mi juego muevo el jugada gracias favor porfa
    io gioco muovo il mio mossa grazie
    ik speel zet mijn dank je wel alstublieft alsjeblieft graag aub
    eu jogo movo meu lance obrigado obrigada
    gram ruszam moj ruch prosze dziekuje
    oynuyorum benim hamle lutfen tesekkurler
    пожалуйста спасибо
    で に を は 動かします 動かす 指します です します お願いします よろしく
    period point punkt dot punto ponto exclamation mark full stop new line
"""
"""Words that may accompany a dictated move on a line with no other content."""
AROUND_HELD = """
    me think believe guess suppose d m ll best kind regards wishes cheers bye
    glaube denke meine gruss grusse viele beste liebe freundliche
    crois pense cordialement salutations creo pienso saludos un saludo credo penso saluti
    denk groet groeten mysle pozdrawiam pozdrowienia acho abraco abracos думаю приветом
"""
"""More words of a text that has nothing but a move and courtesies."""

ORDINARY = """
    a i o oh l s he ay eh ah hey aye be bee see sea che como di de da si el e ha age gay j'ai c'est
    one won ein un une uno una um to too tu two for fore free tree ate on once go des due
"""
"""Words that are common in ordinary sentences. A move needs at least one other word."""

UNCLEAR_NUMBERS = """
    to too tu i l o oh for fore on go s won one free ein eine un une uno una um en ett des due ni
    to fire ate
"""
"""Words for numbers that are something else in most lines of two or three words."""

DIRECTIONS = {
    "right": """
        right rightwards rechts droite derecha destra direita rechtsaf prawo saga направо
        вправо 右
    """,
    "left": """
        left leftwards links gauche izquierda sinistra esquerda linksaf lewo sola налево
        влево 左
    """,
    "up": """
        up upwards hoch oben rauf haut arriba su alto cima omhoog boven gora gore yukari вверх
        наверх 上
    """,
    "down": """
        down downwards runter unten bas abajo giu basso baixo omlaag beneden dol asagi вниз 下
    """,
}
"""Directions, which are moves in some games."""
AGAIN = """
    again another step steps cell cells square squares row rows column columns
    wieder nochmal nochmals noch einen schritte feld felder reihe reihen spalte spalten
    encore case cases rang colonne otra casilla casillas pasos fila columna
    ancora casella caselle passi riga colonna nogmaals weer opnieuw vakje vakjes stappen rij kolom
    znowu jeszcze pole pola rzad kolumna novamente outra casa casas passos linha coluna
    tekrar yine kare adim снова опять еще клетка клетку клетки
"""
"""Words without accents next to a direction that is a move: "right again", "two cells up"."""
AROUND_STEPS = """
    then now also first next and more once
    einmal weiter dann jetzt auch mal puis maintenant aussi fois vez luego ahora tambien
    poi adesso anche volta nog eens raz w potem teraz depois agora tambem sonra simdi
    потом теперь
"""
"""More words without accents that may accompany directions."""
PLACES = "en in auf em op su sur pa vers hacia the on field case at"
"""More words between a piece and its target, without accents."""
BEFORE_SQUARES = """
    up out over across down back straight nice good
    hm hmm hmmm ah oh uh um well maybe perhaps just let's lets let us try now then and but so also
    yes no not again really still here
    raus heraus ruber zuruck hoch runter rein hinaus sofort
    vielleicht dann jetzt also und aber noch doch nun ja nein mal
    peut-etre alors donc maintenant et mais oui quiza quizas tal vez entonces pues ahora y pero
    forse allora quindi adesso ma misschien dan nu maar dus moze wiec teraz ale talvez entao agora
    mas kanske sa men maske og och
"""
"""Words without accents before a square that don't name a piece: "then maybe c4"."""
NO_COORDINATES = "b4 g2g f2f b2b e2e c2c a4 a3 a5 3d 2d 4d 5g 4g 2b 5/5 1/2 1:1"
"""Abbreviations, paper sizes and other texts that look like coordinates."""

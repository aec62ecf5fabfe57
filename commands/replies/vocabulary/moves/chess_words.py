"""Letters and words of chess players in the languages of the players."""

LETTERS = {
    "K": "K R",
    "Q": "D H",
    "R": "T W",
    "B": "L F A G",
    "N": "S C P",
}
"""The letters of each piece in algebraic notation: German, French, Spanish, Italian, Dutch,
Portuguese, Polish, Swedish and Danish.
"""
CYRILLIC_LETTERS = {"Кр": "K", "Ф": "Q", "Л": "R", "С": "B", "К": "N"}
"""The letters of pieces in Russian. Some look like Latin letters of other pieces."""
CYRILLIC_PIECES = "[Кк]р|[КкЛлФфС]"
"""A pattern of these letters. "с" is left out because it may be a file."""
CYRILLIC_FILES = "асе"
CYRILLIC_TAKES = "х"
FIGURES = {"K": "♔♚", "Q": "♕♛", "R": "♖♜", "B": "♗♝", "N": "♘♞", "": "♙♟\ufe0e\ufe0f"}
"""The pictures of pieces, by their letters, and the signs that choose between two forms of them."""
CASTLING = """
    castle castles castling rochade rochiere rochieren rocher roque roquer enroque enroco enrocar
    arrocco arroccare rokade rokeer rokeren roszada roszade roszuje rockad rockaden rockerar
    rokaden rokerer рокировка рокировку рокируюсь
"""
"""Words for castling, without accents."""
SHORT = """
    short small kingside king's king side kings kurz kurze klein kleine petit petite court courte
    corto corta chico pequeno pequena menor piccolo kort korte mala mały krotka krotko krotkie kort
    korta lilla lille короткая короткую
"""
LONG = """
    long big large queenside queen's queens queen side lang lange gross grosse grand grande largo
    larga longue lungo lunga groot grote maior longo longa dluga długa długą długo duza dlugo dlugie
    lang langa
    stora store длинная длинную
"""
AROUND_CASTLING = """
    i i'll i'd like to want my the a on please thanks and of do will now then move ok so
    ich mache die der mochte bitte jetzt zug je fais le la un s'il vous te plait svp
    yo hago el mi por favor io faccio il lo per favore ik doe de graag alstublieft ga eu faco o
    na ze strone robie prosze jag gor en tack jag gir jeg laver en tak vil
"""
"""Words that may accompany castling on a line with no other content."""
PIECE_NAMES = {
    "king": "konig koenig roi rey koning rei krol kung konge",
    "rook": "turm tour torre toren wieza torn tarn tower ladja",
    "bishop": "laufer laeufer fou alfil alfiere loper bispo goniec lopare løber",
    "gold": "oro ouro goud złoto złoty złota guld guldgeneral goldgeneral goldener",
    "silver": "silber silbergeneral silberner argent plata argento prata zilver srebro sølv",
    "knight": "springer pferd cavalier caballo cavallo paard cavalo skoczek springare hast hest",
    "lance": "lanze lanza lancia lans lanca lansa kopia lanser",
    "pawn": "bauer fussganger pion peon pedone peao pionek bonde",
}
"""The names of pieces in other languages, without accents, by the names that games read."""
SOUNDS = {
    "night": "knight",
    "nights": "knight",
    "nite": "knight",
    "pond": "pawn",
    "prawn": "pawn",
    "porn": "pawn",
    "brook": "rook",
    "ruck": "rook",
}
"""Words that phones write for the names of pieces."""

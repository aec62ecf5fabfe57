"""Words next to the number of a board, in the languages of the players."""

BOARD_WORDS = """
    board game match table brett spiel partie tisch plateau échiquier jeu tablero partida juego
    mesa scacchiera partita gioco tabuleiro jogo bord spel partij plansza planszy planszę gra grę
    gry partia partii partię доска доске доски доску партия партии партию игра игре игры игру
    盤 盤面 ボード 対局 局
"""
NUMBER_WORDS = "no nr num number n nummer numéro número numero номер"
"""Words that may be between a word such as "board" and the number."""
FILLERS = """
    s b bd brd i mean on in at to goes for of the this that it is was my your move moves play please
    für auf an am bei im zu das ist mein zug bitte pour sur dans à le la c est mon coup jouer
    en el es mi jugada para per su sulla sul nella nel il è mia mossa na em o é meu lance jogada
    voor op het de mijn zet dla w do mój ruch to на в к для это мой ход の で は です に へ
"""
"""Words that may accompany a board's number on a line with no other content.

Example: "this is my move on board 241".
"""

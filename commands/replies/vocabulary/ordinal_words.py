"""Ordinals, which stand for boards and for the lines of a list."""

ORDINALS = (
    """
    first 1st erste erster erstes ersten premier premiere première primer primera primero primo
    prima eerste pierwszy pierwsza pierwszej primeiro primeira birinci första forsta første forste
    первая первый первой
    """,
    """
    second 2nd zweite zweiter zweites zweiten deuxieme deuxième seconde segunda segundo secondo
    seconda tweede drugi druga drugiej ikinci andra anden andre вторая второй
    """,
    """
    third 3rd dritte dritter drittes dritten troisieme troisième tercer tercera tercero terzo terza
    derde trzeci trzecia trzeciej terceiro terceira üçüncü ucuncu tredje третья третий третьей
    """,
    """
    fourth 4th vierte vierter viertes vierten quatrieme quatrième cuarta cuarto quarto quarta
    vierde czwarty czwarta czwartej dördüncü dorduncu fjärde fjarde fjerde четвёртая
    четвертая четвёртый
    """,
)
"""The words for first, second, third and fourth."""

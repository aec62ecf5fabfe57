"""Words of greetings, in the languages of the players.

Hyphens join the words of a greeting.
"""

GREETINGS = """
    hi hey hello hallo hiya howdy greetings dear good-morning good-afternoon good-evening
    moin servus grüß grüss gruss lieber liebe liebes guten sehr-geehrte sehr-geehrter
    bonjour bonsoir salut coucou cher chère chere hola buenas buenos querido querida estimado
    estimada ciao buongiorno buonasera salve caro cara gentile olá ola oi bom-dia boa-tarde
    boa-noite prezado prezada beste hoi dag goedemorgen goedemiddag goedenavond hej hejsan
    tjena kära bästa kære kjære heisann hei moi terve hyvä cześć czesc witaj witam drogi droga
    szanowny szanowna dzień-dobry ahoj dobrý-den čau zdravím milý milá vážený szia sziasztok
    kedves üdv bună buna salutare dragă merhaba selam sevgili sayın привет здравствуй
    здравствуйте добрый доброе уважаемый уважаемая дорогой дорогая привіт вітаю шановний шалом
    γεια γειά καλημέρα καλησπέρα αγαπητέ שלום היי مرحبا السلام أهلا xin-chào chào halo hai
    selamat sayang namaste
"""
UNSPACED_GREETINGS = (
    "你好",
    "您好",
    "大家好",
    "早上好",
    "こんにちは",
    "こんばんは",
    "お疲れ",
    "안녕",
)
"""Greetings in languages without spaces between words."""

"""Words by which a text seems to be for the opponents or for the server, in many languages."""

FRIENDLY = """
    cheers luck lucky excuse forgive fun enjoy hello hi hey dear sorry apologies congrats
    congratulations love
    regards greetings happy merry gg gl hf glhf lol haha hahaha hehe wow ouch oops nice lovely
    brilliant bravo played weekend weather thanks thank thx ty bye
    danke dank glück glueck gruß gruss grüße gruesse hallo liebe lieber servus tschüss leid
    entschuldigung glückwunsch schönen schöne schönes viel prima
    merci bonne bon bonjour salut chance désolé désolée amitiés bises félicitations
    gracias suerte hola saludos perdón enhorabuena felicidades abrazo besos buenas buenos
    grazie ciao fortuna saluti scusa scusate complimenti auguri buona buon buono
    obrigado obrigada sorte olá abraço abraços desculpa desculpe boa bom
    bedankt dankjewel succes groet groeten groetjes plezier leuk leuke fijne gefeliciteerd
    dziękuję dzięki powodzenia cześć pozdrawiam pozdrowienia przepraszam wybacz sorki miłego miłej
    спасибо удачи привет извини извините простите молодец
    tack hej lycka hälsningar trevlig grattis förlåt takk tak hilsen kiitos
    teşekkürler sağol selam merhaba şans şanslar kolay gelsin görüşürüz
"""
UNSPACED_FRIENDLY = (
    "ありがと",
    "よろしく",
    "お願い",
    "こんにち",
    "すみません",
    "おめでと",
    "お疲れ",
)
"""Words that people write to each other, but hardly to a server."""
ASKING = """
    what when where which why how can could may must do does did is has have was
    wann wo welche welcher welches warum wieso wie kann muss darf ist bin hat habe
    quoi quand où quel quelle pourquoi comment puis dois est suis
    qué cuándo dónde cuál cómo puedo debo tengo soy
    cosa quando dove quale perché come posso devo sono
    wat wanneer waar welke waarom hoe kan moet mag ben heb
    co kiedy gdzie który dlaczego jak czy
    quando onde qual como devo
    vad när var vilken varför hur måste får är
    zaman nerede hangi neden nasıl
    что когда где какой почему как можно
"""
"""Words that begin a question."""
ASKING_FOR_ONESELF = "am bin puis dois suis puedo debo tengo soy posso devo sono ben"
"""First words of questions about their writer, without a word such as "I"."""
PERSONS = (
    "he she him his her they er ihn il elle él ella lui lei hij zij on ona ele ela han hon он она"
)
"""Words for somebody else. The server isn't asked about them."""

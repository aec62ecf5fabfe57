"""Words that show whether a clause is about its writer or about somebody else.

The words have their accents, because "esta" and "está" differ.
"""

FIRST_PERSON = """
    i ive ich wir we je j nous yo nosotros me io noi ik wij eu nós я мы меня нас ben biz
    bin sind werde fahre fliege gehe am m suis serai sommes serons pars vais estoy estaré estare
    estamos estaremos voy vamos salgo viajo sono sarò saro siamo saremo vado parto ga jestem będę
    bede jesteśmy będziemy wyjeżdżam wyjezdzam jadę jade estou estarei vou viajarei буду будем
    уезжаю уезжаем еду gidiyorum olacağım yokum tatildeyim
"""
"""Words for the writer, including verbs that need no pronoun."""
OTHERS = """
    he she they it who his her their its you your yours du dein deine deinen deiner sie ihr ihre
    euer eure tu ton ta tes vous votre vos il elle ils elles leur tus su sus tú usted él ella tuo
    tua lui lei loro jij jouw jullie hij zij ty twój twoja ona oni jego você seu sua ele ela eles
    elas ты твой твоя вы ваш он она они его её sen senin onlar onun
    husband wife partner boss son daughter kids children brother sister mother father mum mom dad
    friend friends neighbour neighbor opponent opponents colleague cousin uncle aunt girlfriend
    boyfriend coach teacher everybody everyone nobody somebody
    mann frau chef chefin sohn tochter kinder bruder schwester mutter vater freund freundin nachbar
    gegner kollege kollegin mari femme patron fils fille frère sœur soeur mère père ami amie
    adversaire marido esposa mujer jefe hijo hija hermano hermana madre padre amigo amiga rival
    marito moglie capo figlio figlia fratello sorella amico amica avversario man vrouw baas zoon
    dochter broer zus moeder vader vriend vriendin tegenstander mąż maz żona zona szef syn córka
    brat siostra przyjaciel przeciwnik chefe filho filha irmão irmã mãe pai adversário муж жена
    начальник сын дочь брат сестра мама папа друг подруга соперник kocam karım patronum oğlum
    kızım kardeşim arkadaşım rakibim
    nice lovely enjoy gute schöne schönen bonnes bonne buenas buone fijne miłych boas хорошего iyi
"""
"""Words for the reader or for other people, and words that wish somebody something."""
VERBS = """
    is isn was will won has goes leaves flies wants ist war wird hat est était sera a está
    estará será è
    era sarà ha jest była był będzie é estava
"""
"""Verbs of other people, unless a word for the writer precedes them."""
ARTICLES = "a"
"""The verbs that are articles in English: "I'll take a vacation"."""
COMPANIONS = """
    with and or from for to mit und oder von für bei zu avec et ou de pour chez con y o para por e
    per da met en of van voor z i od dla com и с от к у ile ve için
"""
"""Words before people who are only mentioned: "with my wife"."""
UNREAL = "wish would were was war wäre würde"
"""Words of wishes and memories: "I wish I were away until Friday"."""
RUSSIAN_ADVERBS = "уже сейчас теперь опять снова тоже завтра сегодня пока"
"""Words that may precede "в отпуске" without a word for the writer."""

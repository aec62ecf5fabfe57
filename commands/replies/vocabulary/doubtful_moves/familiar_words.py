"""Words that are frequent in comments on a move.

A comment without any of them may be in an unknown language, a single word such as "draft", or a
misheard dictation.
"""

FAMILIAR = """
thanks thank thx ty cheers luck lucky fun enjoy nice good great better best well played your you
u yours turn hello hi hey dear sorry apologies the that this these there here it my mine we our
and with have has hope happy merry christmas day game match idea love regards greetings congrats
congratulations hurry rush worry worries problem ouch oh ah wow haha hahaha hehe lol see soon bye
what why let's go to be please yes yeah ok okay finally gg gl hf glhf got long not no so of
100 out flat seconds thought much took time late work busy weather rain sun back
danke dank viel viele vielen glück glueck gruß gruss grüße gruesse schöne schönen schöner schönes
gute guten guter gut liebe lieber hallo du dir dich dein deine dran zug partie spiel sehr der die
das ein eine und mit bis aus ich wir bitte leid entschuldigung kein keine nicht morgen später
merci bonne bon bonjour salut chance toi tu te vous ton c'est est les des une et je nous coup tour
belle beau bravo désolé désolée pas pourquoi
gracias suerte buena buen buenos buenas hola que tengas tú turno jugada partida bien saludos perdón
el los las una y con es muy hasta sin nada hay
grazie ciao buona buono buon fortuna giornata bella bello mossa partita tocca tuo tua turno saluti
scusa scusate è il gli che di sono molto alla niente c'è
obrigado obrigada boa bom sorte olá tenha dia sua vez abraço abraços desculpa desculpe os uma
com é muito você até sem não
bedankt succes groet groeten leuke leuk goed goede fijne fijn dag hallo jij je jouw beurt zet partij
spel het een ik veel plezier tot geen niet
dziękuję dzięki powodzenia miłego miłej cześć pozdrawiam pozdrowienia twój ruch kolej dobra się
nie do jest przepraszam wybacz sorki opóźnienie za
спасибо удачи привет хорошего хорошей твой ваш ход игра партия я ты вы это и не до нет
извини извините прости простите за
tack hej lycka hälsningar trevlig tak held hilsen takk lykke hyggelig bra kiitos onnea terveisin
hyvää moi díky děkuji děkuju hezký pěkný ahoj štěstí zdravím köszönöm köszi szép napot szerencsét
üdv mulțumesc multumesc mersi noroc salutări bună
ευχαριστώ καλή καλό τύχη γεια дякую успіхів гарного привіт благодаря поздрави hvala sretno pozdrav
gràcies sort teşekkürler kolay gelsin iyi şanslar selam merhaba sağol görüşürüz değil
terima kasih semoga salam tidak cảm ơn chúc תודה בהצלחה שלום شكرا حظ مرحبا धन्यवाद
about was were been internet interesting ça va fait faire mal très elle tout jeu retard esto eso
está interesante lo se tardanza questo questa fa mi ritardo bel partia ciekawa ciekawie gra
ładny ładna интересная интересно хорошо отлично jogo demora tudo isso bem wat nu toe tut weh jetzt
auch war hat noch
i'm you're he she they them his her who how goes life something morning sleep dreams love lots
trying wow done there's landed watching still pleasure promised last hard tough difficult tricky
close exciting lovely beautiful strong clever brave interesting cool
surprise surprised trouble everyone everybody home family weekend forward today pity phew ugh
mich mir mein meine meinen meinem meiner bin hab habe hast sind er sie uns euch euer leben abend
weiter los schlaf gespannt dann jetzt neues neue lässt spielt hut vergnügen bleibt übrig schwer
schwierig schwierige spannend knapp endlich stark toll klasse super prima autsch mist aua
grüß familie arbeit wochenende hoffe gespannt glückwunsch prost servus tschüss
quel quelle mon ma mes ton tes son sa on moi lui ils elles suis sommes vie soirée adore allez dors
bonjour reparti cette ce quelle nouveau nouvelle alors maintenant file passe dur plaisir difficile
compliqué compliquée passionnant passionnante enfin voyons aïe zut amitiés bises
félicitations famille bientôt bisous voilà joli jolie super génial
qué te se voy estoy eres soy mi mis tus vida noche encanta juego día ahora duerme sueños ahí va allá
cuídate nervios placer difícil duro dura complicado complicada interesante lío fin vaya uf ay saludo
abrazo abrazos familia
enhorabuena felicidades besos vamos ánimo genial emocionante bonita bonito
mia mio mie miei tuoi tue noi vi ci si stammi stai sono sei vita serata baci gioco adesso dormi
sogni andiamo forza stanotte ecco scappo piacere complicato complicata duro dura interessante
finalmente fatica ahi uffa complimenti famiglia auguri
abbraccio saluto forza bello avvincente
meu minha seu eu ele ela nós estou vou cuide vida noite jogo beijos agora este esta durma sonhos lá
adoro dia cuide-se prazer complicado complicada duro interessante finalmente família parabéns beijos
beijo saudações vamos
força legal lindo linda abraço emocionante ufa
mijn mij wij we zij hij ben bent leven benieuwd slaap lekker liefs daar gaan nu weer dit een ga
kusje tranquillo tranquilla хороших выходных apuros guai kłopoty беде жарко становится başım dertte
üzere zorlaşıyor acelen moeilijk lastig
spannend eindelijk mooie mooi sterk gefeliciteerd familie groetjes welterusten
kus
veel dikke gezellig knap au jammer
mnie cię ci mi ja moja mój żona jestem życie wieczoru ciekawe jesteś śpij dobrze wszystkiego
najlepszego całusy jaki jaka grę uwielbiam teraz twoja no to tu miło trudna trudno trudny ciężko
nareszcie wreszcie ciekawy ciekawie piękny ładnie gratulacje rodziny
uściski dobranoc buziaki trzymaj uff świetna świetny
какая какое какой мне меня мой моя у нас тебя себя жизнь вечера приятного бегу теперь твоя очередь
эту эта этот с днём днем рождения снов сладких ну поехали поцелуй обожаю дела приятно рад рада
сложная сложно трудно трудная наконец наконец-то красиво красивая сильный сильно поздравляю
семье привета обнимаю ура ух здорово отличная отличный
ne benim senin bana sana bende hayat işte akşamlar merak cevap gidiyorum gün bu oyunu seviyorum
uykular hadi bakalım şimdi söyle selamı ki kendine sıra sende bol şans kusura bakma geç geciktim çok
güzel hamle hamleydi oyun oyunu zor kolaydı
hafta sonu sonları nihayet beni seni sen ben bu bir ve için iyiydi tebrikler aileye selamlar
geceler günler sağ ol var başka daha mesaj keyifli heyecanlı çarem
"""
UNSPACED_FAMILIAR = """
よろしく ありがと すみません お願い また 楽しい どうぞ 頑張 がんば 遅く 失礼 こんにちは こんばんは
おはよう 谢 謝 好 加油 再见 再見 辛苦 请 請 明天见 明天見 不急 没关系 沒關係 轮到 輪到 祝 감사 고마
안녕 행운 화이팅 파이팅 좋은 수고 즐거 차례 ขอบคุณ
"""
"""Frequent words in languages without spaces between words."""

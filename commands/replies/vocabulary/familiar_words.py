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
"""
UNSPACED_FAMILIAR = """
よろしく ありがと すみません お願い また 楽しい どうぞ 頑張 がんば 遅く 失礼 こんにちは こんばんは
おはよう 谢 謝 好 加油 再见 再見 辛苦 请 請 明天见 明天見 不急 没关系 沒關係 轮到 輪到 祝 감사 고마
안녕 행운 화이팅 파이팅 좋은 수고 즐거 차례 ขอบคุณ
"""
"""Frequent words in languages without spaces between words."""

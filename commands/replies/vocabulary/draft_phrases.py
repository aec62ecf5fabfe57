"""Sentences of writing assistants around a draft, in the languages of the players.

Each line of a table is in one language, in lower case and with straight apostrophes. Semicolons
separate the phrases.
"""

ASSISTANTS = """
let me know if you need anything else.; let me know if you need anything else!
let me know if you'd like me to
let me know if you would like me to; let me know if you want me to; if you need further assistance
if you need any further assistance; if there is anything else i can; anything else i can help
feel free to adjust; feel free to modify; feel free to edit; would you like me to make it
would you like me to adjust; would you like me to rewrite; would you like me to change the tone
would you like me to shorten; do you want me to make it; should i make it more; here's a draft
here is a draft; here's a reply:; here is a reply:; here's your reply:; here is your reply:
here's a response:; here is a response:; here's your message:; here is your message:
here's a polite; here is a polite; here's a suggested; here is a suggested; here's a possible reply
here is a possible reply; here's a short reply; here is a short reply; [your name]; as an ai
lassen sie mich wissen, wenn sie; lassen sie mich wissen, falls sie; lass mich wissen, wenn du noch
lass mich wissen, falls du noch; wenn sie weitere hilfe benötigen; wenn du weitere hilfe brauchst
soll ich den text; soll ich die antwort; soll ich es förmlicher; hier ist ein entwurf
hier ist dein entwurf; hier ist ihr entwurf; hier ein entwurf; hier ist eine antwort:
hier ist deine antwort:; hier ist ihre antwort:; hier ist ein vorschlag für; [ihr name]; [dein name]
n'hésitez pas à me dire si; n'hésitez pas à me faire savoir; n'hésite pas à me dire si
faites-moi savoir si vous; fais-moi savoir si tu as besoin; souhaitez-vous que je; veux-tu que je le
voici un brouillon; voici une réponse :; voici une réponse:; voici une proposition de réponse
voici votre réponse; voici ta réponse; [votre nom]; [ton nom]
avísame si necesitas algo más; hazme saber si necesitas; déjame saber si necesitas
házmelo saber si; no dudes en decirme si; aquí tienes un borrador; aquí tienes una respuesta
aquí está tu respuesta; quieres que lo haga más; [tu nombre]; [su nombre]
fammi sapere se hai bisogno di altro; fammi sapere se ti serve altro; fammi sapere se vuoi che
ecco una bozza; ecco una risposta; ecco la tua risposta; vuoi che lo renda; [il tuo nome]
laat me weten als je nog iets; laat het me weten als je nog; laat het weten als je nog iets nodig
hier is een concept; hier is een antwoord; hier is je antwoord; wil je dat ik het; [je naam]
[uw naam]
daj mi znać, jeśli potrzebujesz; daj znać, jeśli potrzebujesz; oto szkic; oto odpowiedź
oto propozycja odpowiedzi; czy chcesz, żebym; [twoje imię]; [imię i nazwisko]
avise-me se precisar; me avise se precisar; diga-me se precisar; aqui está um rascunho
aqui está uma resposta; aqui está a sua resposta; quer que eu o torne; [seu nome]; [o seu nome]
başka bir şeye ihtiyacınız olursa; başka bir şeye ihtiyacın olursa; işte bir taslak
işte yanıtınız; işte bir yanıt; [adınız]
дайте знать, если вам; дай знать, если тебе нужно; если вам нужно что-то ещё; вот черновик
вот вариант ответа; вот ваш ответ; хотите, чтобы я; [ваше имя]
"""
"""Phrases that only a writing assistant, or a person who copied its text, writes to an opponent."""

COURTESIES = """
certainly; sure; of course; absolutely; gladly; thank you for your email; thank you for your message
thanks for your email; i hope this message finds you well; i hope this email finds you well
hope this finds you well; looking forward to your; i look forward to your; dear; hi; hello
gerne; natürlich; selbstverständlich; vielen dank für ihre nachricht
vielen dank für deine nachricht; ich hoffe, diese nachricht; hallo; guten tag; liebe; lieber
sehr geehrte; ich freue mich auf ihre
bien sûr; certainement; bonjour; merci pour votre message; merci pour ton message; j'espère que ce
claro; por supuesto; hola; gracias por tu mensaje; gracias por su mensaje; espero que este mensaje
certo; certamente; ciao; buongiorno; grazie per il tuo messaggio; spero che questo messaggio
natuurlijk; zeker; hallo; beste; bedankt voor je bericht; ik hoop dat dit bericht
oczywiście; jasne; cześć; dzień dobry; dziękuję za wiadomość; mam nadzieję, że ta
com certeza; olá; obrigado pela sua mensagem; obrigada pela sua mensagem; espero que esta mensagem
tabii; elbette; merhaba; mesajınız için teşekkür; umarım bu mesaj
конечно; здравствуйте; привет; спасибо за ваше сообщение; спасибо за сообщение; надеюсь, это
"""
"""Beginnings of sentences that say nothing in a draft, although people write them, too."""

CLOSINGS = """
best regards; kind regards; warm regards; regards; sincerely; yours sincerely; best wishes; best
cheers; thanks; thank you
mit freundlichen grüßen; freundliche grüße; viele grüße; beste grüße; liebe grüße; gruß; grüße
cordialement; bien cordialement; bien à vous; meilleures salutations; amicalement
saludos cordiales; saludos; un saludo; atentamente; un cordial saludo
cordiali saluti; distinti saluti; saluti; un saluto
met vriendelijke groet; met vriendelijke groeten; groeten; hartelijke groeten
pozdrawiam; z poważaniem; serdecznie pozdrawiam; z pozdrowieniami
atenciosamente; cumprimentos; com os melhores cumprimentos; abraços
saygılarımla; iyi günler; selamlar
с уважением; всего доброго; с наилучшими пожеланиями
"""
"""Lines with which a draft ends. The lines below them are a name."""

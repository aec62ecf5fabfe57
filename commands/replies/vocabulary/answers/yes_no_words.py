"""Words for yes and no, in all languages whose quotations pbm recognizes.

Hyphens join the words of a phrase.
"""

YES = """
    y yes yep yup yeah yea yess yessir aye ok okay okey oke okej okei k kk okidoki sure certainly
    absolutely definitely indeed correct confirm confirmed confirming confirmation affirmative
    approve approved agree agreed granted right exactly of-course go-ahead do-it please-do
    fine-with-me fine-by-me sounds-good sure-no-problem yes-no-problem ok-no-problem
    okay-no-problem yes-no-worries sure-no-worries it-was-me it's-me it-is-me that-was-me
    that-is-me that's-me this-was-me this-is-me i-did i-did-it i-do i-confirm i-agree i-am-sure
    i'm-sure accept accepted i-accept
    ja-kein-problem klar-kein-problem oui-pas-de-problème oui-pas-de-souci sí-no-hay-problema
    sì-nessun-problema ja-geen-probleem sim-sem-problema tak-nie-ma-sprawy tak-nie-ma-problemu
    да-нет-проблем да-без-проблем
    ja jo-doch jawohl jep klar genau stimmt richtig einverstanden bestätigt bestätige bestätigen
    natürlich selbstverständlich sicher das-war-ich ich-war-es ich-war-das ich-bin-es
    oui ouais bien-sûr bien-sur d'accord dac confirmé confirmée confirme je-confirme c'est-moi
    c'était-moi c'est-bien-moi tout-à-fait exact
    sí sì si claro confirmo confirmado confirmada vale de-acuerdo correcto soy-yo fui-yo
    por-supuesto
    d'acord confirmat sóc-jo de-acordo certo confermo confermato confermata va-bene esatto
    certamente sono-io sono-stato-io sono-stata-io ero-io
    sim confirmado concordo correto sou-eu fui-eu claro-que-sim claro-que-sí
    jazeker zeker akkoord bevestigd bevestig ik-bevestig klopt natuurlijk inderdaad dat-was-ik
    dat-ben-ik ik-was-het ik-ben-het
    ja-visst javisst japp bekräftar bekräftas bekräftat jag-bekräftar självklart absolut stämmer
    visst det-var-jag det-är-jag bekræfter bekræftet jeg-bekræfter selvfølgelig naturligvis
    det-var-mig det-er-mig bekrefter bekreftet jeg-bekrefter det-var-meg det-er-meg jájá já jú
    staðfesti kyllä joo juu vahvistan vahvistettu se-olin-minä olin-minä jah jaa kinnitan kinnitatud
    tak potwierdzam potwierdzone potwierdzono zgadzam-się zgoda jasne oczywiście dokładnie
    to-ja to-ja-byłem to-ja-byłam to-byłem-ja to-byłam-ja
    ano potvrzuji potvrzeno potvrdzujem potvrdené áno hej-áno souhlasím súhlasím jasně jasné
    samozřejmě samozrejme to-jsem-byl-já to-jsem-byla-já byl-jsem-to-já to-som-bol-ja
    igen persze megerősítem megerősítve rendben én-voltam ez-én-voltam jóváhagyom
    da confirm desigur sigur sunt-de-acord eu-am-fost eu-sunt potvrđujem potvrđeno naravno svakako
    to-sam-ja potrjujem potrjeno seveda to-sem-jaz
    evet onaylıyorum onaylıyorum onay tamam tabii tabi doğru bendim benim bəli hə təsdiq-edirəm
    taip patvirtinu jā apstiprinu bai baieztatzen-dut jes jes-konfirmite ie ydw cadarnhau sea
    deimhním tha po konfirmoj ndiyo ndio nathibitisha oo opo kumpirma tasdiqlayman xa
    да ага угу конечно подтверждаю подтверждено согласен согласна верно это-я это-был-я это-была-я
    так підтверджую підтверджено звісно звичайно згоден згодна це-я це-був-я це-була-я
    потвърждавам потвърдено разбира-се аз-бях потврђујем потврђено наравно то-сам-ја так-я
    пацвярджаю иә растаймын тийм баталж-байна
    ναι μάλιστα επιβεβαιώνω επιβεβαιώνεται σύμφωνοι βεβαίως εγώ-ήμουν
    כן מאשר מאשרת מאושר אישור בטח נכון זה-אני זה-הייתי-אני
    نعم أجل ايوه أيوه أؤكد موافق مؤكد أكيد تمام أنا-هو هذا-أنا بله آره تأیید تایید تایید-می‌کنم
    جی جی-ہاں ہاں تصدیق
    հա այո հաստատում-եմ დიახ კი ხო ვადასტურებ
    हाँ हां जी जी-हाँ पुष्टि होय हो হ্যাঁ হ্যা ஆம் ஆமாம் అవును
    はい ええ うん 了解 了解です 了解しました 承認 承認します 確認 確認します 確認しました
    是 是的 是我 对 對 对的 好 好的 可以 行 同意 确认 確定 确定 没问题 沒問題 没错 沒錯
    네 예 넵 응 확인 확인합니다 확인했습니다 승인 동의합니다 맞습니다 맞아요 접니다 제가-했습니다
    có vâng dạ đúng đúng-vậy đồng-ý xác-nhận tôi-xác-nhận phải chính-là-tôi
    ใช่ ใช่ครับ ใช่ค่ะ ครับ ค่ะ ตกลง ยืนยัน ยืนยันครับ ยืนยันค่ะ ได้
    ya iya baik betul benar setuju konfirmasi saya-konfirmasi sah itu-saya
    👍 👌 ✅ ✔ ☑ ✓ 🙆
"""
"""Words and phrases that mean yes if the text has only fillers in addition."""
FILLERS = """
    d xd please pls thanks thank you thx ty many very much dear it is was me i did it's that that's
    this
    yes by all means indeed all good great go start begin gladly happily happy glad to with pleasure
    bitte danke vielen dank gerne gern doch das ich war sehr schön und schon
    merci svp stp s'il vous te plaît plait beaucoup je c'est moi bien c'était
    gracias muchas por favor yo fui soy gràcies si-us-plau grazie mille per favore sono io
    obrigado obrigada muito eu
    dank bedankt graag alsjeblieft alstublieft hoor dat ik hartelijk dankjewel
    tack tackar takk gärna snälla så mycket det jag tusen mange jeg gerne kiitos kyllä
    ole hyvä aitäh palun
    dziękuję dzięki proszę bardzo prosím děkuji díky ďakujem ja já
    kérem köszönöm köszi mulțumesc multumesc te vă va rog hvala molim lep lijepa
    lütfen teşekkürler teşekkür ederim ben ačiū prašau paldies lūdzu eskerrik asko dankon
    спасибо пожалуйста большое всё все верно это я дякую будь ласка благодаря моля
    ευχαριστώ παρακαλώ תודה רבה בבקשה שלום شكرا شكراً من فضلك ممنون مرسی شکریہ
    धन्यवाद कृपया
    お願いします お願いいたします よろしくお願いします ありがとう ありがとうございます です 私です
    本人です 请 請 谢谢 謝謝 我 的 감사합니다 부탁드립니다 부탁합니다 고맙습니다
    cảm ơn xin ạ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ terima kasih tolong mohon
    unfortunately sadly alas leider malheureusement hélas desgraciadamente lamentablemente
    por-desgracia purtroppo helaas niestety infelizmente maalesef к-сожалению увы 残念ながら
    tyvärr desværre dessverre valitettavasti bohužel
    send-it send-that send-them send-it-please schick-es schicks schick's schick-das schicken
    senden absenden abschicken envoie envoyez envoie-le envoyez-le envía envíalo envialo enviar
    mándalo mandalo invia invialo invialo-pure stuur stuur-maar verstuur versturen wyślij wyslij
    wyślij-to wysłać envie envia pode-enviar отправь отправьте отправляй отправляйте gönder
    gönderin skicka 送って 送ってください 送信して 送信してください 发送 發送
"""
"""Words that don't change the meaning of a yes: "yes, please", "yes, it was me", "yes, send it"."""
NO = """
    no nope nah nay noo nooo noooo never stop cancel cancelled canceled abort decline declined
    deny denied reject rejected refuse refused disagree unsubscribe don't dont do-not didn't
    remove-me remove-my delete-me delete-my take-me-off wrong-person wrong-address spam scam
    fraud not-me not-mine not-by-me not-true not-correct not-confirmed not-i not-requested
    wasn't-me wasnt-me was-not-me isn't-me isn't-mine i-didn't i-didnt i-did-not i-haven't
    i-have-not i-never i-don't i-dont i-do-not i-won't i-will-not i-refuse i-decline i-cancel
    i-wasn't i-was-not i-am-not i'm-not it-wasn't it-wasnt it-was-not it-isn't it-is-not it's-not
    that-wasn't that-wasnt that-was-not that-isn't that-is-not that's-not this-wasn't this-wasnt
    this-was-not this-isn't this-is-not
    nein nö nee niemals nie nicht auf-keinen-fall keinesfalls stopp abbrechen abbruch stornieren
    ablehnen abgelehnt widerspruch das-war-ich-nicht das-war-nicht-ich das-bin-ich-nicht
    das-bin-nicht-ich das-ist-nicht das-habe-ich-nicht ich-war-das-nicht ich-war-es-nicht
    ich-habe-nicht ich-habe-das-nicht ich-habe-das-nie ich-habe-nie ich-bin-das-nicht ich-bin-nicht
    ich-will-nicht ich-möchte-nicht abmelden
    non jamais pas-moi pas-du-tout annuler annulez annulation arrêtez arrêter refusé refuse
    je-refuse ce-n'est-pas ce-n'était-pas c'est-pas je-n'ai je-n'ai-pas je-ne je-n'y désabonner
    désinscrire
    nunca jamás cancelar cancela cancele cancelen detener detengan rechazo rechazar no-fui no-soy
    yo-no cancel·lar cancel·la mai-no atura jo-no nunca-máis eu-non
    mai-più annulla annullare annullate fermate basta rifiuto rifiutare io-non non-sono non-ero
    não nao nunca jamais cancele pare recuso recusar eu-não eu-nao cancelem
    neen nooit annuleren annuleer stoppen weiger ik-niet niet-ik niet-doen dat-was-ik-niet
    dat-ben-ik-niet ik-was-het-niet ik-was-dat-niet ik-heb-niet ik-heb-dit-niet ik-heb-dat-niet
    ik-heb-nooit ik-wil-niet
    nej nej-tak aldrig avbryt stoppa sluta inte-jag det-var-inte jag-har-inte jag-har-aldrig
    jag-är-inte
    annuller annullér stop ikke-mig det-var-ikke det-er-ikke jeg-har-ikke jeg-har-aldri
    jeg-har-aldrig nei aldri stans ikke-meg aldrei hætta ekki-ég ég-gerði-ekki
    ei en-minä en-ole en-minä-ole se-en-ollut en-ollut peruuta peru älä ei-ikinä mitte-mina tühista
    nie nigdy anuluj anulować odrzuć odmawiam przestań stop to-nie ja-nie to-nie-ja
    to-nie-byłem-ja to-nie-byłam-ja
    ne nikdy zrušit zrušte zruš odmítám přestaňte to-nejsem to-jsem-nebyl to-jsem-nebyla já-ne
    nebyl-jsem nebyla-jsem zrušiť zrušte odmietam nikdy-nie to-som-nebol to-som-nebola
    nem soha mégse mégsem törlés állj elutasítom visszavonom ez-nem nem-én
    anulează anulați anulare niciodată oprește opriți refuz nu-eu nu-am nu-sunt nu-vreau nu-este
    nu-confirm
    nikada nikad otkaži prekini odbijam to-nisam ja-nisam nisam ni-res prekliči nikoli zavračam
    to-nisem jaz-nisem nisem
    hayır hayir asla iptal durdurun reddediyorum ben-değildim ben-değilim ben-yapmadım xeyr
    yox ləğv-et
    niekada atšaukti tai-ne aš-ne nē nekad atcelt es-ne tas-nebiju ezta ez-naiz inoiz-ez
    neniam nuligi nage na-nid nid-fi ní-mise níor chan-eil hapana sitaki nooit-nie
    нет нету не ни никогда отмена отменить отмените отказ отказываюсь прекратите это-не я-не стоп
    ні ніколи скасувати скасуйте відмова припиніть це-не отказ никога отмени спрете аз-не
    никада откажи нисам ја-нисам не-я адмяніць жоқ үгүй
    όχι οχι ποτέ ακύρωση ακυρώστε σταματήστε δεν-ήμουν δεν-το δεν-έκανα δεν-ζήτησα δεν-είμαι
    לא מעולם ביטול לבטל בטל תפסיקו
    لا كلا أبدا أبداً إلغاء الغاء توقف لست ليس لم نه هرگز لغو نہیں منسوخ
    ոչ երբեք չեղարկել არა არასოდეს გაუქმება
    नहीं नही कभी-नहीं रद्द नाही होइन না বাতিল இல்லை கூடாது కాదు లేదు రద్దు
    không hủy huỷ dừng đừng không-phải chưa-bao-giờ
    tidak bukan jangan batal batalkan tak-pernah hindi hindi-ako
    👎 ❌ ✖ 🚫 ⛔ 🛑 ✋ 🙅
"""
"""Words and phrases that mean no at the beginning of a line."""
ALONE = "n nu na la ez mai para parar alto dur"
"""Words that mean no only if they are the whole line. Romanian "nu" means "now" in Swedish."""
UNSPACED_NO = """
    不 否 别 別 勿 没有 沒有 我没 我沒 我不 取消 拒绝 拒絕 停止 从不 從不 从来没 這不是 这不是 绝不
    從未 从未
    いいえ いや ちがい ちがう 違い 違う キャンセル 中止 拒否 取り消 取消 私ではありません 私じゃない
    私ではない
    身に覚え 心当たり 覚えがありません 停止 やめて
    아니 아닙 아뇨 아녜 취소 거절 거부 중지 안 제가아니 저는아니 하지않 하지마
    ไม่ ยกเลิก หยุด อย่า
"""
"""Beginnings of refusals in languages without spaces between words."""
NOT_REFUSING = """
    no-problem no-problems no-prob no-probs no-worries no-worry no-doubt no-objection
    no-objections no-issue no-issues no-question no-questions no-matter no-need-to no-longer no-one
    no-idea no-thing no-reason no-way-around no-such no-rush no-hurry no-sweat no-trouble no-biggie
    no-reply no-1 no-2 never-fear don't-worry dont-worry do-not-worry don't-forget do-not-forget
    i-don't-mind i-dont-mind i-do-not-mind i-don't-know i-dont-know i-do-not-know i-don't-think
    i-do-not-think i-don't-understand i-do-not-understand i-don't-object i-do-not-object
    i-don't-see i-am-not-sure i'm-not-sure i-don't-remember i-do-not-remember not-a-problem stop-by
    never-better didn't-i
    nie-ma nie-szkodzi ne-t'inquiète ne-vous ne-kadar ne-zaman ne-bu ne-demek ne-oluyor ne-için
    nicht-schlecht nicht-wahr
    nicht-im nie-ma-sprawy nie-ma-problemu no-hay no-hay-problema no-importa no-pasa-nada
    no-te-preocupes no-sé no-entiendo no-entenc non-c'è non-ci-sono nessun-problema
    non-so non-capisco non-preoccuparti non-è-un-problema não-há não-faz-mal não-tem-problema
    não-sei não-entendo nao-sei pas-de-problème pas-de-souci je-ne-sais je-ne-comprends
    nema-problema nema-veze ne-brini ne-vem ne-znam není-problém nie-je-problém nevadí nie-viem
    nem-baj nem-gond nem-probléma nem-tudom nem-értem nu-e-nicio nu-știu nu-stiu
    nej-det-är-inga nej-inga ei-se-mitään ei-haittaa ei-ongelmaa ei-hätää
    не-проблема не-вопрос не-за-что нет-проблем не-знаю не-понимаю не-понял не-поняла
    не-возражаю нет-возражений я-не-против я-не-возражаю я-не-знаю я-не-понимаю не-против
    ні-проблем не-заперечую ez-én ez-igen ez-jó no-tak no-ano no-jasne no-jasně no-jo no-dobrze
    ich-habe-nichts ich-bin-nicht-sicher ich-habe-nichts-dagegen
    không-sao không-vấn-đề không-có-gì không-biết tidak-masalah tidak-apa-apa tidak-tahu
    لا-مشكلة لا-بأس לא-נורא אין-בעיה
"""
"""Phrases that begin like a refusal, but refuse nothing: "no problem", "I don't know"."""
UNSPACED_NOT_REFUSING = """
    不错 不錯 不客气 不客氣 不好意思 不用谢 不用謝 不明白 不知道 不懂 没有问题 沒有問題 别担心
    別擔心 没有意见
    不反对 不反對 不介意 我不知道 我不明白 我不反对 我不介意
    違いな 違いありません いやはや 안녕 아니면 안됩니까
    ไม่เป็นไร ไม่มีปัญหา ไม่รู้ ไม่เข้าใจ ไม่ทราบ
"""
"""Phrases that refuse nothing in languages without spaces between words."""
BEFORE_NO = """
    please pls oh um hm hmm uh er well sorry but and so hey ugh omg wtf god absolutely
    definitely certainly hell of-course dear wait hold-on hang-on actually on-second-thought
    bitte aber also leider ähm warte moment ach doch attends attendez finalement espera espere
    aspetta aspetti anzi wacht toch czekaj jednak calma подожди подождите стойте bekle
    s'il vous plaît svp mais ah désolé por favor pero perdón però scusi scusate per favore ma
    desculpe
    alstublieft maar sorry snälla vänligen men anteeksi mutta proszę przepraszam ale prosím bohužel
    kérem de sajnos vă rog dar lütfen ama пожалуйста но а ой извините будь ласка але
    παρακαλώ μα בבקשה אבל من فضلك لكن 请 請 すみません 죄송합니다 xin tolong maaf
"""
"""Words that may precede a refusal: "Please stop!"."""
BUT = """
    but however wait hold unless except only if though although aber jedoch allerdings moment warte
    sondern mais attendez attends cependant sauf pero espera espere però aspetta aspetti tuttavia
    mas espere maar wacht echter men vänta vent mutta odota ale czekaj poczekaj počkej počkejte
    počkajte de várj várjon dar așteaptă ali čekaj ama fakat bekle но подожди подождите однако
    але зачекай зачекайте αλλά περίμενε אבל רגע لكن انتظر 但 但是 等 でも しかし 待って 하지만
    그런데
    잠깐 nhưng tapi tetapi tunggu แต่ รอ
"""
"""Words at the beginning of a later line that restricts a yes."""

FORWARDING = """
    send sent pass forward deliver tell senden schicken schickt sende weiterleiten weitergeben
    envoyer
    envoie envoyez transmettre transmettez enviar envies envien mandar mandes manden inviare
    inviate mandare mandate inoltrare sturen stuur verstuur versturen doorsturen doorgeven wysylac
    wysylaj wysylajcie przekazywac przekazujcie envie enviem mande mandem encaminhar
    отправлять отправляйте посылать посылайте пересылать gonderme gondermeyin iletmeyin 送らないで
"""
"""Words of sentences such as "don't send that", in reply to the question whether to send chat."""
UNCLEAR = """
    play it, play that, play this, make it, make the move, go for it, go with it, go with that,
    send it, send that, send them, wait, hold on, hold it, hmm, hm, not yet, not now, not sure,
    why not, forget it, forget that, scrap it, scrap that, leave it, which move, which one,
    spiel es, spiel das, spiel ihn, zieh das, mach es, mach das, schick es, warte, moment,
    noch nicht, vergiss es, lass es, welcher zug, joue le, jouez le, attends, attendez,
    pas encore, laisse tomber, quel coup, juegalo, juegala, hazlo, espera, todavia no, aun no,
    olvidalo, que jugada, giocala, fallo, aspetta, non ancora, lascia stare, quale mossa,
    speel het, doe het, wacht, nog niet, laat maar, welke zet, zagraj to, zrob to, czekaj,
    jeszcze nie, ktory ruch, jogue, espere, ainda nao, esquece, qual jogada, играй, ходи, давай,
    подожди, еще нет, забудь, какой ход, oyna, bekle, henuz degil
"""
"""Beginnings of short texts that answer a question without a plain yes or no, without accents."""
LEAVING_IT = """
    leave it, leave that, leave everything, leave things, leave my, keep it, keep my,
    keep everything, forget it, forget that, forget about it, scrap that, drop it,
    changed my mind, change of heart, better not, rather not, i d rather stay, i ll stay,
    i want to stay, do nothing, lass es, lassen sie es, lassen wir, lasst es, alles so lassen,
    vergiss es, vergessen sie, anders uberlegt, doch lieber nicht, doch nicht, lieber nicht,
    ich bleibe, laissez, laisse tomber, laisse comme, oubliez, oublie ca, change d avis,
    plutot pas, je reste, dejalo, dejelo, dejadlo, dejenlo, olvidalo, olvidelo,
    cambiado de opinion, cambie de idea, mejor no, me quedo, lascia stare, lasciate,
    lascia perdere, lascia tutto, cambiato idea, meglio di no, ci ripenso, rimango, laat maar,
    laat het zo, laat alles, vergeet het, bedacht, liever niet, toch niet, ik blijf, zostaw,
    zostawcie, niech zostanie, zmienilem zdanie, zmienilam zdanie, rozmyslilem sie,
    rozmyslilam sie, jednak nie, lepiej nie, zostaje, deixa como, deixe como, deixem como,
    deixa la, deixa estar, esquece, esqueca, mudei de ideia, melhor nao, prefiro ficar, eu fico,
    оставь, оставьте, забудь, забудьте, передумал, передумала, лучше не, не надо, я остаюсь,
    bosver, vazgectim, boyle kalsin, oldugu gibi kalsin, fikrimi degistirdim
"""
"""Phrases that cancel an order, without accents: "leave it as it is", "I changed my mind"."""
NO_TIME = """
    no time for, don t have time, have no time, haven t got time, too busy for, rather not play,
    don t want to play, do not want to play, can t play right now, not up for a game,
    keine zeit für, habe keine zeit, hab keine zeit, will nicht spielen, mag nicht spielen,
    möchte nicht spielen,
    pas le temps, pas envie de jouer, ne veux pas jouer, no tengo tiempo, no puedo jugar,
    no quiero jugar, non ho tempo, non posso giocare, non voglio giocare, geen tijd voor,
    heb geen tijd, geen zin om te spelen, wil niet spelen, nie mam czasu, nie chce grac,
    nao tenho tempo, nao quero jogar, har inte tid, vill inte spela, vaktim yok, zamanim yok,
    oynamak istemiyorum, нет времени, не хочу играть, en ehdi, ei ole aikaa, en halua pelata,
    en voi pelata, har ikke tid, har ingen tid, vil ikke spille, nemam cas, nechci hrat,
    no time to play, can t play now, can t play at the moment, keine zeit zum spielen,
    keine zeit zu spielen, kann nicht spielen, kann gerade nicht spielen, peux pas jouer,
    non riesco a giocare, kan niet spelen, kan nu niet spelen, nie moge grac, nie moge teraz grac,
    nao posso jogar, не могу играть, не могу сейчас играть
"""
"""Phrases by which people decline a game."""

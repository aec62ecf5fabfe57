"""Phrases of mail programs around quotations, in the languages of their users."""

WROTE = (
    # Latin letters
    *("wrote", "writes", "schrieb", "schreibt", "geschrieben", "écrit", "escribió", "va escriure"),
    *("escreveu", "escribiu", "ha scritto", "schreef", "skrev", "skreiv", "skrifaði", "kirjoitti"),
    *("kirjutas", "napisał", "pisze", "napsal", "napísal", "píše", "írta", "a scris", "napisao"),
    *("napisala", "je pisal", "yazdı", "rašė", "parašė", "rakstīja", "đã viết", "menulis"),
    *("idatzi du", "skribis", "ysgrifennodd", "shkroi", "quoting", "zitat von", "citando"),
    *("citation de", "citerar", "cytowanie"),
    # Cyrillic, Greek, and others
    *(
        "написал",
        "писали",
        "пишет",
        "пише",
        "написав",
        "написа",
        "έγραψε",
        "כתב",
        "מאת",
        "كتب",
        "نوشت",
    ),
    *("เขียน", "ने लिखा", "写道", "寫道", "作成しました", "のメッセージ", "のメール", "書きました"),
    *("작성", "썼습니다", "쓰셨습니다"),
)
"""Words of the line above a quotation."""

DATE_OPENERS = (
    *("on ", "am ", "le ", "el ", "em ", "il ", "op ", "den ", "dne ", "dňa ", "dnia ", "w dniu "),
    *("pe ", "på ", "στις ", "на ", "vào ", "pada ", "في ", "בתאריך "),
)
"""Beginnings of such a line, if a date follows."""

ORIGINAL = (
    *("original message", "ursprüngliche nachricht", "originalnachricht", "message d'origine"),
    *("message original", "mensaje original", "mensagem original", "messaggio originale"),
    *("oorspronkelijk bericht", "originalmeddelande", "ursprungligt meddelande"),
    *("opprinnelig melding", "oprindelig meddelelse", "alkuperäinen viesti"),
    *("wiadomość oryginalna", "oryginalna wiadomość", "původní zpráva", "pôvodná správa"),
    *("eredeti üzenet", "mesaj original", "mesajul original", "özgün ileti", "orijinal mesaj"),
    *("исходное сообщение", "оригинальное сообщение", "вихідне повідомлення", "αρχικό μήνυμα"),
    *("הודעה מקורית", "الرسالة الأصلية", "原始邮件", "原始郵件", "元のメッセージ"),
    *("원본 메시지", "원본 메일", "thư gốc", "tin nhắn gốc", "pesan asli", "ข้อความต้นฉบับ"),
)
"""Texts between dashes, or alone on a line, above the mail that is answered."""

FORWARDED = (
    *("forwarded message", "begin forwarded message", "weitergeleitete nachricht"),
    *("anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail"),
    *("message transféré", "début du message transféré", "début du message réexpédié"),
    *("mensaje reenviado", "inicio del mensaje reenviado", "mensagem encaminhada"),
    *("início da mensagem encaminhada", "início da mensagem reencaminhada"),
    *("messaggio inoltrato", "inizio messaggio inoltrato", "doorgestuurd bericht"),
    *("begin doorgestuurd bericht", "vidarebefordrat meddelande", "videresendt melding"),
    *("vidarebefordrat brev", "videresendt besked", "videresendt meddelelse"),
    *("välitetty viesti", "välitetty viesti alkaa", "wiadomość przekazana"),
    *("początek przekazywanej wiadomości", "přeposlaná zpráva", "začátek přeposílané zprávy"),
    *("továbbított üzenet", "mesaj redirecționat", "iletilmiş mesaj", "yönlendirilmiş ileti"),
    *("пересылаемое сообщение", "начало переадресованного сообщения"),
    *("пересланное сообщение", "προωθημένο μήνυμα", "הודעה שהועברה", "رسالة معاد توجيهها"),
    *("转发的邮件", "轉寄郵件", "転送されたメッセージ", "전달된 메시지"),
)
"""Texts above a forwarded mail."""

FROM = (
    *("from", "von", "de", "da", "van", "fra", "från", "lähettäjä", "od", "kimden", "gönderen"),
    *("feladó", "de la", "odesílatel", "odosielateľ", "expéditeur", "remitente", "saatja", "nuo"),
    *("no", "от", "от кого", "від", "від кого", "από", "差出人", "送信者", "发件人", "寄件者"),
    *("寄件人", "보낸 사람", "보낸사람", "보내는 사람", "من", "מאת", "từ", "dari", "จาก"),
)
SENT = (
    *("sent", "date", "gesendet", "gesendet am", "datum", "envoyé", "envoyé le", "enviado"),
    *("enviado el", "enviado em", "enviada em", "enviada", "fecha", "data", "inviato"),
    *(
        "verzonden",
        "verzonden op",
        "sendt",
        "dato",
        "skickat",
        "lähetetty",
        "päivämäärä",
        "päiväys",
    ),
    *("wysłano", "wysłane", "odesláno", "odoslané", "dátum", "elküldve", "trimis", "dată"),
    *("gönderilme tarihi", "gönderildi", "tarih", "отправлено", "дата", "надіслано", "изпратено"),
    *(
        "ημερομηνία",
        "στάλθηκε",
        "εστάλη",
        "送信日時",
        "日付",
        "日時",
        "发送时间",
        "日期",
        "发送日期",
    ),
    *("寄件日期", "傳送時間", "時間", "时间", "보낸 날짜", "날짜", "تم الإرسال", "التاريخ"),
    *("تاريخ الإرسال", "נשלח", "תאריך", "đã gửi", "ngày", "dikirim", "tanggal", "ส่ง", "วันที่"),
)
TO = (
    *("to", "an", "à", "pour", "para", "a", "per", "aan", "til", "till", "vastaanottaja", "do"),
    *("komu", "pro", "címzett", "către", "kime", "alıcı", "кому", "до", "προς", "宛先", "收件人"),
    *("받는 사람", "받는사람", "إلى", "אל", "đến", "kepada", "ถึง", "cc", "kopie", "kopia", "copie"),
)
SUBJECT = (
    *("subject", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "emne", "ämne"),
    *("aihe", "temat", "předmět", "predmet", "tárgy", "subiect", "konu", "тема", "относно"),
    *("θέμα", "件名", "主题", "主旨", "主題", "제목", "الموضوع", "נושא", "chủ đề", "tiêu đề"),
    *("subjek", "perihal", "hal", "เรื่อง"),
)
LABELS = {
    word: kind
    for kind, words in {"from": FROM, "sent": SENT, "to": TO, "subject": SUBJECT}.items()
    for word in words
}
"""The labels in the head of a quoted mail, with their kinds."""

FOOTER_STARTS = (
    *("sent from ", "sent via ", "sent with ", "sent using ", "get outlook for ", "virus-free"),
    *("von meinem ", "gesendet von ", "gesendet mit ", "diese nachricht wurde von meinem "),
    *("holen sie sich outlook", "outlook für ", "virenfrei", "envoyé de mon ", "envoyé depuis "),
    *("envoyé à partir ", "envoyé avec ", "obtenez outlook", "télécharger outlook"),
    *("enviado desde ", "enviado con ", "obtener outlook", "enviado do meu ", "enviado de meu "),
    *("enviado a partir ", "enviado com ", "obter o outlook", "obter outlook", "enviado de mi "),
    *("inviato da", "inviato con ", "scarica outlook", "ottieni outlook", "verzonden vanaf "),
    *("verstuurd vanaf ", "verzonden met ", "download outlook", "outlook voor ", "skickat från "),
    *("skickades från ", "hämta outlook", "skaffa outlook", "sendt fra ", "hent outlook"),
    *("få outlook", "lähetetty ", "hanki outlook", "wysłane z ", "wysłano z ", "pobierz outlook"),
    *("odesláno z ", "odoslané z ", "získat outlook", "stáhnout outlook", "elküldve az "),
    *("iphone-ról küldve", "trimis de pe ", "trimis din ", "obțineți outlook", "poslano s "),
    *("poslano z ", "отправлено с ", "отправлено из ", "надіслано з ", "відправлено з "),
    *("изпратено от ", "στάλθηκε από ", "εστάλη από ", "android için outlook", "ios için outlook"),
    *("发自", "來自我的", "来自我的", "從我的", "获取 outlook", "获取outlook", "나의 iphone"),
    *("أُرسلت من ", "أرسلت من ", "مرسل من ", "נשלח מ", "đã gửi từ ", "gửi từ ", "dikirim dari "),
    *("ส่งจาก",),
)
FOOTER_ENDS = (
    *(" gönderildi", "から送信", "から送信されました", "에서 보냄", "에서 전송", "傳送", " küldve"),
)
"""Beginnings and ends of the footers that telephones and programs add."""

REPLY_PREFIXES = (
    *("re", "aw", "antw", "antwort", "sv", "vs", "vl", "vb", "odp", "pd", "ynt", "ilt", "rif", "r"),
    *("res", "ref", "rv", "enc", "bls", "fwd", "fw", "wg", "tr", "i", "doorst", "trs", "ts", "atb"),
    *("att", "vá", "továbbítás", "továbbítva", "odg", "να", "απ", "πρθ", "σχετ", "отв", "ответ"),
    *(
        "на",
        "переслать",
        "відп",
        "пер",
        "回复",
        "回覆",
        "答复",
        "转发",
        "轉寄",
        "返信",
        "답장",
        "전달",
    ),
    *("회신", "השב", "תשובה", "הועבר", "رد", "إعادة توجيه", "trả lời", "balas"),
)
"""Prefixes of the subjects of replies and forwarded mails."""

"""Phrases of mail programs around quotations, in the languages of their users."""

WROTE = (
    # Latin letters
    *("wrote", "writes", "schrieb", "schreibt", "geschrieben", "écrit", "escribió", "va escriure"),
    *("escreveu", "escribiu", "ha scritto", "schreef", "skrev", "skreiv", "skrifaði", "kirjoitti"),
    *("kirjutas", "napisał", "pisze", "napsal", "napísal", "píše", "írta", "a scris", "napisao"),
    *("napisala", "je pisal", "yazdı", "rašė", "parašė", "rakstīja", "đã viết", "menulis"),
    *("idatzi du", "skribis", "ysgrifennodd", "shkroi", "quoting", "zitat von", "citando"),
    *("citation de", "citerar", "cytowanie", "ha escrit", "je napisao", "je napisala", "poslal"),
    *("igorleak", "scríobh", "tha air sgrìobhadh", "ka shkruar", "ha scrit", "het geskryf"),
    *("aliandika", "sumulat si", "sinulat ni", "yozdi", "napísala", "napsala", "wrote/a écrit"),
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
        "напиша",
        "је написао",
        "је написала",
        "напісаў",
        "жазды",
        "бичсэн",
        "գրել է",
        "დაწერა",
        "כתבה",
        "כתב/ה",
        "كتبت",
        "كتابة ما يلي",
        "نے لکھا",
    ),
    *("เขียน", "ने लिखा", "写道", "寫道", "作成しました", "のメッセージ", "のメール", "書きました"),
    *(
        "작성",
        "썼습니다",
        "쓰셨습니다",
        "쓴 글",
        "보낸 메일",
        "写入",
        "来信",
        "來信",
        "撰写",
        "撰寫",
    ),
    *("が書いた", "লিখেছেন", "எழுதியது", "రాశారు", "यांनी लिहिले", "ले लेख्नुभयो"),
)
"""Words of the line above a quotation."""

QUOTING = ("quoting ", "zitat von ", "citando ", "citation de ", "citerar ", "cytowanie ")
"""Words for quoting that open such a line, where the name follows."""

DATE_OPENERS = (
    *("on ", "am ", "le ", "el ", "em ", "il ", "op ", "den ", "dne ", "dňa ", "dnia ", "w dniu "),
    *("pe ", "på ", "στις ", "на ", "vào ", "pada ", "في ", "בתאריך ", "ngày ", "hari "),
    *("o dia ", "no dia ", "dana ", "în data de ", "la data de ", "noong ", "ในวันที่ ", "เมื่อ "),
    *("klockan ", "kl. ", "il giorno ", "el día ", "a las ", "ב-", "ביום ", "بتاريخ ", "در تاریخ "),
    *("w dn. ", "þann ", "a data de ", "em data de ", "datë "),
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
    *("original email", "original mail", "original e-mail", "reply message", "quoted text"),
    *("original-nachricht", "ursprüngliche e-mail", "ursprüngliche mail", "original nachricht"),
    *("e-mail d'origine", "courriel original", "message initial", "correo original"),
    *("missatge original", "mensaxe orixinal", "jatorrizko mezua", "e-mail original"),
    *("mensagem de origem", "messaggio di origine", "e-mail originale", "origineel bericht"),
    *("oorspronkelijke bericht", "oorspronkelijke e-mail", "oorspronklike boodskap"),
    *("ursprungligt brev", "original meddelande", "oprindelig besked", "original meddelelse"),
    *("opprinnelig e-post", "original melding", "upprunaleg skilaboð", "alkuperäinen sähköposti"),
    *("algne sõnum", "algkiri", "originaalkiri", "pradinis laiškas", "originalus pranešimas"),
    *("sākotnējā ziņa", "oriģinālā ziņa", "sākotnējais ziņojums", "treść oryginalnej wiadomości"),
    *(
        "originální zpráva",
        "pôvodný e-mail",
        "eredeti levél",
        "izvorna poruka",
        "originalna poruka",
    ),
    *(
        "izvirno sporočilo",
        "prvotno sporočilo",
        "mesazhi origjinal",
        "orjinal mesaj",
        "özgün mesaj",
    ),
    *("исходное письмо", "оригінальне повідомлення", "зыходнае паведамленне"),
    *("оригинално съобщение", "оригинална порука", "изворна порука", "πρωτότυπο μήνυμα"),
    *("رسالة أصلية", "الرسالة الاصلية", "پیام اصلی"),
    *("मूल संदेश", "মূল বার্তা", "原始信件", "原邮件", "原郵件", "原文", "オリジナルメッセージ"),
    *("元のメール", "원본 메세지", "원래 메시지", "tin nhắn ban đầu", "mesej asal", "ujumbe asili"),
    *("ข้อความเดิม", "orihinal na mensahe", "սկզբնական հաղորդագրություն", "თავდაპირველი შეტყობინება"),
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
    *(
        "转发的邮件",
        "轉寄郵件",
        "転送されたメッセージ",
        "전달된 메시지",
        "转发邮件信息",
        "転送メッセージ",
    ),
    *("missatge reenviat", "mensaxe reenviada", "proslijeđena poruka", "prosleđena poruka"),
    *("posredovano sporočilo", "edastatud sõnum", "persiųstas laiškas", "pārsūtītā ziņa"),
    *("препратено съобщение", "прослеђена порука", "пересилане повідомлення"),
    *("thư được chuyển tiếp", "pesan terusan", "ข้อความที่ส่งต่อ", "अग्रेषित संदेश", "framsend skilaboð"),
)
"""Texts above a forwarded mail."""

FROM = (
    *("from", "von", "de", "da", "van", "fra", "från", "lähettäjä", "od", "kimden", "gönderen"),
    *("feladó", "de la", "odesílatel", "odosielateľ", "expéditeur", "remitente", "saatja", "nuo"),
    *("no", "от", "от кого", "від", "від кого", "από", "差出人", "送信者", "发件人", "寄件者"),
    *("寄件人", "보낸 사람", "보낸사람", "보내는 사람", "من", "מאת", "từ", "dari", "จาก"),
    *("šalje", "pošiljatelj", "pošiljalac", "шаље", "пошиљалац", "подател"),
    *("nga", "nork", "expeditor", "sendandi", "frá", "از", "प्रेषक", "से", "প্রেরক", "발신"),
    *("발신인", "送件人", "寄信人", "kimdən", "mula sa", "ад", "sender", "absender"),
    *("mittente", "afzender", "avsändare", "avsender", "afsender", "nadawca", "отправитель"),
    *("відправник", "αποστολέας", "remetente", "nuo ko", "no kā", "người gửi", "pengirim", "ผู้ส่ง"),
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
    *("sent at", "sent on", "date sent", "data d'enviament", "enviat", "envoyé à", "data invio"),
    *("data de envio", "fecha de envío", "poslano", "послато", "изпратено на", "датум", "saadetud"),
    *("kuupäev", "išsiųsta", "nosūtīts", "datums", "sendt den", "dagsetning"),
    *(
        "bidalia",
        "dërguar",
        "göndərildi",
        "تاریخ",
        "दिनांक",
        "भेजा गया",
        "তারিখ",
        "发信时间",
        "寄送日期",
    ),
    *(
        "傳送日期",
        "收件时间",
        "보낸시간",
        "보낸 시간",
        "보낸날짜",
        "발신일",
        "送信日",
        "送信時刻",
        "отправлен",
    ),
    *("дата отправки", "отослано", "vrijeme", "vreme", "дата и время"),
)
TO = (
    *("to", "an", "à", "pour", "para", "a", "per", "aan", "til", "till", "vastaanottaja", "do"),
    *("komu", "pro", "címzett", "către", "kime", "alıcı", "кому", "до", "προς", "宛先", "收件人"),
    *("받는 사람", "받는사람", "إلى", "אל", "đến", "kepada", "ถึง", "cc", "kopie", "kopia", "copie"),
    *("prima", "za", "прима", "за", "kam", "kellele", "saaja", "vastaanottajat", "modtager"),
    *("mottaker", "mottagare", "ontvanger", "destinatario", "destinatário", "destinataire"),
    *("destinatari", "empfänger", "odbiorca", "příjemce", "получатель", "одержувач", "получател"),
    *(
        "παραλήπτης",
        "per a",
        "nori",
        "viðtakandi",
        "به",
        "प्रति",
        "প্রাপক",
        "수신",
        "수신인",
        "受信者",
    ),
    *("收信人", "người nhận", "penerima", "ผู้รับ", "recipient", "каму", "reply-to", "bcc", "kópia"),
)
SUBJECT = (
    *("subject", "betreff", "objet", "asunto", "assunto", "oggetto", "onderwerp", "emne", "ämne"),
    *("aihe", "temat", "předmět", "predmet", "tárgy", "subiect", "konu", "тема", "относно"),
    *("θέμα", "件名", "主题", "主旨", "主題", "제목", "الموضوع", "נושא", "chủ đề", "tiêu đề"),
    *("subjek", "perihal", "hal", "เรื่อง", "assumpte", "gaia", "naslov", "zadeva", "тема писма"),
    *("teema", "tema", "temats", "efni", "mövzu", "موضوع", "विषय", "বিষয়", "标题", "標題", "표제"),
    *("titel", "título", "paksa", "predmet poruke", "предмет", "наслов", "тэма", "subjecte"),
)
LABELS = {
    word: kind
    for kind, words in {"from": FROM, "sent": SENT, "to": TO, "subject": SUBJECT}.items()
    for word in words
}
"""The labels in the head of a quoted mail, with their kinds."""

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

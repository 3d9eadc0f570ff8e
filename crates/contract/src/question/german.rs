//! German.

use super::vocabulary::{Ask, Bound, Head, Needs, Vocabulary};
use crate::step::Relation::{Between, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};

// One word more or less must not rewrap a table.
#[rustfmt::skip]
pub(super) static GERMAN: Vocabulary = Vocabulary {
    head: Head::Capital,
    stop_words: &[
        "der", "die", "das", "den", "dem", "des", "ein", "eine", "einer", "eines", "einem", "einen", "ist",
        "sind", "war", "waren", "wird", "werden", "wurde", "wurden", "hat", "haben", "hatte", "wer", "wen",
        "wem", "wessen", "wann", "wo", "wie", "was", "warum", "viel", "viele", "welche", "welcher", "welches",
        "welchem", "welchen", "und", "oder", "in", "im", "an", "am", "auf", "aus", "bei", "mit", "nach", "von",
        "vom", "für", "zu", "zum", "zur", "über", "unter", "bis", "seit", "es", "er", "sie", "ihr", "ihre",
        "sein", "seine", "diese", "dieser", "dieses", "diesem", "diesen", "alle", "aller", "gibt", "kann",
        "muss", "darf", "soll", "ob", "bitte", "nenne", "nennen", "liste", "lange", "hoch", "lautet", "heißt",
        "als", "wurde", "durch", "um", "ich", "wir", "uns", "mir", "man", "sich", "nicht", "dass", "welch",
    ],
    asks: &[
        ("was", Ask::What), ("welche", Ask::What), ("welcher", Ask::What), ("welches", Ask::What),
        ("welchem", Ask::What), ("welchen", Ask::What), ("wie lautet", Ask::What), ("wie lauten", Ask::What),
        ("wie heißt", Ask::What), ("wie heißen", Ask::What), ("wie hoch", Ask::What), ("wer", Ask::Who),
        ("wen", Ask::Who), ("wem", Ask::Who), ("wann", Ask::When), ("wo", Ask::Where), ("woher", Ask::Where),
        ("wohin", Ask::Where), ("wie viel", Ask::HowMuch), ("wieviel", Ask::HowMuch),
        ("wie teuer", Ask::HowMuch), ("wie viele", Ask::HowMany), ("wieviele", Ask::HowMany),
        ("wie lange", Ask::HowLong), ("wie lang", Ask::HowLong), ("wie alt", Ask::HowOld),
        ("wie weit", Ask::Measure), ("wie groß", Ask::Measure), ("wie schwer", Ask::Measure),
        ("wie", Ask::Prose), ("warum", Ask::Prose), ("weshalb", Ask::Prose), ("wieso", Ask::Prose),
        ("wessen", Ask::Prose), ("worauf", Ask::Prose), ("womit", Ask::Prose),
    ],
    yes_no: &[
        "ist", "sind", "war", "waren", "wird", "werden", "wurde", "wurden", "hat", "haben", "hatte", "kann",
        "können", "darf", "dürfen", "muss", "müssen", "soll", "sollen", "gibt", "enthält", "besteht", "gilt",
        "deckt", "liegt", "übersteigt", "überschreitet", "beträgt", "sieht", "verlangt", "erlaubt", "umfasst",
        "endet", "läuft", "schließt",
    ],
    be: &["ist", "sind", "war", "waren", "wurde", "wurden", "liegt", "beträgt"],
    plural_verbs: &["sind", "waren", "werden", "wurden", "haben", "lauten", "heißen", "gibt"],
    verbs: &[
        "ist", "sind", "war", "waren", "wird", "werden", "wurde", "wurden", "hat", "haben", "hatte", "kann",
        "darf", "muss", "soll", "gibt", "gilt", "gelten", "beträgt", "lautet", "heißt",
    ],
    prepositions: &[
        "von", "vom", "in", "im", "an", "am", "auf", "aus", "bei", "beim", "mit", "nach", "für", "zum", "zur",
        "zu", "über", "unter", "zwischen", "durch", "gegen", "ohne", "um", "wegen", "laut", "gemäß", "pro",
        "seit", "bis", "des", "der", "und", "oder", "als", "vor",
    ],
    of: &["der", "des", "von", "vom", "für", "eines", "einer"],
    articles: &[
        "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einem", "einer", "diese", "dieser",
        "dieses", "alle", "sein", "seine", "ihr", "ihre", "jeweilige", "jeweiligen",
    ],
    indefinite: &["ein", "eine", "einen", "einem", "einer"],
    pronouns: &["es", "er", "ihn", "ihm", "ihnen"],
    polite: &[
        "bitte", "können sie mir sagen", "kannst du mir sagen", "ich möchte wissen", "sag mir",
        "sagen sie mir", "weißt du", "wissen sie", "laut dokument", "zeig mir", "zeige mir", "gib mir",
        "geben sie mir",
    ],
    whether: &["ob"],
    list_verbs: &["nenne", "nennen", "liste", "aufzählen", "zähle", "listen"],
    give_verbs: &["gib", "zeige", "finde", "ermittle", "berechne", "geben", "zeigen", "gebe"],
    prose_verbs: &["beschreibe", "erkläre", "erläutere", "zusammenfassen", "beschreiben", "fasse", "definiere"],
    all: &["alle", "aller", "allen", "jede", "jeder", "sämtliche"],
    respective: &["jeweils", "jeweilige", "jeweiligen"],
    transparent: &["name", "namen", "art"],
    identifiers: &["nummer", "kennzeichen", "code", "aktenzeichen"],
    lexicon: &[
        ("iban", &["iban"]),
        (
            "email",
            &["email", "e-mail", "e-mail-adresse", "mailadresse", "emailadresse"],
        ),
        (
            "phone",
            &["telefon", "telefonnummer", "rufnummer", "faxnummer", "fax", "mobilnummer", "handynummer"],
        ),
        (
            "url",
            &["url", "webseite", "website", "homepage", "internetadresse", "internetseite", "webadresse"],
        ),
        (
            "address", &["adresse", "anschrift", "wohnsitz", "firmensitz", "sitz"],
        ),
        (
            "date_range",
            &["versicherungszeitraum", "zeitraum", "berichtszeitraum", "leistungszeitraum"],
        ),
        (
            "duration",
            &[
                "laufzeit", "dauer", "frist", "vertragsdauer", "kündigungsfrist", "gültigkeitsdauer",
                "probezeit", "garantiezeit",
            ],
        ),
        (
            "date",
            &[
                "datum", "tag", "termin", "jahr", "monat", "geburtstag", "stichtag", "fälligkeit",
                "vertragsbeginn", "vertragsende", "ablauf", "inkrafttreten",
            ],
        ),
        (
            "percentage",
            &["prozentsatz", "zinssatz", "steuersatz", "anteil", "quote", "rendite", "marge", "prozent"],
        ),
        (
            "amount",
            &[
                "betrag", "preis", "kosten", "gebühr", "prämie", "gehalt", "lohn", "einkommen", "umsatz",
                "ausgaben", "einnahmen", "selbstbeteiligung", "selbstbehalt", "zahlung", "strafe", "miete",
                "saldo", "schuld", "darlehen", "steuer", "summe", "gewinn", "verlust", "kaution", "rabatt",
                "dividende", "kapital", "vergütung", "entgelt", "provision", "rechnungsbetrag",
                "vertragsstrafe", "beitrag", "wert", "honorar", "schaden", "limit", "deckungssumme", "ertrag",
                "erlös", "aufwand",
            ],
        ),
        (
            "number",
            &[
                "anzahl", "zahl", "menge", "kapazität", "gewicht", "fläche", "höhe", "länge", "breite",
                "bevölkerung", "alter", "einwohnerzahl",
            ],
        ),
        (
            "person_name",
            &[
                "geschäftsführer", "geschäftsführerin", "direktor", "vorstand", "vorsitzende", "vorsitzender",
                "präsident", "richter", "anwalt", "notar", "ansprechpartner", "unterzeichner", "mitarbeiter",
                "vater", "mutter", "sohn", "tochter", "bruder", "schwester", "ehefrau", "ehemann", "gründer",
                "autor", "arzt", "zeuge", "person",
            ],
        ),
        (
            "organization",
            &[
                "firma", "unternehmen", "gesellschaft", "bank", "versicherer", "versicherung", "arbeitgeber",
                "lieferant", "hersteller", "behörde", "gericht", "universität", "organisation", "institution",
                "verlag", "anbieter",
            ],
        ),
    ],
    places: &[
        "firma", "unternehmen", "büro", "sitz", "gebäude", "grundstück", "verkäufer", "käufer", "mieter",
        "vermieter", "gesellschaft",
    ],
    table: &["als tabelle", "in einer tabelle", "tabellarisch", "in tabellenform"],
    tree: &["als baum", "hierarchie", "als gliederung", "baumstruktur"],
    json: &["als json", "im json-format", "in json"],
    columns: &["mit den spalten", "mit spalten", "spalten"],
    with_their: &[
        "mit ihren", "mit ihrem", "mit ihrer", "mit den jeweiligen", "mit jeweiligem", "mit jeweiliger",
        "samt", "und ihre", "und deren",
    ],
    with: &["mit"],
    classify: &["klassifiziere", "welche der folgenden", "welches der folgenden", "welcher der folgenden"],
    and: &["und"],
    or: &["oder"],
    ranges: &[
        "von wann bis wann", "zwischen welchen daten", "welcher zeitraum", "welchen zeitraum",
        "welchem zeitraum",
    ],
    comparisons: &[
        ("mehr als", Greater, Needs::Anything), ("größer als", Greater, Needs::Anything),
        ("höher als", Greater, Needs::Anything), ("länger als", Greater, Needs::Anything),
        ("später als", Greater, Needs::Anything), ("übersteigt", Greater, Needs::Anything),
        ("überschreitet", Greater, Needs::Anything), ("über", Greater, Needs::Unit),
        ("oberhalb von", Greater, Needs::Unit), ("nach dem", Greater, Needs::Date),
        ("nach", Greater, Needs::Date), ("weniger als", Less, Needs::Anything),
        ("kleiner als", Less, Needs::Anything), ("niedriger als", Less, Needs::Anything),
        ("geringer als", Less, Needs::Anything), ("kürzer als", Less, Needs::Anything),
        ("früher als", Less, Needs::Anything), ("unter", Less, Needs::Unit),
        ("unterhalb von", Less, Needs::Unit), ("vor dem", Less, Needs::Date), ("vor", Less, Needs::Date),
        ("mindestens", GreaterOrEqual, Needs::Anything),
        ("nicht weniger als", GreaterOrEqual, Needs::Anything), ("höchstens", LessOrEqual, Needs::Anything),
        ("nicht mehr als", LessOrEqual, Needs::Anything), ("spätestens am", LessOrEqual, Needs::Date),
        ("genau", Equal, Needs::Anything), ("gleich", Equal, Needs::Anything),
        ("zwischen", Between, Needs::Anything),
    ],
    comparatives: &[
        "höher", "niedriger", "größer", "kleiner", "länger", "kürzer", "früher", "später", "mehr", "weniger",
        "billiger", "besser",
    ],
    than: &["als"],
    between: &["zwischen"],
    sum_of: &["summe aller", "summe der", "gesamtsumme aller", "gesamtbetrag aller"],
    average: &["durchschnittliche", "durchschnittlichen", "durchschnittlicher", "durchschnitt"],
    difference: &["differenz zwischen", "unterschied zwischen"],
    change: &["veränderung der", "veränderung des", "änderung der", "änderung des"],
    percent_change: &[
        "prozentuale veränderung der", "prozentuale veränderung des", "prozentuale änderung der",
        "prozentuale änderung des",
    ],
    time_between: &["liegen zwischen", "zwischen", "sind es zwischen", "vergehen zwischen", "lagen zwischen"],
    there_are: &[
        "gibt es", "sind aufgeführt", "sind genannt", "werden genannt", "werden aufgeführt",
        "sind aufgelistet",
    ],
    named_things: &[
        "partei", "parteien", "vertragspartei", "vertragsparteien", "ausschluss", "ausschlüsse", "bedingung",
        "abschnitt", "abschnitte", "artikel", "klausel", "klauseln", "anlage", "anlagen", "position",
        "positionen", "unterzeichner", "gesellschafter", "zeuge", "kapitel", "kläger", "beklagte",
        "bedingungen",
    ],
    into: &["in", "umgerechnet in"],
    after: &["nach"],
    before: &["vor"],
    born: "geboren",
    what_is: "Was ist {}?",
    when: "Wann {}?",
    how_many: "Wie viele {}?",
    how_long: "Wie lange {}?",
    how_much: "Wie viel {}?",
    list_all: "Nenne alle {}.",
    numbers: &[
        ("null", 0), ("eins", 1), ("eine", 1), ("einem", 1), ("einer", 1), ("zwei", 2), ("drei", 3),
        ("vier", 4), ("fünf", 5), ("sechs", 6), ("sieben", 7), ("acht", 8), ("neun", 9), ("zehn", 10),
        ("elf", 11), ("zwölf", 12), ("vierzehn", 14), ("fünfzehn", 15), ("zwanzig", 20), ("dreißig", 30),
        ("vierzig", 40), ("fünfzig", 50), ("sechzig", 60), ("neunzig", 90), ("hundert", 100),
        ("tausend", 1_000),
    ],
    months: &[
        &["januar", "jan", "jänner"], &["februar", "feb"], &["märz"], &["april", "apr"], &["mai"],
        &["juni", "jun"], &["juli", "jul"], &["august", "aug"], &["september", "sep", "sept"],
        &["oktober", "okt"], &["november", "nov"], &["dezember", "dez"],
    ],
    currencies: &[
        ("euro", "EUR"), ("dollar", "USD"), ("us-dollar", "USD"), ("pfund", "GBP"),
        ("schweizer franken", "CHF"), ("franken", "CHF"), ("yen", "JPY"),
    ],
    percent: &["%", "prozent"],
    media: &[
        ("pdf", "pdf"), ("pdfs", "pdf"), ("tabellenkalkulation", "sheet"), ("excel", "sheet"),
        ("e-mails", "mail"), ("emails", "mail"), ("word", "docx"),
    ],
    documents: &[
        "dokumenten", "dokumente", "dateien", "e-mails", "emails", "rechnungen", "verträgen", "verträge",
        "berichten", "briefen", "belegen", "pdfs",
    ],
    dated: &[
        ("von", Bound::Within), ("aus", Bound::Within), ("aus dem jahr", Bound::Within),
        ("vom", Bound::Within), ("seit", Bound::From), ("nach", Bound::After), ("nach dem", Bound::After),
        ("vor", Bound::Before), ("vor dem", Bound::Before), ("bis", Bound::Until),
    ],
};

//! What words of business and law mean, across languages and abbreviations.
//!
//! `Zahlbetrag`, `TTL` and `amount payable` speak of the same thing. Where a
//! context holds one of a group, the group's plain English words are added to
//! it, so that a question in other words, or another language, finds it.
//! These are words of the languages, as a dictionary has them; nothing here
//! is about a kind of document.
//!
//! # Limits
//!
//! English, German, Spanish; the meaning with which invoices, contracts,
//! reports and forms use a word. A group is added whatever its sentence says
//! of it.

use regex::RegexSet;
use std::sync::LazyLock;

/// Words as documents write them (a pattern, any case), and what they are
/// about.
const GROUPS: &[(&str, &str)] = &[
    (
        r"zahlbetrag|zu zahlen\w*|fälliger betrag|offener betrag|importe a pagar|total a pagar|(?:amount|balance|total) (?:due|payable)|net total|grand total|amount to pay|to pay",
        "total amount due payable payment",
    ),
    (
        r"rechnungsbetrag|gesamtbetrag|gesamtsumme|bruttosumme|bruttobetrag|endbetrag|importe total|total general|grand total|ttl|summe|suma|gross total|gesamt",
        "total amount sum gross",
    ),
    (
        r"nettobetrag|nettosumme|base imponible|sub-?total|zwischensumme|net amount",
        "net amount subtotal",
    ),
    (
        r"ust|mwst|umsatzsteuer|mehrwertsteuer|steuerbetrag|iva|vat|gst|sales tax",
        "tax vat charged",
    ),
    (
        r"rnd|rnd adj|rounding|rundung|redondeo",
        "rounding rounded adjustment",
    ),
    (
        r"cash|efectivo|tendered?|bargeld|bar gegeben|cash received",
        "cash paid customer handed received",
    ),
    (r"change|rückgeld|wechselgeld|vuelto", "change returned"),
    (
        r"rabatt|skonto|nachlass|descuento|discount|disc",
        "discount rebate",
    ),
    (
        r"rechnungsdatum|fecha de (?:la )?factura|invoice date|date of issue|ausstellungsdatum|fecha de emisión|\w*rechnung\b[^|]{0,40}\bvom|factura\b[^|]{0,30}\bdel",
        "issue date of invoice issued",
    ),
    (r"\w*rechnung|factura|invoice|bill", "invoice bill"),
    (
        r"fällig\w*|zahlbar bis|zahlungsziel|vencimiento|due (?:date|on|by)|payable (?:on|by)",
        "due date payment payable",
    ),
    (
        r"abbuchung|lastschrift|eingezogen|einzug|abgebucht|belastet|adeudo|domiciliación|direct debit|debited",
        "debit debited collected account",
    ),
    (
        r"dated(?: as of)?|made (?:and entered into|as of|on|this)|entered into(?: as of| on)?|effective (?:as of|date)|takes? effect|in kraft|commence(?:ment|s)?(?: date)?|geschlossen am|vertragsbeginn|versicherungsbeginn|entrada en vigor|fecha de inicio|is made",
        "date effective take effect made signed agreement start",
    ),
    (
        r"(?:year|years|period|months|quarter) end(?:ed|ing)|stichtag|bilanzstichtag|geschäftsjahr|ejercicio|as at",
        "reporting period year end ended",
    ),
    (
        r"ablauf|laufzeitende|vertragsende|expir(?:es|y|ation|e)|endet am|termina el|caduca",
        "expiry expire end of term",
    ),
    (
        r"laufzeit|vertragsdauer|dauer|plazo|duración",
        "term duration period",
    ),
    (
        r"kündigungsfrist|kündigung|kündigen|preaviso|notice period|rescisión",
        "notice period termination cancel cancellation",
    ),
    (
        r"versicherungsprämie|prämie|versicherungsbeitrag|prima",
        "premium",
    ),
    (
        r"selbstbehalt|selbstbeteiligung|franquicia",
        "deductible excess retention",
    ),
    (
        r"versicherungssumme|deckungssumme|höchstentschädigung|suma asegurada|sum insured|limit of liability",
        "limit sum insured coverage liability",
    ),
    (
        r"versicherungsnehmer\w*|tomador|policyholder|named insured",
        "policyholder insured",
    ),
    (
        r"verkäufer\w*|lieferant\w*|auftragnehmer\w*|vendedora?|proveedora?|seller|supplier|vendor",
        "seller supplier vendor",
    ),
    (
        r"käufer\w*|leistungsempfänger\w*|kunde\w*|auftraggeber\w*|compradora?|cliente|buyer|purchaser|bill to|sold to",
        "buyer purchaser customer",
    ),
    (
        r"vermieter\w*|arrendadora?|landlord|lessor",
        "landlord lessor",
    ),
    (
        r"mieter\w*|arrendatari[oa]|inquilin[oa]|tenant|lessee",
        "tenant lessee",
    ),
    (r"arbeitgeber\w*|empleadora?|employer", "employer"),
    (
        r"arbeitnehmer\w*|mitarbeiter\w*|emplead[oa]s?|trabajadora?",
        "employee staff",
    ),
    (
        r"gehalt|vergütung|entgelt|lohn|salario|sueldo|remuneration|compensation",
        "salary pay remuneration",
    ),
    (
        r"urlaub\w*|vacaciones|annual leave|vacation",
        "holiday leave vacation",
    ),
    (
        r"umsatz|umsatzerlöse|ventas|turnover",
        "revenue sales turnover",
    ),
    (
        r"einnahmen|ingresos|incoming resources|total receipts",
        "income receipts",
    ),
    (
        r"ausgaben|aufwendungen|gastos|resources expended|outgoings|total payments",
        "expenditure expenses spending costs",
    ),
    (
        r"gewinn|jahresüberschuss|beneficio|surplus",
        "profit surplus gain",
    ),
    (r"verlust|jahresfehlbetrag|pérdida|deficit", "loss deficit"),
    (
        r"zinssatz|zinsen|tipo de interés|intereses",
        "interest rate",
    ),
    (
        r"anschrift|adresse|dirección|domicilio|registered office|principal office|mit sitz in|located at",
        "address office located",
    ),
    (
        r"geschäftsführer\w*|vorstand|gerente|directora? general|managing director|chief executive(?: officer)?|ceo",
        "director manager chief executive head",
    ),
    (
        r"unterzeichnet|unterschrift|gezeichnet|firmado|firma|/s/|signature|in witness whereof",
        "signed signature signatory",
    ),
    (
        r"(?:no\.)?desc(?:/code)?|description|item(?: no)?|article|beschreibung|bezeichnung|artikel(?:nr)?|posten|position|pos|descripción|concepto|artículo",
        "item items goods purchased invoiced",
    ),
    (
        r"menge|anzahl|cantidad|qty|quantity",
        "quantity number count",
    ),
    (
        r"einzelpreis|nettopreis|stückpreis|preis|precio|unit price",
        "price cost unit",
    ),
    (r"datum|fecha", "date day"),
    (
        r"telefon\w*|teléfono|tel|phone|telephone|mobile",
        "telephone phone number",
    ),
    (
        r"ansprechpartner\w*|kontakt|contacto|attn|attention",
        "contact person",
    ),
    (
        r"p\. ?a|per annum|jährlich|pro jahr|im jahr|al año|anual|annually|yearly|a year",
        "annual year yearly per annum",
    ),
    (
        r"monatlich|pro monat|im monat|al mes|mensual|monthly|a month",
        "monthly month",
    ),
    (
        r"lieferdatum|leistungsdatum|fecha de entrega|delivery date",
        "delivery service date",
    ),
    (r"srv ?chg|bedienung|service charge", "service charge"),
    (
        r"gebühr\w*|honorar\w*|honorarios|tarifa|fees?",
        "fee charge",
    ),
    (r"miete|alquiler|renta|rental", "rent"),
    (r"kaution|fianza|security deposit", "deposit security"),
    (
        r"anzahlung\w*|anticipo|prepaid|down payment",
        "prepayment advance deposit",
    ),
    (
        r"geburtsdatum|geboren|fecha de nacimiento|born|d\.o\.b|dob",
        "birth date born",
    ),
    (r"schaden\w*|siniestro|loss date", "loss damage claim"),
    (r"police\w*|versicherungsschein\w*|póliza", "policy"),
    (
        r"vertrag\w*|vereinbarung|contrato|acuerdo",
        "agreement contract",
    ),
    (
        r"prüfer\w*|auditora?|examined by|independent examiner",
        "examiner auditor",
    ),
    (r"schatzmeister\w*|kassenwart\w*|tesorer[oa]", "treasurer"),
    (
        r"vorsitzende\w*|president[ea]|chair(?:man|woman|person)?",
        "chair president",
    ),
];

static TRIGGERS: LazyLock<RegexSet> = LazyLock::new(|| {
    let patterns = GROUPS
        .iter()
        .map(|(words, _)| format!(r"(?i)(?:^|[^\p{{L}}\d])(?:{words})(?:[^\p{{L}}\d]|$)"));
    RegexSet::new(patterns).expect("literal patterns")
});

/// Plain words for what a context speaks of, one string a group.
pub(super) fn of(context: &str) -> impl Iterator<Item = &'static str> {
    TRIGGERS
        .matches(context)
        .into_iter()
        .filter_map(|index| GROUPS.get(index).map(|(_, words)| *words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_in_plain_words_what_a_label_is_about() {
        let cases = [
            ("Zahlbetrag 529,87", "due"),
            ("TTL 72.95", "total"),
            ("Handelsrechnung Nr. 1 vom 05.03.2018", "issue"),
            ("is made and entered into as of", "effective"),
            ("Vermieter: Hans Muster", "lessor"),
            ("fecha de vencimiento", "due"),
        ];
        for (context, word) in cases {
            let words: Vec<&str> = of(context).flat_map(str::split_whitespace).collect();
            assert!(words.contains(&word), "{context}: {words:?}");
        }
        assert_eq!(of("nothing of note").count(), 0);
    }
}

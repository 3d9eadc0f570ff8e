"""Invoices and letters of demand in English, German and Spanish, and questions of them, all made up.

    invoices.py --count 3      prints three of them

The data sets have few business documents that are not English. These teach the reader what the
labels of such documents mean and where their values stand beside them, under them and in a
row of totals: never a value that a real document holds. `made` gives cases in the form of
../shared/data/train; what a document leaves out is asked for, too, and has no answer.
"""

import random

LANGUAGES = ("en", "de", "es")

# Field -> type, labels in a document, and what is asked; {} is left out where a document holds none.
FIELDS = {
    "number": ("text", {
        "en": ["Invoice number", "Invoice no.", "Invoice #", "Document number"],
        "de": ["Rechnungsnummer", "Rechnungs-Nr.", "Rechnung Nr.", "Beleg-Nr."],
        "es": ["Número de factura", "Factura n.º", "Nº factura"]}, {
        "en": ["What is the invoice number?", "Invoice number?", "Which number does the invoice have?"],
        "de": ["Wie lautet die Rechnungsnummer?", "Rechnungsnummer?", "Welche Nummer hat die Rechnung?"],
        "es": ["¿Cuál es el número de factura?", "¿Qué número tiene la factura?"]}),
    "customer": ("text", {
        "en": ["Customer number", "Customer no.", "Account no.", "Client ID"],
        "de": ["Kundennummer", "Kunden-Nr.", "Debitor"],
        "es": ["Número de cliente", "Cliente n.º", "Código de cliente"]}, {
        "en": ["What is the customer number?", "Which customer number is stated?", "What is the buyer's account number?"],
        "de": ["Wie lautet die Kundennummer?", "Welche Kundennummer ist angegeben?"],
        "es": ["¿Cuál es el número de cliente?"]}),
    "order": ("text", {
        "en": ["Order number", "Your order", "Purchase order", "PO no."],
        "de": ["Bestellnummer", "Ihre Bestellung", "Auftragsnummer", "Bestell-Nr."],
        "es": ["Número de pedido", "Su pedido"]}, {
        "en": ["What is the order number?", "Which purchase order does the invoice refer to?"],
        "de": ["Wie lautet die Bestellnummer?", "Auf welche Bestellung bezieht sich die Rechnung?"],
        "es": ["¿Cuál es el número de pedido?"]}),
    "tax_id": ("text", {
        "en": ["VAT registration no.", "VAT ID", "Tax number"],
        "de": ["USt-IdNr.", "Umsatzsteuer-ID", "Steuernummer"],
        "es": ["NIF", "CIF", "Nº de IVA"]}, {
        "en": ["What is the seller's VAT number?", "Which tax number is given?"],
        "de": ["Wie lautet die Umsatzsteuer-Identifikationsnummer?", "Welche Steuernummer ist angegeben?"],
        "es": ["¿Cuál es el número de identificación fiscal?"]}),
    "dated": ("date", {
        "en": ["Invoice date", "Date", "Date of issue"],
        "de": ["Rechnungsdatum", "Datum", "Ausstellungsdatum"],
        "es": ["Fecha de factura", "Fecha", "Fecha de emisión"]}, {
        "en": ["What is the invoice date?", "When was the invoice issued?", "What date is on the invoice?"],
        "de": ["Wann wurde die Rechnung ausgestellt?", "Welches Rechnungsdatum ist angegeben?", "Von wann ist die Rechnung?"],
        "es": ["¿Cuál es la fecha de la factura?", "¿Cuándo se emitió la factura?"]}),
    "due": ("date", {
        "en": ["Due date", "Payment due", "Pay by"],
        "de": ["Fällig am", "Fälligkeitsdatum", "Zahlbar bis"],
        "es": ["Vencimiento", "Fecha de vencimiento"]}, {
        "en": ["When is payment due?", "What is the due date?", "By when must the invoice be paid?"],
        "de": ["Bis wann ist die Rechnung zu zahlen?", "Wann ist die Zahlung fällig?"],
        "es": ["¿Cuándo vence el pago?", "¿Hasta cuándo hay que pagar?"]}),
    "delivered": ("date", {
        "en": ["Delivery date", "Date of supply", "Delivered on"],
        "de": ["Lieferdatum", "Leistungsdatum", "Geliefert am"],
        "es": ["Fecha de entrega", "Entregado el"]}, {
        "en": ["When were the goods delivered?", "What is the delivery date?"],
        "de": ["Wann wurde geliefert?", "Welches Lieferdatum ist angegeben?"],
        "es": ["¿Cuándo se entregó?", "¿Cuál es la fecha de entrega?"]}),
    "contact": ("person_name", {
        "en": ["Contact", "Your contact", "Contact person", "Clerk"],
        "de": ["Ansprechpartner", "Bearbeiter", "Ihr Ansprechpartner", "Sachbearbeiterin"],
        "es": ["Contacto", "Persona de contacto", "Atendido por"]}, {
        "en": ["Who is the contact person?", "Who handles the invoice?"],
        "de": ["Wer ist der Ansprechpartner?", "Wer bearbeitet die Rechnung?"],
        "es": ["¿Quién es la persona de contacto?"]}),
    "net": ("amount", {
        "en": ["Net total", "Subtotal", "Total excl. VAT", "Net amount"],
        "de": ["Nettobetrag", "Zwischensumme", "Summe netto", "Gesamt netto"],
        "es": ["Base imponible", "Subtotal", "Total sin IVA"]}, {
        "en": ["What is the net total?", "How much is it before tax?", "What is the subtotal without VAT?"],
        "de": ["Wie hoch ist der Nettobetrag?", "Was ist die Summe ohne Mehrwertsteuer?"],
        "es": ["¿Cuál es la base imponible?", "¿Cuánto es sin IVA?"]}),
    "tax": ("amount", {
        "en": ["VAT", "Tax", "VAT amount", "Sales tax"],
        "de": ["Umsatzsteuer", "MwSt.", "USt.", "Mehrwertsteuer"],
        "es": ["IVA", "Importe IVA", "Cuota de IVA"]}, {
        "en": ["How much VAT is charged?", "What is the tax amount?"],
        "de": ["Wie hoch ist die Umsatzsteuer?", "Wie viel Mehrwertsteuer wird berechnet?"],
        "es": ["¿Cuánto IVA se cobra?", "¿A cuánto asciende el IVA?"]}),
    "gross": ("amount", {
        "en": ["Total", "Invoice total", "Amount due", "Total incl. VAT", "Grand total"],
        "de": ["Gesamtbetrag", "Rechnungsbetrag", "Bruttobetrag", "Zahlbetrag", "Endbetrag"],
        "es": ["Total", "Total factura", "Importe total", "Total con IVA"]}, {
        "en": ["What is the total amount?", "How much has to be paid?", "What is the gross total of the invoice?"],
        "de": ["Wie hoch ist der Gesamtbetrag?", "Wie viel ist zu zahlen?", "Welcher Betrag ist brutto in Rechnung gestellt?"],
        "es": ["¿Cuál es el importe total?", "¿Cuánto hay que pagar?"]}),
    "freight": ("amount", {
        "en": ["Shipping", "Freight", "Postage and packing"],
        "de": ["Versandkosten", "Fracht", "Porto und Verpackung"],
        "es": ["Gastos de envío", "Portes"]}, {
        "en": ["How much is charged for shipping?", "What are the freight costs?"],
        "de": ["Wie hoch sind die Versandkosten?", "Was kostet der Versand?"],
        "es": ["¿Cuánto cuestan los portes?", "¿Cuáles son los gastos de envío?"]}),
    "discount": ("amount", {
        "en": ["Discount", "Rebate", "Early payment discount"],
        "de": ["Rabatt", "Nachlass", "Skonto"],
        "es": ["Descuento", "Bonificación"]}, {
        "en": ["How large is the discount?", "What rebate is granted?"],
        "de": ["Wie hoch ist der Rabatt?", "Welcher Nachlass wird gewährt?"],
        "es": ["¿De cuánto es el descuento?"]}),
    "rate": ("percentage", {
        "en": ["VAT rate", "Tax rate"], "de": ["Steuersatz", "MwSt.-Satz", "USt.-Satz"], "es": ["Tipo de IVA"]}, {
        "en": ["What is the VAT rate?", "At what rate is tax charged?"],
        "de": ["Wie hoch ist der Steuersatz?", "Welcher Mehrwertsteuersatz gilt?"],
        "es": ["¿Cuál es el tipo de IVA?"]}),
    "seller": ("organization", {}, {
        "en": ["Who issued the invoice?", "Which company is the seller?", "What is the name of the supplier?"],
        "de": ["Wer hat die Rechnung ausgestellt?", "Wie heißt der Verkäufer?", "Welche Firma ist der Lieferant?"],
        "es": ["¿Quién emitió la factura?", "¿Qué empresa es el vendedor?"]}),
    "buyer": ("organization", {
        "en": ["Bill to", "Customer", "Invoice to", "Sold to"], "de": ["An", "Rechnungsempfänger", "Kunde", "Käufer"],
        "es": ["Cliente", "Facturar a"]}, {
        "en": ["Who is the invoice addressed to?", "Who is the buyer?", "Which company is the customer?"],
        "de": ["An wen ist die Rechnung gerichtet?", "Wer ist der Käufer?", "Wer ist der Rechnungsempfänger?"],
        "es": ["¿A quién va dirigida la factura?", "¿Quién es el comprador?"]}),
    "seller_address": ("address", {}, {
        "en": ["What is the seller's address?", "Where is the supplier located?"],
        "de": ["Wie lautet die Anschrift des Verkäufers?", "Welche Adresse hat der Lieferant?"],
        "es": ["¿Cuál es la dirección del vendedor?"]}),
    "buyer_address": ("address", {}, {
        "en": ["What is the buyer's address?", "To which address is the invoice sent?"],
        "de": ["Wie lautet die Anschrift des Käufers?", "An welche Adresse geht die Rechnung?"],
        "es": ["¿Cuál es la dirección del comprador?"]}),
}
HEAD = ["number", "dated", "due", "delivered", "customer", "order", "tax_id", "contact"]
FOOT = ["freight", "discount", "net", "rate", "tax", "gross"]
# Fields that a document leaves out at times.
MAY_LACK = ["due", "delivered", "customer", "order", "tax_id", "contact", "freight", "discount", "rate", "tax"]

TITLE = {"en": ["Invoice", "INVOICE", "Tax invoice"], "de": ["Rechnung", "RECHNUNG"], "es": ["Factura", "FACTURA"]}
FORMS = {"en": ["Ltd", "LLC", "Inc.", "plc"], "de": ["GmbH", "AG", "GmbH & Co. KG", "KG", "e.K."], "es": ["S.L.", "S.A."]}
TRADES = {
    "en": ["Office Supplies", "Trading", "Consulting", "Printing", "Foods", "Logistics", "Engineering", "Garden Centre"],
    "de": ["Bürobedarf", "Handels", "Maschinenbau", "Druckerei", "Feinkost", "Spedition", "Elektrotechnik", "Gartenbau"],
    "es": ["Suministros", "Comercial", "Imprenta", "Alimentos", "Logística", "Ingeniería"]}
STREETS = {
    "en": ["{n} High Street", "{n} Park Avenue", "{n} Mill Lane", "Unit {n}, Station Road"],
    "de": ["Hauptstraße {n}", "Bahnhofstr. {n}", "Am Mühlbach {n}", "Lindenweg {n}", "Gartenweg {n}"],
    "es": ["Calle Mayor, {n}", "Avenida de la Paz {n}", "C/ Real, {n}"]}
PLACES = {
    "en": ["Leeds LS{d} 4AB", "Bristol BS{d} 6QT", "Portland, OR 97{d}01", "Austin, TX 78{d}03"],
    "de": ["90{d}02 Nürnberg", "D-70{d}73 Stuttgart", "20{d}95 Hamburg", "04{d}09 Leipzig", "50{d}67 Köln"],
    "es": ["280{d}3 Madrid", "080{d}5 Barcelona", "410{d}1 Sevilla"]}
MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()}
GOODS = {
    "en": ["Toner cartridge", "Copy paper A4", "Desk lamp", "Consulting, hours", "Oak shelf", "Cable 5 m", "Olive oil 0.5 l"],
    "de": ["Tonerkartusche", "Kopierpapier A4", "Schreibtischlampe", "Beratung, Stunden", "Eichenregal", "Kabel 5 m", "Heftstreifen"],
    "es": ["Cartucho de tóner", "Papel A4", "Lámpara", "Asesoría, horas", "Cable 5 m", "Aceite de oliva"]}
COLUMNS = {
    "en": ["Item", "Description", "Qty", "Unit price", "Amount"], "de": ["Pos.", "Bezeichnung", "Menge", "Einzelpreis", "Betrag"],
    "es": ["Pos.", "Descripción", "Cant.", "Precio", "Importe"]}
ASKED_OF_GOODS = {
    "price": ("amount", {"en": "What is the unit price of {}?", "de": "Was kostet {} je Stück?", "es": "¿Cuál es el precio unitario de {}?"}),
    "count": ("number", {"en": "How many units of {} were ordered?", "de": "Welche Menge von {} wurde geliefert?", "es": "¿Qué cantidad de {} se pidió?"}),
    "sum": ("amount", {"en": "What does {} come to in total?", "de": "Welcher Betrag wird für {} berechnet?", "es": "¿Qué importe tiene {}?"})}


def money(cents, language, rng, symbol):
    whole, rest = divmod(cents, 100)
    grouped = f"{whole:,}" if rng.random() < 0.8 else str(whole)
    number = f"{grouped}.{rest:02}"
    if language != "en":
        number = number.translate(str.maketrans(",.", ".,"))
    return {"none": number, "before": f"€ {number}", "after": f"{number} €", "code": f"{number} EUR"}[symbol]


def day(language, rng, style):
    year, month, one = rng.randint(2009, 2026), rng.randint(1, 12), rng.randint(1, 28)
    name = MONTHS[language][month - 1]
    if style == "iso":
        return f"{year}-{month:02}-{one:02}"
    if style == "words":
        return {"en": f"{one} {name} {year}", "de": f"{one}. {name} {year}", "es": f"{one} de {name} de {year}"}[language]
    return f"{one:02}.{month:02}.{year}" if language == "de" else f"{one:02}/{month:02}/{year}"


class Sheet:
    """Lines of a document and where the values of its fields stand."""

    def __init__(self):
        self.text, self.places = "", {}

    def put(self, words, field=None):
        if field is not None:
            self.places.setdefault(field, []).append((len(self.text), words))
        self.text += words

    def line(self):
        self.text += "\n"


def party(language, rng, names):
    name = rng.choice(names)
    shapes = [f"{name} {rng.choice(FORMS[language])}", f"{rng.choice(TRADES[language])} {name.split()[-1]} {rng.choice(FORMS[language])}",
              f"{name.split()[-1]} {rng.choice(TRADES[language])} {rng.choice(FORMS[language])}"]
    street = rng.choice(STREETS[language]).format(n=rng.randint(1, 180))
    return rng.choice(shapes), street, rng.choice(PLACES[language]).format(d=rng.randint(1, 9))


def put_party(sheet, who, whose, rng, label=None):
    name, street, place = who
    if label:
        sheet.put(f"{label}:" if rng.random() < 0.6 else label)
        sheet.line()
    sheet.put(name, whose)
    if rng.random() < 0.3:
        sheet.put(", ")
    else:
        sheet.line()
    at = len(sheet.text)
    sheet.put(street)
    sheet.put(rng.choice(["\n", "\n", ", ", " · "]))
    sheet.put(place)
    sheet.places[f"{whose}_address"] = [(at, sheet.text[at:])]
    sheet.line()


def put_labelled(sheet, pairs, rng):
    """Labels and values: beside each other, under each other, or as a row under a row."""
    way = rng.choice(["colon", "gap", "under", "row", "gap"])
    gap = rng.choice(["  ", "    ", "\t"])
    if way == "row" and len(pairs) < 6:
        sheet.put(gap.join(label for _, label, _ in pairs))
        sheet.line()
        for index, (field, _, value) in enumerate(pairs):
            sheet.put(gap if index else "")
            sheet.put(value, field)
        sheet.line()
        return
    for field, label, value in pairs:
        sheet.put(label)
        sheet.put({"colon": ": ", "gap": gap, "under": "\n", "row": " "}[way])
        sheet.put(value, field)
        sheet.line()


def document(language, rng, names):
    lacking = {field for field in MAY_LACK if rng.random() < 0.35}
    symbol, style = rng.choice(["none", "before", "after", "after", "code"]), rng.choice(["iso", "words", "digits", "digits"])
    label = lambda field: rng.choice(FIELDS[field][1][language])
    rows, net = [], 0
    for good in rng.sample(GOODS[language], rng.randint(1, 4)):
        count, price = rng.randint(1, 40), rng.randint(99, 90000)
        rows.append((good, count, price))
        net += count * price
    rate = rng.choice([7, 10, 19, 20, 21])
    freight, discount = rng.randint(300, 9000), rng.randint(300, 9000)
    cents = {"net": net, "tax": net * rate // 100, "gross": net + net * rate // 100 + freight, "freight": freight, "discount": discount}
    values = {
        "number": rng.choice(["RE-{}", "{}", "F{}/24", "INV-{}", "R {}"]).format(rng.randint(1000, 999999)),
        "customer": rng.choice(["K{}", "{}", "C-{}"]).format(rng.randint(1000, 99999)),
        "order": rng.choice(["B-{}", "PO {}", "{}"]).format(rng.randint(1000, 99999)),
        "tax_id": rng.choice(["DE{}", "GB {}", "ES B{}", "{}/5"]).format(rng.randint(10**8, 10**9 - 1)),
        "contact": rng.choice(names), "rate": rng.choice(["{} %", "{}%", "{},00 %"]).format(rate)}
    for field in ("dated", "due", "delivered"):
        values[field] = day(language, rng, style)
    for field, amount in cents.items():
        values[field] = money(amount, language, rng, symbol)
    sheet, (seller, buyer) = Sheet(), (party(language, rng, names), party(language, rng, names))
    put_party(sheet, seller, "seller", rng)
    if rng.random() < 0.7:
        sheet.put(rng.choice(TITLE[language]))
        sheet.line()
    put_party(sheet, buyer, "buyer", rng, label("buyer") if rng.random() < 0.6 else None)
    head = [field for field in HEAD if field not in lacking]
    rng.shuffle(head)
    put_labelled(sheet, [(field, label(field), values[field]) for field in head], rng)
    gap = rng.choice(["  ", "   ", "\t"])
    sheet.put(gap.join(COLUMNS[language]))
    sheet.line()
    for index, (good, count, price) in enumerate(rows):
        sheet.put(f"{index + 1}{gap}{good}{gap}")
        sheet.put(str(count), ("count", good))
        sheet.put(gap)
        sheet.put(money(price, language, rng, symbol), ("price", good))
        sheet.put(gap)
        sheet.put(money(count * price, language, rng, symbol), ("sum", good))
        sheet.line()
    put_labelled(sheet, [(field, label(field), values[field]) for field in FOOT if field not in lacking], rng)
    return sheet, lacking, [good for good, _, _ in rows]


def case(number, language, asked, question, sheet, field):
    places = sheet.places.get(field, [])
    return {"id": f"invoices/{number}", "document_id": f"invoices/{number}", "question": question, "language": language,
            "type": asked, "context": sheet.text, "answers": [{"text": text, "start": start} for start, text in places],
            "answerable": bool(places)}


def made(count, names, seed):
    """`count` documents and about four questions of each; half of the questions to foreign ones are English."""
    rng, found = random.Random(f"{seed} invoices"), []
    for number in range(count):
        language = rng.choices(LANGUAGES, (3, 5, 2))[0]
        sheet, lacking, goods = document(language, rng, names)
        ask = lambda wordings: rng.choice(wordings["en" if rng.random() < 0.5 else language])
        for field in rng.sample(sorted(FIELDS), 4):
            asked, _, wordings = FIELDS[field]
            if field == "gross" and "freight" in lacking and "tax" in lacking:
                continue  # nothing tells net from gross
            found.append(case(number, language, asked, ask(wordings), sheet, field))
        what, good = rng.choice(sorted(ASKED_OF_GOODS)), rng.choice(GOODS[language])
        asked, wordings = ASKED_OF_GOODS[what]
        question = wordings["en" if rng.random() < 0.3 else language].format(good)
        found.append(case(number, language, asked, question, sheet, (what, good) if good in goods else None))
    return found


if __name__ == "__main__":
    import argparse
    parser = argparse.ArgumentParser(description="Print made-up invoices and questions of them.")
    parser.add_argument("--count", type=int, default=3)
    for one in made(parser.parse_args().count, ["Anna Berg", "John Miller", "Lucía Ortega"], 7):
        print(one["context"], "\n>>", one["question"], one["answers"], "\n")

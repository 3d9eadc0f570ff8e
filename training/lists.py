"""Documents with long and short lists in English, German and Spanish, and questions for all of a list, all made up.

    lists.py --count 3                      prints three of them
    lists.py --count 200 --out FOLDER       writes 200 that no reader was taught, with their questions, as a folder that `attest eval` reads

The data sets have few lists, and hardly one that goes on over pages. A list here has 3 to 120 items, numbered, marked,
plain or in a table; where it is longer than a window, most windows hold neither its heading nor its introduction, as the
program's passages do. A document with one long list asks for it, and for lists that it does not hold; in one with two short lists
of the same things (what is insured and what is not) only one of them is asked for. Held out documents with one list are also asked for the topic's other one, which taught no reader. `made` gives cases in the form of ../shared/data/train.
"""

import random

LANGUAGES = ("en", "de", "es")

# What items are made of: a form of each topic and language with its two columns of words.
ITEMS = {
    "damage": {
        "en": ("{} to {}", ["damage", "loss or damage", "theft of or damage", "accidental damage", "water damage", "frost damage", "damage by vermin", "storm damage"],
               ["hedges", "garden sheds", "solar panels", "bicycles in the open", "swimming pools", "pergolas", "glass roofs", "jewellery", "cash", "works of art", "mobile phones", "drones", "trees and shrubs", "buildings under construction", "trailers"]),
        "de": ("{} an {}", ["Schäden", "Sturmschäden", "Frostschäden", "Leitungswasserschäden", "Brandschäden", "Diebstahl von oder Schäden", "Glasbruch", "Nagetierschäden"],
               ["Zäunen", "Gartenhäusern", "Solaranlagen", "Fahrrädern im Freien", "Schwimmbecken", "Markisen", "Antennen", "Schmuck", "Bargeld", "Kunstwerken", "Drohnen", "Bäumen und Sträuchern", "Rohbauten", "Anhängern"]),
        "es": ("{} en {}", ["daños", "daños por tormenta", "daños por helada", "daños por agua", "incendio", "robo o daños", "rotura de cristales"],
               ["vallas", "cobertizos", "placas solares", "bicicletas al aire libre", "piscinas", "toldos", "antenas", "joyas", "dinero en efectivo", "obras de arte", "drones", "árboles y arbustos", "edificios en obras", "remolques"])},
    "thing": {
        "en": ("{} {}", ["oak", "steel", "folding", "used", "grey", "large", "small", "glass", "wooden", "adjustable"],
               ["desk", "filing cabinet", "office chair", "bookcase", "meeting table", "lamp", "whiteboard", "coat stand", "safe", "monitor arm", "shelf", "drawer unit", "projector", "kettle"]),
        "de": ("{} {}", ["ein großer", "ein kleiner", "ein gebrauchter", "ein grauer", "ein höhenverstellbarer", "ein neuer", "ein alter", "ein abschließbarer"],
               ["Schreibtisch", "Aktenschrank", "Bürostuhl", "Rollcontainer", "Besprechungstisch", "Tresor", "Garderobenständer", "Drucker", "Beamer", "Kühlschrank", "Wasserkocher", "Monitor"]),
        "es": ("{} {}", ["escritorio", "archivador", "armario", "estante", "perchero", "proyector", "monitor", "carrito", "mostrador", "banco"],
               ["grande", "pequeño", "usado", "gris", "de roble", "de acero", "plegable", "nuevo", "con cerradura", "regulable"])},
    "duty": {
        "en": ("{} {}", ["keep", "renew", "check", "clean", "report on", "insure", "store", "document", "deliver", "test"],
               ["the fire extinguishers", "all access cards", "the cooling plant", "the lifts", "the roof drains", "the emergency lighting", "all spare parts", "the log books", "the escape routes", "the boiler", "the data backups", "the loading ramps"]),
        "de": ("{} {}", ["Prüfung", "Reinigung", "Wartung", "Instandhaltung", "Erneuerung", "Dokumentation", "Überwachung", "Abnahme"],
               ["der Feuerlöscher", "der Zutrittskarten", "der Kälteanlage", "der Aufzüge", "der Dachrinnen", "der Notbeleuchtung", "der Ersatzteile", "der Fluchtwege", "des Heizkessels", "der Datensicherung", "der Laderampen", "der Außenanlagen"]),
        "es": ("{} {}", ["revisar", "limpiar", "renovar", "asegurar", "almacenar", "documentar", "entregar", "mantener", "probar"],
               ["los extintores", "las tarjetas de acceso", "la planta de frío", "los ascensores", "los desagües", "el alumbrado de emergencia", "las piezas de repuesto", "las vías de evacuación", "la caldera", "las copias de seguridad", "los muelles de carga"])},
    "defect": {
        "en": ("{} in {}", ["a crack", "a damp patch", "a loose tile", "a scratched door", "a missing handle", "a leaking tap", "peeling paint", "a broken switch", "mould", "a blocked drain"],
               ["the hall", "the kitchen", "the bathroom", "the cellar", "the guest room", "the attic", "the garage", "the stairwell", "the study", "the laundry", "flat 3", "flat 7"]),
        "de": ("{} in {}", ["Riss", "feuchte Stelle", "lose Fliese", "zerkratzte Tür", "fehlender Griff", "tropfender Hahn", "abblätternde Farbe", "defekter Schalter", "Schimmel", "verstopfter Abfluss"],
               ["der Diele", "der Küche", "dem Bad", "dem Keller", "dem Gästezimmer", "dem Dachboden", "der Garage", "dem Treppenhaus", "der Waschküche", "Wohnung 3", "Wohnung 7"]),
        "es": ("{} en {}", ["grieta", "mancha de humedad", "baldosa suelta", "puerta rayada", "tirador que falta", "grifo que gotea", "pintura desconchada", "interruptor roto", "moho", "desagüe atascado"],
               ["el recibidor", "la cocina", "el baño", "el sótano", "el dormitorio", "el desván", "el garaje", "la escalera", "el lavadero", "el piso 3", "el piso 7"])},
    "paper": {
        "en": ("{} {}", ["certified copy of the", "original", "translation of the", "extract of the", "signed", "scan of the"],
               ["land register", "birth certificate", "company register", "lease", "pay slips", "tax assessment", "identity card", "power of attorney", "expert opinion", "bank statements", "marriage certificate", "building permit"]),
        "de": ("{} {}", ["Beglaubigte Kopie", "Original", "Übersetzung", "Auszug", "Scan"],
               ["des Grundbuchs", "der Geburtsurkunde", "des Handelsregisters", "des Mietvertrags", "der Gehaltsabrechnungen", "des Steuerbescheids", "des Personalausweises", "der Vollmacht", "des Gutachtens", "der Kontoauszüge", "der Baugenehmigung"]),
        "es": ("{} {}", ["copia compulsada", "original", "traducción", "extracto", "copia escaneada"],
               ["del registro de la propiedad", "de la partida de nacimiento", "del registro mercantil", "del contrato de arrendamiento", "de las nóminas", "de la declaración de la renta", "del documento de identidad", "del poder notarial", "del informe pericial", "de los extractos bancarios", "de la licencia de obras"])},
    "person": {language: ("{} {}", given, family) for language, given, family in (
        ("en", ["Anna", "Brian", "Clara", "David", "Esther", "Frank", "Grace", "Henry", "Irene", "James", "Karen", "Louis"],
         ["Abbott", "Barlow", "Carver", "Dawson", "Ellery", "Fenwick", "Granger", "Holt", "Ingram", "Jarvis", "Kemp", "Larkin", "Mercer", "Norris"]),
        ("de", ["Anke", "Bernd", "Claudia", "Dieter", "Elke", "Frank", "Gisela", "Holger", "Ines", "Jürgen", "Katrin", "Lothar"],
         ["Albers", "Brandt", "Conrad", "Dreyer", "Ebert", "Fuchs", "Gerlach", "Hansen", "Imhoff", "Jansen", "Krüger", "Lorenz", "Maurer", "Nolte"]),
        ("es", ["Ana", "Benito", "Carmen", "Diego", "Elena", "Félix", "Gloria", "Hugo", "Inés", "Javier", "Laura", "Mateo"],
         ["Alonso", "Bravo", "Campos", "Duarte", "Esteban", "Fuentes", "Galán", "Herrero", "Iglesias", "Jurado", "Lozano", "Molina", "Navarro"]))},
}

# Two lists of the same things: heading, introduction and questions of each.
TOPICS = [
    ("damage", {
        "en": [("Exclusions", "The insurer does not pay for the following:", ["Which losses are not covered?", "What is not insured?", "List everything that the policy excludes."]),
               ("Insured events", "The following is insured under this policy:", ["What is insured?", "Which losses does the policy cover?", "List the insured events."])],
        "de": [("Ausschlüsse", "Nicht versichert sind:", ["Was ist nicht versichert?", "Welche Schäden sind ausgeschlossen?", "Nenne alle Ausschlüsse."]),
               ("Versicherte Ereignisse", "Versichert sind:", ["Was ist versichert?", "Welche Schäden deckt die Police?"])],
        "es": [("Exclusiones", "No están cubiertos por esta póliza:", ["¿Qué daños están excluidos?", "¿Qué no cubre la póliza?"]),
               ("Riesgos cubiertos", "La póliza cubre:", ["¿Qué cubre la póliza?", "¿Cuáles son los riesgos cubiertos?"])]}),
    ("person", {
        "en": [("Present", "The following took part in the meeting:", ["Who was present?", "Who attended the meeting?", "List the participants."]),
               ("Apologies", "The following sent their apologies:", ["Who sent apologies?", "Who was absent from the meeting?"])],
        "de": [("Anwesend", "An der Sitzung nahmen teil:", ["Wer war anwesend?", "Wer nahm an der Sitzung teil?"]),
               ("Entschuldigt", "Entschuldigt fehlten:", ["Wer fehlte entschuldigt?", "Wer war nicht anwesend?"])],
        "es": [("Asistentes", "Asistieron a la reunión:", ["¿Quién asistió a la reunión?", "¿Quiénes estuvieron presentes?"]),
               ("Ausencias justificadas", "Excusaron su asistencia:", ["¿Quién excusó su asistencia?", "¿Quiénes faltaron?"])]}),
    ("thing", {
        "en": [("Items handed over", "The tenant has received the following items:", ["Which items were handed over?", "What did the tenant receive?", "List the inventory."]),
               ("Items missing", "The following items could not be found:", ["Which items are missing?", "What could not be found?"])],
        "de": [("Übergebene Gegenstände", "Der Mieter hat folgende Gegenstände erhalten:", ["Welche Gegenstände wurden übergeben?", "Was hat der Mieter erhalten?"]),
               ("Fehlende Gegenstände", "Nicht auffindbar waren:", ["Was fehlt?", "Welche Gegenstände fehlen?"])],
        "es": [("Objetos entregados", "El arrendatario ha recibido los siguientes objetos:", ["¿Qué objetos se entregaron?", "¿Qué recibió el arrendatario?"]),
               ("Objetos que faltan", "No se encontraron:", ["¿Qué objetos faltan?", "¿Qué no se encontró?"])]}),
    ("duty", {
        "en": [("Duties of the contractor", "The contractor shall:", ["What are the contractor's duties?", "What must the contractor do?", "List the obligations of the contractor."]),
               ("Duties of the client", "The client shall:", ["What must the client do?", "What are the client's duties?"])],
        "de": [("Leistungen des Auftragnehmers", "Der Auftragnehmer übernimmt:", ["Welche Leistungen übernimmt der Auftragnehmer?", "Was muss der Auftragnehmer tun?"]),
               ("Leistungen des Auftraggebers", "Der Auftraggeber übernimmt:", ["Was übernimmt der Auftraggeber?", "Welche Pflichten hat der Auftraggeber?"])],
        "es": [("Obligaciones del contratista", "El contratista deberá:", ["¿Cuáles son las obligaciones del contratista?", "¿Qué debe hacer el contratista?"]),
               ("Obligaciones del cliente", "El cliente deberá:", ["¿Qué debe hacer el cliente?", "¿Cuáles son las obligaciones del cliente?"])]}),
    ("defect", {
        "en": [("Defects", "The following defects were found:", ["Which defects were found?", "List all defects.", "What is wrong with the building?"]),
               ("Repairs done", "The following has been repaired:", ["What has been repaired?", "Which defects have been mended?"])],
        "de": [("Mängel", "Folgende Mängel wurden festgestellt:", ["Welche Mängel wurden festgestellt?", "Nenne alle Mängel."]),
               ("Behobene Mängel", "Bereits behoben wurden:", ["Welche Mängel wurden behoben?", "Was wurde bereits repariert?"])],
        "es": [("Defectos", "Se observaron los siguientes defectos:", ["¿Qué defectos se observaron?", "¿Cuáles son los defectos?"]),
               ("Reparaciones hechas", "Ya se ha reparado:", ["¿Qué se ha reparado ya?", "¿Qué reparaciones se han hecho?"])]}),
    ("paper", {
        "en": [("Enclosed documents", "The following documents are enclosed:", ["Which documents are enclosed?", "What is attached?", "List the enclosures."]),
               ("Outstanding documents", "The following documents must still be sent:", ["Which documents are still missing?", "What must still be submitted?"])],
        "de": [("Anlagen", "Beigefügt sind:", ["Welche Unterlagen sind beigefügt?", "Welche Anlagen hat das Schreiben?"]),
               ("Fehlende Unterlagen", "Nachzureichen sind:", ["Welche Unterlagen fehlen noch?", "Was ist nachzureichen?"])],
        "es": [("Documentos adjuntos", "Se adjuntan los siguientes documentos:", ["¿Qué documentos se adjuntan?", "¿Cuáles son los anexos?"]),
               ("Documentos pendientes", "Quedan por presentar:", ["¿Qué documentos faltan?", "¿Qué hay que presentar todavía?"])]}),
]

TITLES = {
    "en": ["Commercial property policy", "Minutes", "Annex A", "Handover record", "Service agreement", "Survey report", "Letter of 3 May"],
    "de": ["Versicherungsschein", "Protokoll", "Anlage 1", "Übergabeprotokoll", "Dienstleistungsvertrag", "Gutachten", "Schreiben vom 3. Mai"],
    "es": ["Póliza multirriesgo", "Acta", "Anexo A", "Acta de entrega", "Contrato de servicios", "Informe de inspección", "Carta del 3 de mayo"]}
OTHER = {
    "en": ["Notice must be given in writing without delay.", "Changes need the written form.", "The meeting ended at 4.30 pm.", "This copy was made for the files.", "Questions are answered by the office in charge."],
    "de": ["Anzeigen sind unverzüglich in Textform zu machen.", "Änderungen bedürfen der Schriftform.", "Die Sitzung endete um 16.30 Uhr.", "Diese Abschrift ist für die Akten.", "Rückfragen beantwortet das Sekretariat."],
    "es": ["Toda comunicación se hará por escrito y sin demora.", "Las modificaciones requieren forma escrita.", "La reunión terminó a las 16.30.", "Esta copia es para el archivo.", "La oficina responde a las preguntas."]}
HEADINGS = {"en": ["{}", "{}:", "4. {}", "Section 4. {}"], "de": ["{}", "{}:", "4. {}", "§ 4 {}"], "es": ["{}", "{}:", "4. {}", "Cláusula 4.ª {}"]}
PAGE = {"en": "Page {} of {}", "de": "Seite {} von {}", "es": "Página {} de {}"}
# How an item begins; a table has its number in a cell of its own.
MARKS = ["{n}. ", "{n}. ", "({n}) ", "- ", "• ", "{l}) ", "", "{n}\t"]
# A list that is longer than a window, and one that is not.
LONG, SHORT = (30, 120), (3, 12)


class Sheet:
    def __init__(self):
        self.text, self.places = "", {}

    def line(self, text="", mark="", of=None):
        if of is not None:
            self.places.setdefault(of, []).append((len(self.text) + len(mark), text))
        self.text += f"{mark}{text}\n"


def put_list(sheet, which, items, heading, introduction, rng):
    if rng.random() < 0.8:
        sheet.line(heading)
    if rng.random() < 0.8:
        sheet.line(introduction)
    mark, end = rng.choice(MARKS), rng.choice(["", "", ";", ","])
    for number, item in enumerate(items, 1):
        before = mark.format(n=number, l=chr(96 + (number - 1) % 26 + 1))
        sheet.line(item, before, which)
        if end and number < len(items):
            sheet.text = sheet.text[:-1] + end + "\n"


def paged(sheet, language, rng):
    """A head and a foot every so many lines, as pages have them."""
    lines, on_a_page = sheet.text.split("\n"), rng.choice([20, 25, 35])
    head = f"{rng.choice(TITLES[language])} {rng.randint(100, 9999)}"
    pages = [lines[at:at + on_a_page] for at in range(0, len(lines), on_a_page)]
    new, moved, at = "", {}, 0
    for number, page in enumerate(pages, 1):
        new += f"{head}\n\n"
        for line in page:
            moved[at] = len(new)
            new += line + "\n"
            at += len(line) + 1
        new += "\n" + PAGE[language].format(number, len(pages)) + "\n\n"
    begins = sorted(moved)
    def place(start):
        line = max(begin for begin in begins if begin <= start)
        return moved[line] + start - line
    sheet.places = {which: [(place(start), text) for start, text in places] for which, places in sheet.places.items()}
    sheet.text = new


def document(language, rng):
    """A sheet, its topic and which of the topic's two lists it holds."""
    topic = rng.randrange(len(TOPICS))
    kind, both = TOPICS[topic]
    form, first, second = ITEMS[kind][language]
    all_items = [form.format(a, b) for a in first for b in second]
    capital = rng.random() < 0.5
    all_items = [item[0].upper() + item[1:] if capital else item for item in all_items]
    rng.shuffle(all_items)
    is_long = rng.random() < 0.55
    held = [rng.randrange(2)] if is_long or rng.random() < 0.3 else rng.sample([0, 1], 2)
    sheet = Sheet()
    sheet.line(rng.choice(TITLES[language]))
    for which in held:
        if rng.random() < 0.6:
            sheet.line(rng.choice(OTHER[language]))
        count = min(rng.randint(*(LONG if is_long else SHORT)), len(all_items))
        items, all_items = all_items[:count], all_items[count:]
        heading, introduction, _ = both[language][which]
        put_list(sheet, which, items, rng.choice(HEADINGS[language]).format(heading), introduction, rng)
        sheet.line()
    if rng.random() < 0.7:
        sheet.line(rng.choice(OTHER[language]))
    if is_long and rng.random() < 0.7:
        paged(sheet, language, rng)
    return sheet, topic, held


def case(number, language, question, sheet, which):
    places = sheet.places.get(which, [])
    return {"id": f"lists/{number}", "document_id": f"lists/{number}", "question": question, "language": language, "type": "list", "context": sheet.text,
            "answers": [{"text": text, "start": start} for start, text in places], "answerable": bool(places)}


def made(count, seed, other_sides=False):
    """`count` documents: a list of each is asked for, and in half of them one of another topic, which it does not hold; with
    `other_sides` also the topic's other list (the landlord's duties where it has the tenant's), where it does not hold that."""
    rng, found = random.Random(f"{seed} lists"), []
    of_sides = random.Random(f"{seed} other sides")
    for number in range(count):
        language = rng.choice(LANGUAGES)
        sheet, topic, held = document(language, rng)
        asked_in = "en" if rng.random() < 0.15 else language
        ask = lambda topic, which: rng.choice(TOPICS[topic][1][asked_in][which][2])
        found.append(case(number, language, ask(topic, held[0]), sheet, held[0]))
        if rng.random() < 0.5:
            other = rng.choice([one for one in range(len(TOPICS)) if one != topic])
            found.append(case(number, language, ask(other, rng.randrange(2)), sheet, None))
        if other_sides and len(held) == 1:
            found.append(case(number, language, of_sides.choice(TOPICS[topic][1][language][1 - held[0]][2]), sheet, None))
    return found


if __name__ == "__main__":
    import argparse
    from pathlib import Path
    import held
    parser = argparse.ArgumentParser(description="Print made-up documents with lists and questions of them.")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--out", type=Path, help="folder to write held out ones to")
    arguments = parser.parse_args()
    if arguments.out:
        gold = lambda one: [answer["text"] for answer in one["answers"]] if one["answerable"] else None
        held.write(arguments.out, "lists", [{**one, "source": "lists", "gold": gold(one)} for one in made(arguments.count, "held", other_sides=True)])
    else:
        for one in made(arguments.count, 7):
            print(one["context"], "\n>>", one["question"], [answer["text"] for answer in one["answers"]], "\n")

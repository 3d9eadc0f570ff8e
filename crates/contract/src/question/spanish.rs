//! Spanish.

use super::vocabulary::{Ask, Bound, Head, Needs, Vocabulary};
use crate::step::Relation::{Between, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};

// One word more or less must not rewrap a table.
#[rustfmt::skip]
pub(super) static SPANISH: Vocabulary = Vocabulary {
    head: Head::First,
    stop_words: &[
        "el", "la", "los", "las", "lo", "un", "una", "unos", "unas", "de", "del", "en", "a", "al", "por",
        "para", "con", "sin", "sobre", "según", "es", "son", "era", "fue", "fueron", "está", "están", "hay",
        "ha", "han", "qué", "cuál", "cuáles", "quién", "quiénes", "cuándo", "dónde", "cuánto", "cuánta",
        "cuántos", "cuántas", "cómo", "que", "cual", "quien", "cuando", "donde", "y", "o", "e", "u", "se",
        "su", "sus", "este", "esta", "estos", "estas", "ese", "esa", "todos", "todas", "me", "le", "les", "si",
        "debe", "puede", "liste", "lista", "indique", "por qué", "más", "como", "tiene", "tienen",
    ],
    asks: &[
        ("qué", Ask::What), ("cuál", Ask::What), ("cuáles", Ask::What), ("quién", Ask::Who),
        ("quiénes", Ask::Who), ("cuándo", Ask::When), ("dónde", Ask::Where), ("cuánto", Ask::HowMuch),
        ("cuánta", Ask::HowMuch), ("cuántos", Ask::HowMany), ("cuántas", Ask::HowMany),
        ("cuánto tiempo", Ask::HowLong), ("cuánto dura", Ask::HowLong), ("cómo se llama", Ask::What),
        ("cómo", Ask::Prose), ("por qué", Ask::Prose),
    ],
    yes_no: &[
        "es", "son", "era", "eran", "fue", "fueron", "está", "están", "estaba", "hay", "ha", "han", "puede",
        "pueden", "debe", "deben", "tiene", "tienen", "existe", "existen", "supera", "excede", "cubre",
        "incluye", "contiene", "se",
    ],
    be: &["es", "son", "era", "eran", "fue", "fueron", "está", "están"],
    plural_verbs: &["son", "eran", "fueron", "están", "han", "tienen"],
    verbs: &[
        "es", "son", "era", "eran", "fue", "fueron", "está", "están", "ha", "han", "hay", "se", "puede",
        "debe", "tiene", "tienen",
    ],
    prepositions: &[
        "de", "del", "en", "a", "al", "por", "para", "con", "sin", "sobre", "según", "entre", "desde", "hasta",
        "y", "o", "que", "durante",
    ],
    of: &["de", "del"],
    articles: &[
        "el", "la", "los", "las", "un", "una", "unos", "unas", "este", "esta", "su", "sus", "todos", "todas",
    ],
    indefinite: &["un", "una"],
    pronouns: &["él", "ella", "ellos", "ellas"],
    polite: &[
        "por favor", "dime", "dígame", "puede decirme", "puedes decirme", "me puede decir", "quiero saber",
        "quisiera saber", "según el documento",
    ],
    whether: &["si"],
    list_verbs: &["enumere", "enumera", "liste", "lista", "nombre", "nombra"],
    give_verbs: &[
        "indique", "indica", "dé", "da", "muestre", "muestra", "proporcione", "extraiga", "encuentre",
        "calcule",
    ],
    prose_verbs: &["describa", "describe", "explique", "explica", "resuma", "resume", "defina"],
    all: &["todos", "todas", "cada"],
    respective: &["respectivamente", "respectivos", "respectivas"],
    transparent: &["nombre", "tipo"],
    identifiers: &["número", "código", "referencia"],
    lexicon: &[
        ("iban", &["iban"]),
        ("email", &["correo", "email", "e-mail"]),
        ("phone", &["teléfono", "fax", "móvil"]),
        ("url", &["url", "web", "enlace"]),
        ("address", &["dirección", "domicilio", "sede"]),
        (
            "date", &["fecha", "día", "año", "mes", "vencimiento", "caducidad"],
        ),
        (
            "duration",
            &["duración", "plazo", "vigencia", "preaviso", "periodo", "período"],
        ),
        (
            "percentage",
            &["porcentaje", "tasa", "tipo de interés", "proporción", "margen", "rentabilidad"],
        ),
        (
            "amount",
            &[
                "importe", "precio", "coste", "costo", "prima", "salario", "sueldo", "ingreso", "ingresos",
                "gasto", "gastos", "franquicia", "pago", "multa", "alquiler", "renta", "saldo", "deuda",
                "préstamo", "impuesto", "suma", "beneficio", "pérdida", "depósito", "descuento", "dividendo",
                "capital", "remuneración", "comisión", "monto", "cantidad", "tarifa", "total", "valor",
                "límite", "indemnización", "presupuesto", "fianza", "cuota", "honorario",
            ],
        ),
        (
            "number",
            &[
                "número", "capacidad", "población", "peso", "superficie", "altura", "longitud", "distancia",
                "edad", "volumen",
            ],
        ),
        (
            "person_name",
            &[
                "director", "directora", "presidente", "presidenta", "gerente", "juez", "abogado", "notario",
                "autor", "firmante", "padre", "madre", "hijo", "hija", "hermano", "hermana", "esposa",
                "esposo", "fundador", "médico", "testigo", "persona", "administrador",
            ],
        ),
        (
            "organization",
            &[
                "empresa", "compañía", "sociedad", "banco", "asegurador", "aseguradora", "organización",
                "institución", "proveedor", "fabricante", "tribunal", "universidad", "autoridad", "editorial",
            ],
        ),
    ],
    places: &[
        "empresa", "compañía", "sede", "oficina", "sociedad", "inmueble", "edificio", "vendedor", "comprador",
    ],
    table: &["como tabla", "en una tabla", "en forma de tabla", "en formato de tabla"],
    tree: &["como árbol", "jerarquía", "en forma de árbol"],
    json: &["como json", "en json", "en formato json"],
    columns: &["con las columnas", "con columnas", "columnas"],
    with_their: &["con sus", "con su", "con los respectivos", "con las respectivas", "junto con sus", "y sus"],
    with: &["con"],
    classify: &["clasifique", "clasifica", "cuál de los siguientes", "cuál de las siguientes"],
    and: &["y", "e"],
    or: &["o", "u"],
    ranges: &["entre qué fechas", "qué periodo", "qué período", "desde cuándo hasta cuándo"],
    comparisons: &[
        ("mayor que", Greater, Needs::Anything), ("mayor de", Greater, Needs::Anything),
        ("más de", Greater, Needs::Anything), ("superior a", Greater, Needs::Anything),
        ("más alto que", Greater, Needs::Anything), ("más alta que", Greater, Needs::Anything),
        ("supera", Greater, Needs::Anything), ("supera los", Greater, Needs::Anything),
        ("supera el", Greater, Needs::Anything), ("excede", Greater, Needs::Anything),
        ("después del", Greater, Needs::Date), ("después de", Greater, Needs::Date),
        ("posterior al", Greater, Needs::Date), ("menor que", Less, Needs::Anything),
        ("menos de", Less, Needs::Anything), ("inferior a", Less, Needs::Anything),
        ("antes del", Less, Needs::Date), ("antes de", Less, Needs::Date), ("anterior al", Less, Needs::Date),
        ("al menos", GreaterOrEqual, Needs::Anything), ("por lo menos", GreaterOrEqual, Needs::Anything),
        ("como mínimo", GreaterOrEqual, Needs::Anything), ("como máximo", LessOrEqual, Needs::Anything),
        ("a lo sumo", LessOrEqual, Needs::Anything), ("no más de", LessOrEqual, Needs::Anything),
        ("igual a", Equal, Needs::Anything), ("exactamente", Equal, Needs::Anything),
        ("entre", Between, Needs::Anything),
    ],
    comparatives: &["mayor", "menor", "superior", "inferior", "mejor", "peor"],
    than: &["que"],
    between: &["entre"],
    sum_of: &[
        "suma de", "suma total de", "total de todos", "total de todas", "importe total de todas",
        "importe total de todos",
    ],
    average: &["media", "promedio"],
    difference: &["diferencia entre"],
    change: &["variación de", "variación del", "cambio en", "cambio de", "aumento de", "aumento del"],
    percent_change: &[
        "variación porcentual de", "variación porcentual del", "cambio porcentual en", "cambio porcentual de",
    ],
    time_between: &["hay entre", "entre", "pasan entre", "transcurren entre", "pasaron entre"],
    there_are: &["hay", "se mencionan", "se enumeran", "figuran", "aparecen"],
    named_things: &[
        "parte", "partes", "firmante", "firmantes", "exclusión", "exclusiones", "cláusula", "cláusulas",
        "sección", "secciones", "artículo", "artículos", "anexo", "anexos", "condición", "condiciones",
        "testigo", "testigos", "partida", "partidas",
    ],
    into: &["en", "convertido a"],
    after: &["después de", "después del", "tras"],
    before: &["antes de", "antes del"],
    born: "nació",
    what_is: "¿Cuál es {}?",
    when: "¿Cuándo {}?",
    how_many: "¿Cuántos {}?",
    how_long: "¿Cuánto tiempo {}?",
    how_much: "¿Cuánto {}?",
    list_all: "Enumere {}.",
    numbers: &[
        ("cero", 0), ("uno", 1), ("un", 1), ("una", 1), ("dos", 2), ("tres", 3), ("cuatro", 4), ("cinco", 5),
        ("seis", 6), ("siete", 7), ("ocho", 8), ("nueve", 9), ("diez", 10), ("doce", 12), ("quince", 15),
        ("veinte", 20), ("treinta", 30), ("cuarenta", 40), ("cincuenta", 50), ("sesenta", 60), ("noventa", 90),
        ("cien", 100), ("mil", 1_000),
    ],
    months: &[
        &["enero", "ene"], &["febrero", "feb"], &["marzo", "mar"], &["abril", "abr"], &["mayo"],
        &["junio", "jun"], &["julio", "jul"], &["agosto", "ago"], &["septiembre", "setiembre", "sep"],
        &["octubre", "oct"], &["noviembre", "nov"], &["diciembre", "dic"],
    ],
    currencies: &[
        ("euro", "EUR"), ("euros", "EUR"), ("dólar", "USD"), ("dólares", "USD"), ("libras", "GBP"),
        ("francos suizos", "CHF"), ("yenes", "JPY"), ("pesos mexicanos", "MXN"),
    ],
    percent: &["%", "por ciento"],
    media: &[("pdf", "pdf"), ("pdfs", "pdf"), ("correos", "mail"), ("excel", "sheet"), ("word", "docx")],
    documents: &["documentos", "archivos", "correos", "facturas", "contratos", "informes", "cartas", "recibos"],
    dated: &[
        ("de", Bound::Within), ("del", Bound::Within), ("desde", Bound::From), ("después de", Bound::After),
        ("antes de", Bound::Before), ("hasta", Bound::Until),
    ],
};

use super::*;
use compute::Step;
use contract::answer::AnswerShape;
use language::Language;

mod evaluation;
mod page;
mod plan;

/// English, German, Spanish.
fn languages() -> [Language; 3] {
    ["english", "german", "spanish"].map(|name| Language::named(name).unwrap())
}

fn types(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(question, expected)| (question, expected, parse(question)))
        .filter(|(_, expected, parsed)| parsed.answer_type != **expected)
        .map(|(question, expected, parsed)| {
            format!(
                "{question} -> {} instead of {expected} ({:?})",
                parsed.answer_type, parsed.language
            )
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_type_that_the_words_of_a_language_name_is_built_in() {
    for language in Language::ALL {
        for name in language.pack().question.nouns.keys() {
            assert!(
                contract::Descriptor::find(name).is_some(),
                "{language:?} {name}"
            );
        }
    }
}

#[test]
fn every_type_of_the_contract_can_be_asked_for() {
    types(&[
        ("Which river flows through the town?", "text"),
        ("What is the total premium?", "amount"),
        ("How many employees are there?", "number"),
        ("What percentage of employees left?", "percentage"),
        ("When does the policy expire?", "date"),
        ("What is the policy period?", "date_range"),
        ("How long is the notice period?", "duration"),
        ("Is flood covered?", "boolean"),
        ("To which IBAN should the premium be transferred?", "iban"),
        ("What is the broker's email address?", "email"),
        ("What is the supplier's telephone number?", "phone"),
        ("What is the company's website?", "url"),
        ("What is the seller's address?", "address"),
        ("Who is the director?", "person_name"),
        ("Which company issued the invoice?", "organization"),
        ("Is it a lease, a loan or a sale?", "classification"),
        ("Which team approves refunds above 500 USD?", "organization"),
        ("How high is the deductible?", "amount"),
        ("How high is the interest rate?", "percentage"),
        ("How high is the building?", "number"),
        ("What are the exclusions?", "list"),
        ("Which exclusions apply to this policy?", "list"),
        ("Give the coverages as a table.", "table"),
        ("Show the hierarchy of the departments.", "tree"),
        ("Return the parties as JSON.", "json"),
    ]);
}

#[test]
fn german_questions_have_the_same_types() {
    types(&[
        ("Wie hoch ist die Jahresprämie?", "amount"),
        ("Was kostet die Versicherung?", "amount"),
        ("Wie viele Mitarbeiter hat das Unternehmen?", "number"),
        ("Wie hoch ist der Zinssatz?", "percentage"),
        ("Wann endet der Vertrag?", "date"),
        ("Welches Datum trägt die Rechnung?", "date"),
        ("Von wann bis wann gilt die Police?", "date_range"),
        ("Wie lange ist die Kündigungsfrist?", "duration"),
        ("Wie lautet die Kündigungsfrist?", "duration"),
        ("Ist Hochwasser versichert?", "boolean"),
        ("Deckt die Police Hochwasser?", "boolean"),
        ("Wie lautet die IBAN des Verkäufers?", "iban"),
        ("Wie lautet die E-Mail-Adresse des Maklers?", "email"),
        ("Wie lautet die Telefonnummer?", "phone"),
        ("Wie lautet die Anschrift des Käufers?", "address"),
        ("Wer ist der Geschäftsführer?", "person_name"),
        (
            "Welches Unternehmen hat die Rechnung ausgestellt?",
            "organization",
        ),
        (
            "Ist es ein Mietvertrag, ein Darlehen oder ein Kaufvertrag?",
            "classification",
        ),
        ("Nenne alle Ausschlüsse.", "list"),
        ("Zeige die Deckungen als Tabelle.", "table"),
        ("Warum wurde der Vertrag gekündigt?", "text"),
        ("Wie lautet die Steuernummer?", "text"),
    ]);
}

#[test]
fn spanish_questions_have_the_same_types() {
    types(&[
        ("¿Cuál es el importe total de la factura?", "amount"),
        ("¿Cuánto cuesta el seguro?", "amount"),
        ("¿Qué cuesta el seguro?", "amount"),
        ("¿Cuántos empleados tiene la empresa?", "number"),
        ("¿Qué porcentaje se aplica?", "percentage"),
        ("¿Cuándo vence el contrato?", "date"),
        ("¿Cuál es la fecha de la factura?", "date"),
        ("¿Cuál es el plazo de preaviso?", "duration"),
        ("¿Está cubierta la inundación?", "boolean"),
        ("¿Cuál es el IBAN del vendedor?", "iban"),
        ("¿Cuál es el correo electrónico?", "email"),
        ("¿Cuál es el teléfono de la empresa?", "phone"),
        ("¿Cuál es la dirección del vendedor?", "address"),
        ("¿Quién es el director?", "person_name"),
        ("¿Qué empresa emitió la factura?", "organization"),
        (
            "¿Es un préstamo, una venta o un alquiler?",
            "classification",
        ),
        ("¿Cuáles son las exclusiones?", "list"),
        ("Enumere las exclusiones.", "list"),
        ("Muestre las coberturas como tabla.", "table"),
        ("¿Por qué se rescindió el contrato?", "text"),
    ]);
}

#[test]
fn the_noun_that_is_asked_for_decides_and_not_one_beside_it() {
    types(&[
        ("What is the date of the premium payment?", "date"),
        ("What are the duties of the director?", "list"),
        ("What is the purpose of the fee?", "text"),
        (
            "What is the name of the company that issued this?",
            "organization",
        ),
        ("What is the name of the river?", "text"),
        ("What is the number of locations?", "number"),
        ("What is the number of the policy?", "text"),
        ("What is the tax number of the broker?", "text"),
        ("What is the total number of shares?", "number"),
        ("What is the exchange rate?", "number"),
        ("What is the hourly rate?", "amount"),
        ("What is the interest rate on the loan?", "percentage"),
        ("How much notice is required?", "duration"),
        ("How much is the fee?", "amount"),
        ("How much water was used?", "number"),
        ("What does the course cost?", "amount"),
        ("Could you please tell me when the lease starts?", "date"),
        ("Tell me whether smoking is allowed.", "boolean"),
        ("On which date was it signed?", "date"),
        ("In the contract, who is the buyer?", "person_name"),
        ("Effective date?", "date"),
        (
            "Where is the seller's registered office located?",
            "address",
        ),
        ("Describe the claims procedure.", "text"),
        ("Is there any warranty or guarantee?", "boolean"),
        ("What was the increase in revenue?", "amount"),
        ("What was the percentage change in sales?", "percentage"),
        (
            "What is the difference between fire and flood cover?",
            "text",
        ),
        (
            "What is net income as a percentage of revenue?",
            "percentage",
        ),
    ]);
}

#[test]
fn several_values_of_a_type_are_a_listing_of_it() {
    for (question, answer_type) in [
        ("List all dates.", "date"),
        ("List all amounts in the contract.", "amount"),
        ("What are the email addresses of the parties?", "email"),
        (
            "What was the income tax expense in 2019 and 2018 respectively?",
            "amount",
        ),
        ("Nenne alle Beträge.", "amount"),
        ("Enumere todas las fechas.", "date"),
        ("Name the exclusions.", "list"),
        ("Which causes of loss are excluded?", "list"),
        ("Who are the parties?", "list"),
    ] {
        let parsed = parse(question);
        assert_eq!(
            (parsed.answer_type.as_str(), parsed.answer_shape),
            (answer_type, AnswerShape::Listing),
            "{question}"
        );
    }
}

#[test]
fn columns_are_those_named_or_the_things_and_their_attributes() {
    for (question, columns) in [
        (
            "Give the fees as a table with columns Name, Amount and Due date.",
            vec!["Name", "Amount", "Due date"],
        ),
        (
            "List the parties with their addresses.",
            vec!["parties", "addresses"],
        ),
        (
            "List the items with quantity and price.",
            vec!["items", "quantity", "price"],
        ),
        (
            "Zeige die Gebühren als Tabelle mit den Spalten Name und Betrag.",
            vec!["Name", "Betrag"],
        ),
        (
            "Muestre las tarifas en una tabla con las columnas Nombre e Importe.",
            vec!["Nombre", "Importe"],
        ),
        (
            "What are the limit, deductible and premium of each coverage?",
            vec!["coverage", "limit", "deductible", "premium"],
        ),
        ("Give the fees as a table.", vec![]),
    ] {
        let parsed = parse(question);
        assert_eq!(parsed.answer_type, "table", "{question}");
        assert_eq!(parsed.columns, columns, "{question}");
    }
}

#[test]
fn labels_are_those_of_the_question() {
    for (question, labels) in [
        (
            "Is it a lease, a loan or a sale?",
            vec!["lease", "loan", "sale"],
        ),
        (
            "Is this document an invoice or a receipt?",
            vec!["invoice", "receipt"],
        ),
        (
            "Is the interest rate fixed or variable?",
            vec!["fixed", "variable"],
        ),
        (
            "Classify the letter as complaint, inquiry or praise.",
            vec!["complaint", "inquiry", "praise"],
        ),
        (
            "Which of the following applies: red, yellow, green?",
            vec!["red", "yellow", "green"],
        ),
        (
            "Ist es ein Mietvertrag oder ein Kaufvertrag?",
            vec!["Mietvertrag", "Kaufvertrag"],
        ),
    ] {
        let parsed = parse(question);
        assert_eq!(parsed.answer_type, "classification", "{question}");
        assert_eq!(parsed.labels, labels, "{question}");
    }
}

#[test]
fn places_to_look_are_read_and_leave_the_keywords() {
    let scope = |question: &str| parse(question).scope;
    let pages = |question: &str| -> Vec<(u32, u32)> {
        scope(question)
            .pages
            .iter()
            .map(|range| (range.first, range.last))
            .collect()
    };
    assert_eq!(pages("What is the fee on page 3?"), [(3, 3)]);
    assert_eq!(pages("Which fees stand on pages 3-5?"), [(3, 5)]);
    assert_eq!(
        pages("Which fees stand on pages 3 and 5?"),
        [(3, 3), (5, 5)]
    );
    assert_eq!(pages("Welche Gebühr steht auf Seite 3 bis 4?"), [(3, 4)]);
    assert_eq!(pages("¿Qué importe hay en la página 7?"), [(7, 7)]);
    assert_eq!(parse("What is the fee on page 3?").keywords, ["fee"]);
    assert_eq!(
        scope("What do lines 10 to 20 say?").lines,
        [Range {
            first: 10,
            last: 20
        }]
    );
    let section = |number: Option<&str>, title: Option<&str>| SectionScope {
        number: number.map(str::to_owned),
        title: title.map(str::to_owned),
    };
    for (question, expected) in [
        (
            "What does section 7.2(b) say about fees?",
            section(Some("7.2(b)"), None),
        ),
        (
            "What does Article IV regulate?",
            section(Some("IV"), Some("article")),
        ),
        (
            "What is excluded in Schedule A?",
            section(Some("A"), Some("schedule")),
        ),
        (
            "Which limits stand in the schedule?",
            section(None, Some("schedule")),
        ),
        (
            "What is defined in the general exclusions section?",
            section(None, Some("general exclusions")),
        ),
        (
            "What stands in section \"Fees\"?",
            section(None, Some("fees")),
        ),
        ("Was regelt § 5?", section(Some("5"), None)),
        ("Was steht im Anhang?", section(None, Some("anhang"))),
        ("¿Qué dice la cláusula 4.1?", section(Some("4.1"), None)),
    ] {
        assert_eq!(scope(question).sections, [expected], "{question}");
    }
    assert_eq!(
        scope("What is the fee in lease-2020.pdf?").documents,
        ["lease-2020.pdf"]
    );
    assert_eq!(
        scope("Who signed in document \"Master Lease\"?").documents,
        ["Master Lease"]
    );
    assert!(scope("What is the fee?").is_everywhere());
}

#[test]
fn conditions_on_documents_are_filters() {
    let dates = |from: Option<&str>, to: Option<&str>| Filter::DateRange {
        from: from.map(str::to_owned),
        to: to.map(str::to_owned),
    };
    let media = |name: &str| Filter::MediaType {
        media_type: name.into(),
    };
    for (question, expected) in [
        (
            "Which fees stand in documents from 2019?",
            dates(Some("2019-01-01"), Some("2019-12-31")),
        ),
        (
            "Which fees stand in contracts dated before 1 May 2020?",
            dates(None, Some("2020-04-30")),
        ),
        (
            "Which fees stand in letters since March 2020?",
            dates(Some("2020-03-01"), None),
        ),
        ("Which fees are in the PDFs?", media("pdf")),
        ("Which fees are in Word documents?", media("docx")),
        (
            "Welche Gebühren stehen in Rechnungen aus 2019?",
            dates(Some("2019-01-01"), Some("2019-12-31")),
        ),
        (
            "¿Qué importes hay en facturas de 2019?",
            dates(Some("2019-01-01"), Some("2019-12-31")),
        ),
    ] {
        assert_eq!(parse(question).filters, [expected], "{question}");
    }
    assert!(parse("What was the income in 2019?").filters.is_empty());
}

#[test]
fn what_is_unclear_is_asked_back() {
    let kinds = |question: &str| parse(question).clarifications;
    assert_eq!(kinds("What is it?"), [Clarification::Empty]);
    assert_eq!(kinds(""), [Clarification::Empty]);
    assert!(
        matches!(kinds("Where did he sign the contract?").as_slice(), [Clarification::PronounWithoutReferent { pronoun }] if pronoun == "he")
    );
    assert!(
        matches!(kinds("What is the premium and when does the policy expire?").as_slice(), [Clarification::TwoQuestions { parts }] if parts.len() == 2 && parts[1] == "when does the policy expire")
    );
    assert!(
        matches!(kinds("What is the premium? Who is the broker?").as_slice(), [Clarification::TwoQuestions { parts }] if parts.len() == 2)
    );
    assert!(matches!(
        kinds("Is the premium higher?").as_slice(),
        [Clarification::ComparesWithNothing { .. }]
    ));
    assert!(matches!(
        kinds("Classify this letter.").as_slice(),
        [Clarification::NoLabels]
    ));
    assert!(matches!(
        kinds("Wie hoch ist die Prämie und wann endet die Police?").as_slice(),
        [Clarification::TwoQuestions { .. }]
    ));
    for clear in [
        "What is the amount?",
        "Who is the broker and what is his address in the schedule of the policy",
        "Is it a lease, a loan or a sale?",
        "Did the tenant pay before he moved in?",
        "Wie viele Parteien gibt es?",
    ] {
        let found = kinds(clear);
        assert!(
            !found.iter().any(|one| matches!(
                one,
                Clarification::PronounWithoutReferent { .. }
                    | Clarification::Empty
                    | Clarification::ComparesWithNothing { .. }
            )),
            "{clear}: {found:?}"
        );
    }
}

#[test]
fn keywords_are_the_words_that_carry_meaning_in_order_and_once() {
    for (question, keywords, phrases) in [
        (
            "What is the total premium of the policy?",
            vec!["total", "premium", "policy"],
            vec![],
        ),
        (
            "Does it contain a \"most favored nation\" clause?",
            vec!["contain", "most", "favored", "nation", "clause"],
            vec!["most favored nation"],
        ),
        (
            "Wann endet die Laufzeit des Vertrags?",
            vec!["endet", "laufzeit", "vertrags"],
            vec![],
        ),
        (
            "¿Cuál es la fecha de vencimiento?",
            vec!["fecha", "vencimiento"],
            vec![],
        ),
        (
            "What changed in version 2.0?",
            vec!["changed", "version", "2.0"],
            vec![],
        ),
    ] {
        let parsed = parse(question);
        assert_eq!(parsed.keywords, keywords, "{question}");
        assert_eq!(parsed.phrases, phrases, "{question}");
    }
}

#[test]
fn a_persons_choice_wins_field_by_field() {
    let parsed = parse("Is the premium above one million dollars?");
    let overrides = Overrides {
        answer_type: Some("amount".into()),
        keywords: Some(vec!["prime".into()]),
        scope: Some(Scope {
            pages: vec![Range { first: 2, last: 2 }],
            ..Scope::default()
        }),
        ..Overrides::default()
    };
    let chosen = parsed.with(&overrides);
    assert_eq!(chosen.overridden, ["keywords", "scope", "answer_type"]);
    assert_eq!(chosen.certainty, Certainty::Person);
    assert!(chosen.steps.is_empty());
    assert_eq!(chosen.extractions[0].question, parsed.question);
    assert_eq!(chosen.extractions[0].answer_type, "amount");
    assert_eq!(chosen.extractions[0].keywords, ["prime"]);
    assert_eq!(chosen.choice(), None);
    // The type the steps have anyway leaves them.
    let same = parsed.with(&Overrides {
        answer_type: Some("boolean".into()),
        ..Overrides::default()
    });
    assert_eq!(same.steps, parsed.steps);
    // So does one that their result can be given as.
    let change = parse("What was the percentage change in revenue in 2019 from 2018?");
    let number = change.with(&Overrides {
        answer_type: Some("number".into()),
        ..Overrides::default()
    });
    assert_eq!(
        (number.answer_type.as_str(), &number.steps),
        ("number", &change.steps)
    );
    // Nothing chosen changes nothing.
    assert_eq!(parsed.with(&Overrides::default()), parsed);
    let german = parsed.with(&Overrides {
        language: Some(languages()[1]),
        ..Overrides::default()
    });
    assert_eq!(
        (german.language, german.overridden.as_slice()),
        (languages()[1], ["language".to_owned()].as_slice())
    );
}

#[test]
fn a_model_may_decide_only_what_the_rules_left_open() {
    let parsed = parse("Who signed the agreement?");
    let choice = parsed.choice().unwrap();
    assert_eq!(choice.options, ["person_name", "organization", "text"]);
    let decided = parsed.chosen("organization", Certainty::Model);
    assert_eq!(
        (decided.answer_type.as_str(), decided.certainty),
        ("organization", Certainty::Model)
    );
    assert_eq!(decided.alternatives, ["person_name", "text"]);
    assert_eq!(decided.extractions[0].answer_type, "organization");
    assert_eq!(parsed.chosen("iban", Certainty::Model), parsed);
    assert_eq!(parse("When does it expire?").choice(), None);
    let open = |question| parse(question).choice().unwrap().options;
    assert_eq!(open("How do I report a claim?"), ["text", "list"]);
    let losses = open("Which losses are not covered?");
    assert_eq!(losses, ["amount", "list", "text"]);
}

#[test]
fn what_the_words_say_stays_whatever_a_person_sets() {
    let parsed = parse("What is the rent on page 3?");
    let set = parsed.with(&Overrides {
        scope: Some(Scope::default()),
        answer_type: Some("date".into()),
        ..Overrides::default()
    });
    assert!(set.scope.is_everywhere());
    assert_eq!(set.question.scope().pages, [Range { first: 3, last: 3 }]);
    assert_eq!(set.question.asked_types().unwrap(), ["amount"]);
    assert_eq!(set.question.as_asked(), "What is the rent on page 3?");
}

#[test]
fn words_that_any_question_has_are_not_specific() {
    assert_eq!(Question::of("What is the amount?").specific(), None);
    let rent = Question::of("What is the amount of the rent?");
    assert!(rent.specific().unwrap().say("rent"));
    assert!(!rent.specific().unwrap().say("amount"));
}

#[test]
fn a_choice_and_a_statement_are_seen_in_the_words() {
    assert!(Question::of("Was it Paris or London?").offers_choice());
    let question = Question::of("Which team approves refunds above USD 500?");
    assert!(!question.offers_choice());
    let [stated] = question.stated("amount") else {
        panic!("{:?}", question.stated("amount"));
    };
    assert_eq!(stated.value.wording, "USD 500");
    assert!(stated.beside.contains("above"));
    assert_eq!(question.stated("person_name"), []);
}

#[test]
fn a_part_is_read_in_the_language_of_its_question() {
    let parsed = parse("Ist die Prämie höher als 1.000 Euro?");
    let part = &parsed.extractions[0].question;
    assert_eq!(part.language(), parsed.language);
    assert_eq!(part.as_asked(), "Was ist die Prämie?");
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}") {
        let parsed = parse(&text);
        proptest::prop_assert!(!parsed.extractions.is_empty());
    }

    #[test]
    fn no_row_of_common_words_makes_the_parser_panic(picks in proptest::collection::vec(0..40_usize, 0..14)) {
        const WORDS: [&str; 40] = [
            "what", "is", "the", "between", "and", "1", "May", "2020", "(", "\"", "?", ",", "or", "a",
            "than", "how", "many", "days", "in", "euros", "sum", "of", "all", "with", "their", "above",
            "%", "change", "2019", "wie", "viele", "zwischen", "und", "¿cuál", "es", "entre", "y", "it",
            "$", "section",
        ];
        let text: Vec<&str> = picks.iter().map(|pick| WORDS[*pick]).collect();
        for language in languages() {
            parse_as(&text.join(" "), language);
        }
    }
}

//! Does the contract contain such a clause? Where nothing says so the answer is no, for a person to check, on the words that
//! come nearest; whether something is so is another question, which silence does not answer.

use acceptance::{assert_cited, take_model};

const LICENCE: &str = "LICENCE AGREEMENT\n\nQuay Software Ltd (the licensor) grants Ada Doe (the licensee) a licence to use the \
    program on five\ncomputers.\n\n1. Fee\nThe licensee pays GBP 1,200 a year, on the first day of March.\n\n2. \
    Confidentiality\nEach party keeps the other's confidential information secret for three years after the end of \
    this\nagreement.\n\n3. Termination\nEither party may end this agreement on sixty days' written notice.\n\n4. Governing \
    law\nThis agreement is governed by the laws of England.\n";
const GERMAN: &str = "MIETVERTRAG\n\n§ 1 Mietsache\nVermietet wird die Wohnung im zweiten Stock, Hafenstraße 12, 20457 Hamburg.\n\n\
    § 2 Miete\nDie Miete beträgt 950,00 EUR im Monat und ist am dritten Werktag zu zahlen.\n\n§ 3 Kündigung\nDer Vertrag kann mit \
    einer Frist von drei Monaten schriftlich gekündigt werden.\n";
const POLICY: &str = "| Cover | Limit |\n|---|---|\n| Fire | USD 500,000 |\n| Theft | USD 20,000 |\n\nThe deductible is USD 1,000 \
    for each loss.\n\nClaims are to be notified within ten days.\n";

/// File, text, and a question that it answers by its silence.
const SILENT: [(&str, &str, &str); 5] = [
    (
        "licence.txt",
        LICENCE,
        "Does the agreement contain a most favored nation clause?",
    ),
    (
        "licence.txt",
        LICENCE,
        "Are there terms concerning liquidated damages?",
    ),
    ("licence.txt", LICENCE, "Is profit sharing agreed?"),
    ("miete.txt", GERMAN, "Gibt es eine Regelung zu Haustieren?"),
    (
        "policy.md",
        POLICY,
        "Does the policy contain an arbitration clause?",
    ),
];

#[test]
fn a_document_that_holds_nothing_of_what_is_asked_for_says_no_and_a_person_checks_it() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (file, text, question) in SILENT {
        let response = scratch.json(&["ask", question, "--doc", &scratch.file(file, text)]);
        let answer = &response["answer"];
        assert_eq!(answer["items"][0]["value"], false, "{question}: {response}");
        assert_eq!(response["decision"], "review", "{question}: {response}");
        let caveats = answer["caveats"].to_string();
        assert!(caveats.contains("nearest"), "{question}: {response}");
        assert_cited(scratch, &response);
    }
    scratch.assert_sound();
}

#[test]
fn a_document_that_holds_it_says_yes() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let file = scratch.file("licence.txt", LICENCE);
    for question in [
        "Does the agreement contain a provision on confidentiality?",
        "Does the contract contain a provision on termination?",
        "Is anything agreed about the governing law?",
    ] {
        let response = scratch.json(&["ask", question, "--doc", &file]);
        let item = &response["answer"]["items"][0];
        assert_eq!(item["value"], true, "{question}: {response}");
        assert_cited(scratch, &response);
    }
    scratch.assert_sound();
}

#[test]
fn silence_does_not_say_whether_something_is_so() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    let file = scratch.file("licence.txt", LICENCE);
    for question in [
        "Must the licensee carry insurance?",
        "Is there a ban on recruiting staff of the licensor?",
    ] {
        let response = scratch.json(&["ask", question, "--doc", &file]);
        assert_eq!(response["decision"], "no_answer", "{question}: {response}");
    }
    scratch.assert_sound();
}

//! Whose is it? Where a document tells something of one side alone, the other side's is not told as sure.

use acceptance::{assert_cited, take_model};

const REMITTANCE: &str = "REMITTANCE ADVICE\n\nPayer\nHarbour Homes Ltd\n12 Quay Street, Hull HU1 1AA\nTel. 01482 555 \
    017\n\nPayee\nNordlicht Engineering Ltd\n3 Elm Street, Leeds LS1 4AP\nVAT no. GB 123 4567 89\n\nInvoice 2024-118 of 3 \
    April 2024        GBP 4,500.00\nPaid on 12 April 2024\n";
const LEASE: &str = "LEASE\n\nThis lease is made between Harbour Homes Ltd, of 12 Quay Street, Hull HU1 1AA (the \
    landlord), and Ada Doe, who was\nborn on 6 June 1984 (the tenant). The landlord may be called on 01482 555 017. The \
    rent is GBP 950 a month. It is paid\nto the landlord's account, IBAN GB29 NWBK 6016 1331 9268 19, on the first day of \
    each month.\n\nSigned by the tenant on 3 March 2024.\n";
const ROWS: &str = "Role,Name,Date of birth,IBAN,E-mail\n\
    Borrower,Ada Doe,1984-06-06,,ada@doe.example\n\
    Guarantor,Paul Ashby,,GB29 NWBK 6016 1331 9268 19,\n\
    Lender,Quay Bank plc,,,loans@quay.example\n";
const GERMAN: &str = "KAUFVERTRAG\n\nVerkäuferin: Nordlicht Maschinen GmbH, Hafenstraße 12, 20457 Hamburg\nKäuferin:    \
    Erika Sommer, geboren am 6. Juni 1984\n\nDer Kaufpreis von 4.500,00 EUR ist auf das Konto der Verkäuferin zu zahlen, \
    IBAN DE89 3704 0044 0532 0130 00.\n\nHamburg, den 3. April 2024 (Verkäuferin)\n";

/// File, text, question, and what its answer has.
const TOLD: [(&str, &str, &str, &str); 10] = [
    (
        "remittance.txt",
        REMITTANCE,
        "What is the payee's address?",
        "Elm Street",
    ),
    (
        "remittance.txt",
        REMITTANCE,
        "What is the payer's address?",
        "Quay Street",
    ),
    (
        "remittance.txt",
        REMITTANCE,
        "What is the payer's telephone number?",
        "01482",
    ),
    ("lease.txt", LEASE, "What is the landlord's IBAN?", "GB29"),
    (
        "lease.txt",
        LEASE,
        "What is the tenant's date of birth?",
        "1984-06-06",
    ),
    (
        "lease.txt",
        LEASE,
        "What is the landlord's telephone number?",
        "01482",
    ),
    (
        "lease.txt",
        LEASE,
        "When did the tenant sign?",
        "2024-03-03",
    ),
    (
        "roles.csv",
        ROWS,
        "What is the borrower's date of birth?",
        "1984-06-06",
    ),
    ("roles.csv", ROWS, "What is the guarantor's IBAN?", "GB29"),
    (
        "vertrag.txt",
        GERMAN,
        "Wann wurde die Käuferin geboren?",
        "1984-06-06",
    ),
];

/// What is told of another side alone.
const NOT_TOLD: [(&str, &str, &str); 9] = [
    (
        "remittance.txt",
        REMITTANCE,
        "What is the payee's telephone number?",
    ),
    ("lease.txt", LEASE, "What is the tenant's IBAN?"),
    ("lease.txt", LEASE, "What is the guarantor's date of birth?"),
    ("lease.txt", LEASE, "What is the tenant's telephone number?"),
    ("lease.txt", LEASE, "What is the tenant's address?"),
    ("roles.csv", ROWS, "What is the guarantor's date of birth?"),
    ("roles.csv", ROWS, "What is the borrower's IBAN?"),
    ("vertrag.txt", GERMAN, "Welche IBAN hat die Käuferin?"),
    (
        "vertrag.txt",
        GERMAN,
        "Wann hat die Käuferin unterschrieben?",
    ),
];

#[test]
fn what_is_told_of_a_side_is_answered() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (file, text, question, answer) in TOLD {
        let response = scratch.json(&["ask", question, "--doc", &scratch.file(file, text)]);
        let items = response["answer"]["items"].to_string();
        assert!(items.contains(answer), "{file}, {question}: {response}");
        assert_cited(scratch, &response);
    }
    scratch.assert_sound();
}

#[test]
fn what_is_told_of_another_side_alone_is_not_told_as_sure() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (file, text, question) in NOT_TOLD {
        let response = scratch.json(&["ask", question, "--doc", &scratch.file(file, text)]);
        assert_ne!(
            response["decision"], "ship",
            "{file}, {question}: {response}"
        );
    }
    scratch.assert_sound();
}

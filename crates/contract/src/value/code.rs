//! What its form alone makes sure: IBANs, addresses of mail and web, telephone numbers.
//!
//! The form does not say whose such a code is. Of IBANs, telephone numbers and addresses of mail the reader is asked
//! that (docs/quality.md); of addresses of the web nothing was measured.

use crate::descriptor::{Descriptor, Fills, Finding, Kind, Several};
use crate::iban;
use crate::shape::AnswerShape;
use serde_json::{Value, json};

/// What codes have in common: a value is one string in a normal form.
const CODE: Descriptor = Descriptor {
    shape: AnswerShape::Single,
    finding: Finding::SureForm,
    kind: Kind::Code,
    several: Several::Values,
    fills: Some(Fills::Value),
    ..Descriptor::OWN
};

/// The types of this file.
pub(crate) static TYPES: [Descriptor; 4] = [
    Descriptor {
        name: "iban",
        title: "IBAN",
        description: "An international bank account number, without spaces.",
        value_schema: iban_schema,
        asked: Some("iban"),
        contradicts: true,
        ..CODE
    },
    Descriptor {
        name: "email",
        title: "E-mail",
        description: "An e-mail address.",
        value_schema: email,
        asked: Some("text"),
        format: Some("email"),
        ..CODE
    },
    Descriptor {
        name: "phone",
        title: "Telephone",
        description: "A telephone number as it is written.",
        value_schema: phone,
        asked: Some("text"),
        ..CODE
    },
    Descriptor {
        name: "url",
        title: "Web address",
        description: "The address of a web page.",
        value_schema: url,
        format: Some("uri"),
        ..CODE
    },
];

/// An IBAN of one of the registry's countries, without spaces.
fn iban_schema() -> Value {
    json!({ "type": "string", "pattern": iban::pattern() })
}

/// A mailbox: a dotted local part, labels of a domain (ASCII, as RFC 5321
/// writes them without quoting). The counts stand in the pattern: a length
/// beside it would have to be multiplied with it.
fn email() -> Value {
    let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}";
    let pattern =
        format!("^{atom}(\\.{atom}){{0,4}}@([A-Za-z0-9-]{{1,63}}\\.){{1,4}}[A-Za-z]{{2,24}}$");
    json!({ "type": "string", "pattern": pattern })
}

/// A telephone number as people write it: digits in groups, an area code in
/// parentheses, an extension.
fn phone() -> Value {
    let digits = "[0-9]{1,15}";
    let area = "\\([0-9]{1,5}\\)[ ./-]{0,2}";
    let pattern = format!(
        "^\\+?({area})?{digits}([ ./-]{{1,2}}{digits}|[ ./-]{{0,2}}{area}{digits}){{0,6}}( ?(x|ext\\.?) ?[0-9]{{1,6}})?$"
    );
    json!({ "type": "string", "pattern": pattern })
}

/// A web address with a scheme, or without one from `www.`.
fn url() -> Value {
    json!({
        "type": "string",
        "pattern": "^((https?|ftp)://|www\\.)[^\\s<>\"{}|\\\\^`]{3,2000}$"
    })
}

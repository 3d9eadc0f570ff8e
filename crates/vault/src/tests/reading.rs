use super::{NOW, make_document, open_raw};
use crate::{Import, Vault, VaultError};
use std::collections::BTreeMap;

const TEXT: &str = "The rent is 12,400.\nIt is due monthly.\n";

#[test]
fn a_reading_is_as_imported_until_another_program_changes_it() {
    for statement in [
        "UPDATE line SET text = 'The rent is 99,999.' WHERE number = 1",
        "UPDATE chunk SET text = replace(text, '12,400', '99,999')",
        "UPDATE document SET frame = replace(frame, 'Lease', 'Gift')",
        "UPDATE line SET page = 2 WHERE number = 2",
    ] {
        let directory = tempfile::tempdir().unwrap();
        let mut vault = Vault::open(directory.path(), NOW).unwrap();
        let (document, chunks, source) = make_document(TEXT, 1);
        let import = vault.import(&document, &chunks, &source, NOW).unwrap();
        assert_eq!(import, Import::New);
        assert!(vault.is_as_imported(&document.id).unwrap());
        vault
            .set_event_date(&document.id, Some("2024-01-31"), NOW)
            .unwrap();
        let said = BTreeMap::from([("client".to_owned(), Some("Acme".to_owned()))]);
        vault.set_metadata(&document.id, &said, NOW).unwrap();
        let raw = open_raw(directory.path());
        assert_eq!(raw.execute(statement, []).unwrap().min(1), 1, "{statement}");
        assert!(!vault.is_as_imported(&document.id).unwrap(), "{statement}");

        vault.renew(&document, &chunks, &source, NOW).unwrap();
        assert!(vault.is_as_imported(&document.id).unwrap(), "{statement}");
        assert_eq!(vault.document(&document.id).unwrap(), document);
        let date = vault.event_date(&document.id).unwrap();
        assert_eq!(date.as_deref(), Some("2024-01-31"), "{statement}");
        let said = vault.metadata(&document.id).unwrap();
        assert_eq!(
            said.get("client").map(String::as_str),
            Some("Acme"),
            "{statement}"
        );
        assert!(vault.verify().unwrap().is_sound(), "{statement}");
    }
}

#[test]
fn a_document_that_is_not_there_is_neither_compared_nor_renewed() {
    let mut vault = Vault::in_memory().unwrap();
    let (document, chunks, source) = make_document(TEXT, 1);
    let error = vault.renew(&document, &chunks, &source, NOW).unwrap_err();
    assert!(matches!(error, VaultError::UnknownDocument { .. }));
    assert!(!vault.is_as_imported(&document.id).unwrap());
}

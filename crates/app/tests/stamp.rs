//! Time stamps as the window asks for them: the request of the trail as it is, and later the answer alone.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

mod common;

use app::{AppError, Control, Service};
use std::fs;
use std::path::Path;
use std::process::Command;

const CONFIG: &str = "[req]\ndistinguished_name = name\nprompt = no\nx509_extensions = usage\n\
    [name]\nCN = A test authority\n[usage]\nextendedKeyUsage = critical,timeStamping\n\
    [tsa]\ndefault_tsa = one\n[one]\nserial = serial\nsigner_cert = cert.pem\nsigner_key = key.pem\n\
    signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\ness_cert_id_alg = sha256\n";

fn openssl(folder: &Path, words: &str) {
    let mut run = Command::new("openssl");
    run.args(words.split_whitespace()).current_dir(folder);
    let done = run.output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "openssl {words}: {said}");
}

/// A folder with an authority's key and certificate; none, with a word, where there is no openssl.
fn authority() -> Option<tempfile::TempDir> {
    if Command::new("openssl").arg("version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "openssl is not there");
        println!("skipped: openssl is not there");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config"), CONFIG).unwrap();
    let make =
        "req -x509 -nodes -days 30 -config config -newkey rsa:2048 -keyout key.pem -out cert.pem";
    openssl(folder.path(), make);
    Some(folder)
}

/// The authority's answer to a request, and its certificate.
fn answered(authority: &Path, request: &[u8]) -> (Vec<u8>, Vec<u8>) {
    fs::write(authority.join("request.tsq"), request).unwrap();
    let reply = "ts -reply -config config -queryfile request.tsq -out answer.tsr";
    openssl(authority, reply);
    let read = |name: &str| fs::read(authority.join(name)).unwrap();
    (read("answer.tsr"), read("cert.pem"))
}

fn sealed(data: &Path, seal: &Path) -> Service {
    common::scripted(data, Vec::new()).sealed_in(Some(seal.to_path_buf()), || Ok([7; 32]))
}

fn import(service: &Service, folder: &Path, name: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("The fee of {name} is 5 USD.\n")).unwrap();
    service.import(&path).unwrap();
}

#[test]
fn an_answer_finds_its_checkpoint_when_the_trail_has_grown_and_is_verified_with_it() {
    let Some(tsa) = authority() else { return };
    let (data, seal) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let service = sealed(data.path(), seal.path());
    import(&service, data.path(), "a.txt");
    import(&service, data.path(), "b.txt");
    let request = app::stamp_request(&service.checkpoint().unwrap()).unwrap();
    import(&service, data.path(), "c.txt");
    service.checkpoint().unwrap();
    let (answer, certificate) = answered(tsa.path(), &request);

    let attached = service.attach_answer(&answer, &certificate).unwrap();
    assert_eq!(
        (attached.records, attached.authority.as_str()),
        (2, "CN=A test authority")
    );
    let found = service.verify_audit_watched(None, &mut |_| Control::Continue);
    let found = found.unwrap();
    assert!(found.is_sound() && found.trail.records == 4);
    let stamps: Vec<_> = found.stamps.iter().map(|one| one.stamp.clone()).collect();
    assert_eq!(stamps, [Some(attached)]);
    let plain = service.verify_audit().unwrap();
    assert_eq!((found.trail, found.stamps), (plain.trail, plain.stamps));
    assert_eq!(found.kept_checkpoint, plain.kept_checkpoint);
}

#[test]
fn an_answer_that_is_of_no_checkpoint_of_this_vault_is_refused_and_nothing_is_recorded() {
    let Some(tsa) = authority() else { return };
    let (data, seal) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let service = sealed(data.path(), seal.path());
    import(&service, data.path(), "a.txt");
    let of_others = timestamp_of(&[9; 32]);
    let (answer, certificate) = answered(tsa.path(), &of_others);
    let refused = service.attach_answer(&answer, &certificate).unwrap_err();
    assert!(matches!(refused, AppError::Input { .. }), "{refused}");
    assert!(
        refused.to_string().contains("of no checkpoint"),
        "{refused}"
    );
    let found = service.verify_audit().unwrap();
    assert_eq!((found.trail.records, found.stamps.len()), (1, 0));
}

/// A request for a time stamp of bytes with this hash, as any program makes it.
fn timestamp_of(sha256: &[u8; 32]) -> Vec<u8> {
    timestamp::request(sha256).unwrap()
}

//! A bundle is installed, updated, rolled back and taken away in a home of its
//! own, and what is not believed or does not fit changes nothing.

use super::{Bundle, flip};

#[test]
fn it_is_installed_updated_rolled_back_and_taken_away() {
    let bundle = Bundle::new();
    let data = bundle
        .scratch
        .file("home/.local/share/attest/attest.sqlite", "data of a person");
    let installed = bundle.install("bundle", &["--key", &bundle.key]);
    installed.assert_code(0);
    assert_eq!(bundle.installed(), "attest 1.0\n");
    assert!(bundle.path("home/.local/share/man/man1/attest.1").is_file());

    // An update holds only what changed, and is checked with the key of before.
    bundle.make("update", "1.1", Some("1.0"));
    assert!(!bundle.path("update/program/share/attest/models").exists());
    bundle.install("update", &[]).assert_code(0);
    assert_eq!(bundle.installed(), "attest 1.1\n");
    let model = bundle.path("home/.local/lib/attest/current/share/attest/models/m.gguf");
    assert_eq!(std::fs::read_to_string(model).unwrap(), "a model\n");

    bundle.install("update", &["--rollback"]).assert_code(0);
    assert_eq!(bundle.installed(), "attest 1.0\n");
    let listed = bundle.install("update", &["--list"]);
    assert_eq!(listed.stdout, "1.0 in use\n1.1 before\n");
    bundle.install("update", &["--rollback"]).assert_code(0);
    assert_eq!(bundle.installed(), "attest 1.1\n");

    bundle.install("bundle", &["--uninstall"]).assert_code(0);
    assert!(!bundle.path("home/.local/bin/attest").exists());
    assert!(!bundle.path("home/.local/lib/attest").exists());
    assert_eq!(std::fs::read_to_string(data).unwrap(), "data of a person");
}

#[test]
fn what_is_not_believed_or_does_not_fit_changes_nothing() {
    let bundle = Bundle::new();
    bundle.make("update", "1.2", Some("1.1"));
    bundle
        .install("bundle", &["--key", &bundle.key])
        .assert_code(0);

    // An update of another version.
    let other = bundle.install("update", &[]);
    assert_eq!(other.code, 2, "{other}");
    assert!(
        other
            .stderr
            .contains("updates version 1.1, and 1.0 is in use"),
        "{other}"
    );
    // Somebody else's bundle, signed with his own key.
    let theirs = bundle.path("their").display().to_string();
    bundle.scratch.run(&["key", "new", &theirs]).assert_code(0);
    bundle.make("theirs", "2.0", None);
    bundle.sign("theirs", "their");
    let refused = bundle.install("theirs", &[]);
    assert_eq!(refused.code, 1, "{refused}");
    assert!(
        refused.stderr.contains("it is not the key that was given"),
        "{refused}"
    );
    // A damaged one.
    bundle.make("damaged", "2.0", None);
    flip(&bundle.path("damaged/program/bin/attest"), 3);
    assert_eq!(bundle.install("damaged", &[]).code, 1);
    assert_eq!(bundle.installed(), "attest 1.0\n");
    assert_eq!(bundle.install("bundle", &["--list"]).stdout, "1.0 in use\n");
    assert_eq!(bundle.install("bundle", &["--rollback"]).code, 2);

    // A file of somebody else's is not replaced.
    bundle.install("bundle", &["--uninstall"]).assert_code(0);
    bundle
        .scratch
        .file("home/.local/bin/attest", "a script of mine");
    let in_the_way = bundle.install("bundle", &[]);
    assert_eq!(in_the_way.code, 3, "{in_the_way}");
    let kept = std::fs::read_to_string(bundle.path("home/.local/bin/attest")).unwrap();
    assert_eq!(kept, "a script of mine");
}

#[test]
fn a_damaged_installation_is_mended_by_its_bundle() {
    let bundle = Bundle::new();
    bundle
        .install("bundle", &["--key", &bundle.key])
        .assert_code(0);
    let model = bundle.path("home/.local/lib/attest/current/share/attest/models/m.gguf");
    flip(&model, 2);
    bundle.install("bundle", &[]).assert_code(0);
    assert_eq!(std::fs::read_to_string(model).unwrap(), "a model\n");
}

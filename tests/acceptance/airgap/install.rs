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
fn models_alone_come_to_the_version_in_use_and_go_again() {
    let bundle = Bundle::new();
    bundle.make_models("models", "models-2", "a better model\n");
    let early = bundle.install("models", &["--key", &bundle.key]);
    assert_eq!(early.code, 2, "{early}");
    assert!(early.stderr.contains("no version is in use"), "{early}");
    bundle
        .install("bundle", &["--key", &bundle.key])
        .assert_code(0);
    let model = bundle.path("home/.local/lib/attest/current/share/attest/models/m.gguf");
    let model = || std::fs::read_to_string(&model).unwrap();

    bundle.install("models", &[]).assert_code(0);
    assert_eq!(model(), "a better model\n");
    assert_eq!(bundle.installed(), "attest 1.0\n");
    let listed = || bundle.install("models", &["--list"]).stdout;
    assert_eq!(listed(), "1.0+models-2 in use\n1.0 before\n");
    // Models once more, which take the place of those.
    bundle.make_models("more", "models-3", "the best model\n");
    bundle.install("more", &[]).assert_code(0);
    assert_eq!(model(), "the best model\n");
    assert!(listed().contains("1.0+models-3 in use\n"), "{}", listed());
    bundle.install("more", &["--rollback"]).assert_code(0);
    assert_eq!(model(), "a better model\n");

    // An update of the version itself needs that version; going back to it is said.
    bundle.make("update", "1.1", Some("1.0"));
    let other = bundle.install("update", &[]);
    assert_eq!(other.code, 2, "{other}");
    assert!(other.stderr.contains("--rollback"), "{other}");
    // A damaged model changes nothing.
    bundle.make_models("damaged", "models-4", "a bad model\n");
    flip(
        &bundle.path("damaged/program/share/attest/models/m.gguf"),
        2,
    );
    assert_eq!(bundle.install("damaged", &[]).code, 1);
    assert_eq!(model(), "a better model\n");
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

//! Time stamps of checkpoints (RFC 3161) by `openssl ts`, an authority that knows nothing of this
//! program, from the request to the pack.

use acceptance::{Run, Scratch, has, skip};
use std::path::Path;
use std::process::Command;

const CONFIG: &str = "[req]\ndistinguished_name = name\nprompt = no\nx509_extensions = usage\n\
    [name]\nCN = A test authority\n[usage]\nextendedKeyUsage = critical,timeStamping\n\
    [tsa]\ndefault_tsa = one\n[one]\nserial = serial\nsigner_cert = cert.pem\nsigner_key = key.pem\n\
    signer_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\ness_cert_id_alg = sha256\n";

/// An authority in a folder of the scratch; none, with a word, where there is no openssl.
struct Authority {
    folder: String,
}

impl Authority {
    fn make(scratch: &Scratch, name: &str) -> Option<Authority> {
        if !has("openssl", &["version"]) {
            return skip("openssl is not there");
        }
        scratch.file(&format!("{name}/config"), CONFIG);
        let folder = scratch.path(name).display().to_string();
        let authority = Authority { folder };
        authority.openssl(&[
            "req", "-x509", "-nodes", "-days", "30", "-config", "config", "-newkey", "rsa:2048",
            "-keyout", "key.pem", "-out", "cert.pem",
        ]);
        Some(authority)
    }

    fn openssl(&self, arguments: &[&str]) {
        let run = Command::new("openssl")
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "openssl {arguments:?}: {said}");
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// The answer to a request, as a file.
    fn answer(&self, request: &str) -> String {
        self.openssl(&[
            "ts",
            "-reply",
            "-config",
            "config",
            "-queryfile",
            request,
            "-out",
            "answer.tsr",
        ]);
        self.path("answer.tsr")
    }
}

fn vault() -> Scratch {
    let scratch = Scratch::without_models();
    let path = scratch.file("a.txt", "The fee is 5 USD.\n");
    scratch.run(&["docs", "add", &path]).assert_code(0);
    scratch
        .run(&["ask", "List all amounts", "--doc", &path])
        .assert_code(0);
    scratch
}

/// A checkpoint and a request for a time stamp of it, as files.
fn ask(scratch: &Scratch, name: &str) -> (String, String) {
    let path = |ending: &str| {
        scratch
            .path(&format!("{name}.{ending}"))
            .display()
            .to_string()
    };
    let (checkpoint, request) = (path("checkpoint"), path("tsq"));
    let made = [
        "audit",
        "checkpoint",
        "--out",
        &checkpoint,
        "--timestamp-request",
        &request,
    ];
    scratch.run(&made).assert_code(0);
    (checkpoint, request)
}

fn attach(scratch: &Scratch, checkpoint: &str, answer: &str, certificate: &str) -> Run {
    let given = [
        "audit",
        "timestamp",
        checkpoint,
        answer,
        "--certificate",
        certificate,
    ];
    scratch.run(&given)
}

#[test]
fn a_checkpoint_that_an_authority_stamped_says_so_in_verify_export_and_pack() {
    let scratch = vault();
    let Some(authority) = Authority::make(&scratch, "authority") else {
        return;
    };
    let (checkpoint, request) = ask(&scratch, "c");
    let answer = authority.answer(&request);
    attach(&scratch, &checkpoint, &answer, &authority.path("cert.pem")).assert_code(0);
    let run = scratch.run(&["audit", "verify"]);
    run.assert_code(0);
    let said = "the checkpoint of 2 records was stamped at ";
    assert!(
        run.stdout.contains(said) && run.stdout.contains("CN=A test authority"),
        "{run}"
    );
    let check = scratch.json(&["audit", "verify"]);
    let stamp = &check["stamps"][0]["stamp"];
    assert_eq!(
        (&stamp["records"], &check["stamps"][0]["sequence"]),
        (&2.into(), &3.into())
    );

    // What an export holds of it, openssl verifies.
    let export = scratch.path("export").display().to_string();
    scratch.run(&["vault", "export", &export]).assert_code(0);
    scratch
        .run(&["audit", "verify", "--export", &export])
        .assert_code(0);
    let stamps = Path::new(&export).join("stamps");
    let file = |ending: &str| stamps.join(format!("3.{ending}")).display().to_string();
    let (data, token, certificate) = (file("checkpoint"), file("token"), file("certificate"));
    authority.openssl(&[
        "x509",
        "-inform",
        "DER",
        "-in",
        &certificate,
        "-out",
        "back.pem",
    ]);
    authority.openssl(&[
        "ts",
        "-verify",
        "-token_in",
        "-in",
        &token,
        "-data",
        &data,
        "-CAfile",
        "back.pem",
    ]);

    let answers = scratch.json(&["audit", "list"]);
    let answers = answers.as_array().unwrap();
    let answer = answers.iter().find(|one| one["kind"] == "answer").unwrap();
    let id = answer["id"].as_str().unwrap();
    let out = scratch.path("pack.html").display().to_string();
    let made = scratch.json(&[
        "audit",
        "pack",
        id,
        "--checkpoint",
        &checkpoint,
        "--out",
        &out,
    ]);
    let key = made["key"].as_str().unwrap();
    let pack = std::fs::read_to_string(&out).unwrap();
    assert!(pack.contains("<h2>Time stamp</h2>"), "the pack shows it");
    assert!(pack.contains(stamp["certificate_sha256"].as_str().unwrap()));
    // And it still checks as a whole.
    let script = acceptance::root().join("docs/verify/attest_verify.py");
    let mut python = Command::new("python3");
    python.arg("-I").arg(script).arg(&out).args(["--key", key]);
    let told = python.output().unwrap();
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stdout)
    );
}

#[test]
fn what_is_not_the_authoritys_word_about_this_checkpoint_is_not_attached() {
    let scratch = vault();
    let (Some(authority), Some(other)) = (
        Authority::make(&scratch, "authority"),
        Authority::make(&scratch, "other"),
    ) else {
        return;
    };
    let (checkpoint, request) = ask(&scratch, "c");
    let answer = authority.answer(&request);
    let certificate = authority.path("cert.pem");
    let more = scratch.file("b.txt", "The fee of b is 6 USD.\n");
    scratch.run(&["docs", "add", &more]).assert_code(0);
    let (later, _) = ask(&scratch, "later");

    let run = attach(&scratch, &later, &answer, &certificate);
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stderr.contains("of other bytes"), "{run}");
    let run = attach(&scratch, &checkpoint, &answer, &other.path("cert.pem"));
    assert_eq!(run.code, 1, "{run}");
    assert!(
        run.stderr.contains("not signed by the certificate"),
        "{run}"
    );
    let mut bytes = std::fs::read(&answer).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    let changed = scratch.file("changed.tsr", &bytes);
    let run = attach(&scratch, &checkpoint, &changed, &certificate);
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stderr.contains("signature of the time stamp"), "{run}");
    let run = attach(&scratch, &checkpoint, &more, &certificate);
    assert_eq!(run.code, 1, "{run}");
    // Of another vault, whose key signed it.
    let stranger = vault();
    let (theirs, _) = ask(&stranger, "c");
    let run = attach(&scratch, &theirs, &answer, &certificate);
    assert_eq!(run.code, 1, "{run}");
    let kinds = scratch.json(&["audit", "list"]);
    assert_eq!(kinds.as_array().unwrap().len(), 3, "{kinds}");
    scratch.assert_sound();
}

/// Two files are written, and neither over the other, however the one place is called.
#[test]
fn a_checkpoint_and_the_request_for_its_stamp_are_not_written_to_one_file() {
    let scratch = vault();
    let before = scratch.json(&["audit", "list"]);
    let folder = scratch.path("there").display().to_string();
    std::fs::create_dir(&folder).unwrap();
    let there = format!("{folder}/checkpoint");
    let again = format!("{folder}/../there/./checkpoint");
    for other in [&there, &again] {
        let run = scratch.run(&[
            "audit",
            "checkpoint",
            "--out",
            &there,
            "--timestamp-request",
            other,
        ]);
        run.assert_code(2);
        assert!(
            run.stderr.contains("cannot both be written to") && run.stderr.contains(&there),
            "{run}"
        );
        assert!(!Path::new(&there).exists(), "{other}");
    }
    assert_eq!(scratch.json(&["audit", "list"]), before);

    // A file that is there keeps what it holds, and so does one that a link leads to.
    let kept = scratch.file("there/kept", "kept");
    let link = format!("{folder}/link");
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    let run = scratch.run(&[
        "audit",
        "checkpoint",
        "--out",
        &kept,
        "--timestamp-request",
        &link,
    ]);
    run.assert_code(2);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "kept");
}

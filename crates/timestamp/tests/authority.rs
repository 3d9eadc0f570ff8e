//! Time stamps of an independent authority: `openssl ts`, with certificates made here; and one that
//! is kept, for machines without it.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};
use tempfile::TempDir;
use timestamp::{Authority, MAX_BYTES, Stamp, StampError, imprint, request, token_of, verify};

const CHECKPOINT: &[u8] =
    b"attest-vault/0123456789abcdef\n42\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

/// How an authority signs: how its key is made, and the hash that it signs by.
struct Algorithm {
    key: &'static [&'static str],
    digest: &'static str,
    /// `sha1` names the certificate in the older attribute.
    names_by: &'static str,
}

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm {
        key: &["-newkey", "rsa:2048"],
        digest: "sha256",
        names_by: "sha256",
    },
    Algorithm {
        key: &["-newkey", "rsa:3072"],
        digest: "sha512",
        names_by: "sha1",
    },
    Algorithm {
        key: &["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        digest: "sha256",
        names_by: "sha384",
    },
    Algorithm {
        key: &["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
        digest: "sha384",
        names_by: "sha256",
    },
    Algorithm {
        key: &["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        digest: "sha512",
        names_by: "sha512",
    },
];

/// An authority in a folder of its own.
struct Tsa {
    folder: TempDir,
}

impl Tsa {
    /// One whose certificate says that it is for this; none, with a word, where there is no openssl.
    fn make(algorithm: &Algorithm, usage: &str) -> Option<Tsa> {
        if Command::new("openssl").arg("version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "openssl is not there");
            println!("skipped: openssl is not there");
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let tsa = Tsa { folder };
        let config = format!(
            "[req]\ndistinguished_name = name\nprompt = no\nx509_extensions = usage\n\
             [name]\nO = Test\nCN = A test authority\n[usage]\n{usage}\n\
             [tsa]\ndefault_tsa = one\n[one]\nserial = serial\nsigner_cert = cert.pem\nsigner_key = key.pem\n\
             signer_digest = {}\ndefault_policy = 1.2.3.4.1\ndigests = sha256, sha384\naccuracy = secs:1, millisecs:500\n\
             ess_cert_id_alg = {}\n",
            algorithm.digest, algorithm.names_by
        );
        fs::write(tsa.path("config"), config).unwrap();
        let mut make = vec!["req", "-x509", "-nodes", "-days", "30", "-config", "config"];
        make.extend(algorithm.key);
        make.extend(["-keyout", "key.pem", "-out", "cert.pem"]);
        tsa.openssl(&make);
        Some(tsa)
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn openssl(&self, arguments: &[&str]) {
        let run = Command::new("openssl")
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "openssl {arguments:?}: {said}");
    }

    fn authority(&self) -> Authority {
        Authority::read(&fs::read(self.path("cert.pem")).unwrap()).unwrap()
    }

    /// The authority's answer to a request.
    fn answer(&self, request: &[u8]) -> Vec<u8> {
        fs::write(self.path("request"), request).unwrap();
        self.openssl(&[
            "ts",
            "-reply",
            "-config",
            "config",
            "-queryfile",
            "request",
            "-out",
            "answer",
        ]);
        fs::read(self.path("answer")).unwrap()
    }
}

const FOR_STAMPS: &str = "extendedKeyUsage = critical,timeStamping";

fn hash(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn now() -> u64 {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
}

#[test]
fn a_token_of_openssl_is_believed_by_the_certificate_that_it_is_signed_by() {
    for algorithm in &ALGORITHMS {
        let Some(tsa) = Tsa::make(algorithm, FOR_STAMPS) else {
            return;
        };
        let asked = request(&hash(CHECKPOINT)).unwrap();
        let before = now();
        let answer = tsa.answer(&asked);
        let token = token_of(&answer).unwrap();
        // The token alone is taken, too.
        assert_eq!(token_of(&token).unwrap(), token);
        let stamp = verify(&token, &hash(CHECKPOINT), &tsa.authority()).unwrap();
        assert!((before..=now()).contains(&stamp.seconds), "{stamp:?}");
        assert_eq!(stamp.accuracy, Some(1_500_000));
        assert_eq!(stamp.policy, "1.2.3.4.1");
        // openssl reads our request, and says of its own token what we say.
        tsa.openssl(&["ts", "-query", "-in", "request", "-text"]);
        fs::write(tsa.path("checkpoint"), CHECKPOINT).unwrap();
        tsa.openssl(&[
            "ts",
            "-verify",
            "-data",
            "checkpoint",
            "-in",
            "answer",
            "-CAfile",
            "cert.pem",
        ]);

        let other = verify(&token, &hash(b"other bytes"), &tsa.authority());
        assert_eq!(other, Err(StampError::OtherBytes));
        let stranger = Tsa::make(algorithm, FOR_STAMPS).unwrap().authority();
        let stranger = verify(&token, &hash(CHECKPOINT), &stranger);
        assert_eq!(stranger, Err(StampError::OtherAuthority));
    }
}

#[test]
fn a_certificate_of_the_same_name_and_number_with_another_key_signs_nothing() {
    let algorithm = &ALGORITHMS[0];
    let Some(tsa) = Tsa::make(algorithm, FOR_STAMPS) else {
        return;
    };
    // As the authority's but for its key: only the attribute and the signature tell.
    for names_by in ["sha256", "sha1"] {
        let config = fs::read_to_string(tsa.path("config")).unwrap();
        let config = config.replace(
            "ess_cert_id_alg = sha256",
            &format!("ess_cert_id_alg = {names_by}"),
        );
        fs::write(tsa.path("config"), config).unwrap();
        let make = |key: &str, cert: &str| {
            tsa.openssl(&[
                "req",
                "-x509",
                "-nodes",
                "-days",
                "30",
                "-config",
                "config",
                "-newkey",
                "rsa:2048",
                "-set_serial",
                "7",
                "-keyout",
                key,
                "-out",
                cert,
            ]);
        };
        make("key.pem", "cert.pem");
        make("other.key", "other.pem");
        let answer = tsa.answer(&request(&hash(CHECKPOINT)).unwrap());
        let token = token_of(&answer).unwrap();
        verify(&token, &hash(CHECKPOINT), &tsa.authority()).unwrap();
        let other = Authority::read(&fs::read(tsa.path("other.pem")).unwrap()).unwrap();
        let found = verify(&token, &hash(CHECKPOINT), &other);
        let expected = match names_by {
            "sha1" => StampError::Signature,
            _ => StampError::OtherAuthority,
        };
        assert_eq!(found, Err(expected));
    }
}

#[test]
fn a_request_that_the_authority_refuses_has_no_token() {
    let Some(tsa) = Tsa::make(&ALGORITHMS[0], FOR_STAMPS) else {
        return;
    };
    let config = fs::read_to_string(tsa.path("config")).unwrap();
    let config = config.replace("digests = sha256, sha384", "digests = sha512");
    fs::write(tsa.path("config"), config).unwrap();
    let answer = tsa.answer(&request(&hash(CHECKPOINT)).unwrap());
    let refused = token_of(&answer);
    assert_eq!(refused, Err(StampError::Refused { status: 2 }));
}

#[test]
fn a_time_with_fractions_of_a_second_is_refused_with_its_own_reason() {
    let Some(tsa) = Tsa::make(&ALGORITHMS[0], FOR_STAMPS) else {
        return;
    };
    let config = fs::read_to_string(tsa.path("config")).unwrap();
    fs::write(
        tsa.path("config"),
        format!("{config}clock_precision_digits = 6\n"),
    )
    .unwrap();
    let answer = tsa.answer(&request(&hash(CHECKPOINT)).unwrap());
    let token = token_of(&answer).unwrap();
    let refused = verify(&token, &hash(CHECKPOINT), &tsa.authority()).unwrap_err();
    assert!(matches!(refused, StampError::Form { .. }), "{refused}");
    assert!(
        refused.to_string().contains("fractions of a second"),
        "{refused}"
    );
}

/// What `openssl ts -reply -text` says of the kept answer.
const SERIAL: &str = "01";
const SECONDS: u64 = 1_795_577_570;

/// A token that was made by the first algorithm, its certificate, and what it says.
fn kept() -> (Vec<u8>, Authority, Stamp) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let token = token_of(&fs::read(folder.join("answer.tsr")).unwrap()).unwrap();
    let authority = Authority::read(&fs::read(folder.join("authority.pem")).unwrap()).unwrap();
    let stamp = verify(&token, &hash(CHECKPOINT), &authority).unwrap();
    (token, authority, stamp)
}

#[test]
fn a_kept_token_says_what_it_said() {
    let (_, authority, stamp) = kept();
    assert_eq!(authority.name(), "CN=A test authority,O=Test");
    assert_eq!(authority.sha256().len(), 64);
    assert_eq!(
        (stamp.policy.as_str(), stamp.accuracy),
        ("1.2.3.4.1", Some(1_500_000))
    );
    assert_eq!((stamp.serial.as_str(), stamp.seconds), (SERIAL, SECONDS));
}

#[test]
fn a_token_says_which_bytes_it_is_of_before_anything_is_believed() {
    let (token, _, _) = kept();
    assert_eq!(imprint(&token), Ok(Some(hash(CHECKPOINT))));
    let answer = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/authority.pem"));
    assert!(matches!(
        imprint(&answer.unwrap()),
        Err(StampError::Form { .. })
    ));
}

#[test]
fn no_changed_byte_of_a_token_makes_it_say_something_else() {
    let (token, authority, stamp) = kept();
    let imprint = hash(CHECKPOINT);
    let start = token.windows(32).position(|part| part == imprint).unwrap();
    let mut accepted = Vec::new();
    for place in 0..token.len() {
        for bit in [0x01, 0x80] {
            let mut changed = token.clone();
            changed[place] ^= bit;
            let read = verify(&changed, &imprint, &authority).ok();
            accepted.extend(read.map(|read| (place, read)));
        }
    }
    let otherwise: Vec<_> = accepted.iter().filter(|(_, read)| *read != stamp).collect();
    assert!(otherwise.is_empty(), "{otherwise:?}");
    // What is not signed: version numbers, and certificates that come along.
    let is_signed = |(place, _): &&(usize, Stamp)| {
        // What is stamped, from its hash to the certificates, and the signature at the end.
        (start..start + 32 + 20).contains(place) || token.len() - 256 <= *place
    };
    let signed: Vec<_> = accepted.iter().filter(is_signed).collect();
    assert!(signed.is_empty(), "{signed:?}");
    for length in 0..token.len() {
        assert!(
            verify(&token[..length], &imprint, &authority).is_err(),
            "{length}"
        );
    }
}

#[test]
fn what_is_no_answer_or_no_certificate_is_refused_in_words() {
    let (token, authority, _) = kept();
    let (empty, text) = (Vec::new(), b"not a token".to_vec());
    let certificate = authority.der().to_vec();
    for bytes in [&empty, &text, &certificate] {
        let error = token_of(bytes).unwrap_err();
        assert!(matches!(error, StampError::Form { .. }), "{error}");
        assert!(!error.help().is_empty());
    }
    for bytes in [&empty, &text, &token] {
        let error = Authority::read(bytes).unwrap_err();
        assert!(matches!(error, StampError::Form { .. }), "{error}");
    }
    // DER is a certificate as PEM is.
    let der = Authority::read(&certificate).unwrap();
    assert_eq!(der.sha256(), authority.sha256());
}

#[test]
fn what_is_too_long_is_refused_before_it_is_read_and_white_space_behind_pem_is_not() {
    let pem = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/authority.pem");
    let pem = fs::read(pem).unwrap();
    let (_, authority, _) = kept();
    let most = usize::try_from(MAX_BYTES).unwrap();
    let mut behind = pem.clone();
    behind.extend(b"\r\n \t\n\n");
    let mut longest = pem;
    longest.resize(most, b'\n');
    for bytes in [&behind, &longest] {
        let read = Authority::read(bytes).unwrap();
        assert_eq!(read.sha256(), authority.sha256());
    }
    longest.push(b'\n');
    let error = Authority::read(&longest).unwrap_err();
    assert_eq!(error, StampError::TooLong);
    assert!(!error.help().is_empty());
    let in_bounds = token_of(&vec![0; most]).unwrap_err();
    assert!(matches!(in_bounds, StampError::Form { .. }), "{in_bounds}");
    let beyond = token_of(&vec![0; most + 1]);
    assert_eq!(beyond, Err(StampError::TooLong));
}

#[test]
fn a_certificate_for_other_things_stamps_nothing() {
    // openssl signs with none of these; so the kept token is asked for, by its own certificate with
    // another purpose.
    let usages = [
        "",
        "extendedKeyUsage = timeStamping",
        "extendedKeyUsage = critical,timeStamping,serverAuth",
    ];
    for usage in usages {
        let Some(tsa) = Tsa::make(&ALGORITHMS[0], usage) else {
            return;
        };
        let found = tsa.authority().check_purpose(now());
        assert_eq!(found, Err(StampError::NotForStamps), "{usage:?}");
    }
    let Some(tsa) = Tsa::make(&ALGORITHMS[0], FOR_STAMPS) else {
        return;
    };
    let authority = tsa.authority();
    assert_eq!(authority.check_purpose(now()), Ok(()));
    for then in [0, now() + 60 * 24 * 60 * 60] {
        assert_eq!(authority.check_purpose(then), Err(StampError::NotValidThen));
    }
}

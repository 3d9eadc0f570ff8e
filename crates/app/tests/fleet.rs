//! What an administrator set, as a service with a file of theirs keeps to it.
#![allow(clippy::unwrap_used, reason = "test code")]

use app::clock::FixedClock;
use app::{AnswerServers, AskRequest, Options, Policy, Service, SettingName, Settings};
use std::path::Path;
use std::sync::Arc;

fn open(folder: &Path) -> Result<Service, app::AppError> {
    Service::open(Options {
        data_directory: folder.join("data"),
        ephemeral: false,
        worker: "/nonexistent".into(),
        threads: None,
        system_settings: Some(folder.join("settings.toml")),
        clock: Arc::new(FixedClock::default()),
    })
}

fn administrator(folder: &Path, text: &str) {
    std::fs::write(folder.join("settings.toml"), text).unwrap();
}

#[test]
fn what_is_locked_cannot_be_changed_and_what_is_given_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rates = folder.join("rates.toml");
    let text =
        "date = \"2024-01-31\"\nsource = \"a test\"\nbase = \"EUR\"\n[rates]\nUSD = \"1.08\"\n";
    std::fs::write(&rates, text).unwrap();
    app::read_rates(&rates).unwrap();
    let service = open(folder).unwrap();
    let own = Settings {
        threads: Some(3),
        ..Settings::default()
    };
    service.change_settings(&own).unwrap();

    let text = "version = 1\nthreads = 2\nrates_file = \"rates.toml\"\nlocked = [\"threads\"]\n";
    administrator(folder, text);
    let service = open(folder).unwrap();
    let held = service.settings().unwrap();
    assert_eq!(held.settings.threads, Some(2));
    assert_eq!(held.settings.rates_file, Some(rates));
    let given = held.administered.unwrap().given;
    assert_eq!(given, [SettingName::RatesFile, SettingName::Threads]);
    let other = Settings {
        threads: Some(4),
        ..held.settings.clone()
    };
    let refused = service.change_settings(&other).unwrap_err();
    assert!(refused.to_string().contains("settings.toml"), "{refused}");

    // Another change keeps the person's own threads, and takes nothing over.
    let larger = Settings {
        text_percent: 125,
        ..held.settings
    };
    service.change_settings(&larger).unwrap();
    administrator(folder, "version = 1\n");
    let own = open(folder).unwrap().settings().unwrap().settings;
    assert_eq!(own.threads, Some(3));
    assert_eq!(own.text_percent, 125);
    assert_eq!(own.rates_file, None);
}

#[test]
fn a_request_is_held_to_a_locked_policy_and_a_locked_model() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    administrator(
        folder,
        "version = 1\nlocked = [\"policy_file\", \"answer_model\", \"rates_file\"]\n",
    );
    let service = open(folder).unwrap();
    let asked = |request: AskRequest| {
        let question = "List all amounts".to_owned();
        service.check_request(&AskRequest {
            question,
            ..request
        })
    };
    let other = Policy {
        version: "mine".into(),
        ..Policy::default()
    };
    let refused = [
        (
            AskRequest {
                policy: Some(other),
                ..AskRequest::default()
            },
            "the policy is set by your administrator",
        ),
        (
            AskRequest {
                model: Some("mine".into()),
                ..AskRequest::default()
            },
            "the model for answers is set by your administrator",
        ),
    ];
    for (request, told) in refused {
        let error = asked(request).unwrap_err();
        assert!(error.to_string().contains(told), "{error}");
    }
    asked(AskRequest::default()).unwrap();
    asked(AskRequest {
        policy: Some(Policy::default()),
        ..AskRequest::default()
    })
    .unwrap();
}

/// Servers that are never asked.
struct Idle;

impl AnswerServers for Idle {
    fn model(&self) -> &'static str {
        "theirs"
    }

    fn at_once(&self) -> usize {
        1
    }

    fn decoder(&self) -> Box<dyn engine::Decoder> {
        Box::new(engine::scripted::Scripted::new([]))
    }
}

#[test]
fn servers_answer_in_place_of_a_model_that_is_set_and_not_of_one_that_is_locked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let asked = |model: Option<&str>| {
        let service = open(folder).unwrap().answered_by(Arc::new(Idle));
        service.check_request(&AskRequest {
            question: "List all amounts".into(),
            model: model.map(str::to_owned),
            ..AskRequest::default()
        })
    };
    administrator(folder, "version = 1\nanswer_model = \"given\"\n");
    asked(None).unwrap();
    asked(Some("theirs")).unwrap();
    let error = asked(Some("given")).unwrap_err();
    assert!(error.to_string().contains("cannot both answer"), "{error}");
    // What servers call their model proves nothing, so its name does not open the lock.
    for set in [
        "",
        "answer_model = \"given\"\n",
        "answer_model = \"theirs\"\n",
    ] {
        administrator(
            folder,
            &format!("version = 1\n{set}locked = [\"answer_model\"]\n"),
        );
        let error = asked(None).unwrap_err();
        let told = "the model for answers is set by your administrator";
        assert!(error.to_string().contains(told), "{error}");
    }
}

//! Graphics processors, as the build that everybody has knows them: none. What a build with
//! support for one does is shown by `scripts/test-gpu`.

use acceptance::{SAMPLE, Scratch, model_chooses, sample_questions, take_model};
use serde_json::{Value, json};

/// Asks the sample for its premium with the model that answers, and returns the body of its
/// record, and what was told beside the answer.
fn asked(scratch: &Scratch, options: &[&str]) -> (Value, String) {
    let policy = model_chooses(scratch);
    let questions = sample_questions();
    let premium = questions.iter().find(|one| one.id == "premium").unwrap();
    let mut arguments = vec!["--json", "ask", "--doc", SAMPLE, "--policy", &policy];
    arguments.extend(options);
    arguments.push(&premium.question);
    let run = scratch.run(&arguments);
    run.assert_code(0);
    let response = run.json();
    assert_eq!(response["answer"]["items"][0]["value"], premium.expected[0]);
    let id = response["record_id"].as_str().unwrap();
    let record = scratch.json(&["audit", "show", id]);
    assert!(record["body"]["model"]["name"].is_string());
    (record["body"].clone(), run.stderr)
}

/// What is told beside an answer.
const SAID: &str =
    "note: the model ran on the processor alone: this build has no support for graphics processors";

#[test]
fn layers_that_no_device_can_take_stay_on_the_processor_and_that_is_said() {
    let Some(with) = take_model() else { return };
    let scratch = &with.scratch;
    for (options, kept_off, is_said) in [
        (&[][..], Value::Null, false),
        (&["--gpu-layers", "0"], Value::Null, false),
        (&["--gpu-layers", "5"], json!("not_built"), true),
    ] {
        let (body, told) = asked(scratch, options);
        assert_eq!(body["kept_off"], kept_off, "{options:?}");
        assert_eq!(body["offload"], Value::Null, "{options:?}");
        assert_eq!(told.contains(SAID), is_said, "{options:?}: {told}");
    }
}

#[test]
fn doctor_says_what_graphics_processors_this_build_knows() {
    let scratch = Scratch::new();
    let graphics = |options: &[&str]| {
        let checks = scratch
            .run(&[options, &["--json", "doctor"]].concat())
            .json();
        let checks = checks.as_array().unwrap().clone();
        checks
            .into_iter()
            .find(|one| one["name"] == "graphics")
            .unwrap()
    };
    let plain = graphics(&[]);
    assert_eq!(plain["sound"], true);
    assert_eq!(
        plain["finding"],
        "this build has no support for graphics processors: models run on the processor alone"
    );
    let forced = graphics(&["--gpu-layers", "5"]);
    assert_eq!(forced["sound"], false);
    assert_eq!(
        forced["finding"],
        "this build has no support for graphics processors, and 5 layers of the answer model go there, as is set: models run on the processor alone"
    );
}

#[test]
fn this_build_asks_for_no_library_of_a_graphics_processor() {
    let program = std::fs::read(acceptance::executable()).unwrap();
    let holds = |words: &str| {
        program
            .windows(words.len())
            .any(|part| part == words.as_bytes())
    };
    // What is linked stands in the file by its name.
    assert!(holds("libc.so"));
    for library in ["libvulkan.so", "libcuda.so", "libcublas", "ggml_vulkan"] {
        assert!(!holds(library), "{library}");
    }
}

//! Several programs that use one data directory at the same moment.

use acceptance::{Run, Scratch};
use std::collections::BTreeSet;

/// Programs that import and ask.
const PROGRAMS: usize = 4;
/// Documents that each of them imports.
const DOCUMENTS: usize = 6;

/// What one of them does: it imports documents of its own and asks one of them, and one that all import.
fn work(scratch: &Scratch, program: usize) -> Vec<Run> {
    let mut files: Vec<String> = (0..DOCUMENTS)
        .map(|number| {
            let text = format!(
                "Lease {program}.{number}\nIt ends on {} May 2031.\n",
                number + 1
            );
            scratch.file(&format!("{program}/{number}.txt"), text.repeat(20))
        })
        .collect();
    files.push(scratch.file(
        &format!("{program}/all.txt"),
        "Rules\nNo music after ten.\n",
    ));
    let mut add = vec!["docs", "add"];
    add.extend(files.iter().map(String::as_str));
    let ask = ["ask", "List all dates", "--doc", &files[0], "--json"];
    vec![
        scratch.run(&add),
        scratch.run(&ask),
        scratch.run(&["docs", "list"]),
    ]
}

#[test]
fn what_several_programs_write_at_once_is_all_there_and_verifies() {
    let scratch = Scratch::without_models();
    // Whoever comes first makes the vault: nobody made it before.
    let done: Vec<Run> = std::thread::scope(|scope| {
        let at_work: Vec<_> = (0..PROGRAMS)
            .map(|program| {
                scope.spawn({
                    let scratch = &scratch;
                    move || work(scratch, program)
                })
            })
            .collect();
        let runs = at_work.into_iter().map(|one| one.join().unwrap());
        runs.flatten().collect()
    });
    assert_eq!(done.len(), 3 * PROGRAMS);
    let mut shown = BTreeSet::new();
    for run in &done {
        run.assert_code(0);
    }
    for run in done.iter().skip(1).step_by(3) {
        shown.insert(run.json()["record_id"].as_str().unwrap().to_owned());
    }
    assert_eq!(shown.len(), PROGRAMS);
    let documents = scratch.json(&["docs", "list"]);
    assert_eq!(
        documents.as_array().unwrap().len(),
        PROGRAMS * DOCUMENTS + 1
    );
    let records = scratch.json(&["audit", "list", "--limit", "1000"]);
    let of = |kind: &str| -> Vec<String> {
        let records = records.as_array().unwrap().iter();
        let found = records.filter(|record| record["kind"] == kind);
        let ids = found.map(|record| record["id"].as_str().unwrap().to_owned());
        ids.collect()
    };
    assert_eq!(of("import").len(), PROGRAMS * DOCUMENTS + 1);
    assert_eq!(of("answer").len(), PROGRAMS);
    assert_eq!(of("answer").into_iter().collect::<BTreeSet<_>>(), shown);
    scratch.assert_sound();
}

/// The same while others read: a verification and a backup of each moment are whole.
#[test]
fn whoever_verifies_or_backs_up_meanwhile_sees_a_whole_vault() {
    let scratch = Scratch::without_models();
    scratch.run(&["docs", "list"]).assert_code(0);
    let (verified, copies) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| work(&scratch, 0));
        let (mut verified, mut copies) = (0, Vec::new());
        while !writer.is_finished() || verified == 0 {
            scratch.assert_sound();
            verified += 1;
            let copy = scratch.path(&format!("{verified}.sqlite"));
            let copy = copy.display().to_string();
            scratch.run(&["vault", "backup", &copy]).assert_code(0);
            copies.push(copy);
        }
        for run in writer.join().unwrap() {
            run.assert_code(0);
        }
        (verified, copies)
    });
    assert_eq!(copies.len(), verified);
    for copy in copies {
        let elsewhere = Scratch::new();
        elsewhere.run(&["vault", "restore", &copy]).assert_code(0);
        elsewhere.assert_sound();
    }
    scratch.assert_sound();
}

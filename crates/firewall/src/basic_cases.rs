//! The five basic cases of cited text, every row of its table of rules by
//! name, and the form of the result.

use crate::scene::{bundle, policy};
use crate::{
    FindingKind, GenerationStatus, TextReport, TextRequest, Validation, ValidationStatus,
    WarningKind, check_cited_text,
};
use contract::REFUSAL;
use evidence::policy::Suspicion;
use evidence::{AnswerBundle, AssemblyStatus};

fn evidence() -> AnswerBundle {
    bundle(&[
        &[
            "The annual premium is $1,250.00 for the insured.",
            "Cover began on 2002-07-16.",
        ],
        &["Claims are paid within 30 days, e.g. by bank transfer to Dr. Jane Q. Doe."],
    ])
}

fn report_under(text: &str, evidence: &AnswerBundle, suspicion: Suspicion) -> TextReport {
    let mut policy = policy();
    policy.suspicious_new_ids = suspicion;
    let request = TextRequest {
        evidence,
        policy: &policy,
        refusal: REFUSAL,
    };
    check_cited_text(text, &request, "/items/0/value")
}

fn report(text: &str) -> TextReport {
    report_under(text, &evidence(), Suspicion::Flag)
}

fn kinds(text: &str) -> Vec<FindingKind> {
    report(text)
        .findings
        .into_iter()
        .map(|finding| finding.kind)
        .collect()
}

#[test]
fn basic_case_valid_passes() {
    let report = report(
        "The annual premium is $1,250.00. [C0] Claims are paid within 30 days, e.g. by bank transfer [C1].",
    );
    assert_eq!(report.findings, []);
    assert_eq!(report.warnings, []);
    assert_eq!(report.anchors, ["C0", "C1"]);
    assert_eq!(
        (
            report.metrics.citation_count,
            report.metrics.uncited_sentence_count
        ),
        (2, 0)
    );
    assert!(!report.metrics.refusal_detected);
}

#[test]
fn basic_case_invented_anchor_is_refused() {
    let report = report("The annual premium is $1,250.00. [C7]");
    assert_eq!(
        report
            .findings
            .iter()
            .map(|finding| finding.kind)
            .collect::<Vec<_>>(),
        [
            FindingKind::InvalidCitationReference,
            FindingKind::UncitedFactualStatement
        ]
    );
    assert_eq!(report.metrics.invalid_anchor_count, 1);
}

#[test]
fn basic_case_uncited_sentence_is_refused() {
    let report = report("The annual premium is $1,250.00. [C0] Cover began on 2002-07-16.");
    let finding = report.findings.first().unwrap();
    assert_eq!(
        (finding.kind, finding.sentence),
        (FindingKind::UncitedFactualStatement, Some(2))
    );
    assert_eq!(report.metrics.uncited_sentence_count, 1);
}

#[test]
fn basic_case_malformed_refusal_is_refused() {
    for text in [
        "the documents do not say",
        "The documents do not say",
        " The documents do not say.",
        "The documents do not say. [C0]",
        "The documents do not say. The premium is $1,250.00. [C0]",
        "The documents do not say anything about it.",
        "I don't know.",
        "I cannot answer this question from the passages. [C0]",
        "Die Dokumente sagen dazu nichts.",
        "No puedo responder.",
    ] {
        assert!(
            kinds(text).contains(&FindingKind::InvalidRefusalFormat),
            "{text}"
        );
        assert!(report(text).metrics.refusal_detected, "{text}");
    }
}

#[test]
fn basic_case_exact_refusal_passes() {
    let said = report(REFUSAL);
    assert_eq!(said.findings, []);
    assert!(said.metrics.refusal_detected && said.anchors.is_empty());
    let mut none = bundle(&[]);
    none.assembly_status = AssemblyStatus::NoEvidence;
    assert_eq!(report_under(REFUSAL, &none, Suspicion::Fail).findings, []);

    let said = Validation::of_refusal("r1", REFUSAL, REFUSAL);
    let status = (said.generation_status(), said.status());
    assert_eq!(
        status,
        (GenerationStatus::NoEvidence, ValidationStatus::Passed)
    );
    assert!(said.metrics().refusal_detected && said.answer().is_none());
    let otherwise = Validation::of_refusal("r1", "The documents do not say", REFUSAL);
    assert_eq!(otherwise.status(), ValidationStatus::Failed);
    let reason = otherwise.failure_reason();
    assert_eq!(reason, Some(FindingKind::InvalidRefusalFormat));
}

#[test]
fn malformed_anchor_every_other_form_of_an_anchor() {
    for anchor in [
        "[c0]", "(C0)", "[C-1]", "[C00]", "[C 0]", "[C0, C1]", "[С0]", "[C0", "{C0}", "［C0］",
    ] {
        let text = format!("The annual premium is $1,250.00 {anchor}.");
        assert_eq!(
            kinds(&text).first(),
            Some(&FindingKind::MalformedAnchor),
            "{text}"
        );
    }
    // Beside a good one, too.
    assert_eq!(
        kinds("The annual premium is $1,250.00. [C0][c1]"),
        [FindingKind::MalformedAnchor]
    );
}

#[test]
fn invalid_citation_reference_every_anchor_was_offered() {
    assert_eq!(
        kinds("The annual premium is $1,250.00. [C0][C2]"),
        [FindingKind::InvalidCitationReference]
    );
    assert!(
        kinds("The premium is due. [C4294967296]").contains(&FindingKind::InvalidCitationReference)
    );
}

#[test]
fn uncited_factual_statement_abbreviations_decimals_and_dates_do_not_end_a_sentence() {
    for text in [
        "Claims are paid to Dr. Jane Q. Doe, e.g. by transfer, on 2002-07-16 at $1,250.00 or 3.5 percent. [C1]",
        "Cover began on 2002-07-16 [C0].",
    ] {
        assert!(
            !kinds(text).contains(&FindingKind::UncitedFactualStatement),
            "{text}"
        );
    }
}

#[test]
fn uncited_factual_statement_wherever_it_stands() {
    for text in [
        "Cover began. The annual premium is $1,250.00. [C0]",
        "The annual premium is $1,250.00. [C0] Cover began",
        "The annual premium is $1,250.00 [C0] and cover began.",
        "Cover began! The annual premium is $1,250.00. [C0]",
        "Cover began\nThe annual premium is $1,250.00. [C0]",
        "- Cover began\n- The annual premium is $1,250.00. [C0]",
        "Cover began.The annual premium is $1,250.00. [C0]",
        "Cover began. the annual premium is $1,250.00. [C0]",
        "Did cover begin? The annual premium is $1,250.00. [C0]",
        "# Premium\nThe annual premium is $1,250.00. [C0]",
        "[C0] The annual premium is $1,250.00.",
    ] {
        assert!(
            kinds(text).contains(&FindingKind::UncitedFactualStatement),
            "{text}"
        );
    }
}

#[test]
fn invalid_refusal_format_spares_a_quoted_refusal_of_the_document() {
    let evidence = bundle(&[&["Witness: I do not know the man."]]);
    let text = "Witness: I do not know the man. [C0]";
    assert_eq!(report_under(text, &evidence, Suspicion::Flag).findings, []);
    let uncited = report_under(
        "Witness: I do not know the man.",
        &evidence,
        Suspicion::Flag,
    );
    assert_eq!(
        uncited.findings.first().map(|one| one.kind),
        Some(FindingKind::InvalidRefusalFormat)
    );
}

#[test]
fn citation_mismatch_no_duplicates() {
    assert_eq!(
        kinds("The annual premium is $1,250.00. [C0][C0]"),
        [FindingKind::CitationMismatch]
    );
}

#[test]
fn answer_longer_than_ten_times_the_evidence_is_a_flag_only() {
    let evidence = bundle(&[&["Fee due."]]);
    let text = format!("{} [C0]", "fee due ".repeat(11).trim());
    let report = report_under(&text, &evidence, Suspicion::Fail);
    assert_eq!(report.findings, []);
    assert!(report.metrics.length_ratio_flag);
    assert_eq!(
        report.warnings.first().map(|one| one.kind),
        Some(WarningKind::LongerThanEvidence)
    );
}

#[test]
fn suspicious_new_ids_policy_decides_flag_or_fail() {
    let text = "The annual premium of policy AB-77 is $1,251.00 for John. [C0]";
    let flagged = report_under(text, &evidence(), Suspicion::Flag);
    assert_eq!(flagged.findings, []);
    assert_eq!(flagged.metrics.suspicious_new_ids, 3);
    assert_eq!(
        flagged.warnings.first().map(|one| one.kind),
        Some(WarningKind::SuspiciousNewIds)
    );
    let failed = report_under(text, &evidence(), Suspicion::Fail);
    assert_eq!(
        failed.findings.first().map(|one| one.kind),
        Some(FindingKind::SuspiciousNewIds)
    );
}

#[test]
fn hidden_characters_are_refused_wherever_they_stand() {
    for hidden in [
        '\u{200b}',
        '\u{202e}',
        '\u{2066}',
        '\u{feff}',
        '\u{0}',
        '\u{e0041}',
    ] {
        let text = format!("The annual premium is $1,{hidden}250.00. [C0]");
        assert!(
            kinds(&text).contains(&FindingKind::HiddenCharacters),
            "{hidden:?}"
        );
    }
}

#[test]
fn text_that_says_nothing_is_refused() {
    for text in ["", " ", "[C0]", "... [C0]", "\n\n"] {
        assert!(!kinds(text).is_empty(), "{text:?}");
    }
}

#[test]
fn without_evidence_only_the_refusal_passes() {
    let mut none = evidence();
    none.assembly_status = AssemblyStatus::NoEvidence;
    let report = report_under(
        "The annual premium is $1,250.00. [C0]",
        &none,
        Suspicion::Flag,
    );
    assert_eq!(
        report.findings.first().map(|one| one.kind),
        Some(FindingKind::AnswerWithoutEvidence)
    );
}

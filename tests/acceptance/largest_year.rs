//! *In which year was it larger?*: the figures of a row are compared by code, on several layouts.

use acceptance::Scratch;
use serde_json::json;

/// The same table as files write it: with bars, tabs, columns of blanks, and commas.
const LAYOUTS: [(&str, &str); 4] = [
    (
        "bars.md",
        "# Liabilities\n\n| (in millions) | 2019 | 2018 |\n|---|---|---|\n| Deferred revenue | 10.5 | 10.4 |\n| Accrued interest | 26.5 | 34.4 |\n",
    ),
    (
        "tabs.txt",
        "Liabilities\n\n(in millions)\t2019\t2018\nDeferred revenue\t10.5\t10.4\nAccrued interest\t26.5\t34.4\n",
    ),
    (
        "blanks.txt",
        "Liabilities\n\n(in millions)           2019        2018\nDeferred revenue        10.5        10.4\nAccrued interest        26.5        34.4\n",
    ),
    (
        "commas.csv",
        "(in millions),2019,2018\nDeferred revenue,10.5,10.4\nAccrued interest,26.5,34.4\n",
    ),
];

#[test]
fn the_year_is_that_of_the_larger_or_smaller_figure_and_the_row_is_cited() {
    for (name, text) in LAYOUTS {
        let scratch = Scratch::new();
        let document = scratch.file(name, text);
        for (question, year, label) in [
            (
                "In which year was the deferred revenue larger?",
                "2019",
                "Deferred revenue",
            ),
            (
                "Which year had the lowest deferred revenue?",
                "2018",
                "Deferred revenue",
            ),
            (
                "In which year was accrued interest the highest?",
                "2018",
                "Accrued interest",
            ),
            (
                "In welchem Jahr war Accrued interest niedriger?",
                "2019",
                "Accrued interest",
            ),
        ] {
            let response = scratch.json(&["ask", question, "--doc", &document]);
            assert_eq!(
                response["answer"]["items"][0]["value"]["iso"], year,
                "{name}: {question}"
            );
            assert_eq!(response["decision"], "ship", "{name}: {question}");
            let citations = response["citations"].as_array().unwrap();
            let quotes: Vec<&str> = citations
                .iter()
                .map(|one| one["quote"].as_str().unwrap())
                .collect();
            assert_eq!(quotes.len(), 2, "{name}: {quotes:?}");
            assert!(
                quotes[0].contains("2019") && quotes[0].contains("2018"),
                "{quotes:?}"
            );
            assert!(quotes[1].contains(label), "{quotes:?}");
            let caveats = &response["answer"]["caveats"];
            assert_eq!(
                caveats,
                &json!(["found by comparing the figures of the row that is cited"])
            );
        }
    }
}

/// What no figures decide is left to the reader: equal figures, losses, and a row that is not there.
#[test]
fn figures_that_do_not_decide_are_not_compared() {
    for row in [
        "Deferred revenue\t10.5\t10.5",
        "Deferred revenue\t(10.5)\t(10.4)",
        "Accrued interest\t10.5\t10.4",
    ] {
        let scratch = Scratch::new();
        let document = scratch.file(
            "table.txt",
            format!("Liabilities\n\n(in millions)\t2019\t2018\n{row}\n"),
        );
        let question = "In which year was the deferred revenue larger?";
        let response = scratch
            .run(&["--json", "ask", question, "--doc", &document])
            .json();
        let text = response.to_string();
        assert!(response["record_id"].is_string(), "{text}");
        assert!(!text.contains("comparing the figures"), "{row}: {text}");
    }
}

//! *No*, where a question asks what the documents hold and nothing that was read says so.
//!
//! Whether a contract has an exclusivity clause is answered by its silence, too. So where nothing is found, such
//! a question is answered with no, for a person to check: the answer quotes what came nearest, since that
//! is where a clause in other words would stand, and says how much was read.

use crate::decide::Choice;
use contract::{Candidate, Item, Offer};

/// What is told beside it.
const NEAREST: &str = "nothing that was read says so; the words quoted come nearest to it";

/// The candidates as what they are where nothing says yes: a no that stands on them.
pub(crate) fn denied(offer: Offer) -> Offer {
    let Offer::Candidates(candidates) = offer else {
        return offer;
    };
    let denied = candidates.into_iter().map(|candidate| Candidate {
        items: candidate.items.into_iter().map(as_no).collect(),
        wording: "No".into(),
        notes: vec![NEAREST.to_owned()],
        ..candidate
    });
    Offer::Candidates(denied.collect())
}

fn as_no(item: Item) -> Item {
    Item {
        value: false.into(),
        ..item
    }
}

/// The choice of a no: the likelier the less probably the nearest says yes. A document holds something of what
/// was asked for, or nothing.
pub(crate) fn chosen(choice: Choice) -> Choice {
    Choice {
        chosen: choice.best,
        probability: 1.0 - choice.probability,
        threshold: 0.0,
        ..choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::as_read;
    use serde_json::json;

    #[test]
    fn what_came_nearest_is_what_a_no_stands_on() {
        let spans =
            json!([{ "anchor": "C1", "line_start": 2, "line_end": 2, "quote": "Fees are fixed." }]);
        let item: Item = serde_json::from_value(json!({ "value": true, "spans": spans })).unwrap();
        let yes = Candidate::new(vec![item.clone()], "Yes".into(), "Fees are fixed.".into());
        let Offer::Candidates(denied) = denied(Offer::Candidates(vec![yes])) else {
            panic!("candidates stay candidates");
        };
        assert_eq!(denied[0].items[0].value, json!(false));
        assert_eq!(denied[0].items[0].spans, item.spans);
        assert_eq!(denied[0].wording, "No");
        assert_eq!(denied[0].notes, [NEAREST]);
    }

    #[test]
    fn the_less_probable_a_yes_the_more_a_no() {
        let choice = Choice {
            chosen: None,
            ..as_read(0.1)
        };
        let no = chosen(choice);
        assert_eq!(no.chosen, Some(0));
        assert!((no.probability - 0.9).abs() < 1e-9);
    }
}

//! Masks where loops swallow whole sets of tokens, against each token's bytes.
#![allow(clippy::unwrap_used)]

use grammar::{Limits, Matcher, Vocabulary, gbnf};
use proptest::prelude::*;
use std::sync::Arc;

/// Parts of grammars: loops over wide classes, alone, nested, counted, through
/// rules, beside others, and things that end or leave them.
const PARTS: [&str; 26] = [
    "[a-z]{1,3}",
    "\"-\" .{0,2} \"-\"",
    "[^\"]{2,4}",
    "([a-z] \"-\"?){2,4}",
    "[^\"\\\\\\x00-\\x1F]*",
    "[a-z]*",
    "[a-z]{2,5}",
    "[^\"]{0,9}",
    "[^z]{3,}",
    "[a-zà-ü]{1,3}",
    "([a-z] | \"é\")*",
    "([a-z] | [^a-y])*",
    "([a-z] [^a])*",
    "([a-z]{2,3} \"-\"?)*",
    "(letter | \"\\\"\")*",
    "loop",
    "words",
    "nest",
    "(\"z\" | [^z] [^\"]*)",
    "\"a\"",
    "\"-\"",
    "\"\\\"\"",
    "\"é\"?",
    "[a-c]",
    ".",
    "(letter{1,4} \"z\"?){0,3}",
];

const RULES: &str = "
letter ::= [^\"\\\\]
loop ::= [a-zà-ü] loop | \"\\\"\"
words ::= [a-z]{1,3} (\"-\" words)?
nest ::= \"a\" nest [^\"]* \"b\" | [a-z]*
";

fn any_text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(PARTS.to_vec());
    let line = prop::collection::vec(part, 1..4).prop_map(|parts| parts.join(" "));
    prop::collection::vec(line, 1..4)
        .prop_map(|lines| format!("root ::= {}\n{RULES}", lines.join(" | ")))
}

/// Every token of up to four plain letters, so that most are in the slices and
/// whole subtrees are, some with others, and longer ones.
fn words(more: Vec<Vec<u8>>) -> Arc<Vocabulary> {
    let plain = ["a", "b", "z"];
    let odd = ["é", "-", "\"", "\u{1F600}"];
    let mut texts: Vec<String> = plain.map(str::to_owned).into();
    for _ in 0..3 {
        let longer: Vec<String> = texts
            .iter()
            .flat_map(|head| plain.map(|tail| format!("{head}{tail}")))
            .collect();
        texts.extend(longer);
    }
    for one in odd {
        texts.push(one.to_owned());
        texts.extend(plain.iter().map(|two| format!("{one}{two}")));
        texts.extend(plain.iter().map(|two| format!("z{two}{one}")));
    }
    let mut tokens: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
    tokens.extend(more);
    tokens.sort();
    tokens.dedup();
    Arc::new(Vocabulary::new(tokens, vec![0], vec![1]))
}

fn any_words() -> impl Strategy<Value = Arc<Vocabulary>> {
    let byte = prop::sample::select(vec![b'a', b'z', b'a', b'b', b'"', b'-', 0xC3, 0xA9, b'a']);
    let token = prop::collection::vec(byte, 1..9);
    prop::collection::vec(token, 1..40).prop_map(words)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mask_allows_exactly_the_tokens_whose_bytes_lead_somewhere(
        text in any_text(),
        words in any_words(),
        choices in prop::collection::vec(any::<u16>(), 0..12),
    ) {
        let limits = Limits::default();
        let grammar = gbnf::parse(&text, &limits).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let mut matcher = Matcher::new(&grammar, Arc::clone(&words), &limits).unwrap();
        for choice in choices {
            let mask = matcher.mask().unwrap().clone();
            for id in 0..words.len() as u32 {
                let bytes = words.bytes(id).unwrap();
                let wanted = if words.is_end(id) {
                    matcher.may_end()
                } else {
                    words.is_text(id) && matcher.accepted_prefix(bytes).unwrap() == bytes.len()
                };
                prop_assert_eq!(mask.is_allowed(id), wanted, "{:?} in {}", bytes, text);
            }
            let allowed: Vec<u32> = mask.iter().filter(|id| !words.is_end(*id)).collect();
            if allowed.is_empty() {
                break;
            }
            matcher.accept_token(allowed[choice as usize % allowed.len()]).unwrap();
        }
    }
}

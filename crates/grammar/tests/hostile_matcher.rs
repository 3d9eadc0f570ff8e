//! Grammars from strangers: the matcher answers or says which limit was met,
//! in time and within its memory.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::{Limits, MatchError, Matcher, Vocabulary, gbnf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Words over a few letters, long runs among them.
fn words() -> Arc<Vocabulary> {
    let mut tokens: Vec<Vec<u8>> = vec![b"</s>".to_vec()];
    for letter in [b'a', b'b', b'(', b')', b'"', 0xC3, 0xA9] {
        tokens.extend([1, 2, 3, 7, 16, 64].map(|times| vec![letter; times]));
    }
    for code in 0..4_096u32 {
        let letters = [b'a', b'b', b'(', b')'];
        tokens.push(
            (0..6)
                .map(|at| letters[(code >> (2 * at)) as usize % 4])
                .collect(),
        );
    }
    Arc::new(Vocabulary::new(tokens, vec![0], vec![]))
}

/// Walks a grammar for two seconds at most: masks and tokens, always the
/// longest allowed one. No call may take five seconds.
fn walk(text: &str, limits: &Limits, steps: usize) -> Result<(), MatchError> {
    let grammar = gbnf::parse(text, limits).unwrap();
    let words = words();
    let mut matcher = Matcher::new(&grammar, Arc::clone(&words), limits)?;
    let begun = Instant::now();
    for _ in 0..steps {
        if begun.elapsed() > Duration::from_secs(2) {
            break;
        }
        let start = Instant::now();
        let mask = matcher.mask()?;
        let allowed = mask.iter().filter(|id| !words.is_end(*id));
        let Some(token) = allowed.max_by_key(|id| words.bytes(*id).unwrap().len()) else {
            break;
        };
        let before = matcher.clone();
        let accepted = matcher.accept_token(token);
        let refused_as = match &accepted {
            Ok(()) => None,
            Err(error) => Some((
                matches!(error, MatchError::TooLarge { .. }),
                matcher.steps(),
            )),
        };
        // What is allowed is refused for its size alone, and then nothing has changed.
        let kept = (true, before.steps());
        assert_eq!(refused_as.unwrap_or(kept), kept, "{accepted:?}");
        accepted?;
        matcher.forced_bytes()?;
        let time = start.elapsed();
        assert!(time < Duration::from_secs(5), "{text:.60}: {time:?}");
        let bytes = matcher.size().1;
        assert!(bytes <= limits.max_matcher_bytes, "{bytes} bytes");
    }
    Ok(())
}

/// What strangers write.
fn hostile() -> Vec<(&'static str, String)> {
    let optional = |count| "\"a\"? ".repeat(count);
    let alternatives = vec!["\"a\"* \"b\"?"; 2_000].join(" | ");
    let rules = |count: usize| {
        let rule = |index| format!("r{index} ::= \"a\"? r{} | \"(\"? r{0} \")\"?\n", index + 1);
        let rules: String = (0..count).map(rule).collect();
        format!("root ::= r0\n{rules}r{count} ::= \"b\"*\n")
    };
    vec![
        ("2,000 optional terminals", format!("root ::= {}", optional(2_000))),
        ("optional terminals in a loop", format!("root ::= ({})*", optional(200))),
        ("optional terminals, counted", format!("root ::= ({}){{3,9000}}", optional(50))),
        ("an optional terminal, counted", "root ::= (\"a\"?){1000}".into()),
        ("a counted empty rule", "root ::= (e){1000000} \"a\"\ne ::= \"\" | \"b\"*".into()),
        ("counts in counts", "root ::= (((\"a\"{0,1000}){0,1000}){0,1000}){0,1000}".into()),
        ("counts in counts, not empty", "root ::= (((\"a\"{1,999} \"b\"?){2,999}){3,999}){4,999}".into()),
        ("counts through rules", "root ::= x{5,100000}\nx ::= y{2,100000}\ny ::= \"a\"{1,100000} \"b\"*".into()),
        (
            "counts that spread",
            "root ::= (\"a\" \"a\"?){9000} | ([ab] .?){2000}".into(),
        ),
        ("classes counted in counts", "root ::= ([^b]{1,500} [^c]{1,500}){1,500}".into()),
        ("all splits of a text", "root ::= \"a\" | root2 root2\nroot2 ::= \"a\" root2? root2?".into()),
        ("catalan", "root ::= \"(\" root? \")\" root? | \"a\" root? root? root?".into()),
        ("2,000 equal alternatives", format!("root ::= {alternatives}")),
        ("200 rules that may be empty", rules(200)),
        ("recursion in the middle", "root ::= \"a\" root \"b\" | \"a\" root \"(\" | \"a\"? root2\nroot2 ::= \"a\" root2 \"a\" | \"\"".into()),
        ("loops in loops", "root ::= (((\"a\"* \"b\"*)* \"a\"?)* \"b\"{0,50})*".into()),
        ("a count far away", "root ::= .{999999,1000000}".into()),
        ("everything beside everything", "root ::= (. | [a-z] | [^b] | \"a\"{1,30} | .{2,7} | (. .)*)*".into()),
    ]
}

#[test]
fn hostile_grammars_are_walked_or_refused_in_time() {
    for (name, text) in hostile() {
        let start = Instant::now();
        let result = walk(&text, &Limits::default(), 40);
        println!("{name}: {result:?} in {:?}", start.elapsed());
        assert!(
            matches!(result, Ok(()) | Err(MatchError::TooLarge { .. })),
            "{name}: {result:?}"
        );
    }
}

#[test]
fn small_limits_are_typed_errors_and_are_never_exceeded() {
    for (name, text) in hostile() {
        for bytes in [1 << 12, 1 << 16, 1 << 20, 1 << 22] {
            for positions in [10, 1_000] {
                let limits = Limits::default()
                    .with_max_matcher_bytes(bytes)
                    .with_max_positions(positions);
                let result = walk(&text, &limits, 12);
                let met = matches!(result, Ok(()) | Err(MatchError::TooLarge { .. }));
                assert!(met, "{name}: {result:?}");
            }
        }
    }
}

#[test]
fn masks_and_states_share_the_memory_that_the_limit_gives() {
    let grammar = gbnf::parse(
        "root ::= [^(]{0,300} \"(\" root \")\" | \"\"",
        &Limits::default(),
    );
    for bytes in [1 << 20, 1 << 22] {
        let limits = Limits::default().with_max_matcher_bytes(bytes);
        let mut matcher = Matcher::new(grammar.as_ref().unwrap(), words(), &limits).unwrap();
        let mut masks = 0;
        while masks < 3_000 && matcher.mask().is_ok() {
            masks += 1;
            assert!(matcher.size().1 <= bytes, "{:?} of {bytes}", matcher.size());
            let letter = if masks % 40 == 0 { b"(" } else { b"a" };
            if matcher.accept_bytes(letter).is_err() {
                break;
            }
        }
        assert!(masks > 10, "{masks} masks in {bytes} bytes");
    }
}

#[test]
fn instructions_have_no_more_room_than_states() {
    let text = format!("root ::= {}", "[^é-ü] ".repeat(20_000));
    let limits = Limits::default().with_max_matcher_bytes(1 << 20);
    let grammar = gbnf::parse(&text, &limits).unwrap();
    let error = Matcher::new(&grammar, words(), &limits).unwrap_err();
    assert!(error.to_string().contains("instructions"), "{error}");
}

#[test]
fn a_vocabulary_of_152_000_tokens_is_set_up_in_time() {
    let token = |id: u32| format!("{:x}{}", id.wrapping_mul(2_654_435_761), id % 97).into_bytes();
    let tokens: Vec<Vec<u8>> = (0..152_000).map(token).collect();
    let start = Instant::now();
    let words = Vocabulary::new(tokens, vec![0], vec![]);
    let time = start.elapsed();
    assert!(
        words.len() == 152_000 && time < Duration::from_secs(2),
        "{time:?}"
    );
}

//! GBNF texts: what is read, what is refused, where and in which words.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use grammar::gbnf::{GbnfErrorKind, parse, print};
use grammar::rule::{CharSet, Expr, Rule, RuleId};
use grammar::{Grammar, Limits, Matcher, Vocabulary};
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn read(text: &str) -> Grammar {
    parse(text, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn accepts(grammar: &Grammar, text: &str) -> bool {
    let words = Arc::new(Vocabulary::new(vec![b"a".to_vec()], vec![], vec![]));
    let matcher = Matcher::new(grammar, words, &Limits::default()).unwrap();
    matcher.accepts(text.as_bytes()).unwrap()
}

fn texts(case: &Value, field: &str) -> Vec<String> {
    let list = case[field].as_array().into_iter().flatten();
    list.map(|one| one.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_list_of_texts_is_read_and_refused_as_it_says() {
    let suite: Vec<Value> = serde_json::from_str(include_str!("suite/gbnf.json")).unwrap();
    for case in &suite {
        let (name, text) = (&case["name"], case["text"].as_str().unwrap());
        let grammar = match (parse(text, &Limits::default()), case["here"].as_str()) {
            (Ok(grammar), Some("accepts")) => grammar,
            (Err(_), Some("refuses")) => continue,
            (Ok(_), _) => panic!("{name} was read"),
            (Err(error), _) => panic!("{name}: {error}"),
        };
        let again = read(&print(&grammar));
        assert_eq!(print(&again), print(&grammar), "{name}");
        for (field, wanted) in [("accepted", true), ("refused", false)] {
            for one in texts(case, field) {
                assert_eq!(accepts(&grammar, &one), wanted, "{name}: {one:?}");
                assert_eq!(accepts(&again, &one), wanted, "{name}, printed: {one:?}");
            }
        }
    }
}

#[test]
fn errors_show_their_place_in_exact_words() {
    let suite: Vec<Value> = serde_json::from_str(include_str!("suite/gbnf_errors.json")).unwrap();
    for case in &suite {
        let text = case["text"].as_str().unwrap();
        let error = parse(text, &Limits::default()).unwrap_err();
        let wanted = texts(case, "error").join("\n");
        assert_eq!(error.to_string(), wanted, "{}", case["name"]);
        assert!(error.place.caret.chars().count() >= 1);
    }
}

/// A hostile text, as a function of a size, and what must become of it.
type Hostile = (&'static str, fn() -> String, Option<&'static str>);

#[test]
fn hostile_texts_cost_little_and_say_why() {
    let cases: [Hostile; 12] = [
        (
            "20,000 nested brackets",
            || format!("root ::= {}\"a\"{}", "(".repeat(20_000), ")".repeat(20_000)),
            Some("nesting of brackets and repetitions is above the limit of 200"),
        ),
        (
            "20,000 brackets that are never closed",
            || format!("root ::= {}", "(".repeat(20_000)),
            Some("nesting of brackets and repetitions is above the limit of 200"),
        ),
        (
            "20,000 repetitions of a repetition",
            || format!("root ::= \"a\"{}", "*".repeat(20_000)),
            Some("nesting of brackets and repetitions is above the limit of 200"),
        ),
        (
            "repetitions nested between brackets",
            || {
                let close = format!("{} \"b\")", "*".repeat(150)).repeat(150);
                format!("root ::= {}\"a\"{close}", "(".repeat(150))
            },
            Some("nesting of brackets and repetitions is above the limit of 200"),
        ),
        (
            "a count of 99,999,999",
            || "root ::= \"a\"{99999999}".to_owned(),
            Some("repetition is above the limit of 1000000"),
        ),
        (
            "2,000 optional texts in a row",
            || format!("root ::= {}", "\"a\"? ".repeat(2_000)),
            None,
        ),
        (
            "optional texts in loops in loops",
            || "root ::= ((((\"a\"?)? (\"a\"?)?)* ((\"a\"*)* )*)* )*".to_owned(),
            None,
        ),
        (
            "a thousand times a thousand times a thousand",
            || "root ::= (([a-c]{0,1000}){0,1000}){0,1000}".to_owned(),
            None,
        ),
        (
            "a chain of 5,000 ambiguous rules",
            || {
                let mut text = String::from("root ::= r0\n");
                for index in 0..5_000 {
                    let next = index + 1;
                    writeln!(text, "r{index} ::= r{next} | r{next}").unwrap();
                }
                text + "r5000 ::= \"a\""
            },
            None,
        ),
        (
            "left recursion through 5,000 rules",
            || {
                let mut text = String::from("root ::= \"a\" | r0\n");
                for index in 0..5_000 {
                    let next = (index + 1) % 5_000;
                    writeln!(text, "r{index} ::= \"x\"? r{next} | \"b\"").unwrap();
                }
                text
            },
            Some("left recursion through"),
        ),
        (
            "16 MiB of one text",
            || format!("root ::= \"{}\"", "a".repeat((16 << 20) - 11)),
            None,
        ),
        (
            "one byte above 16 MiB",
            || format!("root ::= \"{}\"", "a".repeat((16 << 20) - 10)),
            Some("size of the text in bytes is above the limit of 16777216"),
        ),
    ];
    for (name, text, wanted) in cases {
        let text = text();
        let start = Instant::now();
        match (parse(&text, &Limits::default()), wanted) {
            (Ok(grammar), None) if text.len() < 1 << 20 => {
                assert!(accepts(&grammar, "a"), "{name}");
                assert!(!accepts(&grammar, "a!"), "{name}");
            }
            (Ok(_), None) => {}
            (Err(error), Some(words)) => {
                assert!(error.to_string().contains(words), "{name}: {error}");
                assert!(error.to_string().len() < 2_000, "{name}: {error}");
            }
            (Ok(_), Some(_)) => panic!("{name} was read"),
            (Err(error), None) => panic!("{name}: {error}"),
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "{name}: {took:?}");
    }
}

#[test]
fn limits_count_elements_and_rules() {
    let limits = Limits::default().with_max_elements(10).with_max_rules(3);
    let kind = |text: &str| parse(text, &limits).unwrap_err().kind;
    let large = |what, limit| GbnfErrorKind::TooLarge { what, limit };
    let many = format!("root ::= {}", "\"a\" ".repeat(11));
    assert_eq!(kind(&many), large("number of elements", 10));
    assert_eq!(kind("root ::= a b c"), large("number of rules", 3));
}

#[test]
fn no_text_panics() {
    let pieces = [
        "root",
        "::=",
        "\"",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "1,",
        "\\",
        "\n",
        "#",
        "|",
        "*",
        "^",
        "-",
        "é",
        "<",
        "\0",
        " ",
        "\\u",
        "D8",
        "!",
        ">",
        "\r",
        "::= a",
        "\u{10FFFF}",
    ];
    let mut seed = 1u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        for text in [text.clone(), format!("root ::= {text}")] {
            match parse(&text, &Limits::default()) {
                Ok(grammar) => assert_eq!(print(&read(&print(&grammar))), print(&grammar)),
                Err(error) => assert!(error.to_string().starts_with("line ")),
            }
        }
    }
}

/// Characters that mean something in a text or a class, or that a terminal, an
/// editor or llama.cpp might trip over.
const ODD: [char; 34] = [
    '"',
    '\\',
    '[',
    ']',
    '^',
    '-',
    '(',
    ')',
    '{',
    '}',
    '*',
    '+',
    '?',
    '.',
    '|',
    '#',
    '<',
    '>',
    '!',
    ':',
    '=',
    '\n',
    '\r',
    '\t',
    '\0',
    '\u{7F}',
    '\u{85}',
    '\u{AD}',
    '\u{301}',
    '\u{2028}',
    '\u{FEFF}',
    '\u{FFFF}',
    '😀',
    '\u{10FFFF}',
];

#[test]
fn every_character_prints_and_parses_back_in_texts_and_classes() {
    let mut rules = Vec::new();
    let mut add = |body| {
        let name = match rules.len() {
            0 => "root".to_owned(),
            index => format!("r{index}"),
        };
        let comment = None;
        rules.push(Rule {
            name,
            comment,
            body,
        });
    };
    for one in ODD {
        add(Expr::text(format!("a{one}{one}b")));
        add(Expr::Class(CharSet::single(one)));
        add(Expr::Class(CharSet::single(one).negate()));
        for two in ODD {
            let pair = CharSet::new([(one, one), (two, two)]);
            add(Expr::Class(pair.clone()));
            add(Expr::Class(pair.negate()));
            add(Expr::Class(CharSet::new([(one.min(two), one.max(two))])));
        }
    }
    let grammar = Grammar::new(rules, RuleId(0), &Limits::default()).unwrap();
    let printed = print(&grammar);
    let again = read(&printed);
    assert_eq!(again.rules(), grammar.rules());
    let safe = |one: char| one == '\n' || !one.is_control();
    assert!(printed.chars().all(safe), "control characters are escaped");
}

#[test]
fn hostile_property_names_come_back_from_the_printed_grammar() {
    let mut properties = serde_json::Map::new();
    for one in ODD {
        properties.insert(
            format!("{one}"),
            serde_json::json!({"const": format!("{one}x")}),
        );
    }
    let schema = serde_json::json!({"type": "object", "properties": properties,
        "required": ["]", "\\"], "additionalProperties": false});
    let options = grammar::Options::default().with_whitespace(grammar::Whitespace::Compact);
    let compiled = grammar::compile(&schema, &options).unwrap();
    let printed = print(&compiled.grammar);
    let again = read(&printed);
    assert_eq!(print(&again), printed);
    for one in ODD {
        let mut instance = serde_json::Map::new();
        for name in ODD.map(String::from) {
            if name == "]" || name == "\\" || name == one.to_string() {
                instance.insert(name.clone(), Value::from(format!("{name}x")));
            }
        }
        let text = Value::Object(instance).to_string();
        assert!(accepts(&compiled.grammar, &text), "{text}");
        assert!(accepts(&again, &text), "{text}");
        assert!(!accepts(&again, &text.replace("x\"", "y\"")), "{text}");
    }
}

#[test]
fn comments_and_order_come_back() {
    let text = "# the whole\nroot ::= b a\n# second\nb ::= \"b\"\na ::= \"a\"\n";
    let grammar = read(text);
    assert_eq!(print(&grammar), text);
    let names: Vec<&str> = grammar
        .rules()
        .iter()
        .map(|rule| rule.name.as_str())
        .collect();
    assert_eq!(names, ["root", "b", "a"]);
    let later = read("b ::= \"b\"\nroot ::= b");
    assert_eq!(print(&later), "root ::= b\nb ::= \"b\"\n");
}

#[test]
fn the_general_json_grammar_is_json() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../grammars/general/json.gbnf"
    );
    let grammar = read(&std::fs::read_to_string(path).unwrap());
    assert!(grammar.unreachable().is_empty());
    let again = read(&print(&grammar));
    let samples = [
        "null",
        " [ ] ",
        "{}",
        "{\"a\" : [1, -0.5e+10, \"x\\u00e9\\n\"], \"\" : {\"b\":true}}\n",
        "01",
        "[1,]",
        "{\"a\"}",
        "\"\u{1}\"",
        "\"\\x\"",
        "1.",
        "",
        "[[[[[[[[1]]]]]]]]",
        "\"é😀\"",
    ];
    for text in samples {
        let wanted = serde_json::from_str::<Value>(text).is_ok();
        assert_eq!(accepts(&grammar, text), wanted, "{text}");
        assert_eq!(accepts(&again, text), wanted, "{text}");
    }
}

#[test]
fn unreachable_rules_are_named() {
    let grammar = read("root ::= \"a\"\nlost ::= found\nfound ::= \"b\"");
    assert_eq!(grammar.unreachable(), ["lost", "found"]);
}

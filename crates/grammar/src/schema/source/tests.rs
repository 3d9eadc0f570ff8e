use super::*;
use crate::schema::error::SchemaErrorKind;
use serde_json::{Value, json};

/// Where a reference that stands at a pointer of the document leads.
fn follow(schema: &Value, at: &str, reference: &str) -> Result<String, SchemaErrorKind> {
    let mut source = Source::new(schema);
    let root = source.root_of(0).unwrap();
    let from = source.at_pointer(root, at).unwrap();
    let target = source
        .resolve(from, reference)
        .map_err(|error| error.kind)?;
    let pointer = source.pointer(target).to_owned();
    if !pointer.contains(':') {
        assert_eq!(schema.pointer(&pointer), Some(source.value(target)));
    }
    Ok(pointer)
}

#[track_caller]
fn leads(schema: &Value, at: &str, reference: &str, to: &str) {
    assert_eq!(
        follow(schema, at, reference),
        Ok(to.to_owned()),
        "{reference}"
    );
}

#[test]
fn references_are_resolved_against_the_resource_they_stand_in() {
    let schema = json!({
        "$id": "https://example.org/root.json",
        "$defs": {
            "a": {
                "$id": "folder/a.json",
                "$anchor": "here",
                "$defs": {"b": {"$id": "b.json", "$anchor": "there"}, "c": {}},
            },
            "d": {"$anchor": "here"},
        },
    });
    leads(&schema, "", "#", "");
    leads(&schema, "", "#here", "/$defs/d");
    leads(&schema, "", "root.json#here", "/$defs/d");
    leads(
        &schema,
        "",
        "https://example.org/root.json#/$defs/d",
        "/$defs/d",
    );
    leads(&schema, "", "folder/b.json", "/$defs/a/$defs/b");
    leads(&schema, "/$defs/a", "#", "/$defs/a");
    leads(&schema, "/$defs/a", "#here", "/$defs/a");
    leads(&schema, "/$defs/a", "#/$defs/c", "/$defs/a/$defs/c");
    leads(&schema, "/$defs/a", "b.json#there", "/$defs/a/$defs/b");
    leads(&schema, "/$defs/a", "../root.json", "");
    leads(&schema, "/$defs/a/$defs/b", "/folder/a.json", "/$defs/a");
    // What its own resource lacks is looked for in the document, but only then.
    leads(&schema, "/$defs/a", "#/$defs/d", "/$defs/d");
    assert!(follow(&schema, "/$defs/a", "a.json#/$defs/d").is_err());
    // A pointer may lead into an inner resource.
    leads(&schema, "", "#/$defs/a/$defs/c", "/$defs/a/$defs/c");
}

#[test]
fn pointers_are_decoded_and_lead_anywhere() {
    let schema = json!({
        "properties": {"a/b~c": {"items": [{}, {"x y": {}}]}, "50%": {}},
        "unknown": {"": {"deep": {"$ref": "#/properties/50%25"}}},
    });
    leads(
        &schema,
        "",
        "#/properties/a~1b~0c/items/1/x%20y",
        "/properties/a~1b~0c/items/1/x y",
    );
    leads(&schema, "", "#/unknown//deep", "/unknown//deep");
    leads(&schema, "", "#/properties/50%", "/properties/50%");
    for nowhere in [
        "#/properties/a~1b~0c/items/01",
        "#/properties/x",
        "#nothing",
    ] {
        let lost = follow(&schema, "", nowhere).unwrap_err();
        assert!(matches!(lost, SchemaErrorKind::Reference { .. }), "{lost}");
    }
}

#[test]
fn names_in_values_and_unknown_keywords_are_no_names() {
    let named = json!({"$id": "https://example.org/a", "$anchor": "a"});
    for keyword in ["const", "enum", "default", "examples", "x-schemas"] {
        let value = json!([named]);
        let schema = json!({keyword: value});
        assert!(follow(&schema, "", "#a").is_err(), "{keyword}");
        assert!(follow(&schema, "", "https://example.org/a").is_err());
        // A property of that name is a place for a schema.
        let schema = json!({"properties": {keyword: named}});
        let to = format!("/properties/{keyword}");
        leads(&schema, "", "https://example.org/a", &to);
        leads(&schema, &to, "#a", &to);
    }
}

#[test]
fn each_draft_has_its_own_names() {
    let old = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "http://example.org/root.json",
        "definitions": {
            "name": {"$id": "#name"},
            "both": {"$id": "http://example.org/both.json#part"},
            // Nothing beside `$ref` counts, so the base stays.
            "hidden": {"$id": "http://other.org/", "$ref": "#/definitions/name"},
            "new": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$id": "http://other.org/new.json",
                "$ref": "#/$defs/x",
                "$defs": {"x": {}},
            },
        },
    });
    leads(&old, "", "#name", "/definitions/name");
    leads(&old, "", "both.json", "/definitions/both");
    leads(&old, "", "both.json#part", "/definitions/both");
    leads(
        &old,
        "/definitions/hidden",
        "#/definitions/name",
        "/definitions/name",
    );
    leads(
        &old,
        "/definitions/new",
        "#/$defs/x",
        "/definitions/new/$defs/x",
    );
    let mut source = Source::new(&old);
    let root = source.loc(&old, String::new());
    assert!(source.ref_alone(root) && !source.knows(root, "prefixItems"));
    let new = source.resolve(root, "http://other.org/new.json").unwrap();
    assert!(!source.ref_alone(new) && source.knows(new, "prefixItems"));
    let four = json!({
        "$schema": "http://json-schema.org/draft-04/schema#",
        "id": "http://example.org/a/root.json",
        "definitions": {"b": {"id": "b.json"}, "c": {"$id": "c.json"}},
    });
    leads(&four, "", "http://example.org/a/b.json", "/definitions/b");
    // Another draft's keyword counts where nothing else has the name.
    leads(&four, "", "c.json", "/definitions/c");
}

#[test]
fn a_name_of_different_schemas_is_an_error_and_not_a_guess() {
    let mut schema = json!({"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}});
    leads(&schema, "", "#x", "/$defs/a");
    schema["$defs"]["b"]["type"] = "string".into();
    let lost = follow(&schema, "", "#x").unwrap_err();
    assert!(matches!(lost, SchemaErrorKind::Ambiguous { .. }), "{lost}");
}

#[test]
fn other_documents_are_an_error_but_for_the_official_metaschemas() {
    let schema = json!({});
    for remote in ["https://example.org/a.json", "a.json", "//host/x#/y"] {
        let lost = follow(&schema, "", remote).unwrap_err();
        assert!(matches!(lost, SchemaErrorKind::Remote { .. }), "{lost}");
        assert!(lost.to_string().contains(remote), "{lost}");
    }
    for known in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft-04/schema",
        "http://json-schema.org/draft-06/schema#/definitions/nonNegativeInteger",
        "https://json-schema.org/draft/2019-09/meta/core",
        "https://json-schema.org/draft/2020-12/meta/validation#/$defs/simpleTypes",
    ] {
        assert!(follow(&schema, "", known).is_ok(), "{known}");
    }
}

#[test]
fn circles_of_references_are_found_and_named() {
    let alone = json!({"$ref": "#"});
    let circle = |schema: &Value, at: &str, reference: &str| match follow(schema, at, reference) {
        Err(SchemaErrorKind::ReferenceCircle { pointers }) => pointers,
        other => panic!("{other:?}"),
    };
    assert_eq!(circle(&alone, "", "#"), [""]);
    let two = json!({"$defs": {
        "a": {"$ref": "#/$defs/b"},
        "b": {"$ref": "#/$defs/a", "type": "object"},
        "in": {"$ref": "#/$defs/a"},
    }});
    assert_eq!(circle(&two, "", "#/$defs/in"), ["/$defs/a", "/$defs/b"]);
    let fine = json!({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#"}}}});
    leads(&fine, "/$defs/a/items", "#", "");
}

#[test]
fn a_chain_of_references_takes_linear_time() {
    let mut all = serde_json::Map::new();
    for index in 0..20_000 {
        let next = format!("#/$defs/s{}", index + 1);
        all.insert(format!("s{index}"), json!({"$ref": next}));
    }
    all.insert("s20000".to_owned(), json!(true));
    let schema = json!({"$defs": all});
    let mut source = Source::new(&schema);
    let root = source.loc(&schema, String::new());
    let start = std::time::Instant::now();
    for index in (0..20_000).rev().step_by(7) {
        source.resolve(root, &format!("#/$defs/s{index}")).unwrap();
    }
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn names_are_found_at_any_depth() {
    let mut schema = json!({"$anchor": "deep"});
    for _ in 0..600 {
        schema = Value::from_iter([("not".to_owned(), schema)]);
    }
    assert_eq!(follow(&schema, "", "#deep").unwrap(), "/not".repeat(600));
}

#[test]
fn dynamic_references_with_one_target_are_plain() {
    let dynamic = |schema: &Value, from: &str| {
        let mut source = Source::new(schema);
        let root = source.root_of(0).unwrap();
        let from = source.at_pointer(root, from).unwrap();
        let value = source.value(from);
        let keyword = ["$dynamicRef", "$recursiveRef"];
        let keyword = keyword.iter().find(|one| value.get(one).is_some()).unwrap();
        let reference = value[keyword].as_str().unwrap();
        let target = source.resolve_dynamic(from, keyword, reference).unwrap();
        target.map(|target| source.pointer(target).to_owned())
    };
    // The document itself bears the anchor: it is always the outermost.
    let list = json!({"$id": "list", "items": {"$dynamicRef": "#item"},
        "$defs": {"item": {"$dynamicAnchor": "item"}}});
    let closed = json!({
        "$ref": "list",
        "$defs": {"text": {"$dynamicAnchor": "item", "type": "string"}, "list": list},
    });
    assert_eq!(
        dynamic(&closed, "/$defs/list/items").as_deref(),
        Some("/$defs/text")
    );
    let alone = json!({"$ref": "list", "$defs": {"list": list}});
    assert_eq!(
        dynamic(&alone, "/$defs/list/items").as_deref(),
        Some("/$defs/list/$defs/item")
    );
    let texts = json!({"$id": "texts", "$ref": "list",
        "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}});
    let open = json!({"anyOf": [{"$ref": "list"}, {"$ref": "texts"}],
        "$defs": {"list": list, "texts": texts}});
    assert_eq!(dynamic(&open, "/$defs/list/items"), None);
    // Without a dynamic anchor it is a plain reference.
    let plain = json!({"items": {"$dynamicRef": "#a"}, "$defs": {"a": {"$anchor": "a"}}});
    assert_eq!(dynamic(&plain, "/items").as_deref(), Some("/$defs/a"));
    let recursive = json!({"$schema": "https://json-schema.org/draft/2019-09/schema",
        "$recursiveAnchor": true, "items": {"$recursiveRef": "#"}});
    assert_eq!(dynamic(&recursive, "/items").as_deref(), Some(""));
}

#[test]
fn many_names_take_linear_time() {
    let schema: serde_json::Map<_, _> = (0..20_000)
        .map(|index| {
            let next = format!("s{}.json#a", (index + 1) % 20_000);
            let inner = json!({"items": {"$ref": next}, "$anchor": "a"});
            let outer = json!({"$id": format!("s{index}.json"), "allOf": [inner]});
            (format!("s{index}"), outer)
        })
        .collect();
    let schema = json!({"$id": "https://example.org/", "$defs": schema});
    let start = std::time::Instant::now();
    let mut source = Source::new(&schema);
    let mut at = source.loc(&schema, String::new());
    at = source.resolve(at, "s0.json#a").unwrap();
    for _ in 0..20_000 {
        let items = &source.value(at)["items"];
        let items = source.child(at, items, &["items"]);
        let next = source.value(items)["$ref"].as_str().unwrap();
        at = source.resolve(items, next).unwrap();
    }
    assert_eq!(source.pointer(at), "/$defs/s0/allOf/0");
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

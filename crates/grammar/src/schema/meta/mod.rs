//! The official metaschemas, so that references to them work offline. Where
//! they come from stands in `README.md` beside this file.

use serde_json::Value;
use std::sync::LazyLock;

/// URI without scheme, and the schema, which is only read when it is asked for.
type Bundled = (&'static str, LazyLock<Value>);

macro_rules! bundled {
    ($($uri:literal => $file:literal,)*) => {
        static BUNDLED: [Bundled; 19] = [$((
            concat!("//json-schema.org/", $uri),
            // That each of them parses is tested.
            LazyLock::new(|| serde_json::from_str(include_str!($file)).unwrap_or_default()),
        ),)*];
    };
}

bundled! {
    "draft-04/schema" => "draft-04.json",
    "draft-06/schema" => "draft-06.json",
    "draft-07/schema" => "draft-07.json",
    "draft/2019-09/schema" => "2019-09/schema.json",
    "draft/2019-09/meta/applicator" => "2019-09/applicator.json",
    "draft/2019-09/meta/content" => "2019-09/content.json",
    "draft/2019-09/meta/core" => "2019-09/core.json",
    "draft/2019-09/meta/format" => "2019-09/format.json",
    "draft/2019-09/meta/meta-data" => "2019-09/meta-data.json",
    "draft/2019-09/meta/validation" => "2019-09/validation.json",
    "draft/2020-12/schema" => "2020-12/schema.json",
    "draft/2020-12/meta/applicator" => "2020-12/applicator.json",
    "draft/2020-12/meta/content" => "2020-12/content.json",
    "draft/2020-12/meta/core" => "2020-12/core.json",
    "draft/2020-12/meta/format-annotation" => "2020-12/format-annotation.json",
    "draft/2020-12/meta/format-assertion" => "2020-12/format-assertion.json",
    "draft/2020-12/meta/meta-data" => "2020-12/meta-data.json",
    "draft/2020-12/meta/unevaluated" => "2020-12/unevaluated.json",
    "draft/2020-12/meta/validation" => "2020-12/validation.json",
}

/// The metaschema of a URI without fragment; `http` and `https` are the same.
pub(super) fn find(uri: &str) -> Option<&'static Value> {
    let rest = uri
        .strip_prefix("https:")
        .or_else(|| uri.strip_prefix("http:"))?;
    let found = BUNDLED.iter().find(|(name, _)| *name == rest)?;
    Some(&found.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bundled_metaschema_parses_and_has_the_uri_that_finds_it() {
        for (name, value) in &BUNDLED {
            let id = value.get("$id").or_else(|| value.get("id")).unwrap();
            let id = id.as_str().unwrap().trim_end_matches('#');
            assert!(id.ends_with(name), "{name}: {id}");
            assert_eq!(find(id), Some(&**value), "{name}");
        }
    }
}

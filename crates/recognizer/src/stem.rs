//! Words cut to their stems, so that a question and a document that use one
//! word in two forms share it.

/// Stems of a question's content words, each once, in order.
pub(super) fn content_words(question: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in split(question) {
        if language::is_stop_word(&word) {
            continue;
        }
        let stem = stem(&word);
        if !words.contains(&stem) {
            words.push(stem);
        }
    }
    words
}

/// Stems of all words of a text, in order.
pub(super) fn stems(text: &str) -> Vec<String> {
    split(text).map(|word| stem(&word)).collect()
}

fn split(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Cuts common English and German endings off words long enough to keep a
/// recognisable stem.
fn stem(word: &str) -> String {
    const ENDINGS: &[&str] = &[
        "ations", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "able", "ed", "es", "en",
        "er", "al", "e", "s", "y",
    ];
    for ending in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 4
        {
            return stem.to_owned();
        }
    }
    word.strip_suffix('s')
        .filter(|stem| stem.len() >= 3)
        .unwrap_or(word)
        .to_owned()
}

/// Whether a stem is one of a word in a list of any language.
pub(super) fn is_stem_of(
    stem: &str,
    list: impl Fn(&'static language::Pack) -> &'static language::Words,
) -> bool {
    let packs = language::Language::ALL.into_iter();
    let mut words = packs.flat_map(|language| list(language.pack()).iter());
    words.any(|word| stems(word).iter().any(|one| one == stem))
}

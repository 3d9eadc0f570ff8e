//! Words that ask rather than say: left out of a search while others remain.

/// English, German and Spanish function and question words, lower case,
/// sorted so that a look-up is a binary search.
const STOP_WORDS: &[&str] = &[
    "a", "aber", "about", "al", "algo", "all", "alle", "allem", "allen", "aller", "alles", "als",
    "also", "am", "an", "and", "any", "are", "as", "at", "auch", "auf", "aus", "be", "been", "bei",
    "beim", "being", "bis", "bist", "bitte", "but", "by", "can", "como", "con", "contra", "could",
    "cual", "cuales", "cuando", "cuanto", "cuál", "cuáles", "cuándo", "cuánta", "cuántas",
    "cuánto", "cuántos", "cómo", "da", "damit", "dann", "das", "dass", "de", "dein", "deine",
    "del", "dem", "den", "denn", "der", "des", "desde", "dich", "did", "die", "dies", "diese",
    "diesem", "diesen", "dieser", "dieses", "dir", "do", "doch", "does", "doing", "donde", "done",
    "dort", "du", "durante", "durch", "dónde", "ein", "eine", "einem", "einen", "einer", "eines",
    "el", "ella", "ellas", "ellos", "en", "entre", "er", "eran", "es", "esa", "ese", "eso", "esta",
    "estas", "este", "esto", "estos", "está", "están", "etwas", "euch", "for", "from", "fue",
    "fueron", "für", "gegen", "gibt", "give", "ha", "hab", "habe", "haben", "had", "han", "has",
    "hasta", "hatte", "hatten", "have", "having", "hay", "he", "her", "here", "hers", "hier",
    "him", "his", "how", "i", "ich", "if", "ihm", "ihn", "ihnen", "ihr", "ihre", "ihrem", "ihren",
    "ihrer", "im", "in", "into", "is", "ist", "it", "its", "itself", "ja", "jede", "jedem",
    "jeden", "jeder", "jedes", "kann", "kein", "keine", "können", "la", "las", "le", "les", "lo",
    "los", "me", "mein", "meine", "mi", "mich", "mir", "mit", "more", "most", "muss", "muy", "my",
    "más", "nach", "nenne", "nicht", "nichts", "noch", "nor", "nos", "not", "nun", "nur", "o",
    "ob", "oder", "of", "ohne", "on", "once", "only", "or", "other", "our", "ours", "out", "over",
    "own", "para", "pero", "please", "por", "porque", "que", "quien", "quienes", "quién",
    "quiénes", "qué", "same", "say", "says", "se", "sea", "según", "sehr", "sein", "seine",
    "seinem", "seinen", "seiner", "ser", "she", "should", "si", "sich", "sie", "sind", "so",
    "sobre", "solche", "soll", "sollen", "some", "steht", "su", "such", "sus", "sí", "también",
    "te", "tell", "than", "that", "the", "their", "theirs", "them", "then", "there", "these",
    "they", "this", "those", "tiene", "tienen", "to", "too", "tu", "um", "un", "una", "unas",
    "und", "uno", "unos", "uns", "unser", "unter", "up", "very", "viel", "viele", "vom", "von",
    "vor", "wann", "waren", "warum", "was", "we", "welche", "welchem", "welchen", "welcher",
    "welches", "wem", "wen", "wenn", "wer", "werden", "were", "wessen", "what", "when", "where",
    "which", "while", "who", "whom", "whose", "why", "wie", "wieviel", "wieviele", "will", "wir",
    "wird", "with", "wo", "woher", "wohin", "worin", "would", "wurde", "wurden", "y", "ya", "you",
    "your", "yours", "zu", "zum", "zur", "zwischen", "él", "über",
];

/// Whether a lower-case word is a stop word of any of the three languages.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{STOP_WORDS, is_stop_word};

    #[test]
    fn the_list_is_sorted_and_without_doubles() {
        assert!(STOP_WORDS.is_sorted_by(|left, right| left < right));
    }

    #[test]
    fn knows_the_words_of_three_languages() {
        for word in ["what", "welche", "cuál", "the", "der", "los"] {
            assert!(is_stop_word(word), "{word}");
        }
        for word in ["rent", "miete", "alquiler", "2024"] {
            assert!(!is_stop_word(word), "{word}");
        }
    }
}

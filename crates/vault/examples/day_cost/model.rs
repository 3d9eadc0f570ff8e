//! What a day does to a vault, counted without one.

use std::collections::{BTreeMap, BTreeSet};

use vault::Subject;

/// `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below another, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn any<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }
}

/// What must be in the vault.
#[derive(Default)]
pub struct Model {
    records: u64,
    imported: u32,
    answered: u32,
    /// In the list.
    documents: Vec<String>,
    /// What still holds its words, with the document it is about.
    answers: Vec<(String, String)>,
    held: Vec<Subject>,
}

impl Model {
    pub fn records(&self) -> u64 {
        self.records
    }

    pub fn next_document(&self) -> u32 {
        self.imported
    }

    pub fn next_answer(&self) -> u32 {
        self.answered
    }

    pub fn import(&mut self, id: String) {
        self.records += 1;
        self.imported += 1;
        self.documents.push(id);
    }

    pub fn answer(&mut self, id: String, document: String) {
        self.records += 1;
        self.answered += 1;
        self.answers.push((id, document));
    }

    /// A record that changes nothing else here.
    pub fn describe(&mut self) {
        self.records += 1;
    }

    pub fn remove(&mut self, id: &str, is_erased: bool) {
        self.records += 1;
        self.documents.retain(|document| document != id);
        if is_erased {
            self.answers.retain(|(_, document)| document != id);
        }
    }

    pub fn erase_answer(&mut self, id: &str) {
        self.records += 1;
        self.answers.retain(|(answer, _)| answer != id);
    }

    pub fn hold(&mut self, subject: Subject) {
        self.records += 1;
        self.held.push(subject);
    }

    pub fn release(&mut self, subject: &Subject) {
        self.records += 1;
        self.held.retain(|held| held != subject);
    }

    /// Whether a hold keeps a document in the list; `with_words`: from being erased.
    pub fn is_document_held(&self, id: &str, with_words: bool) -> bool {
        let document_of: BTreeMap<&str, &str> = self
            .answers
            .iter()
            .map(|(answer, document)| (answer.as_str(), document.as_str()))
            .collect();
        self.held.iter().any(|held| match held {
            Subject::Document(document) => document == id,
            Subject::Answer(answer) => {
                with_words && document_of.get(answer.as_str()).copied() == Some(id)
            }
        })
    }

    pub fn is_answer_held(&self, id: &str, document: &str) -> bool {
        self.held.iter().any(|held| match held {
            Subject::Document(held) => held == document,
            Subject::Answer(held) => held == id,
        })
    }

    pub fn any_document(&self, random: &mut Random) -> Option<String> {
        random.any(&self.documents).cloned()
    }

    pub fn any_answer(&self, random: &mut Random) -> Option<(String, String)> {
        random.any(&self.answers).cloned()
    }

    /// A document that is in the list, or an answer, over which no hold is.
    pub fn any_free_subject(&self, random: &mut Random) -> Option<Subject> {
        let subject = if random.below(2) == 0 {
            self.any_document(random).map(Subject::Document)
        } else {
            let answer = self.any_answer(random);
            answer.map(|(answer, _)| Subject::Answer(answer))
        };
        subject.filter(|subject| !self.held.contains(subject))
    }

    pub fn any_held(&self, random: &mut Random) -> Option<Subject> {
        random.any(&self.held).cloned()
    }

    /// Compares with what the vault lists.
    ///
    /// # Panics
    ///
    /// Where they differ.
    pub fn compare(&self, stored: &BTreeSet<String>, held: &BTreeSet<Subject>) {
        assert_eq!(
            &self.documents.iter().cloned().collect::<BTreeSet<_>>(),
            stored
        );
        assert_eq!(&self.held.iter().cloned().collect::<BTreeSet<_>>(), held);
    }
}

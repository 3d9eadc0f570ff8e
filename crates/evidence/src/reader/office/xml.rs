//! XML of a package part: events under limits of depth and number, and a
//! small tree. Prefixes of names are left out; a document type declaration
//! is refused, so that there are no entities but the five of XML.

use crate::reader::error::ReadError;
use crate::reader::source::Source;
use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event as Raw};
use std::borrow::Cow;

/// A part's bytes as text: UTF-8 or, as some producers write, UTF-16.
pub(super) fn decode(source: Source<'_>, bytes: Vec<u8>) -> Result<String, ReadError> {
    let wide = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    if wide {
        let (text, _, bad) = encoding_rs::UTF_16LE.decode(&bytes);
        if !bad {
            return Ok(text.into_owned());
        }
    } else if let Ok(text) = String::from_utf8(bytes) {
        return Ok(text);
    }
    Err(source.damaged("a part of it is not in Unicode"))
}

/// What [`Walker::next`] meets.
pub(in crate::reader) enum Event<'a> {
    /// An element opens; an empty one is followed by its end.
    Start(Tag<'a>),
    /// The innermost element ends.
    End,
    /// Character data, also of references and CDATA.
    Text(Cow<'a, str>),
}

/// An opening tag.
pub(in crate::reader) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    /// Without its prefix.
    pub(in crate::reader) fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }

    /// An attribute, by its name without prefix.
    pub(in crate::reader) fn get(&self, name: &str) -> Option<String> {
        self.attributes()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }

    fn attributes(&self) -> impl Iterator<Item = (String, String)> {
        let mut attributes = self.0.attributes();
        attributes.with_checks(false);
        attributes.filter_map(Result::ok).filter_map(|attribute| {
            let value = attribute.normalized_value(XmlVersion::Explicit1_0).ok()?;
            let key = local(attribute.key.into_inner()).to_owned();
            Some((key, value.into_owned()))
        })
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Goes through the events of a part.
pub(in crate::reader) struct Walker<'a> {
    source: Source<'a>,
    reader: Reader<&'a [u8]>,
    depth: u32,
    elements: u64,
}

impl<'a> Walker<'a> {
    pub(in crate::reader) fn new(source: Source<'a>, text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self {
            source,
            reader,
            depth: 0,
            elements: 0,
        }
    }

    /// The next event, none at the end.
    pub(in crate::reader) fn next(&mut self) -> Result<Option<Event<'a>>, ReadError> {
        loop {
            let event = self
                .reader
                .read_event()
                .map_err(|_| self.source.damaged("its XML is not well-formed"))?;
            match event {
                Raw::Start(tag) | Raw::Empty(tag) => {
                    self.count()?;
                    return Ok(Some(Event::Start(Tag(tag))));
                }
                Raw::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Some(Event::End));
                }
                Raw::Text(text) => return Ok(Some(Event::Text(text.xml10_content()))),
                Raw::CData(text) => return Ok(Some(Event::Text(text.xml10_content()))),
                Raw::GeneralRef(reference) => {
                    let character = reference
                        .resolve_char_ref()
                        .ok()
                        .flatten()
                        .map(String::from)
                        .or_else(|| named(&reference).map(str::to_owned))
                        .ok_or_else(|| self.source.damaged("its XML has an unknown entity"))?;
                    return Ok(Some(Event::Text(Cow::Owned(character))));
                }
                Raw::DocType(_) => {
                    return Err(self
                        .source
                        .damaged("its XML declares a document type, which Office files may not"));
                }
                Raw::Eof if self.depth == 0 => return Ok(None),
                Raw::Eof => return Err(self.source.damaged("its XML breaks off")),
                Raw::Comment(_) | Raw::Decl(_) | Raw::PI(_) => {}
            }
        }
    }

    fn count(&mut self) -> Result<(), ReadError> {
        self.depth += 1;
        self.elements += 1;
        let limits = self.source.limits;
        if self.depth > limits.max_depth {
            let limit = u64::from(limits.max_depth);
            return Err(self
                .source
                .too_large("levels of nesting", u64::from(self.depth), limit));
        }
        if self.elements > limits.max_elements {
            return Err(self
                .source
                .too_large("XML elements", self.elements, limits.max_elements));
        }
        Ok(())
    }

    /// Skips the rest of the element whose start was just met.
    pub(in crate::reader) fn skip(&mut self) -> Result<(), ReadError> {
        let mut open = 1_u32;
        while open > 0 {
            match self.next()? {
                Some(Event::Start(_)) => open += 1,
                Some(Event::End) => open -= 1,
                Some(Event::Text(_)) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// The whole element whose start was just met.
    pub(in crate::reader) fn tree(&mut self, tag: &Tag<'_>) -> Result<Element, ReadError> {
        let mut element = Element {
            name: tag.name().to_owned(),
            attributes: tag.attributes().collect(),
            children: Vec::new(),
        };
        // The depth is bounded by the limit that `next` keeps.
        while let Some(event) = self.next()? {
            match event {
                Event::Start(tag) => {
                    let child = self.tree(&tag)?;
                    element.children.push(Node::Element(child));
                }
                Event::Text(text) => element.push_text(&text),
                Event::End => break,
            }
        }
        Ok(element)
    }
}

fn named(name: &str) -> Option<&'static str> {
    match name {
        "amp" => Some("&"),
        "lt" => Some("<"),
        "gt" => Some(">"),
        "quot" => Some("\""),
        "apos" => Some("'"),
        _ => None,
    }
}

/// A part as a tree.
pub(in crate::reader) fn parse(source: Source<'_>, text: &str) -> Result<Element, ReadError> {
    let mut walker = Walker::new(source, text);
    while let Some(event) = walker.next()? {
        if let Event::Start(tag) = event {
            return walker.tree(&tag);
        }
    }
    Err(source.damaged("a part of it has no XML in it"))
}

/// An element with all that is in it.
#[derive(Debug, Clone, Default)]
pub(in crate::reader) struct Element {
    /// Without its prefix.
    pub(in crate::reader) name: String,
    attributes: Vec<(String, String)>,
    pub(in crate::reader) children: Vec<Node>,
}

/// What stands in an element.
#[derive(Debug, Clone)]
pub(in crate::reader) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    fn push_text(&mut self, text: &str) {
        if let Some(Node::Text(last)) = self.children.last_mut() {
            last.push_str(text);
        } else {
            self.children.push(Node::Text(text.to_owned()));
        }
    }

    /// An attribute, by its name without prefix.
    pub(in crate::reader) fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The elements in it.
    pub(in crate::reader) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// The first element of that name in it.
    pub(in crate::reader) fn child(&self, name: &str) -> Option<&Element> {
        self.elements().find(|element| element.name == name)
    }

    /// `val` of the child of that name, as Word writes its properties.
    pub(in crate::reader) fn value(&self, name: &str) -> Option<&str> {
        self.child(name)?.get("val")
    }

    /// A property that is on by being there, unless it says otherwise.
    pub(in crate::reader) fn switch(&self, name: &str) -> Option<bool> {
        let value = self.child(name)?.get("val");
        Some(!matches!(value, Some("0" | "false" | "off" | "none")))
    }

    /// The character data directly in it.
    pub(in crate::reader) fn text(&self) -> String {
        self.children
            .iter()
            .filter_map(|child| match child {
                Node::Text(text) => Some(text.as_str()),
                Node::Element(_) => None,
            })
            .collect()
    }

    /// How many elements of that name stand in it, at any depth.
    pub(in crate::reader) fn count(&self, name: &str) -> u64 {
        self.elements()
            .map(|child| u64::from(child.name == name) + child.count(name))
            .sum()
    }
}

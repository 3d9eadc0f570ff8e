//! What the zipped XML formats (Office Open XML, `OpenDocument`) share: the
//! package and its XML.

pub(super) mod package;
pub(super) mod xml;

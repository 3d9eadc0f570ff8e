//! The servers that a person has listed.

use crate::address::Address;
use crate::error::RemoteError;
use serde::Deserialize;
use std::path::PathBuf;

/// What a server is, and with it how a grammar is told to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// llama.cpp's `llama-server`: `grammar`.
    LlamaServer,
    /// vLLM: `structured_outputs.grammar`.
    Vllm,
    /// vLLM before `structured_outputs`: `guided_grammar`.
    VllmGuided,
    /// `SGLang`: `ebnf`.
    Sglang,
    /// Anything that speaks chat completions and knows no grammar: the schema stands in the prompt.
    Openai,
}

/// One server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// What it is called here.
    pub name: String,
    /// Where it is.
    pub address: Address,
    /// What it is.
    pub kind: Kind,
    /// The model to ask for, by the server's name for it.
    pub model: String,
    /// The file with its key.
    pub key_file: Option<PathBuf>,
    /// Seconds that one request may take, 1 to 3600.
    pub seconds: u64,
}

/// The file of servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Servers(Vec<Server>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    server: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    address: String,
    kind: Kind,
    #[serde(default)]
    model: String,
    key_file: Option<PathBuf>,
    #[serde(default = "default_seconds")]
    seconds: u64,
}

/// As long as the answer model here may take for one request.
fn default_seconds() -> u64 {
    300
}

impl Servers {
    /// Reads the text of a file of servers (TOML, `[[server]]`).
    ///
    /// # Errors
    ///
    /// [`RemoteError::Servers`] with the entry that is wrong.
    pub fn read(text: &str) -> Result<Servers, RemoteError> {
        let file: File = toml::from_str(text).map_err(|error| RemoteError::Servers {
            place: "the file of servers".into(),
            message: error.message().to_owned(),
        })?;
        let mut servers: Vec<Server> = Vec::new();
        for entry in file.server {
            let wrong = |message: &str| RemoteError::Servers {
                place: format!("server \"{}\"", entry.name),
                message: message.to_owned(),
            };
            if servers.iter().any(|server| server.name == entry.name) {
                return Err(wrong("the name stands twice"));
            }
            if !(1..=3600).contains(&entry.seconds) {
                return Err(wrong("seconds must be from 1 to 3600"));
            }
            let address = Address::read(&entry.address).map_err(wrong)?;
            servers.push(Server {
                name: entry.name,
                address,
                kind: entry.kind,
                model: entry.model,
                key_file: entry.key_file,
                seconds: entry.seconds,
            });
        }
        Ok(Servers(servers))
    }

    /// The server of this name.
    ///
    /// # Errors
    ///
    /// [`RemoteError::Unlisted`] with the names that are there.
    pub fn find(&self, name: &str) -> Result<&Server, RemoteError> {
        let named = self.0.iter().find(|server| server.name == name);
        named.ok_or_else(|| RemoteError::Unlisted {
            name: name.to_owned(),
            listed: self.names(),
        })
    }

    fn names(&self) -> String {
        if self.0.is_empty() {
            return "none".into();
        }
        let names: Vec<&str> = self.0.iter().map(|server| server.name.as_str()).collect();
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r#"
[[server]]
name = "office"
address = "http://10.0.0.5:8000/v1"
kind = "vllm"
model = "large"
key_file = "/home/me/key"
seconds = 60

[[server]]
name = "here"
address = "http://127.0.0.1:8080"
kind = "llama-server"
"#;

    #[test]
    fn servers_are_found_by_their_names_and_no_other_is_there() {
        let servers = Servers::read(TWO).unwrap();
        let office = servers.find("office").unwrap();
        assert_eq!((office.kind, office.seconds), (Kind::Vllm, 60));
        assert_eq!(office.model, "large");
        let here = servers.find("here").unwrap();
        assert_eq!((here.key_file.as_ref(), here.seconds), (None, 300));
        let error = servers.find("http://10.0.0.5:8000").unwrap_err();
        assert!(
            error.to_string().ends_with("listed are: office, here"),
            "{error}"
        );
        let none = Servers::read("").unwrap().find("here").unwrap_err();
        assert!(none.to_string().ends_with("listed are: none"), "{none}");
    }

    #[test]
    fn an_entry_that_is_wrong_is_named() {
        let entry = |lines: &str| format!("[[server]]\nname = \"a\"\n{lines}\n");
        let address = "address = \"http://h\"\nkind = \"openai\"";
        for (text, place, message) in [
            ("server = 1".into(), "the file of servers", "invalid type"),
            (entry(""), "the file of servers", "address"),
            (
                entry("address = \"http://h\"\nkind = \"other\""),
                "the file of servers",
                "unknown variant",
            ),
            (
                entry(&format!("{address}\nkey = \"sk-1\"")),
                "the file of servers",
                "unknown field",
            ),
            (
                entry("address = \"https://h\"\nkind = \"vllm\""),
                "server \"a\"",
                "http only",
            ),
            (
                entry(&format!("{address}\nseconds = 0")),
                "server \"a\"",
                "from 1 to 3600",
            ),
            (entry(address).repeat(2), "server \"a\"", "stands twice"),
        ] {
            let error = Servers::read(&text).unwrap_err().to_string();
            assert!(
                error.starts_with(place) && error.contains(message),
                "{error}"
            );
        }
    }
}

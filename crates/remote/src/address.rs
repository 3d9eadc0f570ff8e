//! Where a server is.

use ureq::http::Uri;

/// The address of a server: `http`, a host, a port, and perhaps a path before `/v1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
    base: String,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Address, &'static str> {
        let uri: Uri = text.parse().map_err(|_| "the address is no URL")?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => {
                return Err("this program speaks http only; put a tunnel of your own between");
            }
            _ => return Err("the address must begin with http://"),
        }
        let authority = uri.authority().ok_or("the address names no host")?;
        if authority.as_str().contains('@') {
            return Err("a key or password may not stand in an address; use key_file");
        }
        if authority.host().is_empty() {
            return Err("the address names no host");
        }
        if uri.query().is_some() || text.contains('#') {
            return Err("an address ends with its path");
        }
        Ok(Address {
            host: authority.host().to_owned(),
            port: authority.port_u16().unwrap_or(80),
            base: uri.path().trim_end_matches('/').to_owned(),
        })
    }

    /// The port, the only one that the process needs.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where chat completions are asked for.
    pub(crate) fn completions(&self) -> String {
        let Address { host, port, base } = self;
        let base = base.strip_suffix("/v1").unwrap_or(base);
        format!("http://{host}:{port}{base}/v1/chat/completions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_a_port_and_a_path() {
        let completions = |text| Address::read(text).unwrap().completions();
        let plain = "http://127.0.0.1:8080/v1/chat/completions";
        assert_eq!(completions("http://127.0.0.1:8080"), plain);
        assert_eq!(completions("http://127.0.0.1:8080/"), plain);
        assert_eq!(completions("http://127.0.0.1:8080/v1"), plain);
        assert_eq!(
            completions("http://gpu.local/models/a/"),
            "http://gpu.local:80/models/a/v1/chat/completions"
        );
        assert_eq!(Address::read("http://[::1]:9").unwrap().port(), 9);
    }

    #[test]
    fn what_could_lead_elsewhere_is_no_address() {
        for (text, why) in [
            ("", "no URL"),
            ("office", "must begin with http://"),
            ("ftp://office", "must begin with http://"),
            ("https://office", "http only"),
            ("http://me:secret@office", "may not stand in an address"),
            ("http://office/?key=1", "ends with its path"),
            ("http://office/#a", "ends with its path"),
        ] {
            let wrong = Address::read(text).unwrap_err();
            assert!(wrong.contains(why), "{text}: {wrong}");
        }
    }
}

//! The executable, over a server that a test starts.

use crate::support::{Act, Server, reply, status};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a schema, a prompt and a file of servers.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, servers: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        let schema = json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "required": ["n"] });
        std::fs::write(path.join("schema.json"), schema.to_string()).unwrap();
        std::fs::write(path.join("prompt.txt"), "Say four.").unwrap();
        std::fs::write(path.join("servers.toml"), servers).unwrap();
        Folder(path)
    }

    fn generate(&self, server: &str, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_attest-remote"))
            .current_dir(&self.0)
            .args(["generate", "--servers", "servers.toml", "--server", server])
            .args(["--schema", "schema.json", "--prompt", "prompt.txt"])
            .args(more)
            .stdin(Stdio::null())
            // No proxy is asked, whatever the environment says.
            .env("http_proxy", "http://127.0.0.1:1")
            .env("ALL_PROXY", "http://127.0.0.1:1")
            .output()
            .unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn four() -> Act {
    Act::Send(reply(r#"{"n":4}"#, "stop"))
}

#[test]
fn a_value_goes_to_standard_output_and_its_usage_with_json() {
    let server = Server::start(vec![four(), four()]);
    let folder = Folder::new("value", &server.entry("kind = \"llama-server\""));
    let output = folder.generate("test", &[]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(text(&output.stdout), "{\n  \"n\": 4\n}\n");
    let both: Value = serde_json::from_slice(&folder.generate("test", &["--json"]).stdout).unwrap();
    assert_eq!(both["value"], json!({ "n": 4 }));
    assert_eq!(both["usage"]["enforcement"], "server_grammar");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn only_a_listed_server_is_asked() {
    let server = Server::start(vec![four()]);
    let folder = Folder::new("listed", &server.entry("kind = \"llama-server\""));
    let output = folder.generate("http://127.0.0.1:8080", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: no server is called \"http://127.0.0.1:8080\" in the file of servers; listed are: test\n\
         hint: add the server to the file, or give a name that is there\n"
    );
    assert_eq!(server.requests(), Vec::<String>::new());
}

#[test]
fn a_failure_has_a_kind_and_an_exit_code_of_its_own() {
    let server = Server::start(vec![Act::Send(status("401 Unauthorized"))]);
    let folder = Folder::new("failure", &server.entry("kind = \"vllm\""));
    let output = folder.generate("test", &["--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text(&output.stdout), "");
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["kind"], "server_refused");
}

#[cfg(unix)]
#[test]
fn a_key_that_others_can_read_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let server = Server::start(vec![four()]);
    let entry = server.entry("kind = \"llama-server\"\nkey_file = \"key\"");
    let folder = Folder::new("key", &entry);
    let key = folder.0.join("key");
    std::fs::write(&key, "sk-secret\n").unwrap();
    let rights =
        |mode| std::fs::set_permissions(&key, std::fs::Permissions::from_mode(mode)).unwrap();
    rights(0o644);
    let output = folder.generate("test", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: key: others can read the key\n"));
    assert_eq!(server.requests(), Vec::<String>::new());
    rights(0o600);
    let output = folder.generate("test", &[]);
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), String::new())
    );
    let requests = server.requests();
    assert!(
        requests[0].contains("authorization: Bearer sk-secret\r\n"),
        "{}",
        requests[0]
    );
}

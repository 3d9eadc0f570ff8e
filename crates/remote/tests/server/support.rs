//! A server that does what it is told, one connection after the other.

use engine::decoder::Control;
use engine::scripted::{Line, Scripted};
use engine::{Decoder, DraftRequest};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the server does with one connection, when it has read the request.
pub enum Act {
    /// Sends these bytes and closes.
    Send(Vec<u8>),
    /// Sends these bytes and then nothing, for this long.
    Stall(Vec<u8>, Duration),
    /// Closes without a word.
    Close,
}

/// A running server.
pub struct Server {
    port: u16,
    requests: Receiver<Vec<u8>>,
}

impl Server {
    /// Starts a server that does one of these at each connection, and then is gone.
    pub fn start(acts: Vec<Act>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (send, requests) = channel();
        std::thread::spawn(move || {
            for act in acts {
                let Ok((stream, _)) = listener.accept() else {
                    return;
                };
                serve(stream, act, &send);
            }
        });
        Server { port, requests }
    }

    /// Its entry in a file of servers.
    pub fn entry(&self, more: &str) -> String {
        let port = self.port;
        format!(
            "[[server]]\nname = \"test\"\naddress = \"http://127.0.0.1:{port}\"\nmodel = \"m\"\n{more}\n"
        )
    }

    /// The requests that it got, headers and all.
    pub fn requests(&self) -> Vec<String> {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        self.requests.try_iter().map(text).collect()
    }
}

/// Reads one request, keeps it, and does its act: whoever has the reply finds the request.
fn serve(mut stream: TcpStream, act: Act, requests: &Sender<Vec<u8>>) {
    let _ = requests.send(read_request(&mut stream));
    match act {
        Act::Send(bytes) => {
            let _ = stream.write_all(&bytes);
        }
        Act::Stall(bytes, how_long) => {
            let _ = stream.write_all(&bytes);
            std::thread::sleep(how_long);
        }
        Act::Close => {}
    }
}

fn read_request(stream: &mut TcpStream) -> Vec<u8> {
    let (mut request, mut byte) = (Vec::new(), [0_u8; 1]);
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        request.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&request).to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok())
        .unwrap_or(0_usize);
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    request.extend_from_slice(&body);
    request
}

/// A whole reply with this text in pieces of one character, and why it ended.
pub fn reply(text: &str, finish: &str) -> Vec<u8> {
    let mut body = String::new();
    for character in text.chars() {
        body += &event(&json!({ "choices": [{ "delta": { "content": character.to_string() } }] }));
    }
    body += &event(&json!({ "choices": [{ "delta": {}, "finish_reason": finish }] }));
    body +=
        &event(&json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 4 } }));
    body += "data: [DONE]\n\n";
    streamed(body.as_bytes())
}

/// One event.
pub fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

/// A reply of status 200 with this body, in HTTP's chunks.
pub fn streamed(body: &[u8]) -> Vec<u8> {
    let mut bytes =
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
            .to_vec();
    for piece in body.chunks(7) {
        bytes.extend_from_slice(format!("{:x}\r\n", piece.len()).as_bytes());
        bytes.extend_from_slice(piece);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"0\r\n\r\n");
    bytes
}

/// A reply of a status, without a body.
pub fn status(line: &str) -> Vec<u8> {
    format!("HTTP/1.1 {line}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").into_bytes()
}

/// What a scribe does with one request.
pub enum Does {
    /// Writes a text of the grammar that it was sent, with probabilities where they are asked for.
    Writes,
    /// This instead.
    Acts(Act),
    /// Begins its reply, breaks off, and is not there any more.
    Dies,
}

/// A server for many requests at once, which keeps to the grammar it is sent, and fails when it is
/// told to.
pub struct Scribe {
    port: u16,
    bodies: Arc<Mutex<Vec<String>>>,
}

impl Scribe {
    /// Starts a scribe. `does` is told which request it is, from 0, and its body.
    pub fn start(does: impl Fn(usize, &Value) -> Does + Send + Sync + 'static) -> Scribe {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let bodies = Arc::new(Mutex::new(Vec::new()));
        let (kept, does) = (Arc::clone(&bodies), Arc::new(does));
        let is_dead = Arc::new(AtomicBool::new(false));
        std::thread::spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                if is_dead.load(Ordering::SeqCst) {
                    return;
                }
                let (kept, does) = (Arc::clone(&kept), Arc::clone(&does));
                let is_dead = Arc::clone(&is_dead);
                std::thread::spawn(move || scribe(stream, &kept, does.as_ref(), &is_dead, port));
            }
        });
        Scribe { port, bodies }
    }

    /// Its entry in a file of servers.
    pub fn entry(&self, name: &str, more: &str) -> String {
        let port = self.port;
        format!(
            "[[server]]\nname = \"{name}\"\naddress = \"http://127.0.0.1:{port}\"\nmodel = \"m\"\n{more}\n"
        )
    }

    /// The bodies of the requests that it got, in their order.
    pub fn bodies(&self) -> Vec<String> {
        self.bodies.lock().unwrap().clone()
    }
}

fn scribe(
    mut stream: TcpStream,
    kept: &Mutex<Vec<String>>,
    does: &dyn Fn(usize, &Value) -> Does,
    is_dead: &AtomicBool,
    port: u16,
) {
    let request = String::from_utf8(read_request(&mut stream)).unwrap();
    let (_, text) = request.split_once("\r\n\r\n").unwrap();
    let number = {
        let mut kept = kept.lock().unwrap();
        kept.push(text.to_owned());
        kept.len() - 1
    };
    let body: Value = serde_json::from_str(text).unwrap();
    match does(number, &body) {
        Does::Writes => {
            let _ = stream.write_all(&written(&body));
        }
        Does::Acts(Act::Send(bytes)) => {
            let _ = stream.write_all(&bytes);
        }
        Does::Acts(Act::Stall(bytes, how_long)) => {
            let _ = stream.write_all(&bytes);
            std::thread::sleep(how_long);
        }
        Does::Acts(Act::Close) => {}
        Does::Dies => {
            is_dead.store(true, Ordering::SeqCst);
            let whole = written(&body);
            let _ = stream.write_all(&whole[..whole.len() / 2]);
            // Whoever accepts is woken, and gone with it.
            let _ = TcpStream::connect(("127.0.0.1", port));
        }
    }
}

/// The grammar of a request, wherever its kind has it.
pub fn grammar_of(body: &Value) -> String {
    let places = [
        "/grammar",
        "/structured_outputs/grammar",
        "/guided_grammar",
        "/ebnf",
    ];
    let found = places
        .iter()
        .find_map(|place| body.pointer(place)?.as_str());
    found.unwrap().to_owned()
}

/// A reply that keeps to the grammar of the request. A token is a character, and the more probable
/// the later it stands in the alphabet.
pub fn written(body: &Value) -> Vec<u8> {
    let request = DraftRequest {
        prompt: Vec::new(),
        grammar: grammar_of(body),
        decisions: Vec::new(),
        max_output_tokens: 4096,
        plain: false,
    };
    let mut model = Scripted::new([Line::Follow(String::new())]);
    let text = model
        .draft(&request, &mut |_| Control::Continue)
        .unwrap()
        .text;
    let mut events = String::new();
    for character in text.chars() {
        let mut choice = json!({ "delta": { "content": character.to_string() } });
        if body["logprobs"] == true {
            let probability = -100.0 / f64::from(u32::from(character));
            choice["logprobs"] = json!({ "content": [{ "token": character.to_string(),
                "logprob": probability, "bytes": character.to_string().as_bytes() }] });
        }
        events += &event(&json!({ "choices": [choice] }));
    }
    events += &event(&json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }] }));
    events += &event(
        &json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 4,
        "prompt_tokens_details": { "cached_tokens": 3 } } }),
    );
    events += "data: [DONE]\n\n";
    streamed(events.as_bytes())
}

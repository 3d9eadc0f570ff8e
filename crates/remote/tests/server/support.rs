//! A server that does what it is told, one connection after the other.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
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
        body += &event(
            &serde_json::json!({ "choices": [{ "delta": { "content": character.to_string() } }] }),
        );
    }
    body += &event(&serde_json::json!({ "choices": [{ "delta": {}, "finish_reason": finish }] }));
    body += &event(
        &serde_json::json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 4 } }),
    );
    body += "data: [DONE]\n\n";
    streamed(body.as_bytes())
}

/// One event.
pub fn event(data: &serde_json::Value) -> String {
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

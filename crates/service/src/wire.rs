//! Lines to messages and back: what rmcp takes for its transport.
//!
//! A thread reads and refuses what is no request, with the reason, before rmcp sees it; a thread
//! writes. In between are bounded channels: who does not read answers is not read from either.

use crate::error::ServeError;
use crate::line::{self, Line, MAX_LINE_BYTES};
use crate::under_way::{MAX_UNDER_WAY, NotTaken, UnderWay};
use app::CancellationToken;
use rmcp::model::{ClientNotification, ErrorCode, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::sync::Arc;
use std::thread::{self, Builder, JoinHandle};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, WeakSender, channel};

/// Messages that wait on their way in, and as many on their way out.
const WAITING: usize = 16;

type Incoming = RxJsonRpcMessage<RoleServer>;
type Outgoing = TxJsonRpcMessage<RoleServer>;

/// Nobody takes what is written.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads the answers")]
pub(crate) struct Unheard;

/// How often it is looked whether somebody who says no more still waits for answers.
const LOOK: Duration = Duration::from_millis(50);

/// Whether somebody is there to read answers; asked after the end of the input alone.
pub(crate) type IsThere = Box<dyn Fn() -> bool + Send>;

/// Both directions, as rmcp wants them.
pub(crate) struct Wire {
    incoming: Receiver<Incoming>,
    outgoing: Sender<String>,
    under_way: Arc<UnderWay>,
    gone: CancellationToken,
}

/// The threads behind a wire.
pub(crate) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Wire {
    /// Starts the threads. `gone` is cancelled when nobody is there any more to be answered: where
    /// what is written is not taken, or `is_there` says so after the input ended.
    pub(crate) fn start(
        input: impl Read + Send + 'static,
        output: impl Write + Send + 'static,
        is_there: IsThere,
        gone: &CancellationToken,
    ) -> io::Result<(Wire, Threads)> {
        let (to_us, incoming) = channel(WAITING);
        let (outgoing, lines) = channel(WAITING);
        let under_way = Arc::new(UnderWay::default());
        let intake = Intake {
            messages: to_us,
            replies: outgoing.downgrade(),
            under_way: Arc::clone(&under_way),
            gone: gone.clone(),
        };
        let reader = Builder::new()
            .name("service-read".into())
            .spawn(move || intake.attend(input, &is_there))?;
        let writer = Builder::new()
            .name("service-write".into())
            .spawn(move || write(output, lines))?;
        let wire = Wire {
            incoming,
            outgoing,
            under_way,
            gone: gone.clone(),
        };
        Ok((wire, Threads { reader, writer }))
    }
}

impl Threads {
    /// Waits until everything is written; tells why reading or writing ended early.
    pub(crate) fn end(self) -> Result<(), ServeError> {
        joined(self.writer).map_err(ServeError::Write)?;
        // Where nobody reads the answers, the reader may wait for input that never comes: it goes
        // with the process.
        if self.reader.is_finished() {
            joined(self.reader).map_err(ServeError::Read)?;
        }
        Ok(())
    }
}

fn joined(thread: JoinHandle<io::Result<()>>) -> io::Result<()> {
    let panicked = |_| Err(io::Error::other("its thread ended"));
    thread.join().unwrap_or_else(panicked)
}

impl Transport<RoleServer> for Wire {
    type Error = Unheard;

    fn send(
        &mut self,
        item: Outgoing,
    ) -> impl Future<Output = Result<(), Unheard>> + Send + 'static {
        let (outgoing, under_way) = (self.outgoing.clone(), Arc::clone(&self.under_way));
        async move {
            let answered = match &item {
                JsonRpcMessage::Response(response) => Some(key(&response.id)),
                JsonRpcMessage::Error(error) => error.id.as_ref().map(key),
                JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
            };
            // Freed before it is sent: who has the answer may use its id again at once.
            let _unsent = answered.map(|id| under_way.answer(&id));
            let sent = outgoing.send(json!(item).to_string()).await;
            sent.map_err(|_| Unheard)
        }
    }

    /// The next message; none where the input ended and every request is answered, or where
    /// nobody reads the answers, which ends what is under way.
    async fn receive(&mut self) -> Option<Incoming> {
        let message = tokio::select! {
            message = self.incoming.recv() => message,
            () = self.outgoing.closed() => {
                self.gone.cancel();
                return None;
            }
        };
        if message.is_none() {
            tokio::select! {
                () = self.under_way.wait() => {}
                () = self.gone.cancelled() => {}
                () = self.outgoing.closed() => self.gone.cancel(),
            }
        }
        message
    }

    async fn close(&mut self) -> Result<(), Unheard> {
        self.incoming.close();
        Ok(())
    }
}

/// An id as its JSON.
fn key(id: &RequestId) -> String {
    json!(id).to_string()
}

/// The reading thread's side.
struct Intake {
    messages: Sender<Incoming>,
    /// Weak, so that the writer ends though this thread may wait for input.
    replies: WeakSender<String>,
    under_way: Arc<UnderWay>,
    gone: CancellationToken,
}

impl Intake {
    /// Reads to the end of the input, and then looks whether somebody still waits for an answer.
    fn attend(self, input: impl Read, is_there: &IsThere) -> io::Result<()> {
        let read = self.read(input);
        let Intake {
            messages,
            under_way,
            gone,
            ..
        } = self;
        // So that the other side knows that no more comes.
        drop(messages);
        while !gone.is_cancelled() && under_way.is_any() {
            if is_there() {
                thread::sleep(LOOK);
            } else {
                gone.cancel();
            }
        }
        read
    }

    fn read(&self, input: impl Read) -> io::Result<()> {
        let mut input = BufReader::new(input);
        while let Some(line) = line::next(&mut input, MAX_LINE_BYTES)? {
            match message(line) {
                Ok(None) => {}
                Ok(Some(message)) => match self.admit(&message) {
                    Ok(()) if self.messages.blocking_send(message).is_err() => break,
                    Ok(()) => {}
                    Err(refusal) => self.reply(&refusal),
                },
                Err(refusal) => self.reply(&refusal),
            }
        }
        Ok(())
    }

    /// Counts a request, or says why it is not taken.
    fn admit(&self, message: &Incoming) -> Result<(), Refusal> {
        match message {
            JsonRpcMessage::Request(request) => {
                let id = key(&request.id);
                let begun = self.under_way.begin(&id);
                begun.map_err(|reason| Refusal::not_taken(reason, id))
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                {
                    // It gets no answer, as the protocol has it.
                    cancelled
                        .params
                        .request_id
                        .iter()
                        .for_each(|id| self.under_way.end(&key(id)));
                }
                Ok(())
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => Ok(()),
        }
    }

    fn reply(&self, refusal: &Refusal) {
        if let Some(replies) = self.replies.upgrade() {
            let _ = replies.blocking_send(refusal.line());
        }
    }
}

/// Why a line is no request.
#[derive(Debug, PartialEq)]
struct Refusal {
    /// As JSON.
    id: String,
    code: ErrorCode,
    message: String,
    help: &'static str,
}

impl Refusal {
    /// Of a line that says no id.
    fn nameless(code: ErrorCode, message: String, help: &'static str) -> Refusal {
        Refusal {
            id: Value::Null.to_string(),
            code,
            message,
            help,
        }
    }

    fn not_taken(reason: NotTaken, id: String) -> Refusal {
        let (message, help) = match reason {
            NotTaken::SameId => (
                "a request with this id is under way".to_owned(),
                "give each request an id of its own",
            ),
            NotTaken::TooMany => (
                format!("{MAX_UNDER_WAY} requests are under way"),
                "wait for an answer before you ask more",
            ),
        };
        Refusal {
            id,
            ..Refusal::nameless(ErrorCode::INVALID_REQUEST, message, help)
        }
    }

    fn line(&self) -> String {
        let data = json!({ "kind": "request", "place": null, "help": self.help });
        let error = json!({ "code": self.code, "message": self.message, "data": data });
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{error}}}",
            self.id
        )
    }
}

/// The message of a line; none of an empty one.
fn message(line: Line) -> Result<Option<Incoming>, Refusal> {
    let bytes = match line {
        Line::Whole(bytes) if bytes.trim_ascii().is_empty() => return Ok(None),
        Line::Whole(bytes) => bytes,
        Line::TooLong => {
            return Err(Refusal::nameless(
                ErrorCode::INVALID_REQUEST,
                format!("the line has more than {MAX_LINE_BYTES} bytes"),
                "send less in one request",
            ));
        }
    };
    // What serde says may quote the line, which may be of a document: its place is enough.
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
        Refusal::nameless(
            ErrorCode::PARSE_ERROR,
            format!("the line is no JSON: wrong at byte {}", error.column()),
            "write one JSON object a line, in UTF-8",
        )
    })?;
    let id = match value.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.to_string(),
        _ => Value::Null.to_string(),
    };
    serde_json::from_value(value).map(Some).map_err(|_| Refusal {
        id,
        ..Refusal::nameless(
            ErrorCode::INVALID_REQUEST,
            "the line is no request of JSON-RPC 2.0".to_owned(),
            "write {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": ..., \"params\": {...}}; the id is a whole number or a text",
        )
    })
}

fn write(mut output: impl Write, mut lines: Receiver<String>) -> io::Result<()> {
    while let Some(line) = lines.blocking_recv() {
        let written = output
            .write_all(line.as_bytes())
            .and_then(|()| output.write_all(b"\n"))
            .and_then(|()| output.flush());
        match written {
            // Whoever asked is gone: that ends the service, and is no error.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            other => other?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> (Value, Value) {
        let refusal = message(Line::Whole(line.as_bytes().to_vec())).unwrap_err();
        assert!(!refusal.help.is_empty() && !refusal.message.contains("zanzibar"));
        let mut told: Value = serde_json::from_str(&refusal.line()).unwrap();
        (told["id"].take(), told["error"]["code"].take())
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_id_where_it_has_one() {
        for (line, id, code) in [
            ("zanzibar", Value::Null, -32700),
            ("{\"jsonrpc\": \"2.0\", \"id\": 1", Value::Null, -32700),
            ("[]", Value::Null, -32600),
            ("7", Value::Null, -32600),
            ("null", Value::Null, -32600),
            ("{}", Value::Null, -32600),
            ("{\"id\": 1, \"method\": \"zanzibar\"}", json!(1), -32600),
            (
                "{\"jsonrpc\": \"1.0\", \"id\": \"a\", \"method\": \"zanzibar\"}",
                json!("a"),
                -32600,
            ),
            (
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": 3}",
                Value::Null,
                -32600,
            ),
        ] {
            assert_eq!(refused(line), (id, json!(code)), "{line}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(refused(&deep), (Value::Null, json!(-32700)));
        assert_eq!(
            message(Line::TooLong).unwrap_err().code,
            ErrorCode::INVALID_REQUEST
        );
        assert!(message(Line::Whole(b" \t".to_vec())).unwrap().is_none());
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let line = b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"\xff\"}".to_vec();
        let refusal = message(Line::Whole(line)).unwrap_err();
        assert_eq!(refusal.code, ErrorCode::PARSE_ERROR);
    }
}

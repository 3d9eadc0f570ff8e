//! Requests of the protocol, and plain ones, to methods; one at a time where they ask.

use crate::failure::Failure;
use crate::holder::{Holder, Lent};
use crate::method::{METHODS, Method};
use crate::resource;
use app::{CancellationToken, Control, Event, Service, Stage, Status, cancel};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, ErrorCode, Implementation, JsonObject, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, model::ProgressToken};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::task::{JoinHandle, spawn_blocking};

/// Progress that waits to be written; what comes meanwhile is left out.
const WAITING: usize = 8;

const INSTRUCTIONS: &str = "Attest answers questions about documents that are stored on this machine. \
    Nothing leaves it. Every value stands on quoted lines and is recorded; quote them, and say so where \
    needs_human_review is true. `list_documents` says what there is; documents are added with \
    `attest docs add` or in the window.";

/// The service, and whose turn it is to ask.
pub(crate) struct Desk {
    holder: Box<dyn Holder>,
    turn: Arc<Mutex<()>>,
}

impl Desk {
    pub(crate) fn new(holder: impl Holder) -> Desk {
        Desk {
            holder: Box::new(holder),
            turn: Arc::default(),
        }
    }

    /// The service, for one request.
    fn lent(&self) -> Result<Arc<dyn Lent>, Failure> {
        self.holder.lend().map_err(Failure::from)
    }
}

/// Answers the requests of one client.
pub(crate) struct Handler {
    desk: Arc<Desk>,
    /// Cancelled when the client is gone.
    gone: CancellationToken,
}

impl Handler {
    pub(crate) fn new(desk: Arc<Desk>, gone: CancellationToken) -> Handler {
        Handler { desk, gone }
    }

    /// As [`Handler::run`], until the client is gone: then the request is cancelled as if it had said
    /// so, and what ends of it ends on its thread.
    async fn run_for_the_client(
        &self,
        method: &'static Method,
        given: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, Failure> {
        let done = self
            .gone
            .run_until_cancelled(self.run(method, given, context));
        done.await.unwrap_or_else(|| {
            context.ct.cancel();
            Err(Failure::from(app::AppError::Cancelled))
        })
    }

    /// Does what a method does, on a thread, telling how far it is.
    async fn run(
        &self,
        method: &'static Method,
        given: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, Failure> {
        let turn = self.turn(method, &context.ct).await?;
        let (told, heard) = channel(WAITING);
        let act = Act {
            lent: self.desk.lent()?,
            token: context.ct.clone(),
        };
        let done = spawn_blocking(move || {
            // It ends with the act, however slowly the client reads what is told meanwhile.
            let _turn = turn;
            act.run(method, given, &told)
        });
        if let Some(token) = context.meta.get_progress_token() {
            tell(context, token, heard).await;
        }
        ended(done).await
    }

    /// Waits for the turn to ask.
    async fn turn(
        &self,
        method: &Method,
        token: &CancellationToken,
    ) -> Result<Option<OwnedMutexGuard<()>>, Failure> {
        if !method.asks {
            return Ok(None);
        }
        let turn = Arc::clone(&self.desk.turn).lock_owned();
        let turn = token.run_until_cancelled(turn).await;
        turn.map(Some)
            .ok_or_else(|| Failure::from(app::AppError::Cancelled))
    }

    /// Reads from the service, on a thread.
    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Service) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, ErrorData> {
        let lent = self.desk.lent().map_err(Failure::into_error)?;
        let done = spawn_blocking(move || look(lent.service()));
        ended(done).await.map_err(Failure::into_error)
    }
}

/// What a thread gave; that it panicked is an error like any other.
async fn ended<T>(done: JoinHandle<Result<T, Failure>>) -> Result<T, Failure> {
    let panicked = |_| {
        Err(Failure::internal(
            "the request ended in a fault of the program",
        ))
    };
    done.await.unwrap_or_else(panicked)
}

/// A method at work.
struct Act {
    lent: Arc<dyn Lent>,
    token: CancellationToken,
}

impl Act {
    fn run(&self, method: &Method, given: Value, told: &Sender<Told>) -> Result<Value, Failure> {
        let mut last = None;
        let mut on_event = |event: Event| {
            let now = Some(Told::of(&event));
            if now != last {
                // Whoever reads slowly hears less of it.
                let _ = now.map(|now| told.try_send(now));
                last = now;
            }
            if self.token.is_cancelled() || self.lent.is_over() {
                Control::Cancel
            } else {
                Control::Continue
            }
        };
        cancel::scope(&self.token, || {
            (method.run)(self.lent.service(), given, &mut on_event)
        })
    }
}

/// What is told of progress. Never the draft, which nobody has checked.
#[derive(Clone, Copy, PartialEq)]
struct Told {
    stage: Stage,
    done: u32,
    total: Option<u32>,
}

impl Told {
    fn of(event: &Event) -> Told {
        Told {
            stage: event.stage,
            done: event.done,
            total: event.total,
        }
    }

    fn words(&self) -> String {
        let doing = match self.stage {
            Stage::Retrieve => "finding passages",
            Stage::LoadModel => "loading the model",
            Stage::Prefill => "reading",
            Stage::Score => "weighing",
            Stage::Decode => "writing",
            Stage::Validate => "checking",
            Stage::Record => "recording",
        };
        match (self.total, self.done) {
            (Some(total), done) if total > 0 => format!("{doing}, {done} of {total}"),
            (_, done) if done > 0 => format!("{doing}, {done}"),
            _ => doing.to_owned(),
        }
    }
}

/// Sends progress until the act ends. The number counts the notices: stages come again in further
/// rounds, and the protocol wants it to grow.
async fn tell(
    context: &RequestContext<RoleServer>,
    token: ProgressToken,
    mut heard: Receiver<Told>,
) {
    let mut count = 0.0;
    while let Some(told) = heard.recv().await {
        count += 1.0;
        let notice = ProgressNotificationParam::new(token.clone(), count);
        let notice = notice.with_message(told.words());
        if context.peer.notify_progress(notice).await.is_err() {
            return;
        }
    }
}

/// A method as a tool.
fn tool(method: &Method) -> Tool {
    let annotations = ToolAnnotations::with_title(method.title)
        // A question leaves a record, and nothing is ever overwritten.
        .read_only(!method.asks)
        .destructive(false)
        .idempotent(!method.asks)
        .open_world(false);
    Tool::new(method.tool, method.description, object((method.input)()))
        .with_title(method.title)
        .with_raw_output_schema(Arc::new(object((method.output)())))
        .with_annotations(annotations)
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// A tool's result. An answer that failed has its response, and says that it is one.
fn result(done: Result<Value, Failure>) -> CallToolResult {
    match done {
        Ok(value) if Status::of(&value) == Some(Status::Failed) => {
            CallToolResult::structured_error(value)
        }
        Ok(value) => CallToolResult::structured(value),
        Err(failure) => CallToolResult::error(vec![ContentBlock::text(failure.text())]),
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        let this = Implementation::new("attest", env!("CARGO_PKG_VERSION")).with_title("Attest");
        ServerConfig::new(capabilities)
            .with_server_info(this)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            METHODS.iter().map(tool).collect(),
        ))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(method) = METHODS.iter().find(|one| one.tool == request.name) else {
            let help = "`tools/list` names the tools";
            return Err(Failure::input("/name", "there is no such tool", help).into_error());
        };
        let given = request.arguments.map_or(Value::Null, Value::Object);
        Ok(result(self.run_for_the_client(method, given, &context).await).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let look = move |service: &Service| resource::list(service, cursor.as_deref());
        let (resources, next) = self.look(look).await?;
        let mut result = ListResourcesResult::with_all_items(resources);
        result.next_cursor = next;
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(
            resource::templates(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let look = move |service: &Service| resource::read(service, &request.uri);
        let contents = self.look(look).await.map_err(|mut error| {
            if error.code == ErrorCode::INVALID_PARAMS {
                error.code = ErrorCode::RESOURCE_NOT_FOUND;
            }
            error
        })?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let Some(method) = METHODS.iter().find(|one| one.plain == request.method) else {
            return Err(unknown(&request.method));
        };
        let given = request.params.unwrap_or(Value::Null);
        let done = self.run_for_the_client(method, given, &context).await;
        done.map(CustomResult::new).map_err(Failure::into_error)
    }
}

/// What is no method of ours; or one of the protocol's, with parameters that are none.
fn unknown(method: &str) -> ErrorData {
    const OF_THE_PROTOCOL: [&str; 3] = ["initialize", "tools/call", "resources/read"];
    if OF_THE_PROTOCOL.contains(&method) {
        let help = "compare them with the Model Context Protocol";
        return Failure::input("", "the parameters are not those of the method", help).into_error();
    }
    let plain: Vec<&str> = METHODS.iter().map(|one| one.plain).collect();
    let help = format!(
        "the methods are {}, and those of the Model Context Protocol",
        plain.join(", ")
    );
    let data = json!({ "kind": "method", "place": null, "help": help });
    ErrorData::new(
        ErrorCode::METHOD_NOT_FOUND,
        "there is no such method",
        Some(data),
    )
}

/* Generated from src-tauri/src/wire by `WIRE=write cargo test` (README); do not edit. */

/**
 * The one error every command can end with.
 */
export type Failure = { 
/**
 * A stable word for programs and tests: `cancelled`, `unreadable`, ...
 */
kind: string, 
/**
 * What happened, in words. Holds nothing of a document's text.
 */
message: string, 
/**
 * What the person can do about it; empty when nothing is known.
 */
help: string, };

/**
 * A document in the list.
 */
export type DocumentSummary = { 
/**
 * SHA-256 of the source bytes.
 */
id: string, 
/**
 * File name it was imported under.
 */
title: string, 
/**
 * `text`, `markdown`, `pdf`, `docx`, `xlsx`, `ods`, `csv`, `html`, `eml`,
 * `image`.
 */
media_type: string, 
/**
 * Number of pages; 1 for formats without.
 */
pages: number, 
/**
 * Pages on which no text was found.
 */
pages_without_text: number, 
/**
 * Number of lines.
 */
lines: number, 
/**
 * What a person should know of the reading.
 */
warnings: Array<string>, 
/**
 * RFC 3339, UTC.
 */
imported_at: string, 
/**
 * The date it speaks of: `2024-01-31`, or less of it.
 */
event_date: string | null, 
/**
 * What somebody said of it, by key.
 */
metadata: { [key in string]: string }, };

/**
 * What metadata may be, so that a field can say what is wrong with it before it is sent.
 */
export type MetadataRules = { 
/**
 * Names of filters of their own, which are no keys.
 */
reserved_keys: Array<string>, 
/**
 * Longest key and longest value, in bytes of UTF-8.
 */
max_bytes: number, 
/**
 * The key that says what kind of knowledge a document is.
 */
knowledge_key: string, 
/**
 * What a document is of which nobody said it.
 */
plain_knowledge: string, 
/**
 * The kinds of knowledge that the policy lets be shown; documents of others are not
 * asked.
 */
allowed_knowledge: Array<string>, };

/**
 * How far the import of one file is.
 */
export type ImportState = "waiting" | "reading" | "done" | "already_there" | "failed" | "cancelled";

/**
 * News of one file of an import.
 */
export type ImportProgress = { 
/**
 * The file.
 */
path: string, 
/**
 * Its name, for people.
 */
name: string, 
/**
 * Size in bytes; 0 where it cannot be told.
 */
bytes: number, 
/**
 * How far it is.
 */
state: ImportState, 
/**
 * The document, when it is in the list.
 */
document: DocumentSummary | null, 
/**
 * Why it could not be read.
 */
failure: Failure | null, };

/**
 * A box on a page, in points from the page's upper left corner.
 */
export type Bounds = { 
/**
 * Left edge.
 */
left: number, 
/**
 * Upper edge.
 */
top: number, 
/**
 * Right edge.
 */
right: number, 
/**
 * Lower edge.
 */
bottom: number, };

/**
 * One line of a document.
 */
export type Line = { 
/**
 * 1-based, global over the document.
 */
number: number, 
/**
 * 1-based page.
 */
page: number, 
/**
 * The line's text.
 */
text: string, 
/**
 * Where it stands on its page, where the format says so.
 */
bounds: Bounds | null, };

/**
 * One page.
 */
export type Page = { 
/**
 * 1-based.
 */
number: number, 
/**
 * Width in points; 0 for formats without pages.
 */
width: number, 
/**
 * Height in points; 0 for formats without pages.
 */
height: number, 
/**
 * First line on the page; greater than `last_line` when it has none.
 */
first_line: number, 
/**
 * Last line on the page.
 */
last_line: number, 
/**
 * No text, and a picture on it: only OCR can read it.
 */
image_only: boolean, 
/**
 * What is printed on it as its number (`iv`), by the file's word; null
 * where that is `number`, or nothing.
 */
label: string | null, };

/**
 * A heading and the lines it governs.
 */
export type Section = { 
/**
 * The heading as it stands in the document.
 */
title: string, 
/**
 * 1 for the outermost.
 */
level: number, 
/**
 * The heading's own line.
 */
first_line: number, 
/**
 * The last line it governs.
 */
last_line: number, };

/**
 * One cell of a table.
 */
export type Cell = { 
/**
 * Its words.
 */
text: string, 
/**
 * First line the words stand on.
 */
line_start: number, 
/**
 * Last line.
 */
line_end: number, };

/**
 * Rows and columns that a reader found.
 */
export type Table = { 
/**
 * First line of the table.
 */
first_line: number, 
/**
 * Last line.
 */
last_line: number, 
/**
 * How many of the first rows are column headings.
 */
header_rows: number, 
/**
 * From top to bottom; all of one width.
 */
rows: Array<Array<Cell>>, };

/**
 * What the reading view needs of a document besides its lines.
 */
export type DocumentDetail = { 
/**
 * The document.
 */
summary: DocumentSummary, 
/**
 * Whether its pages can be drawn (`page_picture`).
 */
drawable: boolean, 
/**
 * Its pages.
 */
pages: Array<Page>, 
/**
 * Its headings, in order.
 */
sections: Array<Section>, 
/**
 * Its tables, in order.
 */
tables: Array<Table>, };

/**
 * The bundled sample as a file, and questions to put to it.
 */
export type Sample = { 
/**
 * Where it was written.
 */
path: string, 
/**
 * Questions in the order in which they are offered; the last is not
 * answered by the sample.
 */
questions: Array<string>, };

/**
 * How sure the rules are of the answer type.
 */
export type Certainty = "sure" | "guess" | "model" | "person";

/**
 * A condition on where to look or which documents are meant. Those on the same
 * thing (two ranges of pages, two kinds) add up; the others hold together.
 */
export type Condition = { "kind": "pages", 
/**
 * First page.
 */
first: number, 
/**
 * Last page.
 */
last: number, } | { "kind": "lines", 
/**
 * First line.
 */
first: number, 
/**
 * Last line.
 */
last: number, } | { "kind": "section", 
/**
 * Its number.
 */
number: string | null, 
/**
 * Words of its title.
 */
title: string | null, } | { "kind": "titled", 
/**
 * Words of the title, or a file name.
 */
words: string, } | { "kind": "dated", 
/**
 * `YYYY-MM-DD`; null: however early.
 */
from: string | null, 
/**
 * `YYYY-MM-DD`; null: however late.
 */
to: string | null, } | { "kind": "media_type", 
/**
 * `pdf`, `docx`, `sheet`, `html`, `mail`, `markdown`, `text`.
 */
media_type: string, } | { "kind": "metadata", 
/**
 * What was said something of.
 */
key: string, 
/**
 * What was said.
 */
value: string, };

/**
 * How a question was understood, before it is asked.
 */
export type ParsedQuestion = { 
/**
 * As asked.
 */
question: string, 
/**
 * `english`, `german`, `spanish`.
 */
language: string, 
/**
 * Words that carry meaning.
 */
keywords: Array<string>, 
/**
 * What stands in quotation marks.
 */
phrases: Array<string>, 
/**
 * Where to look and which documents are meant. Empty: everywhere.
 */
conditions: Array<Condition>, 
/**
 * A person set `conditions`, in place of what the question says.
 */
conditions_set: boolean, 
/**
 * The conditions that the question's own words say.
 */
conditions_read: Array<Condition>, 
/**
 * Conditions that leave nothing to read in the documents asked, in words;
 * of an earlier question not told.
 */
excluded: Array<string>, 
/**
 * Key of the type registry.
 */
answer_type: string, 
/**
 * How sure that is.
 */
certainty: Certainty, 
/**
 * Other types it could be, likeliest first.
 */
alternatives: Array<string>, 
/**
 * `single`, `listing`, `table`, ...
 */
answer_shape: string, 
/**
 * Shapes that can be chosen for this type.
 */
shapes: Array<string>, 
/**
 * Columns asked for, of a table.
 */
columns: Array<string>, 
/**
 * Labels to choose from, of a classification.
 */
labels: Array<string>, 
/**
 * What code will compute, in words.
 */
steps: Array<string>, 
/**
 * What is unclear, as questions to the person.
 */
clarifications: Array<string>, };

/**
 * What is asked of which documents.
 */
export type Question = { 
/**
 * The question.
 */
text: string, 
/**
 * Documents to ask, by id; at least one.
 */
document_ids: Array<string>, 
/**
 * Key of the type registry; null: read from the question.
 */
answer_type: string | null, 
/**
 * Null: the type's own, or what the question says.
 */
answer_shape: string | null, 
/**
 * Labels of a classification; empty: those in the question.
 */
labels: Array<string>, 
/**
 * Model by name; null: the default for answers.
 */
model: string | null, 
/**
 * Conditions in place of those that the question says; empty: none. Null:
 * as the question says.
 */
conditions: Array<Condition> | null, };

/**
 * What is being done for a question.
 */
export type Stage = "retrieve" | "load_model" | "prefill" | "score" | "decode" | "validate" | "record";

/**
 * How far a question is.
 */
export type Progress = { 
/**
 * What is being done.
 */
stage: Stage, 
/**
 * Steps done: tokens, for the model's stages.
 */
done: number, 
/**
 * Steps in all; null where the end is not known.
 */
total: number | null, 
/**
 * New text of the draft: JSON, unchecked. It is to be shown as unchecked.
 */
draft: string, };

/**
 * How a request ended.
 */
export type Status = "OK" | "NO_EVIDENCE" | "FAILED";

/**
 * Tokens of a request.
 */
export type TokenUsage = { 
/**
 * Of the prompt.
 */
prompt: number, 
/**
 * Of the answer, forced and chosen.
 */
completion: number, 
/**
 * Sum of both.
 */
total: number, };

/**
 * How a quote begins and ends in its document.
 */
export type Boundary = { 
/**
 * `paragraph` or `mid_sentence`.
 */
starts: string, 
/**
 * `sentence` or `open`.
 */
ends: string, 
/**
 * Its lines follow each other without a gap.
 */
contiguous: boolean, };

/**
 * A checked citation and its place.
 */
export type Citation = { 
/**
 * Name of the passage in the prompt: `C0`, ...
 */
anchor: string, 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title.
 */
document_title: string, 
/**
 * 1-based page.
 */
page_number: number, 
/**
 * First line, global over the document.
 */
line_start: number, 
/**
 * Last line.
 */
line_end: number, 
/**
 * Recovered from the source lines, never from the model.
 */
quote: string | null, 
/**
 * The date the document speaks of.
 */
event_date: string | null, 
/**
 * `media_type` of the document, and `section`: the innermost heading over
 * the first cited line, or null; `said`: what somebody said of the document.
 */
metadata: { media_type?: string, section?: string | null, said?: Record<string, string> }, 
/**
 * How the quote begins and ends.
 */
boundary: Boundary, };

/**
 * The public response (`docs/contract.md`).
 */
export type Response = { 
/**
 * Id of the request.
 */
request_id: string, 
/**
 * How it ended.
 */
status: Status, 
/**
 * The answer in the form of its type's contract; null where there is none.
 */
answer: unknown, 
/**
 * Its citations.
 */
citations: Array<Citation>, 
/**
 * What it cost.
 */
token_usage: TokenUsage, 
/**
 * From question to response.
 */
latency_ms: number, 
/**
 * Key of the type registry.
 */
answer_type: string, 
/**
 * How the answer is arranged.
 */
answer_shape: unknown, 
/**
 * `ship`, `review`, `no_answer`, `conflict`, `clarify`, `failed`, ...
 */
decision: string, 
/**
 * A person must look at it.
 */
needs_human_review: boolean, 
/**
 * What to mind, in words.
 */
flags: Array<string>, 
/**
 * The refusal or the reason of a failure, in words.
 */
message: string | null, 
/**
 * What code computed, with its steps; null where nothing was.
 */
computation: unknown, };

/**
 * A recorded answer.
 */
export type AskOutcome = { 
/**
 * The audit record that was committed before this was returned.
 */
record_id: string, 
/**
 * The question.
 */
question: string, 
/**
 * The documents that were asked.
 */
document_ids: Array<string>, 
/**
 * The conditions that a person set; null: as the question says.
 */
conditions: Array<Condition> | null, 
/**
 * When: RFC 3339, UTC.
 */
time: string, 
/**
 * The response.
 */
response: Response, };

/**
 * A question that was asked before.
 */
export type HistoryEntry = { 
/**
 * Its record.
 */
record_id: string, 
/**
 * When: RFC 3339, UTC.
 */
time: string, 
/**
 * The question; null when it was erased with a document.
 */
question: string | null, 
/**
 * The documents that were asked.
 */
document_ids: Array<string>, 
/**
 * Key of the type registry.
 */
answer_type: string, 
/**
 * `ship`, `review`, `no_answer`, ...
 */
decision: string, 
/**
 * The first values in words; null when there are none, or erased.
 */
answer: string | null, };

/**
 * One round of a question.
 */
export type Round = { 
/**
 * What it was for: `ask`, `broaden`, `rephrase`, ...
 */
why: string, 
/**
 * What was decided after it.
 */
decision: string, 
/**
 * Probability (0 to 1) that the best candidate is right; null where none
 * was judged.
 */
probability: number | null, 
/**
 * Passages shown to the model.
 */
passages: number, };

/**
 * A passage that the model was shown, or that was held back.
 */
export type Passage = { 
/**
 * Its name in the prompt; null of one that was not shown.
 */
anchor: string | null, 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title; null when the document was removed.
 */
document_title: string | null, 
/**
 * The page its first line stands on; null for formats without pages, and
 * when the document was removed.
 */
page: number | null, 
/**
 * First line.
 */
first_line: number, 
/**
 * Last line.
 */
last_line: number, };

/**
 * Passages that were found and not shown, all for one reason.
 */
export type HeldBack = { 
/**
 * `below_similarity`, `near_duplicate`, `over_budget`, `per_document_cap`,
 * `max_chunks`.
 */
reason: string, 
/**
 * How many.
 */
count: number, 
/**
 * Which, best first; empty where the record is of an earlier version.
 */
passages: Array<Passage>, };

/**
 * Time spent on one stage.
 */
export type StageTime = { 
/**
 * The stage, in words.
 */
stage: string, 
/**
 * Milliseconds.
 */
ms: number, };

/**
 * A named number of the record.
 */
export type Count = { 
/**
 * What is counted.
 */
name: string, 
/**
 * How many.
 */
count: number, };

/**
 * A named hash of the record.
 */
export type NamedHash = { 
/**
 * Of what.
 */
name: string, 
/**
 * Lower-case hexadecimal SHA-256.
 */
sha256: string, };

/**
 * Why an answer came out as it did: the record in a form for people.
 */
export type Explanation = { 
/**
 * The record.
 */
record_id: string, 
/**
 * When: RFC 3339, UTC.
 */
time: string, 
/**
 * How the question was understood; null when it was erased.
 */
parsed: ParsedQuestion | null, 
/**
 * What was tried, in order.
 */
rounds: Array<Round>, 
/**
 * Values that were weighed in the last round.
 */
candidates: number, 
/**
 * Probability (0 to 1) that the chosen one is right; null where none was
 * judged.
 */
probability: number | null, 
/**
 * From which probability on an answer was given, where the record says.
 */
threshold: number | null, 
/**
 * Passages shown to the model in the last round.
 */
passages: Array<Passage>, 
/**
 * What was held back in the last round, by reason.
 */
held_back: Array<HeldBack>, 
/**
 * Instructions, control tokens and the like that stand in the passages,
 * and how often.
 */
hostile_signs: Array<Count>, 
/**
 * The grammar the draft was decoded under; null when erased.
 */
grammar: string | null, 
/**
 * The prompt; null when erased.
 */
prompt: string | null, 
/**
 * The draft as the model wrote it; null when erased.
 */
draft: string | null, 
/**
 * Attempts until a draft passed the checks.
 */
attempts: number, 
/**
 * The firewall's score, 0 to 1; null where nothing was checked.
 */
quality: number | null, 
/**
 * Name of the model.
 */
model: string, 
/**
 * Where it ran.
 */
backend: string, 
/**
 * Where the time went.
 */
times: Array<StageTime>, 
/**
 * Where the tokens went.
 */
tokens: Array<Count>, 
/**
 * What the record binds.
 */
hashes: Array<NamedHash>, };

/**
 * A type of answer that can be chosen.
 */
export type AnswerType = { 
/**
 * Key of the type registry.
 */
name: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * One sentence.
 */
description: string, 
/**
 * The user's own; the others are built in.
 */
own: boolean, };

/**
 * An answer type in full.
 */
export type AnswerTypeDetail = { 
/**
 * The type.
 */
answer_type: AnswerType, 
/**
 * JSON Schema of one value, pretty-printed.
 */
schema: string, };

/**
 * How a keyword of a schema is kept.
 */
export type Enforcement = "enforced" | "annotation" | "residual";

/**
 * What becomes of one keyword.
 */
export type KeywordReport = { 
/**
 * JSON Pointer of the keyword in the schema.
 */
pointer: string, 
/**
 * How it is kept.
 */
enforcement: Enforcement, 
/**
 * Why the grammar cannot say it, of a residual.
 */
reason: string | null, };

/**
 * Where a rule of the grammar comes from.
 */
export type RuleSource = { 
/**
 * Name of the rule.
 */
rule: string, 
/**
 * JSON Pointer into the schema; null for rules of the compiler's own.
 */
pointer: string | null, 
/**
 * First line of the rule in the GBNF, 1-based, its comment included.
 */
first_line: number, 
/**
 * Last line.
 */
last_line: number, };

/**
 * A compiled schema.
 */
export type CompiledSchema = { 
/**
 * The grammar.
 */
gbnf: string, 
/**
 * What becomes of each keyword.
 */
report: Array<KeywordReport>, 
/**
 * Where its rules come from.
 */
rules: Array<RuleSource>, };

/**
 * What goes between tokens of the JSON that a grammar accepts.
 */
export type Whitespace = "spaced" | "compact" | "any";

/**
 * A place where an instance breaks the schema.
 */
export type Violation = { 
/**
 * JSON Pointer into the instance.
 */
pointer: string, 
/**
 * What is wrong.
 */
message: string, };

/**
 * What grammar and validator say of one instance.
 */
export type InstanceVerdict = { 
/**
 * The whole instance is in the grammar's language.
 */
accepted: boolean, 
/**
 * Where the instance leaves the language, in UTF-16 units from its start;
 * its length when it merely ends too early.
 */
offset: number, 
/**
 * 1-based line of that place.
 */
line: number, 
/**
 * 1-based column of that place, in characters.
 */
column: number, 
/**
 * In words.
 */
reason: string, 
/**
 * What the validator finds besides; null when the instance is not JSON.
 */
violations: Array<Violation> | null, };

/**
 * A known model.
 */
export type ModelSummary = { 
/**
 * Its name.
 */
name: string, 
/**
 * SHA-256 of its file.
 */
sha256: string, 
/**
 * Size of its file.
 */
size_bytes: number, 
/**
 * Its licence.
 */
licence: string, 
/**
 * Where it comes from.
 */
source: string, 
/**
 * `llama`, `bert`, ...
 */
architecture: string, 
/**
 * The longest context it was made for, in tokens.
 */
context_tokens: number, 
/**
 * `answer`, `embed`, `reader`.
 */
purposes: Array<string>, 
/**
 * What it is good for, in words; may be empty.
 */
recommended_for: string, 
/**
 * Memory it needs for a question.
 */
minimum_memory_bytes: number, 
/**
 * Purposes it is the default for.
 */
default_for: Array<string>, 
/**
 * Its file is where it should be (not whether it is sound).
 */
present: boolean, 
/**
 * Added by the user; the others stand in the catalogue.
 */
own: boolean, };

/**
 * How a model fits this machine.
 */
export type ModelFit = { 
/**
 * Context it was estimated for, in tokens.
 */
context_tokens: number, 
/**
 * Bytes needed.
 */
needed_bytes: number, 
/**
 * Bytes the machine can give; null where it does not say.
 */
available_bytes: number | null, 
/**
 * Null where the machine does not say.
 */
fits: boolean | null, 
/**
 * The largest context that fits, in tokens.
 */
largest_context_tokens: number | null, };

/**
 * How fast a model is here.
 */
export type ModelBench = { 
/**
 * Checking and loading its file.
 */
load_ms: number, 
/**
 * Tokens read in a second.
 */
prefill_tokens_per_second: number, 
/**
 * Tokens written in a second; null for a model that writes none.
 */
decode_tokens_per_second: number | null, 
/**
 * Tokens of the text it was measured on.
 */
prompt_tokens: number, 
/**
 * Threads used.
 */
threads: number, };

/**
 * What is being done.
 */
export type WorkStage = "wait" | "verify" | "hash" | "copy" | "load" | "read" | "write";

/**
 * How far a long act is.
 */
export type WorkProgress = { 
/**
 * What is being done.
 */
stage: WorkStage, 
/**
 * Done of it; comparable with `total` only.
 */
done: number, 
/**
 * In all; null where the end is not known.
 */
total: number | null, };

/**
 * Which records to list.
 */
export type RecordFilter = { 
/**
 * Only of this kind; null: all.
 */
kind: string | null, 
/**
 * Only about this document; null: all.
 */
document_id: string | null, 
/**
 * Only answers with this decision; null: all.
 */
decision: string | null, 
/**
 * Only before this sequence: the next page of a long list.
 */
before: number | null, 
/**
 * At most so many.
 */
limit: number, };

/**
 * A record in the list.
 */
export type RecordSummary = { 
/**
 * From 1, without gaps.
 */
sequence: number, 
/**
 * The start of its hash.
 */
id: string, 
/**
 * `import`, `answer`, `remove`, `erase`, `model`, ...
 */
kind: string, 
/**
 * RFC 3339, UTC.
 */
time: string, 
/**
 * What it is about, in words.
 */
words: string, 
/**
 * Of an answer; null for other kinds.
 */
decision: string | null, };

/**
 * Bytes that a record binds by their hash.
 */
export type RecordContent = { 
/**
 * `prompt`, `grammar`, `draft`, `answer`, ...
 */
name: string, 
/**
 * Lower-case hexadecimal SHA-256.
 */
sha256: string, 
/**
 * Size in bytes.
 */
size: number, 
/**
 * The text; null when it was erased, or is no text.
 */
text: string | null, 
/**
 * It was erased with a document.
 */
erased: boolean, };

/**
 * A record in full.
 */
export type RecordDetail = { 
/**
 * As in the list.
 */
summary: RecordSummary, 
/**
 * The record's body.
 */
body: unknown, 
/**
 * What it binds.
 */
contents: Array<RecordContent>, 
/**
 * `hash` of the record before.
 */
previous_hash: string, 
/**
 * SHA-256 over the canonical JSON of the record.
 */
hash: string, };

/**
 * What a check of the whole trail found.
 */
export type AuditVerdict = { 
/**
 * Records looked at.
 */
records: number, 
/**
 * Every record is as it was written.
 */
ok: boolean, 
/**
 * What is not, in words.
 */
first_bad: string | null, 
/**
 * Hash of the last record; null when there is none.
 */
head: string | null, 
/**
 * When it was checked: RFC 3339, UTC.
 */
time: string, };

/**
 * Which theme the window wears.
 */
export type Appearance = "system" | "light" | "dark";

/**
 * What the person has set; kept in the data directory.
 */
export type Settings = { 
/**
 * Theme.
 */
appearance: Appearance, 
/**
 * Size of text, in percent of the normal: 100 to 200; 0 counts as 100.
 */
text_percent: number, 
/**
 * Threads for inference; null: as many as the machine has cores, at most 8.
 */
threads: number | null, 
/**
 * Policy file (TOML); null: the built-in policy.
 */
policy_file: string | null, 
/**
 * Exchange rates for what is computed (TOML); null: none.
 */
rates_file: string | null, 
/**
 * Model for answers, by name; null: the catalogue's.
 */
answer_model: string | null, };

/**
 * One thing looked at on this machine.
 */
export type Check = { 
/**
 * What was looked at.
 */
name: string, 
/**
 * Whether it is as it should be.
 */
sound: boolean, 
/**
 * What was found.
 */
finding: string, };

/**
 * What the program runs on.
 */
export type Machine = { 
/**
 * Version of the program.
 */
version: string, 
/**
 * Where documents and records lie.
 */
data_directory: string, 
/**
 * The variable `ATTEST_HOME` chose it; it cannot be changed here then.
 */
data_directory_fixed: boolean, 
/**
 * Cores of the processor.
 */
cores: number, 
/**
 * Where models run.
 */
device: string, 
/**
 * The installed Tesseract; null: none, so that pages without text stay
 * unread.
 */
ocr: string | null, };

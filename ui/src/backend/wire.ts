/* Generated from the types that cross the wire; do not edit.
   WIRE=write cargo test --release --locked --workspace --bin attest-desktop wire */

/**
 * An adapter ([`crate::adapter`]) with how much of it counts. File, hash and size of its entry
 * are those of the model that it is put upon.
 */
export type Adapter = { 
/**
 * Name of the model that it is put upon.
 */
base: string, 
/**
 * The adapter's file: an absolute path.
 */
file: string, 
/**
 * SHA-256 of that file, lower-case hexadecimal.
 */
sha256: string, 
/**
 * Its size in bytes.
 */
size_bytes: number, 
/**
 * How much of it counts.
 */
scale: Scale, };

/**
 * What an administrator has set here, as it is shown to a person.
 */
export type Administered = { 
/**
 * The file that says so.
 */
file: string, 
/**
 * What a person cannot change.
 */
locked: Array<SettingName>, 
/**
 * What is as the file says, locked or because the person set nothing else.
 */
given: Array<SettingName>, 
/**
 * The folder of models for everybody, where there is one.
 */
models_directory: string | null, };

/**
 * What answers cost.
 */
export type AnswerCost = { 
/**
 * Median seconds of an answer, without loading the model.
 */
median_seconds: Estimate, 
/**
 * Of ten answers nine took at most so many seconds.
 */
p90_seconds: Estimate, 
/**
 * Seconds of all answers.
 */
total_seconds: number, 
/**
 * How often the model was loaded.
 */
loads: number, 
/**
 * Median seconds of that.
 */
median_load_seconds: number | null, 
/**
 * Tokens through seconds.
 */
tokens_per_second: TokenSpeed, 
/**
 * Most bytes that the answer model's worker held at once; none where it never ran, or
 * the machine does not say.
 */
peak_model_bytes: number | null, 
/**
 * Most bytes that the reader's worker held at once.
 */
peak_reader_bytes: number | null, 
/**
 * Joules that the whole machine used for an answer, mean; none: unknown, the machine does
 * not tell.
 */
joules_per_answer: number | null, };

/**
 * A table with all that is known of it.
 */
export type AnswerTable = { 
/**
 * What it is.
 */
summary: TableSummary, 
/**
 * Its rows.
 */
documents: Array<TableDocument>, 
/**
 * Its columns.
 */
questions: Array<TableQuestion>, 
/**
 * The cells that have an answer.
 */
cells: Array<TableCell>, 
/**
 * How long answers take here; none where nothing was asked yet.
 */
pace: Pace | null, };

/**
 * Where the time of an answer went, in milliseconds.
 */
export type AnswerTimes = { 
/**
 * From the question to the record, without loading the answer model.
 */
answer_ms: number, 
/**
 * Loading the answer model; none where it was loaded before, or not needed.
 */
load_ms: number | null, 
/**
 * Reading the prompt.
 */
prefill_ms: number | null, 
/**
 * Weighing values.
 */
score_ms: number | null, 
/**
 * Writing.
 */
decode_ms: number | null, 
/**
 * False: the first answer of a process, which starts workers on the way. It does not
 * count in times.
 */
warm: boolean, 
/**
 * Each stage came once, so that its tokens and its milliseconds belong together.
 */
single: boolean, };

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
 * Which theme the window wears.
 */
export type Appearance = "system" | "light" | "dark";

/**
 * An answer as it was shown.
 */
export type AskOutcome = { 
/**
 * Its record.
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
 * Where a person set to look; none: as the question says.
 */
conditions: Array<Condition> | null, 
/**
 * RFC 3339, UTC.
 */
time: string, 
/**
 * The public response as the record keeps it, with its `record_id`. Kept by an earlier
 * version of the program, it has the form of that time, which its `version` names.
 */
response: Response, };

/**
 * A time stamp that was attached.
 */
export type Attached = { 
/**
 * Its record.
 */
record_id: string, 
/**
 * Records of the checkpoint.
 */
records: number, 
/**
 * When the authority says that it saw the checkpoint: RFC 3339, UTC.
 */
time: string, 
/**
 * Whose the certificate says that it is.
 */
authority: string, 
/**
 * Lower-case hexadecimal SHA-256 of the certificate, its fingerprint.
 */
certificate_sha256: string, };

/**
 * What a check of the whole trail found.
 */
export type AuditVerdict = { 
/**
 * Records looked at.
 */
records: number, 
/**
 * Every record is as it was written, and the checkpoint that is kept is believed. Time stamps
 * say for themselves whether they hold.
 */
ok: boolean, 
/**
 * What is not, in words.
 */
first_bad: string | null, 
/**
 * Whether a record has the hash that was noted elsewhere; null where none was given.
 */
noted_found: boolean | null, 
/**
 * The checkpoint that this machine keeps of the trail.
 */
kept_checkpoint: KeptCheckpoint, 
/**
 * The one that the system's keyring keeps; null where the keyring does not open the vault.
 */
keyring_checkpoint: KeptCheckpoint | null, 
/**
 * Every time stamp of the trail, verified again, by the order of their records. None where a
 * record is bad: then nothing is proven from there on.
 */
stamps: Array<CheckedStamp>, 
/**
 * Hash of the last record; null when there is none.
 */
head: string | null, 
/**
 * When it was checked: RFC 3339, UTC.
 */
time: string, };

/**
 * What a person says of two answers.
 */
export type BlindChoice = "a" | "b" | "tie" | "neither";

/**
 * Two answers as they are shown, without names.
 */
export type BlindPair = { 
/**
 * Which this is, from 1, of all pairs.
 */
number: number, 
/**
 * How many pairs there are.
 */
of: number, 
/**
 * The question.
 */
question: string, 
/**
 * The document, as the case names it.
 */
document: string, 
/**
 * The answer shown as A, and the quotes it stands on.
 */
a: [string, Array<string>], 
/**
 * The answer shown as B, and the quotes it stands on.
 */
b: [string, Array<string>], };

/**
 * How far the blind comparison of a folder is.
 */
export type BlindState = { 
/**
 * The next two answers to choose between; null: all are decided.
 */
next: BlindPair | null, 
/**
 * Pairs that are decided.
 */
decided: number, 
/**
 * Pairs in all.
 */
pairs: number, };

/**
 * The marks of one span.
 */
export type Boundary = { 
/**
 * How it begins.
 */
starts: Start, 
/**
 * How it ends.
 */
ends: End, 
/**
 * Whether its lines follow each other without a gap.
 */
contiguous: boolean, };

/**
 * A rectangle on a page in PDF points (1/72 inch), origin at the top left
 * of the page, y growing downwards.
 */
export type Bounds = { 
/**
 * Left edge.
 */
left: number, 
/**
 * Top edge.
 */
top: number, 
/**
 * Right edge, not less than `left`.
 */
right: number, 
/**
 * Bottom edge, not less than `top`.
 */
bottom: number, };

/**
 * How much there is to ask.
 */
export type CaseCount = { 
/**
 * Questions.
 */
cases: number, 
/**
 * Documents that they are asked of.
 */
documents: number, };

/**
 * A file of cases.
 */
export type CasesFile = { 
/**
 * Where it lies.
 */
path: string, 
/**
 * How much it asks.
 */
count: CaseCount, };

/**
 * One cell of a table: its words and the lines they stand on.
 */
export type Cell = { 
/**
 * The words, white space collapsed to single spaces; empty where the
 * table has nothing there.
 */
text: string, 
/**
 * First line the words stand on; the row's first line where it is empty.
 */
line_start: number, 
/**
 * Last line, not less than `line_start`.
 */
line_end: number, };

/**
 * A sum of money as it can be added up: exactly, and only to its like.
 */
export type CellAmount = { 
/**
 * Decimal digits, with a point where there are parts: `1300.5`.
 */
value: string, 
/**
 * ISO 4217 code; none where the document names no currency.
 */
currency: string | null, 
/**
 * What it is for, or what it is counted in: `per month`.
 */
unit: string | null, };

/**
 * How far a cell can be trusted.
 */
export type CellState = "sure" | "check" | "conflict" | "not_found" | "unsure" | "failed" | "waiting" | "confirmed" | "corrected" | "rejected" | "absent" | "disputed";

/**
 * How sure the rules are of the answer type.
 */
export type Certainty = "sure" | "guess" | "model" | "evidence" | "person";

/**
 * One thing looked at.
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
 * A time stamp in the trail, verified again.
 */
export type CheckedStamp = { 
/**
 * Sequence of its record.
 */
sequence: number, 
/**
 * What it says; none where it is not believed.
 */
stamp: Attached | null, 
/**
 * Why it is not believed.
 */
reason: string | null, };

/**
 * Who says which candidate is the answer. Without a reader's file it is the
 * model, and the record says so.
 */
export type ChooseWith = "reader" | "model" | "both";

/**
 * A checked citation, with what the documents' own data say of its place.
 */
export type Citation = { 
/**
 * How the quote begins and ends in its document.
 */
boundary: Boundary, 
/**
 * The date that the document speaks of: `2024-01-31`, or less of it.
 */
event_date: string | null, 
/**
 * `media_type` of the document; `section`, the innermost heading over
 * the first cited line, or null; and `said`, what somebody said of the
 * document, by key.
 */
metadata: { media_type?: string, section?: string | null, said?: Record<string, string> }, 
/**
 * Anchor of the chunk.
 */
anchor: string, 
/**
 * Document of the chunk.
 */
document_id: string, 
/**
 * Its title, for people.
 */
document_title: string, 
/**
 * 1-based page of the first cited line.
 */
page_number: number, 
/**
 * First cited line, 1-based and global over the document.
 */
line_start: number, 
/**
 * Last cited line.
 */
line_end: number, 
/**
 * The quoted words as they stand in the source lines (white space
 * collapsed); the whole lines where the span has no quote.
 */
quote: string, 
/**
 * Where the cited lines stand, one box a line; empty for formats
 * without positions.
 */
boxes: Array<PageBox>, };

/**
 * A passage that an answer cites.
 */
export type CitedPlace = { 
/**
 * The words.
 */
quote: string, 
/**
 * Page of the first line, from 1.
 */
page: number, 
/**
 * First line, from 1.
 */
line_start: number, 
/**
 * Last line.
 */
line_end: number, };

/**
 * A collection.
 */
export type Collection = { 
/**
 * What it is called.
 */
name: string, 
/**
 * Its documents, by their names.
 */
document_ids: Array<string>, 
/**
 * Questions that are asked of it where none are named: a set by its name, or a file.
 */
questions: string | null, 
/**
 * Answer type of questions that are asked of it, where none is named.
 */
answer_type: string | null, 
/**
 * The folder whose files the window imports into it for as long as it is open.
 */
watched_folder: string | null, };

/**
 * Two contestants over the same questions.
 */
export type ComparedPair = { 
/**
 * Name of the first.
 */
first: string, 
/**
 * Name of the second.
 */
second: string, 
/**
 * Questions.
 */
cases: number, 
/**
 * Questions on which both say the same.
 */
same_answer: number, 
/**
 * Both right.
 */
both_right: number, 
/**
 * Only the first.
 */
only_first: number, 
/**
 * Only the second.
 */
only_second: number, 
/**
 * Neither.
 */
neither: number, 
/**
 * Share right of the first less that of the second, -1..=1, with its interval.
 */
difference: Estimate, 
/**
 * p-value of McNemar's exact test, two-sided.
 */
p_value: number, 
/**
 * The same after Holm's correction over all pairs.
 */
p_value_corrected: number, 
/**
 * Whether the corrected p-value is at most 0.05.
 */
is_significant: boolean, 
/**
 * What that means, in words.
 */
verdict: string, };

/**
 * The questions.
 */
export type ComparedQuestions = { 
/**
 * How many.
 */
cases: number, 
/**
 * Those that their document answers.
 */
answerable: number, 
/**
 * Those it does not.
 */
unanswerable: number, 
/**
 * Documents they are about.
 */
documents: number, 
/**
 * By answer type.
 */
by_type: { [key in string]: number }, };

/**
 * A comparison.
 */
export type Comparison = { 
/**
 * What was asked of whom.
 */
plan: ComparisonPlan, 
/**
 * When the report was made: RFC 3339, UTC.
 */
made_at: string, 
/**
 * What is compared, in words.
 */
remarks: Array<string>, 
/**
 * The questions.
 */
questions: ComparedQuestions, 
/**
 * Each contestant, in the order of the plan.
 */
contestants: Array<ContestantSummary>, 
/**
 * Each pair of them.
 */
pairs: Array<ComparedPair>, 
/**
 * Where they differ.
 */
differences: Array<Disagreement>, };

/**
 * What is asked of whom: a comparison goes on only where all of this is the same.
 */
export type ComparisonPlan = { 
/**
 * [`FORMAT`].
 */
format: number, 
/**
 * Version of the program.
 */
program: string, 
/**
 * Name of the file of cases, without its folders.
 */
cases_file: string, 
/**
 * SHA-256 of it.
 */
cases_sha256: string, 
/**
 * How many of its cases are asked, in order of their documents.
 */
cases: number, 
/**
 * Whether the answer types are read from the questions.
 */
guess_types: boolean, 
/**
 * Version of the calibration.
 */
calibration_version: string, 
/**
 * SHA-256 of the calibration.
 */
calibration_sha256: string, 
/**
 * Where chance comes from: bootstrap draws, and the order of the blind comparison.
 */
seed: number, 
/**
 * Who is compared, in the order of the command line.
 */
contestants: Array<ContestantNote>, };

/**
 * How far a comparison is.
 */
export type ComparisonProgress = { 
/**
 * Documents are read before anything is asked.
 */
reading: boolean, 
/**
 * The document, or the contestant that is asked.
 */
what: string, 
/**
 * Documents read, or answers that are there.
 */
done: number, 
/**
 * In all.
 */
total: number, };

/**
 * A compiled schema.
 */
export type CompiledSchema = { 
/**
 * Where the rules of the grammar come from.
 */
rules: Array<RuleSource>, 
/**
 * The grammar.
 */
gbnf: string, 
/**
 * What becomes of each keyword, by JSON Pointer.
 */
report: Array<KeywordReport>, };

/**
 * Whether the shown lines end where the matter ends.
 */
export type Completeness = "bounded" | "truncated" | "unknown";

/**
 * One condition. Those on the same thing (two ranges of pages, two kinds) add
 * up; conditions on different things, and several dates, hold together.
 */
export type Condition = { "kind": "pages", 
/**
 * First page, from 1.
 */
first: number, 
/**
 * Last page, not before the first.
 */
last: number, } | { "kind": "lines", 
/**
 * First line, from 1.
 */
first: number, 
/**
 * Last line, not before the first.
 */
last: number, } | { "kind": "section", 
/**
 * `7.2(b)`, `IV`, `A`.
 */
number: string | null, 
/**
 * Words of the title.
 */
title: string | null, } | { "kind": "titled", 
/**
 * Words of the title, or a file name.
 */
words: string, } | { "kind": "dated", 
/**
 * `YYYY-MM-DD`; none: however early.
 */
from: string | null, 
/**
 * `YYYY-MM-DD`; none: however late.
 */
to: string | null, } | { "kind": "media_type", 
/**
 * `pdf`, `docx`, `sheet`, `html`, `mail`, `markdown`, `text`.
 */
media_type: string, } | { "kind": "metadata", 
/**
 * What was said something of: `client`.
 */
key: string, 
/**
 * What was said, in these very letters.
 */
value: string, };

/**
 * An answer.
 */
export type ContestantAnswer = { 
/**
 * Id of the case.
 */
case: string, 
/**
 * Name of the contestant.
 */
contestant: string, 
/**
 * When it was asked this question: first (1), second, ...
 */
position: number, 
/**
 * Its record in the audit trail; none where the request could not be used, or the
 * document not be read.
 */
record_id: string | null, 
/**
 * Whether it failed; then nothing was found, and it is not right.
 */
failed: boolean, 
/**
 * Whether anything was answered.
 */
found: boolean, 
/**
 * Answerable: exactly right; unanswerable: not answered.
 */
right: boolean, 
/**
 * With partial credit, 0..=1; none for an unanswerable case.
 */
partial: number | null, 
/**
 * The values, in the spelling of the evaluation set.
 */
values: unknown[], 
/**
 * The values in words.
 */
words: Array<string>, 
/**
 * What is cited for them.
 */
evidence: Array<CitedPlace>, 
/**
 * How many of the quotes stand in the lines they name.
 */
valid_citations: number, 
/**
 * Share of the gold evidence that is cited, 0..=1; none where the gold names none.
 */
evidence_cited: number | null, 
/**
 * The type answered with.
 */
answer_type: string, 
/**
 * What was decided, in the word of the record.
 */
decision: string, 
/**
 * Stated probability that what is answered is right, 0..=1.
 */
probability: number | null, 
/**
 * The refusal, or why it failed.
 */
message: string | null, 
/**
 * Where the time went.
 */
times: AnswerTimes, 
/**
 * Where the tokens went.
 */
tokens: TokensUsed, 
/**
 * The most memory that the contestant's workers had taken by then.
 */
memory: PeakMemory, 
/**
 * What the whole machine used meanwhile, in millionths of a joule; none where it does
 * not tell.
 */
energy_microjoules: number | null, };

/**
 * Who is compared: a model under a policy.
 */
export type ContestantNote = { 
/**
 * What it is called here; no other has the name.
 */
name: string, 
/**
 * Name of the answer model.
 */
model: string, 
/**
 * SHA-256 of the model's file; with an adapter, both hashes and how much of it counts.
 */
model_sha256: string, 
/**
 * Version of the policy.
 */
policy_version: string, 
/**
 * SHA-256 of the policy.
 */
policy_sha256: string, 
/**
 * Who chooses among the values that were found.
 */
choose_with: ChooseWith, };

/**
 * What is known of one contestant.
 */
export type ContestantSummary = { 
/**
 * Right of all: answered exactly, or rightly refused.
 */
right: Proportion, 
/**
 * Exactly right of the answerable.
 */
exact: Proportion, 
/**
 * Mean score of the answerable with partial credit, 0..=1.
 */
partial: Estimate, 
/**
 * Right, of those that were answered and can be.
 */
exact_when_answered: Proportion, 
/**
 * Answerable and not answered.
 */
missed: Proportion, 
/**
 * Unanswerable and answered all the same; lower is better.
 */
false_answers: Proportion, 
/**
 * Requests that failed.
 */
failed: Proportion, 
/**
 * Exactly right of the answerable, by answer type.
 */
exact_by_type: { [key in string]: Proportion }, 
/**
 * Rightly refused of the unanswerable, by answer type.
 */
refused_by_type: { [key in string]: Proportion }, 
/**
 * Quotes that stand in the lines they name.
 */
valid_citations: Proportion, 
/**
 * Answers given without any such quote.
 */
without_citation: Proportion, 
/**
 * Mean share of the gold evidence that is cited, over cases that name some, 0..=1.
 */
evidence_cited: Estimate, 
/**
 * Stated probabilities against what was right.
 */
reliability: Reliability, 
/**
 * The answer model's part.
 */
model_part: ModelPart, 
/**
 * Time, memory, energy.
 */
cost: AnswerCost, 
/**
 * What it is called here; no other has the name.
 */
name: string, 
/**
 * Name of the answer model.
 */
model: string, 
/**
 * SHA-256 of the model's file; with an adapter, both hashes and how much of it counts.
 */
model_sha256: string, 
/**
 * Version of the policy.
 */
policy_version: string, 
/**
 * SHA-256 of the policy.
 */
policy_sha256: string, 
/**
 * Who chooses among the values that were found.
 */
choose_with: ChooseWith, };

/**
 * A corrected value as a person gives it.
 */
export type Correction = { 
/**
 * JSON of the answer's type, or words: `USD 1,200`, `1 March 2024`, `yes`.
 */
value: string, 
/**
 * Where it stands.
 */
place: ReviewPlace, };

/**
 * A name and a number.
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
 * Decisions, as they stand in the record and the public response.
 */
export type Decision = "ship" | "broaden" | "rephrase" | "no_answer" | "conflict" | "clarify" | "reparse" | "review" | "failed";

/**
 * A fact that is another one now.
 */
export type Difference = { 
/**
 * The stage that it belongs to: `question`, `passages`, `choice`, `prompt`, `grammar`, `draft`,
 * `computation` or `answer`; `environment` for what an answer came about in.
 */
stage: string, 
/**
 * Its name in the record, with dots (`choice.signals.reader`).
 */
fact: string, 
/**
 * As it was recorded; null where it was not.
 */
recorded: unknown, 
/**
 * As it is now; null where it is not.
 */
now: unknown, };

/**
 * A question on which contestants say different things.
 */
export type Disagreement = { 
/**
 * Id of the case.
 */
case: string, 
/**
 * Its document, as the case names it.
 */
document: string, 
/**
 * Where the case is from.
 */
source: string, 
/**
 * The question.
 */
question: string, 
/**
 * The type it asks for.
 */
answer_type: string, 
/**
 * Whether the document answers it.
 */
answerable: boolean, 
/**
 * What is right, in words: alternatives of a single value, all items of a list.
 */
gold: Array<string>, 
/**
 * The quotes on which it stands.
 */
gold_evidence: Array<string>, 
/**
 * Whether one of the contestants is right and another is not.
 */
is_decisive: boolean, 
/**
 * What each says, in the order of the contestants.
 */
answers: Array<ContestantAnswer>, };

/**
 * What there is to a document besides its lines.
 */
export type DocumentDetail = { 
/**
 * As in the list.
 */
summary: DocumentSummary, 
/**
 * Whether its pages can be drawn.
 */
drawable: boolean, 
/**
 * Its pages.
 */
pages: Array<Page>, 
/**
 * Its headings, in order of their lines.
 */
sections: Array<Section>, 
/**
 * Its tables, in order of their lines.
 */
tables: Array<Table>, };

/**
 * A document in a list.
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
 * Number of pages.
 */
pages: number, 
/**
 * Pages whose words stand in pictures that nobody read.
 */
pages_without_text: number, 
/**
 * Number of lines.
 */
lines: number, 
/**
 * What a user should know of the reading.
 */
warnings: Array<string>, 
/**
 * RFC 3339, UTC.
 */
imported_at: string, 
/**
 * The date it speaks of, where one is known: `2024-01-31`, or less of it.
 */
event_date: string | null, 
/**
 * What is said of it, by key: `document_kind` (invoice, contract, ...) by the program where its
 * words tell it, anything else by somebody; `knowledge_type` decides which policies may
 * show it.
 */
metadata: { [key in string]: string }, 
/**
 * Names of the collections that it is in, sorted.
 */
collections: Array<string>, 
/**
 * Words that a person gave it, sorted.
 */
tags: Array<string>, 
/**
 * Other names that files with the same bytes were imported under, sorted.
 */
other_names: Array<string>, };

/**
 * What is past its period.
 */
export type DueThing = { 
/**
 * What.
 */
subject: KeptSubject, 
/**
 * The document's title, or what was asked; null where neither is there any more.
 */
words: string | null, 
/**
 * The day from which its period ran: `2026-01-31`.
 */
since: string, 
/**
 * The last day of its period.
 */
kept_until: string, 
/**
 * Record of the hold that keeps it; null where none does.
 */
held_by: string | null, };

/**
 * How a span ends.
 */
export type End = "sentence" | "open";

/**
 * How a keyword of a schema is kept.
 */
export type Enforcement = "enforced" | "annotation" | "residual";

/**
 * A figure that is no share, with its bootstrap interval at 95 %.
 */
export type Estimate = { 
/**
 * Over how many answers.
 */
of: number, 
/**
 * The figure; none over nothing.
 */
value: number | null, 
/**
 * Its interval, documents drawn whole; none with fewer than two documents, and where the
 * cases do not differ.
 */
interval: Interval | null, };

/**
 * A record of an answer, for people.
 */
export type Explanation = { 
/**
 * The record.
 */
record_id: string, 
/**
 * RFC 3339, UTC.
 */
time: string, 
/**
 * How the rules understand the question; none when it was erased.
 */
parsed: ParsedQuestion | null, 
/**
 * What was tried, in order.
 */
rounds: Array<Round>, 
/**
 * What was searched and read in vain; none where something was answered, and in records
 * of earlier versions.
 */
searched: SearchedInVain | null, 
/**
 * Terms of the question that the reader read as the document writes them in another
 * language, in words of the question's language; empty where it read the words as asked.
 */
terms_reworded: Array<string>, 
/**
 * Values that were weighed in the last round.
 */
candidates: number, 
/**
 * Probability (0 to 1) that the chosen one is right.
 */
probability: number | null, 
/**
 * From which probability on an answer was given; none where the record does not
 * say, as those of earlier versions.
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
 * Instructions, control tokens and the like in the passages.
 */
hostile_signs: Array<Count>, 
/**
 * The grammar; none when erased.
 */
grammar: string | null, 
/**
 * The prompt; none when erased.
 */
prompt: string | null, 
/**
 * The draft; none when erased.
 */
draft: string | null, 
/**
 * Attempts until a draft passed.
 */
attempts: number, 
/**
 * The firewall's score, 0 to 1.
 */
quality: number | null, 
/**
 * The program that answered, with its version; empty in records of earlier versions.
 */
program: string, 
/**
 * Name of the model, or of the reader where no model was asked; empty where neither was.
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
 * What [`crate::layout::convert`] makes of a model's file.
 */
export type Fast = { 
/**
 * Layout of the weights: `q8_0`.
 */
layout: string, 
/**
 * SHA-256 of the file that is made, lower-case hexadecimal.
 */
sha256: string, };

/**
 * How a model fits a machine.
 */
export type Fit = "fits" | "will_not_load";

/**
 * A line that words were found in.
 */
export type FoundLine = { 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title.
 */
document_title: string, 
/**
 * The page; none for formats without pages.
 */
page: number | null, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * Its text.
 */
text: string, };

/**
 * Passages that were found and not shown, all for one reason.
 */
export type HeldBack = { 
/**
 * `below_similarity`, `less_likely`, `near_duplicate`, `over_budget`, `per_document_cap`,
 * `max_chunks`.
 */
reason: string, 
/**
 * How many.
 */
count: number, 
/**
 * Which, best first; of records of earlier versions not known.
 */
passages: Array<Passage>, };

/**
 * A question that was asked before.
 */
export type HistoryEntry = { 
/**
 * Its record.
 */
record_id: string, 
/**
 * RFC 3339, UTC.
 */
time: string, 
/**
 * The question; none when it was erased.
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
 * What was decided: `ship`, `review`, `no_answer`, `not_sure`, ...
 */
decision: string, 
/**
 * The first value in words, all that contradict each other; none when there
 * is none, or it was erased.
 */
answer: string | null, };

/**
 * Why something is held or released, and who says so.
 */
export type HoldReason = { 
/**
 * In the person's words.
 */
reason: string, 
/**
 * The person's name; empty: the reviewer of the settings, where one is set.
 */
by: string, };

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
failure: Failure | null, 
/**
 * Why it was not tried.
 */
skipped: SkipReason | null, };

/**
 * How far the import of one file is.
 */
export type ImportState = "waiting" | "reading" | "done" | "already_there" | "failed" | "cancelled" | "skipped";

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
 * An interval at 95 %.
 */
export type Interval = { 
/**
 * Lower end.
 */
low: number, 
/**
 * Upper end.
 */
high: number, };

/**
 * What is kept, and for how long.
 */
export type Keeping = { 
/**
 * How long documents are kept from their import on: `90d`, `18m`, `10y`; null: for good.
 */
documents: string | null, 
/**
 * How long answers are kept.
 */
answers: string | null, 
/**
 * Oldest first.
 */
holds: Array<StandingHold>, 
/**
 * Documents first; at most 500.
 */
due: Array<DueThing>, 
/**
 * How many documents and answers are past their period in all.
 */
due_in_all: number, 
/**
 * How many of them nothing holds.
 */
due_free: number, 
/**
 * The last removed first.
 */
removed: Array<RemovedDocument>, };

/**
 * The checkpoint that this machine keeps of the trail.
 */
export type KeptCheckpoint = { "state": "none" } | { "state": "kept", 
/**
 * Its records.
 */
records: number, } | { "state": "out_of_reach", 
/**
 * What is wrong.
 */
reason: string, 
/**
 * What to do.
 */
help: string, } | { "state": "not_believed", 
/**
 * What is wrong with it.
 */
reason: string, 
/**
 * What to do.
 */
help: string, };

/**
 * A document or an answer.
 */
export type KeptSubject = { 
/**
 * Which of the two.
 */
what: KeptThing, 
/**
 * Id of the document, or of the answer's record.
 */
id: string, };

/**
 * What can be held, erased and kept for a period by itself.
 */
export type KeptThing = "document" | "answer";

/**
 * A key file that the vault has.
 */
export type KeyFile = { 
/**
 * Where it lies.
 */
path: string, 
/**
 * When the first backup was sealed with it, or one was put back: RFC 3339, UTC; null where no
 * record says so.
 */
since: string | null, 
/**
 * Erasures whose keys may still stand in it.
 */
waiting: number, 
/**
 * Why it cannot be used now; null where it is within reach.
 */
unusable: string | null, };

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
reason?: string, };

/**
 * One line of a document.
 */
export type Line = { 
/**
 * 1-based and global over the document, never per page.
 */
number: number, 
/**
 * 1-based page the line stands on; 1 for formats without pages.
 */
page: number, 
/**
 * The line's text: NFKC, without control characters, never containing a
 * newline. Empty lines of a text file stay, so numbers match the file.
 */
text: string, 
/**
 * Where the line stands on its page, where the format says so.
 */
bounds: Bounds | null, };

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
 * The kind of graphics processor that layers of the answer model can go to in this build
 * (`Vulkan`); null: none. Which there are is among the checks.
 */
graphics: string | null, 
/**
 * The installed Tesseract; null: none, so that pages without text stay
 * unread.
 */
ocr: string | null, };

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
 * What was measured.
 */
export type ModelBench = { 
/**
 * Checking the file's hash and loading it, in milliseconds; 0 for a model
 * that was loaded before.
 */
load_ms: number, 
/**
 * Tokens read in a second.
 */
prefill_tokens_per_second: number, 
/**
 * Tokens written in a second.
 */
decode_tokens_per_second: number | null, 
/**
 * Tokens of the text that was read.
 */
prompt_tokens: number, 
/**
 * Threads used.
 */
threads: number, };

/**
 * How a model fits this machine.
 */
export type ModelFit = { 
/**
 * Name of the model.
 */
name: string, 
/**
 * Context it was estimated for, in tokens.
 */
context_tokens: number, 
/**
 * Bytes needed.
 */
needed_bytes: number, 
/**
 * Bytes the machine can give; none where it does not say.
 */
available_bytes: number | null, 
/**
 * `fits` or `will_not_load`; none where the machine does not say.
 */
fit: Fit | null, 
/**
 * The largest context that fits, in tokens; 0: not even the weights fit.
 */
largest_context_tokens: number | null, };

/**
 * How many answers the answer model had a part in.
 */
export type ModelPart = { 
/**
 * It weighed values or wrote words.
 */
any: Proportion, 
/**
 * It weighed values that were found.
 */
weighed: Proportion, 
/**
 * It chose words of the answer.
 */
wrote: Proportion, };

/**
 * A known model.
 */
export type ModelSummary = { 
/**
 * Added by the person; the others stand in the catalogue.
 */
own: boolean, 
/**
 * Whether its file is where it should be (not whether it is sound).
 */
present: boolean, 
/**
 * Name used with `--model`.
 */
name: string, 
/**
 * File name below `models/` in the data directory, or an absolute path
 * for a model the user added.
 */
file: string, 
/**
 * SHA-256 of the file, lower-case hexadecimal.
 */
sha256: string, 
/**
 * Size of the file in bytes.
 */
size_bytes: number, 
/**
 * SPDX expression of the weights' licence, as far as known.
 */
licence: string, 
/**
 * In words: where the file comes from.
 */
source: string, 
/**
 * `general.architecture` of the header.
 */
architecture: string, 
/**
 * Longest context the model was trained for, in tokens.
 */
context_tokens: number, 
/**
 * Chat template by name; none: what the file brings.
 */
template: string | null, 
/**
 * Any of `answer`, `embedding`, `reader`, `rerank`, `draft`.
 */
purpose: Array<string>, 
/**
 * In words: what it is good for.
 */
recommended_for: string, 
/**
 * Estimate in bytes.
 */
minimum_memory_bytes: number, 
/**
 * Whether flash attention is faster for it, as measured on CPU.
 */
flash_attention: boolean, 
/**
 * The same weights in a layout that a CPU reads faster; see
 * [`crate::layout`].
 */
fast?: Fast | null, 
/**
 * What is put upon the model of this file; none: it is used as it is. Only models that a
 * person added have one.
 */
adapter?: Adapter | null, 
/**
 * Whether it is the default of its purposes.
 */
default: boolean, };

/**
 * A name and a hash.
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
 * What a person wants to be compared.
 */
export type NewComparison = { 
/**
 * Models by name, two at least.
 */
models: Array<string>, 
/**
 * File of the cases; null: what people said of answers.
 */
cases_file: string | null, 
/**
 * Folder of the comparison; one that was begun there goes on.
 */
folder: string, 
/**
 * As the program ships, a reader chooses among values; else each model chooses itself.
 */
as_shipped: boolean, };

/**
 * A review that a person gives.
 */
export type NewReview = { 
/**
 * The record of the answer.
 */
answer_id: string, 
/**
 * What is said of it.
 */
verdict: Verdict, 
/**
 * Who says it.
 */
reviewer: string, 
/**
 * Why; may be empty.
 */
reason: string, 
/**
 * The right value, with [`Verdict::Correct`] alone.
 */
correction: Correction | null, };

/**
 * What a table is made of.
 */
export type NewTable = { 
/**
 * What it is called.
 */
title: string, 
/**
 * Ids of documents, a row each.
 */
document_ids: Array<string>, 
/**
 * Questions, a column each.
 */
questions: Array<TableQuestion>, };

/**
 * A finished comparison and where it lies.
 */
export type OpenedComparison = { 
/**
 * Its folder.
 */
folder: string, 
/**
 * What came of it.
 */
comparison: Comparison, 
/**
 * What people said who chose between its answers without seeing whose they are; null where
 * nobody did.
 */
ratings: Ratings | null, };

/**
 * How long answers took of late.
 */
export type Pace = { 
/**
 * The middle one of them, in milliseconds.
 */
answer_ms: number, 
/**
 * How many answers that is taken from.
 */
answers: number, };

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
 * Letters that were read, white space not counted; 0 where the format
 * does not say.
 */
characters?: number, 
/**
 * How many of them have no known meaning: they stand as U+FFFD.
 */
unknown_characters?: number, 
/**
 * No text, and a picture on it: the words are in the picture, and only
 * OCR can read them. It stays so when OCR has read them ([`Page::is_unread`]).
 */
image_only?: boolean, 
/**
 * What the file says is printed on the page as its number (`iv`, `A-3`);
 * none where that is `number`, or nothing.
 */
label?: string | null, };

/**
 * A rectangle on a page.
 */
export type PageBox = { 
/**
 * 1-based page.
 */
page: number, 
/**
 * The rectangle, in points from the top left of the page.
 */
bounds: Bounds, };

/**
 * How a question was understood.
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
 * A passage that was shown to the model or held back.
 */
export type Passage = { 
/**
 * Its name in the prompt; none of one that was not shown.
 */
anchor: string | null, 
/**
 * The document.
 */
document_id: string, 
/**
 * Its title; none when it was removed.
 */
document_title: string | null, 
/**
 * The page its first line stands on; none for formats without pages, and
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
 * The most memory that workers have taken at once, each since it was started; none of one
 * that does not run, and where the system does not say.
 */
export type PeakMemory = { 
/**
 * The worker that holds the answer model, in bytes.
 */
model_bytes: number | null, 
/**
 * The worker that holds the reader, in bytes.
 */
reader_bytes: number | null, };

/**
 * Progress of one question.
 */
export type Progress = { 
/**
 * What is being done.
 */
stage: Stage, 
/**
 * Steps done (tokens, for the model's stages).
 */
done: number, 
/**
 * Steps in all, where known.
 */
total: number | null, 
/**
 * New text of the draft. Unchecked: to be shown as unchecked or not at
 * all.
 */
draft: string, };

/**
 * How many of how many.
 */
export type Proportion = { 
/**
 * How many.
 */
count: number, 
/**
 * Of how many.
 */
of: number, 
/**
 * The one through the other, 0..=1; none of nothing.
 */
share: number | null, 
/**
 * Wilson's interval of the share at 95 %; none of nothing.
 */
interval: Interval | null, };

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
 * A set of questions that is known by a name.
 */
export type QuestionSet = { 
/**
 * By which it is called.
 */
name: string, 
/**
 * What it is for, in words.
 */
title: string, 
/**
 * Number of its questions.
 */
questions: number, 
/**
 * The file that is read; none: the program's own copy.
 */
file: string | null, };

/**
 * Questions of a file or a set.
 */
export type QuestionsRead = { 
/**
 * What they are for; empty where that is not said.
 */
title: string, 
/**
 * The questions, in their order.
 */
questions: Array<TableQuestion>, 
/**
 * Names of fields that are not used.
 */
unused_fields: Array<string>, };

/**
 * An answer that waits for a person.
 */
export type QueueEntry = { 
/**
 * The record of the answer.
 */
answer_id: string, 
/**
 * When it was asked, RFC 3339, UTC.
 */
time: string, 
/**
 * The question.
 */
question: string, 
/**
 * The documents that were asked.
 */
document_ids: Array<string>, 
/**
 * Their names, where they are still there.
 */
documents: Array<string>, 
/**
 * Key of the type registry.
 */
answer_type: string, 
/**
 * What was answered, in words.
 */
value: string | null, 
/**
 * How far it can be trusted, and what was said of it.
 */
state: CellState, 
/**
 * Calibrated probability that it is right; none where nothing was chosen.
 */
probability: number | null, 
/**
 * Probability that it is wrong, 0 to 1.
 */
expected_error: number, 
/**
 * Values to check.
 */
cost: number, 
/**
 * How many people have reviewed it.
 */
reviewers: number, };

/**
 * What the queue is to hold.
 */
export type QueueRequest = { 
/**
 * Only the cells of this batch; none: every answer.
 */
batch_id: string | null, 
/**
 * Also answers that need nobody to look at them.
 */
all: boolean, 
/**
 * Also answers that others have reviewed, for a second opinion of this
 * person.
 */
second_opinion_of: string | null, 
/**
 * At most so many entries; 0: all.
 */
limit: number, };

/**
 * A contestant's rating.
 */
export type Rating = { 
/**
 * The contestant.
 */
contestant: string, 
/**
 * Points; the mean of all is 0.
 */
points: number, 
/**
 * Their interval at 95 %; none with decisions on fewer than two questions, and where all
 * decisions are alike.
 */
interval: Interval | null, 
/**
 * Decisions for it.
 */
won: number, 
/**
 * Decisions against it.
 */
lost: number, 
/**
 * Decisions for neither, `neither` included.
 */
tied: number, };

/**
 * The ratings of a folder.
 */
export type Ratings = { 
/**
 * Decisions.
 */
decisions: number, 
/**
 * Questions they are about.
 */
cases: number, 
/**
 * Highest first.
 */
ratings: Array<Rating>, };

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
 * It was erased.
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
 * Only of this day (`2026-01-31`, UTC) and later; null: since ever.
 */
from_day: string | null, 
/**
 * Only of this day and earlier; null: until now.
 */
to_day: string | null, 
/**
 * Only the cells of this batch; null: all.
 */
batch_id: string | null, 
/**
 * Only those in which these words stand: question, documents, answer, kind or id; empty: all.
 */
words: string, 
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
 * The documents that an answer was asked of, in words; null for other kinds.
 */
documents: string | null, 
/**
 * The first value of an answer, all that contradict each other; null where there is none,
 * and where it was erased.
 */
answer: string | null, 
/**
 * Of a batch and its cells.
 */
batch_id: string | null, 
/**
 * Of an answer; null for other kinds.
 */
decision: string | null, };

/**
 * Whether stated probabilities are right, over the answers given.
 */
export type Reliability = { 
/**
 * Answers given with a probability.
 */
answers: number, 
/**
 * Ten bins, those without an answer left out.
 */
bins: Array<ReliabilityBin>, 
/**
 * Expected calibration error, 0..=1.
 */
expected_calibration_error: number | null, 
/**
 * Brier score, 0..=1; lower is better.
 */
brier: number | null, };

/**
 * One bar of the reliability diagram.
 */
export type ReliabilityBin = { 
/**
 * Lower edge of the predicted probability; the bin is a tenth wide.
 */
from: number, 
/**
 * Cases in it.
 */
cases: number, 
/**
 * Mean predicted probability, 0..=1.
 */
predicted: number, 
/**
 * Share that is right, 0..=1.
 */
right: number, };

/**
 * A document that was removed from the list, with its bytes kept.
 */
export type RemovedDocument = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its title, where it was removed since the program was started; null otherwise.
 */
title: string | null, 
/**
 * RFC 3339, UTC.
 */
removed_at: string, };

/**
 * A recorded answer beside the one that is given now.
 */
export type Replay = { 
/**
 * The record.
 */
record_id: string, 
/**
 * The answer came about in the same way and is the same to the byte.
 */
equal: boolean, 
/**
 * What differs of the answer, in the order of the stages.
 */
differences: Array<Difference>, 
/**
 * What differs around it.
 */
environment: Array<Difference>, };

/**
 * The public response. Only with a [`RecordId`] is it one to show; without
 * (`PublicResponse<()>`) it is what the record keeps.
 */
export type Response = { 
/**
 * [`RESPONSE_VERSION`].
 */
version: string, 
/**
 * Id of the request.
 */
request_id: string, 
/**
 * The audit record that was committed before this was shown.
 */
record_id: string, 
/**
 * How the request ended.
 */
status: Status, 
/**
 * The answer in the form of its type's contract; none where there is none.
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
 * Milliseconds from the question to the record.
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
 * What was decided.
 */
decision: Decision, 
/**
 * Calibrated probability (0 to 1) that what is answered is right; none where
 * nothing was chosen.
 */
probability: number | null, 
/**
 * Whether what was shown holds the whole answer.
 */
context_completeness_strong: Completeness, 
/**
 * A person must look at it.
 */
needs_human_review: boolean, 
/**
 * What to mind, in words, most important first.
 */
flags: Array<string>, 
/**
 * The refusal or the reason of a failure, in words.
 */
message: string | null, 
/**
 * What code computed, with its steps; none where nothing was.
 */
computation: unknown, };

/**
 * What was done about what was past its period.
 */
export type RetentionApplied = { 
/**
 * So many documents and answers were erased.
 */
erased: number, 
/**
 * So many are held, and stay.
 */
held: number, };

/**
 * A review as it was recorded.
 */
export type Review = { 
/**
 * Its record.
 */
record_id: string, 
/**
 * The record of the answer.
 */
answer_id: string, 
/**
 * When, RFC 3339, UTC.
 */
time: string, 
/**
 * What is said.
 */
verdict: Verdict, 
/**
 * Who says it.
 */
reviewer: string, 
/**
 * Why; none where it was not said, or was erased.
 */
reason: string | null, 
/**
 * The right value.
 */
value: unknown, 
/**
 * The right value in words.
 */
words: string | null, 
/**
 * Where it stands.
 */
place: ReviewPlace | null, 
/**
 * What a person wrote was erased.
 */
erased: boolean, };

/**
 * Where a corrected value stands.
 */
export type ReviewPlace = { 
/**
 * The document.
 */
document_id: string, 
/**
 * First line, from 1.
 */
line_start: number, 
/**
 * Last line.
 */
line_end: number, 
/**
 * Words that stand in these lines; empty when given: all of them.
 */
quote: string, };

/**
 * The queue.
 */
export type ReviewQueue = { 
/**
 * In the order in which to look at them.
 */
entries: Array<QueueEntry>, 
/**
 * How many wait in all.
 */
waiting: number, 
/**
 * How many of those that are asked for have been reviewed.
 */
reviewed: number, 
/**
 * Errors that are expected among all that wait.
 */
expected_errors: number, };

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
 * Probability (0 to 1) that its best candidate is right.
 */
probability: number | null, 
/**
 * Passages that were shown in it.
 */
passages: Array<Passage>, };

/**
 * Where a rule of a grammar comes from.
 */
export type RuleSource = { 
/**
 * Name of the rule.
 */
rule: string, 
/**
 * JSON Pointer into the schema; none for rules of the compiler's own.
 */
pointer: string | null, 
/**
 * First line of the rule in the GBNF, from 1, its comment included.
 */
first_line: number, 
/**
 * Last line.
 */
last_line: number, };

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
 * A signed checkpoint that was written into a file.
 */
export type SavedCheckpoint = { 
/**
 * The file.
 */
path: string, 
/**
 * How many records it is of.
 */
records: number, 
/**
 * The key that it is believed by: `name+id+key`, which has to reach a verifier by another way than
 * the file.
 */
key: string, };

/**
 * How much of an adapter counts, in thousandths: a whole number, so that records and hashes
 * know it exactly.
 */
export type Scale = number;

/**
 * A sealed backup that was made.
 */
export type SealedCopy = { 
/**
 * The file.
 */
path: string, 
/**
 * Its key file.
 */
keys: string, 
/**
 * Documents and answers that have a key of their own in it.
 */
sealed: number, };

/**
 * What was searched and read in vain.
 */
export type SearchedInVain = { 
/**
 * Passages of the documents, within what a person set.
 */
passages: number, 
/**
 * Those that were searched by words.
 */
by_words: number, 
/**
 * Those that were searched by meaning.
 */
by_meaning: number, 
/**
 * Those that were read whole, in any round.
 */
read: number, 
/**
 * Pages whose words stand in pictures that nobody read.
 */
unread_pages: number, 
/**
 * Everything was read and nothing speaks of it.
 */
is_silent: boolean, 
/**
 * The passages that came nearest, best first.
 */
nearest: Array<Passage>, };

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
 * The line before the next heading of the same or a higher level.
 */
last_line: number, };

/**
 * A setting that an administrator can give and lock. Theme and size of text are none: how a
 * window looks is for the person who looks at it.
 */
export type SettingName = "policy_file" | "rates_file" | "answer_model" | "threads" | "gpu_layers";

/**
 * What a person has set. A field that is missing is as if never set.
 */
export type Settings = { 
/**
 * Theme.
 */
appearance: Appearance, 
/**
 * Size of text in percent of the normal, 100 to 200; 0 counts as 100.
 */
text_percent: number, 
/**
 * Threads for inference; none: as many as the machine has cores, at most
 * 8.
 */
threads: number | null, 
/**
 * Layers of the answer model for a graphics processor; none: as many as fit there, 0: none.
 * A build without support for one says so where it is more than 0.
 */
gpu_layers: number | null, 
/**
 * Policy file (TOML); none: the built-in policy.
 */
policy_file: string | null, 
/**
 * Exchange rates (TOML); none: nothing is converted.
 */
rates_file: string | null, 
/**
 * Model for answers, by name; none: the catalogue's default.
 */
answer_model: string | null, 
/**
 * Name of the person who reviews answers here; none: asked for.
 */
reviewer: string | null, 
/**
 * Minutes without a sign of the person after which the window locks an encrypted vault; 0:
 * never, none: [`LOCK_AFTER`]. A vault in clear is not locked.
 */
lock_minutes: number | null, };

/**
 * Why a file of a folder is not imported.
 */
export type SkipReason = "link" | "old_format" | "slides" | "unknown_format";

/**
 * Where a question stands.
 */
export type Stage = "retrieve" | "load_model" | "prefill" | "score" | "decode" | "validate" | "record";

/**
 * Time of one stage.
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
 * What the reviews of an answer say together.
 */
export type Standing = { 
/**
 * All of them, oldest first.
 */
reviews: Array<Review>, 
/**
 * What holds; none where nobody said anything, or people disagree.
 */
settled: Review | null, 
/**
 * Whether people say different things.
 */
disputed: boolean, };

/**
 * A hold that stands.
 */
export type StandingHold = { 
/**
 * Its record.
 */
record_id: string, 
/**
 * What it is over.
 */
subject: KeptSubject, 
/**
 * The document's title, or what was asked; null where neither is there any more.
 */
words: string | null, 
/**
 * RFC 3339, UTC.
 */
since: string, 
/**
 * Why; null where it was erased.
 */
reason: string | null, 
/**
 * Who said so; null where nobody said it.
 */
by: string | null, };

/**
 * How a span begins.
 */
export type Start = "paragraph" | "mid_sentence";

/**
 * How a request ended.
 */
export type Status = "OK" | "NO_EVIDENCE" | "FAILED";

/**
 * Rows and columns that a reader found.
 */
export type Table = { 
/**
 * First line of the table, headers included.
 */
first_line: number, 
/**
 * Last line, not less than `first_line`; it may stand on a later page.
 */
last_line: number, 
/**
 * How many of the first rows are column headings.
 */
header_rows: number, 
/**
 * From top to bottom; every row has as many cells as the widest.
 */
rows: Array<Array<Cell>>, };

/**
 * A cell that has an answer.
 */
export type TableCell = { 
/**
 * Index of its document.
 */
row: number, 
/**
 * Index of its question.
 */
column: number, 
/**
 * The record of the answer.
 */
record_id: string, 
/**
 * How far it can be trusted.
 */
state: CellState, 
/**
 * The value in words, a correction in place of the answer; the state where
 * there is none.
 */
words: string, 
/**
 * By which numbers and dates are sorted; none for other values.
 */
order: number | null, 
/**
 * The sum of money that it holds; none for other values, for several, and for none.
 */
amount: CellAmount | null, 
/**
 * Calibrated probability that it is right.
 */
probability: number | null, 
/**
 * Question, model, policy or program were changed since.
 */
stale: boolean, };

/**
 * A row's document.
 */
export type TableDocument = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name; none: it was removed.
 */
title: string | null, };

/**
 * What a run of a table tells.
 */
export type TableNews = { "kind": "progress", 
/**
 * Documents read, or cells asked.
 */
done: number, 
/**
 * In all.
 */
total: number, 
/**
 * Whether documents are read before anything is asked.
 */
reading: boolean, 
/**
 * Estimate of the seconds that remain.
 */
remaining_seconds: number | null, 
/**
 * The document under way.
 */
document: string, } | { "kind": "cell", 
/**
 * The cell.
 */
cell: TableCell, };

/**
 * One question of a batch.
 */
export type TableQuestion = { 
/**
 * Its name in the table; unique in the batch.
 */
id: string, 
/**
 * The question.
 */
question: string, 
/**
 * The answer type; none: guessed from the question.
 */
answer_type: string | null, 
/**
 * The shape; none: the type's own.
 */
answer_shape: string | null, 
/**
 * Labels for `classification`.
 */
labels: Array<string>, 
/**
 * A JSON Schema to answer with, instead of a type.
 */
schema: unknown, };

/**
 * A table in a list.
 */
export type TableSummary = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * When it was made, RFC 3339, UTC.
 */
created: string, 
/**
 * Rows.
 */
documents: number, 
/**
 * Columns.
 */
questions: number, 
/**
 * The batch that answered it last; none: it was not asked yet.
 */
batch_id: string | null, };

/**
 * Tokens through seconds.
 */
export type TokenSpeed = { 
/**
 * Answers whose stages came once each, and that are counted here.
 */
answers: number, 
/**
 * Tokens of prompts read in a second, those kept from before left out.
 */
read_per_second: number | null, 
/**
 * Tokens of values weighed in a second.
 */
weighed_per_second: number | null, 
/**
 * Tokens written in a second, forced ones included.
 */
written_per_second: number | null, };

/**
 * Tokens of a request.
 */
export type TokenUsage = { 
/**
 * Tokens of the prompt.
 */
prompt: number, 
/**
 * Tokens of the answer, forced and chosen.
 */
completion: number, 
/**
 * Sum of both.
 */
total: number, };

/**
 * Tokens of a run.
 */
export type TokensUsed = { 
/**
 * In the last prompt.
 */
prompt: number, 
/**
 * Of them kept from before.
 */
reused: number, 
/**
 * Of values that were weighed.
 */
scored: number, 
/**
 * Forced by the grammar.
 */
forced: number, 
/**
 * Drafted ahead by a smaller model; none is yet.
 */
drafted: number, 
/**
 * Of those accepted.
 */
accepted: number, 
/**
 * Chosen by the model.
 */
sampled: number, };

/**
 * What a person says of an answer.
 */
export type Verdict = "confirm" | "correct" | "reject" | "absent";

/**
 * A place where an instance breaks its schema.
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
 * What happened in a watched folder.
 */
export type WatchEvent = { "kind": "looked", 
/**
 * Files that are being written, or were new at this look: the next one takes them.
 */
waiting: number, } | { "kind": "imported", 
/**
 * Its name.
 */
name: string, 
/**
 * The document.
 */
document: DocumentSummary, 
/**
 * The same bytes were there before.
 */
already_there: boolean, } | { "kind": "failed", 
/**
 * Its name.
 */
name: string, 
/**
 * Why.
 */
failure: Failure, } | { "kind": "skipped", 
/**
 * Its name.
 */
name: string, 
/**
 * Why.
 */
reason: SkipReason, } | { "kind": "taken_out", 
/**
 * Its name.
 */
name: string, } | { "kind": "unreachable", 
/**
 * Why.
 */
failure: Failure, };

/**
 * News of a folder that is watched.
 */
export type WatchNews = { 
/**
 * The collection that it is watched for.
 */
collection: string, 
/**
 * What happened.
 */
event: WatchEvent, };

/**
 * What goes between tokens of the JSON that a grammar accepts.
 */
export type Whitespace = "spaced" | "compact" | "any";

/**
 * How far a long act is.
 */
export type WorkProgress = { 
/**
 * What is being done.
 */
stage: WorkStage, 
/**
 * Done of it, in bytes or tokens.
 */
done: number, 
/**
 * In all; none where the end is not known.
 */
total: number | null, };

/**
 * What is being done.
 */
export type WorkStage = "wait" | "verify" | "hash" | "copy" | "load" | "read" | "write" | "embed";

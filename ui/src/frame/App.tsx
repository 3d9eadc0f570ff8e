/** The window: documents, question and answer, evidence. */

import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { AnswerCard } from "../answer/AnswerCard";
import { AskProgress } from "../ask/AskProgress";
import { QuestionForm } from "../ask/QuestionForm";
import { useAsk } from "../ask/useAsk";
import type { AskState } from "../ask/useAsk";
import type { AnswerType, Backend, Citation, DocumentSummary } from "../backend/contract";
import { DocumentList } from "../document/DocumentList";
import { useDocuments } from "../document/useDocuments";
import { EvidencePane } from "../evidence/EvidencePane";
import type { View } from "../evidence/EvidencePane";
import { AuditCheck } from "./AuditCheck";
import { FailureNotice } from "./FailureNotice";
import { OfferedQuestions } from "./OfferedQuestions";
import { Welcome } from "./Welcome";

export function App({ backend }: { backend: Backend }): ReactNode {
  const documents = useDocuments(backend);
  const { state, ask, cancel } = useAsk(backend);
  const types = useAnswerTypes(backend);
  const [text, setText] = useState("");
  const [offered, setOffered] = useState<string[]>([]);
  const [answerType, setAnswerType] = useState<string | null>(null);
  const [citation, setCitation] = useState<Citation | null>(null);
  const [view, setView] = useState<View | null>(null);

  const { importPaths, attempt } = documents;
  const list = documents.list ?? [];
  const asked = list.filter(({ id }) => documents.chosen.has(id));

  function show(wanted: Citation): void {
    const total = list.find(({ id }) => id === wanted.document_id)?.lines ?? null;
    setCitation(wanted);
    setView({
      documentId: wanted.document_id,
      title: wanted.document_title,
      total,
      cited: {
        first: wanted.line_start,
        last: wanted.line_end,
        page: wanted.page_number,
        quote: wanted.quote,
      },
    });
  }

  /** The lines of an earlier answer are not evidence for the next one. */
  function forgetCitation(): void {
    setCitation(null);
    setView((before) => before && { ...before, cited: null });
  }

  function read(document: DocumentSummary): void {
    setCitation(null);
    setView({ documentId: document.id, title: document.title, total: document.lines, cited: null });
  }

  async function openImported(paths: string[]): Promise<DocumentSummary | undefined> {
    const [document] = await importPaths(paths);
    if (document) read(document);
    return document;
  }

  function offer(question: string): void {
    setText(question);
    document.getElementById("question")?.focus();
  }

  async function openSample(): Promise<void> {
    const sample = await attempt(() => backend.sampleDocument());
    if (!sample || !(await openImported([sample.path]))) return;
    setOffered(sample.questions);
    offer(sample.questions[0] ?? "");
  }

  async function openChosen(): Promise<void> {
    const paths = await attempt(() => backend.chooseDocuments());
    if (paths && paths.length > 0) await openImported(paths);
  }

  async function submit(): Promise<void> {
    forgetCitation();
    const documentIds = asked.map(({ id }) => id);
    const outcome = await ask({ text: text.trim(), documentIds, answerType });
    const [first] = outcome?.response.citations ?? [];
    if (first) show(first);
  }

  useDrops(backend, (paths) => void openImported(paths));

  const busy = documents.importing !== null;
  return (
    <div className="window">
      <header className="window-header">
        <h1>Attest</h1>
        {backend.notice && <span className="state warn">{backend.notice}</span>}
        <div className="end">
          <AuditCheck backend={backend} />
        </div>
      </header>
      <DocumentList
        documents={list}
        chosen={documents.chosen}
        importing={documents.importing}
        onChoose={documents.choose}
        onRead={read}
        onImport={() => void openChosen()}
        onSample={() => void openSample()}
      />
      <main className="ask" aria-label="Ask">
        {documents.list?.length === 0 ? (
          <Welcome
            busy={busy}
            onSample={() => void openSample()}
            onImport={() => void openChosen()}
          />
        ) : (
          <QuestionForm
            text={text}
            answerType={answerType}
            types={types}
            asking={state.kind === "asking"}
            target={inWords(asked)}
            onText={setText}
            onAnswerType={setAnswerType}
            onAsk={() => void submit()}
            onCancel={cancel}
          />
        )}
        <OfferedQuestions
          questions={offered.filter((question) => question !== text)}
          onChoose={offer}
        />
        {documents.failures.map((failure, index) => (
          <FailureNotice key={index} failure={failure} />
        ))}
        <Outcome state={state} shown={citation} onShow={show} />
      </main>
      <EvidencePane backend={backend} view={view} />
    </div>
  );
}

interface OutcomeProps {
  state: AskState;
  shown: Citation | null;
  onShow: (citation: Citation) => void;
}

function Outcome({ state, shown, onShow }: OutcomeProps): ReactNode {
  switch (state.kind) {
    case "idle":
      return null;
    case "asking":
      return <AskProgress progress={state.progress} cancelling={state.cancelling} />;
    case "answered":
      return (
        <AnswerCard question={state.question} outcome={state.outcome} shown={shown} onShow={onShow} />
      );
    case "cancelled":
      return (
        <div className="notice" role="status">
          <strong>Cancelled.</strong>
          <p>The question was not answered. Ask again when you like.</p>
        </div>
      );
    case "failed":
      return <FailureNotice failure={state.failure} />;
  }
}

function inWords(asked: DocumentSummary[]): string | null {
  const [only] = asked;
  if (!only) return null;
  return asked.length === 1 ? only.title : `${asked.length} documents`;
}

function useAnswerTypes(backend: Backend): AnswerType[] {
  const [types, setTypes] = useState<AnswerType[]>([]);
  useEffect(() => {
    // Without the list the chooser still offers to guess; a broken service
    // says so through the list of documents.
    backend.answerTypes().then(setTypes, () => setTypes([]));
  }, [backend]);
  return types;
}

function useDrops(backend: Backend, receive: (paths: string[]) => void): void {
  const latest = useRef(receive);
  useEffect(() => {
    latest.current = receive;
  });
  useEffect(() => backend.onDrop((paths) => latest.current(paths)), [backend]);
}

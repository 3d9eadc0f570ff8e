/** The real service, through Tauri's IPC. The only file that imports Tauri. */

import { Channel, invoke } from "@tauri-apps/api/core";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import type { Backend, Progress } from "./contract";

export function createTauriBackend(): Backend {
  return {
    notice: null,
    listDocuments: () => invoke("list_documents"),
    importDocument: (path) => invoke("import_document", { path }),
    chooseDocuments: () => invoke("choose_documents"),
    onDrop: listenForDrops,
    sampleDocument: () => invoke("sample_document"),
    answerTypes: () => invoke("answer_types"),
    ask: (question, report) => {
      const onProgress = new Channel<Progress>();
      onProgress.onmessage = report;
      return invoke("ask", {
        question: question.text,
        documentIds: question.documentIds,
        answerType: question.answerType,
        onProgress,
      });
    },
    cancelAsk: () => invoke("cancel_ask"),
    documentLines: (id, first, last) => invoke("document_lines", { id, first, last }),
    verifyAudit: () => invoke("verify_audit"),
  };
}

function listenForDrops(received: (paths: string[]) => void): () => void {
  const listening = getCurrentWebview().onDragDropEvent(({ payload }) => {
    if (payload.type === "drop" && payload.paths.length > 0) received(payload.paths);
  });
  return () => void listening.then((stop) => stop());
}

/** The real service, through Tauri's IPC. The only file that imports Tauri. */

import { Channel, invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import type { Backend } from "./backend";
import type { ComparisonProgress, ImportProgress, Progress, TableNews, WatchNews, WorkProgress } from "./wire";

export function createTauriBackend(): Backend {
  return {
    notice: null,
    documents: {
      list: () => invoke("list_documents"),
      detail: (id) => invoke("document_detail", { id }),
      lines: (id, first, last) => invoke("document_lines", { id, first, last }),
      search: (id, words) => invoke("search_document", { id, words }),
      searchAll: (words, limit) => invoke("search_documents", { words, limit }),
      embed: (report) => invoke("embed_documents", { onProgress: channel<WorkProgress>(report) }),
      cancelEmbed: () => invoke("cancel_embed"),
      picture: async (id, page, scale) => {
        const bytes = await invoke<ArrayBuffer>("page_picture", { id, page, scale });
        return new Blob([bytes], { type: "image/png" });
      },
      chooseFiles: () => invoke("choose_documents"),
      chooseFolder: () => invoke("choose_folder"),
      import: (paths, metadata, report) =>
        invoke("import_documents", { paths, metadata, onProgress: channel<ImportProgress>(report) }),
      cancelImport: () => invoke("cancel_import"),
      metadataRules: () => invoke("metadata_rules"),
      setMetadata: (id, metadata) => invoke("set_metadata", { id, metadata }),
      setTag: (id, tag, on) => invoke("set_tag", { id, tag, on }),
      remove: (id) => invoke("remove_document", { id }),
      restore: (id) => invoke("restore_document", { id }),
      erase: (id) => invoke("erase_document", { id }),
      sample: () => invoke("sample_document"),
      onOpened,
    },
    collections: {
      list: () => invoke("list_collections"),
      collect: (name, ids) => invoke("collect", { name, ids }),
      uncollect: (name, ids) => invoke("uncollect", { name, ids }),
      rename: (name, newName) => invoke("rename_collection", { name, newName }),
      remove: (name) => invoke("delete_collection", { name }),
      setQuestions: (name, set) => invoke("set_collection_questions", { name, set }),
      questions: (name) => invoke("collection_questions", { name }),
      chooseWatched: (name) => invoke("choose_watched_folder", { name }),
      stopWatching: (name) => invoke("stop_watching", { name }),
      watch: (report) => invoke("watch_folders", { onNews: channel<WatchNews>(report) }),
      pauseWatching: () => invoke("pause_watching"),
    },
    questions: {
      parse: (question) => invoke("parse_question", { question }),
      pace: (answerType) => invoke("pace", { answerType }),
      ask: (question, report) => invoke("ask", { question, onProgress: channel<Progress>(report) }),
      cancel: () => invoke("cancel_ask"),
      history: (documentId, limit) => invoke("history", { documentId, limit }),
      outcome: (recordId) => invoke("outcome", { recordId }),
      explain: (recordId) => invoke("explain", { recordId }),
      report: (recordId) => invoke("evidence_report", { recordId }),
      saveReport: (recordId) => invoke("save_report", { recordId }),
    },
    contracts: {
      types: () => invoke("answer_types"),
      detail: (name) => invoke("answer_type_detail", { name }),
      compile: (schema, whitespace) => invoke("compile_schema", { schema, whitespace }),
      test: (schema, whitespace, instance) => invoke("test_instance", { schema, whitespace, instance }),
      save: (name, schema) => invoke("save_answer_type", { name, schema }),
      remove: (name) => invoke("remove_answer_type", { name }),
    },
    models: {
      list: () => invoke("list_models"),
      fit: (name) => invoke("model_fit", { name }),
      check: (name, report) => invoke("check_model", { name, onProgress: channel<WorkProgress>(report) }),
      bench: (name, report) => invoke("bench_model", { name, onProgress: channel<WorkProgress>(report) }),
      cancelTrial: (name) => invoke("cancel_trial", { name }),
      add: (report) => invoke("add_model", { onProgress: channel<WorkProgress>(report) }),
      cancelAdd: () => invoke("cancel_add_model"),
    },
    audit: {
      list: (filter) => invoke("list_records", { filter }),
      detail: (id) => invoke("record_detail", { id }),
      verify: (noted, report) => invoke("verify_audit", { head: noted, onProgress: channel<WorkProgress>(report) }),
      cancelVerify: () => invoke("cancel_verify"),
      export: (withContents) => invoke("export_audit", { withContents }),
      savePack: (recordId) => invoke("save_pack", { recordId }),
      exportVault: () => invoke("export_vault"),
      backUp: () => invoke("back_up"),
      backUpSealed: (keys) => invoke("back_up_sealed", { keys }),
      keyFiles: () => invoke("key_files"),
      forgetKeys: (path) => invoke("forget_keys", { path }),
      saveCheckpoint: () => invoke("save_checkpoint"),
      requestStamp: () => invoke("request_stamp"),
      attachStamp: () => invoke("attach_stamp"),
      replay: (recordId, report) => invoke("replay", { recordId, onProgress: channel<WorkProgress>(report) }),
      cancelReplay: () => invoke("cancel_replay"),
    },
    keeping: {
      state: () => invoke("keeping"),
      hold: (subject, why) => invoke("hold", { subject, why }),
      release: (hold, why) => invoke("release", { hold, why }),
      setRetention: (documents, answers) => invoke("set_retention", { documents, answers }),
      applyRetention: () => invoke("apply_retention"),
    },
    tables: {
      sets: () => invoke("question_sets"),
      set: (name) => invoke("question_set", { name }),
      chooseQuestions: () => invoke("choose_questions"),
      list: () => invoke("list_tables"),
      keep: (id, table) => invoke("keep_table", { id, table }),
      remove: (id) => invoke("remove_table", { id }),
      open: (id) => invoke("table", { id }),
      cell: (id, row, column) => invoke("table_cell", { id, row, column }),
      run: (id, documents, report) => invoke("run_table", { id, documents, onNews: channel<TableNews>(report) }),
      pause: () => invoke("pause_table"),
      cancel: () => invoke("cancel_table"),
      export: (id, ending) => invoke("export_table", { id, ending }),
    },
    reviews: {
      queue: (request) => invoke("review_queue", { request }),
      give: (review) => invoke("review", { review }),
      standing: (answerId) => invoke("standing", { answerId }),
    },
    comparisons: {
      choose: () => invoke("choose_comparison"),
      read: (folder) => invoke("comparison", { folder }),
      chooseCases: () => invoke("choose_cases"),
      chooseFolder: () => invoke("choose_comparison_folder"),
      reviewed: () => invoke("reviewed_cases"),
      compare: (wanted, report) => invoke("compare", { wanted, onProgress: channel<ComparisonProgress>(report) }),
      cancel: () => invoke("cancel_compare"),
      blind: (folder) => invoke("blind_state", { folder }),
      decide: (folder, number, choice) => invoke("decide", { folder, number, choice }),
    },
    desk: {
      isLocked: () => invoke("is_locked"),
      isEncrypted: () => invoke("is_encrypted"),
      unlock: (passphrase) => invoke("unlock", { passphrase }),
      isInKeyring: () => invoke("is_in_keyring"),
      unlockByKeyring: () => invoke("unlock_by_keyring"),
      lock: () => invoke("lock"),
      settings: () => invoke("settings"),
      administered: () => invoke("administered"),
      change: (settings) => invoke("change_settings", { settings }),
      machine: () => invoke("machine"),
      checks: () => invoke("checks"),
      chooseFile: (kind) => invoke("choose_file", { kind }),
      chooseDataDirectory: () => invoke("choose_data_directory"),
      copy: (text) => navigator.clipboard.writeText(text),
    },
  };
}

function channel<T>(report: (message: T) => void): Channel<T> {
  const opened = new Channel<T>();
  opened.onmessage = report;
  return opened;
}

/** Files dropped on the window, given at the start, or by a second start of the program. */
function onOpened(received: (paths: string[]) => void, over: (held: boolean) => void): () => void {
  const drops = getCurrentWebview().onDragDropEvent(({ payload }) => {
    over(payload.type === "enter" || payload.type === "over");
    if (payload.type === "drop" && payload.paths.length > 0) received(payload.paths);
  });
  const starts = listen<string[]>("opened", ({ payload }) => received(payload));
  void invoke<string[]>("opened_at_start").then((paths) => {
    if (paths.length > 0) received(paths);
  });
  return () => {
    void drops.then((stop) => stop());
    void starts.then((stop) => stop());
  };
}

/** Tables of documents and questions, and what people say of answers. */

import type {
  NewReview,
  NewTable,
  QuestionSet,
  QuestionsRead,
  QueueRequest,
  Review,
  ReviewQueue,
  Standing,
  AnswerTable,
  TableCell,
  TableNews,
  TableSummary,
} from "./wire";

/** In which form a table is written. */
export type TableEnding = "xlsx" | "csv" | "parquet" | "jsonl";

export interface Tables {
  /** Ready-made sets of questions. */
  sets(): Promise<QuestionSet[]>;
  set(name: string): Promise<QuestionsRead>;
  /** Lets the person choose a file of questions; null when they change their mind. */
  chooseQuestions(): Promise<QuestionsRead | null>;
  /** Newest first. */
  list(): Promise<TableSummary[]>;
  /** Keeps a new table (null), or another form of one; what was answered stays. */
  keep(id: string | null, table: NewTable): Promise<TableSummary>;
  remove(id: string): Promise<void>;
  open(id: string): Promise<AnswerTable>;
  /** One cell as it is now, with what people say of it; null where it was not asked. */
  cell(id: string, row: number, column: number): Promise<TableCell | null>;
  /** Asks what is missing or stale, of the first documents or of all; false when it was ended. */
  run(id: string, documents: number | null, report: (news: TableNews) => void): Promise<boolean>;
  /** Ends `run` after the cell under way. */
  pause(): Promise<void>;
  /** Ends `run` at once; the cell under way is not done. */
  cancel(): Promise<void>;
  /** Asks where to, and writes the table; null when the person changes their mind. */
  export(id: string, ending: TableEnding): Promise<string | null>;
}

export interface Reviews {
  queue(request: QueueRequest): Promise<ReviewQueue>;
  /** Records what a person says of an answer; the answer stays as it is. */
  give(review: NewReview): Promise<Review>;
  standing(answerId: string): Promise<Standing>;
}

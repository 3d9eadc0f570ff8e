-- Step from format 1 to format 2: batches.

-- One run of documents x questions, and how many cells it has.
CREATE TABLE batch (
    id TEXT PRIMARY KEY,
    plan_sha256 TEXT NOT NULL,
    cells INTEGER NOT NULL,
    sequence INTEGER NOT NULL UNIQUE REFERENCES record (sequence)
) STRICT;
CREATE INDEX batch_by_plan ON batch (plan_sha256, sequence);

-- The record of each cell that is done: written with it, in one transaction.
-- A cell without a row is not done.
CREATE TABLE batch_cell (
    batch_id TEXT NOT NULL REFERENCES batch (id),
    ordinal INTEGER NOT NULL,
    sequence INTEGER NOT NULL UNIQUE REFERENCES record (sequence),
    PRIMARY KEY (batch_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER batch_is_never_changed BEFORE UPDATE ON batch
BEGIN SELECT RAISE(ABORT, 'a batch is never changed'); END;

CREATE TRIGGER batch_is_never_deleted BEFORE DELETE ON batch
BEGIN SELECT RAISE(ABORT, 'a batch is never deleted'); END;

CREATE TRIGGER batch_cell_is_never_changed BEFORE UPDATE ON batch_cell
BEGIN SELECT RAISE(ABORT, 'a cell of a batch is never changed'); END;

CREATE TRIGGER batch_cell_is_never_deleted BEFORE DELETE ON batch_cell
BEGIN SELECT RAISE(ABORT, 'a cell of a batch is never deleted'); END;

UPDATE format SET version = 2 WHERE id = 1;

-- Step from format 2 to format 3: vectors of chunks, event dates of documents.

-- An embedding model and the rule for what it embeds, and the length of its
-- vectors.
CREATE TABLE vector_model (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL
) STRICT;

-- The vector of a chunk: one signed byte each, times `scale`.
CREATE TABLE vector (
    model INTEGER NOT NULL REFERENCES vector_model (key),
    chunk INTEGER NOT NULL REFERENCES chunk (key) ON DELETE CASCADE,
    scale REAL NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (model, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_by_chunk ON vector (chunk);

-- The date a document speaks of, where somebody said it.
CREATE TABLE document_event (
    document_id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    date TEXT NOT NULL
) STRICT, WITHOUT ROWID;

UPDATE format SET version = 3 WHERE id = 1;

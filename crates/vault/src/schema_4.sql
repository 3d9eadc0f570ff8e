-- Step from format 3 to format 4: what a person says of a document, by name.

CREATE TABLE document_metadata (
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (document_id, key)
) STRICT, WITHOUT ROWID;

UPDATE format SET version = 4 WHERE id = 1;

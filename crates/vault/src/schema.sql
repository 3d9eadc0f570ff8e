-- Format 1 of attest.sqlite. docs/vault-format.md says what every column
-- means. Never changed: a new format is a step in a file of its own.

CREATE TABLE format (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
) STRICT;

-- Bytes by their SHA-256: sources of documents, prompts, grammars, drafts,
-- answers. Kept apart from the chain, so that they can be erased.
CREATE TABLE content (
    sha256 TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE document (
    id TEXT PRIMARY KEY REFERENCES content (sha256),
    title TEXT NOT NULL,
    media_type TEXT NOT NULL,
    page_count INTEGER NOT NULL,
    line_count INTEGER NOT NULL,
    source_size INTEGER NOT NULL,
    imported_at TEXT NOT NULL,
    frame TEXT NOT NULL
) STRICT;

CREATE TABLE line (
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    page INTEGER NOT NULL,
    text TEXT NOT NULL,
    bounds_left REAL,
    bounds_top REAL,
    bounds_right REAL,
    bounds_bottom REAL,
    PRIMARY KEY (document_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunk (
    key INTEGER PRIMARY KEY,
    chunk_id TEXT NOT NULL UNIQUE,
    document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (document_id, ordinal)
) STRICT;

CREATE VIRTUAL TABLE chunk_index USING fts5 (
    text,
    content = 'chunk',
    content_rowid = 'key',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
-- Deleted words leave the index at once, not at the next merge.
INSERT INTO chunk_index (chunk_index, rank) VALUES ('secure-delete', 1);

CREATE TABLE model (
    name TEXT PRIMARY KEY,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    metadata TEXT NOT NULL
) STRICT;

CREATE TABLE record (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    time TEXT NOT NULL,
    body TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX record_by_kind ON record (kind, sequence);

-- How many records there are and the hash of the last.
CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    records INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;

-- Which record holds which contents, and which documents' text those may
-- hold: what erasing a document must take along.
CREATE TABLE content_use (
    sequence INTEGER NOT NULL REFERENCES record (sequence),
    sha256 TEXT NOT NULL REFERENCES content (sha256),
    PRIMARY KEY (sequence, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_use_by_content ON content_use (sha256);

CREATE TABLE document_use (
    document_id TEXT NOT NULL,
    sequence INTEGER NOT NULL REFERENCES record (sequence),
    PRIMARY KEY (document_id, sequence)
) STRICT, WITHOUT ROWID;

-- One record per request and run.
CREATE TABLE answer (
    request_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    sequence INTEGER NOT NULL REFERENCES record (sequence),
    PRIMARY KEY (request_id, run_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER record_is_never_changed BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;

CREATE TRIGGER record_is_never_deleted BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;

-- INSERT OR REPLACE deletes without the delete trigger unless
-- recursive_triggers is on, and that is a setting of each connection.
CREATE TRIGGER record_is_only_appended BEFORE INSERT ON record
BEGIN
    SELECT RAISE(ABORT, 'a record with this id is already there')
    WHERE EXISTS (SELECT 1 FROM record WHERE id = NEW.id OR hash = NEW.hash);
    SELECT RAISE(ABORT, 'a record is appended after the last one')
    WHERE NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM record);
END;

CREATE TRIGGER head_moves_one_on BEFORE UPDATE ON head
WHEN NEW.id IS NOT OLD.id OR NEW.records IS NOT OLD.records + 1
BEGIN SELECT RAISE(ABORT, 'the head moves one record on'); END;

CREATE TRIGGER head_is_never_deleted BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'the head is never deleted'); END;

CREATE TRIGGER head_is_one BEFORE INSERT ON head
WHEN EXISTS (SELECT 1 FROM head)
BEGIN SELECT RAISE(ABORT, 'there is one head'); END;

CREATE TRIGGER content_is_never_changed BEFORE UPDATE ON content
BEGIN SELECT RAISE(ABORT, 'content is never changed'); END;

CREATE TRIGGER answer_is_never_changed BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'an answer is never changed'); END;

CREATE TRIGGER answer_is_never_deleted BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'an answer is never deleted'); END;

INSERT INTO format (id, version) VALUES (1, 1);
INSERT INTO head (id, records, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

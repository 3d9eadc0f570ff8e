-- The tables of a sealed backup beside those of a vault that hold no words.
-- docs/vault-format.md says what every column means.

CREATE TABLE sealed_backup (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format INTEGER NOT NULL,
    vault_format INTEGER NOT NULL,
    keys_id TEXT NOT NULL,
    keys_version INTEGER NOT NULL
) STRICT;

-- Keys that open something together, by their names in the key file.
CREATE TABLE sealed_set (
    number INTEGER PRIMARY KEY,
    keys TEXT NOT NULL
) STRICT;

-- A document's rows, or a content, under a key of its own.
CREATE TABLE sealed (
    name TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

-- That key, once for each set that opens it.
CREATE TABLE sealed_way (
    name TEXT NOT NULL REFERENCES sealed (name),
    sealed_set INTEGER NOT NULL REFERENCES sealed_set (number),
    wrapped BLOB NOT NULL,
    PRIMARY KEY (name, sealed_set)
) STRICT, WITHOUT ROWID;

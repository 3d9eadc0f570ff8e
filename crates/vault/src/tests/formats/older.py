#!/usr/bin/env python3
"""Write format_1.sqlite to format_3.sqlite beside this file.

format_4.sqlite and format_5.sqlite were written by the programs of their time. format_6.sqlite is
format_4.sqlite as the program of format 6 led it on. format_7.sqlite was written by `attest docs
add`, `ask`, `docs collect`, `review accept` and `docs remove --erase`; format_7_encrypted.sqlite
and its key are the same after `attest vault encrypt`, with the passphrase that stands in
upgrade.rs; format_8.sqlite was written in the same way, with `docs hold` and `vault retention set`. No executable of the formats before is kept, so 1 to 3 are made with the SQL of their
time, which the steps in the sources still are (schema.sql, schema_2.sql, schema_3.sql), and hold
the rows of format_4.sqlite that they have tables for. Run: python3 older.py
"""

import pathlib
import sqlite3

FOLDER = pathlib.Path(__file__).resolve().parent
SOURCES = FOLDER.parent.parent
STEPS = ["schema.sql", "schema_2.sql", "schema_3.sql"]
TABLES = ["content", "document", "line", "chunk", "model", "content_use", "document_use", "answer"]
APPLICATION_ID = 0x41545354
SECURE_DELETE = "INSERT INTO chunk_index (chunk_index, rank) VALUES ('secure-delete', 1);"


def columns(database, table):
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def write(number):
    path = FOLDER / f"format_{number}.sqlite"
    path.unlink(missing_ok=True)
    newer = sqlite3.connect(f"file:{FOLDER / 'format_4.sqlite'}?mode=ro&immutable=1", uri=True)
    older = sqlite3.connect(path)
    for step in STEPS[:number]:
        sql = (SOURCES / step).read_text(encoding="utf-8")
        # Python's SQLite may be too old for it; it is put in below.
        assert (SECURE_DELETE in sql) == (step == STEPS[0])
        older.executescript(sql.replace(SECURE_DELETE, ""))
    for row in newer.execute("SELECT * FROM record ORDER BY sequence").fetchall():
        older.execute(f"INSERT INTO record VALUES ({', '.join('?' * len(row))})", row)
        older.execute("UPDATE head SET records = ?, hash = ?", (row[0], row[-1]))
    for table in TABLES:
        names = ", ".join(columns(older, table))
        for row in newer.execute(f"SELECT {names} FROM {table} ORDER BY 1").fetchall():
            older.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", row)
    older.execute("INSERT INTO chunk_index (rowid, text) SELECT key, text FROM chunk")
    older.execute("INSERT INTO chunk_index_config VALUES ('secure-delete', 1)")
    older.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    older.execute(f"PRAGMA user_version = {number}")
    older.commit()
    older.execute("VACUUM")
    older.close()


for number in (1, 2, 3):
    write(number)

-- Step from format 4 to format 5: the Merkle tree over the records. Filled
-- from the records that are there when a file is led to this format.

-- The hash of the whole subtree over the records from position * 2^level + 1
-- on, 2^level of them. Level 0 are the leaves.
CREATE TABLE tree_node (
    level INTEGER NOT NULL,
    position INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tree_node_is_never_changed BEFORE UPDATE ON tree_node
BEGIN SELECT RAISE(ABORT, 'a node of the tree is never changed'); END;

CREATE TRIGGER tree_node_is_never_deleted BEFORE DELETE ON tree_node
BEGIN SELECT RAISE(ABORT, 'a node of the tree is never deleted'); END;

CREATE TRIGGER tree_node_is_only_appended BEFORE INSERT ON tree_node
WHEN NEW.position IS NOT (SELECT coalesce(max(position), -1) + 1 FROM tree_node WHERE level = NEW.level)
BEGIN SELECT RAISE(ABORT, 'a node is appended after the last of its level'); END;

UPDATE format SET version = 5 WHERE id = 1;

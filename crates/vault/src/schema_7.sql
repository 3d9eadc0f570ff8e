-- Step to the format with reviews: which answer a review is about.

-- Both are records; the second is that of the answer.
CREATE TABLE review (
    sequence INTEGER PRIMARY KEY REFERENCES record (sequence),
    answer INTEGER NOT NULL REFERENCES record (sequence)
) STRICT;
CREATE INDEX review_by_answer ON review (answer, sequence);

CREATE TRIGGER review_is_never_changed BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'a review is never changed'); END;

CREATE TRIGGER review_is_never_deleted BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'a review is never deleted'); END;

UPDATE format SET version = 7 WHERE id = 1;

-- Step from format 5 to format 6: what is said of a document and the vectors
-- of its passages are bound by records. No table changes; the records that
-- bind what an older format left are written by the program when a file is
-- led to this format.

UPDATE format SET version = 6 WHERE id = 1;

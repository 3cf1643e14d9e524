-- Made first, as else the names could mean those of another store, in the schema main of the same database.
CREATE OR REPLACE VIEW chosen_updates AS SELECT 1;
CREATE OR REPLACE VIEW dated_updates AS SELECT 1;
CREATE OR REPLACE MACRO standing(a) AS TABLE SELECT a;
CREATE OR REPLACE VIEW known_rows AS SELECT 1;
DROP VIEW chosen_updates;
DROP VIEW dated_updates;
DROP MACRO TABLE standing;
DROP VIEW known_rows;

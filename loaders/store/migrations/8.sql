DROP VIEW IF EXISTS chosen_updates;
DROP VIEW IF EXISTS dated_updates;
DROP MACRO TABLE IF EXISTS standing;
DROP VIEW IF EXISTS known_rows;

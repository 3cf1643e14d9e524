DROP VIEW IF EXISTS chosen_updates;
DROP VIEW IF EXISTS dated_updates;

DROP TABLE known_fields;
DROP TABLE drift;

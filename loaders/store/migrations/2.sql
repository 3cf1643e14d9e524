CREATE TABLE running_loads (
  loadId UUID NOT NULL,
  hostname VARCHAR NOT NULL,
  pid INTEGER NOT NULL,
  birth VARCHAR
);

import {pathToFileURL} from "node:url";
import {common, type Dialect, type FileTable, quoted} from "./dialect.js";

const every = ({folder, daily}: FileTable) => quoted(`${folder}/${daily ? "date=*/" : ""}*.parquet`);
const urlOf = (folder: string) => (folder.includes("://") ? folder : pathToFileURL(folder).href);
const listed = ({columns}: FileTable) => columns.map(({name}) => name).join(", ");
const plain = ["BIGINT", "BOOLEAN", "DOUBLE", "INTEGER", "VARCHAR"];
const sameTypes = Object.fromEntries(plain.map((type) => [type, type]));

/** DuckDB itself, elsewhere. */
const duckdb: Dialect = {
  types: {
    ...sameTypes,
    ...{HUGEINT: "HUGEINT", UBIGINT: "UBIGINT", JSON: "JSON", UUID: "UUID", TIMESTAMP: "TIMESTAMP"},
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMP WITH TIME ZONE"
  },
  functions: {
    ...common,
    ...Object.fromEntries(
      [
        "arg_max",
        "arg_max_null",
        "arg_min",
        "epoch_us",
        "histogram",
        "isfinite",
        "ln",
        "map_entries",
        "now",
        "struct_extract",
        "trunc"
      ].map((name) => [name, name])
    ),
    quantile_cont: ([value, ...shares]) => `quantile_cont(${value}, [${shares.join(", ")}])`,
    row: "row"
  },
  casts: {"TIMESTAMP WITH TIME ZONE→TIMESTAMP": "($1 AT TIME ZONE 'UTC')"},
  tryCast: "TRY_CAST($1 AS $2)",
  quote: '"',
  unnest: {column: "unnest($1)"},
  files: (table) => [
    `CREATE OR REPLACE VIEW ${table.name} AS
SELECT ${listed(table)} FROM read_parquet(${every(table)}, hive_partitioning = false)`
  ]
};

const clickhouseTypes: Record<string, string> = {
  ...{BIGINT: "Int64", BOOLEAN: "Bool", DOUBLE: "Float64", INTEGER: "Int32", VARCHAR: "String"},
  ...{HUGEINT: "Int128", UBIGINT: "UInt64", JSON: "String", UUID: "String"}, // its own UUID sorts by its second half
  ...{TIMESTAMP: "DateTime64(6, 'UTC')", "TIMESTAMP WITH TIME ZONE": "DateTime64(6, 'UTC')"}
};

/** ClickHouse: tested against version 26.7. */
const clickhouse: Dialect = {
  types: Object.fromEntries(Object.entries(clickhouseTypes).map(([name, type]) => [name, `Nullable(${type})`])),
  functions: {
    ...common,
    arg_max: "argMax",
    arg_max_null: "tupleElement(argMax(tuple($1), $2), 1)",
    arg_min: "argMin",
    epoch_us: "toUnixTimestamp64Micro",
    histogram: "sumMapIf(map(assumeNotNull($1), toUInt64(1)), isNotNull($1))",
    isfinite: "isFinite",
    lag: "lag(toNullable($1))", // else the instant before the first one is 1970
    lead: "lead(toNullable($1))",
    ln: "log",
    map_entries: "arrayZip(mapKeys($1), mapValues($1))",
    now: "now64(6, 'UTC')$*",
    quantile_cont: ([value, ...shares]) =>
      `arrayMap(q -> if(isNaN(q), NULL, q), quantilesExactInclusive(${shares.join(", ")})(${value}))`,
    row: "tuple",
    struct_extract: ([row, name]) => `tupleElement(${row}, ${name === "'key'" ? 1 : 2})`,
    trunc: "trunc"
  },
  tryCast: "toFloat64OrNull($1)",
  mayLackRows: "toNullable($1)",
  quote: "`",
  unnest: {column: "arrayJoin($1)"},
  settings: "SETTINGS join_use_nulls = 1",
  files(table) {
    const typeOf = (type: string, nullable: boolean) => (nullable ? this.types[type] : clickhouseTypes[type]);
    const columns = table.columns.map(({name, type, nullable}) => `${name} ${typeOf(type, nullable)}`);
    const from = table.folder.includes("://") ? "s3" : "file";
    return [
      `CREATE OR REPLACE VIEW ${table.name} AS
SELECT ${listed(table)} FROM ${from}(${every(table)}, 'Parquet', ${quoted(columns.join(", "))})`
    ];
  }
};

/** Trino, over its Hive connector. */
const trino: Dialect = {
  types: {
    ...sameTypes,
    ...{HUGEINT: "DECIMAL(38, 0)", UBIGINT: "BIGINT", JSON: "VARCHAR", UUID: "VARCHAR"},
    ...{TIMESTAMP: "TIMESTAMP(6)", "TIMESTAMP WITH TIME ZONE": "TIMESTAMP(6)"}
  },
  functions: {
    ...common,
    arg_max: "max_by($1, CASE WHEN $1 IS NOT NULL THEN $2 END)",
    arg_max_null: "max_by($1, $2)",
    arg_min: "min_by($1, CASE WHEN $1 IS NOT NULL THEN $2 END)",
    epoch_us: "CAST(round(to_unixtime($1) * 1e6) AS BIGINT)",
    histogram: "histogram",
    isfinite: "is_finite",
    ln: "ln",
    map_entries: "transform(map_entries($1), e -> ROW(e))", // each entry is one column then
    now: "CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))$*",
    quantile_cont: ([value, ...shares]) =>
      quantileOf(`array_agg(${value} ORDER BY ${value}) FILTER (WHERE ${value} IS NOT NULL)`, shares),
    row: "ROW",
    struct_extract: ([row, name]) => `${row}[${name === "'key'" ? 1 : 2}]`,
    trunc: "truncate"
  },
  tryCast: "TRY_CAST($1 AS $2)",
  quote: '"',
  unnest: {column: "$2", table: "CROSS JOIN UNNEST($1) AS u($2)"},
  files({name, folder, daily, columns}) {
    const typed = columns.map((column) => `${column.name} ${this.types[column.type]}`);
    if (daily) typed.push("date VARCHAR");
    const partitioned = daily ? ", partitioned_by = ARRAY['date']" : "";
    const create = `CREATE TABLE IF NOT EXISTS ${name} (${typed.join(", ")})
WITH (format = 'PARQUET', external_location = ${quoted(urlOf(folder))}${partitioned})`;
    const sync = `CALL system.sync_partition_metadata(CURRENT_SCHEMA, ${quoted(name)}, 'FULL')`;
    return daily ? [create, sync] : [create];
  }
};

// Trino has no exact quantiles: the items on both sides of the place in a sorted list, as quantile_cont takes them.
function quantileOf(list: string, shares: readonly string[]): string {
  const place = "(cardinality(v) - 1) * q";
  const item = (round: string) => `v[CAST(${round}(${place}) AS INTEGER) + 1]`;
  const between = `${item("floor")} + (${place} - floor(${place})) * (${item("ceil")} - ${item("floor")})`;
  return `transform(ARRAY[${list}], v -> transform(ARRAY[${shares
    .map(Number)
    .map((q) => q.toExponential())
    .join(", ")}], q -> ${between}))[1]`;
}

/** Spark SQL, from version 3.5 on. */
const spark: Dialect = {
  before: ["SET TIME ZONE 'UTC'"],
  types: {
    ...{BIGINT: "BIGINT", BOOLEAN: "BOOLEAN", DOUBLE: "DOUBLE", INTEGER: "INT", VARCHAR: "STRING"},
    ...{HUGEINT: "DECIMAL(38, 0)", UBIGINT: "BIGINT", JSON: "STRING", UUID: "STRING"},
    ...{TIMESTAMP: "TIMESTAMP", "TIMESTAMP WITH TIME ZONE": "TIMESTAMP"}
  },
  functions: {
    ...common,
    arg_max: "max_by($1, CASE WHEN $1 IS NOT NULL THEN $2 END)",
    arg_max_null: "max_by($1, $2)",
    arg_min: "min_by($1, CASE WHEN $1 IS NOT NULL THEN $2 END)",
    array_extract: "element_at($1, $2)",
    epoch_us: "unix_micros",
    // The aggregate is a list of one list: a lambda may not have one.
    histogram:
      "transform(array(collect_list($1)), l -> map_from_entries(transform(array_distinct(l), b -> struct(b AS key, CAST(size(filter(l, x -> x = b)) AS BIGINT) AS value))))[0]",
    isfinite: "(abs($1) < CAST('Infinity' AS DOUBLE))", // NaN is larger than infinity there
    ln: "ln",
    map_entries: "map_entries",
    now: "current_timestamp",
    quantile_cont: ([value, ...shares]) => `percentile(${value}, array(${shares.join(", ")}))`,
    row: "struct",
    struct_extract: ([row, name]) => `${row}.${name?.slice(1, -1)}`,
    trunc: "(CASE WHEN $1 < 0 THEN ceil($1) ELSE floor($1) END)"
  },
  tryCast: "TRY_CAST($1 AS $2)",
  quote: "`",
  unnest: {column: "explode($1)"},
  files(table) {
    const folder = urlOf(table.folder).replace(/^s3:/, "s3a:");
    return [`CREATE OR REPLACE VIEW ${table.name} AS\nSELECT ${listed(table)} FROM parquet.\`${folder}\``];
  }
};

/** The engines that statements are printed for. */
export const dialects = {clickhouse, duckdb, spark, trino};

export type Engine = keyof typeof dialects;

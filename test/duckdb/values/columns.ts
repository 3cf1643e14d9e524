import fc from "fast-check";

/** A type of SQL, and some values of it as SQL, among them NULL. */
export interface Column {
  type: string;
  values: string[];
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const digits = (min: bigint, max: bigint) => fc.bigInt({min, max}).map(String);
const signed = (bits: bigint) => digits(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n);
const unsigned = (bits: bigint) => digits(0n, 2n ** bits - 1n);
const date = fc
  .date({min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true})
  .map((d) => d.toISOString().slice(0, -1).replace("T", " "));
const small = fc.integer({min: -99, max: 99});
const leaves: readonly (readonly [type: string, value: fc.Arbitrary<string>])[] = [
  ["BOOLEAN", fc.boolean().map(String)],
  ...([8n, 16n, 32n, 64n] as const).flatMap((bits, i) => {
    const name = ["TINYINT", "SMALLINT", "INTEGER", "BIGINT"][i] ?? "";
    return [[name, signed(bits)] as const, [`U${name}`, unsigned(bits)] as const];
  }),
  ["HUGEINT", digits(-(2n ** 127n) + 1n, 2n ** 127n - 1n)],
  ["UHUGEINT", unsigned(128n)],
  ["BIGNUM", digits(-(10n ** 40n), 10n ** 40n)],
  ["DOUBLE", fc.double().map((n) => text(String(n)))],
  ["FLOAT", fc.float().map((n) => text(String(n)))],
  ["DECIMAL(4,1)", digits(-9999n, 9999n).map((n) => `${Number(n) / 10}`)],
  ["DECIMAL(30,6)", digits(-(10n ** 12n), 10n ** 12n).map((n) => `${Number(n) / 1e6}`)],
  ["VARCHAR", fc.string({unit: "grapheme", maxLength: 6}).map((s) => text(s.replaceAll("\0", "")))],
  ["UUID", fc.uuid().map(text)],
  ["BLOB", fc.uint8Array({maxLength: 5}).map((b) => `unhex('${Buffer.from(b).toString("hex")}')`)],
  ["BIT", fc.stringMatching(/^[01]{1,20}$/).map(text)],
  ["ENUM('a', 'it''s')", fc.constantFrom("'a'", "'it''s'")],
  ["DATE", date.map((d) => text(d.slice(0, 10)))],
  ...["", "_MS", "_NS"].map((unit) => [`TIMESTAMP${unit}`, date.map(text)] as const),
  ["TIMESTAMP_S", date.map((d) => text(d.slice(0, 19)))],
  ["TIMESTAMP WITH TIME ZONE", date.map((d) => text(`${d}+00`))],
  ["TIME", date.map((d) => text(d.slice(11)))],
  ["TIME_NS", date.map((d) => text(`${d.slice(11)}456789`))],
  [
    "INTERVAL",
    fc.tuple(small, small, fc.integer()).map(([m, d, us]) => `to_months(${m}) + to_days(${d}) + to_microseconds(${us})`)
  ]
];

/** Columns of any type that a page can be given, nested so deep. */
export function column(depth: number): fc.Arbitrary<Column> {
  const leaf = fc.constantFrom(...leaves).chain(([type, value]) => some(type, value));
  if (depth === 0) return leaf;
  const nested = fc.tuple(column(depth - 1), leaf).chain(([a, b]) => {
    const [x, y] = [fc.constantFrom(...a.values), fc.constantFrom(...b.values)];
    const key = y.filter((value) => value !== "NULL");
    const kinds: [type: string, value: fc.Arbitrary<string>][] = [
      [`${a.type}[]`, fc.array(x, {maxLength: 3}).map((items) => `[${items}]`)],
      [`${a.type}[2]`, fc.tuple(x, x).map((items) => `[${items}]`)],
      [`STRUCT("a b" ${a.type}, "with" ${b.type})`, fc.tuple(x, y).map(([p, q]) => `{'a b': ${p}, 'with': ${q}}`)],
      [`MAP(${b.type}, ${a.type})`, fc.tuple(key, x).map(([k, v]) => `MAP([${k}], [${v}])`)],
      [`UNION(one ${a.type}, "o'ther" ${b.type})`, y.map((other) => `union_value("o'ther" := ${other}::${b.type})`)]
    ];
    return fc.constantFrom(...kinds).chain(([type, value]) => some(type, value));
  });
  return fc.oneof({arbitrary: leaf, weight: 1}, {arbitrary: nested, weight: 5});
}

function some(type: string, value: fc.Arbitrary<string>): fc.Arbitrary<Column> {
  return fc
    .array(value, {minLength: 1, maxLength: 4})
    .map((values) => ({type, values: [...values.map((each) => `(${each})::${type}`), "NULL"]}));
}

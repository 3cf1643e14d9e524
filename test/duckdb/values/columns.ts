import fc from "fast-check";

/** A type of SQL, and some values of it as SQL, NULL among them. */
export interface Column {
  type: string;
  values: string[];
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const digits = (min: bigint, max: bigint) => fc.bigInt({min, max}).map(String);
const date = fc
  .date({min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true})
  .map((d) => d.toISOString().slice(0, -1).replace("T", " "));
const leaves: readonly (readonly [type: string, value: fc.Arbitrary<string>])[] = [
  ["BOOLEAN", fc.boolean().map(String)],
  ["TINYINT", digits(-128n, 127n)],
  ["SMALLINT", digits(-(2n ** 15n), 2n ** 15n - 1n)],
  ["INTEGER", digits(-(2n ** 31n), 2n ** 31n - 1n)],
  ["UTINYINT", digits(0n, 255n)],
  ["USMALLINT", digits(0n, 2n ** 16n - 1n)],
  ["UINTEGER", digits(0n, 2n ** 32n - 1n)],
  ["BIGINT", digits(-(2n ** 63n), 2n ** 63n - 1n)],
  ["UBIGINT", digits(0n, 2n ** 64n - 1n)],
  ["HUGEINT", digits(-(2n ** 127n) + 1n, 2n ** 127n - 1n)],
  ["UHUGEINT", digits(0n, 2n ** 128n - 1n)],
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
  ["TIMESTAMP", date.map(text)],
  ["TIMESTAMP_S", date.map((d) => text(d.slice(0, 19)))],
  ["TIMESTAMP_MS", date.map(text)],
  ["TIMESTAMP_NS", date.map(text)],
  ["TIMESTAMP WITH TIME ZONE", date.map((d) => text(`${d}+00`))],
  ["TIME", date.map((d) => text(d.slice(11)))],
  ["TIME_NS", date.map((d) => text(`${d.slice(11)}456789`))],
  [
    "INTERVAL",
    fc
      .tuple(fc.integer({min: -99, max: 99}), fc.integer({min: -99, max: 99}), fc.integer())
      .map(([months, days, micros]) => `to_months(${months}) + to_days(${days}) + to_microseconds(${micros})`)
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
      [`${a.type}[]`, fc.array(x, {maxLength: 3}).map((held) => `[${held}]`)],
      [`${a.type}[2]`, fc.tuple(x, x).map((held) => `[${held}]`)],
      [`STRUCT("a b" ${a.type}, "with" ${b.type})`, fc.tuple(x, y).map(([p, q]) => `{'a b': ${p}, 'with': ${q}}`)],
      [`MAP(${b.type}, ${a.type})`, fc.tuple(key, x).map(([k, v]) => `MAP([${k}], [${v}])`)],
      [
        `UNION(one ${a.type}, "o'ther" ${b.type})`,
        fc.oneof(
          x.map((one) => `union_value(one := ${one}::${a.type})`),
          y.map((other) => `union_value("o'ther" := ${other}::${b.type})`)
        )
      ]
    ];
    return fc.constantFrom(...kinds).chain(([type, value]) => some(type, value));
  });
  return fc.oneof({arbitrary: leaf, weight: 1}, {arbitrary: nested, weight: 5});
}

function some(type: string, value: fc.Arbitrary<string>): fc.Arbitrary<Column> {
  return fc.array(value, {minLength: 1, maxLength: 4}).map((values) => ({
    type,
    values: [...values.map((each) => `(${each})::${type}`), "NULL"]
  }));
}

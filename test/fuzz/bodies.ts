import fc from "fast-check";
import {columns} from "../../loaders/parse/columns.js";

// Bodies as text, since much of what goes wrong is in how a value is written: valid updates with odd literals, names
// and shapes in them, of which some have their text damaged as well.

const depth = fc.integer({min: 1, max: 400});

const literal = fc.oneof(
  fc.constantFrom("null", "true", "[]", "{}", '""', "-0", "0.0", "1E5", "1e400", "-1E+999", "1e-400", "5e-324"),
  fc.constantFrom("9007199254740993", "12345678901234567890", "-9223372036854775809", "0.1234567890123456789"),
  fc.constantFrom('"NaN"', '"Infinity"', '"0x10"', '" 12 "', '"1e400"', '"-1"', '"1.5"', '"9007199254740993"'),
  fc.constantFrom('"2026-05-12T13:55:00Z"', '"13:55"', "1778594100", "1778594100000000000", "-1", "1.5"),
  fc.constantFrom('"\\u0000\\u001b[31m"', '"<img src=x onerror=alert(1)>"', '"\\ud800"', '"\\\\ud800"'),
  depth.map((n) => "[".repeat(n) + "]".repeat(n)),
  depth.map((n) => `${'{"a":'.repeat(n)}1e400${"}".repeat(n)}`),
  fc.integer({min: 1, max: 5000}).map((n) => `"${"é😀x".repeat(n)}"`),
  fc.bigInt({min: -(10n ** 40n), max: 10n ** 40n}).map(String),
  fc.double({noNaN: true, noDefaultInfinity: true}).map((n) => `[${n}]`),
  fc.jsonValue().map((value) => JSON.stringify(value))
);

const noJson = fc.constantFrom("NaN", "Infinity", "undefined", "'x'", "01", "1.", "+1", "0x10");
const oddLiteral = fc.oneof({weight: 60, arbitrary: literal}, {weight: 1, arbitrary: noJson});

const usual = {
  BIGINT: fc.integer({min: 0, max: 3000}).map(String),
  DOUBLE: fc.bigInt({min: 0n, max: 10n ** 18n}).chain((n) => fc.constantFrom(`"${n}"`, String(n))),
  VARCHAR: fc.constantFrom('"regular"', '"closed"', '"preMarket"', "null"),
  TIMESTAMP: fc.integer({min: 1_778_594_100, max: 1_778_694_100}).map((seconds) => `${seconds}000001`)
};

const column = fc.constantFrom(...columns).chain(({name, type}) => {
  const value = fc.oneof({weight: 12, arbitrary: usual[type]}, {weight: 1, arbitrary: oddLiteral});
  return fc.tuple(fc.constant(name as string), value);
});

const oddName = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "hasOwnProperty", "", "venue", "\ud800", "a\u0000b"),
  fc.string({unit: "binary"})
);

const field = fc.oneof({weight: 20, arbitrary: column}, {weight: 1, arbitrary: fc.tuple(oddName, oddLiteral)});

// The same name may come twice; the id mostly comes, and mostly as it should.
const entry = fc
  .tuple(fc.array(field, {maxLength: 16}), fc.option(usual.BIGINT, {freq: 20}))
  .map(([fields, id]) => (id === null ? fields : [["priceFeedId", id] as [string, string], ...fields]))
  .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);

const entries = fc
  .array(fc.oneof({weight: 12, arbitrary: entry}, {weight: 1, arbitrary: oddLiteral}), {maxLength: 8})
  .map((list) => `[${list.join()}]`);

const timestamp = fc.oneof(
  {weight: 8, arbitrary: fc.constant('"1778594100000000"')},
  {weight: 1, arbitrary: oddLiteral}
);

const update = fc
  .tuple(timestamp, entries)
  .map(([timestampUs, priceFeeds]) => `{"parsed":{"timestampUs":${timestampUs},"priceFeeds":${priceFeeds}}}`);

const noUpdate = fc.oneof(
  oddLiteral,
  oddLiteral.map((value) => `{"parsed":${value}}`),
  oddLiteral.map((value) => `{"parsed":{"priceFeeds":${value}}}`),
  fc.constantFrom("", " ", "\ufeff{}", "<html><body>502 Bad Gateway</body></html>", "upstream timed out"),
  fc.string({unit: "binary"})
);

type Damage = (text: string) => string;

// A place is a share of the text, so that it is one whatever is damaged first.
const place = fc.double({min: 0, max: 1, noNaN: true});
const at = (text: string, share: number) => Math.floor(share * text.length);

function damaging<T>(by: fc.Arbitrary<T>, damage: (text: string, by: T) => string): fc.Arbitrary<Damage> {
  return by.map((value) => (text) => damage(text, value));
}

const junk = fc.constantFrom(...'{}[]",:0123456789eE.-+\\ \n\u0000');

const damage: fc.Arbitrary<Damage> = fc.oneof(
  damaging(fc.tuple(place, fc.string({unit: "binary", maxLength: 2})), (text, [p, by]) => {
    return text.slice(0, at(text, p)) + by + text.slice(at(text, p) + 1);
  }),
  damaging(fc.tuple(place, junk), (text, [p, by]) => text.slice(0, at(text, p)) + by + text.slice(at(text, p))),
  damaging(place, (text, p) => text.slice(0, at(text, p))),
  damaging(place, (text, p) => text.replace(/\d+/g, (digits, i) => (i > at(text, p) ? `${digits}e9` : digits)))
);

/** Texts of response bodies: most are updates with something odd in them, some are damaged, some are not updates at all. */
export const bodyText: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof({weight: 12, arbitrary: update}, {weight: 1, arbitrary: noUpdate}),
    fc.oneof(
      {weight: 2, arbitrary: fc.constant([])},
      {weight: 1, arbitrary: fc.array(damage, {minLength: 1, maxLength: 3})}
    )
  )
  .map(([text, damages]) => damages.reduce((damaged, one) => one(damaged), text));

import type {DuckDBConnection} from "@duckdb/duckdb-wasm/blocking";
import {DuckDBInstance} from "@duckdb/node-api";
import fc from "fast-check";
import {beforeAll, describe, expect, it, vi} from "vitest";
import {queryRecords} from "../../loaders/database/query.js";
import {soaking} from "../helpers/soak.js";
import {openWasm} from "../helpers/wasm.js";

vi.mock("observablehq:stdlib", () => ({FileAttachment: () => ({})}));

const native = await (await DuckDBInstance.create()).connect();
let wasm: DuckDBConnection;

beforeAll(async () => {
  wasm = await openWasm();
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const read = (documents: readonly string[], path: string | number) =>
  `SELECT json ->> ${typeof path === "number" ? path : quoted(path)} AS x
  FROM (SELECT unnest([${documents.map(quoted).join()}]) AS json)`;

async function both(sql: string): Promise<[native: unknown[], browser: unknown[]]> {
  const [expected, answered] = [await queryRecords(native, sql), wasm.query(sql).toArray()];
  return [expected.map(({x}) => x), answered.map((row) => row.toJSON().x)];
}

const letters = fc.constantFrom(..."ab0é😀\u2028\u007f\u0000\u001f\n\t\b\f\r\"\\/'[]{},:.$#- ");
const words = fc.oneof(
  fc.constantFrom("a", "b", "", "a b", "0", "$", "[0]", "null"),
  fc.string({unit: letters, maxLength: 6})
);

// Values as JSON, with white space, and with escapes that texts do not need.
const written = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.constantFrom("", " ", "\n\t"), fc.infiniteStream(fc.nat(5))).map(([value, space, choices]) =>
    JSON.stringify(value, null, space).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
      text.replace(/\\u....|\\.|[^\\"]/gu, (piece) => {
        const choice = choices.next().value ?? 0;
        if (choice > 1 || piece.startsWith("\\")) return piece === "/" && choice === 2 ? "\\/" : piece;
        const hex = piece.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
        return choice === 0 ? hex : hex.toUpperCase().replaceAll("U", "u");
      })
    )
  );
const document = written(
  fc.anything({key: words, maxDepth: 4, values: [words, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)]})
);
const member = fc.tuple(written(words), document).map(([key, value]) => `${key}:${value}`);

// A list or an object about a value, with the step of a path that leads to it, and with the path if it is the only one.
interface Level {
  step: string;
  alone: string | number;
  wrap: (value: string) => string;
}
const few = (parts: fc.Arbitrary<string>) => fc.array(parts, {maxLength: 2});
const keys = words.filter((word) => /^[^\0\\"*$/]+$/.test(word));
const objects = keys.chain((key) =>
  fc
    .tuple(few(member), written(fc.constant(key)), few(member), fc.boolean())
    .map(([before, name, after, bare]): Level => {
      const step = bare && /^[^.[]+$/.test(key) ? `.${key}` : `."${key}"`;
      return {step, alone: key, wrap: (value) => `{${[...before, `${name}:${value}`, ...after].join()}}`};
    })
);
const lists = fc
  .tuple(few(document), few(document), fc.constantFrom("", "-", "#-"))
  .map(([before, after, end]): Level => {
    const index = end === "" ? before.length : after.length + 1;
    const alone = end === "" ? index : -index;
    return {step: `[${end}${index}]`, alone, wrap: (value) => `[${[...before, value, ...after].join()}]`};
  });
const levels = fc.array(fc.oneof(objects, lists), {maxLength: 3});
const values = fc.array(document, {minLength: 3, maxLength: 6});

describe("->>", () => {
  it("answers as native DuckDB does, for documents and paths of all kinds", async () => {
    await fc.assert(
      fc.asyncProperty(levels, values, values, fc.boolean(), async (levels, inner, others, short) => {
        const [only] = levels;
        const path = short && only && levels.length === 1 ? only.alone : `$${levels.map(({step}) => step).join("")}`;
        const wrapped = inner.map((value) => levels.reduceRight((within, {wrap}) => wrap(within), value));
        const [expected, answered] = await both(read([...wrapped, ...others], path));
        expect(answered).toEqual(expected);
      }),
      {numRuns: soaking ? 500 : 30}
    );
  }, 600_000);

  it("refuses a text that is not JSON, or answers as native DuckDB does", async () => {
    const put = fc.constantFrom("", ...'"\\[]{},:0-.eu \n\u0001');
    const broken = fc.tuple(document, fc.nat(), fc.nat({max: 3}), put).map(([json, place, gone, put]) => {
      const characters = Array.from(json);
      characters.splice(place % (characters.length + 1), gone, put);
      return characters.join("");
    });
    await fc.assert(
      fc.asyncProperty(broken, async (json) => {
        const sql = read([json], "$");
        const isValid = isJson(json) && (await native.run(sql).catch(() => null)) !== null; // not of half surrogate pairs
        if (isValid) {
          const [expected, answered] = await both(sql);
          expect(answered).toEqual(expected);
        } else expect(() => wasm.query(sql)).toThrow("not JSON");
      }),
      {numRuns: soaking ? 2000 : 50}
    );
  }, 600_000);

  it("writes numbers as native DuckDB does", async () => {
    const numbers = `0 -0 7 -12 9007199254740993 18446744073709551616 -9223372036854775809 1e5 1E+15 1e16 123e18 1e20
      -1.5e20 1e21 -1.5e-5 1e-6 1e-7 5e-324 1e400 1.0 1.50 -0.0 0e0 0.1e1 1e-400 1.7976931348623157e308 1234567890123456.7`;
    const documents = numbers.split(/\s+/).map((each) => `[${each}]`);
    const [expected, answered] = await both(read(documents, "$"));
    expect(answered).toEqual(expected);
  });

  it.each([
    ["[1,2]", "$[*]"],
    ['{"a":1}', "$.*"],
    ['{"a":1}', "$..a"],
    ['{"a":1}', "/a"],
    ['{"a":1}', "$.a["],
    ['{"a":1}', '$."\\""'],
    ["[1,2]", "$[-0]"]
  ])("refuses to read %s by the path %s", (json, path) => {
    expect(() => wasm.query(read([json], path))).toThrow("a path that a page cannot follow");
  });

  it.each(["", "nope", "[1,]", "[NaN]", '"\\ud83d"', '"\n"', '"\u0001"', "1 2", '{"a" 1}', "{a:1}", "01", "\ufeff1"])(
    "refuses %j, which is not JSON",
    (json) => expect(() => wasm.query(read([json], "$"))).toThrow("not JSON, or nested too deep")
  );

  it("reads JSON of 24 levels, and refuses it with more", async () => {
    const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${"}]".repeat(levels / 2)}`;
    const path = `$${"[0].a".repeat(12)}`;
    expect(await both(read([nested(24)], path))).toEqual([["1"], ["1"]]);
    expect(() => wasm.query(read([nested(26)], path))).toThrow("nested too deep");
  });

  it("takes texts and paths from columns, of which null gives null", async () => {
    const sql = `SELECT list([json ->> path, json ->> place, json_extract_string(json, '$.a'), step])
      FROM (VALUES ('{"a":5}', 'a', 0::BIGINT, '1'), (NULL, 'a', 1, '2'), ('[7]', NULL, -1, '3')) AS t(json, path, place, step)`;
    const [[expected], [answered]] = await both(`SELECT (${sql})::VARCHAR AS x`);
    expect(expected).toBe("[[5, NULL, 5, 1], [NULL, NULL, NULL, 2], [NULL, 7, NULL, 3]]");
    expect(answered).toBe(expected);
  });

  it("leaves lambdas as they are, and works in them", async () => {
    const sql = `SELECT list_transform(['{"a":5}'], lambda json: json ->> 'a')::VARCHAR AS x`;
    expect(await both(sql)).toEqual([["[5]"], ["[5]"]]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

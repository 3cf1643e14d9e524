import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {namedSql, parseBlocks} from "../../loaders/site/answers/blocks.js";
import {parseSqlFile} from "../../loaders/site/answers/statements.js";
import {openSnapshot, type Snapshot} from "../../loaders/snapshot/snapshot.js";
import {sharedSnapshot} from "./queries.js";

const files = readdirSync("src", {recursive: true, encoding: "utf8"}).filter((path) => !path.includes(".observablehq"));
const blocks = files.filter((path) => path.endsWith(".md")).flatMap(blocksOf);
const statements = files.filter((path) => path.endsWith(".sql")).flatMap(statementsOf);
let snapshot: Snapshot;

// An empty store has the same columns as a full one.
beforeAll(async () => {
  snapshot = await openSnapshot(await sharedSnapshot("empty"));
});
afterAll(() => snapshot.close());

describe("SQL of the site", () => {
  it("is in many blocks and files", () => {
    expect(blocks.length).toBeGreaterThanOrEqual(8);
    expect(statements.length).toBeGreaterThanOrEqual(10);
  });

  it.each([...blocks, ...statements])("$place binds to the schema of the snapshot", async ({sql}) => {
    await expect(snapshot.parameters(sql)).resolves.toBeDefined();
  });

  it.each(blocks)("$place fails to bind with a misspelt column or query", async ({sql}) => {
    await expect(snapshot.parameters(misspelt(sql))).rejects.toThrow(/(?:Binder|Catalog) Error/);
    expect(misspelt(sql)).not.toBe(sql);
  });

  const own = blocks.filter(({place}) => /^(feed|prices|spreads|funding)\.md:/.test(place));
  it.each(own)("$place has only parameters that the build knows", ({names}) => {
    const known = [
      ...["feed", "feeds", "from", "until", "step", "resolution", "zone"],
      ...["first", "last", "whole", "draw", "closed", "compared"]
    ];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

interface Query {
  place: string;
  sql: string;
  names: string[];
}

function blocksOf(path: string): Query[] {
  return parseBlocks(readFileSync(join("src", path), "utf8")).map((block) => {
    const named = namedSql(block);
    // A parameter in a table's name needs a value before the query binds.
    const sql =
      named?.sql.replaceAll(/\$(resolution|whole)\b/g, "'raw'") ??
      block.strings.reduce((text, string, i) => `${text}$p${i}${string}`);
    return {place: `${path}:${block.line}`, sql, names: named?.names ?? []};
  });
}

function statementsOf(path: string): Query[] {
  const file = parseSqlFile(readFileSync(join("src", path), "utf8"));
  return file.statements.map(({sql, line}) => ({place: `${path}:${line}`, sql, names: []}));
}

function misspelt(sql: string): string {
  const known = sql.replaceAll(/\$(?:from|until)\b/g, "'2026-05-12T14:00:00Z'"); // a table's name may depend on the time range
  const columns =
    /(?<!AS )\b(publishedAt|marketSession|rate8h|startedAt|assetType|receivedAt|wasHours|median|spreadBps|confidenceBps|symbol|accrued|correlation|firstPublishedAt)\b/;
  if (/^FROM \w+\(|\.\*/.test(known) || !columns.test(known)) return known.replace(/\bFROM \w+/, "$&x");
  return known.replace(columns, "$1x");
}

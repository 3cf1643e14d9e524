import {readdirSync, readFileSync} from "node:fs";
import type {Parameters} from "../../loaders/database/query.js";
import {namedSql, parseBlocks} from "../../loaders/site/blocks.js";

/** A query of a page: its text with `$names`, the same with `?` as DuckDB-Wasm gets it, and the names in their order. */
export interface PageQuery {
  place: string;
  sql: string;
  text: string;
  names: string[];
}

/** The pages that query while they are read, and open with what a loader of their name made. */
export const pages = ["feed", "prices", "spreads", "funding"] as const;

/** All pages that have a query. */
export const queryPages = readdirSync("src")
  .filter((file) => file.endsWith(".md") && parseBlocks(readFileSync(`src/${file}`, "utf8")).length > 0)
  .map((file) => file.replace(".md", ""));

/** The queries of a page. */
export function queriesOf(page: string): PageQuery[] {
  return parseBlocks(readFileSync(`src/${page}.md`, "utf8")).map((block) => {
    const named = namedSql(block);
    if (named === null) throw new Error(`a block of ${page}.md has other parameters than names: ${block.id}`);
    return {place: `${page}.md ${block.id}`, text: block.strings.join("?"), ...named};
  });
}

/** Those of some values that a query has parameters for. */
export function parametersOf({names}: PageQuery, values: Parameters): Parameters {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

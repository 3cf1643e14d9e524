import {readdirSync, readFileSync} from "node:fs";
import {parseBlocks} from "../../loaders/site/answers/blocks.js";
import type {Snapshot} from "../../loaders/snapshot/snapshot.js";
import {bind} from "../../src/duckdb/sql/query-text.js";
import {answerRows} from "../../src/duckdb/values/rows.js";

/** The notebooks that come with Feedbook, by the names of their files. */
export const notebooks = readdirSync("src/notebooks").map((name) => name.replace(".md", ""));

/** The source of one. */
const sourceOf = (name: string) => readFileSync(`src/notebooks/${name}.md`, "utf8");

type Scope = Record<string, unknown>;

/**
 * Runs all blocks and expressions of a notebook over a snapshot, each once its names are defined, with inputs at their first
 * values. Gives the shown elements. `kit`: the exports of `notebook.ts`. @throws the error of a block
 */
export async function runNotebook(name: string, snapshot: Snapshot, kit: Scope): Promise<HTMLElement[]> {
  const scope: Scope = {...kit, view: ({value}: {value: unknown}) => value};
  const shown: HTMLElement[] = [];
  let waiting = stepsOf(sourceOf(name), snapshot);
  while (waiting.length > 0) {
    const later: Step[] = [];
    for (const step of waiting) {
      try {
        const value = await step(scope);
        if (value instanceof HTMLElement) shown.push(value);
      } catch (error) {
        if (!(error instanceof ReferenceError)) throw error;
        later.push(step);
        if (later.length === waiting.length) throw error;
      }
    }
    waiting = later;
  }
  return shown;
}

type Step = (scope: Scope) => Promise<unknown>;

function stepsOf(source: string, snapshot: Snapshot): Step[] {
  const queries = parseBlocks(source).map(
    ({id, strings, expressions}): Step =>
      async (scope) => {
        const values = await Promise.all(expressions.map((expression) => evaluate(`return (${expression})`, scope)));
        const {text, params} = bind(strings, values);
        const {columns, rows} = await snapshot.query(
          text,
          Object.fromEntries(params.map((value, i) => [i + 1, value]))
        );
        scope[id ?? ""] = answerRows(columns, rows);
      }
  );
  const blocks = [...source.matchAll(/^```js\b.*\n([\s\S]*?)^```/gm)].slice(1); // without the import
  const scripts = blocks.map(([, code = ""]): Step => {
    const names = [...code.matchAll(/^const (?:\[([^\]]*)\]|(\w+)) =/gm)].map(([, some, one]) => some ?? one).join();
    if (names === "") return (scope) => evaluate(`return (${code})`, scope);
    return async (scope) => {
      Object.assign(scope, await evaluate(`${code}; return {${names}}`, scope));
    };
  });
  const text = source.replaceAll(/^```[\s\S]*?^```/gm, "");
  const inline = [...text.matchAll(/^<div>\$\{([\s\S]*?)\}<\/div>$/gm)].map(
    ([, code = ""]): Step =>
      (scope) =>
        evaluate(`return (${code})`, scope)
  );
  return [...queries, ...scripts, ...inline];
}

async function evaluate(body: string, scope: Scope): Promise<unknown> {
  return await new Function(...Object.keys(scope), `return (async () => {${body}})()`)(...Object.values(scope));
}

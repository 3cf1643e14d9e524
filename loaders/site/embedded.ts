import {existsSync, readdirSync, readFileSync} from "node:fs";
import {basename, join} from "node:path/posix";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {openSnapshot, type Snapshot} from "../snapshot/snapshot.js";
import {type Answer, answerBlocks, type Block} from "./blocks.js";
import {initialsOf, queriesOf} from "./queries.js";

// What a page may carry, in characters of JSON: gzipped about a tenth of it. DuckDB-Wasm answers the rest.
const mostOfOne = 500_000;
const mostOfAll = 1_500_000;
const mostRows = 20_000;
const longestMs = 10_000;

/**
 * A page with the answers of its own queries, so that its first picture needs no DuckDB-Wasm: of those without parameters,
 * and of those whose parameters are inputs with a literal `value`. Left out are what is large or slow, what depends on the
 * time of day or on chance, and pages that a data loader answers.
 */
export async function withAnswers(page: Page, source: string, {root, snapshotPath}: Place): Promise<Page> {
  const queries = queriesOf(page, source).filter(({strings}) => !changes.test(strings.join()));
  if (queries.length === 0 || !existsSync(snapshotPath) || isAnswered(page.path, root)) return page;
  const snapshot = await openSnapshot(snapshotPath);
  try {
    const answers: string[] = [];
    const initials = initialsOf(page);
    for (const query of queries) {
      const answer = JSON.stringify(await answerOf(snapshot, query, initials));
      if (answer.length <= mostOfOne && answers.join().length + answer.length <= mostOfAll)
        answers.push(answer.slice(1, -1));
    }
    const json = `[${answers.filter((answer) => answer !== "").join()}]`.replaceAll("<", "\\u003c");
    if (json === "[]") return page;
    return {...page, body: `${page.body}\n<script type="application/json" id="fb-answers">${json}</script>`};
  } finally {
    snapshot.close();
  }
}

interface Place {
  root: string;
  snapshotPath: string;
}

const changes =
  /\b(?:now|today|random|uuid\w*|gen_random_uuid|current_\w+|get_current_\w+|\w*transaction_timestamp|age|sample)\b/i;

async function answerOf(
  snapshot: Snapshot,
  query: Omit<Block, "id">,
  initials: Readonly<Record<string, unknown>>
): Promise<Answer[]> {
  const timer = setTimeout(() => snapshot.interrupt(), longestMs);
  try {
    return await answerBlocks(snapshot, [{id: null, ...query}], initials, mostRows);
  } catch {
    return []; // the page asks DuckDB-Wasm, and shows what that says
  } finally {
    clearTimeout(timer);
  }
}

// Whether a `.json.sql` says `-- answers: ../mine.md`.
function isAnswered(path: string, root: string): boolean {
  const folder = join(root, "data");
  if (!existsSync(folder)) return false;
  const line = new RegExp(`^-- answers: \\S*\\b${basename(path).replace(/\.md$/, "")}\\.md$`, "m");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json.sql"))
    .some((name) => line.test(readFileSync(join(folder, name), "utf8")));
}

import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join} from "node:path/posix";
import {parseJavaScript} from "@observablehq/framework/dist/javascript/parse.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";
import {escaped} from "../../config/markup.js";
import {openSnapshot, querySnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {withAnswers} from "../answers/embedded.js";
import {findMistakes} from "../answers/mistakes.js";
import {cancelWithCells} from "../answers/queries.js";
import {mtime, reportedError} from "../data-loaders/outputs.js";
import {findMissing, linesElement, type Missing} from "./page-checks.js";
import {findMissingFiles, findUnknownImports} from "./page-files.js";

/** Options of `checkPage`. */
interface PageOptions {
  snapshotPath: string;
  preview: boolean;
  allowErrors?: boolean;
  /** Whether there is a file or a data loader at a path under the root; default: whether there is a file. */
  has?: (path: string) => boolean;
}

/**
 * Returns the page as Framework sends it, with the answers of its queries. A preview shows faults in place of the
 * blocks or of the page. @throws an error with all faults in a build
 */
export async function checkPage(parsed: Page, root: string, options: PageOptions): Promise<Page> {
  const {preview, snapshotPath} = options;
  const path = join(root, parsed.path);
  const text = path.endsWith(".md") ? await readFile(path, "utf8") : "";
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"); // as Framework's parser has it
  const page = withReaders(parsed);
  const snapshot = preview ? null : await heldSnapshot(snapshotPath);
  const warn = (line: number, reason: string) => process.stderr.write(`${path}:${line}: ${reason}\n`);
  const faults = findFaults(parsed, source, root, options);
  const mistakes = snapshot === null ? [] : await findMistakes(page, source, snapshot);
  if (options.allowErrors) for (const {line, text} of mistakes) warn(line, text);
  else faults.push(...mistakes);
  const located = faults.map((fault) => ({...fault, text: `${path}:${fault.line}: ${fault.text}`}));
  const problem = located.map(({text}) => text).join("\n");
  if (preview) reportNew(path, problem);
  else if (problem !== "" && !page.data.draft) throw reportedError(problem);
  if (preview && located.some(({blocks}) => blocks === undefined)) return refused(page, problem);
  const slow = (line: number, reason: string) =>
    warn(line, `not answered by the build, so the page opens slowly: ${reason}`);
  const answered =
    snapshot === null || problem !== ""
      ? withFaults(page, located)
      : await withAnswers(page, source, {root, snapshot, warn: mistakes.length > 0 ? () => {} : slow});
  const cancelled = markShown(cancelWithCells(answered, source));
  const banner = page.body !== "" && (await isSimulated(snapshotPath, snapshot)) ? `${simulated}\n` : "";
  return {...cancelled, body: `${linesElement(page, source)}${banner}${cancelled.body}`};
}

function findFaults(page: Page, source: string, root: string, options: PageOptions): Missing[] {
  const {has = (name) => existsSync(join(root, name))} = options;
  const names = [...findMissing(page, source, root), ...findUnknownImports(page, source, root)];
  return [...names, ...findMissingFiles(page, source, root, has)];
}

// Framework ships the reader of .csv(), but not that reader for .dsv(), or for a file that the page names first.
function withReaders({code, ...page}: Page): Page {
  const reading = (method = "csv") => (method === "dsv" ? "csv" : method);
  const filesOf = ({files}: CodeNode) => files.map((file) => ({...file, method: reading(file.method)}));
  return {...page, code: code.map((cell) => ({...cell, node: {...cell.node, files: filesOf(cell.node)}}))};
}

// A faulty block throws its faults and loads nothing; the other blocks run.
function withFaults({code, ...page}: Page, faults: readonly Missing[]): Page {
  const cells = code.map((cell) => {
    const texts = faults.filter(({blocks}) => blocks?.includes(cell.id)).map(({text}) => text);
    if (texts.length === 0) return cell;
    const text = JSON.stringify(texts.join("\n")).replaceAll("<", "\\u003c"); // it is in a script element
    const {declarations} = cell.node;
    return {...cell, node: {...parseJavaScript(`(() => {throw new Error(${text})})()`, page), declarations}};
  });
  return {...page, code: cells};
}

// Marks blocks that show something, and those with the row of picks: the style sheet reserves space for them.
function markShown({code, body, ...page}: Page): Page {
  const has = ({node}: {node: CodeNode}, ...names: string[]) => node.references.some(({name}) => names.includes(name));
  const shown = code.filter((cell) => has(cell, "display", "view"));
  const marked = shown.reduce((text, cell) => {
    const marks = has(cell, "controls", "period", "deskInput") ? "fb-shows fb-picks" : "fb-shows";
    return text.replace(
      `observablehq--block"><!--:${cell.id}:-->`,
      `observablehq--block ${marks}"><!--:${cell.id}:-->`
    );
  }, body);
  return {...page, code, body: marked};
}

// Framework would load its own DuckDB for front matter `sql`, even with no tables.
function refused({data: {sql, ...data}, ...page}: Page, problem: string): Page {
  const text = `<pre class="observablehq--inspect observablehq--error">${escaped(problem)}</pre>`;
  return {...page, data, code: [], body: `<div role="alert"><p>This page cannot be shown as it is:</p>${text}</div>`};
}

const reported = new Map<string, string>();

// Reports the faults of a page once, not at each request.
function reportNew(path: string, problem: string): void {
  if (problem !== "" && reported.get(path) !== problem) reportedError(problem);
  reported.set(path, problem);
}

const simulated = `<div class="fb-banner" role="note"><details><summary aria-label="SIM: simulated data"></summary>
<p><strong>Simulated data.</strong> These figures come from Feedbook’s sandbox, not from any market.</p></details></div>`;

let held: {path: string; writtenAt: number; snapshot: Snapshot} | null = null;

async function heldSnapshot(path: string): Promise<Snapshot | null> {
  if (!existsSync(path)) return null;
  const writtenAt = mtime(path);
  if (held?.path === path && held.writtenAt === writtenAt) return held.snapshot;
  held?.snapshot.close();
  held = {path, writtenAt, snapshot: await openSnapshot(path)};
  return held.snapshot;
}

async function isSimulated(path: string, open: Snapshot | null): Promise<boolean> {
  if (!existsSync(path)) return false;
  const sql = "SELECT simulated FROM meta";
  const {rows} = await (open?.query(sql) ?? querySnapshot(path, sql));
  return rows[0]?.[0] === true;
}

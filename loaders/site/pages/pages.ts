import {existsSync, statSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {join} from "node:path/posix";
import {parseJavaScript} from "@observablehq/framework/dist/javascript/parse.js";
import type {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import type {CodeNode, Page} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {escaped} from "../../config/markup.js";
import {openSnapshot, querySnapshot, type Snapshot} from "../../snapshot/snapshot.js";
import {withAnswers} from "../answers/embedded.js";
import {findMistakes} from "../answers/mistakes.js";
import {cancelWithCells} from "../answers/queries.js";
import {mtime, reportedError} from "../data-loaders/outputs.js";
import {findMissing, linesElement, type Missing} from "./page-checks.js";
import {findMissingFiles, findUnknownImports} from "./page-files.js";

/** How pages are checked. */
export interface PageOptions {
  snapshotPath: string;
  /** A page that cannot be shown tells why; in a build it is an error. */
  preview: boolean;
  /** Also builds pages whose queries do not bind; they show the error. */
  allowErrors?: boolean;
  /** Whether there is a file, or a data loader of it, at a path under the root; default: whether there is a file. */
  has?: (path: string) => boolean;
}

/** Makes all files of a page at the same time. The error of a loader is reported when the page asks for its file. */
export async function makeFiles(loaders: LoaderResolver, {code, path}: Page): Promise<void> {
  const names = code.flatMap(({node}) => node.files.map(({name}) => resolvePath(path, name)));
  // The snapshot is a file of the notebook's modules.
  const made = [...names, "/data/feeds.duckdb"].map((name) => loaders.find(name)?.load());
  await Promise.allSettled(made);
}

/**
 * Marks a page if the snapshot's data is simulated. Refuses a page that would load from a CDN, or imports what does not exist;
 * a build also refuses one whose queries do not bind. @throws an error that tells what is wrong; a preview shows that in
 * place of the page
 */
export async function checkPage(parsed: Page, root: string, options: PageOptions): Promise<Page> {
  const {preview, snapshotPath, allowErrors = false, has = (name) => existsSync(join(root, name))} = options;
  const path = join(root, parsed.path);
  const text = path.endsWith(".md") ? await readFile(path, "utf8") : "";
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"); // as Framework's parser has it
  const found = [...findMissing(parsed, source, root), ...findUnknownImports(parsed, source, root)];
  found.push(...findMissingFiles(parsed, source, root, has));
  const page = withReaders(parsed);
  const snapshot = preview ? null : await heldSnapshot(snapshotPath);
  const warn = (line: number, reason: string) => process.stderr.write(`${path}:${line}: ${reason}\n`);
  for (const mistake of snapshot === null ? [] : await findMistakes(page, source, snapshot))
    if (allowErrors) warn(mistake.line, mistake.text);
    else found.push(mistake);
  const told = found.map((each) => ({...each, text: `${path}:${each.line}: ${each.text}`}));
  const isReady = snapshot !== null && told.length === 0;
  const answered = isReady
    ? await withAnswers(page, source, {
        root,
        snapshot,
        warn: (line, reason) => warn(line, `not answered by the build, so the page opens slowly: ${reason}`)
      })
    : withFaults(page, told);
  const cancelled = markShown(cancelWithCells(answered, source));
  const isMarked = page.body !== "" && (await isSimulated(snapshotPath));
  const marked = {
    ...cancelled,
    body: `${linesElement(page, source)}${isMarked ? `${mark}\n` : ""}${cancelled.body}`
  };
  if (told.length === 0 || (page.data.draft && !preview)) {
    reported.delete(path);
    return marked;
  }
  const problem = told.map(({text}) => text).join("\n");
  if (!preview) throw reportedError(problem);
  if (reported.get(path) !== problem) reportedError(problem);
  reported.set(path, problem);
  if (told.every(({blocks}) => blocks !== undefined)) return marked;
  const {sql, ...data} = page.data; // even with no tables, sql loads a DuckDB that the preview does not serve
  return {...page, body: refusal(problem), code: [], data};
}

// Framework ships what reads a .csv() with the page, but not what reads a .dsv(), or a file that the page gives a name first.
function withReaders({code, ...page}: Page): Page {
  const reading = (method = "csv") => (method === "dsv" ? "csv" : method);
  const filesOf = ({files}: CodeNode) => files.map((file) => ({...file, method: reading(file.method)}));
  return {...page, code: code.map((cell) => ({...cell, node: {...cell.node, files: filesOf(cell.node)}}))};
}

// Blocks that cannot run throw why, and ask for nothing; the others run.
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

// Marks blocks that will show something, for which the style sheet keeps room.
function markShown({code, body, ...page}: Page): Page {
  const shown = code.filter(({node}) => node.references.some(({name}) => name === "display" || name === "view"));
  const marked = shown.reduce(
    (text, {id}) => text.replace(`observablehq--block"><!--:${id}:-->`, `observablehq--block fb-shows"><!--:${id}:-->`),
    body
  );
  return {...page, code, body: marked};
}

const reported = new Map<string, string>();

const mark = `<div class="fb-banner" role="note"><strong>Simulated data.</strong> These figures come from Feedbook’s sandbox, not from any market.</div>`;

function refusal(problem: string): string {
  return `<div role="alert"><p>This page cannot be shown as it is:</p><pre class="observablehq--inspect observablehq--error">${escaped(problem)}</pre></div>`;
}

let held: {path: string; writtenAt: number; snapshot: Snapshot} | null = null;

// Open until the process ends, rather than anew for each page. Null if there is none.
async function heldSnapshot(path: string): Promise<Snapshot | null> {
  if (!existsSync(path)) return null;
  const writtenAt = mtime(path);
  if (held?.path === path && held.writtenAt === writtenAt) return held.snapshot;
  held?.snapshot.close();
  held = {path, writtenAt, snapshot: await openSnapshot(path)};
  return held.snapshot;
}

let known: {path: string; writtenAt: number; simulated: boolean} | null = null;

/** Whether the snapshot's data is simulated; false without a snapshot, or if it is empty. */
export async function isSimulated(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const writtenAt = statSync(path).mtimeMs;
  if (known?.path !== path || known.writtenAt !== writtenAt) {
    const {rows} = await querySnapshot(path, "SELECT simulated FROM meta");
    known = {path, writtenAt, simulated: rows[0]?.[0] === true};
  }
  return known.simulated;
}

import {readFile} from "node:fs/promises";
import {join} from "node:path/posix";
import {LoaderResolver} from "@observablehq/framework/dist/loader.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {resolvePath} from "@observablehq/framework/dist/path.js";
import {reportedError} from "./failure.js";
import {findUnknownImports} from "./imports.js";
import {findMissing} from "./missing.js";
import {isSimulated} from "./simulated.js";

/** What pages are shown with. */
export interface PageOptions {
  snapshotPath: string;
  /** A page that cannot be shown says why; without, it is an error. */
  preview: boolean;
}

let options: PageOptions | null = null;
let last = {text: "", at: 0};

/**
 * Marks every page while the snapshot's data is simulated, and refuses a page that would take something from a CDN, or
 * imports what is not there. In a preview, an open page is told of new data when they are made, all at once.
 * Changes Framework's class for this process; a second call changes the options.
 */
export function guardPages(given: PageOptions): void {
  const isFirst = options === null;
  options = given;
  if (!isFirst) return;
  // A preview updates an open page in the background: what fails there must not end it.
  if (given.preview) {
    process.on("unhandledRejection", (error) => reportOnce(`cannot update a page: ${messageOf(error)}`));
    silence();
  }
  const {loadPage} = LoaderResolver.prototype;
  LoaderResolver.prototype.loadPage = async function (...args) {
    const page = await loadPage.apply(this, args);
    const isUpdate = given.preview && args[1].preview !== true; // asked by the socket of an open page
    if (isUpdate) await makeFiles(this, page);
    return options === null ? page : await guard(page, this.root, options);
  };
}

// An open 404 page asks again and again whether it has come: that is no mistake.
function silence(): void {
  const {error} = console;
  console.error = (...args: unknown[]) => {
    const [what, reason] = args;
    const isMissing = reason instanceof Error && "code" in reason && reason.code === "ENOENT";
    if (what !== "Protocol error" || !isMissing) error(...args);
  };
}

// The snapshot is a file of the notebook's modules. Why a loader fails is told when the page asks for its file.
async function makeFiles(loaders: LoaderResolver, {code, path}: Page): Promise<void> {
  const names = code.flatMap(({node}) => node.files.map(({name}) => resolvePath(path, name)));
  const made = [...names, "/data/feeds.duckdb"].map((name) => loaders.find(name)?.load());
  await Promise.allSettled(made);
}

async function guard(page: Page, root: string, {preview, snapshotPath}: PageOptions): Promise<Page> {
  const path = join(root, page.path);
  const source = path.endsWith(".md") ? await readFile(path, "utf8") : "";
  const found = [...findMissing(page, source), ...findUnknownImports(page, source, root)];
  const problems = found.map(({line, text}) => `${path}:${line}: ${text}`);
  const marked =
    page.body !== "" && (await isSimulated(snapshotPath)) ? {...page, body: `${mark}\n${page.body}`} : page;
  if (problems.length === 0 || (page.data.draft && !preview)) {
    told.delete(path);
    return marked;
  }
  const problem = problems.join("\n");
  if (!preview) throw reportedError(problem);
  if (told.get(path) !== problem) reportedError(problem);
  told.set(path, problem);
  return {...page, body: refusal(problem), code: [], data: {...page.data, sql: {}}};
}

const told = new Map<string, string>();

const mark = `<div class="fb-banner" role="note"><strong>Simulated data.</strong> These figures come from Feedbook’s sandbox, not from any market.</div>`;

function refusal(problem: string): string {
  const text = problem.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<div role="alert"><p>This page cannot be shown as it is:</p><pre class="observablehq--inspect observablehq--error">${text}</pre></div>`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

// One edit may update a page more than once: the same complaint is told again after a while only.
function reportOnce(text: string): void {
  const isRepeated = text === last.text && Date.now() - last.at < 5000;
  last = {text, at: Date.now()};
  if (!isRepeated) reportedError(text);
}

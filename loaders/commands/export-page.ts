import {rmSync, statSync, writeFileSync} from "node:fs";
import {extname, resolve} from "node:path";
import {ConfigError} from "../config/errors.js";
import {sizeText} from "../config/size.js";
import {noSecrets} from "../site/framework/framework.js";
import {linkKit} from "../site/project.js";
import {ownPath, replaceFile} from "../store/database/files.js";
import {safeLines} from "./output.js";
import {ensureSnapshot} from "./prepare.js";
import type {Context} from "./run.js";

/** The address of an exported page: its common parameters, and all of them as in a link. */
export interface AddressOptions {
  feed?: string;
  range?: string;
  zoom?: string;
  at?: string;
}

/** What `export page` writes: a file, with its data if that is wanted, of at most so many bytes. */
interface FileOptions {
  to: string;
  withData?: boolean;
  max: number;
}

/** `export page <name>`: writes a page as one HTML file, or prints it. @throws ConfigError */
export async function writePage(
  context: Context,
  page: string,
  {to, withData = false, max, ...given}: AddressOptions & FileOptions
) {
  const {settings, env, log, signal, stderr} = context;
  const kind = extname(to).toLowerCase();
  if (kind !== ".html" && kind !== ".pdf")
    throw new ConfigError(`a page becomes one file of HTML or PDF, not ${to}: end its name in .html or .pdf`);
  if (withData && kind === ".pdf") throw new ConfigError("--with-data is for .html: a .pdf holds no data");
  const {findChromium, printPdf} = await import("../site/export/pdf.js");
  const chromium = kind === ".pdf" ? findChromium(env) : "";
  const {assertPage, exportPages} = await import("../site/export/pages.js"); // loads a DOM
  linkKit(process.cwd());
  assertPage(page);
  await ensureSnapshot(context);
  if (signal.aborted) return 1;
  log.note(`making ${page}`);
  for (const name of Object.keys(noSecrets)) delete process.env[name]; // the page's code runs in this process
  const options = {snapshotPath: settings.snapshotPath, env: {...env, FEEDBOOK_STORE: settings.storePath}, signal};
  const warn = (text: string) => void stderr.write(safeLines(text));
  const [file] = await exportPages([{page, search: searchOf(given)}], {...options, withData, warn});
  for (const problem of file?.problems ?? []) log.warn(`${page}: ${problem}`);
  const content = file?.html ?? "";
  const bytes = Buffer.byteLength(content);
  if (withData) log.note(`it has DuckDB and the data of its feeds and times: ${sizeText(bytes)}`);
  if (bytes > max)
    throw new ConfigError(
      `${sizeText(bytes)} is more than ${sizeText(max)}: name feeds, a shorter --range, or a larger --max`
    );
  const target = resolve(to);
  await replaceFile(target, async (path) => {
    if (chromium === "") return writeFileSync(path, content);
    const html = `${ownPath(target, "tmp")}.html`;
    try {
      writeFileSync(html, content);
      await printPdf(html, path, {chromium});
    } finally {
      rmSync(html, {force: true});
    }
  });
  log.note(`wrote ${to}: ${sizeText(statSync(target).size)}`);
  return 0;
}

/** The address parameters that options give, such as `?feed=1&range=7d`. */
export function searchOf({at = "", ...named}: AddressOptions): string {
  const params = new URLSearchParams(at.replace(/^[^?]*\?|#.*$/g, ""));
  for (const [name, value] of Object.entries(named)) if (value !== undefined) params.set(name, value);
  const text = params.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return text === "" ? "" : `?${text}`;
}

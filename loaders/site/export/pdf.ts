import {execFile} from "node:child_process";
import {existsSync} from "node:fs";
import {delimiter, join, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {promisify} from "node:util";
import {ConfigError} from "../../config/errors.js";
import {inOwnFolder} from "../../store/database/files.js";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
const longestMs = 60_000;

/** The Chromium that is installed: CHROMIUM_PATH, or the first of its usual names in PATH. @throws ConfigError that says how to print without */
export function findChromium(env: NodeJS.ProcessEnv): string {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = env.CHROMIUM_PATH
    ? [env.CHROMIUM_PATH]
    : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const at = env.CHROMIUM_PATH ? ` at ${env.CHROMIUM_PATH}` : "";
  throw new ConfigError(
    `no Chromium to print with${at}: export to .html, open that file in a browser and print it, or set CHROMIUM_PATH`
  );
}

/** Prints an HTML file to a PDF with Chromium, which gets no network. */
export async function printPdf(html: string, pdf: string, {chromium}: {chromium: string}): Promise<void> {
  const address = pathToFileURL(resolve(html)).href;
  await inOwnFolder(async (profile) => {
    const args = [
      ...["--headless", "--disable-gpu", "--no-pdf-header-footer", "--window-size=720,1000"],
      `--user-data-dir=${profile}`,
      ...["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000", `--print-to-pdf=${resolve(pdf)}`],
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []) // which root does not have
    ];
    await promisify(execFile)(chromium, [...args, address], {timeout: longestMs});
  });
  if (!existsSync(pdf)) throw new Error(`Chromium wrote no PDF: ${chromium}`);
}

import {Writable} from "node:stream";
import type {Command} from "commander";
import {csvFormatRows} from "d3-dsv";
import pc from "picocolors";
import {countText} from "../config/size.js";
import type {QueryResult} from "../store/database/query.js";
import type {Host, Output} from "./host.js";
import {exitCodes} from "./run.js";

/** The most rows that an answer has. */
export const mostRows = 1000;

const mostCharacters = 40_000;
const size = mostCharacters.toLocaleString("en");

/** Rows as CSV below a line with their number. It ends early, and says so, where the answer would be too large. */
export function rowsText({columns, rows, whole = true}: QueryResult & {whole?: boolean}): string {
  const lines = [columns.map(({name}) => name), ...rows.map((row) => row.map(cellText))].map((row) =>
    csvFormatRows([row])
  );
  let room = mostCharacters;
  const end = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  const shown = end < 0 ? lines : lines.slice(0, end);
  return [countLine(Math.max(0, shown.length - 1), {whole, cut: end >= 0}), ...shown].join("\n");
}

function countLine(count: number, {whole, cut}: {whole: boolean; cut: boolean}): string {
  const rows = countText(count, "row");
  if (cut) return `cut after ${rows}: the answer has at most ${size} characters: select fewer columns or rows`;
  return whole ? rows : `cut after ${rows}: there are more: add a condition, an aggregate or LIMIT`;
}

function cellText(value: unknown): string {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
}

/** A text of at most as many characters as an answer has; a longer one ends with a sentence that says so. */
export function limited(answer: string): string {
  if (answer.length <= mostCharacters + 1000) return answer; // with the line above rows, and notes
  return `${answer.slice(0, mostCharacters)}\ncut: the answer has at most ${size} characters: ask for less`;
}

/** Runs a command and gives what it writes. @throws an error with its message if it fails */
export async function outputOf(
  make: (host: Host) => Command,
  args: readonly string[],
  {env, signal}: {env: NodeJS.ProcessEnv; signal: AbortSignal}
): Promise<string> {
  const [stdout, stderr] = [kept(), kept()];
  const listen = () => ({signal, release() {}});
  const host: Host = {env, stdout, stderr, colors: pc.createColors(false), exitCode: exitCodes.done, listen};
  await make(host).parseAsync(args, {from: "user"});
  const notes = stderr.text().trimEnd();
  const isFailed = host.exitCode === exitCodes.failed || host.exitCode === exitCodes.usage;
  if (isFailed) throw new Error(notes.replace(/^feedbook: /, ""));
  return [notes, stdout.text().trimEnd()].filter(Boolean).join("\n");
}

function kept(): Output & {text(): string} {
  let written = "";
  const stream = new Writable({
    decodeStrings: false,
    write(part, _encoding, done) {
      written += String(part);
      done();
    }
  });
  return Object.assign(stream, {text: () => written});
}

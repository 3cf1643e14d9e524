import {durationText} from "../config/time.js";
import type {Log} from "../load/report.js";
import type {Host} from "./host.js";
import {safeLines, safeText} from "./output.js";

/** A log on standard error. On a terminal it counts steps on one line, otherwise on a new line every five seconds. */
export function terminalLog({stderr, colors}: Pick<Host, "stderr" | "colors">, {quiet = false} = {}): Log {
  const write = (text: string) => void stderr.write(`${text}\n`);
  if (quiet) return {...plainLog(write), note() {}, step() {}};
  return stderr.isTTY ? counterLog(stderr, colors) : plainLog(write);
}

function plainLog(write: (text: string) => void): Log {
  let reported = 0;
  let last = "";
  return {
    note: (text) => write(safeLines(text.trimEnd())),
    warn: (text) => write(`warning: ${safeText(text)}`),
    step(done, total, what) {
      const now = performance.now();
      if (done !== total && now - reported < 5000) return;
      const text = countOf(done, total, what);
      if (text === last) return; // the last step may be reported many times until its work ends
      [reported, last] = [now, text];
      write(text);
    },
    done() {
      last = "";
    }
  };
}

const clear = "\r\u001b[K";

function counterLog(stderr: Host["stderr"], colors: Host["colors"]): Log {
  let counter: {since: number; drawn: number; text: string} | null = null;
  const line = (text: string) => void stderr.write(`${counter ? clear : ""}${text}\n${counter?.text ?? ""}`);
  return {
    note: (text) => line(colors.dim(safeLines(text.trimEnd()))),
    warn: (text) => line(colors.yellow(`warning: ${safeText(text)}`)),
    step(done, total, what) {
      const now = performance.now();
      counter ??= {since: now, drawn: -Infinity, text: ""};
      counter.text = colors.cyan(countOf(done, total, what) + toGoText({done, total, since: counter.since, now}));
      if (now - counter.drawn < 100 && done !== total) return;
      counter.drawn = now;
      stderr.write(clear + counter.text);
    },
    done() {
      if (counter) stderr.write(`${clear}${counter.text}\n`);
      counter = null;
    }
  };
}

function countOf(done: number, total: number, what: string): string {
  return total > 0 ? `${done} of ${total} ${what}` : `${done} ${what}`; // a watch has no known end
}

// An estimate from the first seconds would jump.
function toGoText({done, total, since, now}: {done: number; total: number; since: number; now: number}): string {
  if (done === 0 || done >= total || now - since < 2000) return "";
  return `, ${durationText(Math.ceil((((now - since) / done) * (total - done)) / 1000) * 1000)} to go`;
}

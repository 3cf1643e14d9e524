import {Presets, SingleBar} from "cli-progress";
import {durationText} from "../config/time.js";
import type {Log} from "../load/report.js";
import type {Host} from "./host.js";
import {safeLines, safeText} from "./output.js";

/** A log on standard error: a progress bar on a terminal, a plain line now and then otherwise. */
export function terminalLog({stderr, colors}: Pick<Host, "stderr" | "colors">, {quiet = false} = {}): Log {
  const write = (text: string) => void stderr.write(`${text}\n`);
  if (quiet) return {...plainLog(write), note() {}, step() {}};
  return stderr.isTTY ? barLog(stderr, colors, write) : plainLog(write);
}

type Write = (text: string) => void;

function plainLog(write: Write): Log {
  let reported = 0;
  let last = "";
  return {
    note: (text) => write(safeLines(text.trimEnd())),
    warn: (text) => write(`warning: ${safeText(text)}`),
    step(done, total, what) {
      const now = performance.now();
      if (done !== total && now - reported < 5000) return;
      const text = total > 0 ? `${done} of ${total} ${what}` : `${done} ${what}`;
      if (text === last) return; // the last step may be reported many times until its work ends
      [reported, last] = [now, text];
      write(text);
    },
    done() {
      last = "";
    }
  };
}

function barLog(stderr: Host["stderr"], colors: Host["colors"], write: Write): Log {
  let bar: SingleBar | null = null;
  const above = (text: string) => {
    if (bar) stderr.write("\r\u001b[K");
    write(text);
  };
  return {
    note: (text) => above(colors.dim(safeLines(text.trimEnd()))),
    warn: (text) => above(colors.yellow(`warning: ${safeText(text)}`)),
    step(done, total, what) {
      bar ??= startBar({done, total, what}, stderr, colors.cyan);
      bar.setTotal(total);
      bar.update(done, {what});
    },
    done() {
      bar?.stop();
      bar = null;
    }
  };
}

function startBar(
  {done, total, what}: {done: number; total: number; what: string},
  stream: Host["stderr"],
  paint: (text: string) => string
): SingleBar {
  const counted = `${paint("{bar}")} {value} of {total} {what}{eta_formatted}`;
  const format = total > 0 ? counted : "{value} {what}"; // a watch has no known end
  // Estimates the remaining time from the last 100 steps; from fewer it would jump, as answers come in bursts.
  const estimate = {etaBuffer: 100, formatTime: toGoText};
  const bar = new SingleBar(
    {stream, format, hideCursor: true, barsize: 30, fps: 8, ...estimate},
    Presets.shades_classic
  );
  bar.start(total, done, {what});
  return bar;
}

// Without an estimate it gets a text.
function toGoText(seconds: unknown): string {
  return typeof seconds === "number" && seconds > 0 ? `, ${durationText(1000 * seconds)} to go` : "";
}

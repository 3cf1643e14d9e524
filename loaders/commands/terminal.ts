import {Presets, SingleBar} from "cli-progress";
import pc from "picocolors";
import type {Log} from "../load/log.js";
import {safeText} from "./output.js";

/** A log on standard error: a progress bar on a terminal, a plain line now and then otherwise. */
export function terminalLog({quiet = false, terminal = process.stderr.isTTY === true} = {}): Log {
  if (quiet) return {...plainLog(), note() {}, step() {}};
  return terminal ? barLog() : plainLog();
}

function plainLog(): Log {
  let told = 0;
  return {
    note: (text) => tell(safeLines(text)),
    warn: (text) => tell(`warning: ${safeText(text)}`),
    step(done, total, what) {
      const now = performance.now();
      if (done !== total && now - told < 5000) return;
      told = now;
      tell(total > 0 ? `${done} of ${total} ${what}` : `${done} ${what}`);
    },
    done() {}
  };
}

function barLog(): Log {
  let bar: SingleBar | null = null;
  const above = (text: string) => {
    if (bar) process.stderr.write("\r\u001b[K");
    tell(text);
  };
  return {
    note: (text) => above(pc.dim(safeLines(text))),
    warn: (text) => above(pc.yellow(`warning: ${safeText(text)}`)),
    step(done, total, what) {
      bar ??= startBar(total, what);
      bar.setTotal(total);
      bar.update(done, {what});
    },
    done() {
      bar?.stop();
      bar = null;
    }
  };
}

function startBar(total: number, what: string): SingleBar {
  const counted = `${pc.cyan("{bar}")} {value} of {total} {what}, {eta_formatted} to go`;
  const format = total > 0 ? counted : "{value} {what}"; // nobody knows how long a watch goes on
  // The time to go is told from the last 100 steps: from fewer it jumps, as requests are answered in bursts.
  const bar = new SingleBar({format, hideCursor: true, barsize: 30, fps: 8, etaBuffer: 100}, Presets.shades_classic);
  bar.start(total, 0, {what});
  return bar;
}

// Notes are Feedbook's own or a build's: they may have several lines.
function safeLines(text: string): string {
  return text.trimEnd().split("\n").map(safeText).join("\n");
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

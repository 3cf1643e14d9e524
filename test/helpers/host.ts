import {Writable} from "node:stream";
import pc from "picocolors";
import type {Host, Output} from "../../loaders/commands/host.js";

/** A host of commands for tests, which keeps their outputs. */
export interface TestHost extends Host {
  out(): string;
  err(): string;
}

/** Makes a host without colours, with a terminal of a width if `terminal` gives one. */
export function testHost(given: {env?: NodeJS.ProcessEnv; signal?: AbortSignal; terminal?: number} = {}): TestHost {
  const {env = process.env, signal = new AbortController().signal, terminal} = given;
  const [stdout, stderr] = [keep(terminal), keep(terminal)];
  return {
    env,
    stdout,
    stderr,
    colors: pc.createColors(false),
    exitCode: 0,
    listen: () => ({signal, release() {}}),
    out: () => stdout.text(),
    err: () => stderr.text()
  };
}

function keep(columns?: number): Output & {text(): string} {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part, _, done) {
      parts.push(Buffer.from(part));
      done();
    }
  });
  const terminal = columns === undefined ? {} : {columns, isTTY: true};
  return Object.assign(stream, terminal, {text: () => Buffer.concat(parts).toString()});
}

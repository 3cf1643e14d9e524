import {get} from "node:http";
import {createServer} from "node:net";
import {text} from "node:stream/consumers";
import {type FrameworkOptions, type Running, startFramework} from "./framework.js";

/** A running preview and its address. */
export interface Preview extends Running {
  url: string;
}

/** Options of `previewSite`. */
export interface PreviewOptions extends FrameworkOptions {
  /** The port to take; default: 3000 or, if that is taken, any free one. */
  port?: number;
}

/**
 * Starts Framework's preview on 127.0.0.1: pages update by themselves when they, or the data behind them, change.
 * Resolves when it listens. @throws with what it said, if it ends before that, or as a server does, if its port is taken
 */
export async function previewSite({port, ...options}: PreviewOptions = {}): Promise<Preview> {
  if (port !== undefined) return await startOn(await freePort(port), options);
  const usual = await freePort(3000).catch(() => freePort(0));
  return await startOn(usual, options).catch(async (error: unknown) => {
    if (!isTaken(error)) throw error;
    return await startOn(await freePort(0), options);
  });
}

// Complaints are passed on once it listens or ends: of a port that another took meanwhile, Framework prints its stack.
function startOn(port: number, {log = () => {}, warn = () => {}, ...options}: FrameworkOptions): Promise<Preview> {
  const url = `http://127.0.0.1:${port}/`;
  const held: string[] = [];
  let pass = (text: string): unknown => held.push(text);
  const release = () => {
    pass = warn;
    for (const text of held.splice(0)) warn(text);
  };
  return new Promise((resolve, reject) => {
    const running = startFramework(["preview", "--host", "127.0.0.1", "--port", String(port), "--no-open"], {
      ...options,
      warn: (text) => pass(text),
      log(text) {
        log(text);
        if (!running.said.includes(url)) return;
        release();
        resolve(Object.assign(running, {url}));
      }
    });
    running.exited
      .then((code) => {
        if (running.said.includes("EADDRINUSE")) return reject(taken(port));
        release();
        reject(new Error(`preview ended with code ${code}\n${running.said}`.trimEnd()));
      })
      .catch(reject);
  });
}

function taken(port: number): Error {
  return Object.assign(new Error(`port ${port} is taken`), {code: "EADDRINUSE", port});
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

/**
 * Asks a preview for its first page and for all that the page names, so that a reader finds it made: Framework bundles
 * packages and runs data loaders when they are first asked for. What fails is reported when the reader asks.
 */
export async function warmUp(url: string): Promise<void> {
  const html = await textAt(url);
  const paths = new Set(
    Array.from(html.matchAll(/"(\.?\/_(?:observablehq|import|node|file)\/[^"]+)"/g), ([, path = ""]) => path)
  );
  await Promise.allSettled(Array.from(paths, (path) => textAt(new URL(path, url))));
}

function textAt(url: string | URL): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (response) => text(response).then(resolve, reject)).on("error", reject);
  });
}

/** Gives the port, or any free one for 0. @throws as a server does, if it is taken */
export function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

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
  /** The port to take; if it is taken, any free one. Default 3000. */
  port?: number;
}

/**
 * Starts Framework's preview on 127.0.0.1: pages update by themselves when they, or the data behind them, change.
 * Resolves when it listens. @throws with what it said, if it ends before that
 */
export async function previewSite({port = 3000, log = () => {}, ...options}: PreviewOptions = {}): Promise<Preview> {
  const free = (await freePort(port)) ?? (await freePort(0));
  const url = `http://127.0.0.1:${free}/`;
  return await new Promise((resolve, reject) => {
    const running = startFramework(["preview", "--host", "127.0.0.1", "--port", String(free), "--no-open"], {
      ...options,
      log(text) {
        log(text);
        if (running.said.includes(url)) resolve(Object.assign(running, {url}));
      }
    });
    running.exited
      .then((code) => reject(new Error(`preview ended with code ${code}\n${running.said}`.trimEnd())))
      .catch(reject);
  });
}

/**
 * Asks a preview for its first page and for all that the page names, so that a reader finds it made: Framework bundles
 * packages and runs data loaders when they are first asked for. What fails is told when the reader asks.
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

function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}

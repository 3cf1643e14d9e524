import {createServer} from "node:net";
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

import {get} from "node:http";
import {createServer} from "node:net";
import {text} from "node:stream/consumers";
import {type FrameworkOptions, type Running, startFramework} from "../framework/framework.js";

/** A running preview and its address. */
export interface Preview extends Running {
  url: string;
}

/** Options of `previewSite`. */
export interface PreviewOptions extends FrameworkOptions {
  /** The port to take; default: the first free one from 3000 on; 0: any free one. */
  port?: number;
}

/** Starts Framework's preview on 127.0.0.1, and resolves when it listens. @throws if it ends, or its port is taken */
export async function previewSite({port, env, log = () => {}, ...options}: PreviewOptions = {}): Promise<Preview> {
  // If a given port is taken, Framework prints a stack. So it is checked first.
  const args = port === undefined ? [] : ["--port", String(await freePort(port))];
  return new Promise((resolve, reject) => {
    const running = startFramework(["preview", "--host", "127.0.0.1", "--no-open", ...args], {
      ...options,
      env: {...env, PORT: undefined},
      log(text) {
        log(text);
        const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(running.said) ?? [];
        if (url !== undefined) resolve(Object.assign(running, {url}));
      }
    });
    running.exited
      .then((code) => reject(new Error(`preview ended with code ${code}\n${running.said}`.trimEnd())))
      .catch(reject);
  });
}

/** Requests the first page of a preview and its files, so that their making begins. Ignores errors. */
export async function warmUp(url: string): Promise<void> {
  const html = await textAt(url);
  const paths = new Set(
    Array.from(html.matchAll(/"(\.?\/_(?:observablehq|import|node|file)\/[^"]+)"/g), ([, path = ""]) => path)
  );
  await Promise.allSettled([...paths].map((path) => textAt(new URL(path, url))));
}

function textAt(url: string | URL): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      text(response).then((all) => resolve(response.statusCode === 200 ? all : ""), reject);
    }).on("error", reject);
  });
}

/** Returns the port, or any free one for 0. @throws EADDRINUSE if it is taken */
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

import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import type {Page} from "playwright-core";
import send from "send";

/** DuckDB's error for a statement that reaches outside the site. */
export const refusal =
  /disabled|computes with TIMESTAMP|while database is running|not in the catalog|does not exist|^IO Error: No files found/;

/** Starts a server of other origins than the site's, which answers every request; `localhost` is another than `127.0.0.1`. */
export async function startElsewhere() {
  const asked: string[] = [];
  const server = createServer(({method, url}, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(200, {"access-control-allow-origin": "*", "access-control-allow-headers": "*"}).end("a\n1\n");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const {port} = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    /** The received requests. */
    asked,
    /** Tries to reach it by SQL on the page `reachPage`. Gives the message of each statement. */
    async trySql(page: Page): Promise<Record<string, string>> {
      await page.waitForFunction(() => "run" in globalThis);
      const messages: Record<string, string> = {};
      const own = new URL(page.url()).origin;
      for (const [i, text] of statements.entries()) {
        const statement = text.replaceAll("HOST", hosts[i % 2] ?? "").replaceAll("OWN", own);
        messages[text] = await page.evaluate(`run(${JSON.stringify(statement)})`);
      }
      return messages;
    },
    /** Tries to reach it by scripts of a page. */
    async tryScripts(page: Page): Promise<void> {
      for (const host of hosts) await page.evaluate(askFor, host);
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    }
  };
}

const statements = [
  ...["http://HOST/a.csv", "//HOST/a.csv", "s3://bucket/a.csv", "OWN@HOST/a.csv", "OWN/../a.csv"].map(
    (address) => `SET s3_endpoint = 'HOST'; FROM '${address}'`
  ),
  ...[
    "read_text('http://HOST/a')",
    "read_text('OWN/reach.html')",
    "read_text('feeds.duckdb/../reach.html')",
    "glob('OWN/*')"
  ].map((source) => `FROM ${source}`),
  "COPY (SELECT 1) TO 'http://HOST/a.csv'",
  "ATTACH 'http://HOST/a.duckdb' AS other (READ_ONLY)",
  "IMPORT DATABASE 'http://HOST/all'",
  "SET log_query_path = 'http://HOST/log'",
  "LOAD 'http://HOST/icu.duckdb_extension.wasm'",
  "INSTALL icu FROM 'http://HOST'; LOAD icu",
  "SET enable_external_access = true",
  "SET allowed_directories = ['http://HOST/']"
];

async function askFor(host: string): Promise<void> {
  const address = `http://${host}/script`;
  await fetch(address).catch(() => {});
  await fetch(address, {mode: "no-cors"}).catch(() => {});
  const tries = [
    () => new WebSocket(`ws://${host}/script`),
    () => navigator.sendBeacon(address, "a"),
    () => Object.assign(new Image(), {src: address}),
    () => document.body.insertAdjacentHTML("beforeend", `<iframe src="${address}"></iframe>`)
  ];
  for (const tried of tries) {
    try {
      tried();
    } catch {} // expected
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/**
 * A host of files, as most are: no headers of ours, no page for an address without `.html`, everything below `base`.
 */
export async function servePlainly(folder: string, base: string): Promise<{url: string; close(): Promise<void>}> {
  const server = createServer(async (request, response) => {
    const {pathname} = new URL(request.url ?? "/", "http://localhost");
    if (!pathname.startsWith(base)) response.writeHead(404).end();
    else send(request, pathname.slice(base.length - 1), {root: folder}).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, close};
}

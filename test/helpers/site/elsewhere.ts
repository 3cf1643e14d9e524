import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import type {Page} from "playwright-core";

/** A server of other origins than the site's, which answers every request. */
export interface Elsewhere {
  /** The requests that it has received. */
  readonly asked: string[];
  /**
   * Tries each way to it that SQL has, on the page `reachPage`, and gives what each statement was told, by statement.
   */
  trySql(page: Page): Promise<Record<string, string>>;
  /** Tries each way to it that scripts of a page have. */
  tryScripts(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** A page that shares its `sql` with the test; `src/reach.md`. */
export const reachPage = `# Reach
\`\`\`js
import {sql} from "./notebook.js";
globalThis.run = (text) => sql({raw: [text]}).then(() => "done", ({message}) => message);
\`\`\`
`;

/** DuckDB's error for a statement that reaches outside the site. */
export const refusal =
  /disabled|computes with TIMESTAMP|while database is running|not in the catalog|does not exist|^IO Error: No files found/;

/** Starts it on a free port; `localhost` is another origin than `127.0.0.1`. */
export async function startElsewhere(): Promise<Elsewhere> {
  const asked: string[] = [];
  const server = createServer(({method, url}, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(200, {"access-control-allow-origin": "*", "access-control-allow-headers": "*"}).end("a\n1\n");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const {port} = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    asked,
    async trySql(page) {
      await page.waitForFunction(() => "run" in globalThis);
      const told: Record<string, string> = {};
      const own = new URL(page.url()).origin;
      for (const [i, text] of statements.entries()) {
        const statement = text.replaceAll("HOST", hosts[i % 2] ?? "").replaceAll("OWN", own);
        told[text] = await page.evaluate(`run(${JSON.stringify(statement)})`);
      }
      return told;
    },
    async tryScripts(page) {
      for (const host of hosts) await page.evaluate(askFor, host);
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    }
  };
}

const statements = [
  ...["http://HOST/a.csv", "https://HOST/a.csv", "HTTP://HOST/a.csv", "//HOST/a.csv", "s3://bucket/a.csv"],
  ...["http://HOST/a.parquet", "http://HOST/a.json", "http://HOST/a.duckdb", "OWN@HOST/a.csv", "OWN/../a.csv"]
].map((address) => `SET s3_endpoint = 'HOST'; FROM '${address}'`);
statements.push(
  ...["read_csv", "read_text", "read_blob", "read_parquet", "read_json", "glob", "sniff_csv"].map(
    (name) => `FROM ${name}('http://HOST/a')`
  ),
  "FROM read_csv(['OWN/reach', 'http://HOST/b.csv'])",
  ...["OWN/reach.html", "OWN/notebook/reach.html", "OWN/notebook/../a.csv", "OWN/notebook/%2e%2e/a.csv"].flatMap(
    (address) => [`FROM read_text('${address}')`, `FROM read_csv('${address}')`, `FROM '${address}.csv'`]
  ),
  ...["reach.html", "./reach.html", "/reach.html", "../reach.html", "feeds.duckdb/../reach.html"].map(
    (path) => `FROM read_blob('${path}')`
  ),
  "FROM glob('OWN/*')",
  "COPY (SELECT 1) TO 'OWN/a.csv'",
  "ATTACH 'OWN/notebook/a.duckdb' AS other",
  "ATTACH 'http://HOST/a.duckdb' AS other",
  "ATTACH 'http://HOST/a.duckdb' AS other (READ_ONLY)",
  "ATTACH 'http://HOST/a.sqlite' AS other (TYPE sqlite)",
  "COPY (SELECT 1) TO 'http://HOST/a.csv'",
  "EXPORT DATABASE 'http://HOST/all'",
  "IMPORT DATABASE 'http://HOST/all'",
  "SET log_query_path = 'http://HOST/log'",
  "LOAD icu",
  "LOAD 'http://HOST/icu.duckdb_extension.wasm'",
  "SELECT date_trunc('day', now())",
  "SELECT json('{}')",
  "INSTALL icu FROM 'http://HOST'; LOAD icu",
  "SET custom_extension_repository = 'http://HOST'; INSTALL json; LOAD json",
  "SET autoinstall_extension_repository = 'http://HOST'; SET autoinstall_known_extensions = true; SET autoload_known_extensions = true; SELECT json('{}')",
  "SET enable_external_access = true",
  "RESET enable_external_access",
  "SET allowed_directories = ['http://HOST/']"
);

async function askFor(host: string): Promise<void> {
  const address = `http://${host}/script`;
  await fetch(address).catch(() => {});
  await fetch(address, {mode: "no-cors"}).catch(() => {});
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  try {
    request.send();
  } catch {} // expected
  const tries = [
    () => new WebSocket(`ws://${host}/script`),
    () => new EventSource(address),
    () => navigator.sendBeacon(address, "a"),
    () => new Worker(address),
    () => Object.assign(new Image(), {src: address}),
    () =>
      document.body.insertAdjacentHTML(
        "beforeend",
        `<iframe src="${address}"></iframe><p style="background: url(${address})">a</p>`
      )
  ];
  for (const tried of tries) {
    try {
      tried();
    } catch {} // expected
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
}

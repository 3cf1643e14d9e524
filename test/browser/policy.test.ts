import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import type {BrowserContext} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {serveSite} from "../../loaders/site/serve/serve.js";
import {base} from "../helpers/site/built.js";
import {watch} from "../helpers/site/chromium.js";
import {refusal, startElsewhere} from "../helpers/site/elsewhere.js";
import {servePlainly} from "../helpers/site/plain-host.js";
import {useUsual} from "../helpers/site/site.js";

const site = useUsual();
const root = () => `${site.root}/dist`;

describe.each([
  ["feedbook serve", () => serveSite({root: root(), port: 0, base})],
  ["a host that only sends files", () => servePlainly(root(), base)]
])("a built page from %s", (_, serve) => {
  let serving: Awaited<ReturnType<typeof serve>>;
  let context: BrowserContext;
  beforeAll(async () => {
    serving = await serve();
    context = await site.browser.newContext();
  });
  afterAll(async () => {
    await context.close();
    await serving.close();
  });
  const open = async (path: string) => {
    const watched = await watch(context, new URL(serving.url).origin);
    await watched.page.goto(`${serving.url}${path}`);
    return watched;
  };

  it("draws its charts by SQL and runs no script that came into it, nor one of another host", async () => {
    const {page, errors, outside} = await open("prices.html?range=7d");
    await page.locator("figure.fb-chart svg path").first().waitFor();
    await page.locator(".fb-stat dd").nth(3).waitFor();
    expect({errors, outside}).toEqual({errors: [], outside: []});
    expect(await page.evaluate(tryToRun)).toEqual({
      ran: [],
      blocked: ["script-src-attr inline", "script-src-elem https://example.com/a.js", "script-src-elem inline"]
    });
    await page.close();
  });

  it("reaches no other file or host by SQL, nor another host by a script of its own, and says so", async () => {
    const elsewhere = await startElsewhere();
    onTestFinished(() => elsewhere.close());
    const {page, outside, requests} = await open("reach.html");
    // The policy lets a page evaluate text only at once, so not in waitForFunction, which tries again later.
    await expect.poll(() => page.evaluate(`"run" in globalThis && run("FROM feeds")`), {timeout: 60_000}).toBe("done");
    const before = requests.length;
    const told = await elsewhere.trySql(page);
    expect(Object.entries(told).filter(([, message]) => !refusal.test(message))).toEqual([]);
    expect(requests.slice(before).filter((url) => !/\/feeds\.\w+\.duckdb$/.test(url))).toEqual([]);
    expect({asked: elsewhere.asked, outside}).toEqual({asked: [], outside: []});
    expect(await page.workers()[0]?.evaluate(askInWorker, `${serving.url}reach.html`)).toMatch(/^SQL reads this site/);
    for (const [sql, said] of local) expect(await page.evaluate(`run(${JSON.stringify(sql)})`), sql).toMatch(said);
    expect(outside).toEqual([]);
    await elsewhere.tryScripts(page);
    expect(elsewhere.asked).toEqual([]);
  });
});

// What DuckDB itself would be told, if it let a statement ask.
function askInWorker(address: string): string {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return `answered ${request.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

// What native DuckDB has of its icu and json extensions, and what has to be written otherwise.
const local: readonly (readonly [sql: string, said: RegExp])[] = [
  [
    holds("local_time(TIMESTAMP '2026-05-12 13:30:00', 'America/New_York') = TIMESTAMP '2026-05-12 09:30:00'"),
    /^done$/
  ],
  [holds("local_day(TIMESTAMP '2026-11-02 04:59:59', 'America/New_York') = TIMESTAMP '2026-11-01 04:00:00'"), /^done$/],
  [holds("TIMESTAMP '2026-05-12 09:30:00' AT TIME ZONE 'Asia/Tokyo' = TIMESTAMPTZ '2026-05-12 00:30:00+00'"), /^done$/],
  [holds("today() = now()::TIMESTAMP::DATE AND current_date = today()"), /^done$/],
  ["SELECT json_keys('{}')", /reads no JSON/],
  ["SELECT local_time(now(), 'Asia/Tokio')", /^unknown time zone: Asia\/Tokio: did you mean Asia\/Tokyo\?(\n|$)/],
  ["SELECT now() - INTERVAL 1 DAY", /write now\(\)::TIMESTAMP/],
  ["SELECT {'a': 1}::VARIANT AS v", /write column::VARCHAR/],
  ["SELECT 'POINT (1 2)'::GEOMETRY AS g", /column g is of type GEOMETRY, which does not reach a page: write g::VARCHAR/]
];

function holds(condition: string): string {
  return `SELECT CASE WHEN ${condition} THEN 1 ELSE error('it does not') END`;
}

// What markup of a service could bring, if it were taken for markup.
async function tryToRun(): Promise<{ran: string[]; blocked: string[]}> {
  const ran: string[] = [];
  const blocked = new Set<string>();
  Object.assign(globalThis, {ran});
  document.addEventListener("securitypolicyviolation", ({effectiveDirective, blockedURI}) => {
    blocked.add(`${effectiveDirective} ${blockedURI}`);
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 100));
  const script = document.createElement("script");
  script.textContent = "ran.push('inline')";
  document.body.append(script);
  await settled();
  document.body.insertAdjacentHTML("beforeend", `<button onclick="ran.push('attribute')">`);
  document.querySelector<HTMLElement>("button[onclick]")?.click();
  await settled();
  document.body.append(Object.assign(document.createElement("script"), {src: "https://example.com/a.js"}));
  await settled();
  return {ran, blocked: [...blocked].sort()};
}

describe("a built site", () => {
  it("has nothing of the editor of a preview", () => {
    const files = readdirSync(root(), {recursive: true, withFileTypes: true}).filter(
      (each) => each.isFile() && /\.(?:html|js|css)$/.test(each.name)
    );
    expect(files.length).toBeGreaterThan(20);
    const found = files.filter(({parentPath, name}) =>
      /feedbook-edit|_feedbook|fb-edit|<!--block-->/.test(readFileSync(join(parentPath, name), "utf8"))
    );
    expect(found.map(({name}) => name)).toEqual([]);
  });
});

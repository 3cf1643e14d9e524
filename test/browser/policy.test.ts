import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import type {BrowserContext} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from "vitest";
import {serveSite} from "../../loaders/site/serve/serve.js";
import {base} from "../helpers/site/built.js";
import {watch} from "../helpers/site/chromium.js";
import {useUsual} from "../helpers/site/site.js";
import {refusal, servePlainly, startElsewhere} from "./hosts.js";

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

  it("draws its charts, and runs no script that markup or another host brings", async () => {
    const {page, errors, outside} = await open("prices.html?range=7d");
    await page.locator(".fb-surface").first().waitFor();
    await page.locator(".fb-stat dd").nth(3).waitFor();
    expect({errors, outside}).toEqual({errors: [], outside: []});
    expect(await page.evaluate(tryToRun)).toEqual({
      ran: [],
      blocked: ["script-src-attr inline", "script-src-elem https://example.com/a.js", "script-src-elem inline"]
    });
    await page.close();
  });

  it("reaches no other file or host, neither by SQL nor by a script of its own", async () => {
    const elsewhere = await startElsewhere();
    onTestFinished(() => elsewhere.close());
    const {page, outside, requests} = await open("reach.html");
    // The policy blocks waitForFunction, which evaluates text in a timer.
    await expect.poll(() => page.evaluate(`"run" in globalThis && run("FROM feeds")`), {timeout: 60_000}).toBe("done");
    const before = requests.length;
    const answers = await elsewhere.trySql(page);
    expect(Object.entries(answers).filter(([, message]) => !refusal.test(message))).toEqual([]);
    expect(requests.slice(before).filter((url) => !/\/feeds\.\w+\.duckdb$/.test(url))).toEqual([]);
    expect(await page.workers()[0]?.evaluate(requestInWorker, `${serving.url}reach.html`)).toMatch(
      /^SQL reads this site/
    );
    expect({asked: elsewhere.asked, outside}).toEqual({asked: [], outside: []});
    await elsewhere.tryScripts(page);
    expect(elsewhere.asked).toEqual([]);
  });
});

// The answer to a statement of DuckDB that would send a request.
function requestInWorker(address: string): string {
  const request = new XMLHttpRequest();
  try {
    request.open("GET", address, false);
    request.send();
    return `answered ${request.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

// Tries to run scripts as markup of the service could.
async function tryToRun(): Promise<{ran: string[]; blocked: string[]}> {
  const ran: string[] = [];
  const blocked = new Set<string>();
  Object.assign(globalThis, {ran});
  document.addEventListener("securitypolicyviolation", ({effectiveDirective, blockedURI}) => {
    blocked.add(`${effectiveDirective} ${blockedURI}`);
  });
  const blocks = async (count: number) => {
    for (let i = 0; i < 100 && blocked.size < count; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const script = document.createElement("script");
  script.textContent = "ran.push('inline')";
  document.body.append(script);
  await blocks(1);
  document.body.insertAdjacentHTML("beforeend", `<button onclick="ran.push('attribute')">`);
  document.querySelector<HTMLElement>("button[onclick]")?.click();
  await blocks(2);
  document.body.append(Object.assign(document.createElement("script"), {src: "https://example.com/a.js"}));
  await blocks(3);
  return {ran, blocked: [...blocked].sort()};
}

it("a built site contains nothing of the preview's editor", () => {
  const files = readdirSync(root(), {recursive: true, withFileTypes: true}).filter(
    (each) => each.isFile() && /\.(?:html|js|css)$/.test(each.name)
  );
  expect(files.length).toBeGreaterThan(20);
  const found = files.filter(({parentPath, name}) =>
    /feedbook-edit|_feedbook|fb-edit|<!--block-->/.test(readFileSync(join(parentPath, name), "utf8"))
  );
  expect(found.map(({name}) => name)).toEqual([]);
});

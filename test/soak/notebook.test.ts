import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {feedbook} from "../helpers/cli.js";
import {inputsThatKeep, watchFields} from "../helpers/site/inputs.js";
import {usePreview} from "../helpers/site/preview.js";

// What a notebook holds for long, in page time, against a real watch.
const {workspace, write, open} = usePreview(async ({root}) => {
  const load = ["load", "history", "--from", "now-10m", "--every", "10s", "--feeds", "1,2,6,112"];
  expect(await feedbook(load, {cwd: root})).toMatchObject({exitCode: 0});
});

describe("a query that would not end", () => {
  const queries = {
    endless: "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c",
    large: "SELECT len(list(range)) AS n FROM range(1000000000)"
  };

  it.each(Object.entries(queries))(
    "is cancelled within a second, and the next one answers: %s",
    async (name, query) => {
      const page = (block: string) => `\`\`\`js\nimport {sql} from "./lib/notebook.js";\n\`\`\`\n${block}`;
      const ask = (text: string) => `\`\`\`js\ndisplay((await sql\`${text}\`)[0].n);\n\`\`\`\n`;
      write(name, page(ask(query)));
      await open(name, async ({page: opened}) => {
        await opened.locator(".fb-running").waitFor();
        await opened.locator(".fb-running button:enabled").waitFor();
        const ms = await opened.evaluate(cancel);
        const startedAt = Date.now();
        write(name, page(ask("SELECT 6 * 9 AS n")));
        await opened.getByText("54").waitFor();
        console.log(`${name}: cancelled after ${ms.toFixed(0)} ms, the next answer after ${Date.now() - startedAt} ms`);
        expect(ms).toBeLessThan(1000);
      });
    }
  );
});

describe("watch --publish-every 5s", () => {
  it("resets no input and lets nothing flicker, over twelve publishes", async () => {
    write("inputs", inputsThatKeep(0.5));
    await open("prices?feed=2", async ({page: prices}) => {
      await open("inputs", async ({page, errors}) => {
        await page.getByLabel("k", {exact: true}).first().fill("3.5");
        await page.getByRole("radio", {name: "all"}).check({force: true});
        await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
        await page.getByRole("radio", {name: "APR"}).check({force: true});
        await page.getByLabel("Resolution").selectOption("300");
        await page.waitForTimeout(2000);
        await prices.locator("figure.fb-chart svg path").first().waitFor();
        for (const each of [page, prices]) await each.evaluate(watchFields);
        await prices.evaluate(watchCharts);
        const watching = feedbook(
          ["watch", "--every", "1s", "--publish-every", "5s", "--feeds", "1,2,6,112", "--for", "90s"],
          {cwd: workspace.root}
        );
        await expect.poll(() => seen(page), {timeout: 120_000, interval: 200}).toBeGreaterThan(12);
        watching.kill("SIGTERM");
        await watching;
        expect(await page.evaluate("fieldStates")).toEqual([
          expect.stringMatching(/^\d\d fields: .*k: 3.5.*APR: true/)
        ]);
        expect(await prices.evaluate("fieldStates")).toHaveLength(1);
        expect(await prices.evaluate("chartCounts")).toHaveLength(1);
        expect(errors.filter((error) => !error.startsWith("Executing inline event handler"))).toEqual([]);
      });
    });
  });
});

// How many ends of the data the page has shown.
const ends = new Set<string>();
async function seen(page: Page): Promise<number> {
  ends.add(JSON.parse((await page.locator("output").textContent()) || '{"time": []}').time[1]);
  return ends.size;
}

// The ms from a click on Cancel to the error.
const cancel = () =>
  new Promise<number>((resolve) => {
    const startedAt = performance.now();
    new MutationObserver((_, observer) => {
      if (!/cancelled after/.test(document.querySelector(".observablehq--error")?.textContent ?? "")) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - startedAt));
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
    document.querySelector<HTMLButtonElement>(".fb-running button")?.click();
  });

const watchCharts = `
  globalThis.chartCounts = [];
  (function look() {
    const count = document.querySelectorAll("figure.fb-chart .fb-body > svg").length;
    if (!chartCounts.includes(count)) chartCounts.push(count);
    requestAnimationFrame(look);
  })();
`;

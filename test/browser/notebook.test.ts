import {writeFileSync} from "node:fs";
import {DuckDBInstance} from "@duckdb/node-api";
import {tableFromJSON, tableToIPC} from "apache-arrow";
import type {Browser, BrowserContext, Locator, Page} from "playwright-core";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {type Preview, previewSite} from "../../loaders/site/preview.js";
import {startChromium, type Watched, watch} from "../helpers/chromium.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {soaking} from "../helpers/soak.js";
import {makeWorkspace} from "../helpers/workspace.js";

// What an author meets who writes pages in a preview.
const workspace = makeWorkspace();
let preview: Preview;
let browser: Browser;
let context: BrowserContext; // of one for all, the browser keeps what it compiled

beforeAll(async () => {
  await makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:00:00Z"});
  preview = await previewSite({cwd: workspace.root, env: workspace.env});
  browser = await startChromium();
  context = await browser.newContext();
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
  workspace.remove();
});

describe("a page that is edited", () => {
  const path = `${workspace.root}/src/edited.md`;
  const edit = (chart: string, slow = "SELECT 7 AS n") =>
    writeFileSync(
      path,
      `\`\`\`js\nimport {sql} from "./lib/notebook.js";\n\`\`\`
\`\`\`sql id=rows display=false\n${chart}\n\`\`\`\n<figure>${"$"}{rows.map(({a}) => html("b", a))}</figure>\n
\`\`\`js\nfunction html(name, text) { return Object.assign(document.createElement(name), {textContent: "a is " + text}); }\n\`\`\`
\`\`\`js\ndisplay((await sql\`${slow}\`)[0].n);\n\`\`\`\n`
    );
  const endless = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c";
  const quiet = (page: Page) => page.locator("html:not([data-busy])").waitFor({state: "attached"});
  edit("SELECT 1 AS a");

  it("keeps its last result while it shows an error, dimmed, until it is mended", async () => {
    await open("edited", async ({page}) => {
      await page.getByText("a is 1").waitFor();
      await settle(page, () => edit("SELECT b AS a"), page.getByText(/Binder Error: .*"b"/));
      expect(await page.locator(".observablehq--error:visible").count()).toBe(1);
      expect(await page.locator("figure .fb-last").textContent()).toBe("a is 1");
      await settle(page, () => edit("SELECT 2 AS a"), page.getByText("a is 2"));
      expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
    });
  });

  it("has an endless query cancelled by the reader, or by its edit, and goes on", async () => {
    await open("edited", async ({page}) => {
      await page.getByText("a is 2").waitFor();
      const line = page.locator(".fb-running");
      await settle(page, () => edit("SELECT 2 AS a", endless), line);
      expect(await line.textContent()).toMatch(/^Asking DuckDB … \d+\.\d sCancel$/);
      await line.getByRole("button", {name: "Cancel"}).click();
      await page.getByText(/QueryError: cancelled after \d+\.\d s: change the query/).waitFor();
      expect(await line.count()).toBe(0);
      await settle(page, () => edit("SELECT 3 AS a", endless), page.getByText("a is 3"));
      await settle(page, () => edit("SELECT 3 AS a", endless.replace("AS n", "AS n, 1 AS b")), line);
      await settle(page, () => edit("SELECT 4 AS a", "SELECT 41 + 1 AS n"), page.getByText("42"));
      await page.getByText("a is 4").waitFor();
      await quiet(page);
      expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
    });
  });

  it("goes on after a query that took all memory", async () => {
    await open("edited", async ({page}) => {
      await page.getByText("42").waitFor();
      const list = "SELECT len(list(range)) AS n FROM range(1000000000)";
      await settle(
        page,
        () => edit("SELECT 4 AS a", list),
        page.getByText(/QueryError: Out of Memory: a browser gives/)
      );
      await settle(page, () => edit("SELECT 5 AS a", "SELECT 6 * 9 AS n"), page.getByText("54"));
      await page.getByText("a is 5").waitFor();
    });
  });
});

describe("keep(name, input)", () => {
  const path = `${workspace.root}/src/inputs.md`;
  writeFileSync(
    path,
    `\`\`\`js
import {Inputs, feedInput, feedsInput, keep, sql, stepInput, timeInput, zoneInput} from "./lib/notebook.js";
const [feeds, meta] = [await sql\`FROM feeds\`, await sql\`FROM meta\`];
Object.assign(globalThis, {Inputs, keep});
\`\`\`
\`\`\`js
const k = view(keep("k", Inputs.range([1, 5], {value: 2, step: 0.5, label: "k"})));
const words = view(keep("words", Inputs.text({label: "words"})));
const feed = view(feedInput(feeds, {value: 2}));
const compared = view(feedsInput(feeds));
const time = view(timeInput(meta, {value: "1h"}));
const tz = view(zoneInput({zones: ["Asia/Tokyo"]}));
\`\`\`
\`\`\`js
const step = view(stepInput(time));
\`\`\`
\`\`\`sql id=[row]
SELECT count(*)::INTEGER AS n FROM prices
WHERE priceFeedId = ${"$"}{feed} AND publishedAt BETWEEN ${"$"}{time.from} AND ${"$"}{time.until}
\`\`\`

<output>${"$"}{JSON.stringify({k, words, feed, compared, time: [time.from, time.until], range: time.range, tz, step, n: row.n})}</output>
`
  );

  const said = async (page: Page): Promise<object> => JSON.parse((await page.locator("output").textContent()) || "{}");
  const says = (page: Page) => expect.poll(() => said(page), {timeout: 60_000});

  it("keeps what the reader chose over loads, a reload, and Back and Forward", async () => {
    await open("inputs", async ({page, errors}) => {
      await says(page).toMatchObject({k: 2, words: "", feed: 2, compared: [1, 2], range: "1h", tz: "UTC", n: 61});
      await page.getByLabel("k", {exact: true}).first().fill("3.5");
      await page.getByRole("radio", {name: "all"}).check({force: true});
      await page.getByRole("combobox", {name: "Feed", exact: true}).fill("SOL");
      await page.keyboard.press("Enter");
      await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
      await page.getByLabel("Resolution").selectOption("300");
      const words = page.getByLabel("words");
      await words.pressSequentially("some wo");
      const loads = soaking ? [10, 20, 30] : [20, 30];
      const typed = `some wo${"r".repeat(loads.length)}`; // one letter after each
      const chosen = {k: 3.5, words: "some wo", feed: 6, compared: [1, 2], range: "all", tz: "Asia/Tokyo", step: 300};
      await says(page).toMatchObject({...chosen, n: 120});
      await page.evaluate(watchInputs);
      for (const minutes of loads) {
        await makeSnapshot(workspace.snapshotPath, {hours: 2, until: `2026-05-12T14:${minutes}:00Z`});
        const until = `2026-05-12T14:${minutes}:00.001Z`;
        await expect.poll(async () => JSON.stringify(await said(page)), {timeout: 60_000}).toContain(until);
        await page.keyboard.type("r"); // the caret stands where it stood
      }
      await says(page).toMatchObject({...chosen, words: typed});
      expect(await page.evaluate("others")).toEqual([]);
      await page.reload();
      await says(page).toMatchObject({...chosen, words: typed});
      await page.getByLabel("From (UTC)").fill("2026-05-12T13:00:00");
      await page.getByLabel("From (UTC)").blur();
      await says(page).toMatchObject({
        time: ["2026-05-12T13:00:00.000Z", "2026-05-12T14:30:00.001Z"],
        range: null,
        n: 91
      });
      await page.goBack();
      await says(page).toMatchObject({...chosen, words: typed});
      await page.goForward();
      await says(page).toMatchObject({range: null, n: 91});
      // Of the packages: htl writes a handler's place as an attribute first, which the policy forbids to run.
      expect(errors.filter((error) => !error.startsWith("Executing inline event handler"))).toEqual([]);
    });
  });

  it("keeps the value of every kind of input", async () => {
    await open("inputs", async ({page}) => {
      await page.waitForFunction("globalThis.keep !== undefined");
      expect(await page.evaluate(tryInputs)).toEqual([]);
    });
  });
});

describe("a reader's own files", () => {
  const own = (name: string) => `${workspace.root}/src/own.${name}`;
  const code = (lang: string, text: string) => `\`\`\`${lang}\n${text}\n\`\`\`\n`;
  const rows = [
    {priceFeedId: 1, note: "a, b", weight: 0.5},
    {priceFeedId: 2, note: "é", weight: 2}
  ];

  it("are read without network, and are tables of SQL", async () => {
    writeFileSync(own("csv"), 'priceFeedId,note,weight\n1,"a, b",0.5\n2,é,2\n');
    writeFileSync(own("tsv"), "priceFeedId\tnote\tweight\n1\ta, b\t0.5\n2\té\t2\n");
    writeFileSync(own("json"), JSON.stringify(rows));
    writeFileSync(own("arrow"), tableToIPC(tableFromJSON(rows)));
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT priceFeedId::INTEGER AS priceFeedId, note, weight::DOUBLE AS weight
      FROM (VALUES (1, 'a, b', 0.5), (2, 'é', 2)) AS t(priceFeedId, note, weight))
      TO '${own("parquet")}' (FORMAT parquet, COMPRESSION zstd)`);
    connection.closeSync();
    const read = ["csv({typed: true})", "tsv({typed: true})", "json()", "arrow()", "parquet()"].map(
      (call) => `await FileAttachment("own.${call.replace(/\(.*/, "")}").${call}`
    );
    writeFileSync(
      own("md"),
      code(
        "js",
        `import {sql, table} from "./lib/notebook.js";\nconst plain = (rows) => Array.from(rows, (row) => ({...row}));`
      ) +
        code("js", `const files = [${read.join(", ")}];`) +
        code("js", `const own = await table("own", FileAttachment("own.parquet").parquet());`) +
        code(
          "sql id=joined",
          `SELECT symbol, note, weight FROM ${"$"}{own} JOIN feeds USING (priceFeedId) ORDER BY priceFeedId`
        ) +
        `<output>${"$"}{JSON.stringify([files.map(plain), joined])}</output>\n`
    );
    await open("own", async ({page}) => {
      const [files, joined] = JSON.parse((await page.locator("output", {hasText: "symbol"}).textContent()) ?? "");
      expect(files).toEqual([rows, rows, rows, rows, rows]);
      expect(joined).toEqual([
        {symbol: "Crypto.BTC/USD", note: "a, b", weight: 0.5},
        {symbol: "Crypto.ETH/USD", note: "é", weight: 2}
      ]);
    });
  });
});

async function open(path: string, look: (watched: Watched) => Promise<void>): Promise<void> {
  const watched = await watch(context, new URL(preview.url).origin);
  watched.page.setDefaultTimeout(90_000); // a busy machine
  await watched.page.goto(`${preview.url}${path}`);
  try {
    await look(watched);
    expect(watched.outside).toEqual([]);
  } finally {
    await watched.page.close();
  }
}

// An edit is seen only once the preview watches the page's files.
async function settle(page: Page, edit: () => void, shown: Locator): Promise<void> {
  edit();
  await shown
    .first()
    .waitFor({timeout: 5000})
    .catch(async () => {
      await page.waitForTimeout(1000);
      edit();
      await shown.first().waitFor();
    });
}

// What the reader would see other than he chose it, in every frame.
const watchInputs = `
  globalThis.others = [];
  (function look() {
    const range = document.querySelector("form input[type=number]")?.value;
    if (range !== undefined && range !== "3.5") others.push(range);
    requestAnimationFrame(look);
  })();
`;

// Each input with a value that is not its first: what is not shown again by a second one, or not gone from the URL with it.
const tryInputs = `(() => {
  const day = new Date("2026-05-12");
  const options = ["a b", "c,d", "é&="];
  const own = () => document.createElement("textarea");
  const cases = [
    [() => Inputs.range([1, 5], {value: 2, step: 0.1}), 3.4, "3.4"],
    [() => Inputs.text({value: "a"}), "12, ü&", "12,+%C3%BC%26"],
    [() => Inputs.text({value: ""}), "007", "007"],
    [() => Inputs.text({value: "a"}), "", ""],
    [() => Inputs.select(options), "c,d", "c,d"],
    [() => Inputs.select([1, 2, 112]), 112, "112"],
    [() => Inputs.select(["1", "2"]), "2", "2"],
    [() => Inputs.select([1, 2, 3], {multiple: true}), [1, 3], "1,3"],
    [() => Inputs.select([1, 2, 3], {multiple: true, value: [1]}), [], "%5B%5D"],
    [() => Inputs.radio(options, {value: "a b"}), "é&=", "%C3%A9%26%3D"],
    [() => Inputs.checkbox(options), ["a b", "c,d"], "%5B%22a+b%22,%22c,d%22%5D"],
    [() => Inputs.toggle({value: true}), false, "false"],
    [() => Inputs.date({value: day}), new Date("2026-11-24"), "2026-11-24"],
    [() => Inputs.date(), day, "2026-05-12"],
    [() => Inputs.datetime({value: day}), new Date("2026-05-12T14:30:00Z"), "2026-05-12T14:30:00Z"],
    [() => Inputs.form({a: Inputs.range([0, 9], {value: 1, step: 1}), b: Inputs.text()}), {a: 3, b: "x"}, "%7B%22a%22:3,%22b%22:%22x%22%7D"],
    [own, "words", "words"]
  ];
  const wrong = [];
  const shown = (input) => document.body.appendChild(keep("x", input));
  const choose = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", {bubbles: true}));
  };
  for (const [make, value, text] of cases) {
    const first = shown(make());
    const usual = first.value;
    choose(first, value);
    const search = location.search;
    const again = shown(make());
    const kept = JSON.stringify(again.value);
    choose(again, usual);
    if (search !== "?x=" + text || kept !== JSON.stringify(value) || location.search !== "")
      wrong.push([make.toString(), search, kept, location.search]);
    first.remove();
    again.remove();
  }
  const others = [
    [() => Inputs.select(["a", "b"]), "c"],
    [() => Inputs.date({value: day}), "soon"],
    [() => Inputs.checkbox(["a"]), "[1,"]
  ];
  for (const [make, text] of others) {
    history.replaceState(null, "", "?x=" + text);
    const [input, usual] = [shown(make()), make()];
    if (JSON.stringify(input.value) !== JSON.stringify(usual.value)) wrong.push([text, input.value]);
    input.remove();
  }
  history.replaceState(null, "", location.pathname);
  for (const [name, make, message] of [
    ["x", () => Inputs.select([{id: 1}, {id: 2}]), "such as a feed's id"],
    ["x", () => Object.assign(own(), {value: null}), null],
    ["a b", () => Inputs.text(), "use letters and digits"]
  ]) {
    let told = null;
    try { keep(name, make()); } catch (error) { told = error.message; }
    if (message === null ? told !== null : !told?.includes(message)) wrong.push([make.toString(), told]);
  }
  return wrong;
})()`;

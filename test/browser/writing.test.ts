import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {inputsThatKeep, tryInputs, watchFields} from "../helpers/site/inputs.js";
import {settle, usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {soaking} from "../helpers/soak.js";

const {workspace, write, opened} = usePreview(({snapshotPath}) =>
  makeSnapshot(snapshotPath, {hours: 2, until: "2026-05-12T14:00:00Z"})
);
const value = (code: string) => `${"$"}{${code}}`;

describe("a page that is edited", () => {
  const edit = (chart: string, slow = "SELECT 7 AS n") =>
    write(
      "edited",
      `\`\`\`js\nimport {sql} from "./notebook.js";\n\`\`\`
\`\`\`sql id=rows display=false\n${chart}\n\`\`\`\n<figure>${value('rows.map(({a}) => html("b", a))')}</figure>\n
\`\`\`js\nfunction html(name, text) { return Object.assign(document.createElement(name), {textContent: "a is " + text}); }\n\`\`\`
\`\`\`js\ndisplay((await sql\`${slow}\`)[0].n);\n\`\`\`\n`
    );
  const endless = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c";
  edit("SELECT 1 AS a");
  const edited = opened("edited");

  it("keeps its last result, dimmed, below an error until the error is corrected", async () => {
    const {page} = edited;
    await page.getByText("a is 1").waitFor();
    const error = page.getByText(/Binder Error: .*"b"[\s\S]*query rows failed: correct its SQL/);
    await settle(page, () => edit("SELECT b AS a"), error);
    expect(await page.locator(".observablehq--error:visible").count()).toBe(1);
    const last = page.locator("figure .fb-last");
    expect(await last.textContent()).toBe("a is 1");
    expect(await last.evaluate((node) => Number(getComputedStyle(node).opacity))).toBeLessThan(1);
    await settle(page, () => edit("SELECT 2 AS a"), page.getByText("a is 2"));
    expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
  });

  it("runs on after the reader, or an edit, cancelled an endless query", async () => {
    const {page} = edited;
    const line = page.locator(".fb-running");
    await settle(page, () => edit("SELECT 2 AS a", endless), line);
    expect(await line.textContent()).toMatch(
      /^Asking DuckDB: query "SELECT count\(\*\) AS n FROM range\(100000.*…" …\d+\.\d sCancel$/
    );
    await line.getByRole("button", {name: "Cancel"}).click();
    await page.getByText(/QueryError: query "SELECT count.*" cancelled after \d+\.\d s: change the query/).waitFor();
    expect(await line.count()).toBe(0);
    await settle(page, () => edit("SELECT 3 AS a", endless.replace("AS n", "AS n, 1 AS b")), line);
    await settle(page, () => edit("SELECT 4 AS a", "SELECT 41 + 1 AS n"), page.getByText("42"));
    await page.getByText("a is 4").waitFor();
    await page.locator("html:not([data-busy])").waitFor({state: "attached"});
    expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
  });

  it.runIf(soaking)("runs on after a query that used all memory", async () => {
    const {page} = edited;
    const list = "SELECT len(list(range)) AS n FROM range(1000000000)";
    await settle(page, () => edit("SELECT 4 AS a", list), page.getByText(/QueryError: Out of Memory: a browser gives/));
    await settle(page, () => edit("SELECT 5 AS a", "SELECT 6 * 9 AS n"), page.getByText("54"));
  });
});

describe("keep(name, input)", () => {
  const edit = (step: number) => write("inputs", inputsThatKeep(step));
  edit(0.5);
  const inputs = opened("inputs");
  const outputOf = async (page: Page): Promise<object> =>
    JSON.parse((await page.locator("output").textContent()) || "{}");
  const output = (page: Page) => expect.poll(() => outputOf(page), {timeout: 60_000});

  it("keeps the value of every kind of input within the site's policy", async () => {
    const {page, errors} = inputs;
    await page.waitForFunction("globalThis.keep !== undefined");
    expect(await page.evaluate(tryInputs)).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("keeps choices and the caret over a load, an edit, a reload, Back and Forward", async () => {
    const {page, errors} = inputs;
    const defaults = {k: 2, words: "", feed: 2, compared: [1, 2], range: "1h", tz: "UTC", basis: "8h", n: 61};
    await output(page).toMatchObject(defaults);
    await page.getByLabel("k", {exact: true}).first().fill("3.5");
    await page.getByRole("radio", {name: "all"}).check({force: true});
    await page.getByRole("combobox", {name: "Feed", exact: true}).fill("SOL");
    await page.keyboard.press("Enter");
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await page.getByLabel("Resolution").selectOption("300");
    await page.getByRole("radio", {name: "APR"}).check({force: true});
    await page.getByLabel("words", {exact: true}).pressSequentially("some wo");
    const chosen = {
      ...{k: 3.5, words: "some wo", feed: 6, compared: [1, 2]},
      ...{range: "all", tz: "Asia/Tokyo", basis: "apr", step: 300}
    };
    await output(page).toMatchObject({...chosen, n: 120});
    await page.evaluate(watchFields);
    await makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:30:00Z"});
    await expect
      .poll(async () => JSON.stringify(await outputOf(page)), {timeout: 60_000})
      .toContain("2026-05-12T14:30:00.001Z");
    await page.keyboard.type("r"); // the caret stays in its place
    chosen.words = "some wor";
    await output(page).toMatchObject(chosen);
    expect(await page.evaluate("fieldStates")).toEqual([expect.stringMatching(/^\d\d fields: .*k: 3.5/)]);
    await settle(page, () => edit(0.25), page.getByText("edited to 0.25"));
    expect(await page.locator("input[step='0.25']").first().inputValue()).toBe("3.5");
    await output(page).toMatchObject(chosen);
    await page.reload();
    await output(page).toMatchObject(chosen);
    await page.getByLabel("From (UTC)").fill("2026-05-12T13:00:00");
    await page.getByLabel("From (UTC)").blur();
    const later = {time: ["2026-05-12T13:00:00.000Z", "2026-05-12T14:30:00.001Z"], range: null, n: 91};
    await output(page).toMatchObject(later);
    await page.goBack();
    await output(page).toMatchObject(chosen);
    await page.goForward();
    await output(page).toMatchObject(later);
    expect(errors).toEqual([]);
  });

  it("clamps an entered number in its box, its value and the URL", async () => {
    const {page} = inputs;
    const box = page.getByLabel("k", {exact: true}).first();
    await box.fill("999");
    await box.blur();
    await output(page).toMatchObject({k: 5});
    expect(await box.inputValue()).toBe("5");
    expect(page.url()).toMatch(/[?&]k=5\b/);
  });
});

describe("a result", () => {
  const nested = "SELECT {'a': [1, NULL], 'b': DATE '2026-05-12'} AS s, MAP {'k': 2} AS m, [DATE '2026-05-12'] AS days";
  const plot = value("Plot.dot(nested, {x: (row) => row.days[0], y: (row) => row.s.a[0]}).plot()");
  const block = (id: string, sql: string) => `\n<div id="${id}">\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n</div>\n\n`;
  write(
    "results",
    `\`\`\`js\nimport {Inputs, Plot, sql} from "./notebook.js";\n\`\`\`
\`\`\`js\nconst zone = view(Inputs.select(["UTC", "Asia/Tokyo"]));\n\`\`\`
${block("large", "SELECT range AS n FROM range(100001)")}${block("lists", nested)}
${block("twelve", "SELECT a FROM range(12) AS rows(a)")}
\`\`\`sql id=zoned\nSELECT local_time(max(publishedAt), ${value("zone")}) AS a FROM prices\n\`\`\`
\`\`\`sql id=nested\n${nested}\n\`\`\`
${plot}\n\n<output>${value("JSON.stringify(zoned[0])")}</output>\n`
  );
  const results = opened("results");

  it("of more than 100,000 rows is shown in part and saved whole", async () => {
    const large = results.page.locator("#large");
    await large
      .getByText(/100,001 rows/)
      .first()
      .waitFor();
    expect(await large.locator("tbody tr").count()).toBeLessThan(1000);
    const saving = results.page.waitForEvent("download");
    await large.getByRole("button", {name: /CSV/}).click();
    const lines = readFileSync(await (await saving).path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([100_002, "n", "100000"]);
  });

  it("of twelve rows is shown without a scrollbar", async () => {
    const table = results.page.locator("#twelve form");
    expect(await table.locator("tbody tr").count()).toBe(12);
    expect(await table.evaluate((form) => form.scrollHeight - form.clientHeight)).toBe(0);
  });

  it("follows the zone that the reader picks", async () => {
    await results.page.getByRole("combobox").selectOption("Asia/Tokyo");
    await results.page.locator("output", {hasText: '"a":"2026-05-12T2'}).waitFor();
  });

  it("with lists and objects is shown as JSON and drawn in the kit's colour", async () => {
    const {page, errors} = results;
    const day = '"2026-05-12T00:00:00.000Z"';
    expect(await page.locator("#lists tbody td:not(:first-child)").allTextContents()).toEqual([
      ...[`{"a":[1,null],"b":${day}}`, '[{"key":"k","value":2}]', `[${day}]`]
    ]);
    expect(await page.locator("svg[class^=plot] circle").evaluate(hasColor, "--fb-c1")).toBe(true);
    expect(errors).toEqual([]);
  });
});

function hasColor(node: Element, name: string): boolean {
  const own = document.body.appendChild(document.createElement("i"));
  own.style.color = `var(${name})`;
  const {color} = getComputedStyle(own);
  own.remove();
  return getComputedStyle(node).stroke === color;
}

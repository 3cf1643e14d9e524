import {readFileSync} from "node:fs";
import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {inputsThatKeep, sortPromised, tryInputs, watchFields} from "../helpers/site/inputs.js";
import {type Previewed, settle, usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {soaking} from "../helpers/soak.js";

const previewed = usePreview(({snapshotPath}) => makeSnapshot(snapshotPath, {hours: 2, until: "2026-05-12T14:00:00Z"}));

describe("a page that is edited", () => testEdited(previewed));
describe("keep(name, input)", () => testInputs(previewed));
describe("a result", () => testResults(previewed));

function testEdited({write, opened}: Previewed): void {
  const edit = (chart: string, slow = "SELECT 7 AS n") =>
    write(
      "edited",
      `\`\`\`js\nimport {sql} from "./notebook.js";\n\`\`\`
\`\`\`sql id=rows display=false\n${chart}\n\`\`\`\n<figure>${"$"}{rows.map(({a}) => html("b", a))}</figure>\n
\`\`\`js\nfunction html(name, text) { return Object.assign(document.createElement(name), {textContent: "a is " + text}); }\n\`\`\`
\`\`\`js\ndisplay((await sql\`${slow}\`)[0].n);\n\`\`\`\n`
    );
  const endless = "SELECT count(*) AS n FROM range(10000000) a, range(10000000) b, range(10000000) c";
  edit("SELECT 1 AS a");
  const edited = opened("edited");

  it("keeps its last result while it shows an error, dimmed, until it is mended", async () => {
    const {page} = edited;
    await page.getByText("a is 1").waitFor();
    await settle(
      page,
      () => edit("SELECT b AS a"),
      page.getByText(/Binder Error: .*"b"[\s\S]*query rows failed: correct its SQL/)
    );
    expect(await page.locator(".observablehq--error:visible").count()).toBe(1);
    const last = page.locator("figure .fb-last");
    expect(await last.textContent()).toBe("a is 1");
    expect(await last.evaluate((node) => Number(getComputedStyle(node).opacity))).toBeLessThan(1);
    await settle(page, () => edit("SELECT 2 AS a"), page.getByText("a is 2"));
    expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
  });

  it("has an endless query cancelled by the reader, or by its edit, and goes on", async () => {
    const {page} = edited;
    const line = page.locator(".fb-running");
    await settle(page, () => edit("SELECT 2 AS a", endless), line);
    expect(await line.textContent()).toMatch(
      /^Asking DuckDB: query "SELECT count\(\*\) AS n FROM range\(100000.*…" …\d+\.\d sCancel$/
    );
    await line.getByRole("button", {name: "Cancel"}).click();
    await page.getByText(/QueryError: query "SELECT count.*" cancelled after \d+\.\d s: change the query/).waitFor();
    expect(await line.count()).toBe(0);
    await settle(page, () => edit("SELECT 3 AS a", endless), page.getByText("a is 3"));
    await settle(page, () => edit("SELECT 3 AS a", endless.replace("AS n", "AS n, 1 AS b")), line);
    await settle(page, () => edit("SELECT 4 AS a", "SELECT 41 + 1 AS n"), page.getByText("42"));
    await page.getByText("a is 4").waitFor();
    await page.locator("html:not([data-busy])").waitFor({state: "attached"});
    expect(await page.locator(".fb-last, .observablehq--error").count()).toBe(0);
  });

  it.runIf(soaking)("goes on after a query that took all memory", async () => {
    const {page} = edited;
    const list = "SELECT len(list(range)) AS n FROM range(1000000000)";
    await settle(page, () => edit("SELECT 4 AS a", list), page.getByText(/QueryError: Out of Memory: a browser gives/));
    await settle(page, () => edit("SELECT 5 AS a", "SELECT 6 * 9 AS n"), page.getByText("54"));
    await page.getByText("a is 5").waitFor();
  });
}

function testInputs({workspace, write, opened}: Previewed): void {
  const edit = (step: number) => write("inputs", inputsThatKeep(step));
  edit(0.5);
  const inputs = opened("inputs");
  const said = async (page: Page): Promise<object> => JSON.parse((await page.locator("output").textContent()) || "{}");
  const says = (page: Page) => expect.poll(() => said(page), {timeout: 60_000});

  it("keeps the value of every kind of input, of which none offends the site's policy", async () => {
    const {page, errors} = inputs;
    await page.waitForFunction("globalThis.keep !== undefined");
    expect(await page.evaluate(tryInputs)).toEqual([]);
    expect(await page.evaluate(sortPromised)).toBe("1");
    expect(errors).toEqual([]);
  });

  it("keeps what the reader chose over loads, an edit, a reload, and Back and Forward", async () => {
    const {page, errors} = inputs;
    await says(page).toMatchObject({
      k: 2,
      words: "",
      feed: 2,
      compared: [1, 2],
      range: "1h",
      tz: "UTC",
      basis: "8h",
      n: 61
    });
    await page.getByLabel("k", {exact: true}).first().fill("3.5");
    await page.getByRole("radio", {name: "all"}).check({force: true});
    await page.getByRole("combobox", {name: "Feed", exact: true}).fill("SOL");
    await page.keyboard.press("Enter");
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await page.getByLabel("Resolution").selectOption("300");
    await page.getByRole("radio", {name: "APR"}).check({force: true});
    const words = page.getByLabel("words", {exact: true});
    await words.pressSequentially("some wo");
    const loads = soaking ? [10, 20, 30] : [30];
    const typed = `some wo${"r".repeat(loads.length)}`; // one letter after each
    const chosen = {
      ...{k: 3.5, words: "some wo", feed: 6, compared: [1, 2]},
      ...{range: "all", tz: "Asia/Tokyo", basis: "apr", step: 300}
    };
    await says(page).toMatchObject({...chosen, n: 120});
    await page.evaluate(watchFields);
    for (const minutes of loads) {
      await makeSnapshot(workspace.snapshotPath, {hours: 2, until: `2026-05-12T14:${minutes}:00Z`});
      const until = `2026-05-12T14:${minutes}:00.001Z`;
      await expect.poll(async () => JSON.stringify(await said(page)), {timeout: 60_000}).toContain(until);
      await page.keyboard.type("r"); // the caret stands where it stood
    }
    await says(page).toMatchObject({...chosen, words: typed});
    expect(await page.evaluate("fieldStates")).toEqual([expect.stringMatching(/^\d\d fields: .*k: 3.5/)]);
    await settle(page, () => edit(0.25), page.getByText("edited to 0.25"));
    expect(await page.locator("input[step='0.25']").first().inputValue()).toBe("3.5");
    await says(page).toMatchObject({...chosen, words: typed});
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
    expect(errors).toEqual([]);
  });

  it("clamps a number once it is entered, in its box, its value and the URL", async () => {
    const {page} = inputs;
    const box = page.getByLabel("k", {exact: true}).first();
    await box.fill("999");
    await box.blur();
    await says(page).toMatchObject({k: 5});
    expect(await box.inputValue()).toBe("5");
    expect(page.url()).toMatch(/[?&]k=5\b/);
  });
}

function testResults({write, opened}: Previewed): void {
  const block = (id: string, sql: string) => `\n\`\`\`sql id=${id}\n${sql}\n\`\`\`\n`;
  const told = (...names: string[]) =>
    names.map((name) => `<output>${"$"}{JSON.stringify(${name})}</output>\n\n`).join("");
  const types = `SELECT 'ab'::BLOB AS blob, '101'::BIT AS bit, TIME '01:02:03.5' AS time,
    (2::UHUGEINT ** 127)::UHUGEINT AS huge, ${"$"}{7} AS n`;
  const [zone, last] = [`${"$"}{zone}`, "publishedAt ORDER BY publishedAt"];
  const zoned = `SELECT local_time(max(publishedAt), ${zone}) AS a, max(publishedAt) AT TIME ZONE ${zone} AS b,
    local_day(last(${last}), ${zone}) AS c, lag(max(publishedAt)) OVER () AS d FROM prices`;
  const nested = `SELECT {'a': [1, NULL], 'b': DATE '2026-05-12'} AS s, MAP {'k': 2} AS m, [DATE '2026-05-12'] AS days`;
  const plot = `${"$"}{Plot.dot(nested, {x: (row) => row.days[0], y: (row) => row.s.a[0]}).plot()}\n\n`;
  const shown = (id: string, sql: string) => `<div id="${id}">\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n</div>\n\n`;
  write(
    "results",
    `\`\`\`js\nimport {Inputs, Plot, sql} from "./notebook.js";\n\`\`\`
\`\`\`js\nconst zone = view(Inputs.select(["UTC", "Asia/Tokyo"]));\n\`\`\`
${shown("large", "SELECT range AS n FROM range(100001)")}${shown("lists", nested)}
${shown("twelve", "SELECT a FROM range(12) AS rows(a)")}
${block("types", types)}${block("zoned", zoned)}${block("nested", nested)}
${plot}${told("types", "zoned[0]", "nested")}`
  );
  const results = opened("results");
  const toldBy = async (text: string) => (await results.page.locator("output", {hasText: text}).textContent()) ?? "";

  it("of more than 100,000 rows is shown in part, and saved whole", async () => {
    const {page} = results;
    const large = page.locator("#large");
    await large
      .getByText(/100,001 rows/)
      .first()
      .waitFor();
    expect(await large.locator("tbody tr").count()).toBeLessThan(1000);
    const saving = page.waitForEvent("download");
    await large.getByRole("button", {name: /CSV/}).click();
    const lines = readFileSync(await (await saving).path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([100_002, "n", "100000"]);
  });

  it("has the types that Arrow does not tell apart as they are, with a parameter, too", async () => {
    expect(JSON.parse(await toldBy("blob"))).toEqual([
      {blob: "6162", bit: "101", time: "01:02:03.5", huge: "170141183460469231731687303715884105728", n: 7}
    ]);
  });

  it("has local times of aggregates and windows, in the zone that the reader picks", async () => {
    const {page} = results;
    await page.locator("output", {hasText: '"c":"2026-05-12T00:00'}).waitFor();
    await page.getByRole("combobox").selectOption("Asia/Tokyo");
    await page.locator("output", {hasText: '"a":"2026-05-12T2'}).waitFor();
    const {a, b, c} = JSON.parse(await toldBy('"a":"2'));
    expect(Date.parse(b) - Date.parse(a)).toBe(-18 * 3_600_000);
    expect(c).toBe("2026-05-11T15:00:00.000Z");
  });

  it("with lists and objects is shown as JSON, drawn, and written as JSON", async () => {
    const {page, errors} = results;
    const day = '"2026-05-12T00:00:00.000Z"';
    const texts = [`{"a":[1,null],"b":${day}}`, '[{"key":"k","value":2}]', `[${day}]`];
    expect(await page.locator("#lists tbody td:not(:first-child)").allTextContents()).toEqual(texts);
    const dot = page.locator("svg[class^=plot] circle");
    expect(await dot.evaluate(hasColor, "--fb-c1")).toBe(true); // that of the kit, as the page names none
    expect(await toldBy("days")).toBe(`[{"s":${texts[0]},"m":${texts[1]},"days":${texts[2]}}]`);
    expect(errors).toEqual([]);
  });

  it("of twelve rows is shown whole", async () => {
    const table = results.page.locator("#twelve form");
    expect(await table.locator("tbody tr").count()).toBe(12);
    expect(await table.evaluate((form) => form.scrollHeight - form.clientHeight)).toBe(0);
  });
}

function hasColor(node: Element, name: string): boolean {
  const own = document.body.appendChild(document.createElement("i"));
  own.style.color = `var(${name})`;
  const {color} = getComputedStyle(own);
  own.remove();
  return getComputedStyle(node).stroke === color;
}

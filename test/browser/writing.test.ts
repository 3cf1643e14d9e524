import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {inputsThatKeep, tryInputs, watchFields} from "../helpers/site/inputs.js";
import {settle, usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";

const {workspace, write, opened} = usePreview(({snapshotPath}) =>
  makeSnapshot(snapshotPath, {hours: 2, until: "2026-05-12T14:00:00Z"})
);
const value = (code: string) => `${"$"}{${code}}`;

describe("a page that is edited", () => {
  const edit = (chart: string) =>
    write(
      "edited",
      `\`\`\`js\nimport {sql} from "./notebook.js";\n\`\`\`
\`\`\`sql id=rows display=false\n${chart}\n\`\`\`\n<figure>${value('rows.map(({a}) => html("b", a))')}</figure>\n
\`\`\`js\nfunction html(name, text) { return Object.assign(document.createElement(name), {textContent: "a is " + text}); }\n\`\`\`\n`
    );
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
});

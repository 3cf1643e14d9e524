import type {Page} from "playwright-core";
import {describe, expect, it} from "vitest";
import {settle, usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";

// Records in `fieldStates`, in each frame, the values of all fields of the page, each state once; except typed texts and the ends
// of the time. A page that resets no input and does not flicker has one state.
const watchFields = `
  globalThis.fieldStates = [];
  (function look() {
    const fields = Array.from(document.querySelectorAll("main :is(input, select)"), (field) => {
      const label = field.ariaLabel ?? field.labels[0]?.textContent ?? "";
      const shown = /radio|checkbox/.test(field.type) ? field.checked : field.value;
      return label + ": " + (/^(words|From |To )/.test(label) ? "" : shown);
    });
    const state = fields.length + " fields: " + fields.join("; ");
    if (!fieldStates.includes(state)) fieldStates.push(state);
    requestAnimationFrame(look);
  })();
`;

// Gives the inputs that lose a value: a second input must show the value of the first one, and the URL must forget it with the
// usual value. Needs `Inputs` and `keep` as globals.
const tryInputs = `(() => {
  const day = new Date("2026-05-12");
  const options = ["a b", "c,d", "é&="];
  const own = () => document.createElement("textarea");
  const cases = [
    [() => Inputs.range([1, 5], {value: 2, step: 0.1}), 3.4, "3.4"],
    [() => Inputs.text({value: "a"}), "12, ü&", "12,+%C3%BC%26"],
    [() => Inputs.select(options), "c,d", "c,d"],
    [() => Inputs.select([1, 2, 112]), 112, "112"],
    [() => Inputs.select([1, 2, 3], {multiple: true}), [1, 3], "1,3"],
    [() => Inputs.select([1, 2, 3], {multiple: true, value: [1]}), [], "%5B%5D"],
    [() => Inputs.radio(options, {value: "a b"}), "é&=", "%C3%A9%26%3D"],
    [() => Inputs.checkbox(options), ["a b", "c,d"], "%5B%22a+b%22,%22c,d%22%5D"],
    [() => Inputs.toggle({value: true}), false, "false"],
    [() => Inputs.date({value: day}), new Date("2026-11-24"), "2026-11-24"],
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
  history.replaceState(null, "", location.pathname);
  return wrong;
})()`;

// A page with inputs of packages and of the kit, which outputs their values as JSON; `step` is the step of the first.
const inputsThatKeep = (step: number) => `\`\`\`js
import {Inputs, basisInput, feedInput, feedsInput, keep, sql, stepInput, timeInput, zoneInput} from "./notebook.js";
const [feeds, meta] = [await sql\`FROM feeds\`, await sql\`FROM meta\`];
Object.assign(globalThis, {Inputs, keep});
\`\`\`
\`\`\`js
const k = view(keep("k", Inputs.range([1, 5], {value: 2, step: ${step}, label: "k"})));
const words = view(keep("words", Inputs.text({label: "words"})));
const feed = view(feedInput(feeds, {value: 2}));
const compared = view(feedsInput(feeds));
const time = view(timeInput(meta, {value: "1h"}));
const tz = view(zoneInput({zones: ["Asia/Tokyo"]}));
const basis = view(basisInput());
\`\`\`
\`\`\`js
const step = view(stepInput(time));
\`\`\`
\`\`\`sql id=[row]
SELECT count(*)::INTEGER AS n FROM prices
WHERE priceFeedId = ${"$"}{feed} AND publishedAt BETWEEN ${"$"}{time.from} AND ${"$"}{time.until}
\`\`\`

<output>${"$"}{JSON.stringify({k, words, feed, compared, time: [time.from, time.until], range: time.range, tz, basis, step, n: row.n})}</output>

edited to ${step}
`;

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
    await expect.poll(() => page.locator(".observablehq--error:visible").count()).toBe(1);
    const last = page.locator("figure .fb-last");
    await expect.poll(() => last.textContent()).toBe("a is 1");
    await expect.poll(() => last.evaluate((node) => Number(getComputedStyle(node).opacity))).toBeLessThan(1);
    await settle(page, () => edit("SELECT 2 AS a"), page.getByText("a is 2"));
    await expect.poll(() => page.locator(".fb-last, .observablehq--error").count()).toBe(0);
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
    const defaults = {k: 2, words: "", feed: 2, compared: [1, 2], range: "1h", tz: "UTC", basis: "apr", n: 61};
    await output(page).toMatchObject(defaults);
    await page.getByLabel("k", {exact: true}).first().fill("3.5");
    await page.getByRole("radio", {name: "all"}).check({force: true});
    await page.getByRole("combobox", {name: "Feed", exact: true}).fill("SOL");
    await page.keyboard.press("Enter");
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await page.getByLabel("Resolution").selectOption("300");
    await page.getByRole("group", {name: "Basis"}).getByRole("radio", {name: "1 h", exact: true}).check({force: true});
    await page.getByLabel("words", {exact: true}).pressSequentially("some wo");
    const chosen = {
      ...{k: 3.5, words: "some wo", feed: 6, compared: [1, 2]},
      ...{range: "all", tz: "Asia/Tokyo", basis: "1h", step: 300}
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
    await expect.poll(() => page.locator("input[step='0.25']").first().inputValue()).toBe("3.5");
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

import {createHash} from "node:crypto";
import {once} from "node:events";
import {readFileSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import type {Locator, Page} from "playwright-core";
import {describe, expect, it, onTestFinished} from "vitest";
import {publish} from "../../loaders/snapshot/publish.js";
import {usePreview} from "../helpers/site/preview.js";
import {makeSnapshot} from "../helpers/snapshot.js";
import {makeStore, recorded} from "../helpers/store.js";

const previewed = usePreview(({snapshotPath}) => makeSnapshot(snapshotPath, {hours: 0}));
const {workspace} = previewed;

const fence = "```";
const source = [
  "\uFEFF# Edited in place  ",
  `${fence}js\r\nimport {Inputs, keep, sql} from "./notebook.js";\r\n${fence}`,
  `${fence}sql id=rows\r\nSELECT 40 + 2 AS answer\r\n${fence}`,
  `The answer is ${"$"}{rows[0].answer}.`,
  `${fence}js\r\nconst n = view(keep("n", Inputs.range([1, 9], {step: 1, value: 3})));\r\n${fence}`,
  `N is ${"$"}{n}`
].join("\r\n\r\n");

describe("a page that is edited in its place", () => {
  const path = join(workspace.root, "src/placed.md");
  const text = () => readFileSync(path, "utf8");
  previewed.write("placed", source);
  const placed = previewed.opened("placed");
  const press = (name: string | RegExp) => placed.page.getByRole("button", {name}).click();

  it("saves a block, keeps typing after the save, and undoes the last save after a reload", async () => {
    const {page} = placed;
    await page.getByText("The answer is 42.").waitFor();
    const [button, main] = [page.getByRole("button", {name: "Edit page"}), page.locator("main")];
    const overlap = async (bar: Locator) => (await bottomOf(bar)) - ((await main.boundingBox())?.y ?? NaN);
    await expect.poll(() => overlap(button)).toBeLessThan(0); // above the page
    await button.click();
    await expect.poll(() => overlap(page.locator(".fb-edit-bar"))).toBeLessThanOrEqual(0);
    await press("edit: SQL id=rows, block 3");
    await expect.poll(() => page.getByLabel("SQL options").inputValue()).toBe("id=rows");
    await type(page, "SELECT 43 AS answer"); // the editor shows the code without its fence
    await page.getByText("The answer is 43.").waitFor();
    expect(text()).toBe(source.replace("40 + 2", "43"));
    await page.keyboard.insertText(" -- more"); // the caret stays after a save
    await page.locator(".fb-edit-status", {hasText: "Not saved"}).waitFor();
    await press("Add block");
    await page.locator(".fb-edit-status", {hasText: "Save or close this block first"}).waitFor();
    page.once("dialog", (dialog) => void dialog.accept()); // close without saving?
    await press("Close");
    await page.locator(".fb-edit-block").waitFor({state: "detached"});
    await page.reload(); // the preview keeps the last save
    await press("Undo");
    await page.getByText("The answer is 42.").waitFor();
    expect(text()).toBe(source);
    await expect.poll(() => page.getByRole("button", {name: "Undo"}).isDisabled()).toBe(true);
  });

  it("adds a block with the imports it needs, and a double click removes one block", async () => {
    const {page, errors} = placed;
    await press(`add below: N is ${"$"}{n}, block 6`);
    await type(page, "## More\n\nand *more*");
    await page.locator("h2 ~ p em").waitFor();
    expect(text()).toBe(`${source}\r\n\r\n## More\r\n\r\nand *more*`);
    await press("Add block");
    await page.getByLabel("Kind of block").selectOption("JavaScript");
    await type(page, "display(formatCount(1234));");
    await page.getByText('"1,234"').waitFor();
    await page.locator(".fb-edit-status", {hasText: "Saved, and imported formatCount"}).waitFor();
    expect(text()).toContain('import {Inputs, keep, sql, formatCount} from "./notebook.js";\r\n');
    await press("Close");
    await page.getByRole("button", {name: /^remove: More/}).dblclick();
    await page.locator("h2").waitFor({state: "detached"});
    await press(/^edit: JavaScript display/);
    await page.locator(".fb-edit-block .cm-content").press("Control+a"); // waits for the editor
    for (const key of ["Delete", "Control+Enter"]) await page.keyboard.press(key); // an emptied block is removed
    await page.getByText('"1,234"').waitFor({state: "detached"});
    expect(text()).toMatch(/N is \$\{n\}\r\n\r\nand \*more\*$/);
    expect(errors.filter((error) => !error.startsWith("net::ERR_ABORTED"))).toEqual([]); // the page was updated meanwhile
  });

  it("shows both texts when the file changed on disk, and overwrites nothing", async () => {
    const {page} = placed;
    await press(/^edit: and \*more/);
    await page.locator(".fb-edit-block .cm-content").press("End");
    await page.keyboard.insertText("!");
    writeFileSync(path, source);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({hasText: "src/placed.md was changed on disk meanwhile"}).waitFor();
    await expect.poll(() => page.locator(".fb-edit-file pre").textContent()).toContain("40 + 2");
    await expect.poll(() => page.locator(".fb-edit-block .cm-content").textContent()).toContain("and *more*!");
    await page.keyboard.press("Control+Enter");
    page.once("dialog", (dialog) => void dialog.accept());
    await press("Close");
    await page.locator(".fb-edit-block").waitFor({state: "detached"});
    await page.locator("em").waitFor({state: "detached"}); // the page shows the file again
    expect(text()).toBe(source);
  });

  it("refuses edits by a page of another origin", async () => {
    const {page} = placed;
    const elsewhere = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>"));
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void elsewhere.close());
    const target = new URL(page.url()).origin;
    const secret = await page.locator("meta[name=feedbook-edit]").getAttribute("content");
    const hash = createHash("sha256").update(text()).digest("hex");
    const other = await page.context().newPage();
    await other.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
    expect(await other.evaluate(attack, {target, secret, hash})).toEqual(["get: no", "plain: no", "post: no"]);
    await other.evaluate(`document.body.innerHTML = '<form method="post" enctype="text/plain" action="${target}/_feedbook/edit"><input name="a"></form>';
        document.forms[0].submit()`);
    await other.getByText("a page of another origin cannot read this").waitFor();
    await other.close();
    expect(text()).toBe(source);
    // The same requests succeed on the preview's own page: only the origin differs.
    expect(await page.evaluate(attack, {target, secret, hash})).toEqual(["get: 200", "plain: 403", "post: 200"]);
    expect(text()).toBe(`x${source}`);
  });
});

// These pages stay open over an empty store, the recorded response of the real service, and a load.
const pages = [
  {path: "", empty: "No feeds in the store yet", figures: ["80,639.54", "2,276.77"]},
  {path: "prices", empty: "No prices in the store yet", figures: ["80,639.54"]},
  {path: "spreads", empty: "No bid and ask prices in the store yet", figures: ["0.733 bps"]},
  {path: "funding", empty: "No funding rates in the store yet", figures: ["+0.0039 %"]}
];

describe("a page open in a preview", () => {
  const opened = pages.map(({path, ...expected}) => ({...expected, path, watched: previewed.opened(path)}));
  const errors = () => opened.flatMap(({watched}) => watched.errors);

  it("says what to do while the store is empty", async () => {
    for (const {empty, watched} of opened) {
      await watched.page.getByText(empty).waitFor();
      const parts = watched.page.locator(".fb-chart:visible, .fb-banner:visible, main h2:visible");
      await expect.poll(() => parts.count()).toBe(0);
      await watched.page.evaluate("globalThis.stays = true");
    }
    expect(errors()).toEqual([]);
  });

  it("shows the response of the real service by itself, unmarked", async () => {
    await publishRecorded();
    for (const {figures, watched} of opened) {
      for (const figure of figures) await watched.page.getByText(figure, {exact: true}).first().waitFor();
      await expect.poll(() => watched.page.locator(".fb-banner:visible").count()).toBe(0);
      await watched.page.locator(".fb-age time:visible").waitFor();
    }
    expect(errors()).toEqual([]);
  });

  it("shows a simulated load by itself, marked", async () => {
    await makeSnapshot(workspace.snapshotPath, {hours: 2, until: "2026-05-12T14:30:00Z"});
    for (const {path, watched} of opened) {
      const {page} = watched;
      await upTo(page, "2026-05-12 14:30:00 UTC");
      const banners = () => page.locator(".fb-banner:visible").allTextContents();
      await expect.poll(banners).toEqual([expect.stringMatching(/Simulated/)]);
      await expect.poll(() => page.locator(".fb-age time:visible").count()).toBe(1);
      expect({path, stays: await page.evaluate("stays")}).toEqual({path, stays: true});
    }
    expect(errors()).toEqual([]);
  });
});

// The header's chip, and the chart's clock, which stands at its last row.
async function upTo(page: Page, time: string): Promise<void> {
  await page.locator(".fb-age div time", {hasText: time}).waitFor({state: "attached"});
  const clock = page.locator(".fb-clock").first();
  if (!page.url().endsWith("/")) await clock.filter({hasText: time}).waitFor();
}

async function publishRecorded(): Promise<void> {
  const {store, book, remove} = await makeStore();
  await book(recorded);
  await publish(store, workspace.snapshotPath);
  remove();
}

async function bottomOf(element: Locator): Promise<number> {
  const {y, height} = (await element.boundingBox()) ?? {y: NaN, height: NaN};
  return y + height;
}

async function type(page: Page, typed: string): Promise<void> {
  const code = page.locator(".fb-edit-block .cm-content");
  await code.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(typed);
  await page.keyboard.press("Control+Enter");
}

// Tries to edit with the secret and the hash of the file.
async function attack(known: {target: string; secret: string | null; hash: string}): Promise<string[]> {
  const {target, secret, hash} = known;
  const url = `${target}/_feedbook/edit`;
  const headers = {"content-type": "application/json", "x-feedbook-secret": secret ?? ""};
  const body = JSON.stringify({page: "/placed", hash, change: {start: 0, end: 0, text: "x"}});
  const outcome = async (name: string, request: Promise<Response>) =>
    request.then(
      ({status}) => `${name}: ${status}`,
      () => `${name}: no`
    );
  return [
    await outcome("get", fetch(`${url}?page=/placed`, {headers})),
    await outcome("plain", fetch(url, {method: "POST", mode: "no-cors", body})),
    await outcome("post", fetch(url, {method: "POST", headers, body}))
  ];
}

import {createHash} from "node:crypto";
import {once} from "node:events";
import {readFileSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import type {Locator, Page} from "playwright-core";
import {expect, it, onTestFinished} from "vitest";
import type {Previewed} from "../helpers/site/preview.js";

const fence = "```";
const soon = {timeout: 30_000}; // a busy machine
const source = [
  "# Edited in place  ",
  `${fence}js\r\nimport {Inputs, keep, sql} from "./lib/notebook.js";\r\n${fence}`,
  `${fence}sql id=rows\r\nSELECT 40 + 2 AS answer\r\n${fence}`,
  `The answer is ${"$"}{rows[0].answer}.`,
  `${fence}js\r\nconst n = view(keep("n", Inputs.range([1, 9], {step: 1, value: 3})));\r\n${fence}`,
  `N is ${"$"}{n}`
].join("\r\n\r\n");

/** Tests of the editor in a preview's pages, for a file that has a preview. */
export function testEditing({workspace, write, opened}: Previewed): void {
  const path = join(workspace.root, "src/placed.md");
  const text = () => readFileSync(path, "utf8");
  write("placed", source);
  const placed = opened("placed");

  it("edits blocks in their places, and takes each edit back", async () => {
    const {page, errors} = placed;
    await page.getByText("The answer is 42.").waitFor();
    const [button, main] = [page.getByRole("button", {name: "Edit page"}), page.locator("main")];
    expect(await bottomOf(button)).toBeLessThan((await main.boundingBox())?.y ?? 0); // over nothing of the page
    expect(await page.getByRole("link", {name: "Prices", exact: true}).isVisible()).toBe(true);
    await button.click();
    expect(await bottomOf(page.locator(".fb-edit-bar"))).toBeLessThan((await main.boundingBox())?.y ?? 0);
    expect(await saveTimed(page)).toBeLessThan(5000); // 0.2 s on an idle machine
    const answered = source.replace("40 + 2", "43");
    expect(text()).toBe(answered);
    await page.keyboard.press("Escape");
    await page.getByRole("button", {name: `move down: The answer is ${"$"}{rows[0].answer}., block 4`}).click();
    await expect.poll(text, soon).toMatch(/view\(keep.*\r\n```\r\n\r\nThe answer is .*\r\n\r\nN is \$\{n\}$/);
    await page.getByRole("button", {name: "remove: Edited in place, block 1"}).click();
    await page.locator("h1").waitFor({state: "detached"});
    await page.getByRole("button", {name: `add below: N is ${"$"}{n}, block 5`}).click();
    await type(page, "## More\n\nand *more*");
    await page.locator("h2 ~ p em").waitFor();
    expect(text().endsWith(`N is ${"$"}{n}\r\n\r\n## More\r\n\r\nand *more*`)).toBe(true);
    await page.getByRole("button", {name: "Add block"}).click();
    await page.getByRole("button", {name: "JavaScript", exact: true}).click();
    await page.keyboard.press("Control+a"); // the field has the focus
    await page.keyboard.insertText("display(formatCount(1234));");
    await page.keyboard.press("Control+Enter");
    await page.getByText('"1,234"').waitFor();
    await page.keyboard.insertText(" // more"); // goes on where the caret was
    await page.locator(".fb-edit-status", {hasText: "Not saved"}).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", {name: "Discard"}).click();
    expect(text()).toContain('import {Inputs, keep, sql, formatCount} from "./lib/notebook.js";');
    await page.reload(); // what can be undone is known to the preview
    await page.getByText('"1,234"').waitFor();
    for (let i = 0; i < 5; i++) {
      const before = text();
      await page.getByRole("button", {name: "Undo"}).click();
      await expect.poll(text, soon).not.toBe(before);
    }
    expect(text()).toBe(source);
    await page.getByText("The answer is 42.").waitFor();
    expect(errors).toEqual([]);
  });

  it("shows beside a block what was changed on disk meanwhile, and overwrites nothing", async () => {
    const {page} = placed;
    await page.getByRole("button", {name: `edit: N is ${"$"}{n}, block 6`}).click();
    const code = page.locator(".fb-edit-block .cm-content");
    await code.press("End");
    await page.keyboard.insertText("!");
    const other = source.replace("N is", "Now N is");
    writeFileSync(path, other);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({hasText: "src/placed.md was changed on disk meanwhile"}).waitFor();
    expect(await page.locator(".fb-edit-other pre").textContent()).toBe(`Now N is ${"$"}{n}`);
    expect(text()).toBe(other);
    await page.getByRole("button", {name: "Save mine in its place"}).click();
    await page.getByText("N is 3!").waitFor();
    expect(text()).toBe(`${source}!`);
  });

  it("stays with the block of a page that cannot be shown, until it is mended", async () => {
    const {page} = placed;
    await page.getByRole("button", {name: /edit: JavaScript import/}).focus();
    await page.keyboard.press("Enter");
    await type(page, 'import {sqll} from "./lib/notebook.js";');
    await page.getByText("This page cannot be shown as it is").waitFor();
    await type(page, 'import {Inputs, keep, sql} from "./lib/notebook.js";');
    await page.getByText("The answer is 42.").waitFor();
    expect(text()).toBe(`${source}!`);
  });

  it("writes nothing for a page of another origin", async () => {
    const {page} = placed;
    const before = text();
    const elsewhere = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>"));
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void elsewhere.close());
    const target = new URL(page.url()).origin;
    const secret = await page.locator("meta[name=feedbook-edit]").getAttribute("content");
    const hash = createHash("sha256").update(before).digest("hex");
    const other = await page.context().newPage();
    await other.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
    expect(await other.evaluate(attack, {target, secret, hash})).toEqual(
      ["get", "plain", "post", "socket"].map((way) => `${way}: no`)
    );
    await other.evaluate(`document.body.innerHTML = '<form method="post" enctype="text/plain" action="${target}/_feedbook/edit"><input name="a"></form>';
      document.forms[0].submit()`);
    await other.getByText("a page of another origin cannot read this").waitFor();
    await other.close();
    expect(text()).toBe(before);
    // The same of the preview's own page: so it would be, were another let in.
    expect(await page.evaluate(attack, {target, secret, hash})).toEqual([
      ...["get: 200", "plain: 403", "post: 200", "socket: yes"]
    ]);
    expect(text()).toBe(`x${before}`);
  });
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

// Milliseconds from the key to the new figure.
async function saveTimed(page: Page): Promise<number> {
  await page.getByRole("button", {name: "edit: SQL id=rows, block 3"}).click();
  await page.evaluate(`
    addEventListener("keydown", ({key}) => { if (key === "Enter") globalThis.savedAt = performance.now(); }, true);
    new MutationObserver(() => {
      if (document.body.textContent.includes("The answer is 43.")) globalThis.shownAt ??= performance.now();
    }).observe(document.querySelector("main"), {childList: true, subtree: true});
  `);
  expect(await page.getByLabel("SQL options").inputValue()).toBe("id=rows");
  await type(page, "SELECT 43 AS answer"); // all of the code, and the block stays SQL
  await page.getByText("The answer is 43.").waitFor();
  return await page.evaluate("shownAt - savedAt");
}

// What a page elsewhere can try, even if it knew the secret and what the file has.
async function attack(known: {target: string; secret: string | null; hash: string}): Promise<string[]> {
  const {target, secret, hash} = known;
  const url = `${target}/_feedbook/edit`;
  const headers = {"content-type": "application/json", "x-feedbook-secret": secret ?? ""};
  const body = JSON.stringify({page: "/placed", hash, change: {start: 0, end: 0, text: "x"}});
  const told = async (name: string, asked: Promise<Response>) =>
    asked.then(
      ({status}) => `${name}: ${status}`,
      () => `${name}: no`
    );
  const socket = new Promise<string>((resolve) => {
    const opened = new WebSocket(`${target.replace("http", "ws")}/_observablehq`);
    opened.onopen = () => resolve("socket: yes");
    opened.onerror = () => resolve("socket: no");
  });
  return [
    await told("get", fetch(`${url}?page=/placed`, {headers})),
    await told("plain", fetch(url, {method: "POST", mode: "no-cors", body})),
    await told("post", fetch(url, {method: "POST", headers, body})),
    await socket
  ];
}

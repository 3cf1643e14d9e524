import {once} from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs";
import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, beforeEach, describe, expect, it} from "vitest";
import {guard} from "../../../loaders/http/guard.js";
import {type EditedPage, type EditOptions, editPath, takeEdits} from "../../../loaders/site/edit/server.js";
import {answerTo} from "../../http/hostile.js";

const folder = mkdtempSync(join(tmpdir(), "feedbook-edit-"));
const root = join(folder, "src");
const page = join(root, "mine.md");
const text = "\uFEFF# Mine  \r\n\r\n```sql\r\nFROM feeds\r\n```\r\n\r\nEnd  ";
let server: Server;
let url: string;
let supplement: NonNullable<EditOptions["supplement"]> = () => null;

beforeAll(async () => {
  mkdirSync(join(root, "deep"), {recursive: true});
  writeFileSync(join(folder, "out.md"), "outside");
  writeFileSync(join(root, "deep", "index.md"), "# Deep");
  writeFileSync(join(root, "latin.md"), Buffer.from([0x61, 0xe9]));
  writeFileSync(join(root, "module.ts"), "export {};");
  symlinkSync(join(folder, "out.md"), join(root, "link.md"));
  symlinkSync(folder, join(root, "up"));
  server = createServer((_, response) => response.end("a page"));
  takeEdits(server, root, {secret: "s3cret", supplement: (path, source, part) => supplement(path, source, part)});
  guard(server, {methods: (path) => (path === editPath ? ["POST"] : [])});
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, {recursive: true});
});
beforeEach(() => writeFileSync(page, text));

const json = {"content-type": "application/json", "x-feedbook-secret": "s3cret"};

async function read(path: string): Promise<{status: number; body: EditedPage & {error?: string}}> {
  const answer = await fetch(`${url}${editPath}?page=${encodeURIComponent(path)}`, {headers: json});
  return {status: answer.status, body: await answer.json()};
}

async function write(body: object, headers: Record<string, string> = json) {
  const answer = await fetch(url + editPath, {method: "POST", headers, body: JSON.stringify({page: "/mine", ...body})});
  return {status: answer.status, body: (await answer.json()) as EditedPage & {error?: string}};
}

describe("takeEdits(server, root): edits", () => {
  it("replaces a part of a page, and keeps the mode of its file", async () => {
    chmodSync(page, 0o640);
    const {body: before} = await read("/mine");
    const start = text.indexOf("feeds");
    const {status, body} = await write({hash: before.hash, change: {start, end: start + 5, text: "😀\na"}});
    expect({status, ...body}).toMatchObject({status: 200, undo: true, written: {start, end: start + 5}});
    expect(readFileSync(page, "utf8")).toBe(text.replace("feeds", "😀\r\na"));
    expect(statSync(page).mode & 0o777).toBe(0o640);
    expect(readdirSync(root).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  it("writes an edit and the import it needs in one step", async () => {
    const end = text.indexOf("End");
    supplement = (path, _source, part) => {
      expect([path, part.start, part.end]).toEqual(["/mine.md", end, end + 4]);
      return {at: 1, text: "+\n", names: ["a"]};
    };
    let {body} = await read("/mine");
    ({body} = await write({hash: body.hash, change: {start: end, end: end + 3, text: "More"}}));
    supplement = () => null;
    expect(body.text).toBe(`\uFEFF+\r\n${text.slice(1).replace("End", "More")}`);
    expect(body.text.slice(body.written?.start, body.written?.end)).toBe("More");
    expect(body.written?.imported).toEqual(["a"]);
    ({body} = await write({hash: body.hash, change: "undo"}));
    expect([body.text, body.undo]).toEqual([text, false]);
  });

  it("undoes only the last save of a page", async () => {
    let {body} = await read("/mine");
    for (const each of ["a", "b"]) ({body} = await write({hash: body.hash, change: {start: 1, end: 2, text: each}}));
    ({body} = await write({hash: body.hash, change: "undo"}));
    expect([readFileSync(page, "utf8").slice(0, 4), body.undo]).toEqual(["\uFEFFa M", false]);
    expect(await write({hash: body.hash, change: "undo"})).toMatchObject({
      status: 409,
      body: {error: expect.stringContaining("there is nothing to undo in")}
    });
  });

  it("never overwrites a file that changed on disk", async () => {
    const {body} = await read("/mine");
    writeFileSync(page, "other");
    for (const change of [{start: 0, end: 1, text: ""}, "undo"])
      expect(await write({hash: body.hash, change})).toMatchObject({
        status: 409,
        body: {error: expect.stringContaining("changed on disk meanwhile: nothing was written")}
      });
    expect(readFileSync(page, "utf8")).toBe("other");
  });
});

describe("takeEdits(server, root): refusals", () => {
  it.each([
    ["/link", 403, "behind a symbolic link"],
    ["/up/out", 403, "behind a symbolic link"],
    ["/../out", 400, "no path of a page"],
    ["/.hidden", 400, "no path of a page"],
    ["\\..\\out", 400, "no path of a page"],
    ["/module", 404, "is not there"],
    ["/latin", 422, "is not UTF-8"]
  ])("reads and writes no page at %j", async (path, status, sentence) => {
    const {body} = await read("/mine");
    const wish = {page: path, hash: body.hash, change: {start: 0, end: 0, text: "x"}};
    for (const answer of [await read(path), await write(wish)])
      expect(answer).toMatchObject({status, body: {error: expect.stringContaining(sentence)}});
    expect(readFileSync(join(folder, "out.md"), "utf8")).toBe("outside");
  });

  it.each([
    ["no secret", {"content-type": "application/json"}, 403],
    ["another secret", {...json, "x-feedbook-secret": "s3cres"}, 403],
    ["a form's text", {...json, "content-type": "text/plain"}, 415],
    ["a page of another origin", {...json, origin: "http://a.example"}, 403],
    ["a page in a sandbox", {...json, origin: "null"}, 403]
  ])("rejects an edit with %s", async (_what, headers, status) => {
    const {body} = await read("/mine");
    const wish = JSON.stringify({page: "/mine", hash: body.hash, change: {start: 0, end: 1, text: ""}});
    expect((await fetch(url + editPath, {method: "POST", headers, body: wish})).status).toBe(status);
    expect(readFileSync(page, "utf8")).toBe(text);
  });

  it("rejects a host name that resolves to this machine", async () => {
    const headers = ["Host: rebound.example", "X-Feedbook-Secret: s3cret"];
    expect(await answerTo(url, `GET ${editPath}?page=/mine`, headers)).toMatch(/^HTTP\/1.1 421 /);
    expect(await answerTo(url, `POST ${editPath}`, [...headers, "Content-Type: application/json"])).toMatch(/ 421 /);
  });

  it.each([
    ["no part of the page", {change: {start: 0, end: 999, text: ""}}],
    ["no Unicode text", {change: {start: 0, end: 0, text: "\ud800"}}],
    ["send page, hash and change", {change: "redo"}]
  ])("rejects, as there is %s: %j", async (sentence, wish) => {
    const {body} = await read("/mine");
    expect(await write({hash: body.hash, ...wish})).toMatchObject({
      status: 400,
      body: {error: expect.stringContaining(sentence)}
    });
    expect(readFileSync(page, "utf8")).toBe(text);
  });

  it("rejects edits on a server that other machines reach", async () => {
    const open = createServer();
    takeEdits(open, root, {secret: "s3cret"});
    await once(open.listen(0, "0.0.0.0"), "listening");
    const at = `http://127.0.0.1:${(open.address() as AddressInfo).port}${editPath}?page=/mine`;
    const answer = await fetch(at, {headers: json}).finally(() => open.close());
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {error: "other machines reach this preview: to edit, start it by npm run dev"}
    ]);
  });
});

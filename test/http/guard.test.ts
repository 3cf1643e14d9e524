import {once} from "node:events";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {guard} from "../../loaders/http/guard.js";
import {listen, type Serving} from "../../loaders/http/listen.js";
import {answerTo, hostile} from "./hostile.js";

let serving: Serving;
let asked = 0;

beforeAll(async () => {
  const hides = (path: string) => (path === "/secret" ? "it is secret" : null);
  serving = await listen((_, response) => response.end(String(++asked)), 0, {hosts: ["feeds.example"], hides});
});
afterAll(() => serving.close());

describe("guard(server, {methods, hosts, hides})", () => {
  it.each(hostile)("refuses %s with %d: %s", async (_what, status, line, headers) => {
    const before = asked;
    const answer = await answerTo(serving.url, line, headers);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/x-content-type-options: nosniff[\s\S]*frame-ancestors 'none'[\s\S]*text\/plain/);
    expect(asked).toBe(before);
  });

  it.each([
    ["localhost", "GET /", ["Host: LOCALHOST:81"]],
    ["the loopback address of IPv6", "GET /", ["Host: [::1]:80"]],
    ["a name that it was started with", "GET /", ["Host: feeds.example:80"]],
    [
      "a page of its own",
      "GET /?a=%",
      ["Origin: http://localhost", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Dest: empty"]
    ],
    ["a link of another site", "GET /a%20b.c", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"]],
    ["an address in the bar", "HEAD /%C3%A9/", ["Sec-Fetch-Site: none", "Sec-Fetch-Dest: document"]]
  ])("lets %s through: %s", async (_what, line, headers) => {
    expect(await answerTo(serving.url, line, headers)).toMatch(/^HTTP\/1.1 200 [\s\S]*nosniff/);
  });

  it.each([
    ["GET /", ["Host: a.example"], `unknown host: a.example: open ADDRESS/`],
    [
      "GET /",
      ["Origin: http://a.example"],
      "a page of another origin cannot read this: open ADDRESS/ in a tab of its own"
    ],
    ["POST /", [], "method not allowed: POST: use GET, HEAD"],
    ["GET /s%65cret", [], "nothing here: it is secret"]
  ])("explains the refusal of %s (%j): %s", async (line, headers, sentence) => {
    const said = await answerTo(serving.url, line, headers);
    expect(said).toContain(`\r\n${sentence.replace("ADDRESS", serving.url)}\n`);
  });

  it("refuses an upgrade as it refuses a request, and lets others through", async () => {
    const server = createServer().on("upgrade", (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
    guard(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
    const answers = [["Host: a.example"], ["Origin: http://a.example"], ["Origin: http://localhost"], []].map(
      (headers) => answerTo(url, "GET /", [...upgrade, ...headers])
    );
    const statuses = (await Promise.all(answers)).map((answer) => answer.slice(9, 12));
    expect(statuses).toEqual(["421", "403", "101", "101"]);
    expect(await answerTo(url, "GET /", upgrade)).toMatch(/^HTTP\/1.1 101 /);
    server.close();
  });
});

import {expect, it, vi} from "vitest";
import {listen} from "../../../loaders/http/listen.js";
import {showWaiting} from "../../../loaders/site/framework/waiting.js";
import {answerTo} from "../../helpers/hostile.js";

it("a page that takes long says what it waits for until it is made; a file does not", async () => {
  const late: (() => void)[] = [];
  let isMade = false;
  const {url, close} = await listen((request, response) => {
    showWaiting(request, response, {afterMs: 5, awaited: () => ["d3", "<b>"]});
    const answer = () => void response.setHeader("content-type", "text/plain").writeHead(200).end("made");
    if (isMade) answer();
    else late.push(answer);
  }, 0);
  const open = () => answerTo(url, "GET /", ["Sec-Fetch-Mode: navigate"]);
  const file = fetch(url);
  const waiting = await open();
  expect(waiting).toMatch(/^refresh: 1\r$/im);
  expect(waiting).toContain("It waits for packages: d3, &#60;b&#62;.");
  for (const answer of late) expect(answer).not.toThrow(); // after its answer, as Framework's comes
  expect(await (await file).text()).toBe("made");
  late.length = 0;
  const second = open(); // which takes longer than the waiting page, too
  await vi.waitFor(() => expect(late).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  isMade = true;
  late[0]?.();
  expect(await second).toMatch(/^HTTP\/1.1 200 [\s\S]*made/);
  expect(await open()).toMatch(/^HTTP\/1.1 200 [\s\S]*made/);
  await close();
});

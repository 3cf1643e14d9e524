// @vitest-environment jsdom
import {expect, it, vi} from "vitest";

const sockets: EventTarget[] = [];
class Socket extends EventTarget {
  constructor(readonly url: string) {
    super();
    sockets.push(this);
  }
}

const shown = () => document.querySelector("[role=status]")?.textContent ?? null;

it("says in a preview's page that new data is read, until the page is updated, and nothing of other pages", async () => {
  vi.stubGlobal("WebSocket", Socket);
  await import("../../src/preview/reading.js");
  history.replaceState(null, "", "/notebooks/");
  for (const path of ["_observablehq", "own"]) new WebSocket(`ws://127.0.0.1/${path}`);
  const [socket, own] = sockets;
  const hear = (message: unknown, at = socket) =>
    at?.dispatchEvent(new MessageEvent("message", {data: JSON.stringify(message)}));
  hear({type: "reading", path: "/prices"});
  hear({type: "reading", path: "/notebooks/index"}, own);
  expect(shown()).toBeNull();
  hear({type: "reading", path: "/notebooks/index"});
  expect(shown()).toBe("Reading new data …");
  hear({type: "read", path: "/notebooks/index"});
  expect(shown()).not.toBeNull(); // until the page has it
  hear({type: "update", hash: {}});
  expect(shown()).toBeNull();
  hear({type: "reading", path: "/notebooks/index"});
  socket?.dispatchEvent(new Event("close"));
  expect(shown()).toBeNull();
});

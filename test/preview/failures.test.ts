// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";

const answers = new Map<string, {status: number; text: string}>();
const alerts = () => Array.from(document.querySelectorAll("[role=alert]"), ({textContent}) => textContent);

beforeEach(async () => {
  vi.resetModules();
  answers.clear();
  document.body.innerHTML = "<main></main>";
  window.fetch = async (url) => {
    const {status = 404, text = ""} = answers.get(String(url)) ?? {};
    return Object.defineProperty(new Response(text, {status}), "url", {value: `http://127.0.0.1:3000${url}`});
  };
  await import("../../src/preview/failures.js");
});

const [data, other] = ["/_file/data/prices.json", "/_file/data/index.json"];
const said = "src/data/prices.json.sql:2: <b>Binder Error</b>";

describe("window.fetch of a preview's page", () => {
  it("shows the failure of a data loader once, as text, until it succeeds", async () => {
    answers.set(data, {status: 500, text: said}).set(other, {status: 500, text: "other"});
    for (const path of [data, data, other]) await fetch(path);
    expect([alerts(), document.querySelector("b")]).toEqual([[said, "other"], null]);
    answers.set(data, {status: 200, text: "[]"});
    await fetch(data);
    expect(alerts()).toEqual(["other"]);
  });

  it("ignores failures of other files than data loaders", async () => {
    answers.set("/_import/x.js", {status: 500, text: "no"});
    for (const path of ["/_import/x.js", "/_file/none.json"]) await fetch(path);
    expect(alerts()).toEqual([]);
  });
});

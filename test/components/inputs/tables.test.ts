// @vitest-environment jsdom
import {beforeEach, describe, expect, it, vi} from "vitest";
import {tablesState} from "../../../src/components/inputs/tables.js";
import {html} from "../../../src/components/parts/dom.js";

const scrolled: string[] = [];

beforeEach(() => {
  scrolled.length = 0;
  history.replaceState(null, "", "/data");
  document.body.replaceChildren(html("details", {id: "prices"}), html("details", {id: "store-loads"}));
  Element.prototype.scrollIntoView = function () {
    scrolled.push(this.id);
  };
});

describe("tablesState()", () => {
  it("reads what it wrote, without steps in the history", () => {
    const steps = history.length;
    tablesState().onChange({search: "bid", open: "prices"});
    expect(location.href).toMatch(/\/data\?search=bid#prices$/);
    expect(tablesState()).toMatchObject({search: "bid", open: "prices"});
    tablesState().onChange({search: "", open: ""});
    expect(location.href).toMatch(/\/data$/);
    expect(history.length).toBe(steps);
  });

  it.each([
    ["#prices", "prices"],
    ["#store-loads", "store-loads"],
    ["#loads", "store-loads"]
  ])("opens and shows the table of the fragment %s", async (hash, id) => {
    history.replaceState(null, "", hash);
    tablesState();
    await vi.waitFor(() => expect(scrolled).toContain(id));
    expect(document.querySelector("details[open]")?.id).toBe(id);
  });

  it("follows a fragment that comes later, and lets others be", async () => {
    tablesState();
    location.hash = "#nothing";
    location.hash = "#%E0";
    location.hash = "#prices";
    await vi.waitFor(() => expect(document.querySelector("details[open]")?.id).toBe("prices"));
  });
});

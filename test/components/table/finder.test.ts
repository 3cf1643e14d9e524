// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {type Finding, finder} from "../../../src/components/table/finder.js";

function made(kept: {value?: Finding} = {}) {
  const state = {value: {search: "", rows: ""}, keep: vi.fn(), follow: vi.fn(), ...kept};
  const show = vi.fn(({search, all}: {search: string; all: boolean}) => ({
    count: `found ${search}`,
    button: search ? undefined : all ? "less" : "all"
  }));
  const element = finder({label: "Search things", show, state});
  const [field, count, button] = [...element.children] as [HTMLInputElement, HTMLElement, HTMLButtonElement];
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  return {show, state, element, field, count, button, type};
}

describe("finder({label, show, state})", () => {
  it("shows what is found as it is typed, says how many, and tells it", () => {
    const {show, state, field, count, button, type} = made();
    expect([field.getAttribute("aria-label"), count.textContent, button.hidden]).toEqual([
      "Search things",
      "found ",
      false
    ]);
    type("<b>x");
    expect([count.textContent, button.hidden, count.children.length]).toEqual(["found <b>x", true, 0]);
    expect(state.keep.mock.calls).toEqual([[{search: "<b>x", rows: ""}]]);
    expect(show).toHaveBeenCalledTimes(2);
  });

  it("shows all, and then no longer all", () => {
    const {button, state} = made();
    button.click();
    expect(button.textContent).toBe("less");
    button.click();
    expect(state.keep.mock.calls.flat()).toEqual([
      {search: "", rows: "all"},
      {search: "", rows: ""}
    ]);
  });

  it("begins with what it is told, and follows where the reader goes back", () => {
    const {field, count, state} = made({value: {search: "a", rows: "all"}});
    expect([field.value, count.textContent]).toEqual(["a", "found a"]);
    state.follow.mock.calls[0]?.[1]({search: "b", rows: ""});
    expect([field.value, count.textContent]).toEqual(["b", "found b"]);
    expect(state.keep).not.toHaveBeenCalled();
  });

  it("shows nothing anew while that is found which is shown", () => {
    const {show, type, state} = made();
    const tell = (finding: Finding) => state.follow.mock.calls[0]?.[1](finding);
    state.keep.mockImplementation(tell);
    tell({search: "", rows: ""});
    expect(show).toHaveBeenCalledTimes(1);
    type("a");
    expect(show).toHaveBeenCalledTimes(2);
  });
});

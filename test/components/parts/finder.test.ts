// @vitest-environment jsdom
import {describe, expect, it, vi} from "vitest";
import {type Finding, type FindingState, finder} from "../../../src/components/parts/finder.js";

function made(options: FindingState = {}) {
  const show = vi.fn(({search, all}: Finding) => ({
    count: `found ${search}`,
    button: search ? undefined : all ? "less" : "all"
  }));
  const element = finder({label: "Search things", show, ...options});
  const [field, count, button] = [...element.children] as [HTMLInputElement, HTMLElement, HTMLButtonElement];
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input"));
  };
  return {show, element, field, count, button, type};
}

describe("finder({label, show, finding, onFind, follow})", () => {
  it("shows what is found as it is typed, says how many, and tells it", () => {
    const onFind = vi.fn();
    const {show, field, count, button, type} = made({onFind});
    expect([field.getAttribute("aria-label"), count.textContent, button.hidden]).toEqual([
      "Search things",
      "found ",
      false
    ]);
    type("<b>x");
    expect([count.textContent, button.hidden, count.children.length]).toEqual(["found <b>x", true, 0]);
    expect(onFind.mock.calls).toEqual([[{search: "<b>x", all: false}]]);
    expect(show).toHaveBeenCalledTimes(2);
  });

  it("shows all, and then no longer all", () => {
    const onFind = vi.fn();
    const {button} = made({onFind});
    button.click();
    expect(button.textContent).toBe("less");
    button.click();
    expect(onFind.mock.calls.flat()).toEqual([
      {search: "", all: true},
      {search: "", all: false}
    ]);
  });

  it("begins with what it is told, and follows where the reader goes back", () => {
    let back: (finding: Finding) => void = () => {};
    const onFind = vi.fn();
    const {field, count} = made({
      ...{finding: {search: "a", all: true}, onFind},
      follow: (_, show) => {
        back = show;
      }
    });
    expect([field.value, count.textContent]).toEqual(["a", "found a"]);
    back({search: "b", all: false});
    expect([field.value, count.textContent]).toEqual(["b", "found b"]);
    expect(onFind).not.toHaveBeenCalled();
  });

  it("shows nothing anew while that is found which is shown", () => {
    let told: (finding: Finding) => void = () => {};
    const {show, type} = made({
      onFind: (finding) => told(finding),
      follow: (_, tell) => {
        told = tell;
      }
    });
    told({search: "", all: false});
    expect(show).toHaveBeenCalledTimes(1);
    type("a");
    expect(show).toHaveBeenCalledTimes(2);
  });
});

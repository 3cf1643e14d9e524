// @vitest-environment jsdom
import {beforeEach, expect, it} from "vitest";
import {stepField} from "../../src/inputs/fields.js";
import {readPick} from "../../src/inputs/pick.js";
import {readState} from "../../src/url/state.js";
import {find, texts} from "../charts/kit.js";
import {opening} from "../duckdb/sql/opening.js";

const pick = () => readPick(opening, readState());

// The address after each of some values is chosen, by a radio button or in a list.
function chosen(element: HTMLElement, ...values: string[]): string[] {
  return values.map((value) => {
    const select = element.querySelector("select");
    if (select === null) find(element, `input[value="${value}"]`).click();
    else select.value = value;
    select?.dispatchEvent(new Event("change"));
    return location.search;
  });
}

beforeEach(() => {
  history.replaceState(null, "", "/prices");
  document.body.replaceChildren();
  Element.prototype.scrollIntoView = () => {};
});

it("stepField() offers the steps that make few enough points, and says which it takes by itself", () => {
  const {element, show} = stepField();
  show(pick());
  expect(texts(element, "option:not([disabled])").join()).toBe(
    "6 min (auto),2 min,5 min,10 min,15 min,30 min,1 h,2 h,3 h,6 h,12 h,24 h"
  );
  expect(find<HTMLSelectElement>(element, "select").value).toBe("");
  expect(chosen(element, "3600")).toEqual(["?step=3600"]);
  show(pick());
  expect(find<HTMLSelectElement>(element, "select").value).toBe("3600");
});

it.each([
  ["240", {}, "4 min"],
  ["0.25", {step: 180, finest: 180, pinned: true}, "3 min (finest)"]
])("stepField() shows the step of the URL, or the finest where that is finer: %s", (step, rest, text) => {
  history.replaceState(null, "", `/prices?step=${step}`);
  const {element, show} = stepField();
  show({...pick(), ...rest});
  expect(find<HTMLSelectElement>(element, "select").selectedOptions[0]?.textContent).toBe(text);
});

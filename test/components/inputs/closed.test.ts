// @vitest-environment jsdom
import {expect, it} from "vitest";
import {closedHours, offerClosed} from "../../../src/components/inputs/closed.js";
import {choiceField} from "../../../src/components/inputs/fields.js";

it("offerClosed(rows) turns the control off where rows have no closed hours, and says why", () => {
  const {element} = choiceField("closed", closedHours);
  const other = choiceField("draw", {line: "Line", candles: "Candles"}).element as HTMLFieldSetElement;
  document.body.append(other, element);
  const state = () => [(element as HTMLFieldSetElement).disabled, element.title];
  offerClosed([{marketSession: "regular"}, {marketSession: null}, {}]);
  expect(state()).toEqual([true, "the time shown has no closed hours"]);
  offerClosed([{marketSession: "regular"}, {marketSession: "closed"}]);
  expect(state()).toEqual([false, ""]);
  offerClosed([]);
  expect([state()[0], other.disabled]).toEqual([true, false]);
  element.remove();
  offerClosed([]); // a store without updates has no controls
});

import {button} from "../ui/elements/dom.js";
import {type Chart, redraw} from "./paint.js";

/** The item of a chart's menu by which its readings and its table have all digits, and the usual ones again. */
export function digitsItem(chart: Chart): HTMLElement {
  const {handover} = chart.view;
  const label = (): string => (handover.isExact ? "Usual digits" : "All digits");
  const item = button(label(), () => {
    handover.isExact = !handover.isExact;
    item.textContent = label();
    redraw(chart);
  });
  return item;
}

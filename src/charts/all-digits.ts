import {button} from "../ui/elements/dom.js";
import {type Chart, redraw} from "./paint.js";

/** The item of a chart's menu by which its readings and its table have all digits, and the usual ones again. */
export function digitsItem(chart: Chart): HTMLElement {
  const {handover} = chart.view;
  const item = button("", () => {
    handover.isExact = !handover.isExact;
    show();
    redraw(chart);
  });
  const show = (): void => {
    item.textContent = handover.isExact ? "Usual digits" : "All digits";
    chart.shell.figure.dataset.digits = handover.isExact ? "all" : "usual";
  };
  show();
  return item;
}

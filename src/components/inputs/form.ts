import {onState} from "../../lib/state.js";
import {html} from "../parts/dom.js";
import type {Control} from "../parts/segments.js";
import {carryState} from "./carry.js";

/** What a form of controls shows: what the reader picked, and the controls that show it. */
export interface FormParts<Value> {
  read: () => Value;
  fields: readonly Control<Value>[];
  elements: readonly HTMLElement[];
}

/** A form of controls as an input for Framework's `view`: its value is what the URL says, with an event where that changes. */
export function controlForm<Value>({read, fields, elements}: FormParts<Value>): {
  form: HTMLFormElement & {value: Value};
  update: () => void;
} {
  const element = html("form", {class: "fb-controls", "aria-label": "What to show"}, ...elements);
  const form = Object.assign(element, {value: read()});
  const update = (): void => {
    const picked = read();
    for (const field of fields) field.show(picked);
    carryState();
    if (JSON.stringify(picked) === JSON.stringify(form.value)) return;
    form.value = picked;
    form.dispatchEvent(new Event("input"));
  };
  // What is typed into the fields is not the form's value.
  form.addEventListener("input", (event) => event.target !== form && event.stopImmediatePropagation());
  form.addEventListener("submit", (event) => event.preventDefault());
  onState(form, update);
  update();
  return {form, update};
}

// Scripts for pages whose inputs keep what the reader chose.

/**
 * Records in `fieldStates`, in each frame, the values of all fields of the page, each state once; except typed texts and the ends
 * of the time. A page that resets no input and does not flicker has one state.
 */
export const watchFields = `
  globalThis.fieldStates = [];
  (function look() {
    const fields = Array.from(document.querySelectorAll("main :is(input, select)"), (field) => {
      const label = field.ariaLabel ?? field.labels[0]?.textContent ?? "";
      const shown = /radio|checkbox/.test(field.type) ? field.checked : field.value;
      return label + ": " + (/^(words|From |To )/.test(label) ? "" : shown);
    });
    const state = fields.length + " fields: " + fields.join("; ");
    if (!fieldStates.includes(state)) fieldStates.push(state);
    requestAnimationFrame(look);
  })();
`;

/**
 * Gives the inputs that lose a value: a second input must show the value of the first one, and the URL must forget it with the
 * usual value. Needs `Inputs` and `keep` as globals.
 */
export const tryInputs = `(() => {
  const day = new Date("2026-05-12");
  const options = ["a b", "c,d", "é&="];
  const own = () => document.createElement("textarea");
  const cases = [
    [() => Inputs.range([1, 5], {value: 2, step: 0.1}), 3.4, "3.4"],
    [() => Inputs.text({value: "a"}), "12, ü&", "12,+%C3%BC%26"],
    [() => Inputs.select(options), "c,d", "c,d"],
    [() => Inputs.select([1, 2, 112]), 112, "112"],
    [() => Inputs.select([1, 2, 3], {multiple: true}), [1, 3], "1,3"],
    [() => Inputs.select([1, 2, 3], {multiple: true, value: [1]}), [], "%5B%5D"],
    [() => Inputs.radio(options, {value: "a b"}), "é&=", "%C3%A9%26%3D"],
    [() => Inputs.checkbox(options), ["a b", "c,d"], "%5B%22a+b%22,%22c,d%22%5D"],
    [() => Inputs.toggle({value: true}), false, "false"],
    [() => Inputs.date({value: day}), new Date("2026-11-24"), "2026-11-24"],
    [() => Inputs.datetime({value: day}), new Date("2026-05-12T14:30:00Z"), "2026-05-12T14:30:00Z"],
    [() => Inputs.form({a: Inputs.range([0, 9], {value: 1, step: 1}), b: Inputs.text()}), {a: 3, b: "x"}, "%7B%22a%22:3,%22b%22:%22x%22%7D"],
    [own, "words", "words"]
  ];
  const wrong = [];
  const shown = (input) => document.body.appendChild(keep("x", input));
  const choose = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", {bubbles: true}));
  };
  for (const [make, value, text] of cases) {
    const first = shown(make());
    const usual = first.value;
    choose(first, value);
    const search = location.search;
    const again = shown(make());
    const kept = JSON.stringify(again.value);
    choose(again, usual);
    if (search !== "?x=" + text || kept !== JSON.stringify(value) || location.search !== "")
      wrong.push([make.toString(), search, kept, location.search]);
    first.remove();
    again.remove();
  }
  const others = [
    [() => Inputs.select(["a", "b"]), "c"],
    [() => Inputs.date({value: day}), "soon"],
    [() => Inputs.checkbox(["a"]), "[1,"]
  ];
  for (const [make, text] of others) {
    history.replaceState(null, "", "?x=" + text);
    const [input, usual] = [shown(make()), make()];
    if (JSON.stringify(input.value) !== JSON.stringify(usual.value)) wrong.push([text, input.value]);
    input.remove();
  }
  history.replaceState(null, "", location.pathname);
  return wrong;
})()`;

/** A page with inputs of packages and of the kit, which outputs their values as JSON; `step` is the step of the first. */
export const inputsThatKeep = (step: number) => `\`\`\`js
import {Inputs, basisInput, feedInput, feedsInput, keep, sql, stepInput, timeInput, zoneInput} from "./notebook.js";
const [feeds, meta] = [await sql\`FROM feeds\`, await sql\`FROM meta\`];
Object.assign(globalThis, {Inputs, keep});
\`\`\`
\`\`\`js
const k = view(keep("k", Inputs.range([1, 5], {value: 2, step: ${step}, label: "k"})));
const words = view(keep("words", Inputs.text({label: "words"})));
const feed = view(feedInput(feeds, {value: 2}));
const compared = view(feedsInput(feeds));
const time = view(timeInput(meta, {value: "1h"}));
const tz = view(zoneInput({zones: ["Asia/Tokyo"]}));
const basis = view(basisInput());
\`\`\`
\`\`\`js
const step = view(stepInput(time));
\`\`\`
\`\`\`sql id=[row]
SELECT count(*)::INTEGER AS n FROM prices
WHERE priceFeedId = ${"$"}{feed} AND publishedAt BETWEEN ${"$"}{time.from} AND ${"$"}{time.until}
\`\`\`

<output>${"$"}{JSON.stringify({k, words, feed, compared, time: [time.from, time.until], range: time.range, tz, basis, step, n: row.n})}</output>

edited to ${step}
`;

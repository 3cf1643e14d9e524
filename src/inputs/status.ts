import type {FileAttachment} from "observablehq:stdlib";
import {type Meta, type Opening, openPage as readPage} from "../duckdb/sql/opening.js";
import {formatAge, formatCount, formatUtc, toMs} from "../format/format.js";
import {html, set} from "../ui/elements/dom.js";

const staleAfter = 3600; // seconds
const day = 86_400;

/**
 * Reads the results of a page's `.sql` loader: `meta` and `pick` as one row each, everything else as rows. Shows the time and
 * the age of the data in the page's header.
 */
export async function openPage(file: FileAttachment): Promise<Opening> {
  const opening = await readPage(file);
  showStatus(opening.meta);
  return opening;
}

let ticking: ReturnType<typeof setInterval> | undefined;

/**
 * Fills the header's chip with the time of the last update and its age by the reader's clock. Its panel has the rest: both in
 * full, the number of updates with an impossible date, and for a store with less than a minute the command that loads a day.
 */
export function showStatus(meta: Meta, now: () => number = Date.now): void {
  clearInterval(ticking);
  const chip = document.querySelector<HTMLDetailsElement>("#observablehq-header .fb-age");
  const [button, panel] = chip?.children ?? [];
  const {lastPublishedAt: last} = meta;
  if (chip === null || button === undefined || panel === undefined) return;
  chip.classList.toggle("fb-known", last !== null);
  button.replaceChildren();
  if (last === null) return;
  const notes = notesOf(meta);
  const time = html("time", {datetime: last});
  const [age, full] = [html("span"), html("span")];
  button.replaceChildren(time, age);
  const lines = notes.map((note) => html("p", {class: "fb-warning"}, ...note));
  panel.replaceChildren(
    html("p", {}, "Data up to ", html("time", {datetime: last}, formatUtc(last, "second")), full),
    ...lines
  );
  const tick = (): void => {
    const seconds = (now() - toMs(last)) / 1000;
    time.textContent = seconds < day ? formatUtc(last, "minute").slice(11) : formatUtc(last, "day");
    age.textContent = formatAge(seconds).split(" ").slice(0, 2).join(" "); // the largest unit
    full.textContent = `, ${formatAge(seconds)} ago by your clock`;
    set(chip, {"data-tone": notes.length > 0 || seconds > staleAfter ? "warn" : null});
  };
  tick();
  ticking = setInterval(tick, 10_000);
}

function notesOf({firstPublishedAt, lastPublishedAt, updates, misdated = 0}: Meta): (HTMLElement | string)[][] {
  const some = misdated === 1 ? "1 update is" : `${formatCount(misdated)} updates are`;
  const all = misdated === updates;
  const wrong = `${all ? "Every update is" : some} dated before 2000 or in the future${all ? "" : ", and left out"}.`;
  const command = html("code", {}, "npm run -s feedbook -- load history --from now-1d --every 5m");
  const thin = ["The store holds less than a minute: nothing is known over time yet. Run ", command, " to load a day."];
  const isThin = toMs(lastPublishedAt) - toMs(firstPublishedAt) < 60_000;
  return [...(misdated > 0 ? [[wrong]] : []), ...(isThin ? [thin] : [])];
}
